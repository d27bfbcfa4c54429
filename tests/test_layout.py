"""Who may import whom, who may call what, and what may lie where? Held by reading the sources, not by running them."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import games
from lobby import browser_modules
from tests.sources import ROOT, folder, imports, javascript_imports, name_of, python_files, tracked_files

TOP_LEVEL = {
    *(
        "manage.py",
        "config",
        "lobby",
        "games",
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


OUTSIDE_WORLD = (
    *("django", "channels", "rest_framework", "lobby", "config", "tests"),
    *("asyncio", "threading", "multiprocessing", "concurrent", "socket", "subprocess", "signal"),
    *("time", "datetime", "os", "pathlib", "io", "tempfile", "shutil", "random", "secrets", "uuid", "logging"),
    *("numpy.random", "requests", "urllib", "http", "ssl"),
)


def test_engines_know_no_framework_clock_file_or_global_rng():
    seeded = ROOT / "games/core/rng.py"
    found = [line for path in python_files("games") if path != seeded for line in forbidden(path, *OUTSIDE_WORLD)]
    found += forbidden(seeded, *(name for name in OUTSIDE_WORLD if name != "random"))
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


def test_games_do_not_import_each_other():
    found = []
    for path in python_files("games"):
        game = path.relative_to(ROOT / "games").parts[0]
        others = [f"games.{name}" for name in games.GAMES if name != game]
        found += forbidden(path, *others)
    assert not found, "\n".join(found)


ROOMS_BELOW = {
    "accounts": set(),
    "matches": {"accounts"},
    "lessons": {"matches", "accounts"},
    "bots": {"lessons", "matches", "accounts"},
    "builds": {"matches", "accounts"},
    "people": {"lessons", "builds", "matches", "accounts"},
    "api": {"people", "builds", "matches", "accounts"},
    "operations": {"api", "matches", "accounts"},
}


def test_every_room_has_its_place():
    outside = {"management", "migrations", "templatetags"}  # what Django looks for by name
    assert {path.parent.name for path in (ROOT / "lobby").glob("*/__init__.py")} - outside == set(ROOMS_BELOW)


@pytest.mark.parametrize("room", ROOMS_BELOW)
def test_rooms_import_only_what_is_below_them(room):
    above = [f"lobby.{other}" for other in ROOMS_BELOW if other != room and other not in ROOMS_BELOW[room]]
    found = [line for path in python_files(f"lobby/{room}") for line in forbidden(path, *above)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", ["lobby/matches/clock.py", "lobby/matches/protocol.py"])
def test_pure_modules_know_no_django(name):
    found = forbidden(
        ROOT / name, "django", "channels", "lobby.models", "lobby.matches.models", "lobby.matches.services"
    )
    assert not found, "\n".join(found)


def test_the_platform_reaches_games_by_their_list_only():
    own = [f"games.{game}" for game in games.GAMES]
    found = [line for path in python_files("lobby", "config") for line in forbidden(path, *own)]
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
    found = callers("view", "lobby/matches/audience.py", "lobby/matches/replay.py")
    found += callers("filter_for", "lobby/matches/audience.py", "lobby/matches/replay.py")
    assert not found, "\n".join(found)


def test_only_the_referee_resolves():
    found = callers("resolve", "lobby/matches/resolving.py")
    assert not found, "\n".join(found)


def test_orders_are_checked_where_they_come_in():
    may_check = {"submit_orders", "entry", "forecast"}  # entry: what people and bots submit comes together there
    # What the site answers for a person, it has made itself.
    found = callers("check", "lobby/matches/services.py", "lobby/matches/automatic.py")
    services = ROOT / "lobby/matches/services.py"
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


# --- Browser: who imports whom


JAVASCRIPT_MAY_IMPORT = {
    "app": {"app", "vendor"},
    "board": {"board"},
    "kit": {"kit", "board", "app"},
    "match": {"match", "board", "app", "vendor"},
    "games": {"games", "kit", "board", "app"},
}


@pytest.mark.parametrize("part", JAVASCRIPT_MAY_IMPORT)
def test_browser_modules_import_only_what_is_below_them(part):
    found = []
    for path in sorted(folder(f"static/{part}").rglob("*.js")):
        for target in javascript_imports(path):
            if target.split("/")[0] not in JAVASCRIPT_MAY_IMPORT[part]:
                found.append(f"{name_of(path)} imports {target}")
    assert not found, "\n".join(found)


FOR_GAMES = {"app/i18n.js", "app/dom.js", "app/recording.js", "app/seat_mark.js", "app/api.js"}
"""What the pages offer to games and to the board kit: words, elements, marks of seats, the player of recorded matches, and the way to
the site for what people build and keep (workshops)."""


def test_browser_modules_of_games_stay_apart_and_take_little_from_app():
    found = []
    for path in [*sorted(folder("static/games").rglob("*.js")), *sorted(folder("static/kit").rglob("*.js"))]:
        game = path.relative_to(ROOT / "static/games").parts[0] if path.is_relative_to(ROOT / "static/games") else None
        for target in javascript_imports(path):
            parts = target.split("/")
            foreign = parts[0] == "games" and parts[1] != game
            if foreign or (parts[0] == "app" and target not in FOR_GAMES):
                found.append(f"{name_of(path)} imports {target}")
    assert not found, "\n".join(found)


def test_imports_of_browser_modules_lead_to_files():
    found = []
    for part in JAVASCRIPT_MAY_IMPORT:
        for path in sorted((ROOT / "static" / part).rglob("*.js")):
            for target in javascript_imports(path):
                if not target.startswith("vendor/") and not (ROOT / "static" / target).is_file():
                    found.append(f"{name_of(path)} imports {target}, which is not there")
    assert not found, "\n".join(found)


def test_browser_modules_find_files_by_the_import_map():
    """What `collectstatic` joins lies elsewhere than the modules that it is made of: an address beside a module would lead nowhere."""
    found = [
        name_of(path)
        for part in JAVASCRIPT_MAY_IMPORT
        for path in sorted((ROOT / "static" / part).rglob("*.js"))
        if "import.meta.url" in browser_modules.COMMENT.sub("", path.read_text())
    ]
    assert not found, f"use import.meta.resolve('games/…') or loadStyle of app/dom.js: {found}"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('import { a } from "board/a.js";', ["board/a.js"]),
        ("import * as a from './a.js'", ["match/a.js"]),
        ('import "app/a.js";', ["app/a.js"]),
        ('export { a } from "../games/a.js";', ["games/a.js"]),
        ('const a = await import("games/a.js");', ["games/a.js"]),
        ('import {\n  a,\n  b,\n} from "board/a.js";', ["board/a.js"]),
        ('/** @typedef {import("match/a.js").A} A */', []),
    ],
)
def test_the_reader_of_imports_sees_each_form(tmp_path, monkeypatch, line, expected):
    monkeypatch.setattr("tests.sources.ROOT", tmp_path)
    path = tmp_path / "static/match/main.js"
    path.parent.mkdir(parents=True)
    path.write_text(line)
    assert list(javascript_imports(path)) == expected


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
STILL_LONGER = {"static/match/main.js", "lobby/matches/protocol.py"}
"""They are to be split next; nothing may join them."""
SOURCES = {".py", ".js", ".mjs", ".css", ".html", ".sh"}


def test_no_source_is_longer_than_a_reader_can_hold():
    sources = [name for name in tracked_files() if Path(name).suffix in SOURCES]
    long = {name for name in sources if len((ROOT / name).read_text().splitlines()) > MOST_LINES}
    assert long == STILL_LONGER, f"split by idea: {long - STILL_LONGER}; no longer long: {STILL_LONGER - long}"


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


def test_every_module_says_what_it_answers():
    found = []
    for path in python_files("games", "lobby", "config"):
        tree = ast.parse(path.read_text())
        if tree.body and not ast.get_docstring(tree) and "migrations" not in path.parts:
            found.append(name_of(path))
    assert not found, "\n".join(found)


# --- Pages


def templates() -> list[Path]:
    return sorted(folder("templates").rglob("*.html"))


def test_pages_hold_no_inline_script_or_style():
    found = []
    for path in templates():
        text = path.read_text()
        for tag in re.findall(r"<script\b[^>]*>", text):
            if "src=" not in tag and "nonce=" not in tag and "application/json" not in tag:
                found.append(f"{name_of(path)}: {tag}")
        found += [
            f"{name_of(path)}: {found_style}" for found_style in re.findall(r"<style\b|\sstyle=|\son[a-z]+=\"", text)
        ]
    assert not found, "\n".join(found)


def test_icons_that_pages_use_are_in_the_sprite():
    known = set(json.loads((ROOT / "static/icons.json").read_text()))
    named = re.compile(
        r"""icons\.svg#([a-z][a-z0-9-]*)|\{%\s*icon\s+["']([a-z0-9-]+)["']|\bicon\(\s*["']([a-z0-9-]+)["']"""
    )
    found = []
    for part in ("templates", "static/app", "static/match"):
        for path in sorted((ROOT / part).rglob("*")):
            if path.suffix in {".html", ".js"}:
                names = {name for groups in named.findall(path.read_text()) for name in groups if name}
                found += [f"{name_of(path)} uses {name}" for name in sorted(names - known)]
    assert not found, "\n".join(found)


def test_every_icon_of_the_sprite_is_on_some_page():
    pages = [
        path for part in ("templates", "static") for path in (ROOT / part).rglob("*") if path.suffix in {".html", ".js"}
    ]
    named = {name for path in pages for name in re.findall(r"""["'#]([a-z][a-z0-9-]*)["' ]""", path.read_text())}
    assert [name for name in json.loads((ROOT / "static/icons.json").read_text()) if name not in named] == []


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
