"""Where should the capital stand? Out of reach when somebody could break it, else where its free influence opens most land."""

from __future__ import annotations

import numpy as np

from games.core.rng import Rng
from games.hundred_clubs.bots.world import NOBODY, UNKNOWN, Cell, Grid, Mask, World, distance_to, flood, neighbours

DEPTH_CAP = 5
"""Deeper than this is no safer: a campaign reaches four columns and four rows."""


def deepest(world: World, home: Mask) -> Grid:
    """The formula of chapter 16: depth inside own land, then ground that is easy to hold, then company."""
    outside = world.land & ~world.own
    depth = distance_to(outside, DEPTH_CAP)
    return np.where(home, 2 * (4 * depth + 3 * neighbours(world.own) + world.dfn) - world.atk, np.iinfo(np.int64).min)


def pull(world: World, taken: Mask, front: Grid) -> Grid:
    """What influence on each cell could open next round: members of free land not taken by then, and `front`, weighed by the kernel."""
    free = ((world.owner == NOBODY) | (world.owner == UNKNOWN)) & world.land & ~taken
    worth = np.where(free, world.members * 2 + 1, 0) * world.atk // 10 + front
    return world.in_reach(worth.astype(np.int64))


def main_piece(world: World, ground: Mask) -> Mask:
    """Own cells of the connected piece of `ground` with the most own members: a capital there supplies them (rule 7.9)."""
    best = np.zeros(ground.shape, dtype=bool)
    most = -1
    rest = ground & world.own
    while rest.any():
        start = np.zeros_like(rest)
        start.flat[int(rest.argmax())] = True
        piece = flood(start, ground)
        rest &= ~piece
        members = int(world.members[piece & world.own].sum())
        if members > most:
            best, most = piece & world.own, members
    return best


def choose(world: World, score: Grid, home: Mask, rng: Rng) -> Cell | None:
    """The cell of `home` with the highest score; ties: nearest to the present capital, then by lot.

    The first in reading order would lie inwards for one club and outwards for another, on a map that looks the same from every start.
    """
    ys, xs = np.nonzero(home)
    if not len(ys):
        return world.capital
    merit = score[ys, xs]
    best = np.flatnonzero(merit == merit.max())
    if world.capital is not None:
        away = np.abs(ys[best] - world.capital[1]) + np.abs(xs[best] - world.capital[0])
        best = best[away == away.min()]
    place = int(best[rng.randrange(len(best))])
    return int(xs[place]), int(ys[place])
