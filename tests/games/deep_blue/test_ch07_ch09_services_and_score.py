"""Chapters 7 to 9: supply, repair, collecting, blasts, production, score and end; the tuning options of 18.2."""

from __future__ import annotations

import pytest

from games.deep_blue import GAME
from games.deep_blue.state import State
from tests.games.deep_blue.boards import BASE0, BASE1, ISLAND0, MINE0, OIL0, Dice, attack, go, look, sea, told, unit


def command(kind: str, target: int, **more: object) -> dict[str, object]:
    return {"command": {"type": kind, "target": target, **more}}


def test_supply_keeps_to_limits_stock_and_room() -> None:
    """7: metal only from cargo, to base, island and cargo."""
    state = sea(("cargo", 0, 5, 3))
    unit(state, BASE0).fuel, unit(state, BASE0).metal = 1900, 190
    after, events = go(state, {1: command("supply", BASE0, fuel=60)})
    assert (unit(after, BASE0).fuel, unit(after, BASE0).metal) == (1960, 200)
    assert (unit(after, 1).fuel, unit(after, 1).metal, unit(after, 1).ammo) == (240, 40, 120)
    assert told(events, "supply")[0]["metal"] == 10


def test_supply_after_moving() -> None:
    """3: commands but attacks come after the movement."""
    state = sea(("carrier", 0, 8, 12), ("destroyer", 0, 12, 12))
    unit(state, 2).ammo = 10
    after, _ = go(state, {1: {"move": [11, 12], **command("supply", 2, fuel=0)}})
    assert (unit(after, 2).ammo, unit(after, 1).ammo) == (40, 120)


def test_a_command_out_of_range_fails() -> None:
    """7: given up with an event for the owner."""
    state = sea(("carrier", 0, 8, 12), ("destroyer", 0, 12, 12))
    after, events = go(state, {1: command("supply", 2)})
    failed = told(events, "command_failed")[0]
    assert (failed["reason"], failed["to"]) == ("out_of_range", [0])
    assert unit(after, 2).fuel == 150


def test_base_and_island_hand_out_no_metal() -> None:
    state = sea(("cargo", 0, 5, 3))
    unit(state, 1).metal = unit(state, 1).fuel = 0
    after, _ = go(state, {BASE0: command("supply", 1)})
    assert (unit(after, 1).fuel, unit(after, 1).metal) == (300, 0)


def test_collecting() -> None:
    """7: up to the free capacity; what comes from mines and oilfields scores."""
    state = sea(("cargo", 0, 8, 2), ("cargo", 0, 2, 8))
    unit(state, 1).metal, unit(state, 2).fuel = 7, 100
    after, _ = go(state, {1: command("collect", MINE0), 2: command("collect", OIL0)})
    assert (unit(after, 1).metal, unit(after, MINE0).metal) == (50, 357)
    assert (unit(after, 2).fuel, unit(after, OIL0).fuel) == (300, 600)
    assert (after.tallies[0].metal, after.tallies[0].fuel, after.scores()[0]) == (43, 200, 41)


def test_every_unit_collected_is_a_point_as_designed() -> None:
    """9: `score_scale`; the view says how much of a stock is a point."""
    state = sea(("cargo", 0, 8, 2), ("cargo", 0, 2, 8), score_scale=True)
    unit(state, 1).metal, unit(state, 2).fuel = 7, 100
    after, events = go(state, {1: command("collect", MINE0), 2: command("collect", OIL0)})
    assert after.scores() == [243, 0]
    assert [event["score"] for event in told(events, "score")] == [243, 0]
    assert GAME.view(after, 0)["tables"]["per_point"] == {"fuel": 1, "metal": 1}


