"""Which campaigns fulfil most aims per coin? The greedy cover of chapter 16, for attack and defence alike.

An aim is a cell, the own influence that settles it, and what that is worth. Land to be taken must also be connected: the size that
takes it is the largest that any cell on the best way to it asks for. A campaign fulfils the aims around it in the order of the
sizes they ask for, so the best size of one spot is the best prefix of that order; the best spot of all is taken, its influence added, and so on.
Aims may come in several layers: guesses of what others do, each with its share of the worth.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from games.core.rng import Rng
from games.hundred_clubs.bots.world import Cell, Grid, Mask, World, square_around

NEVER = 10**15
"""Need of a cell that no influence settles."""
TOO_BIG = 30_000
"""No campaign of a bot is larger; also the size of what cannot be had."""
BATCH = 16
"""How many outdated spots are weighed again at a time."""
MOST_SPOTS = 220
"""Spots that are weighed at all; keeps the time bounded on large maps."""
LEAST_GAIN = 0.15
"""Members per coin below which land is not worth it, unless it pays the coin back `PAYS_BACK` times in what is left of the
match: a member pays a coin a round. Where land is dear, coins saved for a larger campaign take more."""
PAYS_BACK = 2
WAY = 5
"""Cells that a way to a conquest may pass inside the reach of one campaign, corners included."""

Layers = NDArray[np.int64]
"""One grid per guess: [layer, y, x]."""


@dataclass(frozen=True)
class Aims:
    """What influence is good for."""

    need: Layers
    """Own influence in twentieths that settles the cell; NEVER where none does."""
    worth: Layers
    """In hundredths of a member; the layers' shares are in it. 0: worth nothing, but a way to elsewhere."""
    ground: Mask
    """Access land: connected as it is, and where campaigns may be placed."""


@dataclass
class Plan:
    """What a cover chose."""

    sizes: dict[Cell, int] = field(default_factory=dict)
    """Size by cell, in the order of choice."""
    worth: int = 0
    """Of all aims that it fulfils, in hundredths."""
    spent: int = 0
    """Coins."""


def least_gain(world: World) -> float:
    """Members that a coin must bring; none in the last round, in which nothing is saved for later."""
    return min(LEAST_GAIN, PAYS_BACK / world.left) if world.left > 1 else 0.0


