"""What an entity senses at its turn, and what its standing orders remember."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.cosmos.constants import BATTLESHIP, MINER, SENSE, TRUE_SIGHT
from games.cosmos.entity import Entity
from games.cosmos.geometry import Bits, Place
from games.cosmos.resolve.actions import act, step
from games.cosmos.resolve.work import Work

Tile = tuple[int, int]


class Sensed(NamedTuple):
    """An entity other than the one that looks; `kind` as it appears. Sorted they are nearest first, ties by id (8.2)."""

    d2: int
    id: int
    kind: int
    entity: Entity


class Turn:
    """One entity's turn by standing orders. `entity` is the one that looks, after its first action as it is then."""

    def __init__(self, work: Work, entity: Entity) -> None:
        self.work = work
        self.board = work.board
        self.entity = entity
        assert entity.seat is not None
        self.seat: int = entity.seat
        self.orders = work.state.standing[entity.id]
        self._sensed: list[Sensed] | None = None
        self.memory: dict[str, Any] = dict(self.orders["memory"]) if "memory" in self.orders else {}

    def is_ready(self) -> bool:
        """May it take a cooldown action now?"""
        return self.entity.cooldown - (self.work.state.round - self.entity.ticked) < 1

    def keep_memory(self) -> None:
        """Store what these orders remember from round to round."""
        if self.memory != self.orders.get("memory", {}):
            self.work.state.standing[self.entity.id] = {**self.orders, "memory": self.memory}

    def may_sense(self, bits: Bits, radius: int) -> bool:
        """Is one of these tiles within a radius, at most the own sense radius? A quick question before a long look."""
        return bool(bits & self.work.geometry.masks(min(radius, SENSE[self.entity.kind]))[self.entity.at])

    def foreign_near(self, radius: int) -> bool:
        """Is an entity of somebody else sensed within a radius?"""
        return self.may_sense(self.board.foreign(self.seat), radius)

    def hostile_near(self, radius: int) -> bool:
        """Is an entity of another seat sensed within a radius?"""
        return self.may_sense(self.board.hostile(self.seat), radius)

    @property
    def sensed(self) -> list[Sensed]:
        """All others, nearest first; taken once, before the entity acts."""
        if self._sensed is None:
            self._sensed = self._look(self.board.everybody)
        return self._sensed

    def _look(self, bits: Bits) -> list[Sensed]:
        me, geometry, entities = self.entity, self.work.geometry, self.work.state.entities
        xy, masks = geometry.xy, not TRUE_SIGHT[me.kind]
        x, y = xy[me.at]
        found = []
        for id_ in self.board.ids_on(bits & geometry.senses[me.kind][me.at]):
            if id_ != me.id:
                other = entities[id_]
                u, v = xy[other.at]
                kind = BATTLESHIP if masks and other.kind == MINER else other.kind
                found.append(Sensed((u - x) * (u - x) + (v - y) * (v - y), id_, kind, other))
        found.sort()
        return found

    def foreign(self) -> list[Sensed]:
        """Those of other seats, neutral planets included."""
        return self._look(self.board.foreign(self.seat))

    def hostile(self) -> list[Sensed]:
        """Those of other seats."""
        return self._look(self.board.hostile(self.seat))

    def is_free(self, place: Place) -> bool:
        """May something step or be built there?"""
        return not self.board.closed[place]

    def ways(self) -> list[tuple[int, Place]]:
        """Free neighbours with the numbers of their directions, north first, clockwise."""
        at, closed = self.entity.at, self.board.closed
        return [
            (way, place) for way, offset in enumerate(self.work.geometry.offsets) if not closed[place := at + offset]
        ]

    def density(self, place: Place) -> int:
        """Thousandths."""
        return self.work.state.aether[place]

    def tile(self, pos: list[int]) -> Tile:
        """A position of the seat's orders as x and y from 0; it may be off the map."""
        origin = self.work.state.origin
        return pos[0] - origin[0], pos[1] - origin[1]

    def far(self, place: Place, tile: Tile) -> int:
        """Squared distance of a place to a tile that may be off the map."""
        x, y = self.work.geometry.xy[place]
        return (x - tile[0]) ** 2 + (y - tile[1]) ** 2

    def do(self, **action: Any) -> bool:
        """Try an action; whether it succeeded."""
        self.entity = self.work.change(self.entity)
        return act(self.work, self.entity, action) is None

    def step(self, way: int) -> bool:
        """Try a move in a direction, by its number; whether it succeeded."""
        self.entity = self.work.change(self.entity)
        return step(self.work, self.entity, way) is None
