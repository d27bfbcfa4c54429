"""What may the enemies do this round? Guesses from where their land meets ours and from what they can be worth.

Nothing of an enemy's campaigns is ever shown, so a bot reckons with several pictures at once: one without any resistance, one with
everything spread along the common border, and one with everything on few spots drawn by lot.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from games.core.contract import Json
from games.core.rng import Rng
from games.hundred_clubs.bots.aims import Guess
from games.hundred_clubs.bots.world import UNKNOWN, Grid, Mask, World, square_around, widen

NEAR = 2
"""Land this near to ours is the front on which a foe places campaigns against us."""
HEAVY_SPOTS = 6
"""Spots of the guess that expects everything at few places."""


def note_areas(world: World, memory: dict[str, Json]) -> dict[int, int]:
    """Last known area by seat; enemies do not show theirs, so what neutral clubs showed is kept in `memory`."""
    areas: dict[str, int] = dict(memory.get("areas", {}))
    for seat in world.living:
        area = world.players[seat].get("area")
        if area is not None:
            areas[str(seat)] = area
    memory["areas"] = areas
    return {int(seat): area for seat, area in areas.items()}


def incomes(world: World, areas: dict[int, int]) -> dict[int, int]:
    """Believed income of each other living club: land known to be its, and for the rest the average of all land."""
    average = int(world.members.sum()) * 100 // max(1, int(world.land.sum()))
    unknown = int((world.land & (world.owner == UNKNOWN)).sum())
    clubs = world.living
    result = {}
    for seat in clubs:
        mine = world.owner == seat
        known = int(mine.sum())
        hidden = max(areas.get(seat, 0) - known, 0) if seat in areas else unknown // max(1, len(clubs))
        result[seat] = int(world.members[mine].sum()) + hidden * average // 100
    return result


def guess_moves(
    world: World, foes: Sequence[int], money: dict[int, int], shares: Sequence[int], rng: Rng
) -> list[Guess]:
    """Guesses of what `foes` place this round; `shares` in hundredths of: nothing, spread evenly, few heavy spots."""
    nothing = np.zeros(world.owner.shape, dtype=np.int64)
    guesses = [Guess(shares[0], nothing, nothing)] if shares[0] else []
    fronts = {foe: _front(world, foe) for foe in foes}
    for share, heavy in ((shares[1], False), (shares[2], True)):
        if not share:
            continue
        guard, threat = nothing.copy(), nothing.copy()
        for foe in foes:
            sizes = _on_few(fronts[foe], money[foe], rng) if heavy else _evenly(fronts[foe], money[foe])
            felt = spread(world, sizes)
            guard[world.owner == foe] += felt[world.owner == foe]
            threat = np.maximum(threat, felt)
        guesses.append(Guess(share, guard, threat))
    return guesses


def _front(world: World, foe: int) -> Mask:
    theirs: Mask = world.owner == foe
    return theirs & widen(world.own, NEAR)


def even_threat(world: World, foes: Sequence[int], money: dict[int, int]) -> Grid:
    """The strongest influence of one of these clubs on each cell if each spreads its money along the common border."""
    threat = np.zeros(world.owner.shape, dtype=np.int64)
    for foe in foes:
        threat = np.maximum(threat, spread(world, _evenly(_front(world, foe), money[foe])))
    return threat


def _evenly(front: Mask, money: int) -> Grid:
    """Sizes of the campaigns on each cell, in hundredths, if all of the front gets as much."""
    sizes = np.zeros(front.shape, dtype=np.int64)
    if front.any() and money > 0:
        sizes[front] = 100 * money // int(front.sum())
    return sizes


def _on_few(front: Mask, money: int, rng: Rng) -> Grid:
    """The same if few cells, drawn by lot, get all."""
    sizes = np.zeros(front.shape, dtype=np.int64)
    ys, xs = np.nonzero(front)
    for _ in range(HEAVY_SPOTS if len(ys) and money > 0 else 0):
        spot = rng.randrange(len(ys))
        sizes[ys[spot], xs[spot]] += 100 * money // HEAVY_SPOTS
    return sizes


def spread(world: World, sizes: Grid) -> Grid:
    """Influence in twentieths of campaigns whose sizes are given in hundredths."""
    reach = world.kernel.shape[0] // 2
    padded = np.pad(sizes, reach)
    felt = np.zeros_like(sizes)
    for dy in range(2 * reach + 1):
        for dx in range(2 * reach + 1):
            felt += padded[dy : dy + world.height, dx : dx + world.width] * world.kernel[dy, dx]
    return felt // 100


def in_reach(world: World, seats: Sequence[int]) -> Mask:
    """Cells that campaigns on land of `seats` can break."""
    reach = world.kernel.shape[0] // 2
    return square_around(world.of(list(seats)), reach)
