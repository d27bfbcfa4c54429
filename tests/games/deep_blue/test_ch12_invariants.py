"""Chapter 12 over whole matches of bots: what is true of every position and of every round."""

from __future__ import annotations

import pytest

from games.core.events import Event
from games.core.rng import SeededRng, step_rng
from games.deep_blue import GAME
from games.deep_blue.checks import invariants
from games.deep_blue.state import State
from tests.games.deep_blue.boards import told

pytestmark = pytest.mark.slow

ROUNDS = 40


def metal(state: State) -> int:
    """All metal on the map and in holds."""
    return sum(one.metal for one in state.elements.values())


def fuel(state: State) -> int:
    """All fuel in tanks and fields."""
    return sum(one.fuel for one in state.elements.values())


def metal_used(before: State, after: State, events: list[Event]) -> int:
    """Metal that left: paid for entries and planes, or sunk with its ship."""
    paid = sum(event["cost"] for event in told(events, "queued")) + sum(
        event["metal"] for event in told(events, "repair")
    )
    return paid + sum(held_when_sunk(before, event["id"], events) for event in told(events, "destroyed"))


def held_when_sunk(before: State, number: int, events: list[Event]) -> int:
    """Metal in a ship that was destroyed: what it had, and what it was given or took in its last round."""
    held = before.elements[number].metal
    for event in told(events, "supply"):
        held += event["metal"] * ((event["to_id"] == number) - (event["from"] == number))
    return held + sum(event["metal"] for event in told(events, "collect") if event["from"] == number)


def test_whole_matches() -> None:
    """Metal leaves only by payment and sinking; fuel comes only with ships from the yard; default orders never raise."""
    sunk = launched = 0
    for number, options in enumerate(({"start_units": "fleet"}, {"map": "four_isles", "weather": -4})):
        state = GAME.setup(GAME.check_options(options, 2), 2, SeededRng(f"invariants:{number}"))
        memories: list[dict[str, object]] = [{}, {}]
        for step in range(ROUNDS):
            orders = {}
            for seat in (0, 1):
                assert GAME.check(state, seat, GAME.default_orders(state, seat)) == {}
                bot = GAME.bots[1 + (seat + number) % 2]
                given = bot.decide(GAME.view(state, seat), SeededRng(f"{number}:{step}:{seat}"), memories[seat])
                orders[seat] = GAME.check(state, seat, given)
            after, events = GAME.resolve(state, orders, step_rng(f"invariants:{number}", step + 1))
            invariants(after)
            assert metal(after) == metal(state) - metal_used(state, after, events)
            ships = [after.elements[event["id"]] for event in told(events, "launched")]
            steps = sum(len(event["path"]) - 1 for event in told(events, "move"))
            assert fuel(after) <= fuel(state) - steps + sum(one.fuel for one in ships if one.planes is None)
            sunk, launched = sunk + len(told(events, "destroyed")), launched + len(ships)
            state = after
    assert sunk > 10 and launched > 10
