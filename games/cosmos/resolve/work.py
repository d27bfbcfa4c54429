"""A position while a round is played: the state that changes, who stands where, who sees it, what has happened."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from games.core.events import Event
from games.cosmos.constants import SENSE, TRUE_SIGHT
from games.cosmos.geometry import Bits, Place
from games.cosmos.state import Entity, State

Seats = set[int]
_LOOK = tuple(enumerate(SENSE))
_TRUE_LOOK = tuple((kind, radius) for kind, radius in _LOOK if TRUE_SIGHT[kind])


class Work:
    """`state` is this round's own copy. `draw_id` gives an unused id at each successful build."""

    def __init__(self, state: State, draw_id: Callable[[], int]) -> None:
        self.state = state
        self.draw_id = draw_id
        self.geometry = state.geometry
        self.events: list[Event] = []
        self.slot = 0
        self.ran: set[int] = set()
        """Entities that have had their turn in this round."""
        self.has_changed_hands = False
        """Something was destroyed or captured in this slot: a seat may be without entities."""
        self.board: list[Entity | None] = [None] * self.geometry.places
        self.occupied: list[list[Bits]] = [[0, 0, 0, 0] for _ in range(state.seats)]
        self.counts = [0] * state.seats
        for entity in state.entities.values():
            self._enter(entity)

    # Who stands where.

    def _enter(self, entity: Entity) -> None:
        self.board[entity.at] = entity
        if entity.seat is not None:
            self.occupied[entity.seat][entity.kind] |= self.geometry.bit[entity.at]
            self.counts[entity.seat] += 1

    def _leave(self, entity: Entity) -> None:
        self.board[entity.at] = None
        if entity.seat is not None:
            self.occupied[entity.seat][entity.kind] ^= self.geometry.bit[entity.at]
            self.counts[entity.seat] -= 1

    def add(self, entity: Entity) -> None:
        """A new entity on a free tile."""
        self.state.entities[entity.id] = entity
        self.state.used_ids.add(entity.id)
        self._enter(entity)

    def remove(self, entity: Entity) -> None:
        """An entity is gone for ever."""
        self._leave(entity)
        del self.state.entities[entity.id]
        self.state.standing.pop(entity.id, None)
        self.has_changed_hands = True

    def move(self, entity: Entity, place: Place) -> None:
        """To a free tile of the map."""
        board, bit = self.board, self.geometry.bit
        assert entity.seat is not None
        occupied = self.occupied[entity.seat]
        occupied[entity.kind] ^= bit[entity.at] | bit[place]
        board[entity.at], board[place] = None, entity
        entity.at = place
        self.state.known[entity.seat] |= self.geometry.mask(SENSE[entity.kind], place)

    def hand_over(self, entity: Entity, seat: int | None) -> None:
        """An entity changes hands."""
        self._leave(entity)
        entity.seat = seat
        self._enter(entity)
        self.has_changed_hands = True

    def change_kind(self, entity: Entity, kind: int) -> None:
        """An entity becomes another kind."""
        self._leave(entity)
        entity.kind = kind
        self._enter(entity)

    # Who sees what happens, and what is told (11).

    def watchers(self, place: Place) -> Seats:
        """Seats that sense a tile now."""
        return self._looking(place, _LOOK)

    def true_watchers(self, place: Place) -> Seats:
        """Seats that sense a tile with true sight now."""
        return self._looking(place, _TRUE_LOOK)

    def _looking(self, place: Place, look: tuple[tuple[int, int], ...]) -> Seats:
        masks = [(kind, self.geometry.mask(radius, place)) for kind, radius in look]
        return {
            seat for seat, occupied in enumerate(self.occupied) if any(occupied[kind] & mask for kind, mask in masks)
        }

    def pos(self, place: Place) -> list[int]:
        """A position as seats and programs know it (3.5)."""
        x, y = self.geometry.xy[place]
        return [x + self.state.origin[0], y + self.state.origin[1]]

    def tell(self, type_: str, to: Collection[int], **told: Any) -> None:
        """The same words to all who hear it."""
        self.events.append({"type": type_, "round": self.state.round, **told, "to": sorted(to)})

    def tell_all(self, type_: str, **told: Any) -> None:
        """What everybody may know."""
        self.events.append({"type": type_, "round": self.state.round, **told, "to": "all"})

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
            event = {"type": type_, "round": self.state.round, **version, "to": seats}
            if i:
                event["redacted"] = True
            self.events.append(event)
