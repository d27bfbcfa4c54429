"""Positions out of matches between the built-in bots, and the programs' two homes side by side."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from games.core.rng import seat_rng, step_rng
from games.core.simulate import open_table
from games.cosmos import GAME
from games.cosmos.bot import BOTS
from games.cosmos.state import State

DECIDE = {bot.id: bot.decide for bot in BOTS}


def states(bots: tuple[str, ...], options: dict[str, Any], seed: str, rounds: int) -> Iterator[State]:
    """The first positions of a match between built-in bots, whose orders must all be legal."""
    opened = open_table(GAME, options, len(bots), seed)
    state = GAME.setup(opened, len(bots), step_rng(seed, 0))
    memories: list[dict[str, Any]] = [{} for _ in bots]
    for step in range(rounds):
        yield state
        orders = {}
        for seat in GAME.pending(state):
            given = DECIDE[bots[seat]](GAME.view(state, seat), seat_rng(seed, step, seat), memories[seat])
            orders[seat] = GAME.check(state, seat, given)
        state, _ = GAME.resolve(state, orders, step_rng(seed, step + 1))


@cache
def middle_game() -> State:
    """A position in which both seats have ships of every kind."""
    *_, state = states(("easy", "easy"), {"rounds": 400}, "middle", 170)
    return state
