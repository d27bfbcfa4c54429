"""Which tiles are images of each other? Chapter 3.2."""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.core.rng import Rng

SIZES = {"rotate_180": 2, "mirror_x": 2, "mirror_y": 2, "mirror_xy": 4, "rotate_90": 4, "eightfold": 8}
"""Groups and their sizes; the size is the number of sides."""
SQUARE = frozenset({"rotate_90", "eightfold"})
AUTO = "auto"

Tile = tuple[int, int]


def images(group: str, width: int, height: int, x: int, y: int) -> list[Tile]:
    """Where a tile goes, in the order of the sides; the first is the tile itself, on axes some are equal."""
    w, h = width - 1, height - 1
    if group == "rotate_180":
        return [(x, y), (w - x, h - y)]
    if group == "mirror_x":
        return [(x, y), (w - x, y)]
    if group == "mirror_y":
        return [(x, y), (x, h - y)]
    if group == "mirror_xy":
        return [(x, y), (w - x, y), (w - x, h - y), (x, h - y)]
    turned = [(x, y), (w - y, x), (w - x, h - y), (y, h - x)]
    if group == "rotate_90":
        return turned
    return [*turned, (y, x), (w - x, y), (w - y, h - x), (x, h - y)]


def orbit(group: str, width: int, height: int, x: int, y: int) -> list[Tile]:
    """The images of a tile without repetitions."""
    return list(dict.fromkeys(images(group, width, height, x, y)))


def allowed(seats: int, width: int, height: int) -> list[str]:
    """The groups that `auto` draws from; empty if the board must be square and is not."""
    if seats == 2:
        return ["rotate_180", "mirror_x", "mirror_y"]
    if seats <= 4:
        return ["mirror_xy", "rotate_90"] if width == height else ["mirror_xy"]
    return ["eightfold"] if width == height else []


def draw(options: dict[str, Any], seats: int, rng: Rng) -> str:
    """The group of a match; draws only if the options leave a choice of several."""
    if options["symmetry"] != AUTO:
        return str(options["symmetry"])
    groups = allowed(seats, options["width"], options["height"])
    return rng.choice(groups) if len(groups) > 1 else groups[0]


def possible_count(group: str, width: int, height: int, count: int) -> bool:
    """Is `count` a sum of sizes of different orbits that lie two tiles inside the border?"""
    tiles = Counter(len(orbit(group, width, height, x, y)) for x in range(2, width - 2) for y in range(2, height - 2))
    reached = {0}
    for size, total in tiles.items():
        orbits = min(total // size, count // size)
        reached = {have + size * k for have in reached for k in range(orbits + 1)}
    return count in reached
