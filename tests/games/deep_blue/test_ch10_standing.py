"""Standing orders (10.1): what they come to round after round, when they give way, when they end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.core.errors import OrderError
from games.core.events import PUBLIC, filter_for
from games.core.rng import SeededRng
from games.deep_blue import GAME
from games.deep_blue.board import planar
from games.deep_blue.state import State
from tests.games.deep_blue.boards import BASE0, ISLAND0, MINE0, MISSES, OIL0, Dice, attack, go, look, sea, told, unit

LONG = 40


def stand(**order: Any) -> dict[str, Any]:
    """The order that gives a standing order."""
    return {"standing": order}


def goes_on(state: State, rounds: int, first: Any = None) -> tuple[State, list[Any]]:
    """So many rounds in which both seats miss the deadline; `first` are orders of seat 0 in the first one."""
    events: list[Any] = []
    if first is not None:
        state, found = go(state, first, rng=Dice(rest=MISSES))
        events += found
        rounds -= 1
    for _ in range(rounds):
        state, found = GAME.resolve(state, {0: None, 1: None}, Dice(rest=MISSES))
        events += found
    return state, list(events)


def shown(state: State, seat: Any, number: int) -> Any:
    return next(one for one in GAME.view(state, seat)["elements"] if one["id"] == number)


# Runs.


def test_a_collect_run_brings_metal_until_the_mine_is_empty() -> None:
    state = sea(("cargo", 0, 5, 6))
    unit(state, 1).metal, unit(state, BASE0).metal, unit(state, MINE0).metal = 0, 0, 90
    state, events = goes_on(state, LONG, {1: stand(type="collect_run", target=MINE0)})
    assert (unit(state, BASE0).metal, unit(state, MINE0).metal) == (90, 0)
    assert [event["metal"] for event in told(events, "collect")] == [50, 40]
    (ended,) = told(events, "standing_ended")
    assert (ended["id"], ended["standing"], ended["reason"], ended["to"]) == (1, "collect_run", "source_empty", [0])
    assert unit(state, 1).standing is None


def test_an_oil_run_keeps_fuel_for_the_next_way() -> None:
    state = sea(("cargo", 0, 5, 6))
    unit(state, BASE0).fuel, unit(state, 1).metal = 0, 0
    state, events = goes_on(state, LONG, {1: stand(type="collect_run", target=OIL0)})
    assert unit(state, BASE0).fuel > 500 and unit(state, 1).fuel > 0
    assert len(told(events, "collect")) >= 3
    assert not told(events, "command_failed")


def test_a_collector_waits_while_the_base_has_no_room() -> None:
    state = sea(("cargo", 0, 5, 6))
    state, _ = goes_on(state, 8, {1: stand(type="collect_run", target=MINE0)})
    assert unit(state, BASE0).metal == 200 and unit(state, 1).metal == 50
    assert planar(unit(state, 1).rect, unit(state, BASE0).rect) == 1


def test_a_collector_without_fuel_for_the_way_is_filled_first() -> None:
    state = sea(("cargo", 0, 6, 6))
    unit(state, 1).metal, unit(state, 1).fuel, unit(state, BASE0).metal = 0, 8, 0
    state, events = goes_on(state, 6, {1: stand(type="collect_run", target=MINE0)})
    (first, *_) = told(events, "supply")
    assert (first["from"], first["to_id"]) == (BASE0, 1)
    assert unit(state, BASE0).metal >= 50


def test_a_supply_run_goes_to_who_needs_most_and_comes_back() -> None:
    state = sea(("cargo", 0, 5, 5), ("destroyer", 0, 9, 12), ("cruiser", 0, 12, 9))
    unit(state, 2).ammo, unit(state, 3).ammo, unit(state, 3).fuel = 4, 12, 100
    state, events = goes_on(state, 12, {1: stand(type="supply_run", unit=None)})
    given = [(event["from"], event["to_id"]) for event in told(events, "supply")]
    assert given[:2] == [(1, 2), (1, 3)]
    assert (unit(state, 2).ammo, unit(state, 3).ammo) == (40, 36)
    state, events = goes_on(state, 6)
    assert planar(unit(state, 1).rect, unit(state, BASE0).rect) == 1
    assert unit(state, 1).standing == {"type": "supply_run", "unit": None, "leg": "home"}


def test_a_supply_run_to_a_unit_that_moves_meets_it() -> None:
    state = sea(("cargo", 0, 5, 5), ("destroyer", 0, 6, 8))
    unit(state, 2).fuel, unit(state, 2).ammo = 100, 4
    orders = {1: stand(type="supply_run", unit=2), 2: {"move": [16, 8]}}
    state, events = goes_on(state, 4, orders)
    assert next(event["to_id"] for event in told(events, "supply")) == 2
    assert unit(state, 2).ammo == 40


def test_the_base_fills_who_waits_unless_it_is_told_something_else() -> None:
    state = sea(("cargo", 0, 5, 5), ("destroyer", 0, 5, 4))
    unit(state, 1).fuel, unit(state, 1).ammo = 40, 0
    run = stand(type="supply_run", unit=None)
    after, events = go(state, {1: run, BASE0: {"command": {"type": "repair", "target": 2}}})
    assert told(events, "supply") == [] and len(told(events, "repair")) == 1
    after, events = go(state, {1: run})
    assert (unit(after, 1).fuel, unit(after, 1).ammo) == (300, 120)


# Posts.


def test_a_patrol_sails_its_ring() -> None:
    state = sea(("destroyer", 0, 6, 10))
    seen = set()
    state, _ = go(state, {1: stand(type="patrol", cells=[[6, 16], [12, 16], [12, 10]])})
    for _ in range(8):
        state, _ = GAME.resolve(state, {}, Dice())
        seen.add((unit(state, 1).x, unit(state, 1).y))
    assert {(6, 16), (12, 16), (12, 10)} <= seen


def test_somebody_in_its_cell_does_not_hold_up_a_patrol() -> None:
    state = sea(("destroyer", 0, 6, 10), ("cargo", 0, 6, 14))
    state, _ = goes_on(state, 1, {1: stand(type="patrol", cells=[[6, 14], [14, 10]])})
    assert (unit(state, 1).x, unit(state, 1).y) == (6, 13)
    state, _ = goes_on(state, 2)
    assert (unit(state, 1).x, unit(state, 1).y) == (14, 10)


def test_a_patrolling_formation_is_filled_in_time_and_never_falls() -> None:
    state = sea(((4, 2, 3, 1), 0, 6, 6))
    state, events = goes_on(state, 60, {1: stand(type="patrol", cells=[[16, 6], [6, 16]])})
    assert 1 in state.elements
    assert len(told(events, "supply")) >= 3


def test_an_escort_stays_with_its_ward_and_ends_with_it() -> None:
    state = sea(("destroyer", 0, 4, 10), ("cargo", 0, 6, 10), ("submarine", 0, 5, 12))
    orders = {1: stand(type="escort", unit=2), 3: stand(type="escort", unit=2), 2: {"move": [18, 12]}}
    state, _ = goes_on(state, 2, orders)
    ward = unit(state, 2)
    assert (ward.x, ward.y) == (18, 12)
    state, _ = goes_on(state, 2)
    assert planar(unit(state, 1).rect, ward.rect) <= 2
    assert planar(unit(state, 3).rect, ward.rect) <= 2
    del state.elements[2]
    state, events = goes_on(state, 1)
    assert [(event["id"], event["reason"]) for event in told(events, "standing_ended")] == [
        (1, "unit_lost"), (3, "unit_lost"),
    ]  # fmt: skip


def test_at_will_it_fires_at_what_it_hurts_most() -> None:
    state = sea(("destroyer", 0, 8, 12), ("battleship", 1, 12, 12), ("carrier", 1, 12, 11))
    state, events = go(state, {1: stand(type="attack_at_will")})
    assert [event["target"] for event in told(events, "strike")] == [3, 3]
    state, events = GAME.resolve(state, {}, Dice())
    assert {event["target"] for event in told(list(events), "strike")} == {3}


def test_at_will_no_strike_harms_own_elements() -> None:
    """The torpedo would run into the cargo ship; shells would splash nobody."""
    state = sea(("destroyer", 0, 8, 12), ("carrier", 1, 12, 12), ("cargo", 0, 10, 12))
    _, events = go(state, {1: stand(type="attack_at_will")})
    assert [event["kind"] for event in told(events, "strike")] == ["fire"]
    state = sea(("destroyer", 0, 8, 12), ("carrier", 1, 12, 12), ("cargo", 0, 12, 13))
    _, events = go(state, {1: stand(type="attack_at_will")})
    assert told(events, "strike") == []


def test_neutral_islands_are_left_alone_and_bases_may_fire_at_will() -> None:
    state = sea(("cruiser", 0, 11, 6), ("destroyer", 1, 8, 8))
    _, events = go(state, {1: stand(type="attack_at_will"), BASE0: stand(type="attack_at_will")})
    assert {event["target"] for event in told(events, "strike")} == {2}
    assert {event["attacker"] for event in told(events, "strike")} == {1, BASE0}


def test_at_will_nobody_flies_into_a_lost_sky() -> None:
    """10.1.3: under an air mastery below even no formation attacks by itself."""
    state = sea(((0, 0, 10, 0), 0, 8, 12), ("carrier", 1, 10, 12), ((10, 0, 0, 0), 1, 10, 12))
    _, events = go(state, {1: stand(type="attack_at_will")})
    assert told(events, "air_combat") == [] and told(events, "strike") == []
    del state.elements[3]
    look(state)
    _, events = go(state, {1: stand(type="attack_at_will")})
    assert {event["target"] for event in told(events, "strike")} == {2}


def test_a_patrol_without_ammo_comes_home_for_it() -> None:
    """10.1.4, 10.1.5."""
    state = sea(("destroyer", 0, 8, 8))
    unit(state, 1).ammo = 0
    state, events = goes_on(state, 2, {1: stand(type="patrol", cells=[[16, 8], [8, 16]])})
    assert [(event["from"], event["to_id"]) for event in told(events, "supply")] == [(BASE0, 1)]
    assert unit(state, 1).ammo == 40
    state, _ = goes_on(state, 4)
    assert planar(unit(state, 1).rect, unit(state, BASE0).rect) > 1 and "leg" not in unit(state, 1).standing


def test_a_supply_run_ends_with_its_unit() -> None:
    """10.1.9."""
    state = sea(("cargo", 0, 5, 5), ("destroyer", 0, 12, 12))
    state, _ = go(state, {1: stand(type="supply_run", unit=2)})
    del state.elements[2]
    look(state)
    state, events = goes_on(state, 1)
    (ended,) = told(events, "standing_ended")
    assert (ended["standing"], ended["reason"]) == ("supply_run", "unit_lost")
    assert "standing" not in shown(state, 0, 1)


def test_a_carrier_may_fill_planes() -> None:
    """10.1.7: only cargo ships cannot; the carrier goes below the formation."""
    state = sea(("carrier", 0, 5, 5), ((4, 2, 3, 1), 0, 9, 8))
    unit(state, 2).fuel, unit(state, 2).ammo = 60, 6
    state, events = goes_on(state, 3, {1: stand(type="supply_run", unit=None)})
    assert ("supply", 1, 2) in [(event["type"], event["from"], event["to_id"]) for event in told(events, "supply")]


def test_two_runs_do_not_go_to_the_same_unit() -> None:
    """10.1.7."""
    state = sea(("cargo", 0, 5, 5), ("cargo", 0, 5, 6), ("destroyer", 0, 9, 12), ("cruiser", 0, 12, 9))
    for number in (3, 4):
        unit(state, number).ammo = 4
    run = stand(type="supply_run", unit=None)
    _, events = goes_on(state, 3, {1: run, 2: run})
    first = {event["from"]: event["to_id"] for event in reversed(told(events, "supply"))}
    assert sorted(first[number] for number in (1, 2)) == [3, 4]


@pytest.mark.parametrize("name", ["mirror_cove", "twin_straits"])
def test_a_fleet_left_alone_lives_on(name: str) -> None:
    """Both seats give standing orders once and miss every deadline: the base is full of metal again, oil comes in, and no formation falls."""
    state = GAME.setup(GAME.check_options({"map": name, "start_units": "fleet"}, 2), 2, SeededRng(name))
    state, events = GAME.resolve(state, {seat: fleet_orders(state, seat) for seat in (0, 1)}, SeededRng(name))
    happened = list(events)
    for step in range(50):
        state, events = GAME.resolve(state, {}, SeededRng(f"{name}:{step}"))
        happened += events
    assert all(state.base(seat).metal == 200 and state.tallies[seat].metal > 0 for seat in (0, 1))
    assert all(tally.fuel > 400 for tally in state.tallies)
    assert told(happened, "crash") == []
    done, failed = len(told(happened, "supply")) + len(told(happened, "collect")), len(told(happened, "command_failed"))
    print(f"{name}: {done} supplies and collections, {failed} came too late")
    assert failed * 4 < done


def fleet_orders(state: State, seat: int) -> Any:
    """Metal and oil from the nearest sources, supplies for the rest, everybody else on patrol near home."""
    board, base = state.chart.board, state.base(seat)
    near = [board.place(cell) for cell in range(board.height * board.stride) if state.chart.ocean >> cell & 1]
    near = [list(at) for at in near if 4 <= planar((*at, *at), base.rect) <= 10]
    nearest = sorted(
        (one for one in state.elements.values() if one.is_resource), key=lambda one: planar(one.rect, base.rect)
    )
    runs: list[dict[str, Any]] = [
        {"type": "collect_run", "target": next(one.id for one in nearest if one.kind == kind)}
        for kind in ("mine", "oilfield")
    ]
    runs.append({"type": "supply_run", "unit": None})
    units: dict[str, Any] = {}
    for i, one in enumerate(state.own(seat)):
        if one.kind == "cargo":
            units[str(one.id)] = {"standing": runs.pop()}
        elif one.is_unit:
            cells = [near[(37 * i) % len(near)], near[(37 * i + len(near) // 2) % len(near)]]
            units[str(one.id)] = {"standing": {"type": "patrol", "cells": cells}}
    build = {"production": [{"kind": "battleship"}, {"kind": "battleship"}, {"kind": "battleship"}]}
    return GAME.check(state, seat, {"units": units, **build})


# Who has the last word.


def test_an_explicit_order_overrides_for_its_round_only() -> None:
    state = sea(("cargo", 0, 5, 6))
    unit(state, 1).metal, unit(state, BASE0).metal = 0, 0
    state, _ = go(state, {1: {**stand(type="collect_run", target=MINE0), "move": [5, 9]}})
    assert (unit(state, 1).x, unit(state, 1).y) == (5, 9)
    state, events = goes_on(state, 2)
    assert len(told(events, "collect")) == 1


def test_an_explicit_move_leaves_the_guns_free() -> None:
    state = sea(("destroyer", 0, 8, 12), ("carrier", 1, 12, 12))
    state, _ = go(state, {1: stand(type="attack_at_will")}, rng=Dice(rest=MISSES))
    after, events = go(state, {1: {"move": [8, 14]}}, rng=Dice(rest=MISSES))
    assert (unit(after, 1).x, unit(after, 1).y) == (8, 14) and told(events, "strike")
    held = {1: {"command": {"type": "attack", "target": 2, "strikes": []}}}
    _, events = go(state, held)
    assert told(events, "strike") == []


def test_the_same_order_again_goes_on_where_it_was() -> None:
    state = sea(("destroyer", 0, 6, 10))
    order = {1: stand(type="patrol", cells=[[6, 12], [12, 12], [12, 10]])}
    for _ in range(3):
        state, _ = go(state, order)
    assert unit(state, 1).standing["next"] == 2
    state, events = go(state, {1: {"standing": None}})
    assert unit(state, 1).standing is None and told(events, "standing_ended") == []


def test_a_captured_island_forgets_its_orders() -> None:
    state = sea(("battleship", 1, 11, 8))
    unit(state, ISLAND0).seat, unit(state, ISLAND0).health = 0, 1
    look(state)
    state, _ = go(state, {ISLAND0: stand(type="attack_at_will")}, {1: attack(ISLAND0)})
    assert (unit(state, ISLAND0).seat, unit(state, ISLAND0).standing) == (1, None)


@pytest.mark.parametrize(
    ("number", "order", "code", "place"),
    [
        (1, {"type": "dance"}, "bad_standing", "type"),
        (1, "patrol", "bad_shape", ""),
        (1, {"type": "patrol", "cells": [[6, 12]]}, "bad_standing", "cells"),
        (1, {"type": "patrol", "cells": [[6, 12], [6, 12]]}, "bad_standing", "cells[1]"),
        (1, {"type": "patrol", "cells": [[6, 12], [3, 3]]}, "bad_standing", "cells[1]"),
        (1, {"type": "patrol", "cells": [[6, 12], [99, 3]]}, "out_of_map", "cells[1]"),
        (1, {"type": "patrol", "cells": [[6, 12], [9, 9]], "leg": "out"}, "bad_shape", "leg"),
        (1, {"type": "escort", "unit": 1}, "bad_target", "unit"),
        (1, {"type": "escort", "unit": BASE0}, "bad_target", "unit"),
        (1, {"type": "escort", "unit": 3}, "not_visible", "unit"),
        (1, {"type": "collect_run", "target": MINE0}, "bad_standing", "type"),
        (2, {"type": "attack_at_will"}, "bad_standing", "type"),
        (2, {"type": "collect_run", "target": ISLAND0}, "bad_target", "target"),
        (2, {"type": "supply_run", "unit": BASE0}, "bad_target", "unit"),
        (2, {"type": "supply_run", "unit": 4}, "bad_target", "unit"),
        (BASE0, {"type": "patrol", "cells": [[6, 12], [9, 9]]}, "bad_standing", "type"),
    ],
)
def test_refusals(number: int, order: Any, code: str, place: str) -> None:
    state = sea(("destroyer", 0, 6, 10), ("cargo", 0, 6, 11), ("cargo", 1, 20, 12), ((4, 2, 3, 1), 0, 7, 7))
    with pytest.raises(OrderError) as refused:
        GAME.check(state, 0, {"units": {str(number): {"standing": order}}})
    path = f"units.{number}.standing"
    assert (refused.value.code, refused.value.path) == (code, f"{path}.{place}" if place else path)


# Fog, bytes, and the forecast.


def test_only_its_owner_hears_of_a_standing_order() -> None:
    """The other seat's view and events are as if the unit had been ordered by hand."""
    state = sea(("destroyer", 0, 8, 12), ("carrier", 1, 12, 12))
    standing, events = go(state, {1: stand(type="patrol", cells=[[8, 16], [12, 16]])})
    by_hand, others = go(state, {1: {**attack(2), "move": [8, 16]}})
    assert shown(standing, 0, 1)["standing"]["next"] == 0
    for audience in (1, PUBLIC):
        assert GAME.view(standing, audience) == GAME.view(by_hand, audience)
        assert filter_for(events, audience) == filter_for(others, audience)


