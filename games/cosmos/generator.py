"""How is a map made? Chapter 3.3; all draws are from the rng handed in, in the order of that chapter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.core.errors import OptionError
from games.core.rng import Rng
from games.core.text import gettext_noop
from games.cosmos.constants import START_ENERGY
from games.cosmos.ids import between
from games.cosmos.maps import Document
from games.cosmos.symmetry import SIZES, Tile, draw, images, orbit

SPACING = ((64, 100), (36, 64), (16, 36), (9, 16))
"""Least squared distances of any two planets and of the images of one start planet; the next pair if there is no room."""
MARGIN = 2
TRIES = 2000
NOISE_STEP = 6
NEAR = 57
"""How much farther than planets must be apart a neutral planet near the start may be, squared: up to eleven tiles (17)."""
IN_SIGHT = 25
"""Squared distance from which the scouts of the start see it."""


def generate(options: dict[str, Any], seats: int, rng: Rng) -> Document:
    """A map document for these checked options; raises OptionError `bad_option` if the planets find no room."""
    group = draw(options, seats, rng)
    width, height = options["width"], options["height"]
    aether = _aether(options, group, rng)
    for spacing in SPACING:
        planets = _Planets(group, width, height, spacing)
        if planets.place_starts(options["start_planets"], rng) and planets.place_neutral(
            options["neutral_planets"], options["neutral_energy"], rng, near=options["scout_under_way"]
        ):
            return {
                "name": "", "width": width, "height": height, "symmetry": group,
                "aether": aether, "planets": planets.placed,
            }  # fmt: skip
    raise OptionError("bad_option", "neutral_planets", gettext_noop("These planets find no room on the map."))


def _aether(options: dict[str, Any], group: str, rng: Rng) -> list[list[int]]:
    width, height = options["width"], options["height"]
    low, high = options["aether_range"]
    values = _noise(width, height, low, high, rng) if options["aether_style"] == "smooth" else None
    rows = [[0] * width for _ in range(height)]
    for y in range(height):
        for x in range(width):
            if rows[y][x] == 0:
                value = values[y][x] if values else between(rng, low, high)
                for u, v in orbit(group, width, height, x, y):
                    rows[v][u] = value
    return rows


def _noise(width: int, height: int, low: int, high: int, rng: Rng) -> list[list[int]]:
    """Value noise, bilinear in integers, stretched to low..high."""
    columns, lines = -(-width // NOISE_STEP) + 2, -(-height // NOISE_STEP) + 2
    grid = [[between(rng, 0, 1000) for _ in range(columns)] for _ in range(lines)]
    raw = [[_bilinear(grid, x, y) for x in range(width)] for y in range(height)]
    least, most = min(map(min, raw)), max(map(max, raw))
    spread = max(most - least, 1)
    return [[low + (value - least) * (high - low) // spread for value in row] for row in raw]


def _bilinear(grid: list[list[int]], x: int, y: int) -> int:
    (i, u), (j, v) = divmod(x, NOISE_STEP), divmod(y, NOISE_STEP)
    below = grid[j][i] * (NOISE_STEP - u) + grid[j][i + 1] * u
    above = grid[j + 1][i] * (NOISE_STEP - u) + grid[j + 1][i + 1] * u
    return below * (NOISE_STEP - v) + above * v


def _d2(a: Tile, b: Tile) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


class _Planets:
    """Planets placed so far, under one pair of spacings."""

    def __init__(self, group: str, width: int, height: int, spacing: tuple[int, int]) -> None:
        self.group, self.width, self.height = group, width, height
        self.any_two, self.one_start = spacing
        self.tiles: list[Tile] = []
        self.placed: list[dict[str, Any]] = []

    def place_starts(self, count: int, rng: Rng) -> bool:
        """Start planets of all sides; False if one found no room."""
        for _ in range(count):
            tiles = self._draw(rng, SIZES[self.group], SIZES[self.group], max(self.any_two, self.one_start))
            if tiles is None:
                return False
            self._add(tiles, list(range(len(tiles))), START_ENERGY)
        return True

    def place_neutral(self, count: int, energy: Sequence[int], rng: Rng, *, near: bool) -> bool:
        """Neutral planets orbit by orbit, each orbit's energy drawn from this range; False if one found no room.

        With `near` the first orbit has a planet for every side, near its start planet, if so many are owed.
        """
        owed, sides = count, SIZES[self.group]
        while owed:
            is_near = near and owed == count >= sides
            tiles = self._draw(rng, sides if is_near else 1, owed, self.any_two, near=is_near)
            if tiles is None:
                return False
            self._add(tiles, [None] * len(tiles), between(rng, *energy))
            owed -= len(tiles)
        return True

    def _draw(self, rng: Rng, least: int, most: int, apart: int, *, near: bool = False) -> list[Tile] | None:
        """An orbit of least..most tiles that keeps its distances, in the order of the sides."""
        for _ in range(TRIES):
            x = between(rng, MARGIN, self.width - 1 - MARGIN)
            y = between(rng, MARGIN, self.height - 1 - MARGIN)
            tiles = list(dict.fromkeys(images(self.group, self.width, self.height, x, y)))
            if near and _d2((x, y), self.tiles[0]) > self.any_two + NEAR:
                continue
            if least <= len(tiles) <= most and self._fits(tiles, apart):
                return tiles
        return None

    def _fits(self, tiles: list[Tile], apart: int) -> bool:
        return all(_d2(a, b) >= self.any_two for a in tiles for b in self.tiles) and all(
            _d2(a, b) >= apart for i, a in enumerate(tiles) for b in tiles[:i]
        )

    def _add(self, tiles: list[Tile], sides: list[Any], energy: int) -> None:
        self.tiles += tiles
        for (x, y), side in zip(tiles, sides, strict=True):
            self.placed.append({"x": x, "y": y, "side": side, "energy": energy})


def first_scouts(document: Document) -> list[tuple[int, Tile, Tile]]:
    """Where scouts are under way at the start: side, its home, the scout's tile (17).

    That of side 0 is the tile nearest home from which it sees the nearest neutral planet, or the middle of a map without any; the others
    are its images. Only tiles that have an image of their own for every side.
    """
    group, width, height = document["symmetry"], document["width"], document["height"]
    planets = [(planet["x"], planet["y"]) for planet in document["planets"]]
    homes = [tile for tile, planet in zip(planets, document["planets"], strict=True) if planet["side"] == 0]
    free = [tile for tile, planet in zip(planets, document["planets"], strict=True) if planet["side"] is None]
    home = homes[0]
    goal = min(free, key=lambda tile: (_d2(tile, home), tile), default=(width // 2, height // 2))
    tiles = [(x, y) for y in range(height) for x in range(width) if _d2((x, y), goal) <= IN_SIGHT]
    fitting = [
        tile for tile in tiles if tile not in planets and len(orbit(group, width, height, *tile)) == SIZES[group]
    ]
    scout = min(fitting, key=lambda tile: (_d2(tile, home), _d2(tile, goal), tile))
    return [
        (side, place, tile)
        for side, (place, tile) in enumerate(
            zip(images(group, width, height, *home), images(group, width, height, *scout), strict=True)
        )
    ]
