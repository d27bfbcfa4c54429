"""Drawing a map of aether: all faults at once, in words and at their places; other layouts with a report of what was read; sides in the order of seats."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import games
from games.core.picture import Mark
from games.core.rng import SeededRng
from games.core.text import spoken
from games.cosmos import maps
from games.cosmos.constants import PLANET
from games.cosmos.maps import SEATS, fair_seats
from games.cosmos.symmetry import SIZES, images
from games.cosmos.workshop import DRAWING, EMPTY, READY, WORKSHOP

SIDE = 32
HOMES = [{"x": 4, "y": 5, "side": 0, "energy": 150}, {"x": 27, "y": 26, "side": 1, "energy": 150}]


def changed(**values: Any) -> dict[str, Any]:
    return copy.deepcopy({**EMPTY, "planets": HOMES, **values})


def faults(build: Any) -> list[tuple[str, str]]:
    return [(one.path, one.message) for one in WORKSHOP.judge({}, build)[1]]


def test_a_map_without_a_name_is_no_fault_and_a_table_takes_it_as_it_is():
    build, wrong = WORKSHOP.judge({}, changed(name="Two homes"))
    assert not wrong
    assert build == changed(name="Two homes")
    assert games.get("cosmos").check_options({"map": build}, 2)["map"] == build
    assert WORKSHOP.judge({}, changed())[0]["name"] == "Untitled map"


def test_all_faults_are_told_at_once_each_at_its_place_with_words():
    planets = [
        *HOMES,
        {"x": 4, "y": 5, "side": None, "energy": 100},
        {"x": 40, "y": 3, "side": None, "energy": 100},
        {"x": 9, "y": 9, "side": None, "energy": 5},
        {"x": 9, "y": 10, "side": 0, "energy": 20},
        {"x": 9, "y": 11, "side": 2, "energy": 150},
        {"x": 9, "y": 12, "side": None},
    ]
    aether = [[300] * SIDE for _ in range(SIDE)]
    aether[1] = [300] * 31
    aether[2][7] = 1001
    assert faults(changed(planets=planets, aether=aether, weather=9)) == [
        ("weather", "There is no field weather."),
        ("aether[1]", "The aether must have 32 entries."),
        ("aether[2][7]", "The aether must be from 100 to 1000."),
        ("planets[2]", "Neutral planet 1 is on the tile of another planet."),
        ("planets[3].x", "Neutral planet 2 is not on the map."),
        ("planets[4].energy", "Neutral planet 3: Energy must be from 20 to 500."),
        ("planets[5].energy", "Start planet 3: Energy must be from 150 to 150."),
        ("planets[6].side", "Start planet 4: Side of the map must be from 0 to 1."),
        ("planets[7].energy", "Neutral planet 4: The field Energy is missing."),
    ]
    assert faults(EMPTY) == [("planets", "A map has 1 to 3 planets for each side and at most 8 neutral ones.")]


def test_what_is_not_the_same_on_all_sides_is_told_for_each_planet_and_once_for_the_aether():
    aether = [[300] * SIDE for _ in range(SIDE)]
    aether[3][3] = 500
    alone = {"x": 9, "y": 9, "side": None, "energy": 40}
    told = faults(changed(planets=[*HOMES, alone], aether=aether))
    assert [path for path, _ in told] == ["aether", "planets[2]"]
    assert told[0][1].startswith("The aether is not the same on all sides.")
    assert told[1][1].startswith("Neutral planet 1 has no equal planet in its place on each other side.")
    middle = {"x": 4, "y": 5, "side": 0, "energy": 150}
    assert faults(changed(width=33, height=33, symmetry="mirror_x", aether=[[300] * 33] * 33, planets=[{**middle, "x": 16}])) == [
        ("planets[0]", "Start planet 1 stands where the map is its own image, so that several sides would have it. Move it.")
    ]  # fmt: skip
    assert faults(changed(symmetry="spiral"))[0] == ("symmetry", "The map names no symmetry that is known. Choose one.")
    wide = changed(width=40, aether=[[300] * 40] * 32, symmetry="rotate_90")
    assert faults(wide)[0] == ("symmetry", "This symmetry needs a map that is as wide as it is high.")


def test_sides_follow_the_order_in_which_the_page_puts_images():
    """The orders of `static/kit/drawing/grid_symmetry.js`, which a page follows: what it puts has no fault."""
    order = {
        "half": [(4, 5), (27, 26)], "mirror": [(4, 5), (27, 5)], "flip": [(4, 5), (4, 26)], "both": [(4, 5), (27, 5), (27, 26), (4, 26)],
        "quarter": [(4, 5), (26, 4), (27, 26), (5, 27)],
        "eight": [(4, 5), (26, 4), (27, 26), (5, 27), (5, 4), (27, 5), (26, 27), (4, 26)],
    }  # fmt: skip
    for name, group in DRAWING.symmetries:
        assert images(group, SIDE, SIDE, 4, 5) == order[name]
        planets = [{"x": x, "y": y, "side": side, "energy": 150} for side, (x, y) in enumerate(order[name])]
        assert faults(changed(symmetry=group, planets=planets)) == []


@pytest.mark.parametrize("key", READY)
def test_maps_that_come_with_the_game_can_be_drawn_on(key):
    ready = next(one["build"] for one in WORKSHOP.describe({})["ready"] if one["id"] == key)
    assert faults(ready) == []
    assert ready["aether"] == maps.built_in(key)["aether"]
    assert tuple(fair_seats(ready["symmetry"])) == SEATS[key]
    assert WORKSHOP.facts is not None and WORKSHOP.picture is not None
    told = [spoken(one) for one in WORKSHOP.facts(ready)]
    assert told[0].startswith(f"{ready['width']} by {ready['height']} tiles, for {SEATS[key][0]} ")
    marks = [one for one in WORKSHOP.picture(ready).shapes if isinstance(one, Mark)]
    assert [one.seat for one in marks] == list(range(SIZES[ready["symmetry"]]))
    # North is at the top.
    assert marks[0].y == ready["height"] - ready["planets"][0]["y"] - 0.5


def test_rows_of_densities_are_read_with_a_report():
    assert WORKSHOP.read is not None
    shares = [[0.3] * SIDE for _ in range(SIDE)]
    for document in (shares, {"aether": shares}, {"map": {"aether": shares}}, {"aether": EMPTY["aether"], "music": 1}):
        found = WORKSHOP.read(document)
        assert found.build["aether"] == EMPTY["aether"]
        assert spoken(found.read[0]) == "Read: 32 by 32 tiles, 0 start planets and 0 neutral ones."
        assert spoken(found.left[-1]) == "The file has no planets: put them on the map."
    assert "music is nothing that a map has: left out." in [spoken(one) for one in found.left]
    whole = WORKSHOP.read(changed(name="Mine"))
    assert (whole.build, whole.left) == (changed(name="Mine"), [])
    assert spoken(whole.read[0]) == "Read: 32 by 32 tiles, 2 start planets and 0 neutral ones."
    uneven = WORKSHOP.read([[300, 300], [300]])
    assert "The rows of the aether are not equally long." in [spoken(one) for one in uneven.left]
    for wrong in (None, 3, "x", [], {}, [1, 2], {"aether": [["x"]]}):
        assert WORKSHOP.read(wrong).left and not WORKSHOP.read(wrong).read
    game = games.get("cosmos")
    seen = game.preview(game.check_options({"map": "pinwheel"}, 4))
    assert faults(WORKSHOP.read(seen).build) == []


def test_a_map_of_nothing_but_faults_tells_some_of_them():
    """Anybody may have a map judged: it takes no longer than another one."""
    assert len(faults({str(n): 1 for n in range(10_000)})) == 200
    assert len(faults(changed(planets=[{}] * 5000))) == 200


@pytest.mark.parametrize("group", SIZES)
def test_checks_put_seats_on_the_sides_in_their_order_and_nothing_else_changes(group):
    game, seats = games.get("cosmos"), SIZES[group]
    spot = images(group, SIDE, SIDE, 4, 9)
    build = changed(
        symmetry=group, planets=[{"x": x, "y": y, "side": i, "energy": 150} for i, (x, y) in enumerate(spot)]
    )

    def homes(options: dict[str, Any], seed: str) -> dict[int, tuple[int, int]]:
        state = game.setup({"map": build, **options}, seats, SeededRng(seed))
        planets = (one for one in state.entities.values() if one.kind == PLANET)
        return {one.seat: tuple(state.geometry.xy[one.at]) for one in planets}

    for seed in ("a", "b", "c"):
        assert homes(dict(WORKSHOP.fixed), seed) == dict(enumerate(spot))
        assert set(homes({}, seed).values()) == set(spot)
    drawn = game.setup({"map": build}, seats, SeededRng("a"))
    assert "fixed_sides" not in drawn.options
