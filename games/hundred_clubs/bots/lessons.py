"""What did the last attack teach? How well a cell is guarded shows only in an attack that should have taken it and did not."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from games.core.contract import Json
from games.hundred_clubs.bots.aims import Guess
from games.hundred_clubs.bots.world import Grid, Mask, World, flood

FORGET_BELOW = 20
"""Believed guards below this, in twentieths, are dropped: one coin's worth."""


def expect(
    world: World, memory: dict[str, Json], enemies: Sequence[int], influence: Grid, need: Grid, ground: Mask
) -> None:
    """Note the enemy cells that this round's influence should take, with the influence there."""
    broken = (influence >= need) & ~ground
    hoped = flood(ground, ground | broken) & broken & world.of(list(enemies))
    ys, xs = np.nonzero(hoped)
    memory["hoped"] = [[int(x), int(y), int(influence[y, x])] for y, x in zip(ys, xs, strict=True)]


def learn(world: World, memory: dict[str, Json]) -> Guess:
    """The believed guard of enemy land: what explains the failures, halved with every round since."""
    guard = np.zeros(world.owner.shape, dtype=np.int64)
    for x, y, felt in memory.get("guards", []):
        guard[y, x] = felt // 2
    for x, y, influence in memory.pop("hoped", []):
        if world.owner[y, x] != world.seat and world.owner[y, x] >= 0 and world.dfn[y, x] > 0:
            guard[y, x] = max(guard[y, x], (world.atk[y, x] * influence - world.base) // world.dfn[y, x])
    ys, xs = np.nonzero(guard >= FORGET_BELOW)
    memory["guards"] = [[int(x), int(y), int(guard[y, x])] for y, x in zip(ys, xs, strict=True)]
    return Guess(100, guard, np.zeros_like(guard))
