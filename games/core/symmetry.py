"""Does a board of squares look the same from each of some cells? By turning it and mirroring it. Pure.

A board that is turned or mirrored onto itself has equal chances at every cell onto which one of its starts comes; nothing is said of others.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence

Cell = tuple[int, int]
"""(x, y): x to the right, y down."""


def ways(width: int, height: int) -> list[Callable[[Cell], Cell]]:
    """All ways to turn and mirror a board of that size onto itself, the first of which changes nothing: four, of a square eight."""
    right, low = width - 1, height - 1
    found: list[Callable[[Cell], Cell]] = [
        lambda at: at,
        lambda at: (right - at[0], at[1]),
        lambda at: (at[0], low - at[1]),
        lambda at: (right - at[0], low - at[1]),
    ]
    if width == height:
        found += [
            lambda at: (at[1], at[0]),
            lambda at: (low - at[1], at[0]),
            lambda at: (at[1], right - at[0]),
            lambda at: (low - at[1], right - at[0]),
        ]
    return found


def looks_alike(
    width: int, height: int, ground: Callable[[Cell], Hashable], starts: Sequence[Collection[Cell]]
) -> bool:
    """Whether the board, which has `ground(cell)` at each cell, comes onto itself with all its starts, by ways that bring the first start
    onto every other one. A start is the cells that it has. False without starts."""
    cells = [(x, y) for y in range(height) for x in range(width)]
    places = [frozenset(start) for start in starts]
    reached: set[frozenset[Cell]] = set()
    for way in ways(width, height):
        moved = [frozenset(way(cell) for cell in place) for place in places]
        if set(moved) == set(places) and all(ground(way(cell)) == ground(cell) for cell in cells):
            reached |= set(moved[:1])
    return bool(places) and reached == set(places)
