"""Chapters 4 to 6 where entities come, go and are seen within a round: ids, soft failures, bids of captured planets, radio."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from games.core.events import filter_for
from games.core.rng import SeededRng, step_rng
from games.cosmos import GAME
from games.cosmos.constants import DETECT, FARTHEST, MINER, SCOUT, SENSE
from games.cosmos.geometry import geometry_of
from games.cosmos.ids import draw_id, id_of_ship
from games.cosmos.resolve import sequence
from games.cosmos.state import State
from tests.games.cosmos.boards import direct, play, random_orders, told, world

HOME = (10_001, "planet", 0, 2, 2, 100)
THEIRS = (10_002, "planet", 1, 29, 29, 100)


def build(way: str, energy: int = 1, kind: str = "scout") -> dict[str, Any]:
    return {"do": "build", "kind": kind, "dir": way, "energy": energy}


def first_in_turn(state: State, orders: dict[int, Any], first: int, second: int) -> tuple[State, list[dict[str, Any]]]:
    """Play the round with a sequence in which one entity comes before another."""
    for number in count():
        after, events = play(state, orders, seed=f"turn{number}")
        if after.last_sequence.index(first) < after.last_sequence.index(second):
            return after, events
    raise AssertionError


def test_an_id_is_never_used_twice() -> None:
    """4.2: planets of the start draw until it is one that no entity ever had, also none that is gone."""

    class Dice:
        left = [0, 5, 7]

        def randrange(self, stop: int) -> int:
            assert stop == 90_000
            return self.left.pop(0)

    state = world(HOME, THEIRS)
    state.used_ids = state.used_ids | {10_000, 10_005}
    assert draw_id(state, Dice()) == 10_007  # type: ignore[arg-type]
    assert Dice.left == []


def test_all_chance_of_a_round_is_one_number() -> None:
    """5.2: the sequence follows from it; ids of ships follow from the key of the match, the planet and the round."""
    state = world(HOME, THEIRS)
    orders = {0: direct(10_001, build("north", 101), build("north")), 1: direct(10_002, build("south"))}
    after, _ = play(state, orders)
    built = {id_of_ship(state, state.entities[id_]) for id_ in (10_001, 10_002)}
    assert after.last_sequence == sequence(state, step_rng("test", 1))
    assert set(after.entities) - {10_001, 10_002} == built
    assert after.used_ids == frozenset({10_001, 10_002} | built)


def test_every_sequence_is_equally_likely() -> None:
    """5.1: whoever they belong to."""
    state = world(HOME, THEIRS, (10_003, "planet", None, 9, 9, 5), (20_000, "scout", 1, 20, 20, 5))
    found = Counter(tuple(sequence(state, SeededRng(f"lot{number}"))) for number in range(4800))
    assert len(found) == 24
    assert min(found.values()) > 130 and max(found.values()) < 275, "200 each on the average"


def test_the_own_sequence_and_ids_are_the_same_whatever_others_have() -> None:
    """4.2, 5.1: entities, ids that are used up and builds of others."""
    mine = [HOME, (20_000, "scout", 0, 4, 4, 5), (20_001, "miner", 0, 6, 6, 5), (20_002, "scout", 0, 8, 8, 5)]
    others = [THEIRS, (30_000, "scout", 1, 20, 20, 5), (15_000, "battleship", 1, 25, 25, 5)]
    for number in range(200):
        orders, ids = set(), set()
        for theirs in (others[:1], others):
            state = world(*mine, *theirs)
            state.id_key, state.round = number, 1 + number
            for _ in range(len(theirs)):
                state.used_ids |= {id_of_ship(state, state.entities[10_002])}
            own = [id_ for id_ in sequence(state, SeededRng(f"lot{number}")) if state.entities[id_].seat == 0]
            orders.add(tuple(own))
            ids.add(id_of_ship(state, state.entities[10_001]))
        assert len(orders) == len(ids) == 1


@pytest.mark.parametrize("seats", [2, 7, 8])
def test_ids_are_of_five_digits_and_do_not_run_out_before_all_are_used(seats: int) -> None:
    """4.2: a seat that has used up its own goes on with those of others."""
    state = world(HOME, THEIRS)
    state.seats = seats
    left = {10_000, 54_321, 99_990}
    state.used_ids = frozenset(range(10_000, 100_000)) - left
    found = set()
    for _ in left:
        found.add(id_of_ship(state, state.entities[10_002]))
        state.used_ids |= found
    assert found == left


def test_positions_of_earlier_rules_can_be_read() -> None:
    """4.2: before rules version 2 ids followed from no key; a match that was running then goes on."""
    data = GAME.to_json(world(HOME, THEIRS))
    del data["id_key"]
    after, _ = play(GAME.from_json(data), {0: direct(10_001, build("north"))})
    assert len(after.entities) == 3


@pytest.mark.parametrize(
    ("id_", "action", "code"),
    [
        (10_001, build("west"), "off_map"),
        (10_001, build("east"), "blocked"),
        (10_001, build("north", 101), "not_enough_energy"),
        (10_001, {"do": "charge", "energy": 101}, "not_enough_energy"),
        (20_000, {"do": "move", "dir": "west"}, "blocked"),
        (20_001, {"do": "move", "dir": "south"}, "off_map"),
        (20_002, {"do": "move", "dir": "north"}, "cooldown"),
        (20_002, {"do": "analyse", "id": 20_001}, "cooldown"),
        (20_003, {"do": "overload", "radius": 4}, "cooldown"),
    ],
)
def test_what_is_impossible_at_its_turn_fails_softly(id_: int, action: dict[str, Any], code: str) -> None:
    """4.3, 4.4, 6.1, 8.5: nothing happens but an event for the owner; the next action of the list is tried."""
    state = world(
        (10_001, "planet", 0, 0, 2, 100), THEIRS, (20_000, "miner", 0, 1, 2, 20), (20_001, "miner", 0, 5, 0, 20),
        (20_002, "scout", 0, 9, 9, 20, {"cooldown": 2.0}), (20_003, "battleship", 0, 9, 12, 30, {"cooldown": 2.0}),
    )  # fmt: skip
    after, events = play(state, {0: direct(id_, action, {"do": "radio", "value": 5})})
    (failed,) = told(events, "order_failed")
    assert (failed["code"], failed["to"]) == (code, [0])
    assert after.entities.keys() == state.entities.keys()
    assert (after.entities[id_].at, after.entities[id_].radio) == (state.entities[id_].at, 5)


def test_a_bid_counts_for_who_owns_the_planet_at_the_end() -> None:
    """6.2 step 6, 6.6: a captured planet keeps its bid; the point is its new owner's."""
    state = world(
        HOME, THEIRS, (10_003, "planet", 1, 10, 10, 60), (20_000, "battleship", 0, 10, 11, 90),
    )  # fmt: skip
    orders = {
        0: direct(20_000, {"do": "overload", "radius": 1}),
        1: direct(10_003, {"do": "charge", "energy": 20}),
    }
    after, events = first_in_turn(state, orders, 10_003, 20_000)
    assert (after.entities[10_003].seat, after.points) == (0, [1, 0])
    assert [(event["to"], event["result"]) for event in told(events, "bid_result")] == [([0], "won")]


