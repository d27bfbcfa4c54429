"""Turns put together by chance, whole matches long: what can be ordered in one go is played, foreseen, and told to nobody who may not know."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.core.errors import OrderError
from games.core.events import PUBLIC, filter_for
from games.core.rng import SeededRng, seat_rng, step_rng
from games.frames import GAME
from games.frames.imagine import known
from games.frames.orders.kinds import legal
from games.frames.orders.turn import STOPS, after
from games.frames.state import State
from tests.games.frames.test_two_worlds import altered

OWN = ("main", "operate", "end_step")
MATCHES = 12


def turn_of(state: State, seat: int, dice: SeededRng) -> Any:
    """Up to five orders, each legal on the sketch after those before it."""
    sketch: State | None = known(GAME.view(state, seat))
    orders: list[Any] = []
    while sketch is not None and len(orders) < 5:
        found = [order for order in legal(sketch, seat) if order["type"] != "end_turn" or dice.randrange(8) == 0]
        if not found:
            break
        orders.append(dice.choice(found))
        sketch = after(sketch, seat, orders[-1])
    stops = [kind for kind in STOPS if dice.randrange(2)]
    return {"type": "turn", "orders": orders or [{"type": "end_turn"}], "stops": stops}


def matches() -> Any:
    """(state, orders, step, seed) of every step of some matches of short turns by chance; windows are answered by a bot."""
    for number in range(MATCHES):
        seed = f"by chance {number}"
        dice = SeededRng(seed)
        options = {"arms_race_round": 6, "max_rounds": 9, "ap_per_turn": 2 + number % 3, "victory_set": "all"}
        state = GAME.setup(GAME.check_options(options, 2), 2, step_rng(seed, 0))
        step = 0
        while GAME.pending(state):
            orders = {}
            for seat in GAME.pending(state):
                if state.phase in OWN:
                    orders[seat] = turn_of(state, seat, dice)
                else:
                    view = GAME.view(state, seat)
                    orders[seat] = GAME.bots[1].decide(view, seat_rng(seed, step, seat), {})
            yield state, orders, step, seed
            step += 1
            state, _ = GAME.resolve(
                state, {seat: GAME.check(state, seat, one) for seat, one in orders.items()}, step_rng(seed, step)
            )
        assert state.result is not None


def test_turns_by_chance_are_legal_played_and_foreseen():
    """What the sketch of a seat's own view allows, `check` allows; what is stopped is told to its seat and can be given again."""
    several = stopped = 0
    reasons = set()
    for state, orders, step, seed in matches():
        for seat, order in orders.items():
            normal = GAME.check(state, seat, order)
            assert GAME.check(state, seat, normal) == normal
            assert GAME.forecast is not None
            found = GAME.forecast(GAME.view(state, seat), order)
            assert json.loads(json.dumps(found)) == found
            if order["type"] != "turn":
                continue
            several += len(order["orders"]) > 1
            assert len(found["orders"]) == len(order["orders"])
            result, events = GAME.resolve(state, {seat: normal}, step_rng(seed, step + 1))
            told = [event for event in events if event["type"] == "stopped"]
            assert all(event["to"] == [seat] for event in told)
            for audience in (1 - seat, PUBLIC):
                assert not [event for event in filter_for(events, audience) if event["type"] == "stopped"]
                assert GAME.view(result, audience)["rest"] is None
            stopped += len(told)
            reasons |= {event["why"] for event in told}
            for event in told:
                left = len(event["orders"])
                assert event["orders"] == normal["orders"][len(normal["orders"]) - left :]
    assert several > 100
    assert stopped > 20
    assert {"dice", "news"} <= reasons  # an order that is refused later has tests of its own in test_turns_in_one_go.py


@pytest.mark.parametrize("stops", [[], list(STOPS)])
def test_what_is_hidden_decides_nothing_about_whether_a_turn_is_legal(stops):
    """Two worlds that look alike to a seat accept the same turns, refuse the same ones in the same words, and foresee the same."""
    count = 0
    for state, orders, step, _seed in matches():
        for seat, order in orders.items():
            if order["type"] != "turn" or step % 3:
                continue
            count += 1
            dice = SeededRng(f"worlds {step}")
            shuffled = [*order["orders"]]
            dice.shuffle(shuffled)
            twin = altered(state, seat, dice)
            for one in (order, {**order, "orders": shuffled}):
                given = {**one, "stops": stops}
                assert answer(state, seat, given) == answer(twin, seat, given)
    assert count > 50


def answer(state: State, seat: int, order: Any) -> str:
    try:
        told: Any = [GAME.check(state, seat, order), GAME.forecast and GAME.forecast(GAME.view(state, seat), order)]
    except OrderError as error:
        told = [error.code, error.path, error.message]
    return json.dumps(told)
