"""How is the plane of the map counted? Cells are bit numbers, sets of cells are ints of bits.

A row has `stride` bits: the cells of the map, then a gap wider than any sight, so that shifted sets never run into the next row.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache

Bits = int
Rect = tuple[int, int, int, int]
"""x0, y0, x1, y1, all inclusive; one cell is (x, y, x, y)."""

GAP = 24
"""Wider than the longest sight in the best weather."""


def planar(a: Rect, b: Rect) -> int:
    """Planar distance of two rectangles: the least over their cells (1)."""
    across = max(a[0] - b[2], b[0] - a[2], 0)
    down = max(a[1] - b[3], b[1] - a[3], 0)
    return across + down


class Board:
    """Geometry of one size of map."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.stride = -(-(width + GAP) // 8) * 8
        """Whole bytes, so that a row can be cut out of a set."""
        self.full: Bits = sum(((1 << width) - 1) << y * self.stride for y in range(height))
        self._diamonds: dict[tuple[Rect, int], Bits] = {}
        self._templates: dict[int, Bits] = {}

    @cached_property
    def columns(self) -> list[Bits]:
        """The lowest cell of each of the first n rows, by n."""
        return [sum(1 << y * self.stride for y in range(count)) for count in range(self.height + 1)]

    def cell(self, x: int, y: int) -> int:
        """Bit number of a cell."""
        return y * self.stride + x

    def place(self, cell: int) -> tuple[int, int]:
        """x and y of a bit number."""
        y, x = divmod(cell, self.stride)
        return x, y

    def places(self, cells: Iterable[int]) -> list[list[int]]:
        """[x, y] of bit numbers."""
        stride = self.stride
        return [[cell % stride, cell // stride] for cell in cells]

    def has(self, x: int, y: int) -> bool:
        """Is that a cell of the map?"""
        return 0 <= x < self.width and 0 <= y < self.height

    def area(self, rect: Rect) -> Bits:
        """Cells of a rectangle that lies on the map."""
        x0, y0, x1, y1 = rect
        return (((1 << x1 - x0 + 1) - 1) * self.columns[y1 - y0 + 1]) << self.cell(x0, y0)

    def cells_of(self, rect: Rect) -> list[int]:
        """Bit numbers of a rectangle, by (y, x)."""
        x0, y0, x1, y1 = rect
        return [self.cell(x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)]

    def around(self, rect: Rect, radius: int) -> Bits:
        """Cells at most `radius` from a rectangle, by planar distance."""
        return self.spread(rect, radius) & self.full

    def spread(self, rect: Rect, radius: int) -> Bits:
        """As `around`, with bits of the gaps and beyond the last row as well: to be joined with others, then masked."""
        x0, y0, x1, y1 = rect
        if x0 == x1 and y0 == y1:
            shift = (y0 - radius) * self.stride + x0 - radius
            template = self._templates.get(radius) or self._template(radius)
            return template << shift if shift >= 0 else template >> -shift
        key = rect, radius
        if key not in self._diamonds:
            found = 0
            for x in range(x0, x1 + 1):
                for y in range(y0, y1 + 1):
                    found |= self.around((x, y, x, y), radius)
            self._diamonds[key] = found
        return self._diamonds[key]

    def _template(self, radius: int) -> Bits:
        """A diamond whose box starts at bit 0."""
        if radius not in self._templates:
            found = 0
            for down in range(-radius, radius + 1):
                half = radius - abs(down)
                found |= ((1 << 2 * half + 1) - 1) << (down + radius) * self.stride + radius - half
            self._templates[radius] = found
        return self._templates[radius]

    def grow(self, cells: Bits) -> Bits:
        """The four neighbours of these cells, also off the map; mask them."""
        return cells << 1 | cells >> 1 | cells << self.stride | cells >> self.stride

    def to_bytes(self, cells: Bits) -> bytes:
        """A set as bytes: cell c is bit c % 8 of byte c // 8."""
        return cells.to_bytes(self.height * self.stride // 8, "little")

    def to_hex(self, packed: bytes) -> list[str]:
        """A string per row, one bit per x, the highest first, padded on the right to whole digits (10)."""
        step = self.stride // 8
        return [_hex_row(packed[i : i + step], self.width) for i in range(0, len(packed), step)]

    def from_hex(self, rows: list[str]) -> Bits:
        """The set that `to_hex` wrote."""
        step = self.stride // 8
        return int.from_bytes(b"".join(_row_of_hex(text, self.width, step) for text in rows), "little")


@lru_cache(maxsize=4096)
def _row_of_hex(text: str, width: int, step: int) -> bytes:
    bits = format(int(text, 16), f"0{len(text) * 4}b")[:width]
    return int(bits[::-1], 2).to_bytes(step, "little")


@lru_cache(maxsize=4096)
def _hex_row(row: bytes, width: int) -> str:
    digits = -(-width // 4)
    bits = format(int.from_bytes(row, "little"), f"0{width}b")[::-1]
    return format(int(bits, 2) << digits * 4 - width, f"0{digits}x")


@lru_cache(maxsize=32)
def board_of(width: int, height: int) -> Board:
    """The one board of that size."""
    return Board(width, height)
