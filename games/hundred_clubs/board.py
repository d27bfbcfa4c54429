"""How do sets of cells grow? Cells are numbered row after row (`y * width + x`); a set of them is an int with one bit per cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from games.hundred_clubs.constants import KERNEL20, REACH

Bits = int
"""A set of cells: bit `cell` is set if the cell belongs to it."""
Flags = npt.NDArray[np.bool_]
"""One truth per cell, row after row."""
Numbers = npt.NDArray[np.int64]
"""One whole number per cell, row after row."""
Campaigns = Sequence[tuple[int, int]]
"""(cell, size) of each."""


def to_bits(flags: npt.NDArray[np.bool_]) -> list[Bits]:
    """Each row of a table of truths, one per cell, as a set of cells."""
    return [int.from_bytes(row.tobytes(), "little") for row in np.packbits(flags, axis=1, bitorder="little")]


class Board:
    """The geometry of a rectangle of cells."""

    __slots__ = ("cells", "east", "height", "offsets", "padded", "places", "west", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.cells = width * height
        first_column = sum(1 << y * width for y in range(height))
        whole = (1 << self.cells) - 1
        self.west: Bits = whole ^ first_column
        """Cells that have a neighbour to the west."""
        self.east: Bits = whole ^ (first_column << (width - 1))
        """Cells that have a neighbour to the east."""
        self.padded = (height + 2 * REACH, width + 2 * REACH)
        rows, columns = np.mgrid[-REACH : REACH + 1, -REACH : REACH + 1]
        self.offsets = (rows * self.padded[1] + columns).ravel()
        """Where a campaign is felt, as distances in a board with a margin of REACH cells."""
        y, x = np.divmod(np.arange(self.cells), width)
        self.places: list[int] = ((y + REACH) * self.padded[1] + x + REACH).tolist()
        """Number of each cell in that board."""

    def neighbours(self, bits: Bits) -> Bits:
        """Cells that have a neighbour in the set."""
        beside = (bits & self.east) << 1 | (bits & self.west) >> 1 | bits >> self.width
        return beside | bits << self.width & (1 << self.cells) - 1

    def widen(self, bits: Bits, steps: int) -> Bits:
        """Cells at most `steps` away from the set (Manhattan distance)."""
        for _ in range(steps):
            bits |= self.neighbours(bits)
        return bits

    def square(self, bits: Bits, reach: int) -> Bits:
        """Cells at most `reach` columns and rows away from the set: where a campaign on one of its cells could be felt."""
        for _ in range(reach):
            bits |= (bits & self.east) << 1 | (bits & self.west) >> 1
        for _ in range(reach):
            bits |= bits >> self.width | bits << self.width & (1 << self.cells) - 1
        return bits

    def spread(self, start: Bits, inside: Bits) -> Bits:
        """`start` and every cell of `inside` that is joined to it by neighbouring cells of `inside`."""
        width, east, west = self.width, self.east, self.west
        reached, edge = start, start
        while edge:
            beside = (edge & east) << 1 | (edge & west) >> 1 | edge << width | edge >> width
            edge = beside & inside & ~reached
            reached |= edge
        return reached

    def to_flags(self, sets: Sequence[Bits]) -> Flags:
        """One truth per cell, by [set, cell]."""
        length = (self.cells + 7) // 8
        raw = np.frombuffer(b"".join(bits.to_bytes(length, "little") for bits in sets), dtype=np.uint8)
        return np.unpackbits(raw.reshape(-1, length), axis=1, count=self.cells, bitorder="little").view(np.bool_)

    def influence(self, campaigns: Sequence[Campaigns]) -> Numbers:
        """Influence in twentieths of each list of campaigns on each cell, by [list, cell] (7.2)."""
        height, width = self.padded
        area = height * width
        sizes: dict[int, int] = {}
        for number, listed in enumerate(campaigns):
            for cell, size in listed:
                place = number * area + self.places[cell]
                sizes[place] = sizes.get(place, 0) + size
        if not sizes:
            return np.zeros((len(campaigns), self.cells), dtype=np.int64)
        reached = np.fromiter(sizes, np.int64)[:, None] + self.offsets
        # Sums of whole numbers below 2**53 are exact in floats, and savings never come near that.
        radiated = np.fromiter(sizes.values(), np.float64)[:, None] * KERNEL
        felt = np.bincount(reached.ravel(), radiated.ravel(), len(campaigns) * area)
        inner = felt.reshape(-1, height, width)[:, REACH:-REACH, REACH:-REACH]
        return inner.astype(np.int64).reshape(len(campaigns), self.cells)

    def rows(self, text: str) -> list[str]:
        """A string with one character per cell, cut into rows."""
        return [text[start : start + self.width] for start in range(0, self.cells, self.width)]

    def place(self, cell: int) -> list[int]:
        """[x, y] of a cell, as JSON has it."""
        y, x = divmod(cell, self.width)
        return [x, y]

    def places_of(self, cells: Iterable[int]) -> list[list[int]]:
        """[x, y] of each cell."""
        return [[cell % self.width, cell // self.width] for cell in cells]

    def cell(self, place: Sequence[int]) -> int | None:
        """The cell at [x, y]; None off the board."""
        x, y = place
        return y * self.width + x if 0 <= x < self.width and 0 <= y < self.height else None


_STEPS = [abs(step) for step in range(-REACH, REACH + 1)]
KERNEL = np.array([KERNEL20[row][column] for row in _STEPS for column in _STEPS], dtype=np.float64)
"""What a campaign of size 1 radiates, in the order of `Board.offsets` (7.1)."""


@lru_cache(maxsize=64)
def board_of(width: int, height: int) -> Board:
    """The board of that size; the same object every time."""
    return Board(width, height)