class Cover:
    """A greedy cover in the making: the plan so far and the influence it has."""

    def __init__(self, world: World, aims: Aims, influence: Grid, rng: Rng | None = None) -> None:
        """`influence` is what is there without any campaign: the capital's.

        The lot decides between equally good spots: on a map that looks the same from every start, the first in reading order lie
        inwards for one club and outwards for another. Without `rng` it is the first.
        """
        self.kernel = world.kernel
        self.reach = reach = world.kernel.shape[0] // 2
        self.price = int(world.options["campaign_price"])
        self.plan = Plan()
        self._influence = np.pad(influence, reach)
        side = ((0, 0), (reach, reach), (reach, reach))
        layers = len(aims.need)
        self._needs = np.pad(aims.need, side, constant_values=NEVER).reshape(layers, -1)
        self._worths = np.pad(aims.worth, side).reshape(layers, -1)
        self._grounds = np.pad(aims.ground, reach).reshape(-1)
        ys, xs = _useful_spots(aims, square_around(np.any(aims.worth, axis=0), reach))
        lot = slice(None) if rng is None else rng.permutation(len(ys))
        self.ys, self.xs = ys[lot], xs[lot]
        self._windows = _windows(self.ys, self.xs, self._influence.shape[1], 2 * reach + 1)
        count = len(self.ys)
        self._ratio = np.zeros(count)
        self._size = np.zeros(count, dtype=np.int64)
        self._gain = np.zeros(count, dtype=np.int64)
        self._used = np.zeros(count, dtype=bool)

    @property
    def influence(self) -> Grid:
        """Own influence in twentieths with everything planned so far."""
        return self._influence[self.reach : -self.reach, self.reach : -self.reach]

    def fill(self, coins: int, slots: int, cutoff: float = 0.0, thrift: float = 0.0) -> Plan:
        """Spend up to `coins` on at most `slots` further campaigns, as long as a coin brings more than `cutoff` members.

        `thrift` is the part of the average size that a slot itself counts for: above 0, the last slots do not run out before
        the coins do. Returns `self.plan`, which further calls extend.
        """
        outdated = np.ones(len(self.ys), dtype=bool)
        beside = np.zeros(len(self.ys), dtype=bool)
        while len(self.ys) and (most := min(TOO_BIG - 1, coins // self.price)) >= 1:
            open_spots = np.ones(len(self.ys), dtype=bool) if slots > 0 else self._used
            outdated |= self._size > most
            best = int(np.argmax(np.where(open_spots, self._ratio, -1.0)))
            if not open_spots[best]:
                break
            if (outdated & open_spots).any() and (beside.any() or outdated[best] or self._ratio[best] <= 0):
                some = _first(outdated & open_spots, beside, self._ratio)
                self._weigh(some, most, thrift * most / max(1, slots))
                outdated[some] = beside[some] = False
                continue
            if self._ratio[best] <= 0 or self._gain[best] <= 100 * cutoff * self._size[best] * self.price:
                break
            size = int(self._size[best])
            slots -= not self._used[best]
            coins -= size * self.price
            self._place(best, size)
            away = np.maximum(np.abs(self.ys - self.ys[best]), np.abs(self.xs - self.xs[best]))
            outdated |= away <= 2 * self.reach
            beside = (away <= 1) & (open_spots if slots > 0 else self._used)
        return self.plan

    def add(self, cell: Cell, size: int) -> None:
        """Put a campaign that no aim asked for."""
        x, y = cell
        self.plan.sizes[cell] = self.plan.sizes.get(cell, 0) + size
        self.plan.spent += size * self.price
        span = 2 * self.reach + 1
        self._influence[y : y + span, x : x + span] += self.kernel * size

    def _place(self, spot: int, size: int) -> None:
        self.plan.worth += int(self._gain[spot])
        self._used[spot] = True
        self.add((int(self.xs[spot]), int(self.ys[spot])), size)

    def _weigh(self, some: NDArray[np.intp], most: int, slot_cost: float) -> None:
        """Best size of each of these spots, what it gains, and that per coin."""
        window = np.take(self._windows, some, axis=2)
        short = np.take(self._needs, window, axis=1) - np.take(self._influence, window)
        raw = np.clip(-(-short // self.kernel[:, :, None]), 0, TOO_BIG).astype(np.int16)
        ground = np.take(self._grounds, window)
        sizes = np.where(ground, raw, _ways(raw, ground))
        worths = np.where((sizes > 0) & (sizes <= most), np.take(self._worths, window, axis=1), 0)
        sizes = np.ascontiguousarray(sizes.reshape(-1, len(some)).T)
        worths = np.ascontiguousarray(worths.reshape(-1, len(some)).T)
        rows = np.arange(len(some))
        order = np.argsort(sizes, axis=1, kind="stable")
        sizes = sizes[rows[:, None], order]
        gains = worths[rows[:, None], order].cumsum(axis=1)
        slot = np.where(self._used[some], 0.0, slot_cost)[:, None]
        ratios = np.where((sizes > 0) & (sizes <= most), gains / (np.maximum(sizes, 1) + slot), 0.0)
        best = ratios.argmax(axis=1)
        self._ratio[some] = ratios[rows, best]
        self._size[some] = np.where(self._ratio[some] > 0, sizes[rows, best], 0)
        self._gain[some] = gains[rows, best]


def _useful_spots(aims: Aims, useful: Mask) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the spots with an aim in reach, in reading order; evenly thinned out if they are too many."""
    ys, xs = np.nonzero(aims.ground & useful)
    if len(ys) > MOST_SPOTS:
        kept = np.arange(MOST_SPOTS) * len(ys) // MOST_SPOTS
        ys, xs = ys[kept], xs[kept]
    return ys, xs


def _first(outdated: Mask, beside: Mask, ratios: NDArray[np.float64]) -> NDArray[np.intp]:
    """The outdated spots that are beside the last campaign or looked best; all of them when nothing is known yet."""
    some = np.flatnonzero(outdated)
    if len(some) <= BATCH or not ratios.any():
        return some
    return some[np.lexsort((-ratios[some], ~beside[some]))[:BATCH]]


def _windows(ys: NDArray[np.intp], xs: NDArray[np.intp], width: int, side: int) -> NDArray[np.intp]:
    """Where the square of `side` cells around each spot lies in a padded grid of `width` columns read as one row: [y, x, spot].

    The spots come last, here and in all that is made from it: numpy is quick along the last axis, and a square is short.
    """
    corner = ys * width + xs
    square = np.arange(side)[:, None] * width + np.arange(side)
    return square[:, :, None] + corner


def _ways(sizes: NDArray[np.int16], ground: Mask) -> NDArray[np.int16]:
    """For each cell of each window the largest size on the easiest way to it from the ground, which is free; [layer, y, x, spot]."""
    layers, height, width, spots = sizes.shape
    wide = np.full((layers, height + 2, width + 2, spots), TOO_BIG, dtype=np.int16)
    inner = wide[:, 1:-1, 1:-1]
    np.copyto(inner, 0, where=ground)
    for _ in range(WAY):
        step = np.minimum(wide[:, :-2, 1:-1], wide[:, 2:, 1:-1])
        np.minimum(step, wide[:, 1:-1, :-2], out=step)
        np.minimum(step, wide[:, 1:-1, 2:], out=step)
        np.minimum(inner, np.maximum(step, sizes), out=inner)
    return inner
