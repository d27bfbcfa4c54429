"""What is worth influence? Land to take and land to hold, with the influence that each asks for (chapter 16: need and gain)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from games.hundred_clubs.bots.cover import NEVER, Aims
from games.hundred_clubs.bots.world import NOBODY, UNKNOWN, Grid, Mask, World, widen

CROWD = 3
"""Unowned land this near to another club's is worth half: it may be there first."""
LINE_CELL = 200
"""Extra worth of a cell that holds an enemy's land together, in hundredths of a member."""

HEAD_PCT = 25
"""Extra worth of an enemy's capital whose place is known, as a part of the own income: without it all his land is cut off."""

Place = tuple[int, int]
"""y, x: as grids are indexed."""


@dataclass(frozen=True)
class Guess:
    """What the enemies may do this round, and how much of all guesses this one is."""

    share: int
    """In hundredths; the shares of all guesses make 100."""
    guard: Grid
    """Influence in twentieths that defends each cell of an enemy."""
    threat: Grid
    """Strongest influence of an enemy on each cell."""


@dataclass(frozen=True)
class Taste:
    """How a bot values what it could do; all in hundredths."""

    hurt: int = 0
    """An enemy's loss, as a part of the own gain."""
    hold: int = 0
    """Own land kept, as a part of land taken; 0: never defends."""
    fog: int = 60
    """Land never seen, as a part of land seen unowned."""
    capital: int = 0
    """The own capital kept, as a part of the income."""


def gain(world: World) -> Grid:
    """Worth of each cell to its owner in hundredths of a member."""
    worth: Grid = world.members * 100 + 50
    worth[world.bridge] *= 2
    return worth


def quiet(world: World) -> Guess:
    """The guess that nobody does anything."""
    nothing = np.zeros(world.owner.shape, dtype=np.int64)
    return Guess(100, nothing, nothing)


def find_aims(
    world: World, enemies: Sequence[int], guesses: Sequence[Guess], taste: Taste, allies: Sequence[int]
) -> Aims:
    """All aims against these `enemies`; campaigns may stand on own land and on that of `allies`."""
    ground = world.own | world.of(list(allies))
    worth = gain(world)
    hostile = world.of(list(enemies))
    free = ((world.owner == NOBODY) | (world.owner == UNKNOWN)) & world.land
    plunder = np.where(free, _worth_of_free(world, worth, taste), 0)
    if hostile.any():
        prey = worth * (100 + taste.hurt) // 100
        prey[articulation(hostile)] += LINE_CELL
        for x, y in _known_capitals(world, enemies):
            prey[y, x] += world.income * HEAD_PCT
        plunder = np.where(hostile, prey, plunder)
    keep = np.zeros_like(worth)
    if taste.hold:
        keep = np.where(world.own & ~world.cut, worth * taste.hold // 100, 0)
        if world.capital is not None and world.own[world.capital[1], world.capital[0]]:
            keep[world.capital[1], world.capital[0]] += world.income * taste.capital
    open_land = (free | hostile) & world.land
    atk = np.maximum(world.atk, 1)
    needs, worths = [], []
    for guess in guesses:
        defence = np.where(hostile & ~world.cut, world.dfn * guess.guard, 0)
        need = np.where(open_land, (world.base + defence) // atk + 1, NEVER)
        shield = world.atk * guess.threat - world.base
        held = world.own & (shield > 0) & (keep > 0) & (world.dfn > 0)
        need[held] = -(-shield[held] // world.dfn[held])
        needs.append(need)
        worths.append(np.where(open_land, plunder, np.where(held, keep, 0)) * guess.share // 100)
    return Aims(np.array(needs, dtype=np.int64), np.array(worths, dtype=np.int64), ground)


def _known_capitals(world: World, enemies: Sequence[int]) -> list[tuple[int, int]]:
    """x, y of capitals on land of these clubs: those of allies are known until the knife is drawn."""
    places = [world.players[seat].get("capital") for seat in enemies]
    return [
        (place[0], place[1]) for place in places if place is not None and world.owner[place[1], place[0]] in enemies
    ]


def _worth_of_free(world: World, worth: Grid, taste: Taste) -> Grid:
    others = (world.owner >= 0) & (world.owner != world.seat)
    crowded = widen(others, CROWD) if others.any() else others
    worth = np.where(crowded, worth // 2, worth)
    return np.where(world.owner == UNKNOWN, worth * taste.fog // 100, worth)


def articulation(mask: Mask) -> Mask:
    """Cells of the mask without which one of its pieces falls apart."""
    result = np.zeros(mask.shape, dtype=bool)
    cells = [(int(y), int(x)) for y, x in zip(*np.nonzero(mask), strict=True)]
    known = set(cells)
    depth: dict[Place, int] = {}
    low: dict[Place, int] = {}
    for root in cells:
        if root in depth:
            continue
        depth[root] = low[root] = 0
        branches = 0
        stack: list[tuple[Place, Place | None, Iterator[Place]]] = [(root, None, iter(_around(root)))]
        while stack:
            cell, parent, steps = stack[-1]
            for step in steps:
                if step not in known or step == parent:
                    continue
                if step in depth:
                    low[cell] = min(low[cell], depth[step])
                    continue
                depth[step] = low[step] = depth[cell] + 1
                stack.append((step, cell, iter(_around(step))))
                break
            else:
                stack.pop()
                if parent is None:
                    continue
                low[parent] = min(low[parent], low[cell])
                if parent == root:
                    branches += 1
                elif low[cell] >= depth[parent]:
                    result[parent] = True
        result[root] = branches > 1
    return result


def _around(cell: Place) -> tuple[Place, ...]:
    y, x = cell
    return (y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)
