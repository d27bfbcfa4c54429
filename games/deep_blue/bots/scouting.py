"""Where should somebody look? The sea in squares, each with the round in which it was last seen; planes go to the oldest."""

from __future__ import annotations

from functools import cache
from typing import Any

from games.deep_blue.bots.world import Cell, World

Json = Any

SQUARE = 6
"""Side of a square."""
RESERVE = 16
"""Fuel beyond the way home with which a formation turns back: a round out and what it hovers."""


def look_around(world: World, memory: dict[str, Json]) -> None:
    """Stamp every square whose middle is seen on the surface, in `memory["stamps"]`."""
    stamps = memory.setdefault("stamps", {})
    for key, at in squares(world).items():
        if world.sees(*at, 1):
            stamps[key] = world.round


def squares(world: World) -> dict[str, Cell]:
    """The middles of all squares, by name; seat 1 counts them from the other corner, so that both seats look alike."""
    width, height = world.view["size"]
    return {key: world.turned(*at) for key, at in _grid(width, height)}


@cache
def _grid(width: int, height: int) -> list[tuple[str, Cell]]:
    return [
        (f"{x},{y}", (min(x + SQUARE // 2, width - 1), min(y + SQUARE // 2, height - 1)))
        for y in range(0, height, SQUARE)
        for x in range(0, width, SQUARE)
    ]


def sweep(world: World, memory: dict[str, Json], one: Json, taken: set[Cell]) -> Cell | None:
    """The middle of the square with the oldest stamp from which the tank still brings the formation home."""
    x, y = one["pos"][:2]
    stamps = memory.get("stamps", {})
    reachable = [
        (key, at) for key, at in squares(world).items() if at not in taken and _is_safe(world, one, at) and at != (x, y)
    ]
    found = min(
        reachable,
        key=lambda pair: (
            stamps.get(pair[0], 0), abs(pair[1][0] - x) + abs(pair[1][1] - y),
            world.sign * pair[1][1], world.sign * pair[1][0],
        ),
        default=None,
    )  # fmt: skip
    return None if found is None else found[1]


def _is_safe(world: World, one: Json, at: Cell) -> bool:
    x, y = one["pos"][:2]
    home = world.apart({"pos": [*at, 2]}, world.base)
    return bool(abs(at[0] - x) + abs(at[1] - y) + home + RESERVE <= one["fuel"])
