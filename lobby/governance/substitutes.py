"""Which seats of running matches may another person take over, and on what terms? A seat is open while a bot stands in for its person, who is
absent or, in a slow match, has asked for a substitute.

The substitute has the full time for the step; until there is one, the person may come back, and after that no more.

Nobody can take over a seat where names are
hidden, where a link or a password is needed, or where spectators may watch from a seat or ever could, because they may know its secrets. In a
rated match the bot plays on. Nobody can who is connected to another seat: the same person with another account or a program, a person who is
blocked, a person at the same address or device.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.db import Error as DatabaseError
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.accounts import persons, relations
from lobby.accounts.models import User
from lobby.fog import audience
from lobby.governance import absence, traces
from lobby.matches import clock
from lobby.matches.errors import NoMatch, NotAllowed, NotRunning, NotYourSeat
from lobby.matches.models import Match, Seat, Vote
from lobby.matches.people import Departure
from lobby.platform.http.sources import UNKNOWN, Source
from lobby.play import deadlines, in_play, interruptions, presence, saving, services
from lobby.store import acts, wake
from lobby.store.positions import game_of, position
from lobby.tables import entry
from lobby.tables.services import SeatTaken

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

log = logging.getLogger("fogbound.substitutes")

RUNNING, PAUSED = Match.Status.RUNNING, Match.Status.PAUSED


def open_seats(match: Match, seats: Sequence[Seat]) -> list[int]:
    """Numbers of the seats that another person may take over. Public."""
    absent = [
        seat
        for seat in seats
        if seat.autopilot and seat.user_id is not None and not seat.program_id and not seat.resigned
    ]
    if not absent or not match.is_under_way or match.fault or _why_closed(match, seats):
        return []
    try:
        # From the position that spectators see: a newer one would reveal who has just been eliminated.
        playing = in_play.numbers_in_play(match, audience.newest_step(match, audience.PUBLIC) or 0)
    except DatabaseError:
        raise
    except Exception:
        # The referee pauses the match when it is due.
        log.exception("match %s: its position cannot be read, so none of its seats is open", match.pk)
        return []
    return [seat.number for seat in absent if seat.number in playing]


def _why_closed(match: Match, seats: Sequence[Seat]) -> StrPromise | str:
    """Why nobody can ever take over a seat of this match; "": somebody may."""
    if match.rated:
        # A rating says how strong one person is: nobody plays on for somebody else.
        return _("This match is rated: a bot plays for somebody who is absent, and nobody can take the seat over.")
    if match.kind != Match.Kind.ORDINARY or match.visibility != Match.Visibility.PUBLIC or match.password:
        return _("Nobody can take over a seat here, because this match is not open to everybody.")
    if match.anonymous:
        return _("Nobody can take over a seat where names are hidden.")
    return _("Spectators may have watched from a seat: nobody can take one over.") if _is_watched(match, seats) else ""


def ask(*, user_id: int, match_id: str, seat: int | None = None) -> None:
    """Offer the person's seat to others: a bot plays it from now on, as for somebody who is absent. `seat`: one of several; None: the first.

    Coming back withdraws it, as long as nobody has taken the seat. Nothing happens if a bot plays it already.
    Raises NoMatch, NotYourSeat, NotRunning, and NotAllowed with the reason where nobody could take it over.
    """
    now = timezone.now()
    with acts.acting():
        match = acts.lock(match_id)
        seats = list(match.seats.select_for_update(of=("self",)))
        held = audience.seat_held(match, seats, user_id, seat)
        if match.status != RUNNING:
            raise NotRunning
        if held.program_id is not None:
            raise NotAllowed("", _("Your program plays this seat."))
        if held.resigned or held.number not in in_play.numbers_in_play(match):
            raise NotYourSeat("", _("Only players who are still in the match can do this."))
        if held.autopilot:
            return
        why_not = _why_no_substitute(match, seats)
        if why_not:
            raise NotAllowed("", why_not)
        Seat.objects.filter(pk=held.pk).update(substitute_asked_at=now)
        absence.let_bot_play(match, held, now)
    log.info("match %s: seat %s asks for a substitute", match_id, held.number)


def _why_no_substitute(match: Match, seats: Sequence[Seat]) -> StrPromise | str:
    if match.clock != Match.Clock.SLOW:
        return _("A substitute can be asked for in slow matches only.")
    if saving.is_alone(seats):
        return _("You play against bots alone: no person waits for you.")
    if not game_of(match).bots:
        return _("This game has no bot that could play your seat until then.")
    return _why_closed(match, seats)


def _is_watched(match: Match, seats: Sequence[Seat]) -> bool:
    """True if somebody may have seen hidden things of this match as its spectator."""
    return audience.tells_all(match) or any(seat.watchable or seat.was_watchable for seat in seats)


def take_over(*, user: User, match_id: str, number: int, source: Source = UNKNOWN) -> Match:
    """Take over an open seat of a running match. `source` says whence the person comes.

    Raises NoMatch, NotRunning, SeatTaken, and NotAllowed if the person may not enter.
    """
    now = timezone.now()
    with acts.acting():
        match = acts.lock(match_id)
        seats = list(match.seats.select_for_update(of=("self",)))
        if not audience.is_visible(match, seats, user.pk):
            raise NoMatch
        if not match.is_under_way:
            raise NotRunning
        if audience.seat_of(seats, user.pk) is not None:
            raise NotAllowed("", _("You sit at this table already."))
        seat = next((seat for seat in seats if seat.number == number), None)
        if seat is None or number not in open_seats(match, seats):
            raise SeatTaken(
                "number",
                _why_closed(match, seats),
            )
        _check_newcomer(match, seats, user)
        if traces.is_connected(match, user, source, besides=seat.user_id):
            # The same answer as after a kick: who else plays at this address is nobody's business.
            raise NotAllowed("", entry.SHUT_OUT)
        is_back = presence.online(match_id, [seat.user_id] if seat.user_id else [])
        if is_back or number not in in_play.numbers_in_play(match):
            # The same answer in both cases, so that it does not reveal an elimination.
            raise SeatTaken("number", _("Whoever sits there has just come back."))
        _note_departure(match, seat)
        seat.user, seat.autopilot, seat.missed, seat.seen_at = user, "", 0, now
        seat.preferences, seat.steps_due, seat.steps_answered, seat.vacation_step = {}, 0, 0, None
        seat.save()
        # Votes of the former person do not count for the substitute.
        Vote.objects.filter(match=match, seat=number).delete()
        _give_full_time(match, seat)
        match.refresh_from_db()
        services.take_back(match, seat, now)
        wake.publish_soon(match_id)
    return match


def _check_newcomer(match: Match, seats: Sequence[Seat], user: User) -> None:
    if Departure.objects.filter(persons.of(user, "user"), match=match).exists():
        raise NotAllowed("", _("Somebody else has taken your seat; you may watch."))
    if match.seats.filter(persons.of(user, "user")).exists():
        raise NotAllowed("", _("You play in this match with another account; you may watch."))
    if match.seats.filter(persons.of(user, "program__owner", "program__partners__user")).exists():
        # The program's console has shown them secrets of its seat.
        raise NotAllowed("", _("A program of yours plays in this match; you may watch."))
    entry.admit(match, user)
    if any(seat.user_id is not None and relations.are_blocked(seat.user_id, user.pk) for seat in seats):
        # The same answer as after a kick, so that a blocked person does not learn of the block.
        raise NotAllowed("", entry.SHUT_OUT)


def swap(match: Match, seat: Seat, departure: Departure) -> None:
    """Put the person of that departure into the seat, and note that whoever sits there leaves it; in the transaction of the locked match.

    The caller stores the seat.
    """
    back = departure.user_id, departure.steps_due, departure.steps_answered
    departure.delete()
    _note_departure(match, seat)
    seat.user_id, seat.steps_due, seat.steps_answered = back
    seat.preferences, seat.vacation_step = {}, None
    Vote.objects.filter(match=match, seat=seat.number).delete()


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
    """If the step waits for the seat, give it at least the full length of a step from now on."""
    now = timezone.now()
    here = position(match.pk, match.step)
    if seat.number not in here.pending:
        _count(match)
        return
    if match.status == PAUSED:
        # The part of the step before the pause is given back when the match resumes.
        assert match.paused_at is not None
        assert match.step_started_at is not None
        # Could be negative if the clock was set back.
        passed = max(clock.NOTHING, match.paused_at - match.step_started_at)
        _count(match, extra_seconds=F("extra_seconds") + round(passed.total_seconds()))
        return
    assert match.deadline is not None
    full = deadlines.end_of_step(match, game_of(match), here, now)
    interruptions.move_deadline(match, max(match.deadline, full), now)


def _count(match: Match, **changes: Any) -> None:
    Match.objects.filter(pk=match.pk).update(revision=F("revision") + 1, **changes)
