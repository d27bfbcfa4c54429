"""What an entity senses at its turn, and what its standing orders remember."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from games.cosmos.constants import BATTLESHIP, KINDS, MINER, PLANET, SCOUT, TRUE_SIGHT
from games.cosmos.entity import Entity
from games.cosmos.geometry import Bits, Place
from games.cosmos.resolve.actions import ACTIONS, step
from games.cosmos.resolve.work import Work

Tile = tuple[int, int]
ANY_KIND = range(len(KINDS))
_TAKEN_FOR = {
    True: ((PLANET,), (BATTLESHIP,), (MINER,), (SCOUT,)),
    False: ((PLANET,), (BATTLESHIP, MINER), (), (SCOUT,)),
}
"""With true sight or without: what those are whom one takes for an entity of a kind (4.5)."""


class Sensed(NamedTuple):
    """An entity other than the one that looks; `kind` as it appears. Sorted they are nearest first, ties by id (8.2)."""

    d2: int
    id: int
    kind: int
    entity: Entity


class Turn:
    """The turn of one entity by standing orders, and then of the next. `entity` is the one that looks, and may be changed."""

    __slots__ = ("_sensed", "board", "entity", "geometry", "has_acted", "memory", "seat", "work")

    entity: Entity
    seat: int
    memory: dict[str, Any]
    """What the orders remember from round to round; replaced, not changed."""
    has_acted: bool
    """Has it tried anything? Then it may be gone, or tired."""
    _sensed: list[Sensed] | None

    def __init__(self, work: Work) -> None:
        self.work = work
        self.board = work.board
        self.geometry = work.geometry

    def begin(self, entity: Entity, memory: dict[str, Any]) -> None:
        """It is the turn of an entity whose orders remember this."""
        assert entity.seat is not None
        self.entity = entity
        self.seat = entity.seat
        self.memory = memory
        self.has_acted = False
        self._sensed = None

    def is_ready(self) -> bool:
        """May it take a cooldown action now?"""
        return self.entity.cooldown - (self.work.state.round - self.entity.ticked) < 1.0

    def remember(self, key: str, value: Any) -> None:
        """Keep something in mind for later rounds."""
        if self.memory.get(key) != value:
            self.memory = {**self.memory, key: value}

    def forget(self, *keys: str) -> None:
        """Keep these in mind no more."""
        if not self.memory.keys().isdisjoint(keys):
            self.memory = {key: value for key, value in self.memory.items() if key not in keys}

    @property
    def sensed(self) -> list[Sensed]:
        """All others, nearest first; taken once, before the entity acts."""
        if self._sensed is None:
            self._sensed = self._look(self.board.everybody)
        return self._sensed

    def _look(self, bits: Bits) -> list[Sensed]:
        me, geometry = self.entity, self.geometry
        near = bits & geometry.senses[me.kind][me.at]
        # Mostly there is nobody.
        if not near:
            return []
        found: list[Sensed] = []
        xy, masks, entities = geometry.xy, not TRUE_SIGHT[me.kind], self.work.state.entities
        x, y = xy[me.at]
        for id_ in self.board.ids_on(near):
            if id_ != me.id:
                other = entities[id_]
                u, v = xy[other.at]
                kind = BATTLESHIP if masks and other.kind == MINER else other.kind
                found.append(Sensed((u - x) * (u - x) + (v - y) * (v - y), id_, kind, other))
        found.sort()
        return found

    def foreign(self, kinds: Collection[int] = ANY_KIND) -> list[Sensed]:
        """Those of other seats that appear to be of these kinds, neutral planets included."""
        return self._look(self._others(kinds) | (self.board.bits[-1] if PLANET in kinds else 0))

    def hostile(self, kinds: Collection[int] = ANY_KIND) -> list[Sensed]:
        """Those of other seats that appear to be of these kinds."""
        me, watched = self.entity, self.work.watched
        # Nobody senses less far than a miner: one whom none of them senses in this round senses none of them.
        if me.kind == MINER and watched and not self.geometry.bit[me.at] & watched[self.seat]:
            return []
        return self._look(self._others(kinds))

    def _others(self, kinds: Collection[int]) -> Bits:
        """Tiles with entities of other seats, near or far, that it takes for one of these kinds where it senses them."""
        taken_for, others = _TAKEN_FOR[TRUE_SIGHT[self.entity.kind]], 0
        for seat, bits in enumerate(self.board.kinds):
            if seat != self.seat:
                for kind in kinds:
                    for real in taken_for[kind]:
                        others |= bits[real]
        return others

    def is_free(self, place: Place) -> bool:
        """May something step or be built there?"""
        return not self.board.closed[place]

    def ways(self) -> list[tuple[int, Place]]:
        """Free neighbours with the numbers of their directions, north first, clockwise."""
        closed = self.board.closed
        return [(way, place) for way, place in enumerate(self.geometry.beside[self.entity.at]) if not closed[place]]

    def density(self, place: Place) -> int:
        """Thousandths."""
        return self.work.state.aether[place]

    def tile(self, pos: list[int]) -> Tile:
        """A position of the seat's orders as x and y from 0; it may be off the map."""
        origin = self.work.state.origin
        return pos[0] - origin[0], pos[1] - origin[1]

    def far(self, place: Place, tile: Tile) -> int:
        """Squared distance of a place to a tile that may be off the map."""
        x, y = self.geometry.xy[place]
        dx, dy = x - tile[0], y - tile[1]
        return dx * dx + dy * dy

    def do(self, **action: Any) -> bool:
        """Try an action; whether it succeeded."""
        self.has_acted = True
        return ACTIONS[action["do"]](self.work, self.entity, action) is None

    def step(self, way: int) -> bool:
        """Try a move in a direction, by its number; whether it succeeded."""
        self.has_acted = True
        return step(self.work, self.entity, way) is None
