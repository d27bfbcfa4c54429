"""Does enough happen in a step of the preset that most people play? Chapter 17.1: somebody who takes the first way that the board offers."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.events import filter_for
from games.core.rng import seat_rng, step_rng
from games.core.simulate import match_seed, open_table
from games.cosmos import GAME
from games.cosmos.forecast import forecast
from games.cosmos.until import CONDITIONS

pytestmark = pytest.mark.slow

SHOWN = frozenset({"built", "overloaded", "analysed", "captured", "destroyed", "evolved"})
STOPS = frozenset({"enemy", "planet", "arrival", "attacked", "bid_lost"})
"""Conditions for which somebody who goes on is asked again."""


def happens(before: Any, after: Any, events: list[Any]) -> bool:
    """Is there something in a step besides points, energy and ships under way?"""
    stops = (one for one in CONDITIONS if one.key in STOPS)
    return any(event["type"] in SHOWN for event in events) or any(one.met(before, after, events, 0) for one in stops)


def steps(level: str, number: int) -> list[tuple[bool, bool]]:
    """Of every step of a match against a bot: did something happen, and was there a way to choose that was not there before?"""
    seed, seat = match_seed("pace", number), number % 2
    bot = GAME.bot(level)
    options = open_table(GAME, dict(GAME.presets["quick"].options), 2, seed)
    state = GAME.setup(options, 2, step_rng(seed, 0))
    memory: dict[str, Any] = {}
    old: set[tuple[str, int]] = set()
    found: list[tuple[bool, bool]] = []
    while GAME.pending(state):
        view = GAME.view(state, seat)
        ways = [way for way in forecast(view, {})["advice"] if way["orders"]]
        theirs = bot.decide(GAME.view(state, 1 - seat), seat_rng(seed, len(found), 1 - seat), memory)
        orders = {
            seat: GAME.check(state, seat, ways[0]["orders"] if ways else {}),
            1 - seat: GAME.check(state, 1 - seat, theirs),
        }
        state, log = GAME.resolve(state, orders, step_rng(seed, len(found) + 1))
        events = list(filter_for(log, seat))
        new = {(way["kind"], way["id"]) for way in ways}
        found.append((happens(view, GAME.view(state, seat), events), bool(new - old)))
        old = new
    return found


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_in_two_of_three_steps_something_happens_and_every_third_asks_something_new(level: str) -> None:
    found = [step for number in range(3) for step in steps(level, number)]
    assert 3 * sum(happened for happened, _ in found) >= 2 * len(found)
    assert 3 * sum(asked for _, asked in found) >= len(found)
