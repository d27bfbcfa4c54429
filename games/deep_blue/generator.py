"""How is a map made (16)? Everything is drawn with rng, and every part has a twin, turned by 180 degrees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.core.errors import OptionError
from games.core.rng import Rng, SeededRng
from games.deep_blue.board import Rect, planar
from games.deep_blue.maps.parse import read_map

ISLAND_SIZES = ((1, 1), (2, 1), (1, 2), (2, 2), (3, 2), (2, 3))
DRAWS = 400
"""Tries of each placing, and of whole maps before the land is left out."""
MOST_BLOBS = 3000


@dataclass(frozen=True, slots=True)
class Wish:
    """What a table asks for."""

    size: int
    land: int
    """Per cent."""
    island_pairs: int
    center_island: bool


class _Stuck(Exception):
    """A part found no place: start again."""


def generate(wish: Wish, seed: int | None, rng: Rng) -> dict[str, Any]:
    """A map in normal form. A seed fixes it whatever `rng` says."""
    dice = rng if seed is None else SeededRng(f"deep_blue:map:{seed}")
    for attempt in range(2 * DRAWS):
        land = wish.land if attempt < DRAWS else 0
        try:
            return read_map(_Draft(wish, dice).finish(land))
        except (_Stuck, OptionError):
            continue
    raise RuntimeError(f"no map could be made of {wish}")


class _Draft:
    """A map in the making: objects with their rectangles, and the set of land cells."""

    def __init__(self, wish: Wish, rng: Rng) -> None:
        self.wish, self.rng, self.size = wish, rng, wish.size
        self.objects: list[dict[str, Any]] = []
        self.rects: list[Rect] = []
        self.land: set[tuple[int, int]] = set()

    def finish(self, land: int) -> dict[str, Any]:
        """The document, not yet checked."""
        self._bases()
        gap = max(3, self.size // 12)
        base, other = self.rects[0], self.rects[1]
        apart = planar(base, other)
        for kind, stock in (("mine", {"metal": 400}), ("oilfield", {"fuel": 800})):
            self._pair(kind, (1, 1), stock, 3, lambda rect: 4 <= planar(rect, base) <= 7)
        for kind, stock in (("mine", {"metal": 1000}), ("oilfield", {"fuel": 2000})):
            self._pair(
                kind, (2, 2), stock, gap,
                lambda rect: abs(planar(rect, base) - planar(rect, other)) <= self.size // 4
                and min(planar(rect, base), planar(rect, other)) >= apart // 4,
            )  # fmt: skip
        if self.wish.center_island:
            self._center()
        least = max(8, apart // 6)
        for _ in range(self.wish.island_pairs):
            size = ISLAND_SIZES[self.rng.randrange(len(ISLAND_SIZES))]
            self._pair("island", size, {}, gap, lambda rect: min(planar(rect, base), planar(rect, other)) >= least)
        self._raise_land(land)
        self._drown_lakes()
        rows = ["".join("#" if (x, y) in self.land else "." for x in range(self.size)) for y in range(self.size)]
        return {
            "name": "generated", "title": "Generated", "width": self.size, "height": self.size, "terrain": rows,
            "symmetry": "rotate_180", "objects": self.objects,
        }  # fmt: skip

    def _mirrored(self, rect: Rect) -> Rect:
        last = self.size - 1
        return last - rect[2], last - rect[3], last - rect[0], last - rect[1]

    def _add(self, kind: str, rect: Rect, seat: int | None, stock: dict[str, int]) -> None:
        self.objects.append({"kind": kind, "seat": seat, "rect": list(rect), **stock})
        self.rects.append(rect)
        self.land.update((x, y) for x in range(rect[0], rect[2] + 1) for y in range(rect[1], rect[3] + 1))

    def _bases(self) -> None:
        margin = max(2, self.size // 10)
        top = self.size // 2 - 2 if self.rng.randrange(2) == 1 else margin
        rect = (margin, top, margin + 2, top + 2)
        self._add("base", rect, 0, {})
        self._add("base", self._mirrored(rect), 1, {})

    def _pair(self, kind: str, size: tuple[int, int], stock: dict[str, int], gap: int, fits: Any) -> None:
        width, height = size
        for _ in range(DRAWS):
            x = 1 + self.rng.randrange(self.size - width - 1)
            y = 1 + self.rng.randrange(self.size - height - 1)
            rect = (x, y, x + width - 1, y + height - 1)
            twin = self._mirrored(rect)
            clear = all(planar(rect, taken) >= gap for taken in self.rects) and planar(rect, twin) >= gap
            if clear and fits(rect):
                self._add(kind, rect, None, stock)
                self._add(kind, twin, None, stock)
                return
        raise _Stuck

    def _center(self) -> None:
        half = self.size // 2
        rect = (half - 1, half - 1, half, half) if self.size % 2 == 0 else (half - 1, half - 1, half + 1, half + 1)
        self._add("island", rect, None, {})

    def _may_be_land(self, x: int, y: int) -> bool:
        cell = (x, y, x, y)
        return (
            0 <= x < self.size
            and 0 <= y < self.size
            and all(planar(cell, rect) > (4 if i < 2 else 1) for i, rect in enumerate(self.rects))
        )

    def _raise_land(self, per_cent: int) -> None:
        wanted = self.size * self.size * per_cent // 100
        for _ in range(MOST_BLOBS):
            if len(self.land) >= wanted:
                return
            x, y = self.rng.randrange(self.size), self.rng.randrange(self.size)
            for _ in range(4 + self.rng.randrange(11)):
                if self._may_be_land(x, y):
                    self.land.update(((x, y), (self.size - 1 - x, self.size - 1 - y)))
                across, down = ((1, 0), (-1, 0), (0, 1), (0, -1))[self.rng.randrange(4)]
                x, y = x + across, y + down

    def _drown_lakes(self) -> None:
        """Ocean that is not reached from seat 0's shore becomes land."""
        x0, y0, _, _ = self.rects[0]
        reached, frontier = {(x0 - 1, y0)}, [(x0 - 1, y0)]
        while frontier:
            x, y = frontier.pop()
            for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                inside = 0 <= cell[0] < self.size and 0 <= cell[1] < self.size
                if inside and cell not in self.land and cell not in reached:
                    reached.add(cell)
                    frontier.append(cell)
        self.land = {(x, y) for x in range(self.size) for y in range(self.size) if (x, y) not in reached}
