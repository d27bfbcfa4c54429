"""What does the forecast say needs the person, and in which order, on small boards where it can be reckoned by hand (10, Forecast)?"""

from __future__ import annotations

from typing import Any

from games.deep_blue.memory import refresh
from games.deep_blue.state import State
from tests.games.deep_blue.boards import BASE0, MINE0, go, sea, unit
from tests.games.deep_blue.test_forecast import codes, foretold


def test_attention_begins_with_what_burns() -> None:
    state = sea(
        ("destroyer", 0, 5, 12),
        ("destroyer", 0, 16, 12),
        ((4, 2, 3, 1), 0, 12, 12),
        ("submarine", 0, 6, 6),
        ("cargo", 0, 9, 16),
    )
    unit(state, 1).ammo, unit(state, 2).fuel, unit(state, 3).fuel, unit(state, 4).health = 0, 0, 12, 5
    found = foretold(state)["attention"]
    assert [(one["code"], one["id"]) for one in found] == [
        ("low_fuel", 3), ("adrift", 2), ("no_ammo", 1), ("damaged_near_base", 4),
        ("idle", 1), ("idle", 2), ("idle", 3), ("idle", 4), ("idle", 5), ("idle_yard", BASE0),
    ]  # fmt: skip
    seen_to = {
        5: {"standing": {"type": "collect_run", "target": MINE0}},
        4: {"move": [5, 4]},
        BASE0: {"command": {"type": "repair", "target": 4}},
    }
    left = foretold(state, seen_to)["attention"]
    assert ("idle", 5) not in [(one["code"], one["id"]) for one in left]
    assert "damaged_near_base" not in codes(left)


def test_the_yard_is_not_idle_while_nothing_that_it_builds_has_room() -> None:
    fleet = [("carrier", 0, 8 + i, 12) for i in range(5)]
    for cap, is_idle in ((10, False), (60, True)):
        assert ("idle_yard" in codes(foretold(sea(*fleet, population_cap=cap))["attention"])) is is_idle


def test_of_metal_is_told_only_while_it_can_be_of_use() -> None:
    """Five carriers count 20: in 21 only a cargo ship has room, which no fleet needs for that."""
    fleet = [("carrier", 0, 8 + i, 12) for i in range(5)]
    assert "idle_yard" not in codes(foretold(sea(*fleet, population_cap=21))["attention"])
    (line,) = (one for one in foretold(sea(*fleet, population_cap=22))["attention"] if one["code"] == "idle_yard")
    assert line["population"] == [20, 22]
    # What leaves the yard in this round is still being built, and what finds room is no metal too much.
    state, _ = go(sea(), {"production": [{"kind": "destroyer"}]})
    while state.queues[0]:
        assert "idle_yard" not in codes(foretold(state)["attention"])
        state, _ = go(state)
    assert "idle_yard" in codes(foretold(state)["attention"])


def test_ammo_is_told_while_there_is_time_to_fetch_some() -> None:
    """A destroyer pays 4 for each of its two strikes: 16 last for two rounds."""

    def left(ammo: int, orders: Any = None, x: int = 8) -> list[int]:
        state = sea(("destroyer", 0, x, 8))
        unit(state, 1).ammo = ammo
        return [one["rounds"] for one in foretold(state, orders)["attention"] if one["code"] == "low_ammo"]

    assert [left(ammo) for ammo in (17, 16, 8, 1, 0)] == [[], [2], [1], [1], []]
    assert left(8, {1: {"move": [3, 3]}}, x=16) == [], "it is on its way to the base"
    # Whoever has no guns needs none.
    cargo = sea(("cargo", 0, 8, 8))
    unit(cargo, 1).ammo = 1
    assert "low_ammo" not in codes(foretold(cargo)["attention"])


