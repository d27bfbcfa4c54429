"""Are the rules as written in step with the code, and the two languages with one another?"""

import json
import re
from pathlib import Path

import pytest

from games.deep_blue import GAME, formations, maps
from games.deep_blue import __file__ as GAME_FILE
from games.deep_blue.constants import COMMANDS, KINDS
from games.deep_blue.forecast.attention import CODES
from games.deep_blue.settings import OPTIONS, PRESETS

ROOT = Path(__file__).parents[3]
RULES = {
    language: (ROOT / "docs" / "rules" / f"deep_blue.engine{language}.md").read_text(encoding="utf-8")
    for language in ("", ".zh-hans")
}
CODE = "\n".join(path.read_text(encoding="utf-8") for path in sorted(Path(GAME_FILE).parent.rglob("*.py")))
LANGUAGES = pytest.mark.parametrize("language", ["", ".zh-hans"])


def table(language: str, start: str) -> list[list[str]]:
    """Rows of the table whose first row begins with these words."""
    found = re.search(rf"^\| {re.escape(start)}.*?(?=\n(?!\|)|\Z)", RULES[language], re.S | re.M)
    assert found is not None, start
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found[0].split("\n")]


def words(cell: str) -> list[str]:
    """What stands in code in a cell of a table."""
    return re.findall(r"`([^`]+)`", cell)


def shape(text: str) -> list[str]:
    """Numbers of headings, widths of table rows, and blocks of code, in their order."""
    found = []
    for line in re.sub(r"^```.*?^```$", lambda code: f"CODE{len(code[0])}", text, flags=re.S | re.M).split("\n"):
        if line.startswith("#"):
            found.append(re.sub(r"[^#0-9.].*", "", line.replace(" ", "")))
        elif line.startswith(("|", "CODE")):
            found.append(f"row of {line.count('|')}" if line.startswith("|") else line)
    return found


def test_both_languages_have_the_same_shape() -> None:
    """Headings, tables and code."""
    assert shape(RULES[""]) == shape(RULES[".zh-hans"])


@LANGUAGES
def test_every_chapter_is_there(language: str) -> None:
    assert [int(number) for number in re.findall(r"^## (\d+)\. ", RULES[language], re.M)] == list(range(1, 19))


@LANGUAGES
def test_table_of_options(language: str) -> None:
    """2: names, order, defaults and ranges."""
    start = len(table(language, "`ruleset`"))
    rows = table(language, "`ruleset`")
    assert start == len(OPTIONS)
    for row, option in zip(rows, OPTIONS, strict=True):
        assert words(row[0]) == [option.key]
        assert json.loads(row[1].strip("`")) == option.default
        if option.kind == "int":
            assert row[2] == f"{option.minimum}..{option.maximum}"


@LANGUAGES
def test_table_of_presets(language: str) -> None:
    assert [words(row[0])[0] for row in table(language, "`standard`")] == list(PRESETS)


@LANGUAGES
def test_codes_of_orders(language: str) -> None:
    """10: every code that orders are refused with, and no other."""
    listed = {word for row in table(language, "`bad_shape`") for word in words(row[0])}
    assert listed == set(re.findall(r'OrderError\(\s*"(\w+)"', CODE))


@LANGUAGES
def test_table_of_events(language: str) -> None:
    """10: every event that is told."""
    listed = {word for row in table(language, "`queued`") for word in words(row[0])}
    written = set(re.findall(r'tell\(\s*"?\w+"?,\s*"(\w+)"', CODE)) | set(
        re.findall(r'"type": "(\w+)", "attacker"', CODE)
    )
    assert written <= listed
    assert {"strike", "air_combat", "destroyed", "launched", "move"} <= written


@LANGUAGES
def test_codes_of_the_forecast(language: str) -> None:
    """10: every warning and every line of what needs the person."""
    listed = {word for row in table(language, "`blocked` | cell") for word in words(row[0])}
    listed |= {word for row in table(language, "`under_fire`") for word in words(row[0])}
    folder = Path(GAME_FILE).parent / "forecast"
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py")))
    told = set(re.findall(r'"code": "(\w+)"', code)) | {
        "crash",
        "out_of_fuel",
        "own_in_line",
        "blocked_by_unit",
        "lost_on_land",
    }
    assert listed == told and set(CODES) <= listed


@LANGUAGES
def test_table_of_bots(language: str) -> None:
    assert [words(row[0])[0] for row in table(language, "`easy`")] == [bot.id for bot in GAME.bots]


@LANGUAGES
def test_table_of_commands(language: str) -> None:
    """3: who may do what."""
    names = ("attack", "supply", "collect", "repair", "self_destruct")
    for row in table(language, "base | | "):
        for kind in (name.split(" ")[0] for name in row[0].split(", ")):
            assert {name for name, cell in zip(names, row[2:7], strict=True) if cell} == set(COMMANDS[kind])


def number(cell: str) -> int | None:
    """A number of the table of elements; `inf` is none."""
    return {"-": 0, "inf": None}[cell] if cell in ("-", "inf") else int(cell)


@LANGUAGES
def test_table_of_elements(language: str) -> None:
    """1: every number of the table is the code's."""
    kinds = ("base", "island", "submarine", "destroyer", "cruiser", "battleship", "carrier", "cargo")
    rows = {re.split(r" [^a-z_]", row[0])[0]: row[1:] for row in table(language, "level | 1")}
    names = {
        "health_max": "health", "fuel_max": "fuel", "ammo_max": "ammo", "ammo_once": "ammo_once", "metal_max": "metal",
        "anti_air": "anti_air", "speed": "speed", "population": "population", "cost": "cost", "build_rounds": "rounds",
    }  # fmt: skip
    for name, key in names.items():
        for kind, cell in zip(kinds, rows[name], strict=True):
            assert number(cell) == getattr(KINDS[kind], key)
    for name, key in (("sight", "sight"), ("fire range", "reach"), ("attack", "attack"), ("defence", "defence")):
        for kind, cell in zip(kinds, rows[name], strict=True):
            if cell == "none":
                assert not any(getattr(KINDS[kind], key))
            else:
                assert [number(part) for part in cell.split(",")] == list(getattr(KINDS[kind], key))


@LANGUAGES
def test_table_of_formations(language: str) -> None:
    """1: what the examples hold, cost and can do."""
    rows = table(language, "4/2/3/1")
    assert len(rows) == 5
    for row in rows:
        fighters, torpedoers, bombers, scouts = (int(part) for part in row[0].split("/"))
        planes = (fighters, torpedoers, bombers, scouts)
        found = [formations.health_max(planes), formations.fuel_max(planes), formations.ammo_max(planes)]
        found += [formations.metal_cost(planes), *formations.basic_attack(planes)]
        assert [int(cell) for cell in row[1:8]] == found


@LANGUAGES
def test_maps_are_named(language: str) -> None:
    for name in maps.BUILT_IN:
        assert f"`{name}` {maps.built_in(name).document['width']}" in RULES[language]
