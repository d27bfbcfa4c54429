"""Chapters 2 and 16: options, maps, generator, first state, symmetry."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from games.core.errors import OptionError
from games.core.rng import SeededRng
from games.deep_blue import GAME, maps
from games.deep_blue.board import planar
from games.deep_blue.checks import invariants
from games.deep_blue.constants import START_UNITS
from games.deep_blue.generator import Wish, generate
from games.deep_blue.state import State
from tests.games.deep_blue.boards import Dice


def begin(**options: Any) -> State:
    return GAME.setup(GAME.check_options(options, 2), 2, SeededRng("setup"))


@pytest.mark.parametrize("name", list(maps.BUILT_IN))
def test_built_in_maps_are_symmetric(name: str) -> None:
    """16: turned by 180 degrees terrain and objects are the same."""
    document = maps.built_in(name).document
    last = document["width"] - 1
    assert document["terrain"] == [row[::-1] for row in document["terrain"][::-1]]
    rects = {(one["kind"], *one["rect"]) for one in document["objects"]}
    assert rects == {(kind, last - x1, last - y1, last - x0, last - y0) for kind, x0, y0, x1, y1 in rects}
    assert maps.read_map(document) == document


@pytest.mark.parametrize("start", list(START_UNITS))
def test_start_units(start: str) -> None:
    """2: both fleets alike, turned by 180 degrees; full of everything; islands empty."""
    state = begin(start_units=start)
    invariants(state)
    own = [[one for one in state.elements.values() if one.is_unit and one.seat == seat] for seat in (0, 1)]
    assert len(own[0]) == len(START_UNITS[start])
    turned = {(one.kind, 23 - one.x, 23 - one.y, one.planes) for one in own[1]}
    assert {(one.kind, one.x, one.y, one.planes) for one in own[0]} == turned
    assert all((one.health, one.fuel, one.ammo) == (one.health_max, one.fuel_max, one.ammo_max) for one in own[0])
    assert state.base(0).metal == 200
    assert all((one.fuel, one.ammo) == (0, 0) for one in state.elements.values() if one.kind == "island")


@pytest.mark.parametrize("name", list(maps.BUILT_IN))
def test_a_spread_fleet_lies_in_water_of_its_own_and_its_planes_over_the_base(name: str) -> None:
    """2: both fleets alike, turned by 180 degrees; destroyers nearer to the enemy than cargo ships."""
    state = begin(map=name, start_units="fleet", deployment="spread")
    invariants(state)
    own, his = ([one for one in state.elements.values() if one.is_unit and one.seat == seat] for seat in (0, 1))
    last = state.chart.board.width - 1
    assert {(one.kind, last - one.x, last - one.y) for one in his} == {(one.kind, one.x, one.y) for one in own}
    ships = [one for one in own if one.planes is None]
    gaps = [max(abs(a.x - b.x), abs(a.y - b.y)) for a in ships for b in ships if a is not b]
    assert min(gaps) >= 2
    x0, y0, x1, y1 = state.chart.base(0)
    assert all(x0 <= one.x <= x1 and y0 <= one.y <= y1 for one in own if one.planes is not None)
    far = {
        kind: [planar((one.x, one.y) * 2, state.chart.base(1)) for one in ships if one.kind == kind]
        for kind in ("destroyer", "cargo")
    }
    assert sum(far["destroyer"]) < sum(far["cargo"])


@pytest.mark.parametrize("key", list(GAME.presets))
def test_what_people_play_first_begins_spread_and_only_the_letter_of_the_rules_in_a_pile(key: str) -> None:
    """2: no ship of a preset lies beside another; *As designed* fills the cells nearest to the base."""
    state = begin(**GAME.presets[key].options)
    ships = [one for one in state.own(0) if one.is_unit and one.planes is None]
    gaps = [max(abs(a.x - b.x), abs(a.y - b.y)) for a in ships for b in ships if a is not b]
    assert (min(gaps) >= 2) == (key != "seed")


def test_free_islands_may_be_weak_and_are_whole_once_taken() -> None:
    state = begin(island_health=90)
    assert {one.health for one in state.elements.values() if one.kind == "island"} == {90}
    shown = [one for one in GAME.view(state, 0)["elements"] if one["kind"] == "island"]
    assert {one["health"] for one in shown} == {90}


def test_options_that_came_later_are_told_only_where_they_are_used() -> None:
    """Old matches stay as they were, byte for byte."""
    plain, new = begin(), begin(deployment="spread", island_health=90)
    assert not {"deployment", "island_health"} & set(GAME.view(plain, 0)["options"])
    assert {"deployment", "island_health"} <= set(GAME.view(new, 0)["options"])
    for state in (plain, new):
        assert GAME.to_json(GAME.from_json(GAME.to_json(state))) == GAME.to_json(state)


def test_oil_factor() -> None:
    """18.2."""
    one, three = (
        sum(oil.fuel for oil in begin(oil_factor=factor).elements.values() if oil.kind == "oilfield")
        for factor in (1, 3)
    )
    assert three == 3 * one


def test_ids_leak_nothing() -> None:
    """1: no order, all different, from 100 to 9999."""
    ids = list(begin(start_units="fleet").elements)
    assert len(set(ids)) == len(ids) and min(ids) >= 100 and max(ids) <= 9999
    assert max(ids) - min(ids) > 2000


@pytest.mark.parametrize("size", [16, 24, 41, 80])
def test_generated_maps(size: int) -> None:
    """16: valid, symmetric, as much land as asked for, the same for the same seed."""
    wish = Wish(size, 12, 1 if size < 20 else 3, size == 41)
    document = generate(wish, 7, SeededRng("a"))
    assert document == generate(wish, 7, SeededRng("b"))
    assert document["terrain"] == [row[::-1] for row in document["terrain"][::-1]]
    kinds = [one["kind"] for one in document["objects"]]
    assert (kinds.count("mine"), kinds.count("oilfield"), kinds.count("base")) == (4, 4, 2)
    assert kinds.count("island") == 2 * wish.island_pairs + wish.center_island


BAD: list[tuple[str, Any]] = [
    ("map", {"map": "nowhere"}),
    ("map.width", {"map": {"width": 5}}),
    ("map.terrain", {"map": {"terrain": ["."]}}),
    ("map.objects", {"map": {"objects": []}}),
    ("map.objects[0].rect", {"map": {"objects": [{"kind": "base", "seat": 0, "rect": [0, 0, 1, 1]}]}}),
    ("map.units[0].planes", {"map": {"units": [{"kind": "formation", "seat": 0, "pos": [0, 0, 2]}]}}),
    ("map.units[0].pos", {"map": {"units": [{"kind": "cargo", "seat": 0, "pos": [3, 3, 1]}]}}),
    ("stalemate_rounds", {"stalemate_rounds": 5}),
    ("weather", {"weather": 7}),
    ("ruleset", {"ruleset": "classic"}),
]


@pytest.mark.parametrize(("path", "options"), BAD)
def test_bad_options_name_their_place(path: str, options: dict[str, Any]) -> None:
    document = copy.deepcopy(maps.built_in("mirror_cove").document)
    if isinstance(options.get("map"), dict):
        options = {"map": {**document, **options["map"]}}
    with pytest.raises(OptionError) as refused:
        GAME.check_options(options, 2)
    assert refused.value.path == path


def turned(state: State, orders: Any) -> Any:
    """The orders of seat 0 for seat 1 on a map turned by 180 degrees."""
    last = state.chart.board.width - 1
    twin = {(one.kind, one.x + one.wide, one.y + one.tall): one.id for one in state.elements.values() if one.seat == 0}
    pairs = {
        number: next(
            one.id
            for one in state.elements.values()
            if one.seat == 1 and (one.kind, one.x, one.y) == (kind, last - x, last - y)
        )
        for (kind, x, y), number in twin.items()
    }
    return {
        "units": {
            str(pairs[int(key)]): {"move": [last - given["move"][0], last - given["move"][1]]}
            for key, given in orders["units"].items()
        }
    }


def test_mirrored_orders_give_the_mirrored_position() -> None:
    """12: on a symmetric map without chance; straight courses, so that no tie of directions matters."""
    state = begin(map="open_ocean", start_units="patrol")
    for _ in range(3):
        moves = {str(one.id): {"move": [one.x, 32]} for one in state.own(0) if one.is_unit}
        orders = {"units": moves}
        state, _ = GAME.resolve(state, {0: orders, 1: turned(state, orders)}, Dice())
        invariants(state)
    places = [sorted((one.kind, one.x, one.y, one.fuel) for one in state.own(seat) if one.is_unit) for seat in (0, 1)]
    last = state.chart.board.width - 1
    assert places[0] == sorted((kind, last - x, last - y, fuel) for kind, x, y, fuel in places[1])
    assert state.tallies[0] == state.tallies[1]