def test_whoever_is_dry_is_told_who_can_supply_it_at_sea() -> None:
    """A cargo ship two cells away holds 120 of ammo; of its fuel it keeps what its way home takes."""
    state = sea(("destroyer", 0, 12, 12), ("cargo", 0, 14, 12), ("cargo", 0, 23, 12))
    unit(state, 1).ammo, unit(state, 1).fuel = 0, 3
    (dry,) = (one for one in foretold(state)["attention"] if one["code"] == "no_ammo")
    assert dry["near"] == {"id": 2, "apart": 2, "gives": 40}, "as much as it has room for"
    (low,) = (one for one in foretold(state)["attention"] if one["code"] == "low_fuel")
    assert low["near"] == {"id": 2, "apart": 2, "gives": 147}
    # Who is about to be filled needs no word, and who serves somebody else is not proposed.
    served = foretold(state, {2: {"command": {"type": "supply", "target": 1}, "move": [13, 12]}})["attention"]
    assert not {"no_ammo", "low_fuel"} & {one["code"] for one in served if one["id"] == 1}
    busy = foretold(state, {2: {"command": {"type": "supply", "target": 3}}})["attention"]
    (far,) = (one["near"] for one in busy if one["code"] == "no_ammo")
    assert far == {"id": 3, "apart": 11, "gives": 40, "runs": True}, "one that is free, farther away"
    unit(state, 2).ammo = unit(state, 3).ammo = 0
    assert all("near" not in one for one in foretold(state)["attention"] if one["code"] == "no_ammo")


def test_whoever_is_dry_far_from_the_base_is_told_who_is_free_to_run_to_it() -> None:
    state = sea(("destroyer", 0, 12, 12), ("cargo", 0, 9, 3), ("cargo", 0, 23, 20), round_limit=16)
    unit(state, 1).ammo = unit(state, 3).ammo = 0

    def dry(orders: Any = None) -> Any:
        return next((one for one in foretold(state, orders)["attention"] if one["code"] == "no_ammo"), None)

    assert dry()["near"] == {"id": 2, "apart": 12, "gives": 40, "runs": True}, "who has none is not proposed"
    run = {"standing": {"type": "supply_run", "unit": 1}}
    assert dry({2: run}) is None, "somebody comes"
    # A ship that brings metal home is busy while the base has room.
    haul = {2: {"standing": {"type": "collect_run", "target": MINE0}}}
    unit(state, BASE0).metal = 100
    assert "near" not in dry(haul)
    unit(state, BASE0).metal = 200
    assert dry(haul)["near"]["id"] == 2
    # What comes after the last round is of no use.
    state.round = 15
    assert "near" not in dry()


def test_whoever_comes_to_the_base_dry_is_filled_there_in_the_same_round() -> None:
    x, y = 5, 3
    state = sea(("destroyer", 0, x + 3, y))
    unit(state, 1).ammo = 0
    home = {1: {"move": [x, y]}}
    (line,) = (one for one in foretold(state, home)["attention"] if one["code"] == "no_ammo")
    assert line["near"]["id"] == BASE0 and line["near"]["gives"] == 40
    fills = {BASE0: {"command": {"type": "repair", "target": 1}}}
    assert "no_ammo" not in codes(foretold(state, {**home, **fills})["attention"])


def test_in_the_last_round_only_what_still_pays_is_told() -> None:
    ships = [("destroyer", 0, 8, 12), ("cruiser", 1, 12, 12), ("cargo", 0, 8, 3), ("submarine", 0, 6, 6)]
    state = sea(*ships, round_limit=10)
    unit(state, 1).fuel, unit(state, 3).metal = 4, 0
    assert {"low_fuel", "idle_yard"} <= set(codes(foretold(state)["attention"]))
    state.round = 10
    last = [(one["code"], one["id"]) for one in foretold(state)["attention"]]
    assert last == [("in_reach", 1), ("idle", 3)], "what a mine gives is a point in this round, too"


def test_the_yard_is_told_of_while_what_it_builds_can_still_do_something() -> None:
    """The quickest ship takes two rounds."""
    for now, is_told in ((8, True), (9, False)):
        state = sea(round_limit=10)
        state.round = now
        assert ("idle_yard" in codes(foretold(state)["attention"])) is is_told
    # A base that has no room for more metal says so even while it builds.
    state = sea()
    unit(state, BASE0).metal = 200
    cruiser = {"production": [{"kind": "cruiser"}]}
    state, _ = go(state, cruiser)
    assert "idle_yard" not in codes(foretold(state)["attention"])
    unit(state, BASE0).metal = 200
    (line,) = (one for one in foretold(state)["attention"] if one["code"] == "idle_yard")
    assert line["full"] is True
    assert "idle_yard" not in codes(foretold(state, cruiser)["attention"])


