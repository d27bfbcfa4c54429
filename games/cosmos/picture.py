"""What does a view look like in small? The known aether, planets and ships."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.picture import Disc, Mark, Picture, Rect, Shape, cells
from games.core.picture import picture as drawn

PLANET, SHIP = 1.1, 0.6
"""Radii of marks, in tiles."""
BLANK = 16
"""Tiles along each side where nothing of the map is known."""


def picture(view: dict[str, Any]) -> Picture:
    """The map as this view shows it; strangers know none of it."""
    chart = view.get("map")
    if chart is None:
        return drawn(BLANK, BLANK, [Rect(0, 0, BLANK, BLANK, "unseen")])
    if chart["size"] is None:
        return _of_tiles(view, [(x, y) for x, y, _ in chart["tiles"]])
    width, height = chart["size"]
    left, top = chart["origin"]
    known = cells([["unseen" if tile is None else "ground" for tile in row] for row in reversed(chart["aether"])])
    return drawn(width, height, [*known, *_pieces(view, left, top + height - 1)])


def _of_tiles(view: dict[str, Any], tiles: list[tuple[int, int]]) -> Picture:
    """Without knowledge of the size only what is known has a place, with a border of one tile."""
    if not tiles:
        return drawn(BLANK, BLANK, [Rect(0, 0, BLANK, BLANK, "unseen")])
    (left, right), (low, high) = ((min(line) - 1, max(line) + 1) for line in zip(*tiles, strict=True))
    known = set(tiles)
    rows = [
        ["ground" if (x, y) in known else "unseen" for x in range(left, right + 1)] for y in range(high, low - 1, -1)
    ]
    return drawn(right - left + 1, high - low + 1, [*cells(rows), *_pieces(view, left, high)])  # type: ignore[arg-type]


def _pieces(view: dict[str, Any], left: int, top: int) -> Iterator[Shape]:
    """Planets first, so that ships lie over them. The y of the game grows upwards."""
    pieces = [*view.get("foreign", ()), *view.get("own", ())]
    for piece in sorted(pieces, key=lambda one: one["kind"] != "planet"):
        x, y = piece["pos"]
        place = (x - left + 0.5, top - y + 0.5)
        radius = PLANET if piece["kind"] == "planet" else SHIP
        if piece.get("seat") is None:
            yield Disc(*place, radius * 0.8, "nobody")
        else:
            yield Mark(*place, radius, piece["seat"])
