"""Chapter 17: options that make a match of people short, and give them something to decide at once."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.events import filter_for
from games.core.rng import SeededRng, step_rng
from games.core.simulate import open_table, replay
from games.core.simulate import play as play_match
from games.cosmos import GAME
from games.cosmos.imagine import imagine
from games.cosmos.maps import SEATS as FAIR_FOR
from games.cosmos.settings import LATER, PRESETS, check_options
from games.cosmos.state import from_json, to_json
from tests.games.cosmos.boards import play, told, world

PEOPLE = [name for name in PRESETS if name != "seed"]
PLANET = (10_001, "planet", 0, 8, 8, 200)
THEIRS = (10_002, "planet", 1, 24, 24, 200)
BID = {"type": "auto_charge", "mode": "fixed", "energy": 1}


def first(name: str, seats: int, seed: str) -> Any:
    options = open_table(GAME, dict(PRESETS[name].options), seats, seed)
    return GAME.setup(options, seats, step_rng(seed, 0))


def d2(a: list[int], b: list[int]) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


# --- Something to decide at once


@pytest.mark.parametrize(
    ("name", "seats"),
    [(name, seats) for name in PEOPLE for seats in FAIR_FOR.get(str(PRESETS[name].options.get("map")), (2, 3, 4, 8))],
)
def test_every_seat_begins_with_a_scout_under_way_that_sees_a_free_planet(name: str, seats: int) -> None:
    for seed in ("a", "b", "c"):
        state = first(name, seats, seed)
        for seat in range(seats):
            view = GAME.view(state, seat)
            assert sorted(one["kind"] for one in view["own"]) == ["planet", "scout"]
            scout = next(one for one in view["own"] if one["kind"] == "scout")
            assert scout["standing"] and scout["ready"]
            assert [one for one in view["foreign"] if one["kind"] == "planet" and one["seat"] is None]


@pytest.mark.parametrize("seats", [2, 4])
def test_the_first_free_planet_is_as_near_to_every_seat(seats: int) -> None:
    for seed in ("a", "b", "c", "d"):
        entities = first("quick", seats, seed).entities.values()
        xy = first("quick", seats, seed).geometry.xy
        free = [xy[one.at] for one in entities if one.seat is None]
        homes = [xy[one.at] for one in entities if one.seat is not None and one.kind == 0]
        scouts = [xy[one.at] for one in entities if one.kind == 3]
        ways = [min(d2(list(home), list(tile)) for tile in free) for home in homes]
        assert len(set(ways)) == 1 and ways[0] <= 121
        assert len({min(d2(list(scout), list(home)) for home in homes) for scout in scouts}) == 1


def test_the_seeds_rules_begin_as_before() -> None:
    state = first("seed", 2, "a")
    assert {one.kind for one in state.entities.values()} == {0}
    assert not set(LATER) & set(to_json(state)["options"]) and not set(LATER) & set(GAME.view(state, 0)["rules"])


# --- Standing bids that do not last


def bids(rounds: int, orders: dict[int, Any], **options: Any) -> list[int]:
    """In which rounds seat 0 bid."""
    state, found = world(PLANET, THEIRS, rounds=100, **options), []
    for step in range(rounds):
        state, events = play(state, {0: orders.get(step + 1, {})})
        found += [event["round"] for event in told(list(filter_for(events, 0)), "charged")]
    return found


def test_a_planet_bids_by_itself_for_so_many_rounds_from_its_first_bid_on() -> None:
    order = {"standing": [{"id": 10_001, "reflexes": [BID]}]}
    assert bids(12, {3: order}, bids_last=4) == [3, 4, 5, 6]
    assert bids(12, {3: order}) == list(range(3, 13))


def test_being_told_again_it_bids_again() -> None:
    order = {"standing": [{"id": 10_001, "reflexes": [BID]}]}
    assert bids(12, {1: order, 8: order}, bids_last=3) == [1, 2, 3, 8, 9, 10]


def test_its_seat_sees_for_how_many_rounds_it_still_bids_and_a_fork_goes_on_so() -> None:
    state = world(PLANET, THEIRS, rounds=100, bids_last=4)
    left = []
    for step in range(6):
        order = {"standing": [{"id": 10_001, "reflexes": [BID]}]} if step == 0 else {}
        state, _ = play(state, {0: order})
        view = GAME.view(state, 0)
        left.append(view["own"][0]["bids_left"])
        assert to_json(from_json(to_json(state))) == to_json(state)
        options = {**check_options({}, 2), **state.options, "width": 32, "height": 32, "map": None}
        again = GAME.view(imagine(options, view, SeededRng("fork")), 0)
        assert again["own"][0] == view["own"][0]
    assert left == [3, 2, 1, 0, 0, 0]


# --- Miners that evolve earlier


def test_a_miner_evolves_at_the_age_of_the_table() -> None:
    miner = (10_003, "miner", 0, 10, 10, 41, {"born": 1, "home": 10_001})
    for age, kind in ((60, "battleship"), (61, "miner")):
        state = world(PLANET, THEIRS, miner, round_=61, rounds=100, evolve_after=age)
        after, events = play(state, {})
        assert GAME.view(after, 0)["tables"]["evolution_age"] == age
        assert {one["id"]: one["kind"] for one in GAME.view(after, 0)["own"]}[10_003] == kind
        assert len(told(list(filter_for(events, 0)), "evolved")) == (kind == "battleship")


@pytest.mark.long
@pytest.mark.parametrize("name", PEOPLE)
def test_strong_bots_capture_planets_and_see_ships_evolve(name: str) -> None:
    """17.1: in at least half of the matches on every preset for people."""
    captured = evolved = 0
    for number in range(4):
        seed = f"strong {number}"
        options = open_table(GAME, dict(PRESETS[name].options), 2, seed)
        record = play_match(GAME, options, 2, [GAME.bot("hard")] * 2, seed)
        types = [
            event["type"] if event.get("kind") != "battleship" else ""
            for _, _, events in replay(GAME, options, 2, seed, record.orders)
            for event in filter_for(events, "referee")
        ]
        captured += "captured" in types
        evolved += "evolved" in types
    assert captured >= 2 and evolved >= 2
