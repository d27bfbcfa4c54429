"""Which cells does each seat see on each layer (4)?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.deep_blue.board import Bits, Board
from games.deep_blue.constants import LAYERS, SEATS, SURFACE

if TYPE_CHECKING:
    from games.deep_blue.state import Element


@dataclass(frozen=True, slots=True)
class Sight:
    """Sets of seen cells by [seat][layer]."""

    cells: tuple[tuple[Bits, ...], ...]

    @staticmethod
    def of(board: Board, elements: Iterable[Element], weather: int) -> Sight:
        """The union over all elements of each seat; the weather counts for every sight (4)."""
        found = [[0] * len(LAYERS) for _ in range(SEATS)]
        for one in elements:
            if one.seat is None:
                continue
            rect, mine = one.rect, found[one.seat]
            underwater, surface, air = one.sight
            mine[0] |= board.around(rect, max(0, underwater + weather))
            mine[1] |= board.around(rect, max(0, surface + weather))
            mine[2] |= board.around(rect, max(0, air + weather))
        return Sight(tuple(tuple(layers) for layers in found))

    def sees(self, seat: int, level: int, cell: int) -> bool:
        """Does the seat see that cell on that layer?"""
        return bool(self.cells[seat][level] >> cell & 1)

    def sees_element(self, board: Board, seat: int, one: Element) -> bool:
        """Is it visible: a unit in its cell, a building by any of its cells on the surface?"""
        if one.is_unit:
            return bool(self.cells[seat][one.level] >> board.cell(one.x, one.y) & 1)
        return bool(self.cells[seat][SURFACE] & board.area(one.rect))

    def joined(self, other: Sight) -> Sight:
        """What is seen in either."""
        return Sight(
            tuple(
                tuple(a | b for a, b in zip(mine, yours, strict=True))
                for mine, yours in zip(self.cells, other.cells, strict=True)
            )
        )
