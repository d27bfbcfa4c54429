"""Since when has somebody been gone, and what may the others do about it? Call a bot to the seat, or claim the win.

Somebody is gone who has missed a deadline and not had the match open for a while, pauses, downtime (`seen.move`) and vacations not
counted: a vacation lasts until the deadline that it has moved, or until its step is over (`saving`), and then the while begins. Who
hides behind a letter is never called gone: presence is hidden with the names. Who is there now is known to `presence`, when a person was
last there to `seen`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.matches import acts, audience, presence, saving, votes, wake
from lobby.matches.errors import NoMatch, NotAllowed, NotRunning, NotYourSeat
from lobby.matches.models import Match, Orders, Seat
from lobby.matches.positions import game_of
from lobby.matches.signals import orders_due

GONE_LIVE = timedelta(minutes=2)
GONE_SLOW = timedelta(days=3)


def bot_from(match: Match, seat: Seat, online: Collection[int]) -> datetime | None:
    """From when on others may call a bot to this seat; None: its person is not gone, or one plays there already."""
    return None if seat.autopilot else _gone_from(match, seat, online)


def win_from(match: Match, seats: Sequence[Seat], mine: int | None, online: Collection[int]) -> datetime | None:
    """From when on the person in seat `mine` may claim the win; None while anybody else plays."""
    if mine is None or match.status != Match.Status.RUNNING:
        return None
    others = [seat for seat in seats if seat.number != mine and _gone_from(match, seat, online)]
    if not others:
        return None
    # By the position alone: that somebody has given up a moment ago is still a secret.
    playing = [seat for seat in seats if seat.number in votes.numbers_in_play(match)]
    if all(seat.number != mine or seat.autopilot or seat.resigned for seat in playing):
        return None
    gone = [_gone_from(match, seat, online) for seat in playing if seat.number != mine]
    moments = [moment for moment in gone if moment is not None]
    return max(moments) if moments and len(moments) == len(gone) else None


def _gone_from(match: Match, seat: Seat, online: Collection[int]) -> datetime | None:
    # First of all, because it is asked of every seat at every step and this nearly always settles it.
    if not (seat.missed or seat.autopilot):
        return None
    if match.status != Match.Status.RUNNING or match.kind != Match.Kind.ORDINARY or audience.hides_names(match):
        return None
    if seat.user_id is None or seat.user_id in online or seat.program_id is not None or seat.resigned:
        return None
    since = seat.seen_at or match.started_at
    assert since is not None
    if seat.vacation_step == match.step and match.deadline is not None:
        since = max(since, match.deadline)
    return since + (GONE_LIVE if match.clock == Match.Clock.LIVE else GONE_SLOW)


def call_bot(*, user_id: int, match_id: str, number: int | None, now: datetime | None = None) -> None:
    """A bot plays the seat of somebody who is gone, until they return. Raises NoMatch, NotYourSeat, NotRunning, NotAllowed."""
    now = now or timezone.now()
    with acts.acting():
        match, seats = _locked(match_id, user_id)
        _check_playing(match, seats, user_id)
        seat = next((seat for seat in seats if seat.number == number), None)
        may_from = None if seat is None else bot_from(match, seat, _online(match, seats))
        game = game_of(match)
        if seat is None or may_from is None or now < may_from or not game.bots:
            raise NotAllowed("seat", _("Whoever sits there has not been gone for long enough."))
        Seat.objects.filter(pk=seat.id).update(autopilot=saving.stand_in(game))
        Match.objects.filter(pk=match_id).update(revision=F("revision") + 1, due_at=now)
        votes.carry_out(match, list(match.seats.all()), now)
        due = partial(orders_due.send_robust, sender=Match, match_id=match_id, step=match.step)
        transaction.on_commit(due)
        wake.publish_soon(match_id)


def claim_win(*, user_id: int, match_id: str, now: datetime | None = None) -> None:
    """End the match in favour of the one person who is still there. Raises NoMatch, NotYourSeat, NotRunning, NotAllowed."""
    now = now or timezone.now()
    with acts.acting():
        match, seats = _locked(match_id, user_id)
        mine = _check_playing(match, seats, user_id)
        may_from = win_from(match, seats, mine.number, _online(match, seats))
        if may_from is None or now < may_from:
            raise NotAllowed("kind", _("The others have not been gone for long enough."))
        playing = votes.numbers_in_play(match)
        places = {number: 2 if number in playing else len(playing) + 1 for number in range(len(seats))}
        places[mine.number] = 1
        saving.finish(match, "claimed", [places[number] for number in range(len(seats))], now)
        wake.publish_soon(match_id)


def _locked(match_id: str, user_id: int) -> tuple[Match, list[Seat]]:
    match = Match.objects.select_for_update(no_key=True).filter(pk=match_id).first()
    if match is None:
        raise NoMatch
    stored = set(Orders.objects.filter(match=match, step=match.step).values_list("seat", flat=True))
    # Whether an offer is taken must not tell either that somebody has given up a moment ago.
    seats = list(match.seats.all())
    mine = audience.seat_of(seats, user_id)
    return match, votes.as_known(seats, stored, mine.number if mine else None)


def _check_playing(match: Match, seats: Sequence[Seat], user_id: int) -> Seat:
    mine = audience.seat_held(match, seats, user_id)
    if match.status != Match.Status.RUNNING:
        raise NotRunning
    if all(seat.id != mine.pk or seat.autopilot for seat in votes.seats_in_play(match, seats)):
        raise NotYourSeat("", _("Only players who are still in the match can do this."))
    return mine


def _online(match: Match, seats: Sequence[Seat]) -> frozenset[int]:
    return presence.online(match.id, [seat.user_id for seat in seats if seat.user_id is not None])