def test_collectors_of_one_resource_draw_lots() -> None:
    """7: several at one resource go in shuffled order, also of both seats."""
    state = sea(("cargo", 0, 8, 2), ("cargo", 1, 7, 3))
    unit(state, MINE0).metal = 30
    unit(state, 1).metal = unit(state, 2).metal = 0

    class Turned(Dice):
        def shuffle(self, items: list[object]) -> None:  # type: ignore[override]
            items.reverse()

    look(state)
    after, _ = go(state, {1: command("collect", MINE0)}, {2: command("collect", MINE0)}, rng=Turned())
    assert (unit(after, 1).metal, unit(after, 2).metal) == (0, 30)


def test_collecting_from_an_island() -> None:
    """7: cargo takes fuel, ammo and metal, a carrier no metal; neither scores."""
    for kind, metal in (("cargo", 25), ("carrier", 0)):
        state = sea((kind, 0, 10, 2))
        island = unit(state, ISLAND0)
        island.seat, island.fuel, island.ammo, island.metal = 0, 50, 30, 25
        one = unit(state, 1)
        one.fuel = one.ammo = one.metal = 0
        after, _ = go(state, {1: command("collect", ISLAND0)})
        assert (unit(after, 1).fuel, unit(after, 1).ammo, unit(after, 1).metal) == (50, 30, metal)
        assert after.tallies[0].fuel == 0


def test_blasts_are_simultaneous() -> None:
    """7: both explode with the strength they had, though the first kills the second."""
    state = sea(("cargo", 0, 10, 10), ("cargo", 1, 11, 10), ("destroyer", 1, 10, 11), ("destroyer", 0, 12, 10))
    unit(state, 2).health = 8
    explode = {"command": {"type": "self_destruct"}}
    after, events = go(state, {1: explode}, {2: explode})
    assert [event["blast"] for event in told(events, "self_destruct")] == [25, 12]
    assert (unit(after, 3).health, unit(after, 4).health) == (54, 67)
    assert [event["cause"] for event in told(events, "destroyed")] == ["self_destruct", "self_destruct"]


def test_repairs_for_metal() -> None:
    """18.2 `repair_price`: one metal for ten health."""
    state = sea(("destroyer", 0, 5, 3), repair_price="metal")
    unit(state, 1).health, unit(state, BASE0).metal = 25, 3
    after, _ = go(state, {BASE0: command("repair", 1)})
    assert (unit(after, 1).health, unit(after, BASE0).metal) == (55, 0)


def test_a_refit_without_a_single_plane_fails() -> None:
    """7: no formation without planes."""
    state = sea(((0, 0, 10, 0), 0, 3, 3))
    unit(state, BASE0).metal = 1
    after, events = go(state, {BASE0: command("repair", 1, planes=[10, 0, 0, 0])})
    assert unit(after, 1).planes == (0, 0, 10, 0)
    assert told(events, "command_failed")[0]["reason"] == "no_metal"


# Production (8).


def build(*kinds: str, **more: object) -> dict[str, object]:
    return {"production": [{"kind": kind, **more} for kind in kinds]}


def later(state: State, rounds: int) -> State:
    for _ in range(rounds):
        state, _ = go(state)
    return state


def test_a_submarine_is_launched_at_the_end_of_the_next_round() -> None:
    """8: full, on its layer beside the base, sailing to the rally."""
    state, events = go(sea(), build("submarine", rally=[15, 10]))
    assert unit(state, BASE0).metal == 187
    assert told(events, "queued")[0]["to"] == [0]
    state, events = go(state)
    launched = told(events, "launched")[0]
    found = state.elements[launched["id"]]
    assert (found.kind, found.fuel, found.ammo, found.destination) == ("submarine", 120, 24, (15, 10))
    assert not state.queues[0]


def test_a_cargo_leaves_with_half_a_tank() -> None:
    state = later(go(sea(), build("cargo"))[0], 2)
    cargo = next(one for one in state.elements.values() if one.kind == "cargo")
    assert (cargo.fuel, cargo.metal, cargo.ammo) == (150, 0, 120)
    assert unit(state, BASE0).fuel == 2000


