"""What is a small picture of a position? Plain shapes in seats' colours and forms, from which a page or a link's preview is drawn.

A game makes a picture from a view alone, so that it shows nothing which the view lacks. Coordinates are the game's own: x to the right, y down,
from 0 to `width` and `height`. Shapes are drawn in their order. Colours are named by what they mean; the platform has them for each theme.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

Tone = Literal["unseen", "ground", "land", "water", "line", "nobody", "text", 0, 1, 2, 3, 4, 5, 6, 7]
"""The meaning of a colour; a number is a seat's. `unseen`: what the audience does not see; `ground`: the empty board."""

MOST_SHAPES = 2000
"""A picture of more is refused: it would be larger than the page around it."""


class Rect(NamedTuple):
    """A filled rectangle with its corner at (x, y)."""

    x: float
    y: float
    width: float
    height: float
    tone: Tone


class Disc(NamedTuple):
    """A filled circle around (x, y); `hollow`: only its edge."""

    x: float
    y: float
    radius: float
    tone: Tone
    hollow: bool = False


class Line(NamedTuple):
    """A straight line, `thick` units wide."""

    x1: float
    y1: float
    x2: float
    y2: float
    thick: float
    tone: Tone


class Mark(NamedTuple):
    """What belongs to a seat: the shape of that seat in its colour, `radius` units around (x, y). `faint`: remembered, not seen now."""

    x: float
    y: float
    radius: float
    seat: int
    faint: bool = False


Shape = Rect | Disc | Line | Mark


class Picture(NamedTuple):
    """A small picture of what one view shows."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def picture(width: float, height: float, shapes: Iterable[Shape]) -> Picture:
    """A picture of these shapes. Raises ValueError if they are too many, or the picture has no size."""
    drawn = tuple(shapes)
    if len(drawn) > MOST_SHAPES:
        raise ValueError(f"a picture of {len(drawn)} shapes")
    if width <= 0 or height <= 0:
        raise ValueError(f"a picture of {width} by {height}")
    return Picture(width, height, drawn)


def cells(rows: Sequence[Sequence[Tone | None]]) -> Iterator[Rect]:
    """Squares of size 1, row by row; neighbours of one tone in a row are one rectangle. None: nothing is drawn there."""
    for y, row in enumerate(rows):
        x = 0
        for tone, run in groupby(row):
            width = len(list(run))
            if tone is not None:
                yield Rect(x, y, width, 1, tone)
            x += width


MOST_GROUND = MOST_SHAPES // 2
"""Rectangles of ground of a map that is drawn by people, who may paint every cell another kind."""


def ground(rows: Sequence[Sequence[Tone]]) -> list[Rect]:
    """As `cells`, for rows of one length; of ground that is too varied for a picture only every second cell of every second row, or third."""
    height, width = len(rows), len(rows[0])
    for step in range(1, max(height, width) + 1):
        drawn = [
            one._replace(
                x=one.x * step, y=one.y * step,
                width=min(one.width * step, width - one.x * step), height=min(step, height - one.y * step),
            )
            for one in cells([row[::step] for row in rows[::step]])
        ]  # fmt: skip
        if len(drawn) <= MOST_GROUND:
            return drawn
    raise ValueError("no ground")


def middle(places: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The place among these that is nearest to their mean; ValueError for none. Ties go to the first."""
    x, y = (sum(values) / len(places) for values in zip(*places, strict=True))
    return min(places, key=lambda place: (place[0] - x) ** 2 + (place[1] - y) ** 2)
