"""Who may import whom, who may call what, and what may lie where? Held by reading the sources, not by running them.

Most of who may import whom is in the contracts of import-linter (pyproject.toml). Of the modules of the browser, and of pages: `test_layout_of_pages.py`.
"""

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import games
from tests.sources import ROOT, imports, name_of, python_files, tracked_files

TOP_LEVEL = {
    *(
        "manage.py",
        "config",
        "lobby",
        "games",
        "client",
        "static",
        "templates",
        "tests",
        "requirements.in",
        "requirements.txt",
        "README.md",
        "LICENSE",
    ),
    *(
        "pyproject.toml",
        "package.json",
        "package-lock.json",
        "Makefile",
        ".dockerignore",
        "Dockerfile",
        "compose.yaml",
        "docs",
        "locale",
    ),
    *(".ci", ".github", ".gitignore", ".gitattributes", ".editorconfig", ".pre-commit-config.yaml"),
    *("CONTRIBUTING.md", "CHANGELOG.md"),
}
VAGUE = {"utils", "util", "helpers", "managers", "base", "common", "misc", "tools"}
"""File names that say nothing about the question the file answers. base.html is the page that others extend."""


# --- Reading


def is_under(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


def forbidden(path: Path, *packages: str) -> list[str]:
    return [f"{name_of(path)} imports {name}" for name in sorted(imports(path)) if is_under(name, *packages)]


def uses(path: Path, word: str) -> Iterator[tuple[int, str]]:
    """Line and innermost function of every call of `something.word`, and of `game.word` handed on without a call."""

    def walk(node: ast.AST, function: str) -> Iterator[tuple[int, str]]:
        called = node.func if isinstance(node, ast.Call) else None
        for child in ast.iter_child_nodes(node):
            inside = child.name if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) else function
            is_word = isinstance(child, ast.Attribute) and child.attr == word
            if is_word and (child is called or is_game(child.value)):
                yield child.lineno, inside
            yield from walk(child, inside)

    yield from walk(ast.parse(path.read_text()), "")


def is_game(node: ast.expr) -> bool:
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return name.lower() == "game"


def is_path_resolve(path: Path, line: int) -> bool:
    return ".resolve()" in path.read_text().splitlines()[line - 1]


# --- Python: who imports whom


def test_engines_draw_no_random_numbers_but_those_handed_in():
    """What else they may not import, the contracts of import-linter say (pyproject.toml)."""
    seeded = ROOT / "games/core/rng.py"
    found = [line for path in python_files("games") for line in forbidden(path, "numpy.random")]
    found += [f"{name_of(path)} uses np.random" for path in python_files("games") if "np.random" in path.read_text()]
    # A generator of its own with a seed; never the functions of the module, which share one.
    used = re.findall(r"\brandom\.(\w+)", re.sub(r"self\._?random\.", "", seeded.read_text()))
    found += [f"{name_of(seeded)} uses random.{word}" for word in used if word != "Random"]
    assert not found, "\n".join(found)


def test_engines_open_nothing_and_print_nothing():
    found = []
    for path in python_files("games"):
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in {"open", "print", "input"}
            ):
                found.append(f"{name_of(path)}:{node.lineno} calls {node.func.id}")
    assert not found, "\n".join(found)


