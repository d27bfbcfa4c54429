"""What does a view look like in small? The campus with the land of each club, as far as it is seen or remembered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.picture import Mark, Picture, Shape, Tone, cells, middle
from games.core.picture import picture as drawn
from games.hundred_clubs.constants import UNOWNED, UNSEEN

MARK = 1.6
"""Radius of a club's mark on its land, in cells."""


def picture(view: dict[str, Any]) -> Picture:
    """The campus as this view shows it."""
    width, height = view["map"]["width"], view["map"]["height"]
    return drawn(width, height, _shapes(view))


def _shapes(view: dict[str, Any]) -> Iterator[Shape]:
    owners: list[str] = view["owners"]
    terrain: list[str] = view["map"]["rows"]
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


def _tone(owner: str, land: str) -> Tone:
    if owner == UNSEEN:
        return "unseen"
    if owner != UNOWNED:
        seat: Any = int(owner)
        return seat  # type: ignore[no-any-return]
    return "water" if land == "~" else "ground"
