"""What does a view look like in small? The sea with land, buildings and the units that are seen, and what is remembered of others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.picture import Mark, Picture, Rect, Shape, Tone, cells
from games.core.picture import picture as drawn

SEA_LEVEL = 1
UNIT = 0.75
"""Radius of a unit's mark, in cells."""


def picture(view: dict[str, Any]) -> Picture:
    """The sea as this view shows it."""
    width, height = view["size"]
    return drawn(width, height, _shapes(view, width))


def _shapes(view: dict[str, Any], width: int) -> Iterator[Shape]:
    yield from cells(_ground(view, width))
    for element in view["elements"]:
        if "rect" in element:
            left, top, right, bottom = element["rect"]
            yield Rect(left, top, right - left, bottom - top, "nobody")
            if element["seat"] is not None:
                yield Mark((left + right) / 2, (top + bottom) / 2, (right - left) * 0.45, element["seat"])
    for element in view["elements"]:
        if "pos" in element:
            x, y, _ = element["pos"]
            yield Mark(x + 0.5, y + 0.5, UNIT, element["seat"])
    if view["seat"] is not None:
        for ghost in view["memory"] or ():
            x, y, _ = ghost["pos"]
            yield Mark(x + 0.5, y + 0.5, UNIT, ghost["seat"], faint=True)


def _ground(view: dict[str, Any], width: int) -> list[list[Tone | None]]:
    """Land, and water that is in sight at sea level or not; the referee, who has the sight of both, sees all of it."""
    terrain: list[str] = view["terrain"]
    seen = view["vision"][SEA_LEVEL] if view["seat"] is not None else None
    is_everything = view["seat"] is None and view["vision"] is not None

    def tone(x: int, y: int) -> Tone:
        if terrain[y][x] != ".":
            return "land"
        if is_everything or (seen is not None and _is_set(seen[y], x, width)):
            return "water"
        return "unseen"

    return [[tone(x, y) for x in range(width)] for y in range(len(terrain))]


def _is_set(row: str, x: int, width: int) -> bool:
    """A row of sight is hexadecimal, the first cell in its highest bit."""
    bits = bin(int(row, 16))[2:].zfill(len(row) * 4)
    return bits[x] == "1"