def test_what_the_enemy_hides_changes_no_derived_order() -> None:
    """The orders come out of the seat's own view: a hidden submarine in the way is not sailed around nor fired at."""
    order = {1: stand(type="patrol", cells=[[8, 2], [22, 12]])}
    near = sea(("destroyer", 0, 8, 12), ("submarine", 1, 16, 12))
    far = sea(("destroyer", 0, 8, 12), ("submarine", 1, 22, 2))
    found = [go(state, order)[0] for state in (near, far)]
    assert shown(found[0], 0, 1) == shown(found[1], 0, 1)


def test_positions_with_standing_orders_are_kept_whole() -> None:
    state = sea(("cargo", 0, 5, 6))
    without = json.dumps(GAME.to_json(state))
    state, _ = go(state, {1: stand(type="collect_run", target=MINE0)})
    stored = json.loads(json.dumps(GAME.to_json(state)))
    assert GAME.from_json(stored) == state
    assert "collect_run" in json.dumps(stored) and "collect_run" not in without
    after = [GAME.resolve(one, {}, SeededRng("same"))[0] for one in (state, GAME.from_json(stored))]
    assert GAME.to_json(after[0]) == GAME.to_json(after[1])


def test_the_forecast_shows_what_they_come_to() -> None:
    state = sea(("cargo", 0, 5, 6), ("destroyer", 0, 9, 9))
    unit(state, 1).metal, unit(state, BASE0).metal = 0, 0
    orders = {"units": {"1": stand(type="collect_run", target=MINE0)}}
    assert GAME.forecast is not None
    report = GAME.forecast(GAME.view(state, 0), orders)["units"]["1"]
    assert report["by"] == "standing" and report["orders"]["command"]["type"] == "collect"
    after, _ = go(state, orders)
    assert report["after"]["pos"] == [unit(after, 1).x, unit(after, 1).y, 1]
    assert report["after"]["metal"] == unit(after, 1).metal == 50
    assert report["standing"] == unit(after, 1).standing
