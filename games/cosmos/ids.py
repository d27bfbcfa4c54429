"""Draws from ranges, and ids that are never used twice. Chapter 4.2."""

from __future__ import annotations

from hashlib import sha256
from itertools import count

from games.core.rng import Rng
from games.cosmos.constants import HIGHEST_ID, LOWEST_ID
from games.cosmos.entity import Entity
from games.cosmos.state import State


def between(rng: Rng, low: int, high: int) -> int:
    """A number from low to high, both included."""
    return low + rng.randrange(high - low + 1)


def draw_id(state: State, rng: Rng) -> int:
    """An id that no entity of this match ever had, for a planet of the start."""
    while (id_ := between(rng, LOWEST_ID, HIGHEST_ID)) in state.used_ids:
        pass
    return id_


def id_of_ship(state: State, planet: Entity) -> int:
    """An id that no entity of this match ever had, for what this planet builds in this round.

    It follows from the match's secret key, the planet and the round, and nothing that others do changes it: of every block of as many
    ids as there are seats each seat has one. Which one is secret too, so that no id tells who has built a captured ship.
    """
    seats, key = state.seats, state.id_key
    assert planet.seat is not None
    blocks = (HIGHEST_ID - LOWEST_ID + 1) // seats
    for attempt in count():
        block = _number(f"{key}:{planet.id}:{state.round}:{attempt}") % blocks
        # Whose ids are used up takes those of the next seat.
        owner = planet.seat + attempt // blocks
        id_ = LOWEST_ID + block * seats + (owner + _number(f"{key}:{block}")) % seats
        if id_ not in state.used_ids:
            break
    return id_


def _number(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")
