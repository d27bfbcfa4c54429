"""A position while a round is played: the state that changes, who stands where, who sees it, what has happened."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Any

from games.core.events import Addressed
from games.cosmos.board import Board
from games.cosmos.entity import Entity
from games.cosmos.geometry import Bits, Place
from games.cosmos.sight import widen
from games.cosmos.state import State

Seats = set[int]


class Work:
    """`state` is this step's own copy. `draw_id` gives an unused id for what a planet builds."""

    def __init__(self, state: State, draw_id: Callable[[Entity], int]) -> None:
        self.state = state
        self.draw_id = draw_id
        self.geometry = state.geometry
        self.board: Board = state.board
        self.positions = state.positions
        self.events: list[Addressed] = []
        self.alone = [[seat] for seat in range(state.seats)]
        """Whom events are told that one seat hears, as most are; the lists stand in many of them."""
        self.ran: set[int] = set()
        """Entities with direct orders that have had their turn in this round."""
        self.ordered: set[tuple[int, int]] = set()
        """Seats and entities with direct orders, whose they were when the round began."""
        self.has_changed_hands = False
        """Something was destroyed or captured in this slot: a seat may be without entities."""
        self.captured: set[int] = set()
        """Who has changed hands in this step."""
        self.trodden: list[Entity] = []
        """Those who have moved, whose seat has not yet noted the tiles that they sense now: nobody moves twice in a round."""
        self.stamp = object()
        self.watched: list[Bits] = []
        """Per seat all tiles that another seat senses at any time of this round, and some more, or nothing before a round
        begins. A quick question before a long look."""
        self._eyes: list[dict[Place, list[int]]] = []
        """See `Sight`, as it was when the round began."""
        self.recalled: dict[tuple[int, int | None, str | None, int | None], list[tuple[int, tuple[int, int]]]] = {}
        """What pursuers have asked their seat's memory, which changes at the end of the round."""

    def freeze(self) -> None:
        """From now on entities are changed as copies: as they are now they are remembered, or belong to another position."""
        self.stamp = object()

    def change(self, entity: Entity) -> Entity:
        """The entity of this id as one that may be changed. It takes the place of the one handed in, which stays as it was."""
        if entity.stamp is self.stamp:
            return entity
        fresh = entity.copy(self.stamp)
        self.state.entities[entity.id] = fresh
        return fresh

    def change_all(self, ids: Iterable[int]) -> None:
        """From now on the entities of these ids, as far as there are any, may be changed as they are."""
        entities, stamp = self.state.entities, self.stamp
        for id_ in ids:
            entity = entities.get(id_)
            if entity is not None and entity.stamp is not stamp:
                entities[id_] = entity.copy(stamp)

    def add(self, entity: Entity) -> None:
        """A new entity on a free tile."""
        state = self.state
        state.entities[entity.id] = entity
        state.used_ids = state.used_ids | {entity.id}
        self.board.enter(entity)
        self._open_eyes(entity)

    def remove(self, entity: Entity) -> None:
        """An entity is gone for ever."""
        self.note_tiles()
        self.board.leave(entity)
        del self.state.entities[entity.id]
        self.state.standing.pop(entity.id, None)
        self.has_changed_hands = True

    def hand_over(self, entity: Entity, seat: int | None) -> None:
        """An entity changes hands."""
        self.note_tiles()
        self.board.leave(entity)
        entity.seat = seat
        entity.old_row = None
        self.board.enter(entity)
        self._open_eyes(entity)
        self.has_changed_hands = True
        self.captured.add(entity.id)

    def change_kind(self, entity: Entity, kind: int) -> None:
        """An entity becomes another kind."""
        self.board.leave(entity)
        entity.kind = kind
        entity.old_row = None
        self.board.enter(entity)

    def note_tiles(self) -> None:
        """The seats know what those who have moved sense; at the end of the round they note all that they sense."""
        for entity in self.trodden:
            widen(self.state, entity)
        self.trodden = []

    def known(self, seat: int) -> Bits:
        """The tiles that a seat knows now."""
        self.note_tiles()
        return self.state.known[seat]

    # Who may see what.

    def look_around(self) -> list[Bits]:
        """`watched`, before anything happens in a round: nobody goes farther than a step in it."""
        board, seats = self.board, range(self.state.seats)
        self._eyes = [board.sight(seat).eyes for seat in seats]
        eyes = [board.sight(seat).around for seat in seats]
        self.watched = [reduce(or_, (eyes[other] for other in seats if other != seat), 0) for seat in seats]
        return self.watched

    def still_watches(self, seat: int, place: Place, tiles: Bits) -> bool:
        """Does one that sensed an entity on a place when the round began sense all these tiles now? Often so, and quickly asked."""
        entities, senses = self.state.entities, self.geometry.senses
        for id_ in self._eyes[seat].get(place, ()):
            one = entities.get(id_)
            if one is not None and one.seat == seat and senses[one.kind][one.at] & tiles == tiles:
                return True
        return False

    def _open_eyes(self, entity: Entity) -> None:
        """An entity sees for a seat that has not had it at the beginning of the round."""
        if entity.seat is not None:
            seen = self.geometry.a_step_around(self.geometry.senses[entity.kind][entity.at])
            for seat, eyes in enumerate(self.watched):
                if seat != entity.seat:
                    self.watched[seat] = eyes | seen

    # What is told (11).

    def pos(self, place: Place) -> list[int]:
        """A position as seats and programs know it (3.5)."""
        return self.positions[place]

    def tell(self, type_: str, to: Collection[int], *, redacted: bool = False, **told: Any) -> None:
        """The same words to all who hear it."""
        self.events.append(({"type": type_, "round": self.state.round, **told}, sorted(to), redacted))

    def tell_all(self, type_: str, **told: Any) -> None:
        """What everybody may know."""
        self.events.append(({"type": type_, "round": self.state.round, **told}, "all", False))

    def tell_each(self, type_: str, full: dict[str, Any], versions: Mapping[int, dict[str, Any]]) -> None:
        """To every seat its version; the referee hears the full one. Seats with equal versions share an event."""
        groups: list[tuple[dict[str, Any], list[int]]] = [(full, [])]
        for seat in sorted(versions):
            for version, seats in groups:
                if version == versions[seat]:
                    seats.append(seat)
                    break
            else:
                groups.append((versions[seat], [seat]))
        for i, (version, seats) in enumerate(groups):
            self.events.append(({"type": type_, "round": self.state.round, **version}, seats, i > 0))
