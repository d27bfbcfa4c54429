"""What an entity senses at its turn, and what its standing orders remember."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.cosmos.constants import BATTLESHIP, DIRECTION_NAMES, MINER, SENSE, TRUE_SIGHT
from games.cosmos.geometry import Place
from games.cosmos.resolve.actions import act
from games.cosmos.resolve.work import Work
from games.cosmos.state import Entity


@dataclass(frozen=True, slots=True)
class Sensed:
    """An entity other than the one that looks; `kind` as it appears."""

    d2: int
    id: int
    kind: int
    entity: Entity


class Turn:
    """One entity's turn by standing orders."""

    def __init__(self, work: Work, entity: Entity) -> None:
        self.work = work
        self.entity = entity
        self.orders = work.state.standing[entity.id]
        self.memory: dict[str, Any] = dict(self.orders.get("memory", {}))

    def keep_memory(self) -> None:
        """Store what these orders remember from round to round."""
        if self.memory != self.orders.get("memory", {}):
            self.work.state.standing[self.entity.id] = {**self.orders, "memory": self.memory}

    @cached_property
    def sensed(self) -> list[Sensed]:
        """All others, nearest first, ties by id (8.2); taken once, before the entity acts."""
        me, work = self.entity, self.work
        found = []
        for offset in work.geometry.disc(SENSE[me.kind]):
            other = work.board[me.at + offset]
            if other is not None and other is not me:
                is_masked = other.kind == MINER and not TRUE_SIGHT[me.kind]
                kind = BATTLESHIP if is_masked else other.kind
                found.append(Sensed(work.geometry.d2(me.at, other.at), other.id, kind, other))
        return sorted(found, key=lambda sensed: (sensed.d2, sensed.id))

    def foreign(self) -> list[Sensed]:
        """Those of other seats, neutral planets included."""
        return [sensed for sensed in self.sensed if sensed.entity.seat != self.entity.seat]

    def hostile(self) -> list[Sensed]:
        """Those of other seats."""
        return [sensed for sensed in self.foreign() if sensed.entity.seat is not None]

    def is_free(self, place: Place) -> bool:
        """May something step or be built there?"""
        return bool(self.work.state.aether[place]) and self.work.board[place] is None

    def ways(self) -> list[tuple[str, Place]]:
        """Free neighbours, north first, clockwise."""
        steps = self.work.geometry.steps
        ways = [(name, self.entity.at + steps[name]) for name in DIRECTION_NAMES]
        return [(name, place) for name, place in ways if self.is_free(place)]

    def density(self, place: Place) -> int:
        """Thousandths."""
        return self.work.state.aether[place]

    def tile(self, pos: list[int]) -> tuple[int, int]:
        """A position of the seat's orders as x and y from 0; it may be off the map."""
        origin = self.work.state.origin
        return pos[0] - origin[0], pos[1] - origin[1]

    def far(self, place: Place, tile: tuple[int, int]) -> int:
        """Squared distance of a place to a tile that may be off the map."""
        x, y = self.work.geometry.xy[place]
        return (x - tile[0]) ** 2 + (y - tile[1]) ** 2

    def do(self, **action: Any) -> bool:
        """Try an action; whether it succeeded."""
        return act(self.work, self.entity, action) is None
