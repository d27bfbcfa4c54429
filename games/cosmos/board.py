"""Who stands where, and which seats sense what? Follows every step, so that nothing is looked for twice. Chapters 4.5, 7.2."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Mapping
from functools import reduce
from operator import lshift, or_
from typing import NamedTuple

from games.cosmos.constants import KINDS, MINER, PLANET, TRUE_SIGHT
from games.cosmos.entity import Entity
from games.cosmos.geometry import Bits, Geometry, Place
from games.cosmos.miners import Miners

OFF, TAKEN = 2, 1
"""Why a place is not free: off the map, or somebody stands there."""
_TRUE_KINDS = tuple(kind for kind, has in enumerate(TRUE_SIGHT) if has)


class Sight(NamedTuple):
    """What a seat senses."""

    tiles: Bits
    around: Bits
    """These and all that are a step away, and some more."""
    truly: set[Place]
    """The places of foreign entities that it senses with true sight."""
    eyes: dict[Place, list[int]]
    """For every place of a foreign entity that it senses the own ones that do, ascending by id."""


class Board:
    """The derived facts of a position, whose table of entities it reads. Seats are 0..n-1; neutral planets count as one more."""

    __slots__ = (
        "bits", "closed", "entities", "geometry", "ids", "kinds", "miners", "owned", "planets", "sights", "who",
    )  # fmt: skip

    def __init__(self, geometry: Geometry, seats: int, entities: Mapping[int, Entity]) -> None:
        self.geometry = geometry
        self.entities = entities
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
        self.kinds: list[list[Bits]] = [[0] * len(KINDS) for _ in range(seats)]
        """The same by kind."""
        self.owned: list[list[int]] = [[] for _ in range(seats)]
        """Ids of the entities of a seat, ascending."""
        self.miners = Miners()
        self.sights: list[Sight] | None = None
        """See `sight`."""
        for entity in entities.values():
            self.enter(entity)

    def copy(self, entities: Mapping[int, Entity]) -> Board:
        """A board that may be changed, for a copy of the table of entities."""
        new: Board = object.__new__(Board)
        new.geometry, new.entities, new.planets = self.geometry, entities, self.planets
        new.who, new.ids, new.closed = dict(self.who), self.ids[:], self.closed[:]
        new.bits, new.kinds = self.bits[:], [bits[:] for bits in self.kinds]
        new.owned, new.miners, new.sights = [ids[:] for ids in self.owned], self.miners.copy(), self.sights
        return new

    def enter(self, entity: Entity) -> None:
        """An entity is on its place from now on."""
        at, seat = entity.at, entity.seat
        self.who[at] = entity.id
        insort(self.ids, entity.id)
        self.closed[at] = TAKEN
        self.sights = None
        bit = self.geometry.bit[at]
        if entity.kind == PLANET and entity.id not in self.planets:
            self.planets = tuple(sorted((*self.planets, entity.id)))
        elif entity.kind == MINER:
            self.miners.enter(entity)
        if seat is None:
            self.bits[-1] |= bit
            return
        self.bits[seat] |= bit
        self.kinds[seat][entity.kind] |= bit
        insort(self.owned[seat], entity.id)

    def leave(self, entity: Entity) -> None:
        """An entity is not on its place any more; it has not changed since it came there."""
        at, seat = entity.at, entity.seat
        del self.who[at]
        del self.ids[bisect_left(self.ids, entity.id)]
        self.closed[at] = 0
        self.sights = None
        if entity.kind == MINER:
            self.miners.leave(entity)
        bit = self.geometry.bit[at]
        if seat is None:
            self.bits[-1] ^= bit
            return
        self.bits[seat] ^= bit
        self.kinds[seat][entity.kind] ^= bit
        del self.owned[seat][bisect_left(self.owned[seat], entity.id)]

    def step(self, entity: Entity, seat: int, start: Place, end: Place, change: Bits) -> None:
        """An entity of a seat goes from its place to a free one; `change` are the two tiles."""
        who, closed = self.who, self.closed
        who[end] = who.pop(start)
        closed[start] = 0
        closed[end] = TAKEN
        self.bits[seat] ^= change
        self.kinds[seat][entity.kind] ^= change
        self.sights = None
        entity.at = end

    # Who is where.

    @property
    def everybody(self) -> Bits:
        """Tiles with entities."""
        return reduce(or_, self.bits)

    def foreign(self, seat: int) -> Bits:
        """Tiles with entities of others, neutral planets included."""
        return self.everybody ^ self.bits[seat]

    def ids_on(self, bits: Bits) -> list[int]:
        """Ids of the entities on a set of occupied tiles."""
        places, unit, who = self.geometry.tiles, self.geometry.unit, self.who
        found = []
        while bits:
            tile = bits.bit_length() - 1
            bits ^= unit[tile]
            found.append(who[places[tile]])
        return found

    # Who senses what.

    def sight(self, seat: int) -> Sight:
        """What a seat senses while nobody acts."""
        if self.sights is None:
            self.sights = [self._look(seat) for seat in range(len(self.owned))]
        return self.sights[seat]

    def _look(self, seat: int) -> Sight:
        entities, geometry, others = self.entities, self.geometry, self.foreign(seat)
        looks, bands, places, unit = geometry.looks, geometry.bands, geometry.tiles, geometry.unit
        foreign = [others >> start for start in bands]
        seen: list[Bits] = [0] * len(bands)
        truly: set[Place] = set()
        eyes: dict[Place, list[int]] = {}
        for entity in map(entities.__getitem__, self.owned[seat]):
            band, tiles = looks[entity.kind][entity.at]
            seen[band] |= tiles
            found = foreign[band] & tiles
            while found:
                tile = found.bit_length() - 1
                found ^= unit[tile]
                place = places[bands[band] + tile]
                if place in eyes:
                    eyes[place].append(entity.id)
                else:
                    eyes[place] = [entity.id]
                if TRUE_SIGHT[entity.kind]:
                    truly.add(place)
        sensed = reduce(or_, map(lshift, seen, bands))
        return Sight(sensed, geometry.a_step_around(sensed), truly, eyes)

    def watches(self, seat: int, place: Place) -> bool:
        """Does a seat sense a place now? For single places while the board changes."""
        by_planet, by_battleship, by_miner, by_scout = self.geometry.senses
        # Nobody senses farther than a planet.
        if not self.bits[seat] & by_planet[place]:
            return False
        planets, battleships, miners, scouts = self.kinds[seat]
        # Those of whom there are most come first.
        return bool(
            miners & by_miner[place]
            or battleships & by_battleship[place]
            or scouts & by_scout[place]
            or planets & by_planet[place]
        )

    def watchers(self, place: Place) -> set[int]:
        """Seats that sense a place."""
        return {seat for seat in range(len(self.owned)) if self.watches(seat, place)}

    def true_watchers(self, place: Place) -> set[int]:
        """Seats that sense a place with true sight."""
        senses = self.geometry.senses
        return {
            seat
            for seat, kinds in enumerate(self.kinds)
            if any(kinds[kind] & senses[kind][place] for kind in _TRUE_KINDS)
        }