_IMPORTED = {
    # What any site has
    "platform": "",
    "accounts": "platform",
    # A match, from the ground up
    "matches": "",
    "store": "platform accounts matches",
    # Written to by whatever happens in a match, so it stands below.
    "notices": "platform accounts matches store",
    "fog": "platform accounts matches store",
    "play": "platform matches store notices fog",
    "talk": "platform accounts matches store notices fog play",
    "conversations": "platform accounts matches store notices fog talk",
    "ratings": "platform accounts matches notices",
    "clubs": "platform accounts matches store notices talk",
    "builds": "platform accounts matches",
    "tables": "platform accounts matches store notices fog play ratings clubs builds",
    "governance": "platform accounts matches store notices fog play talk tables",
    "watch": "platform accounts matches store fog play talk governance",
    "achievements": "platform accounts matches store notices ratings",
    # What people and programs see of it, and what is around matches
    "pages": "platform accounts matches store notices fog talk conversations ratings clubs tables governance watch achievements builds",
    "lessons": "platform accounts matches store fog tables pages",
    "bots": "platform accounts matches store fog play tables watch builds pages lessons",
    "puzzles": "platform accounts matches store notices fog ratings tables pages lessons",
    "ladder": "platform accounts matches store play ratings tables pages bots",
    "contests": "platform accounts matches store notices play ratings clubs tables watch builds pages",
    "people": "platform accounts matches store notices fog play talk conversations ratings clubs watch achievements builds pages lessons puzzles contests",
    "api": "platform accounts matches store notices fog play talk conversations ratings clubs tables governance watch achievements builds pages bots puzzles ladder contests people",
    "operations": "platform accounts matches store notices fog play talk governance watch pages bots ladder people api",
}
PACKAGES = {package: set(below.split()) for package, below in _IMPORTED.items()}
"""Each package of `lobby/`, those above after those below, and the packages whose modules it imports: all of them, and no others."""
NO_PACKAGES = {"management", "migrations", "templatetags"}
"""What Django looks for by name."""
BESIDE_PACKAGES = {"__init__", "admin", "apps", "models", "routing", "urls"}
"""Where the packages are put together: for Django, and by address."""


def packages_used(package: str) -> dict[str, list[str]]:
    """Package or module of `lobby/` outside this package → the modules here that import it."""
    found: dict[str, list[str]] = {}
    for path in python_files(f"lobby/{package}"):
        for name in imports(path):
            parts = name.split(".")
            if parts[0] == "lobby" and len(parts) > 1 and parts[1] != package:
                found.setdefault(parts[1], []).append(name_of(path))
    return found


def test_every_package_has_its_place():
    assert {path.parent.name for path in (ROOT / "lobby").glob("*/__init__.py")} - NO_PACKAGES == set(PACKAGES)
    assert {path.stem for path in (ROOT / "lobby").glob("*.py")} == BESIDE_PACKAGES


