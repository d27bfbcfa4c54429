"""What does the engine ask of a map?"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from games.deep_blue.board import Bits, Board, Rect, board_of
from games.deep_blue.routes import Routes


@dataclass(frozen=True)
class Chart:
    """A checked map. `document` is its normal form, JSON."""

    document: dict[str, Any]

    @cached_property
    def board(self) -> Board:
        """The geometry."""
        return board_of(self.document["width"], self.document["height"])

    @cached_property
    def land(self) -> Bits:
        """Cells that no ship can enter."""
        board, found = self.board, 0
        for y, row in enumerate(self.document["terrain"]):
            for x, letter in enumerate(row):
                if letter == "#":
                    found |= 1 << board.cell(x, y)
        return found

    @cached_property
    def ocean(self) -> Bits:
        """Cells of the sea."""
        return self.board.full & ~self.land

    def free(self, level: int) -> Bits:
        """Cells that the terrain leaves open on a layer."""
        return self.board.full if level == 2 else self.ocean

    def routes(self, level: int) -> Routes:
        """Ways over the terrain of a layer."""
        return self._air_routes if level == 2 else self._sea_routes

    @cached_property
    def _air_routes(self) -> Routes:
        return Routes(self.board, self.board.full)

    @cached_property
    def _sea_routes(self) -> Routes:
        return Routes(self.board, self.ocean)

    def base(self, seat: int) -> Rect:
        """The rectangle of a seat's base."""
        return next(
            rect_of(one["rect"]) for one in self.document["objects"] if one["kind"] == "base" and one["seat"] == seat
        )


def rect_of(corners: list[int]) -> Rect:
    """A rectangle out of JSON."""
    x0, y0, x1, y1 = corners
    return x0, y0, x1, y1


@lru_cache(maxsize=64)
def _read(text: str) -> Chart:
    return Chart(json.loads(text))


def chart_of(document: dict[str, Any]) -> Chart:
    """The chart of a document in normal form. The same text gives the same object."""
    return _read(json.dumps(document, separators=(",", ":")))
