"""Where is what on the board? Chapter 1; a place is (x, y) with y = 0 at Red's home row."""

from __future__ import annotations

from functools import cache

Place = tuple[int, int]

WIDTH, HEIGHT = 3, 5
EVENT_AREA: Place = (1, 2)
PLACES: tuple[Place, ...] = tuple((x, y) for y in range(HEIGHT) for x in range(WIDTH))
"""All areas, row by row from Red's side; the order in which lots are drawn over them."""


def distance(a: Place, b: Place) -> int:
    """Number of moves from one area to another, whatever stands between them."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


@cache
def areas_within(start: Place, low: int, high: int) -> tuple[Place, ...]:
    """Areas at these distances, in the order of `PLACES`."""
    return tuple(area for area in PLACES if low <= distance(start, area) <= high)


ADJACENT: dict[Place, tuple[Place, ...]] = {a: tuple(b for b in PLACES if distance(a, b) == 1) for a in PLACES}
"""Neighbours without diagonals (D1), in the order of `PLACES`."""
AROUND = {place: frozenset((place, *ADJACENT[place])) for place in PLACES}
"""An area with its neighbours."""


def home_row(seat: int) -> int:
    """The y of a seat's home row."""
    return HEIGHT - 1 if seat == 0 else 0


def ship_area(seat: int) -> Place:
    """Where a seat's warship stands for the whole match."""
    return (1, home_row(seat))


def decks(seat: int) -> tuple[Place, ...]:
    """The decks of a seat, beside its ship area."""
    return ((0, home_row(seat)), (2, home_row(seat)))


def forward(seat: int) -> int:
    """What a step towards the enemy adds to y."""
    return -1 if seat == 0 else 1


def ahead(seat: int, where: str) -> tuple[Place, ...]:
    """Areas that cards name, as this seat has them: before its decks, before its warship, beside the event area."""
    row = home_row(seat) + forward(seat)
    named: dict[str, tuple[Place, ...]] = {
        "flank": ((0, row), (2, row)), "front": ((1, row),), "middle": ((0, EVENT_AREA[1]), (2, EVENT_AREA[1])),
    }  # fmt: skip
    return named[where]


def is_forward(seat: int, start: Place, end: Place) -> bool:
    """Does this step lead towards the enemy's home row?"""
    return end[1] - start[1] == forward(seat)


def pushed_to(seat: int, start: Place, areas: int) -> Place:
    """Where a mech of this seat lands that is pushed so many areas back towards its own home row (8.2)."""
    y = start[1] - forward(seat) * areas
    return (start[0], max(0, min(HEIGHT - 1, y)))
