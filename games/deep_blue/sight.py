"""Which cells does each seat see on each layer (4)?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from games.deep_blue.board import Bits, Board, Rect
from games.deep_blue.constants import LAYERS, SEATS, SURFACE


class Seen(Protocol):
    """What sight asks of an element: whose it is, where it stands, and how far it sees on each layer before the weather."""

    @property
    def seat(self) -> int | None: ...
    @property
    def is_unit(self) -> bool: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def level(self) -> int: ...
    @property
    def rect(self) -> Rect: ...
    @property
    def sight(self) -> tuple[int, int, int]: ...


class Sight:
    """Sets of seen cells by [seat][layer]."""

    __slots__ = ("board", "cells", "packed")

    def __init__(self, board: Board, cells: Sequence[Sequence[Bits]]) -> None:
        self.board = board
        self.cells = cells
        self.packed = [[board.to_bytes(layer) for layer in layers] for layers in cells]
        """The same in bytes, where one cell is looked up without touching the others."""

    @staticmethod
    def of(board: Board, elements: Iterable[Seen], weather: int) -> Sight:
        """The union over all elements of each seat; the weather counts for every sight (4)."""
        found = [[0] * len(LAYERS) for _ in range(SEATS)]
        for one in elements:
            if one.seat is None:
                continue
            rect, mine = one.rect, found[one.seat]
            underwater, surface, air = one.sight
            mine[0] |= board.spread(rect, max(0, underwater + weather))
            mine[1] |= board.spread(rect, max(0, surface + weather))
            mine[2] |= board.spread(rect, max(0, air + weather))
        return Sight(board, [[layer & board.full for layer in layers] for layers in found])

    def sees(self, seat: int, level: int, cell: int) -> bool:
        """Does the seat see that cell on that layer?"""
        return bool(self.packed[seat][level][cell >> 3] >> (cell & 7) & 1)

    def sees_element(self, board: Board, seat: int, one: Seen) -> bool:
        """Is it visible: a unit in its cell, a building by any of its cells on the surface?"""
        if one.is_unit:
            return self.sees(seat, one.level, board.cell(one.x, one.y))
        return bool(self.cells[seat][SURFACE] & board.area(one.rect))

    def joined(self, other: Sight) -> Sight:
        """What is seen in either."""
        return Sight(
            self.board,
            [
                [a | b for a, b in zip(mine, yours, strict=True)]
                for mine, yours in zip(self.cells, other.cells, strict=True)
            ],
        )
