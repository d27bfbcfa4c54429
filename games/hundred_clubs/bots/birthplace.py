"""Where to be born? What is around a cell, and what the clubs that chose before leave of it (rule 4.1, chapter 16)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from games.core.rng import Rng
from games.hundred_clubs.bots.world import Cell, Grid, Mask, World, distance_from, flood, sum_around
from games.hundred_clubs.constants import AROUND

POOR = 20
"""Members within `AROUND` cells below which a place is taken only if no better one is legal."""
FAR_OFF = 128
"""Farther than any two cells of a map are apart."""


@dataclass(frozen=True)
class Wish:
    """What a club looks for in a birthplace."""

    score: Grid
    """How good each cell is."""
    keep_off: int
    """How far from others it should be."""
    whim: int = 0
    """A place that is worse than the best by at most this part of it is as welcome; in hundredths."""


def chosen_cells(world: World) -> list[Cell]:
    """Birthplaces that others have taken."""
    auction = world.view["auction"] or {}
    return [(x, y) for x, y in auction.get("chosen", [])]


def legal_places(world: World) -> Mask:
    """Land far enough from everybody; water is legal too, but no bot ever wants it."""
    legal = world.land.copy()
    for cell in chosen_cells(world):
        legal &= distance_from(cell, legal.shape) >= int(world.options["min_birth_distance"])
    return legal


def nearest_chosen(world: World) -> Grid:
    """Distance of every cell to the nearest birthplace taken; `FAR_OFF` when there is none."""
    nearest = np.full(world.owner.shape, FAR_OFF, dtype=np.int64)
    for cell in chosen_cells(world):
        nearest = np.minimum(nearest, distance_from(cell, nearest.shape))
    return nearest


def best_place(world: World, wish: Wish, rng: Rng) -> Cell | None:
    """One of the legal cells with the highest score, or within the whim of it, drawn by lot; if possible far from others and not poor.

    None when no land is legal, which happens only with a map that the rules refuse.
    """
    legal = legal_places(world)
    if not legal.any():
        return None
    rich = sum_around(world.members, AROUND) >= POOR
    roomy = nearest_chosen(world) >= wish.keep_off
    for wanted in (legal & rich & roomy, legal & rich, legal & roomy, legal):
        if wanted.any():
            best = int(wish.score[wanted].max())
            good = np.flatnonzero(wanted & (wish.score >= best - abs(best) * wish.whim // 100))
            place = int(good[rng.randrange(len(good))])
            return place % world.width, place // world.width
    return None


def richness(world: World) -> Grid:
    """Sum of members in reach of a campaign on each cell, weighed by the kernel, in twentieths."""
    return world.in_reach(world.members)


def claim(world: World, radius: int) -> Grid:
    """Members that a club born on each cell reaches before the others: nearer to it than to any birthplace taken, by distance.

    A cell at distance d counts (radius + 1 - d) / radius of its members; in hundredths. Only legal places are reckoned.
    """
    nearest = nearest_chosen(world)
    result = np.zeros_like(world.members)
    rows, columns = np.ogrid[: world.height, : world.width]
    ys, xs = np.nonzero(legal_places(world))
    for y, x in zip(ys.tolist(), xs.tolist(), strict=True):
        top, left = max(0, y - radius), max(0, x - radius)
        area = (slice(top, y + radius + 1), slice(left, x + radius + 1))
        away = np.abs(rows[area[0]] - y) + np.abs(columns[:, area[1]] - x)
        near = (away <= radius) & (away < nearest[area])
        result[y, x] = int((world.members[area] * np.where(near, radius + 1 - away, 0)).sum()) * 100 // radius
    return result


def regions(world: World) -> list[tuple[Mask, int]]:
    """Pieces of land between water and bridges, each with the number of its bridges; the largest first."""
    dry = world.land & ~world.bridge
    pieces = []
    rest = dry.copy()
    while rest.any():
        first = int(rest.argmax())
        start = np.zeros_like(rest)
        start.flat[first] = True
        piece = flood(start, dry)
        rest &= ~piece
        doors = flood(start, piece | world.bridge) & world.bridge
        pieces.append((piece, int(doors.sum())))
    pieces.sort(key=lambda entry: -int(entry[0].sum()))
    return pieces
