"""Are the rules as written in step with the code?"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from games.core.events import Event
from games.core.fields import __file__ as FIELDS_FILE
from games.core.simulate import open_table, play, replay
from games.hundred_clubs import GAME, maps
from games.hundred_clubs import __file__ as GAME_FILE
from games.hundred_clubs.constants import COMMANDS, KERNEL20, TERRAIN
from games.hundred_clubs.settings import OPTIONS, PARTS, PRESETS

ROOT = Path(__file__).parents[3]
RULES = (ROOT / "docs" / "rules" / "hundred_clubs.engine.md").read_text(encoding="utf-8")
CODE = "\n".join(path.read_text(encoding="utf-8") for path in sorted(Path(GAME_FILE).parent.rglob("*.py")))
FENCES = re.findall(r"^```\w*\n(.*?)^```$", RULES, re.M | re.S)


def table(heading: str) -> list[list[str]]:
    """Rows of the first table whose header starts with these words."""
    found = re.search(rf"^\| {re.escape(heading)}.*?\n\|[-|]+\|\n(.*?)\n(?!\|)", RULES + "\n", re.S | re.M)
    assert found is not None
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found[1].split("\n")]


def words(cell: str) -> list[str]:
    """What stands in code in a cell of a table."""
    return re.findall(r"`([^`]+)`", cell)


def test_every_chapter_is_there() -> None:
    """The chapters that code and tests name."""
    assert [int(number) for number in re.findall(r"^## (\d+)\. ", RULES, re.M)] == [*range(1, 17), 19, 20]
    named = {int(number) for number in re.findall(r"[Cc]hapters? (\d+)", CODE)}
    assert named <= {*range(1, 17), 19, 20}


def test_table_of_terrain() -> None:
    """2.1: the table is the code's."""
    rows = table("Letter | Key")
    assert {words(row[0])[0]: (row[1], int(row[3]), int(row[4]), int(row[5])) for row in rows} == {
        letter: (kind.key, kind.atk, kind.def_, kind.members) for letter, kind in TERRAIN.items()
    }


def test_example_map() -> None:
    """2.1: the example is a map, and the table of fields names all of its fields."""
    example = json.loads(FENCES[0])
    chart = maps.read_map(example)
    assert chart.members[1, 2] == 12
    assert {word for row in table("Field | Meaning") for word in words(row[0])} == {*maps.CAMPUS, "note_zh"}


def test_the_campus_as_drawn() -> None:
    """2.2: drawing, landmarks and totals."""
    assert tuple(line[4:] for line in FENCES[1].splitlines()[2:]) == maps.campus().rows
    assert {row[0]: json.loads(row[2]) for row in table("Key | Name")} == {
        landmark["key"]: landmark["at"] for landmark in maps.campus().landmarks
    }


def test_table_of_options() -> None:
    """3: names, order, defaults and ranges."""
    rows = {words(row[0])[0]: row for row in table("Option | Default")}
    assert list(rows) == [option.key for option in OPTIONS]
    for option in OPTIONS:
        _, default, limits, _ = rows[option.key]
        assert json.loads(default.strip("`")) == option.default
        if option.kind == "int":
            assert limits == f"{option.minimum}..{option.maximum}"
        for part, (low, high) in PARTS.get(option.key, {}).items():
            assert f"{part} {low}..{high}" in limits


def test_table_of_presets() -> None:
    """14: every preset has its line."""
    assert [row[0] for row in table("Preset")] == list(PRESETS)


def test_codes_of_options() -> None:
    """3: the table of refusals holds exactly the codes that options and maps are refused with."""
    listed = {word for row in table("Code | When") for word in words(row[0])}
    shared = set(re.findall(r'failure\(\s*"(\w+)"', Path(FIELDS_FILE).read_text(encoding="utf-8")))
    assert listed == shared | set(re.findall(r'OptionError\(\s*"(\w+)"', CODE))


def test_codes_of_orders() -> None:
    """10.1: the table of refusals names every code that orders are refused with."""
    listed = [words(row[0])[0] for row in table("Code | Field")]
    assert len(listed) == len(set(listed))
    assert set(listed) == set(re.findall(r'OrderError\(\s*"(\w+)"', CODE))


def test_table_of_commands() -> None:
    """5.1: the commands in the order of the code."""
    assert tuple(words(row[0])[0] for row in table("Command")) == COMMANDS


def test_table_of_events() -> None:
    """10.3: every event that the engine writes, and no other."""
    listed = {word for row in table("Type | Fields") for word in words(row[0])}
    assert set(re.findall(r'"type": "(\w+)"', CODE)) <= listed
    assert {word for word in listed if f'"{word}"' not in CODE} == set()


def test_fields_of_events() -> None:
    """10.3: the events of whole matches have exactly the fields of the table."""
    fields = {
        word: set(re.sub(r"\([^)]*\)", "", row[1]).replace(" ", "").split(","))
        for row in table("Type | Fields")
        for word in words(row[0])
    }
    seen: dict[str, set[str]] = {}
    for event in events_of_matches():
        seen.setdefault(event["type"], set()).update(set(event) - {"type", "round", "to", "redacted"})
    assert len(seen) > 15
    assert seen == {kind: fields[kind] - {"round"} for kind in seen}


def events_of_matches() -> Iterator[Event]:
    """Small matches of strong bots, the winner of which gives up in the end."""
    for number in range(2):
        seed = f"events-{number}"
        options = {"map": {"generated": {"width": 15}}, "rounds": 14, "initial_saving": 200}
        prepared = open_table(GAME, options, 3, seed)
        record = play(GAME, prepared, 3, [GAME.bot(bot) for bot in ("fox", "hard", "bridge_warden")], seed)
        orders = [dict(step) for step in record.orders]
        orders[-1][record.ranks.index(1)] = dict(GAME.resign_orders)
        for _, _, events in replay(GAME, prepared, 3, seed, orders):
            yield from events


def test_kernel() -> None:
    """7.1: the table is the code's."""
    rows = table("| 0 | 1 | 2 | 3 | 4")
    assert [[int(cell) for cell in row[1:]] for row in rows] == [list(row) for row in KERNEL20]


def test_table_of_bots() -> None:
    """16: every bot has its line."""
    assert {word for row in table("Bot | In one line") for word in words(row[0])} == {bot.id for bot in GAME.bots}
