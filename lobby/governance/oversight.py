"""What may staff do to a running match, and where is it logged? Pause and resume it, add time, void it, set it back, give a seat back.

Each act is one transaction that changes the match and writes the `StaffAct`, so that neither exists without the other. Nothing
here shows what is hidden, because staff may play too. Nobody, not even a superuser, may act on a match in which they or a program of
theirs plays. The exception: they may resume or void a match that a fault has stopped, so that it does not stand still for ever if there
is no other staff.

Setting a match back changes none of its steps. The match is *set aside*: it stands still, as secret as before, and a new match
begins at that position with the same seats, options and clock. So caches of a step stay valid for
ever, orders for a dropped step cannot meet a new step with the same number, and what the fog hid in the old match stays
hidden until the new one is over. Then the old one counts as aborted and becomes public.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.contract import Game
from lobby.accounts import persons, sanctions
from lobby.accounts.models import User
from lobby.governance import substitutes
from lobby.matches.errors import NoMatch, NoSuchStep, NotAllowed, NotRunning
from lobby.matches.models import GOES_ON, Match, Orders, Seat, Step, Vote
from lobby.play import in_play, interruptions, services
from lobby.store import acts, wake
from lobby.store.positions import game_of, position
from lobby.tables import seating

OWN_MATCH = _("You play in this match: only somebody else of the staff may act on it.")


def is_barred(staff: User, match: Match, *, mends: bool = False) -> bool:
    """True if this member of staff, with any account, or a program of theirs plays in the match, so that the act could be partial.

    `mends`: the act would end a fault.
    """
    if mends and match.fault:
        return False
    return match.seats.filter(persons.playing(staff)).exists()


def pause(*, staff: User, match_id: str, why: str) -> None:
    """Stop the clock until staff start it again: no vote and no time limit ends this pause. Raises ServiceError or ValidationError."""
    with _act(staff, "pause match", match_id, why) as match:
        if match.status == Match.Status.RUNNING:
            interruptions.pause(match, timezone.now())
        elif match.status != Match.Status.PAUSED or match.due_at is None:
            raise NotRunning
        Match.objects.filter(pk=match_id).update(due_at=None)
        Vote.objects.filter(match_id=match_id).delete()


def resume(*, staff: User, match_id: str, why: str) -> None:
    """Resume a paused match with the time that was left, also after a fault whose cause has been repaired."""
    with _act(staff, "resume match", match_id, why, mends=True):
        services.staff_resume(match_id=match_id)


def extend(*, staff: User, match_id: str, minutes: int, why: str) -> None:
    """Add minutes to the remaining time of the step."""
    with _act(staff, "extend match", match_id, f"{minutes} min: {why}" if why.strip() else why) as match:
        now = timezone.now()
        if match.status != Match.Status.RUNNING or match.deadline is None:
            raise NotRunning
        interruptions.move_deadline(match, max(now, match.deadline) + timedelta(minutes=minutes), now)


def void(*, staff: User, match_id: str, why: str) -> None:
    """End a match that cannot continue, without a result."""
    with _act(staff, "void match", match_id, why, mends=True):
        services.staff_abort(match_id=match_id)


def set_back(*, staff: User, match_id: str, step: int, why: str) -> Match:
    """Continue from position `step` in a new match, and set this one aside. Returns the new match. Raises NotRunning, NotAllowed, NoSuchStep too."""
    with _act(staff, "set match back", match_id, f"{step}: {why}" if why.strip() else why) as match:
        if match.status not in GOES_ON:
            raise NotRunning
        if match.is_private:
            raise NotAllowed("", _("Only its own person can set a sandbox back, by a fork."))
        if not 0 <= step <= match.step:
            raise NoSuchStep(match.step)
        game = game_of(match)
        if match.rules_version != game.rules_version:
            raise NotAllowed("", _("This match was played by older rules and cannot be continued."))
        start = position(match_id, step).state
        if not game.pending(start):
            raise NotAllowed("step", _("At that step the match is already over. Choose an earlier one."))
        again = seating.begin_again(origin=match, step=step, start=start, resigned=_resigned_before(match, game, step))
        _stay_away(match, again, timezone.now())
        Match.objects.filter(pk=match_id).update(
            set_aside=True,
            status=Match.Status.PAUSED,
            paused_at=timezone.now(),
            deadline=None,
            due_at=None,
            revision=F("revision") + 1,
        )
        Vote.objects.filter(match_id=match_id).delete()
        return again


def give_back(*, staff: User, match_id: str, seat: int, why: str) -> None:
    """Give a seat to the person who was absent: a bot plays it no more, and a substitute leaves it. Their missed deadlines are forgotten.

    Who had it last comes back, and who leaves it can only watch from then on. Raises NotRunning, NotAllowed too.
    """
    with _act(staff, "give seat back", match_id, f"{seat}: {why}" if why.strip() else why) as match:
        if match.status not in GOES_ON:
            raise NotRunning
        held = match.seats.select_for_update(of=("self",)).filter(number=seat, program=None, resigned=False).first()
        left = match.departures.filter(seat=seat, user__is_active=True).order_by("-at", "-pk").first()
        if held is None or held.user_id is None or not (held.autopilot or left):
            raise NotAllowed("seat", _("Nobody has lost this seat."))
        if seat not in in_play.numbers_in_play(match):
            raise NotAllowed("seat", _("This seat is out of the match."))
        now = timezone.now()
        if left is not None:
            substitutes.swap(match, held, left)
        held.autopilot, held.missed, held.seen_at = "", 0, now
        held.save()
        Match.objects.filter(pk=match_id).update(revision=F("revision") + 1)
        services.take_back(match, held, now)


@contextmanager
def _act(staff: User, act: str, match_id: str, why: str, *, mends: bool = False) -> Iterator[Match]:
    """Yield the locked match in a transaction, which ends by logging the act."""
    if not why.strip():
        raise ValidationError(_("Give a reason: it goes into the log."), code="required")
    with acts.acting():
        match = Match.objects.select_for_update().filter(pk=match_id).first()
        if match is None:
            raise NoMatch
        if match.set_aside:
            raise NotAllowed(
                "", _("This match was set back: it continues in another match, and opens when that one is over.")
            )
        if is_barred(staff, match, mends=mends):
            raise NotAllowed("", OWN_MATCH)
        yield match
        sanctions.log_act(staff=staff, act=act, subject=match, why=why)
        wake.publish_soon(match_id)


def _stay_away(match: Match, again: Match, now: datetime) -> None:
    """Keep vacations in `again`: its first step ends no earlier than the open step of `match` would have."""
    away = list(match.seats.filter(vacation_step=match.step).values_list("number", flat=True))
    if not away or again.deadline is None:
        return
    Seat.objects.filter(match=again, number__in=away).update(vacation_step=again.step)
    ends = interruptions.end_if_resumed(match, now) if match.deadline is None else match.deadline
    if ends > again.deadline:
        interruptions.move_deadline(again, ends, now)


def _resigned_before(match: Match, game: Game, step: int) -> list[int]:
    """Seats that had resigned by position `step`; later resignations do not count."""
    gone = set(Seat.objects.filter(match=match, resigned=True).values_list("number", flat=True))
    later = Step.objects.filter(match=match, number__gt=step).values_list("orders", flat=True)
    played = [(int(seat), orders) for given in later for seat, orders in given.items()]
    stored = Orders.objects.filter(match=match, step=match.step).values_list("seat", "orders")
    undone = {seat for seat, orders in [*played, *stored] if orders == game.resign_orders}
    return sorted(gone - undone)