def test_the_radio_stays_and_is_heard_by_who_senses_the_sender() -> None:
    """6.7: until it is changed; an entity out of reach hears nothing."""
    near, far = (20_001, "scout", 1, 12, 12, 9), (20_002, "scout", 2, 25, 12, 9)
    state = world(HOME, THEIRS, (20_000, "miner", 0, 10, 10, 20), near, far, seats=3)
    after, events = play(state, {0: direct(20_000, {"do": "radio", "value": 99_999_999})})
    assert [event["to"] for event in told(events, "radio_set")] == [[0, 1]]
    later, _ = play(after, {})
    assert GAME.view(later, 1)["foreign"][0]["radio"] == 99_999_999
    assert later.entities[20_000].radio == 99_999_999


def test_what_is_captured_sees_for_its_new_owner_in_the_same_round() -> None:
    """11: who goes by where only the captured ship senses is seen by the seat that has just won it."""
    state = world(
        HOME, THEIRS, (20_000, "battleship", 0, 10, 10, 60), (20_001, "battleship", 1, 13, 10, 40),
        (20_002, "scout", 1, 18, 10, 9),
    )  # fmt: skip
    orders = {
        0: direct(20_000, {"do": "overload", "radius": 9}),
        1: direct(20_002, {"do": "move", "dir": "west"}),
    }
    after, events = first_in_turn(state, orders, 20_000, 20_002)
    assert after.entities[20_001].seat == 0
    (moved,) = [event for event in filter_for(events, 0) if event["type"] == "moved"]
    assert (moved["id"], moved["from"], moved["pos"]) == (20_002, [18, 10], [17, 10])


