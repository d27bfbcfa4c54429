"""What is it worth to choose a birthplace first? Bids by what the best place has over those that are left (rule 4.1)."""

from __future__ import annotations

import numpy as np

from games.core.rng import Rng
from games.hundred_clubs.bots import birthplace
from games.hundred_clubs.bots.world import Cell, Grid, World, distance_from

APART = 12
"""Places this near to each other count as one: who is born first has it."""
LEAST = 3
"""Bids are drawn from 0 to the prize, and from at least so many values: on a map that is equal for all a coin decides who chooses."""


def prize(world: World, radius: int) -> int:
    """How much better the best birthplace is than those that remain for the others, in hundredths of it."""
    claims = birthplace.claim(world, radius)
    best = int(claims.max())
    left = []
    for _ in world.living:
        x, y = _best(claims)
        claims = np.where(distance_from((x, y), claims.shape) < APART, 0, claims)
        left.append(int(claims.max()))
    return 0 if best == 0 or not left else 100 - 100 * sum(left) // (len(left) * best)


def draw_bid(world: World, radius: int, rng: Rng) -> int:
    """A bid by lot, at most that part of the saving by which the best place is better."""
    most = int(world.options["initial_saving"]) * prize(world, radius) // 100
    return rng.randrange(max(LEAST, most + 1))


def _best(claims: Grid) -> Cell:
    y, x = np.unravel_index(int(claims.argmax()), claims.shape)
    return int(x), int(y)
