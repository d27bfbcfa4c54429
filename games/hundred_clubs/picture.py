"""What does a view look like in small? The campus with the land of each club, as far as it is seen or remembered.

At the auction, and for whoever sees no cell, it is the bare campus; houses that are not seen stand dim around what is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.picture import Disc, Mark, Picture, Shape, Tone, cells, middle
from games.core.picture import picture as drawn
from games.hundred_clubs.constants import UNOWNED, UNSEEN

MARK = 1.6
"""Radius of a club's mark on its land, in cells."""
BUILT = "DTh"
"""Terrain that stands out of the bare campus: houses."""


def picture(view: dict[str, Any]) -> Picture:
    """The campus as this view shows it."""
    width, height = view["map"]["width"], view["map"]["height"]
    return drawn(width, height, _shapes(view))


def _shapes(view: dict[str, Any]) -> Iterator[Shape]:
    owners: list[str] = view["owners"]
    terrain: list[str] = view["map"]["rows"]
    if view["round"] == 0:
        yield from _campus(terrain, view["auction"]["chosen"])
        return
    if all(owner == UNSEEN for row in owners for owner in row):
        # Everybody knows the map: strangers at a table in the fog get it instead of a dark box.
        yield from _campus(terrain, [])
        return
    yield from cells(
        [[_tone(owner, land) for owner, land in zip(*rows, strict=True)] for rows in zip(owners, terrain, strict=True)]
    )
    land: dict[int, list[tuple[int, int]]] = {}
    for y, row in enumerate(owners):
        for x, owner in enumerate(row):
            if owner not in (UNSEEN, UNOWNED):
                land.setdefault(int(owner), []).append((x, y))
    for seat, places in sorted(land.items()):
        # A club's form stands on its land, so that colour is not all that tells it.
        x, y = middle(places)
        yield Mark(x + 0.5, y + 0.5, MARK, seat)


def _campus(terrain: list[str], chosen: list[tuple[int, int]]) -> Iterator[Shape]:
    """What everybody knows: the map, and before the first round the birthplaces that are taken, a ring for each."""
    yield from cells([["land" if land in BUILT else _bare(land) for land in row] for row in terrain])
    for x, y in chosen:
        yield Disc(x + 0.5, y + 0.5, MARK, "text", hollow=True)


def _tone(owner: str, land: str) -> Tone:
    if owner == UNSEEN:
        # The map is known: houses stand in the dark, or a club with one cell would look at a black box.
        return "ground" if land in BUILT else "unseen"
    if owner != UNOWNED:
        seat: Any = int(owner)
        return seat  # type: ignore[no-any-return]
    return "land" if land in BUILT else _bare(land)


def _bare(land: str) -> Tone:
    return "water" if land == "~" else "ground"
