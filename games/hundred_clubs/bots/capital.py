"""Where should the capital stand? Out of reach when somebody could break it, else where its free influence opens most land."""

from __future__ import annotations

import numpy as np

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


def choose(world: World, score: Grid, home: Mask) -> Cell | None:
    """The cell of `home` with the highest score; ties: nearest to the present capital, then smaller y, then smaller x."""
    ys, xs = np.nonzero(home)
    if not len(ys):
        return world.capital
    x0, y0 = world.capital or (int(xs[0]), int(ys[0]))
    away = np.abs(ys - y0) + np.abs(xs - x0)
    best = min(range(len(ys)), key=lambda i: (-int(score[ys[i], xs[i]]), int(away[i]), i))
    return int(xs[best]), int(ys[best])
