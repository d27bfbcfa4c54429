"""What is each campaign of a draft good for, and where would a little more win a cell? For the forecast; from the view alone."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from games.core.bits import members
from games.hundred_clubs.board import Bits, Numbers, to_bits
from games.hundred_clubs.constants import ALLIED, BACKSTAB, KERNEL20, REACH, UNIT
from games.hundred_clubs.estimate import Estimate, Ground, likely_from
from games.hundred_clubs.orders import Known
from games.hundred_clubs.resolve.campaigns import Fate
from games.hundred_clubs.resolve.conquest import excess_of
from games.hundred_clubs.settings import Settings

Json = Any

CLOSED = 10**12
"""Missing influence of a cell that may not be attacked."""
STEPS = 12
"""Ways in which a campaign could grow that are told, easiest first."""


def rows_of(missing: Numbers, width: int) -> list[list[int | None]]:
    """Missing influence row by row; None where nothing may be attacked."""
    told = [None if value == CLOSED else value for value in missing.tolist()]
    return [told[start : start + width] for start in range(0, len(told), width)]


def gain_of(with_it: Estimate, without: Estimate) -> dict[str, int]:
    """How many cells more are won, surely and about, and with about how many members."""
    least = max(0, with_it.sure.bit_count() - without.sure.bit_count())
    about = max(least, (with_it.about - without.about + 50) // 100)
    return {"least": least, "about": about, "members": max(0, (with_it.members - without.members + 50) // 100)}


class Advice:
    """What can be said of the campaigns of one draft."""

    def __init__(
        self, known: Known, settings: Settings, ground: Ground, influence: Numbers, rival: Numbers, taken: Bits
    ) -> None:
        """`influence` of the whole draft, and the largest of an ally; `taken`: cells that are surely or likely won."""
        self.known, self.settings, self.ground, self.influence = known, settings, ground, influence
        self.breaks = to_bits((excess_of(known.chart, settings, influence) > 0)[None, :])[0]
        """Cells that would break if they might be attacked and nobody defended them."""
        likely = likely_from(known, settings, ground, CLOSED)
        self.needed = np.where(likely < CLOSED, np.maximum(likely, rival + 1), CLOSED)
        """Influence from which a cell is likely to be won, as the forecast counts it."""
        self.wanted = self._wanted(influence, taken)
        """What the cells miss that would be won next."""

    def _wanted(self, influence: Numbers, taken: Bits) -> Numbers:
        """What cells beside access land and what is taken miss until they are likely to be won, by [y, x]; CLOSED elsewhere."""
        board = self.known.board
        edge = board.to_flags([board.neighbours(self.ground.access | taken) & self.ground.open & ~taken])[0]
        missing = self.needed - influence
        is_next = edge & (self.needed < CLOSED) & (missing > 0)
        return np.where(is_next, missing, CLOSED).reshape(board.height, board.width)

    def of_campaign(
        self, fate: Fate, with_it: Estimate, without: Estimate, influence: Numbers, left: int
    ) -> dict[str, Json]:
        """What a campaign adds to the cells won, ways in which it could grow, and what its owner should know.

        `influence` is its own; `left`: the size by which it can grow.
        """
        notes: list[dict[str, Json]] = []
        gain = gain_of(with_it, without)
        if fate.funded and fate.cell is not None:
            notes = self._peace(influence)
            if not notes and not gain["about"]:
                code = "only_defends" if self._is_near_others(fate.cell) else "gains_nothing"
                notes = [{"code": code, **self._elsewhere(influence, without, fate.funded + left)}]
        return {
            "gain": gain,
            "growth": [] if fate.cell is None else self._growth(fate.cell),
            "notes": notes,
        }

    def _peace(self, influence: Numbers) -> list[dict[str, Json]]:
        """Clubs at peace whose land it would help to break without a defence, if there were war; and what war asks for."""
        board = self.known.board
        broken = self.breaks & to_bits((influence > 0)[None, :])[0] & self.ground.neutral
        letters = [int(self.known.owners[cell]) for cell in members(broken)]
        lines = {line["seat"]: line for line in self.known.view["players"]}
        found = []
        for seat in sorted(set(letters)):
            count = self.known.me["justify"].get(str(seat), 0)
            found.append(
                {
                    "code": "at_peace",
                    "seat": seat,
                    "cells": letters.count(seat),
                    "at": board.place(next(cell for cell in members(broken) if int(self.known.owners[cell]) == seat)),
                    "rounds": lines[seat].get("truce", 0) + self.settings.justify_rounds - count,
                    BACKSTAB: self.known.can_stab(seat),
                }
            )
        return sorted(found, key=lambda note: (-note["cells"], note["seat"]))

    def _is_near_others(self, cell: int) -> bool:
        """Could another club attack land that a campaign there defends?"""
        return bool(self._threatened >> cell & 1)

    @cached_property
    def _threatened(self) -> Bits:
        remembered = "".join(self.known.view["memory"]["owners"])
        friends = {str(self.known.seat), *(str(s) for s, word in self.known.relation.items() if word == ALLIED)}
        old = sum(1 << i for i, letter in enumerate(remembered) if letter.isdigit() and letter not in friends)
        return self.known.board.square(self.ground.foreign | old, 2 * REACH)

    def _growth(self, cell: int) -> list[list[int]]:
        """[x, y, size] of cells that this much more in a campaign there would win, easiest first."""
        y, x = divmod(cell, self.known.board.width)
        top, left = max(0, y - REACH), max(0, x - REACH)
        window = self.wanted[top : y + REACH + 1, left : x + REACH + 1]
        weights = _KERNEL[top - y + REACH :, left - x + REACH :][: window.shape[0], : window.shape[1]]
        sizes = -(-window // weights)
        ys, xs = np.nonzero(window < CLOSED)
        found = sorted((int(sizes[j, i]), int(top + j), int(left + i)) for j, i in zip(ys, xs, strict=True))
        return [[i, j, size] for size, j, i in found[:STEPS]]

    def _elsewhere(self, influence: Numbers, without: Estimate, most: int) -> dict[str, Json]:
        """Where a campaign that wins nothing would win a cell for the least, if it stood there instead: {} if no size up to `most` does."""
        wanted = self._wanted(self.influence - influence, without.sure | without.likely)
        sizes = self._sizes(wanted)
        cell = int(np.argmin(sizes))
        least = int(sizes.ravel()[cell])
        return {"elsewhere": {"at": self.known.board.place(cell), "size": least}} if least <= most else {}

    def easiest(self) -> list[list[int]]:
        """Per cell of access land, row by row, the smallest size of a campaign there that wins one cell more; 0 elsewhere or if none does."""
        sizes = self._sizes(self.wanted)
        found: list[list[int]] = np.where(sizes < CLOSED // UNIT, sizes, 0).tolist()
        return found

    def _sizes(self, wanted: Numbers) -> Numbers:
        """The smallest size of a campaign on each cell, by [y, x], that gives one of the cells what it misses; CLOSED off access land."""
        board = self.known.board
        padded = np.pad(wanted, REACH, constant_values=CLOSED)
        least = np.full((board.height, board.width), CLOSED)
        for dy in range(2 * REACH + 1):
            for dx in range(2 * REACH + 1):
                part = padded[dy : dy + board.height, dx : dx + board.width]
                np.minimum(least, -(-part // _KERNEL[dy, dx]), out=least)
        return np.where(board.to_flags([self.ground.access])[0].reshape(least.shape), least, CLOSED)


_STEPS = [abs(step) for step in range(-REACH, REACH + 1)]
_KERNEL = np.array([[KERNEL20[row][column] for column in _STEPS] for row in _STEPS], dtype=np.int64)
"""What a campaign of size 1 radiates around it, by [y, x]."""
