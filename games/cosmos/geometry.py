"""Where are things on a board of given size? Places are indices of a padded array, sets of tiles are integers, one bit a tile.

The border is wider than the largest disc, so that nothing here tests bounds twice: off the map is a place without a bit.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from math import isqrt

from games.cosmos.constants import DIRECTION_NAMES, DIRECTIONS, SENSE

BORDER = 7
BAND = 8
"""Rows of a band. What is around a place is counted from the first tile of a band: the sets are smaller by far."""
Place = int
Bits = int


class Geometry:
    """The tables of one board size. `xy`, `bit` are by place; `bit` is 0 off the map. Tiles are counted row by row."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.stride = width + 2 * BORDER
        self.places = self.stride * (height + 2 * BORDER)
        self.place: list[Place] = list(range(self.places))
        """Every place by itself: the object that stands for it everywhere, so that a table knows it at first sight."""
        self.xy = [(p % self.stride - BORDER, p // self.stride - BORDER) for p in range(self.places)]
        self.number = [y * width + x for x, y in self.xy]
        """The number of the tile of every place of the map."""
        self.bit: list[Bits] = [
            1 << tile if self.on_map(*xy) else 0 for xy, tile in zip(self.xy, self.number, strict=True)
        ]
        self.tiles: list[Place] = [place for place, bit in zip(self.place, self.bit, strict=True) if bit]
        """The place of every tile."""
        self.unit: list[Bits] = [self.bit[place] for place in self.tiles]
        """The bit of every tile."""
        self.steps = {name: dy * self.stride + dx for name, (dx, dy) in DIRECTIONS.items()}
        self.offsets = tuple(self.steps[name] for name in DIRECTION_NAMES)
        """Steps by the number of their direction."""
        ways = [dy * width + dx for dx, dy in map(DIRECTIONS.__getitem__, DIRECTION_NAMES)]
        self.pairs = tuple([(1 | 1 << abs(way), max(-way, 0)) for way in ways])
        """By the number of a direction a tile and the one a step away, counted from the first of the two, and how far before the tile that one is."""
        self.beside = [
            tuple([self.place[p + step] for step in self.offsets]) if bit else () for p, bit in enumerate(self.bit)
        ]
        """For every tile of the map the places around it by the number of their direction."""
        self.neighbours = tuple((*DIRECTIONS[name], self.steps[name]) for name in DIRECTION_NAMES)
        """The same with dx and dy before them."""
        self._masks: dict[int, Masks] = {}
        self.senses = tuple(self.masks(radius) for radius in SENSE)
        """What entities of a kind sense."""
        self.bands = tuple(range(0, width * height, width * BAND))
        """The number of the first tile of every band."""
        self.looks = tuple(Looks(self, masks) for masks in self.senses)
        """The same by bands."""
        self._discs: dict[int, tuple[int, ...]] = {}

    def at(self, x: int, y: int) -> Place:
        """The place of a tile of the map."""
        return self.place[(y + BORDER) * self.stride + x + BORDER]

    def on_map(self, x: int, y: int) -> bool:
        """Is this a tile of the map?"""
        return 0 <= x < self.width and 0 <= y < self.height

    def d2(self, a: Place, b: Place) -> int:
        """Squared distance."""
        ax, ay = self.xy[a]
        bx, by = self.xy[b]
        dx, dy = ax - bx, ay - by
        return dx * dx + dy * dy

    def disc(self, radius: int) -> tuple[int, ...]:
        """Offsets of the places within a squared radius of at most 48, row by row, the centre included."""
        if radius not in self._discs:
            reach = range(-isqrt(radius), isqrt(radius) + 1)
            self._discs[radius] = tuple(
                dy * self.stride + dx for dy in reach for dx in reach if dx * dx + dy * dy <= radius
            )
        return self._discs[radius]

    def masks(self, radius: int) -> Masks:
        """The tiles within a squared radius of every place; each is made when it is first asked for."""
        masks = self._masks.get(radius)
        if masks is None:
            masks = self._masks[radius] = Masks(self, radius)
        return masks

    def mask(self, radius: int, place: Place) -> Bits:
        """The tiles within a squared radius of a place."""
        return self.masks(radius)[place]

    def disc_bits(self, radius: int, place: Place) -> Bits:
        """`mask`, made anew; the radius may be larger than the map."""
        cx, cy = self.xy[place]
        bits = 0
        for y in range(max(cy - isqrt(radius), 0), min(cy + isqrt(radius), self.height - 1) + 1):
            reach = isqrt(radius - (y - cy) ** 2)
            low, high = max(cx - reach, 0), min(cx + reach, self.width - 1)
            if low <= high:
                bits |= ((1 << (high - low + 1)) - 1) << (y * self.width + low)
        return bits

    def a_step_around(self, bits: Bits) -> Bits:
        """These tiles and all that are a step away from one, and some more at the other ends of the rows."""
        wide = bits | bits << 1 | bits >> 1
        return wide | wide << self.width | wide >> self.width

    def places_of(self, bits: Bits) -> Iterator[Place]:
        """The places of a set of tiles, row by row, least y first."""
        while bits:
            low = bits & -bits
            yield self.tiles[low.bit_length() - 1]
            bits ^= low


class Masks(dict[Place, Bits]):
    """Sets of tiles around places."""

    def __init__(self, geometry: Geometry, radius: int) -> None:
        self._geometry, self._radius = geometry, radius

    def __missing__(self, place: Place) -> Bits:
        bits = self[place] = self._geometry.disc_bits(self._radius, place)
        return bits


class Looks(dict[Place, tuple[int, Bits]]):
    """Sets of tiles around places: the number of a band, and the tiles counted from the first one of that band."""

    def __init__(self, geometry: Geometry, masks: Masks) -> None:
        self._bands, self._masks = geometry.bands, masks

    def __missing__(self, place: Place) -> tuple[int, Bits]:
        bits = self._masks[place]
        lowest = (bits & -bits).bit_length() - 1
        band = bisect_right(self._bands, lowest) - 1
        self[place] = look = (band, bits >> self._bands[band])
        return look


class Positions(dict[Place, list[int]]):
    """Places as seats and programs know them: [x, y] counted from an origin (3.5). Each list is made once and never changed."""

    def __init__(self, geometry: Geometry, origin: tuple[int, int]) -> None:
        self._xy, self._origin = geometry.xy, origin

    def __missing__(self, place: Place) -> list[int]:
        (x, y), (ox, oy) = self._xy[place], self._origin
        pos = self[place] = [x + ox, y + oy]
        return pos


@lru_cache(maxsize=16_384)
def nearer_ways(dx: int, dy: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The steps that come nearer to the centre from (dx, dy): squared distances then, ascending, with the numbers of the directions."""
    ways: dict[int, list[int]] = {}
    for way, (step_x, step_y) in enumerate(DIRECTIONS.values()):
        ways.setdefault((dx + step_x) ** 2 + (dy + step_y) ** 2, []).append(way)
    return tuple((far, tuple(ways[far])) for far in sorted(ways) if far < dx * dx + dy * dy)


@lru_cache(maxsize=8)
def geometry_of(width: int, height: int) -> Geometry:
    """The tables of a board size, made once."""
    return Geometry(width, height)
