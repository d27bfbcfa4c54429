"""Which channels of talk does a match have, who reads them, and where may somebody write now? Knows no lines: those are in `chat`.

`table` is for everybody before the start and after the end. While the match runs seats and spectators are apart, because
spectators may know what seats must not; what players may say is the table's `press`. A private channel is nothing but the
set of its members, so that the same people always meet in the same one, and nobody else learns that there is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from lobby.matches import audience, referee, votes
from lobby.matches.errors import NotAllowed, NotYourSeat, ServiceError
from lobby.matches.models import ChatLine, Match, Seat

Room = ChatLine.Room
MOST_OPENED = 30
"""Private channels that one seat may open in a match. Those that others open with it do not count, so that nobody can use
up somebody else's, and a refusal tells only what the seat itself has done."""


class PressClosed(ServiceError):
    """The step is complete or late, and its result is not there yet."""

    code = "press_closed"
    text = _("The step is being resolved. Say it again when its result is there.")


@dataclass(frozen=True)
class Channel:
    """A room, or with `members` (seats, ascending) a private channel in the room of the seats."""

    room: str
    members: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """The members as rows have them: with a comma on both sides of each, so that one can be looked for."""
        return f",{','.join(map(str, self.members))}," if self.members else ""


def channel(room: str, key: str) -> Channel:
    """The channel of a row."""
    return Channel(room, tuple(int(member) for member in key.strip(",").split(",")) if key else ())


def may_read(match: Match, wanted: Channel, mine: int | None) -> bool:
    """May whoever sits in seat `mine`, or nowhere, read that channel now? Private ones are their members' for ever."""
    if wanted.members:
        return mine in wanted.members
    if match.status == Match.Status.OPEN or audience.is_over(match):
        return True
    if wanted.room == Room.TABLE:
        # Who talked at the table sits here somewhere.
        return not audience.hides_names(match)
    return wanted.room == (Room.SPECTATORS if mine is None else Room.SEATS)


def channel_for(match: Match, seats: Sequence[Seat], mine: Seat | None, to: Sequence[int], now: datetime) -> Channel:
    """Where a line for the seats `to` (none: everybody) goes; raises NotYourSeat, NotAllowed, PressClosed.

    Somebody who is out of the match, or has given up, still reads everything and speaks to all, but no more in private:
    whoever has nothing to lose must not deal with those who have.
    """
    runs = match.status in {Match.Status.RUNNING, Match.Status.PAUSED}
    if to:
        return _private_channel(match, seats, mine, to, now, runs=runs)
    if not runs:
        return Channel(Room.TABLE)
    if mine is None:
        return Channel(Room.SPECTATORS)
    if match.press == Match.Press.NONE:
        raise NotAllowed("text", _("At this table players do not talk while the match runs."))
    _check_open(match, now)
    return Channel(Room.SEATS)


def _private_channel(
    match: Match, seats: Sequence[Seat], mine: Seat | None, to: Sequence[int], now: datetime, *, runs: bool
) -> Channel:
    if mine is None:
        raise NotYourSeat("to")
    if match.press != Match.Press.FULL:
        raise NotAllowed("to", _("This table has no private channels."))
    if not runs:
        raise NotAllowed("to", _("Private channels are open while the match runs."))
    members = sorted({*to, mine.number})
    if not {*members} <= {seat.number for seat in seats}:
        raise NotAllowed("to", _("This table has no such seat."))
    if len(members) < 2:
        raise NotAllowed("to", _("Choose at least one other seat."))
    if all(seat.pk != mine.pk for seat in votes.seats_in_play(match, [mine])):
        raise NotAllowed("to", _("You are out of the match: you can only talk to everybody."))
    _check_open(match, now)
    return Channel(Room.SEATS, tuple(members))


def _check_open(match: Match, now: datetime) -> None:
    if match.status == Match.Status.RUNNING and referee.is_closing(match.pk, now):
        raise PressClosed("text")
