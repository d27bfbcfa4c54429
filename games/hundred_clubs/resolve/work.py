"""What do the stages of a round hand on to each other, and who hears of what? Chapter 10.3."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from games.core.events import Event
from games.hundred_clubs.board import Bits, Campaigns
from games.hundred_clubs.constants import MAX_SEATS, UNSEEN
from games.hundred_clubs.sight import facts, water
from games.hundred_clubs.state import ALLIED, NEUTRAL, Facts, State


class Note(NamedTuple):
    """Something that happened whose audience is found at the end of the round."""

    event: Event
    seats: tuple[int, ...] = ()
    """These hear of it in any case,"""
    allies_of: tuple[int, ...] = ()
    """so do the allies of these,"""
    neutral_to: tuple[int, ...] = ()
    """clubs neutral to these,"""
    cell: int = -1
    """and clubs that see this cell."""
    hide: tuple[str, ...] = ()
    """Others than `full` hear it with these fields null."""
    full: tuple[int, ...] = ()
    aside: tuple[tuple[int, Event], ...] = ()
    """Each of these seats hears it alone, with these fields in place of the event's."""


class Work:
    """A round while it is being played. `state` is a copy of `before` that the stages change."""

    def __init__(self, before: State, orders: Mapping[int, Any]) -> None:
        self.before = before
        self.known: Facts = facts(before)
        """What followed from the position before the round."""
        self.state = before.copy()
        self.board = before.board
        self.resigned = [seat for seat in before.living() if (orders.get(seat) or {}).get("resign")]
        self.orders: dict[int, Mapping[str, Any]] = {
            seat: {} if seat in self.resigned else orders.get(seat) or {} for seat in before.living()
        }
        """Of every living club; one that says nothing, or resigns, has no field in them."""
        self.access = self.known.access
        """Access land as it was when campaigns were placed: after diplomacy, before conquests."""
        self.placed: list[Campaigns] = [[] for _ in range(before.seats)]
        """Per seat the funded campaigns, the capital's included."""
        self.wet: Bits = water(before)
        """Cells that nobody can keep."""
        self.supplied_at = 0
        """How many notes there were after the supply check."""
        self.notes: list[Event | Note] = []
        self.tell_all({"type": "round_began"})

    def tell(self, event: Event, **audience: Any) -> None:
        """Note what happened; the audience, by the fields of `Note`, is found at the end of the round."""
        event["round"] = self.before.round
        self.notes.append(Note(event, **audience))

    def tell_seat(self, seat: int, event: Event) -> None:
        """Note what happened, for one seat."""
        event["round"] = self.before.round
        event["to"] = [seat]
        self.notes.append(event)

    def tell_all(self, event: Event) -> None:
        """Note what happened, for everybody."""
        event["round"] = self.before.round
        event["to"] = "all"
        self.notes.append(event)

    def addressed(self) -> list[Event]:
        """The events of the round with their audiences."""
        return address(self.notes, self.state)

    def owner_before(self, cell: int) -> tuple[int, ...]:
        """The seat that owned a cell when the round began, as a tuple of one; empty if nobody did."""
        owner = int(self.known.holder[cell])
        return (owner,) if owner < self.state.seats else ()

    def influence_of_capital(self, seat: int) -> int:
        """Size of the campaign that a capital is for free, by the income of the last round (6)."""
        return self.before.settings.capital_influence(self.known.income[seat])


def address(notes: Iterable[Event | Note], state: State) -> list[Event]:
    """The events of notes with their audiences, as the clubs stand and see at the end of the step."""
    found: list[Event] = []
    witnesses = Witnesses(state)
    for note in notes:
        if isinstance(note, Note):
            found += _split(note, witnesses.of(note))
        else:
            found.append(note)
    return found


def _split(note: Note, heard_by: list[int]) -> Iterable[Event]:
    """The event for those who hear all of it, and its twin with holes for the others."""
    event = note.event
    if not note.hide:
        event["to"] = heard_by
        return (event,)
    alone = dict(note.aside)
    others = [seat for seat in heard_by if seat not in note.full and seat not in alone]
    event["to"] = [seat for seat in heard_by if seat in note.full]
    twins = [{**event, **fields, "to": [seat], "redacted": True} for seat, fields in alone.items()]
    if others:
        twins.append({**event, **dict.fromkeys(note.hide), "to": others, "redacted": True})
    return (event, *twins)


_SEATS = [[seat for seat in range(MAX_SEATS) if mask >> seat & 1] for mask in range(1 << MAX_SEATS)]
"""The seats of each set of seats; a set has bit `seat` for each of them."""


class Witnesses:
    """Who stands how to whom, and sees what, at the end of the step, as sets of seats."""

    def __init__(self, state: State) -> None:
        seen = facts(state).letters != ord(UNSEEN)
        self.eyes: list[int] = np.packbits(seen, axis=0, bitorder="little")[0].tolist()
        """Per cell who sees it."""
        self.allies = [_related(row, ALLIED) for row in state.relation]
        self.neutrals = [_related(row, NEUTRAL) for row in state.relation]

    def of(self, note: Note) -> list[int]:
        """Seats that hear of it, ascending."""
        heard = self.eyes[note.cell] if note.cell >= 0 else 0
        for seat in note.seats:
            heard |= 1 << seat
        for seat in note.allies_of:
            heard |= self.allies[seat]
        for seat in note.neutral_to:
            heard |= self.neutrals[seat]
        return _SEATS[heard].copy()


def _related(row: list[int], wanted: int) -> int:
    return sum(1 << seat for seat, relation in enumerate(row) if relation == wanted)
