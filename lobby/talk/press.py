"""Which chat channels does a match have, who may read them, and where may a person write now? The lines themselves are in `chat`.

Everybody shares `table` before the start and after the end. While the match runs, seats and spectators have separate channels, because
spectators may know what seats must not. The table's `press` setting says what players may say. A private channel is identified by the
set of its members: the same people always share one channel, and nobody else learns that it exists.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from lobby.fog import audience
from lobby.matches.errors import NotAllowed, NotYourSeat, ServiceError
from lobby.matches.models import GOES_ON, ChatLine, Match, Seat
from lobby.play import in_play, referee

Room = ChatLine.Room
MOST_OPENED = 30
"""Private channels that one seat may open in a match. Channels that others open with this seat do not count: nobody can use up
another seat's limit, and a refusal reveals only what the seat itself has done."""


class PressClosed(ServiceError):
    """The step is complete or past its deadline, and its result is not stored yet."""

    code = "press_closed"
    text = _("The step is being resolved. Say it again when its result is there.")


@dataclass(frozen=True)
class Channel:
    """A chat room, or, with `members` (seat numbers, ascending), a private channel in the room of the seats."""

    room: str
    members: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """The members as stored in rows, with a comma on both sides of each, so that a query can search for one; "" without members."""
        return f",{','.join(map(str, self.members))}," if self.members else ""


def channel(room: str, key: str) -> Channel:
    """The channel of a stored line: `room` and `key` as the row has them."""
    return Channel(room, tuple(int(member) for member in key.strip(",").split(",")) if key else ())


def may_read(match: Match, wanted: Channel, mine: int | None, *, is_party: bool = False) -> bool:
    """True if seat `mine` (None: a spectator) may read that channel now. Members may read a private channel for ever.

    `is_party`: this spectator plays in the match with another account or through a program, and must not know what spectators say.
    """
    if wanted.members:
        return mine in wanted.members
    if match.status == Match.Status.OPEN or audience.is_over(match):
        return True
    if wanted.room == Room.TABLE:
        # Its lines name people who now have hidden seats here.
        return not audience.hides_names(match)
    if mine is None:
        return wanted.room == Room.SPECTATORS and not is_party
    return wanted.room == Room.SEATS


def may_speak_in_private(match: Match, mine: Seat) -> bool:
    """True if that seat may say something to another seat alone while the match goes on. Where only two sit, nobody is left out of what all hear."""
    if match.press == Match.Press.FULL:
        return bool(in_play.seats_in_play(match, [mine]))
    return match.press == Match.Press.PUBLIC and match.seats.count() == 2


def channel_for(
    match: Match, seats: Sequence[Seat], mine: Seat | None, to: Sequence[int], now: datetime, *, is_party: bool = False
) -> Channel:
    """The channel of a new line to the seats `to` (empty: everybody). Raises NotYourSeat, NotAllowed, PressClosed.

    A player who is eliminated or has resigned still reads their channels and may write to all, but not in private:
    a player with nothing to lose must not make deals with players who still compete.
    """
    runs = match.status in GOES_ON
    if to:
        return _private_channel(match, seats, mine, to, now, runs=runs)
    if not runs:
        return Channel(Room.TABLE)
    if mine is None:
        if is_party:
            raise NotAllowed(
                "text", _("You play in this match with another account or a program: spectators talk without you.")
            )
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
        raise NotAllowed("to", _("Private channels are only open while the match runs."))
    members = sorted({*to, mine.number})
    if not {*members} <= {seat.number for seat in seats}:
        raise NotAllowed("to", _("This table has no such seat."))
    if len(members) < 2:
        raise NotAllowed("to", _("Choose at least one other seat."))
    if all(seat.pk != mine.pk for seat in in_play.seats_in_play(match, [mine])):
        raise NotAllowed("to", _("You are out of the match: you can only talk to everybody."))
    _check_open(match, now)
    return Channel(Room.SEATS, tuple(members))


def _check_open(match: Match, now: datetime) -> None:
    if match.status == Match.Status.RUNNING and referee.is_closing(match.pk, now):
        raise PressClosed("text")
