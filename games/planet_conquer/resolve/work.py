"""What do the stages of one round share? The copy of the state they change, the orders, and the events with who may hear of them.

Who hears of an event under fog is known only when the round is over (chapter 14: seen at the start or after step 9), so events
are noted with what decides it and addressed by `address`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.events import Event
from games.planet_conquer import constants
from games.planet_conquer.sight import facts, flags
from games.planet_conquer.state import Effect, State

SEAT_LISTS = tuple(
    [seat for seat in range(constants.MAX_SEATS) if mask >> seat & 1] for mask in range(1 << constants.MAX_SEATS)
)
"""Seats of a bit set, as a list."""

NO_PLANET = -1
"""In a note: the event has its audience already."""

Note = tuple[Event, int, int, int, str | None]
"""Event; planet whose seers hear of it; seats told in full; seats told anyway; field that all but those told in full get as null."""


class Work:
    """One call of `resolve` under way."""

    __slots__ = ("after", "near", "notes", "open", "orders", "recalled", "round", "sides", "start", "state")

    def __init__(self, before: State, orders: Mapping[int, Any]) -> None:
        self.state = before.copy()
        self.orders: dict[int, dict[str, Any]] = {
            seat: orders[seat] for seat in before.in_play() if orders.get(seat) is not None
        }
        """Orders that count, ascending by seat; step 1 takes out those of seats that go out."""
        self.round = before.round
        self.open = not before.settings.fog
        known = facts(before)
        self.start: Sequence[int] = known.sights
        """S per seat at the start of `resolve`."""
        self.recalled = known.recalled[:]
        """Per seat its memory as views show it; a row is replaced, never changed."""
        self.after: Sequence[int] = self.start
        """S per seat after step 9."""
        self.near: list[int] = []
        """Near ends per fleet after step 9."""
        self.sides: dict[int, int] = {}
        """Per planet with arrivals: bit set of the seats that had units in it."""
        self.notes: list[Note] = []

    def note(self, event: Event, planet: int, seats: int) -> None:
        """An event with all its fields, of which the seats of a bit set hear and, under fog, those that see the planet."""
        self.notes.append((event, NO_PLANET if self.open else planet, seats, 0, None))

    def tell_all(self, type: str, /, **fields: Any) -> None:
        """Everybody hears of it."""
        self.notes.append(({"type": type, "round": self.round, **fields, "to": "all"}, NO_PLANET, 0, 0, None))

    def tell_seats(self, seats: int, type: str, /, **fields: Any) -> None:
        """The seats of a bit set hear of it."""
        to = "all" if self.open else SEAT_LISTS[seats]
        self.notes.append(({"type": type, "round": self.round, **fields, "to": to}, NO_PLANET, 0, 0, None))

    def tell(
        self, planet: int, seats: int, type: str, /, *, also: int = 0, hide: str | None = None, **fields: Any
    ) -> None:
        """`seats`, `also` and those who see `planet` hear of it; all but `seats` with the field `hide` as null."""
        event = {"type": type, "round": self.round, **fields, "to": "all"}
        self.notes.append((event, NO_PLANET if self.open else planet, seats, also, hide))

    # Effects.

    def has_effect(self, type: str, planet: int, seat: int | None = None) -> bool:
        """Is there such an effect on the planet, of that seat if one is named?"""
        return any(e[0] == type and e[1] == planet and (seat is None or e[2] == seat) for e in self.state.effects)

    def seats_with(self, type: str, planet: int) -> list[int]:
        """Seats that have such an effect on the planet."""
        return [effect[2] for effect in self.state.effects if effect[0] == type and effect[1] == planet]

    def end_effects(self, ended: Sequence[Effect], cause: str) -> None:
        """Take these effects away and say so."""
        if not ended:
            return
        gone = set(ended)
        self.state.effects = [effect for effect in self.state.effects if effect not in gone]
        for effect in sorted(ended, key=lambda e: (e.planet, constants.TACTIC_RANK[e.type], e.seat)):
            fields: dict[str, Any] = {
                "effect": effect.type,
                "planet": effect.planet,
                "seat": effect.seat,
                "cause": cause,
            }
            if effect.type == "attack":
                self.tell_seats(1 << effect.seat, "effect_ended", **fields)
            else:
                hide = "seat" if constants.TACTICS[effect.type].hides_seat else None
                self.tell(effect.planet, 1 << effect.seat, "effect_ended", hide=hide, **fields)

    def lose_owner_effects(self, planet: int, cause: str) -> None:
        """The planet changed owner or was emptied: its defend and boost end (rules 8.3, 8.5, 9.2, 9.7)."""
        if self.state.effects:
            self.end_effects(
                [e for e in self.state.effects if e[1] == planet and e[0] in constants.OWNER_EFFECTS], cause
            )

    def abandon(self, planet: int, seat: int, cause: str) -> None:
        """The last unit of `seat` on the planet is gone: it is nobody's (chapter 2)."""
        self.state.owner[planet] = None
        self.state.units[planet] = 0
        event = {
            "type": "planet_abandoned", "round": self.round, "planet": planet, "seat": seat, "cause": cause, "to": "all",
        }  # fmt: skip
        self.note(event, planet, 1 << seat)
        self.lose_owner_effects(planet, "emptied")


def seers_of(seen: Sequence[int], count: int) -> bytes:
    """Per planet the bit set of the seats that see it, from the bit sets of planets that the seats see."""
    table = 0
    for seat, planets in enumerate(seen):
        table |= int.from_bytes(flags(planets, count), "big") << seat
    return table.to_bytes(count, "big")


def address(notes: Sequence[Note], seers: bytes) -> list[Event]:
    """The events with their audiences; `seers[planet]` is the bit set of seats that count as seeing the planet.

    Of events that differ in the hidden field only, the full ones come first: whoever hears one of them in full and the others
    with holes learns nothing of those seats from the order.
    """
    events: list[Event] = []
    redacted: list[Event] = []
    place = NO_PLANET
    for event, planet, seats, also, hide in notes:
        # Most neighbours in the list happen on two planets, and to compare numbers is quick.
        if redacted and (planet != place or not _is_alike(event, redacted[0], hide)):
            events += redacted
            redacted = []
        if planet >= 0:
            told = seers[planet] | seats | also
            if hide is None:
                event["to"] = SEAT_LISTS[told]
            else:
                event["to"] = SEAT_LISTS[seats]
                if told != seats:
                    twin = event.copy()
                    twin[hide] = None
                    twin["to"] = SEAT_LISTS[told ^ seats]
                    twin["redacted"] = True
                    redacted.append(twin)
                    place = planet
        events.append(event)
    return events + redacted


def _is_alike(event: Event, redacted: Event, hide: str | None) -> bool:
    """Would this event with the field `hide` as null say the same as that one?"""
    return hide is not None and all(redacted[key] == event[key] for key in event if key not in (hide, "to"))
