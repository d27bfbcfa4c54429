"""Are the rules as written and the command that replays vectors in step with the code?"""

import json
import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.planet_conquer import GAME, maps
from games.planet_conquer.constants import KINDS, TACTICS

ROOT = Path(__file__).parents[3]
RULES = (ROOT / "docs" / "rules" / "planet_conquer.engine.md").read_text(encoding="utf-8")
VECTORS = Path(__file__).parent.parent / "vectors" / "planet_conquer"


def table(heading: str) -> list[list[str]]:
    """Rows of the first table whose header starts with these words."""
    found = re.search(rf"^\| {re.escape(heading)}.*?\n\|[-|]+\|\n(.*?)\n(?!\|)", RULES + "\n", re.S | re.M)
    assert found is not None
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found[1].split("\n")]


def test_every_chapter_is_there() -> None:
    """The chapters that code and tests name."""
    assert [int(number) for number in re.findall(r"^## (\d+)\. ", RULES, re.M)] == list(range(1, 21))


def test_table_of_kinds() -> None:
    """Chapter 3: defaults of the kinds are those of the code."""
    for kind, *numbers in table("kind | def"):
        rule = KINDS[kind]
        assert [float(number) for number in numbers] == [
            rule.defence / 1000,
            rule.res / 1000,
            rule.cos / 1000,
            rule.limit,
        ]


def test_table_of_tactics() -> None:
    """Chapter 9: names, order and costs are those of the code."""
    rows = table("type | Chinese")
    assert [(row[0], int(row[2])) for row in rows] == [(name, tactic.cost) for name, tactic in TACTICS.items()]


def test_table_of_maps() -> None:
    """Chapter 5: planets of each map, and a label for every one."""
    rows = table("id | seats")
    assert [row[0].split(" ")[0] for row in rows] == list(maps.BUILT_IN)
    assert [int(row[2]) for row in rows] == [maps.built_in(map_id).count for map_id in maps.BUILT_IN]


def test_example_map() -> None:
    """Chapter 3: the example is a map."""
    example = re.search(r"```json\n(\{\"format\".*?)```", RULES, re.S)
    assert example is not None
    assert maps.read_map(json.loads(example[1])).errors == []


def test_options_are_described() -> None:
    """Chapters 6 and 20 name every option."""
    for option in GAME.options:
        assert f"`{option.key}`" in RULES or f'"{option.key}"' in RULES


def test_check_vectors_command(tmp_path: Path) -> None:
    """Folders and files; every mismatch is printed with file, case and field; the last line counts; 1 if any failed."""
    out = StringIO()
    call_command(
        "check_vectors", "planet_conquer", str(VECTORS / "production.json"), str(VECTORS / "match_01.json"), stdout=out
    )
    data = json.loads((VECTORS / "production.json").read_text(encoding="utf-8"))
    assert out.getvalue().splitlines() == [f"{len(data['cases']) + 1} passed, 0 failed"]
    data["cases"] = data["cases"][:3]
    data["cases"][1]["expect"]["units"] += 1
    (tmp_path / "a.json").write_text(json.dumps(data))
    (tmp_path / "b.json").write_text("{")
    (tmp_path / "c.json").write_text('{"format": 1, "kind": "poem"}')
    out = StringIO()
    with pytest.raises(SystemExit) as left:
        call_command("check_vectors", "planet_conquer", str(tmp_path), stdout=out)
    assert left.value.code == 1
    lines = out.getvalue().splitlines()
    assert lines[0].startswith(f"a.json: {data['cases'][1]['id']}: units: expected ")
    assert [line.split(":")[0] for line in lines[1:3]] == ["b.json", "c.json"]
    assert lines[-1] == "2 passed, 3 failed"
    with pytest.raises(CommandError):
        call_command("check_vectors", "planet_conquer", str(tmp_path / "nothing"))