def in_reach(state: State, *orders: Any) -> list[tuple[int, int]]:
    return [(one["id"], one["target"]) for one in foretold(state, *orders)["attention"] if one["code"] == "in_reach"]


def test_whoever_could_fire_and_is_not_ordered_to_is_told_its_nearest_target() -> None:
    state = sea(("destroyer", 0, 8, 12), ("cruiser", 1, 13, 12), ("destroyer", 1, 12, 12), ("cargo", 0, 9, 12))
    assert in_reach(state) == [(1, 3)]
    # On its way it may fire, too; who is told to fire, or has nothing left to fire with, needs no word.
    assert in_reach(state, {1: {"move": [8, 14]}}) == [(1, 3)]
    assert in_reach(state, {1: {"command": {"type": "attack", "target": 2}}}) == []
    unit(state, 1).ammo = 0
    assert in_reach(state) == []
    # What it does not see itself it cannot aim at.
    assert in_reach(sea(("destroyer", 0, 8, 12), ("destroyer", 1, 12, 12), weather=-8)) == []


def test_an_enemy_that_shoots_back_comes_before_a_building_that_is_nearer() -> None:
    x, y = _beside_free_island()
    state = sea(("destroyer", 0, x, y), ("destroyer", 1, x, y + 4))
    island = next(one for one in state.elements.values() if one.is_free_island and (one.x, one.y) == (x + 2, y))
    island.seat = 1
    refresh(state)
    assert in_reach(state)[0] == (1, 2)


def test_a_free_island_is_a_target_for_who_has_nothing_to_do() -> None:
    state = sea(("destroyer", 0, *_beside_free_island()))
    ((who, target),) = in_reach(state)
    assert who == 1 and state.elements[target].is_free_island
    assert in_reach(state, {1: {"move": [5, 12]}}) == []


def test_an_island_that_falls_now_comes_before_enemies_and_is_told_with_its_chance() -> None:
    x, y = _beside_free_island()
    units = [("battleship", 0, x, y), ("cruiser", 0, x - 1, y), ("cruiser", 1, x, y + 4)]
    state = sea(*units)
    island = next(one for one in state.elements.values() if one.is_free_island and (one.x, one.y) == (x + 2, y))
    island.health = 10
    refresh(state)
    lines = [one for one in foretold(state)["attention"] if one["code"] == "in_reach" and one["id"] in (1, 2)]
    assert [one["target"] for one in lines] == [island.id, island.id], "the enemy would finish it"
    assert {(one["takes"], one["likely"], one["rival"]) for one in lines} == {(99, True, 3)}
    # Who fires at somebody else does not count; who fires at it already does.
    order = {1: {"command": {"type": "attack", "target": 3}}}
    assert [line["takes"] for line in foretold(state, order)["attention"] if "takes" in line] == [88]
    order = {2: {"command": {"type": "attack", "target": island.id}}}
    assert [line["takes"] for line in foretold(state, order)["attention"] if "takes" in line] == [99]
    # Whole, it stands, and enemies come first.
    island.health = 90
    refresh(state)
    assert in_reach(state)[:2] == [(1, 3), (2, 3)]


def test_a_target_for_which_those_who_are_ordered_are_enough_needs_nobody_else() -> None:
    x, y = _beside_free_island()
    state = sea(("battleship", 0, x, y), ("cruiser", 0, x - 1, y))
    island = next(one for one in state.elements.values() if one.is_free_island and (one.x, one.y) == (x + 2, y))
    for health, is_enough in ((1, True), (60, False)):
        island.health = health
        refresh(state)
        order = {1: {"command": {"type": "attack", "target": island.id}}}
        (report,) = (one["attack"] for one in foretold(state, order)["units"].values() if one["attack"])
        assert (report["sinks"] >= 90) is is_enough
        assert ((2, island.id) not in in_reach(state, order)) is is_enough


def _beside_free_island() -> tuple[int, int]:
    """A cell of water two steps left of an island that nobody holds."""
    state = sea()
    x, y = next((one.x, one.y) for one in state.elements.values() if one.is_free_island)
    return x - 2, y
