"""Who stands where, and which seats sense what? Follows every step, so that nothing is looked for twice. Chapters 4.5, 7.2.

`eyes` counts for every place how many entities of a seat sense it; no count passes 129, the tiles of the widest disc.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator

from games.cosmos.constants import PLANET, SENSE, TRUE_SIGHT
from games.cosmos.entity import Entity
from games.cosmos.geometry import Bits, Geometry, Place

OFF, TAKEN = 2, 1
"""Why a place is not free: off the map, or somebody stands there."""


class Board:
    """The derived facts of a position. Seats are 0..n-1; neutral planets count as one more seat that has no eyes."""

    __slots__ = (
        "bits",
        "closed",
        "counts",
        "everybody",
        "eyes",
        "geometry",
        "ids",
        "looks",
        "planets",
        "true_eyes",
        "who",
    )

    def __init__(self, geometry: Geometry, seats: int, entities: Iterable[Entity]) -> None:
        self.geometry = geometry
        self.who: dict[Place, int] = {}
        """Id of the entity on a place."""
        self.ids: list[int] = []
        """All ids, ascending."""
        self.planets: tuple[int, ...] = ()
        """Ids of all planets, ascending: they never come or go."""
        self.closed = bytearray(0 if bit else OFF for bit in geometry.bit)
        """Per place 0 if free, else why not."""
        self.bits: list[Bits] = [0] * (seats + 1)
        """Tiles with entities of a seat; the last are the neutral ones."""
        self.everybody: Bits = 0
        self.counts = [0] * seats
        """Entities of a seat."""
        self.eyes = [bytearray(geometry.places) for _ in range(seats)]
        self.true_eyes = [bytearray(geometry.places) for _ in range(seats)]
        """The same for those with true sight."""
        self.looks = tuple(enumerate(self.eyes))
        for entity in entities:
            self.enter(entity)

    def copy(self) -> Board:
        """A board that may be changed."""
        new: Board = object.__new__(Board)
        new.geometry, new.planets, new.everybody = self.geometry, self.planets, self.everybody
        new.who, new.ids = dict(self.who), self.ids[:]
        new.closed, new.bits, new.counts = self.closed[:], self.bits[:], self.counts[:]
        new.eyes = [eyes[:] for eyes in self.eyes]
        new.true_eyes = [eyes[:] for eyes in self.true_eyes]
        new.looks = tuple(enumerate(new.eyes))
        return new

    def enter(self, entity: Entity) -> None:
        """An entity is on its place from now on."""
        at, seat, kind = entity.at, entity.seat, entity.kind
        self.who[at] = entity.id
        insort(self.ids, entity.id)
        self.closed[at] |= TAKEN
        bit = self.geometry.bit[at]
        self.everybody |= bit
        if kind == PLANET and entity.id not in self.planets:
            self.planets = tuple(sorted((*self.planets, entity.id)))
        if seat is None:
            self.bits[-1] |= bit
            return
        self.bits[seat] |= bit
        self.counts[seat] += 1
        for eyes in self._eyes(seat, kind):
            for offset in self.geometry.disc(SENSE[kind]):
                eyes[at + offset] += 1

    def leave(self, entity: Entity) -> None:
        """An entity is not on its place any more; it has not changed since it came there."""
        at, seat, kind = entity.at, entity.seat, entity.kind
        del self.who[at]
        del self.ids[bisect_left(self.ids, entity.id)]
        self.closed[at] &= ~TAKEN
        bit = self.geometry.bit[at]
        self.everybody ^= bit
        if seat is None:
            self.bits[-1] ^= bit
            return
        self.bits[seat] ^= bit
        self.counts[seat] -= 1
        for eyes in self._eyes(seat, kind):
            for offset in self.geometry.disc(SENSE[kind]):
                eyes[at + offset] -= 1

    def _eyes(self, seat: int, kind: int) -> Iterator[bytearray]:
        yield self.eyes[seat]
        if TRUE_SIGHT[kind]:
            yield self.true_eyes[seat]

    def step(self, entity: Entity, way: int) -> Place:
        """An owned entity goes one step in a direction, by its number, to a free place; returns the place."""
        geometry, start, seat, kind = self.geometry, entity.at, entity.seat, entity.kind
        assert seat is not None
        end = start + geometry.offsets[way]
        self.who[end] = self.who.pop(start)
        self.closed[start], self.closed[end] = 0, TAKEN
        change = geometry.bit[start] | geometry.bit[end]
        self.everybody ^= change
        self.bits[seat] ^= change
        gained, lost = geometry.rim(SENSE[kind], way)
        eyes = self.eyes[seat]
        for offset in gained:
            eyes[start + offset] += 1
        for offset in lost:
            eyes[start + offset] -= 1
        if TRUE_SIGHT[kind]:
            eyes = self.true_eyes[seat]
            for offset in gained:
                eyes[start + offset] += 1
            for offset in lost:
                eyes[start + offset] -= 1
        return end

    def foreign(self, seat: int) -> Bits:
        """Tiles with entities of others, neutral planets included."""
        return self.everybody ^ self.bits[seat]

    def hostile(self, seat: int) -> Bits:
        """Tiles with entities of other seats."""
        return self.everybody ^ self.bits[seat] ^ self.bits[-1]

    def ids_on(self, bits: Bits) -> list[int]:
        """Ids of the entities on a set of occupied tiles."""
        places, unit, who = self.geometry.tiles, self.geometry.unit, self.who
        found = []
        while bits:
            tile = bits.bit_length() - 1
            bits ^= unit[tile]
            found.append(who[places[tile]])
        return found

    def watchers(self, place: Place) -> set[int]:
        """Seats that sense a place."""
        return {seat for seat, eyes in self.looks if eyes[place]}

    def true_watchers(self, place: Place) -> set[int]:
        """Seats that sense a place with true sight."""
        return {seat for seat, eyes in enumerate(self.true_eyes) if eyes[place]}
