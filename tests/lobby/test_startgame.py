"""`manage.py startgame` makes a game that runs at once: its own tests, the contract suite, all checks of the code are green."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
COPIED = ("client", "config", "games", "lobby", "static", "templates", "tests", "docs", "locale", ".ci")
FILES = ("manage.py", "pyproject.toml", "package.json", "package-lock.json", "requirements.in", "requirements.txt")
GAME = "salt_marsh"


def run(tree: Path, *command: str, code: int = 0) -> str:
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, timeout=200)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def manage(tree: Path, *arguments: str, code: int = 0) -> str:
    return run(tree, sys.executable, "manage.py", *arguments, code=code)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project in which a game has been begun. With what is compiled: to compile it anew takes longer than all of these tests."""
    tree = tmp_path_factory.mktemp("tree")
    for name in COPIED:
        ignored = shutil.ignore_patterns("vendor", "node_modules")
        shutil.copytree(ROOT / name, tree / name, ignore=ignored)
    for name in FILES:
        shutil.copy(ROOT / name, tree / name)
    (tree / "node_modules").symlink_to((ROOT / "node_modules").resolve())
    made = manage(tree, "startgame", GAME, "--chinese", "盐沼")
    assert f"static/games/{GAME}/main.js" in made and "can be played" in made
    return tree


def test_its_rules_and_the_contract_hold(tree):
    tests = [f"tests/games/{GAME}", "tests/games/test_contract.py"]
    done = run(
        tree, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not long", *tests, "-k", GAME
    )
    assert " passed" in done and " skipped" not in done


def test_its_texts_are_there_in_both_languages(tree):
    manage(tree, "messages", "check")
    assert "盐沼" in (tree / f"docs/rules/{GAME}.zh-hans.md").read_text()
    assert "GAME_" not in (tree / "locale/zh_Hans/LC_MESSAGES/django.po").read_text()


@pytest.mark.long
def test_all_that_is_asked_of_every_engine_holds(tree):
    """Its recorded matches, achievements, path, parts, estimate; simple bots and levels, as balance asks for them."""
    run(tree, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/games", "-k", GAME)


@pytest.mark.long
def test_its_python_is_as_the_house_wants_it(tree):
    places = [f"games/{GAME}", f"tests/games/{GAME}", "games/__init__.py"]
    run(tree, sys.executable, "-m", "ruff", "check", "--quiet", *places)
    run(tree, sys.executable, "-m", "ruff", "format", "--check", "--quiet", *places)
    run(tree, sys.executable, "-m", "mypy", f"games/{GAME}")


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("node"), reason="needs node")
def test_its_board_is_typed_formed_and_tested(tree):
    run(tree, "node", "node_modules/typescript-native/bin/tsc", "--noEmit", "-p", "static")
    places = [f"static/games/{GAME}", f"tests/js/{GAME}.test.js"]
    run(
        tree,
        "node_modules/.bin/biome",
        "ci",
        "--error-on-warnings",
        "--colors=off",
        "--config-path=.ci/biome.json",
        *places,
    )
    done = run(tree, "node", "--import", "./tests/js/import_map.mjs", "--test", f"tests/js/{GAME}.test.js")
    assert "# fail 0" in done and "# pass 4" in done


@pytest.mark.long
def test_its_files_lie_where_they_may_and_its_rules_are_in_both_languages(tree):
    tests = [
        "tests/test_layout.py",
        f"tests/test_rules_languages.py::test_the_chinese_rules_follow_the_english[{GAME}]",
    ]
    run(tree, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)


def test_a_board_is_small(tree):
    lines = sum(len(path.read_text().splitlines()) for path in (tree / "static/games" / GAME).glob("*.js"))
    assert 200 < lines < 600


NO_IDS = ["Tide", "1pool", "tide-pools", "tide__pools", "../tide", "planet_conquer", GAME]
ASK = f"""
import django
from django.core.management import CommandError, call_command
django.setup()
for name in {NO_IDS}:
    try:
        call_command("startgame", name)
    except CommandError as error:
        print(name, error)
"""
"""One process for all of them."""


def test_what_is_no_new_id_is_refused_and_changes_nothing(tree):
    before = (tree / "games/__init__.py").read_text()
    said = run(tree, "env", "DJANGO_SETTINGS_MODULE=config.settings", sys.executable, "-c", ASK).splitlines()
    assert [line.partition(" ")[0] for line in said] == NO_IDS
    assert all("id" in line or "already" in line for line in said)
    assert (tree / "games/__init__.py").read_text() == before


def test_a_name_that_would_break_its_files_is_refused(tree):
    for name in ("--name", "--chinese"):
        assert "quotation" in manage(tree, "startgame", "reef", name, 'The "Reef"', code=1)
    assert not (tree / "games/reef").exists()