def test_yard_fuel_from_the_base() -> None:
    """18.2 `yard_fuel`."""
    state = later(go(sea(yard_fuel="base"), build("cargo"))[0], 2)
    assert unit(state, BASE0).fuel == 1850


def test_a_formation_waits_for_its_fuel() -> None:
    """8: its tank is taken from the base at the launch."""
    state = sea()
    unit(state, BASE0).fuel = 100
    state = later(go(state, build("formation", planes=[4, 2, 3, 1]))[0], 3)
    assert GAME.view(state, 0)["queue"][0]["waiting"] == "fuel"
    unit(state, BASE0).fuel = 110
    state, _ = go(state)
    plane = next(one for one in state.elements.values() if one.planes)
    assert (plane.fuel, unit(state, BASE0).fuel) == (105, 5)
    assert 2 <= plane.x <= 4 and 2 <= plane.y <= 4


def test_population_keeps_in_the_yard() -> None:
    state = sea(*(("carrier", 0, 8 + i, 12) for i in range(2)), population_cap=10)
    state = later(go(state, build("cruiser"))[0], 5)
    assert GAME.view(state, 0)["queue"][0]["waiting"] == "population"


def test_relief_cargo() -> None:
    """18.2 `relief_cargo`: free of charge when there is neither cargo nor metal."""
    state = sea(relief_cargo=True)
    unit(state, BASE0).metal = 9
    state, events = go(state)
    assert told(events, "queued")[0]["cost"] == 0
    assert state.queues[0][0].kind == "cargo"


def test_entries_that_cannot_be_paid_fail() -> None:
    """8: orders are checked against the metal before; `resolve` still keeps the books."""
    state = sea()
    unit(state, BASE0).metal = 20
    after, events = GAME.resolve(state, {0: build("cruiser", "submarine", "cargo")}, Dice())
    assert [event["kind"] for event in told(events, "queue_failed")] == ["submarine", "cargo"]
    assert unit(after, BASE0).metal == 2


# The end (9).


def test_a_destroyed_base_ends_the_match() -> None:
    state = sea(("battleship", 0, 17, 18))
    unit(state, BASE1).health = 10
    after, events = go(state, {1: attack(BASE1)})
    assert after.result == {"ranking": [[0], [1]], "reason": "base_destroyed", "scores": [10, 0]}
    assert told(events, "end") and GAME.pending(after) == []


def test_both_bases_destroyed() -> None:
    """9: the higher score wins, equal scores draw."""
    state = sea(("battleship", 0, 17, 18), ("battleship", 1, 6, 5))
    unit(state, BASE0).health = unit(state, BASE1).health = 10
    after, _ = go(state, {1: attack(BASE1)}, {2: attack(BASE0)})
    assert after.result is not None
    assert (after.result["reason"], after.result["ranking"]) == ("both_bases_destroyed", [[0, 1]])
    outcome = GAME.outcome(after)
    assert outcome is not None and [place.place for place in outcome.ranking] == [1, 1]


def test_the_round_limit() -> None:
    state = sea(round_limit=20)
    unit(state, ISLAND0).seat = 1
    state = later(state, 20)
    assert state.result == {"ranking": [[1], [0]], "reason": "round_limit", "scores": [0, 200]}


@pytest.mark.parametrize("rounds", [0, 10])
def test_stalemate(rounds: int) -> None:
    """18.2 `stalemate_rounds`."""
    state = later(sea(stalemate_rounds=rounds), 9)
    assert state.result is None
    state, _ = go(state)
    assert (state.result is not None) == (rounds == 10)
    assert rounds == 0 or (state.result or {})["reason"] == "stalemate"


def test_giving_up() -> None:
    after, _ = go(sea(), None, {"resign": True})
    assert after.result is not None
    assert (after.result["reason"], after.result["ranking"]) == ("resigned", [[0], [1]])
