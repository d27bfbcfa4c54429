"""Drawing a campus: all faults at once, in words and at their places; maps of another system with a report of what was read."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import games
from games.core import simulate
from games.core.rng import step_rng
from games.core.text import spoken
from games.hundred_clubs.workshop import EMPTY, READY, WORKSHOP

YARD: dict[str, Any] = {
    "name": "",
    "width": 9,
    "height": 5,
    "rows": ["DD..+..DD", "DD.~+~.DD", "TT++=++TT", "DD.~+~.DD", "DD..+..DD"],
    "starts": [[0, 2], [8, 2]],
}


def changed(**values: Any) -> dict[str, Any]:
    return {**copy.deepcopy(YARD), **values}


def faults(build: Any) -> list[tuple[str, str, str]]:
    return [(one.path, one.code, one.message) for one in WORKSHOP.judge({}, build)[1]]


def told(build: Any) -> list[str]:
    assert WORKSHOP.facts is not None
    return [spoken(one) for one in WORKSHOP.facts(WORKSHOP.judge({}, build)[0])]


def test_a_map_without_a_name_is_no_fault_and_the_normal_form_has_every_field():
    build, wrong = WORKSHOP.judge({}, YARD)
    assert not wrong
    assert build == {**YARD, "name": "Untitled campus", "overrides": [], "landmarks": []}
    assert games.get("hundred_clubs").check_options({"map": build}, 2)["map"] == build


def test_all_faults_are_told_at_once_each_at_its_place_with_words_and_no_cells():
    build = changed(
        name_zh="",
        landmarks=[{"key": "a", "name": "Gate", "at": [9, 0]}, {"key": "b", "name": "", "at": [1, 1], "note": 3}],
        overrides=[{"at": [1, 1], "members": 1001}, {"at": [1, 1], "colour": 2}],
        starts=[[0, 2], [0, 5]],
        noise=1,
    )
    build["rows"][1] = "DD.~+~.D?"
    assert faults(build) == [
        ("noise", "unknown_field", "There is no field noise."),
        ("name_zh", "out_of_range", "Name in Chinese must have from 1 to 60 characters."),
        ("rows[1]", "unknown_letter", "No kind of ground has the letter ?."),
        ("overrides[0].members", "out_of_range", "Members must be from 0 to 1000."),
        ("overrides[1].colour", "unknown_field", "There is no field overrides[1].colour."),
        ("overrides[1].at", "duplicate_override", "Special cell 2 has the cell of another one."),
        ("starts[1]", "off_board", "Birthplace 2 is not on the map."),
        ("landmarks[0].at", "off_board", "Gate is not on the map."),
        ("landmarks[1].name", "out_of_range", "Name must have from 1 to 60 characters."),
        ("landmarks[1].note", "bad_type", "What is to be known of it must be text."),
    ]


def test_a_map_of_nothing_but_faults_tells_some_of_them():
    """Anybody may have a map judged, and of one all of whose 192 KB are faults the answer had nine megabytes."""
    for many in (
        changed(starts=[[]] * 60000),
        changed(starts=[[3, 1]] * 1000),
        changed(starts=[[0, 0]] * 1000),
        changed(overrides=[{}] * 60000),
        changed(rows=[[]] * 5, landmarks=[{str(n): 1 for n in range(1000)}]),
        {str(n): 1 for n in range(1000)},
    ):
        assert len(faults(many)) == 200


def test_birthplaces_are_on_land_and_apart_and_somebody_must_find_where_to_begin():
    wet = changed(starts=[[3, 1], [0, 0], [5, 3]])
    assert faults(wet) == [
        ("starts[0]", "start_on_water", "Birthplace 1 is on water, where nobody can begin."),
        ("starts[2]", "start_on_water", "Birthplace 3 is on water, where nobody can begin."),
    ]
    assert faults(changed(starts=[[0, 0], [8, 0], [1, 1]])) == [
        ("starts[2]", "starts_too_close", "Birthplace 3 is less than 3 steps from another one.")
    ]
    assert [code for _, code, _ in faults(EMPTY)] == ["no_beginnings"]
    assert [code for _, code, _ in faults(changed(rows=["~" * 9] * 5, starts=[]))] == ["too_small", "no_beginnings"]


def test_facts_say_whether_birthplaces_are_equally_good():
    assert told(YARD) == [
        "9 by 5 cells, 41 of them land, with 178 members.",
        "2 birthplaces, at least 8 steps apart, with 60 members around each.",
        "The birthplaces are equally good: the campus looks the same from each.",
    ]
    assert told(changed(overrides=[{"at": [4, 0], "members": 9}]))[-1].startswith("The birthplaces are equally good")
    assert told(changed(overrides=[{"at": [0, 0], "members": 9}]))[-1].startswith("The campus does not look the same")
    split = changed(rows=["DD..~..DD"] * 5)
    assert "The land is in 2 parts between which there is no way." in told(split)
    bid = changed(
        starts=[], landmarks=[{"key": "a", "name": "A", "at": [0, 0]}, {"key": "b", "name": "B", "at": [8, 0]}]
    )
    assert told(bid)[-1] == "No birthplaces are marked: clubs bid for where they begin."


@pytest.mark.parametrize("key", READY)
def test_maps_to_begin_with_are_fair_or_bid_for(key):
    ready = next(one["build"] for one in WORKSHOP.describe({})["ready"] if one["id"] == key)
    assert faults(ready) == []
    assert told(ready)[-1].startswith("No birthplaces" if key == "campus" else "The birthplaces are equally good")


def test_a_table_for_a_map_with_birthplaces_begins_there_in_the_order_of_seats():
    game = games.get("hundred_clubs")
    build, _ = WORKSHOP.judge({}, YARD)
    assert WORKSHOP.seats is not None and WORKSHOP.starts is not None and WORKSHOP.suits is not None
    assert list(WORKSHOP.seats(build)) == [2] and WORKSHOP.starts(build) == 2
    # 41 cells of land are too few for two that begin 5 steps apart.
    assert WORKSHOP.suits(build) == {"starts": "drawn", "min_birth_distance": 4}
    simulate.open_table(game, {"map": build, **WORKSHOP.suits(build)}, 2, "a")
    for seed in ("a", "b", "c"):
        options = simulate.open_table(game, {"map": build, **WORKSHOP.fixed}, 2, seed)
        state = game.setup(options, 2, step_rng(seed, 0))
        assert [state.capital[0], state.capital[1]] == [2 * 9, 2 * 9 + 8]
        assert state.phase == "rounds"


def column_major(width: int, height: int, cell: Any) -> list[list[Any]]:
    return [[cell(x, y) for y in range(height)] for x in range(width)]


NAMES = {"D": "宿舍", "T": "教学楼", ".": "草坪", "+": "道路", "=": "桥", "~": "水"}


def theirs(defence_of_roads: int = 10) -> dict[str, Any]:
    """The yard as the system writes maps that the game comes from."""
    from games.hundred_clubs.constants import TERRAIN

    def ground(x: int, y: int) -> dict[str, Any]:
        letter = YARD["rows"][y][x]
        kind = TERRAIN[letter]
        defence = {"+": defence_of_roads, "~": 1000}.get(letter, kind.def_)
        return {"Name": NAMES[letter], "Attack": kind.atk, "Defense": defence, "Effect": 0, "LandColor": "Green"}

    members = column_major(9, 5, lambda x, y: TERRAIN[YARD["rows"][y][x]].members)
    return {"rows": 5, "cols": 9, "resources": members, "landscape": column_major(9, 5, ground)}


def test_json_of_the_other_system_is_read_with_a_report():
    assert WORKSHOP.read is not None
    found = WORKSHOP.read({**theirs(), "music": 1})
    assert found.build["rows"] == YARD["rows"] and found.build["overrides"] == []
    assert [spoken(one) for one in (*found.read, *found.left)] == [
        "Read: 9 by 5 cells, birthplaces: 0, places with names: 0, special cells: 0.",
        "music is nothing that a map has: left out.",
        "The file marks no birthplaces: mark them on the map.",
    ]
    other = WORKSHOP.read(theirs(defence_of_roads=0)).build
    assert other["rows"] == YARD["rows"]
    assert other["overrides"] == [
        {"at": [x, y], "def": 0} for y, row in enumerate(YARD["rows"]) for x, letter in enumerate(row) if letter == "+"
    ]
    assert faults({**other, "starts": YARD["starts"]}) == []


def test_tables_of_numbers_of_the_other_system_are_read():
    from games.hundred_clubs.constants import TERRAIN

    kinds = [TERRAIN[letter] for row in YARD["rows"] for letter in row]
    tables = [[kind.members for kind in kinds], [kind.atk for kind in kinds], [kind.def_ for kind in kinds]]
    text = "9 5 " + " ".join(str(number) for table in tables for number in table)
    assert WORKSHOP.read is not None
    assert WORKSHOP.read(text).build["rows"] == YARD["rows"]
    short = WORKSHOP.read("3 3 " + "1 " * 9)
    assert short.build["rows"] == ["..."] * 3
    assert spoken(short.left[0]) == "Cells without three whole numbers: 9."
    for wrong in ("2 2 1 1 1 1", "9 5 1", "x y", "", [], None, {"rows": 5}):
        assert WORKSHOP.read(wrong).left


def test_a_map_out_of_a_view_or_without_a_size_is_read():
    assert WORKSHOP.read is not None
    game = games.get("hundred_clubs")
    seen = game.preview(game.check_options({"map": YARD | {"name": "Yard"}}, 2))
    assert WORKSHOP.judge({}, WORKSHOP.read(seen).build)[0]["name"] == "Yard"
    bare = {"name": "Yard", "rows": YARD["rows"], "starts": YARD["starts"], "terrain": {}}
    found = WORKSHOP.read(bare)
    assert faults(found.build) == [] and not found.left