def test_packages_have_an_order():
    """What a package imports stands before it, so no imports between packages lead back."""
    order = list(PACKAGES)
    found = [
        f"{package} imports {below}, which stands above it"
        for package in PACKAGES
        for below in PACKAGES[package]
        if below not in order[: order.index(package)]
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_import_what_the_table_says(package):
    used = packages_used(package)
    against = [f"{path} imports {below}" for below in sorted(used.keys() - PACKAGES[package]) for path in used[below]]
    assert not against, "\n".join(against)
    assert used.keys() == PACKAGES[package], f"{package} imports no longer {PACKAGES[package] - used.keys()}"


@pytest.mark.parametrize(
    ("line", "used"),
    [
        ("from lobby.watch import hub", {"watch"}),
        ("import lobby.watch.hub", {"watch"}),
        ("from lobby import watch", {"watch"}),
        ("def f():\n    from lobby.watch.hub import Hub", {"watch"}),
        ("from ..watch import hub", {"watch"}),
        ("from .. import routing", {"routing"}),
        ("from lobby.play import clock", set()),
    ],
)
def test_the_reader_of_packages_sees_each_form(tmp_path, monkeypatch, line, used):
    for module in ("tests.sources", "tests.test_layout"):
        monkeypatch.setattr(f"{module}.ROOT", tmp_path)
    path = tmp_path / "lobby/play/journal.py"
    path.parent.mkdir(parents=True)
    path.write_text(line)
    assert packages_used("play").keys() == used


CLIENT_MAY_IMPORT = {"fogbound_client", "httpx", "websockets"}


def test_the_client_stands_alone():
    """Who installs it has neither the site nor its requirements. The engines it looks for when somebody wants to play at home."""
    found = []
    for path in python_files("client/src"):
        allowed = CLIENT_MAY_IMPORT | ({"numpy", "gymnasium", "pettingzoo"} if path.parent.name == "env" else set())
        outside = {name.split(".")[0] for name in imports(path)} - allowed - sys.stdlib_module_names
        found += [f"{name_of(path)} imports {name}" for name in sorted(outside)]
    assert not found, "\n".join(found)


# --- Python: the fog is one door, and a step resolves in one place


def callers(word: str, *allowed: str) -> list[str]:
    """Places in the platform that use `.word` of a game, in other files than the allowed ones."""
    return [
        f"{name_of(path)}:{line} {function or 'module'} uses .{word}"
        for path in python_files("lobby", "config")
        if name_of(path) not in allowed
        for line, function in uses(path, word)
        if not (word == "resolve" and is_path_resolve(path, line))
    ]


def test_only_audience_and_replay_look_through_the_fog():
    found = callers("view", "lobby/fog/audience.py", "lobby/watch/replay.py")
    found += callers("filter_for", "lobby/fog/audience.py", "lobby/watch/replay.py")
    assert not found, "\n".join(found)


def test_only_the_referee_resolves():
    found = callers("resolve", "lobby/play/resolving.py")
    assert not found, "\n".join(found)


def test_orders_are_checked_where_they_come_in():
    may_check = {"submit_orders", "entry", "forecast"}  # entry: what people and bots submit comes together there
    # What the site answers for a person, it has made itself.
    found = callers("check", "lobby/play/services.py", "lobby/play/automatic.py")
    services = ROOT / "lobby/play/services.py"
    found += [
        f"{name_of(services)}:{line} {function} uses .check"
        for line, function in uses(services, "check")
        if function.lstrip("_") not in may_check
    ]
    assert not found, "\n".join(found)


def test_a_match_is_stepped_without_a_platform_in_one_module():
    found = [
        f"{name_of(path)}:{line} uses .{word}"
        for path in python_files("games/core")
        if path.name not in {"simulate.py", "contract.py"}
        for word in ("view", "resolve", "check")
        for line, _ in uses(path, word)
    ]
    assert not found, "\n".join(found)


# --- Shared code names no game


EVERYDAY_IDS = {"frames"}
"""Ids of games that are words of the platform too: messages of a match are frames. Only as a game's id they are looked for."""


def names_of_games() -> re.Pattern[str]:
    """What shared code may not say: an id in any spelling; an everyday word where a game of that id is imported or asked for."""
    ids = set(games.GAMES) - EVERYDAY_IDS
    words = {*ids, *(game.replace("_", " ") for game in ids), *(game.replace("_", "") for game in ids)}
    first_words = {"planet", "planets"}
    asked = [
        rf"""games[./]{game}\b|(?:===?|!==?|\bis|\bin|\bget\(|case)\s*\(?["']{game}["']"""
        for game in sorted(EVERYDAY_IDS)
    ]
    return re.compile("|".join([*sorted(words | first_words, key=len, reverse=True), *asked]), re.IGNORECASE)


@pytest.mark.parametrize(
    "line",
    [
        "if match.game == 'frames':",
        'games.get("frames")',
        "import '/static/games/frames/main.js'",
        "game in ('frames', 'toy')",
        "Hundred clubs",
    ],
)
def test_names_of_games_are_found(line):
    assert names_of_games().search(line)


def test_shared_code_never_names_a_game():
    pattern = names_of_games()
    found = []
    for name in (
        "lobby",
        "config",
        "games/core",
        "static/app",
        "static/board",
        "static/kit",
        "static/match",
        "static/css",
        "templates",
    ):
        for path in sorted((ROOT / name).rglob("*")):
            if path.suffix not in {".py", ".js", ".html", ".css", ".txt", ".ts", ".svg"}:
                continue
            for number, line in enumerate(path.read_text().splitlines(), start=1):
                if match := pattern.search(line):
                    found.append(f"{name_of(path)}:{number} names {match.group()}")
    assert not found, "\n".join(found)


# --- What lies where


MOST_LINES = 500
SOURCES = {".py", ".js", ".mjs", ".css", ".html", ".sh"}


MADE = {
    "client/src/fogbound_client/operations.py",
    "client/src/fogbound_client/types/rest.py",
    "lobby/migrations/0001_squashed_0031_published_months.py",
}
"""Written by a program from the site's schema (`client/generate.py`) or from its tables (`makemigrations`): looked up, not read."""


def test_no_source_is_longer_than_a_reader_can_hold():
    sources = [name for name in tracked_files() if Path(name).suffix in SOURCES and name not in MADE]
    long = [name for name in sources if len((ROOT / name).read_text().splitlines()) > MOST_LINES]
    assert not long, f"split by idea: {', '.join(long)}"


def test_top_level_has_no_other_entries():
    assert {name.split("/")[0] for name in tracked_files()} <= TOP_LEVEL


def test_file_names_say_which_question_they_answer():
    found = [name for name in tracked_files() if Path(name).stem in VAGUE and Path(name).suffix in {".py", ".js"}]
    assert not found, "\n".join(found)


def test_nothing_binary_or_foreign_is_committed():
    found = []
    for name in tracked_files():
        if b"\0" in (ROOT / name).read_bytes()[:8000] and not re.fullmatch(
            r"docs/screens/[\w-]+\.(png|webp)|static/img/games/[\w.-]+\.webp", name
        ):
            found.append(f"{name} is binary")
        if name.startswith(("static/vendor/", "node_modules/", "var/")) or name.endswith((".min.js", ".mo")):
            found.append(f"{name} is made or fetched at set-up")
    assert not found, "\n".join(found)


def test_the_lock_files_name_no_download_host():
    lock = json.loads((ROOT / "package-lock.json").read_text())
    assert not [name for name, package in lock["packages"].items() if "resolved" in package]
    for name in ("requirements.txt", "tests/requirements.txt"):
        assert not re.findall(r"https?://|--(?:index|extra-index|find-links)\S*", (ROOT / name).read_text())


REQUIREMENT = re.compile(r"^([a-z0-9][\w.-]*)(?:\[[\w,]+\])?", re.MULTILINE | re.IGNORECASE)
LOCKED = re.compile(r"^([a-z0-9][\w.-]*)==([^ ;]+)[^\n]* \\\n    --hash=sha256:", re.MULTILINE)


def test_the_lock_files_hold_what_is_required_and_agree():
    def locked(name: str) -> set[tuple[str, str]]:
        return set(LOCKED.findall((ROOT / name).read_text()))

    run, test = locked("requirements.txt"), locked("tests/requirements.txt")
    assert run <= test, "make lock: what is served is what is tested"
    for name, found in (("requirements.in", run), ("tests/requirements.in", test)):
        asked = {word.lower().replace("_", "-") for word in REQUIREMENT.findall((ROOT / name).read_text())}
        assert asked <= {package for package, _ in found}, f"{name} has changed since `make lock`"


def test_what_runs_on_postgresql_alone_is_run_there():
    """A test that skips SQLite would run nowhere without the mark."""
    skips = re.compile(r"""skipif\(connection\.vendor != "postgresql"|vendor == "sqlite":\n +pytest\.skip""")
    tests = [path for path in python_files("tests/lobby") if skips.search(path.read_text())]
    assert tests
    assert [name_of(path) for path in tests if "pytest.mark.postgres" not in path.read_text()] == []


def test_accounts_of_browser_tests_have_names_of_their_own():
    """They meet on one site, in an order that nobody knows; guests may share a name: tests ask by number (`Person.account`)."""
    texts = {name_of(path): path.read_text() for path in python_files("tests/browser")}
    found = [name for text in texts.values() for name in re.findall(r'sign_up\(\w+, "(\w+)"', text)]
    assert found
    assert len(found) == len(set(found)), sorted(found)
    assert [name for name, text in texts.items() if re.search(r"User\.objects\.\w+\(name", text)] == []


def test_every_module_says_what_it_answers():
    found = []
    for path in python_files("games", "lobby", "config", "client"):
        tree = ast.parse(path.read_text())
        if tree.body and not ast.get_docstring(tree) and "migrations" not in path.parts:
            found.append(name_of(path))
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("def show(game, state): return game.view(state, 0)", [(1, "show")]),
        ("def show(): return run(turn.game.view, state)", [(1, "show")]),
        ("view = game.view", [(1, "")]),
        ("show(turn.view)", []),
        ("view(state, 0)", []),
    ],
)
def test_the_reader_of_calls_sees_each_form(tmp_path, line, found):
    path = tmp_path / "module.py"
    path.write_text(line)
    assert list(uses(path, "view")) == found