def test_moves_are_heard_by_all_who_see_an_end_of_them() -> None:
    """11: in matches of random orders whoever senses a place all the time hears of every move from there or to there."""
    heard = 0
    for state, after, events in rounds_of("eyes"):
        for seat in state.living():
            still = [
                one for one in after.entities.values()
                if one.seat == seat and (old := state.entities.get(one.id)) and (old.seat, old.at) == (seat, one.at)
            ]  # fmt: skip
            seen = {event["id"]: event for event in filter_for(events, seat) if event["type"] == "moved"}
            for event in events:
                if event["type"] != "moved" or "redacted" in event:
                    continue
                for key in ("from", "pos"):
                    place = state.geometry.at(*(p - o for p, o in zip(event[key], state.origin, strict=True)))
                    if any(state.geometry.senses[one.kind][one.at] & state.geometry.bit[place] for one in still):
                        assert seen[event["id"]][key] == event[key]
                        heard += event["id"] not in {one.id for one in state.own(seat)}
    assert heard > 100


def rounds_of(seed: str) -> Iterator[tuple[State, State, list[dict[str, Any]]]]:
    """The rounds of a crowded match of random orders."""
    dice = SeededRng(seed)
    state = GAME.setup(GAME.check_options({}, 8), 8, step_rng(seed, 0))
    for step in range(90):
        orders = {seat: GAME.check(state, seat, random_orders(state, seat, dice)) for seat in GAME.pending(state)}
        after, events = GAME.resolve(state, orders, step_rng(seed, step + 1))
        yield state, after, events
        state = after


def test_rows_show_the_standing_orders_of_their_own_time() -> None:
    """7.2: also rows of an entity that nothing has happened to but new orders."""
    state = world(HOME, THEIRS, (20_000, "battleship", 0, 10, 10, 30, {"cooldown": 9.0}))
    orders = {0: {"standing": [{"id": 20_000, "movement": {"type": "explore"}}]}}
    before = GAME.view(state, 0)
    after, _ = play(state, orders)
    later, _ = play(after, {0: {"standing": [{"id": 20_000, "movement": None}]}})
    shown = [GAME.view(one, 0)["own"][1]["standing"] for one in (state, after, later)]
    assert shown == [
        {},
        {"movement": {"type": "explore"}, "reflexes": []},
        {"movement": None, "reflexes": []},
    ]
    assert GAME.view(state, 0) == before


@pytest.mark.parametrize("size", [(32, 32), (40, 33), (100, 37)])
def test_what_is_around_a_tile(size: tuple[int, int]) -> None:
    """4.5: also at the edges; a radius beyond the map holds the map. A scout detects by less than a step farther than it senses.

    Nobody senses less far than a miner, so that one whom nobody senses has nobody to flee from.
    """
    assert min(SENSE) == SENSE[MINER]
    geometry, dice = geometry_of(*size), SeededRng("around")
    corners = [geometry.at(x, y) for x in (0, size[0] - 1) for y in (0, size[1] - 1)]
    others = [geometry.at(dice.randrange(size[0]), dice.randrange(size[1])) for _ in range(20)]
    for place in corners + others:
        for radius in {*SENSE, *DETECT}:
            expected = sum({geometry.bit[place + tile] for tile in geometry.disc(radius)})
            assert geometry.mask(radius, place) == expected
            wider = geometry.a_step_around(expected)
            for tile in geometry.places_of(expected):
                assert all(geometry.bit[tile + step] & wider == geometry.bit[tile + step] for step in geometry.offsets)
        farthest = geometry.mask(DETECT[SCOUT], place)
        assert farthest & geometry.a_step_around(geometry.mask(SENSE[SCOUT], place)) == farthest
    assert geometry.mask(2 * FARTHEST**2, geometry.at(0, 0)) == (1 << size[0] * size[1]) - 1
