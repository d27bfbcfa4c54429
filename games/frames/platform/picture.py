"""What does a view look like in small? The fifteen areas, warships, and the mechs that stand on the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.picture import Mark, Picture, Rect, Shape
from games.core.picture import picture as drawn
from games.frames.catalogue import AREAS

COLUMNS = 1 + max(x for x, _ in AREAS)
ROWS = 1 + max(y for _, y in AREAS)
SHIP, MECH, GAP = 0.3, 0.16, 0.04
"""Radii of marks and the gap between areas, in areas."""
SPOTS = ((0.27, 0.3), (0.73, 0.3), (0.27, 0.72), (0.73, 0.72), (0.5, 0.5), (0.5, 0.15), (0.5, 0.85))
"""Where mechs of one area stand, from its corner."""


def picture(view: dict[str, Any]) -> Picture:
    """The table as this view shows it: everything on the board is public."""
    return drawn(COLUMNS, ROWS, _shapes(view))


def _shapes(view: dict[str, Any]) -> Iterator[Shape]:
    for x, y in AREAS:
        yield Rect(x + GAP, y + GAP, 1 - 2 * GAP, 1 - 2 * GAP, "land" if y in (0, ROWS - 1) else "ground")
    taken: dict[tuple[int, int], int] = {}
    for side in view["seats"]:
        ship = side["ship"]
        if ship["at"] is not None and ship["state"] == "intact":
            x, y = ship["at"]
            yield Mark(x + 0.5, y + 0.5, SHIP, side["seat"])
        for mech in side["mechs"]:
            if mech["at"] is None:
                continue
            x, y = mech["at"]
            number = taken.get((x, y), 0)
            taken[x, y] = number + 1
            dx, dy = SPOTS[number % len(SPOTS)]
            yield Mark(x + dx, y + dy, MECH, side["seat"])
