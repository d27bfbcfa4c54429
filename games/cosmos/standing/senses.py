"""What an entity senses at its turn, and what its standing orders remember."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.cosmos.constants import BATTLESHIP, MINER, SENSE, TRUE_SIGHT
from games.cosmos.entity import Entity
from games.cosmos.geometry import Bits, Place
from games.cosmos.resolve.actions import act, step
from games.cosmos.resolve.work import Work

Tile = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Sensed:
    """An entity other than the one that looks; `kind` as it appears."""

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
        self.memory: dict[str, Any] = dict(self.orders["memory"]) if "memory" in self.orders else {}

    def is_ready(self) -> bool:
        """May it take a cooldown action now?"""
        return self.entity.waits(self.work.state.round) < 1

    def keep_memory(self) -> None:
        """Store what these orders remember from round to round."""
        if self.memory != self.orders.get("memory", {}):
            self.work.state.standing[self.entity.id] = {**self.orders, "memory": self.memory}

    def may_sense(self, bits: Bits, radius: int) -> bool:
        """Is one of these tiles within a radius, at most the own sense radius? A quick question before a long look."""
        return bool(bits & self.work.geometry.mask(min(radius, SENSE[self.entity.kind]), self.entity.at))

    def foreign_near(self, radius: int) -> bool:
        """Is an entity of somebody else sensed within a radius?"""
        return self.may_sense(self.board.foreign(self.seat), radius)

    def hostile_near(self, radius: int) -> bool:
        """Is an entity of another seat sensed within a radius?"""
        return self.may_sense(self.board.hostile(self.seat), radius)

    @cached_property
    def sensed(self) -> list[Sensed]:
        """All others, nearest first, ties by id (8.2); taken once, before the entity acts."""
        me, work = self.entity, self.work
        entities, d2, masks = work.state.entities, work.geometry.d2, not TRUE_SIGHT[me.kind]
        found = []
        for id_ in work.board.ids_on(work.board.everybody & work.geometry.mask(SENSE[me.kind], me.at)):
            if id_ != me.id:
                other = entities[id_]
                kind = BATTLESHIP if masks and other.kind == MINER else other.kind
                found.append(Sensed(d2(me.at, other.at), id_, kind, other))
        return sorted(found, key=lambda sensed: (sensed.d2, sensed.id))

    def foreign(self) -> list[Sensed]:
        """Those of other seats, neutral planets included."""
        return [sensed for sensed in self.sensed if sensed.entity.seat != self.seat]

    def hostile(self) -> list[Sensed]:
        """Those of other seats."""
        return [sensed for sensed in self.foreign() if sensed.entity.seat is not None]

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
