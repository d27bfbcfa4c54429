"""Drawing a sea: all faults at once, in words and at their places; matrices of the original with a report of what was read."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import games
from games.core import simulate
from games.core.picture import MOST_GROUND
from games.core.rng import step_rng
from games.core.text import spoken
from games.deep_blue import maps
from games.deep_blue.workshop import EMPTY, READY, WORKSHOP

SIDE = 16
BASES = [{"kind": "base", "seat": 0, "rect": [2, 2, 4, 4]}, {"kind": "base", "seat": 1, "rect": [11, 11, 13, 13]}]


def sea(*land: tuple[int, int]) -> list[str]:
    """Ocean with the land of both bases, and this."""
    cells = {(x, y) for one in BASES for x in range(one["rect"][0], one["rect"][2] + 1) for y in range(one["rect"][1], one["rect"][3] + 1)}  # fmt: skip
    return ["".join("#" if (x, y) in cells | {*land} else "." for x in range(SIDE)) for y in range(SIDE)]


def changed(**values: Any) -> dict[str, Any]:
    build = {"format": 1, "name": "", "width": SIDE, "height": SIDE, "terrain": sea(), "objects": BASES}
    return copy.deepcopy({**build, **values})


def faults(build: Any) -> list[tuple[str, str]]:
    return [(one.path, one.message) for one in WORKSHOP.judge({}, build)[1]]


def test_a_map_without_a_name_is_no_fault_and_the_normal_form_has_every_field():
    build, wrong = WORKSHOP.judge({}, changed(name="Strait"))
    assert not wrong
    assert (build["name"], build["title"], build["start_units"], build["units"]) == ("Strait", "Strait", "patrol", None)
    assert games.get("deep_blue").check_options({"map": build}, 2)["map"] == build
    assert WORKSHOP.judge({}, changed())[0]["name"] == "Untitled sea"


def test_all_faults_are_told_at_once_each_at_its_place_with_words():
    objects = [
        {"kind": "base", "seat": 0, "rect": [2, 2, 4, 4]},
        {"kind": "mine", "rect": [8, 8, 8, 8], "metal": 400},
        {"kind": "oilfield", "rect": [4, 4, 4, 4], "fuel": 99_999},
        {"kind": "mine", "rect": [4, 4, 4, 4], "metal": 5},
        {"kind": "mine", "rect": [9, 1, 9, 1]},
    ]
    assert faults(changed(objects=objects, weather=9, noise=1)) == [
        ("noise", "There is no field noise."),
        ("objects[2].fuel", "Oilfield 1: Fuel must be from 0 to 20000."),
        ("objects[4]", "A mine has metal, an oilfield has fuel."),
        ("objects[1].rect", "Mine 1: Every cell of an object must be land."),
        ("objects[3].rect", "Mine 2: Objects must not overlap."),
        ("objects", "Every seat needs exactly one base."),
        ("weather", "Weather must be from -12 to 6."),
    ]
    assert faults(EMPTY) == [("objects", "Every seat needs exactly one base.")]


def test_a_sea_that_is_not_its_own_half_turn_is_refused_because_fleets_are_placed_so():
    uneven = faults(changed(terrain=sea((8, 1))))
    assert [path for path, _ in uneven] == ["terrain"]
    assert "Choose the symmetry “half turn”" in uneven[0][1]
    assert faults(changed(terrain=sea((8, 1), (7, 14)))) == []
    both = [{**one, "seat": 0} for one in BASES]
    assert faults(changed(objects=both)) == [("objects", "Every seat needs exactly one base.")]
    mine = {"kind": "mine", "rect": [8, 1, 8, 1], "metal": 400}
    twin = {"kind": "mine", "rect": [7, 14, 7, 14], "metal": 500}
    assert [path for path, _ in faults(changed(terrain=sea((8, 1), (7, 14)), objects=[*BASES, mine, twin]))] == [
        "terrain"
    ]
    # Who places the fleets may draw what they like.
    units = [{"seat": seat, "kind": "cargo", "pos": [8 + seat, 8, 1]} for seat in (0, 1)]
    assert faults(changed(terrain=sea((8, 1)), units=units)) == []


@pytest.mark.parametrize("key", READY)
def test_maps_that_come_with_the_game_are_equally_good_for_both(key):
    ready = next(one["build"] for one in WORKSHOP.describe({})["ready"] if one["id"] == key)
    assert faults(ready) == []
    assert WORKSHOP.facts is not None
    assert spoken(WORKSHOP.facts(WORKSHOP.judge({}, ready)[0])[-1]).startswith("Both bases are equally good")
    assert WORKSHOP.judge({}, ready)[0]["terrain"] == maps.built_in(key).document["terrain"]


def test_fleets_of_a_map_that_was_drawn_lie_on_ocean():
    game = games.get("deep_blue")
    build, _ = WORKSHOP.judge({}, changed(start_units="task_force"))
    options = simulate.open_table(game, {"map": build, "deployment": "spread"}, 2, "a")
    state = game.setup(options, 2, step_rng("a", 0))
    ships = [one for one in state.elements.values() if one.kind not in ("base", "formation")]
    assert len(ships) > 4
    assert all(build["terrain"][one.y][one.x] == "." for one in ships)


def test_a_matrix_of_the_original_is_read_with_a_report():
    assert WORKSHOP.read is not None
    rows = sea()
    numbers = [[0 if letter == "." else 1 for letter in row] for row in rows]
    for document in (numbers, {"map": numbers}, {"matrix": numbers, "music": 1}, "\n".join(rows), rows):
        found = WORKSHOP.read(document)
        assert found.build["terrain"] == rows
        assert spoken(found.read[0]) == "Read: 16 by 16 cells, 18 of them land, with 0 buildings."
        assert spoken(found.left[-1]) == "The file has no buildings: put two bases on the map."
    assert "music is nothing that a map has: left out." in [
        spoken(one) for one in WORKSHOP.read({"matrix": numbers, "music": 1}).left
    ]
    assert faults({**WORKSHOP.read(numbers).build, "objects": BASES}) == []
    for wrong in (None, 3, "x", [], {}, [1, 2]):
        assert WORKSHOP.read(wrong).left and not WORKSHOP.read(wrong).read
    seen = games.get("deep_blue").preview({**games.get("deep_blue").check_options({}, 2), "map": "four_isles"})
    assert faults(WORKSHOP.read(seen).build) == []


def test_a_picture_of_the_most_varied_sea_is_not_too_large():
    assert WORKSHOP.picture is not None
    rows = ["".join("#."[(x + y) % 2] for x in range(80)) for y in range(80)]
    drawn = WORKSHOP.picture({"width": 80, "height": 80, "terrain": rows, "objects": BASES})
    assert 0 < len(drawn.shapes) <= MOST_GROUND + 4
    assert all(one.x + one.width <= 80 for one in drawn.shapes if hasattr(one, "width"))


def test_a_map_of_nothing_but_faults_tells_some_of_them():
    """Anybody may have a map judged: it takes no longer than another one."""
    assert len(faults({str(n): 1 for n in range(10_000)})) == 200
