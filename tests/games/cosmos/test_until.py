"""For what does a seat stop going on? `games.cosmos.until`, each condition by a step that meets it and one that does not."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.events import filter_for
from games.core.text import spoken
from games.core.until import all_met, check_until
from games.cosmos import GAME
from tests.games.cosmos.boards import play, world

HOME = (10_001, "planet", 0, 8, 8, 60)
THEIRS = (10_002, "planet", 1, 24, 24, 60)
SAIL = {"standing": [{"id": 20_001, "movement": {"type": "move_to", "to": [9, 12]}}]}


def stopped(
    key: str, rows: list[Any], orders: dict[int, Any], value: Any = True, steps: int = 1, **options: Any
) -> Any:
    """What stops seat 0 in the last of these steps."""
    state, found = world(HOME, THEIRS, *rows, rounds=100, **options), None
    until = check_until(GAME.until, {key: value})
    for step in range(steps):
        before = GAME.view(state, 0)
        state, events = play(state, orders if step == 0 else {})
        found = all_met(GAME.until, until, before, GAME.view(state, 0), list(filter_for(events, 0)))
    return found[0] if found else None


def test_an_enemy_that_comes_into_sight() -> None:
    scout = (30_001, "scout", 1, 15, 8, 3)
    come = {1: {"direct": [{"id": 30_001, "actions": [{"do": "move", "dir": "west"}]}]}}
    assert stopped("enemy", [scout], come)[0] == "enemy"
    near = (30_001, "scout", 1, 11, 8, 3)
    assert stopped("enemy", [near], come) is None, "it was in sight before"


def test_a_free_planet_that_is_found() -> None:
    scout, free = (20_001, "scout", 0, 12, 8, 3), (10_003, "planet", None, 18, 8, 30)
    go = {0: {"direct": [{"id": 20_001, "actions": [{"do": "move", "dir": "east"}]}]}}
    assert stopped("planet", [scout, free], go)[0] == "planet"
    assert stopped("enemy", [scout, free], go) is None, "it is nobody's"
    assert stopped("planet", [scout, free], go, steps=2) is None, "it is known then"


def test_a_ship_that_arrives() -> None:
    ship = (20_001, "battleship", 0, 9, 10, 30)
    assert stopped("arrival", [ship], {0: SAIL}) is None
    assert stopped("arrival", [ship], {0: SAIL}, steps=2)[0] == "arrival"
    assert stopped("arrival", [ship], {0: SAIL}, steps=3) is None, "it has been there"


@pytest.mark.parametrize("others", [[], [(30_002, "planet", 1, 12, 9, 90)]])
def test_a_planet_that_is_taken_from_a_rival_comes_first(others: list[Any]) -> None:
    planet, ship = (30_001, "planet", 1, 10, 12, 20), (20_001, "battleship", 0, 9, 11, 60)
    burst = {0: {"direct": [{"id": 20_001, "actions": [{"do": "overload", "radius": 2}]}]}}
    key, told = stopped("won", [planet, ship, *others], burst)
    assert key == "won" and GAME.until[0].key == "won" and GAME.until[0].is_usual
    assert spoken(told) == (
        "Taken from a rival: 30001." if others else "Taken from a rival, who has no planet left that is known: 30001."
    )
    assert stopped("won", [planet, ship, *others], {}) is None
    free = (30_001, "planet", None, 10, 12, 20)
    assert stopped("won", [free, ship, *others], burst) is None, "it was nobody's"


@pytest.mark.parametrize(("energy", "text"), [(40, "Attacked: 10001 (31 energy now)."), (90, "Lost to others: 10001.")])
def test_a_planet_that_is_attacked(energy: int, text: str) -> None:
    ship = (30_001, "battleship", 1, 9, 9, energy)
    burst = {1: {"direct": [{"id": 30_001, "actions": [{"do": "overload", "radius": 2}]}]}}
    assert spoken(stopped("attacked", [ship], burst)[1]) == text
    assert stopped("attacked", [ship], {}) is None


def test_so_much_energy() -> None:
    assert stopped("energy", [], {}, 61)[1]["data"]["energy"] == 61
    assert stopped("energy", [], {}, 62) is None


def test_a_bid_that_loses() -> None:
    bids = {
        seat: {"direct": [{"id": 10_001 + seat, "actions": [{"do": "charge", "energy": 3 + seat}]}]} for seat in (0, 1)
    }
    assert stopped("bid_lost", [], bids)[1]["data"]["bid"] == 3
    assert stopped("bid_lost", [], {0: bids[0]}) is None


def test_a_bid_that_loses_to_an_own_planet_says_so() -> None:
    charge = [
        {"id": 10_001, "actions": [{"do": "charge", "energy": 3}]},
        {"id": 10_009, "actions": [{"do": "charge", "energy": 5}]},
    ]
    other = (10_009, "planet", 0, 16, 16, 60)
    found = stopped("bid_lost", [other], {0: {"direct": charge}})[1]["data"]
    assert (found["bid"], found["more"]) == (3, 5) and "10009" in str(found["other"])


def test_bids_that_go_on_to_lose_stop_once() -> None:
    bids = {
        seat: {
            "standing": [
                {"id": 10_001 + seat, "reflexes": [{"type": "auto_charge", "mode": "fixed", "energy": 3 + seat}]}
            ]
        }
        for seat in (0, 1)
    }
    assert stopped("bid_lost", [], bids, stride=5)[0] == "bid_lost"
    assert stopped("bid_lost", [], bids, steps=2, stride=5) is None, "it is known then"
    assert next(one for one in GAME.until if one.key == "bid_lost").is_usual, "bids decide most matches"


def test_bids_that_end() -> None:
    bid = {0: {"standing": [{"id": 10_001, "reflexes": [{"type": "auto_charge", "mode": "fixed", "energy": 1}]}]}}
    found = [stopped("bids_end", [], bid, steps=steps, bids_last=3) for steps in (1, 2, 3)]
    assert [one and one[0] for one in found] == [None, None, "bids_end"]
    assert stopped("bids_end", [], bid, steps=4, bids_last=3) is None, "it is known then"
    assert stopped("bids_end", [], bid, steps=3) is None, "they never end"


def test_a_new_ship_without_orders() -> None:
    build = {"direct": [{"id": 10_001, "actions": [{"do": "build", "kind": "scout", "dir": "east", "energy": 1}]}]}
    assert stopped("idle", [], {0: build})[0] == "idle"
    told = {**build, "defaults": {"scout": {"movement": {"type": "explore"}}}}
    assert stopped("idle", [], {0: told}) is None


def test_a_stop_names_all_to_whom_something_happened() -> None:
    scouts = [(30_000 + number, "scout", 1, 15, 6 + number, 3) for number in range(6)]
    scout = (20_001, "scout", 0, 12, 14, 3)
    go = [{"id": one[0], "actions": [{"do": "move", "dir": "west"}]} for one in scouts]
    for number, said in ((2, "Scout 30000, Scout 30001"), (6, "Scout 30000, Scout 30001, Scout 30002 and 2 more")):
        found = stopped("enemy", scouts[:number], {1: {"direct": go[:number]}})
        assert spoken(found[1]) == f"In sight now: {said}."
    state = world(HOME, THEIRS, scout, (10_003, "planet", None, 18, 14, 30), scouts[0], rounds=100)
    before = GAME.view(state, 0)
    east = {"direct": [{"id": 20_001, "actions": [{"do": "move", "dir": "east"}]}]}
    state, events = play(state, {0: east, 1: {"direct": go[:1]}})
    told = all_met(
        GAME.until, {"enemy": True, "planet": True}, before, GAME.view(state, 0), list(filter_for(events, 0))
    )
    assert [spoken(said) for _, said in told] == ["In sight now: Scout 30000.", "Free planets that were found: 10003."]
