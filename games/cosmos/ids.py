"""Draws from ranges, and ids that are never used twice. Chapter 4.2."""

from __future__ import annotations

from games.core.rng import Rng
from games.cosmos.constants import HIGHEST_ID, LOWEST_ID
from games.cosmos.state import State


def between(rng: Rng, low: int, high: int) -> int:
    """A number from low to high, both included."""
    return low + rng.randrange(high - low + 1)


def draw_id(state: State, rng: Rng) -> int:
    """An id that no entity of this match ever had."""
    while (id_ := between(rng, LOWEST_ID, HIGHEST_ID)) in state.used_ids:
        pass
    return id_
