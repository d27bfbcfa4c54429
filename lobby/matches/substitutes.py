"""Which seats of running matches may somebody else take, and what comes with them? A seat is open while a bot plays for a person who is away.

The new person has the full time for the step; whoever was away does not get the seat back. Nobody can take a seat where names are
hidden, where one needs a link or a password, or where spectators may look from a seat or ever might: they know what it knew. So does
whoever owns a program that plays in the match.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from django.db import Error as DatabaseError
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.accounts import relations
from lobby.accounts.models import User
from lobby.matches import acts, audience, clock, deadlines, entry, presence, services, votes, wake
from lobby.matches.errors import NoMatch, NotAllowed, NotRunning
from lobby.matches.models import Match, Program, Seat, Vote
from lobby.matches.people import Departure
from lobby.matches.positions import game_of, position
from lobby.matches.tables import SeatTaken

log = logging.getLogger("fogbound.substitutes")

RUNNING, PAUSED = Match.Status.RUNNING, Match.Status.PAUSED


def open_seats(match: Match, seats: Sequence[Seat]) -> list[int]:
    """Numbers of the seats that somebody else may take; whoever asks may be told."""
    absent = [
        seat
        for seat in seats
        if seat.autopilot and seat.user_id is not None and not seat.program_id and not seat.resigned
    ]
    is_closed = (
        not match.is_under_way
        or bool(match.fault)
        or match.kind != Match.Kind.ORDINARY
        or match.visibility != Match.Visibility.PUBLIC
        or match.anonymous
        or bool(match.password)
        or _is_watched(seats)
    )
    if not absent or is_closed:
        return []
    try:
        # As late as spectators see the match: else they would be told here who has just gone out.
        playing = votes.numbers_in_play(match, audience.newest_step(match, audience.PUBLIC) or 0)
    except DatabaseError:
        raise
    except Exception:
        # Not paused from here: the referee does that once the match is due.
        log.exception("match %s: its position cannot be read, so none of its seats is open", match.pk)
        return []
    return [seat.number for seat in absent if seat.number in playing]


def _is_watched(seats: Sequence[Seat]) -> bool:
    return any(seat.watchable or seat.was_watchable for seat in seats)


def take_over(*, user: User, match_id: str, number: int) -> Match:
    """Sit down in an open seat of a match that goes on.

    Raises NoMatch, NotRunning, SeatTaken, and NotAllowed where the person may not come in.
    """
    now = timezone.now()
    with acts.acting():
        match = Match.objects.select_for_update(no_key=True).filter(pk=match_id).first()
        seats = [] if match is None else list(match.seats.select_for_update(of=("self",)))
        if match is None or not audience.is_visible(match, seats, user.pk):
            raise NoMatch
        if not match.is_under_way:
            raise NotRunning
        if audience.seat_of(seats, user.pk) is not None:
            raise NotAllowed("", _("You sit at this table already."))
        seat = next((seat for seat in seats if seat.number == number), None)
        if seat is None or number not in open_seats(match, seats):
            raise SeatTaken(
                "number",
                _("Spectators may have watched from a seat: nobody can take one over.") if _is_watched(seats) else "",
            )
        _check_newcomer(match, seats, user)
        is_back = presence.online(match_id, [seat.user_id] if seat.user_id else [])
        if is_back or number not in votes.numbers_in_play(match):
            # One answer for both: nobody is told so that the seat has gone out.
            raise SeatTaken("number", _("Whoever sits there has just come back."))
        _note_departure(match, seat)
        seat.user, seat.autopilot, seat.missed, seat.seen_at = user, "", 0, now
        seat.preferences, seat.steps_due, seat.steps_answered, seat.vacation_step = {}, 0, 0, None
        seat.save()
        # What somebody else was for is not what the new person is for.
        Vote.objects.filter(match=match, seat=number).delete()
        _give_full_time(match, seat)
        match.refresh_from_db()
        services.take_back(match, seat, now)
        wake.publish_soon(match_id)
    return match


def _check_newcomer(match: Match, seats: Sequence[Seat], user: User) -> None:
    if Departure.objects.filter(match=match, user=user).exists():
        raise NotAllowed("", _("Somebody else has taken your seat; you may watch."))
    if Program.objects.filter(seats__match=match, owner=user).exists():
        # It has told them what it saw.
        raise NotAllowed("", _("A program of yours plays in this match; you may watch."))
    entry.admit(match, user)
    if any(seat.user_id is not None and relations.are_apart(seat.user_id, user.pk) for seat in seats):
        # As after a kick: whoever is blocked does not learn that they are.
        raise NotAllowed("", entry.SHUT_OUT)


def _note_departure(match: Match, seat: Seat) -> None:
    assert seat.user_id is not None
    Departure.objects.create(
        match=match,
        seat=seat.number,
        user_id=seat.user_id,
        steps_due=seat.steps_due,
        steps_answered=seat.steps_answered,
    )


def _give_full_time(match: Match, seat: Seat) -> None:
    """If the step waits for the seat, it lasts at least as long from now on as it would from its beginning."""
    now = timezone.now()
    here = position(match.pk, match.step)
    if seat.number not in here.pending:
        _count(match)
        return
    if match.status == PAUSED:
        # The time that had passed before the pause comes back with the resumption.
        assert match.paused_at is not None
        assert match.step_started_at is not None
        # By a clock that was set back, less than none.
        passed = max(clock.NOTHING, match.paused_at - match.step_started_at)
        _count(match, extra_seconds=F("extra_seconds") + round(passed.total_seconds()))
        return
    assert match.deadline is not None
    full = deadlines.end_of_step(match, game_of(match), here, now)
    votes.move_deadline(match, max(match.deadline, full), now)


def _count(match: Match, **changes: Any) -> None:
    Match.objects.filter(pk=match.pk).update(revision=F("revision") + 1, **changes)
