"""Since when has somebody been absent, and what may the others do? Call a bot to the seat, or claim the win.

A person is absent who has missed a deadline and not had the match open for a while. Pauses, downtime (`seen.move`) and vacations do not
count: a vacation lasts until the deadline that it has moved, or until its step is over (`saving`), and only then the while begins. At a table
that hides names nobody is ever called absent, because presence is hidden too. `presence` knows who is online now, `seen` when a person
was last online.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.fog import audience
from lobby.governance import votes
from lobby.matches.errors import NotAllowed, NotRunning, NotYourSeat
from lobby.matches.models import Match, Orders, Seat
from lobby.matches.signals import orders_due
from lobby.play import in_play, presence, saving
from lobby.store import acts, wake
from lobby.store.positions import game_of

GONE_LIVE = timedelta(minutes=2)
GONE_SLOW = timedelta(days=3)


def bot_from(match: Match, seat: Seat, online: Collection[int]) -> datetime | None:
    """The time from which others may call a bot to this seat; None if its person is not absent, or a bot plays it already."""
    return None if seat.autopilot else _gone_from(match, seat, online)


def win_from(match: Match, seats: Sequence[Seat], mine: int | None, online: Collection[int]) -> datetime | None:
    """The time from which the person in seat `mine` may claim the win; None while anybody else plays."""
    if mine is None or match.status != Match.Status.RUNNING:
        return None
    others = [seat for seat in seats if seat.number != mine and _gone_from(match, seat, online)]
    if not others:
        return None
    # From the position only: a resignation is secret until its step is resolved.
    playing = [seat for seat in seats if seat.number in in_play.numbers_in_play(match)]
    if all(seat.number != mine or seat.autopilot or seat.resigned for seat in playing):
        return None
    gone = [_gone_from(match, seat, online) for seat in playing if seat.number != mine]
    moments = [moment for moment in gone if moment is not None]
    return max(moments) if moments and len(moments) == len(gone) else None


def _gone_from(match: Match, seat: Seat, online: Collection[int]) -> datetime | None:
    # Checked first, because this is called for every seat at every step and nearly always ends here.
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
    """Let a bot play the seat of an absent person, until they return. Raises NoMatch, NotYourSeat, NotRunning, NotAllowed."""
    now = now or timezone.now()
    with acts.acting():
        match, seats = _locked(match_id, user_id)
        _check_playing(match, seats, user_id)
        seat = next((seat for seat in seats if seat.number == number), None)
        may_from = None if seat is None else bot_from(match, seat, _online(match, seats))
        game = game_of(match)
        if seat is None or may_from is None or now < may_from or not game.bots:
            raise NotAllowed("seat", _("The player of that seat has not been away for long enough."))
        let_bot_play(match, seat, now)


def let_bot_play(match: Match, seat: Seat, now: datetime) -> None:
    """Let the game's stand-in play a person's seat from now on; in the transaction of the locked match, which runs."""
    Seat.objects.filter(pk=seat.pk).update(autopilot=saving.stand_in(game_of(match)))
    Match.objects.filter(pk=match.pk).update(revision=F("revision") + 1, due_at=now)
    votes.carry_out(match, list(match.seats.all()), now)
    due = partial(orders_due.send_robust, sender=Match, match_id=match.pk, step=match.step)
    transaction.on_commit(due)
    wake.publish_soon(match.pk)


def claim_win(*, user_id: int, match_id: str, now: datetime | None = None) -> None:
    """End the match in favour of the one person who is not absent. Raises NoMatch, NotYourSeat, NotRunning, NotAllowed."""
    now = now or timezone.now()
    with acts.acting():
        match, seats = _locked(match_id, user_id)
        mine = _check_playing(match, seats, user_id)
        may_from = win_from(match, seats, mine.number, _online(match, seats))
        if may_from is None or now < may_from:
            raise NotAllowed("kind", _("The others have not been away for long enough."))
        playing = in_play.numbers_in_play(match)
        places = {number: 2 if number in playing else len(playing) + 1 for number in range(len(seats))}
        places[mine.number] = 1
        saving.finish(match, "claimed", [places[number] for number in range(len(seats))], now)
        wake.publish_soon(match_id)


def _locked(match_id: str, user_id: int) -> tuple[Match, list[Seat]]:
    match = acts.lock(match_id)
    stored = set(Orders.objects.filter(match=match, step=match.step).values_list("seat", flat=True))
    # Accepting or refusing the claim must not reveal a resignation whose step is not resolved.
    seats = list(match.seats.all())
    mine = audience.seat_of(seats, user_id)
    return match, in_play.as_known(seats, stored, mine.number if mine else None)


def _check_playing(match: Match, seats: Sequence[Seat], user_id: int) -> Seat:
    mine = audience.seat_held(match, seats, user_id)
    if match.status != Match.Status.RUNNING:
        raise NotRunning
    if all(seat.id != mine.pk or seat.autopilot for seat in in_play.seats_in_play(match, seats)):
        raise NotYourSeat("", _("Only players who are still in the match can do this."))
    return mine


def _online(match: Match, seats: Sequence[Seat]) -> frozenset[int]:
    return presence.online(match.id, [seat.user_id for seat in seats if seat.user_id is not None])
