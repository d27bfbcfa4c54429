"""What may staff do to a match that goes on, and where is it written down? Pause and resume it, give time, void it, set it back.

Each act is one transaction that changes the match and writes the `StaffAct`, so that neither is there without the other. Nothing
here shows anybody what is hidden: staff may play too. To a match in which they play, themselves or by a program of theirs, somebody
else has to do it, superusers included. Only one that a fault has stopped may be resumed or voided by them too: it must not stand
still for good where there is nobody else.

A match is set back without a change to any of its steps. It is *set aside*: it stands still, as secret as before, and a new match
begins at that position with the same seats, options and clock. So every process and every page may keep what it knows of a step for
ever, no order for a step that is gone can meet one that has come anew under its number, and what the fog hid in the old match stays
hidden until the new one is over; then the old one counts as aborted and opens.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.contract import Game
from lobby.accounts import sanctions
from lobby.accounts.models import User
from lobby.matches import acts, seating, services, votes, wake
from lobby.matches.errors import NoMatch, NoSuchStep, NotAllowed, NotRunning
from lobby.matches.models import Match, Orders, Seat, Step, Vote
from lobby.matches.positions import game_of, position

OWN_MATCH = _("You play in this match: only somebody else of the staff may act on it.")


def is_barred(staff: User, match: Match, *, mends: bool = False) -> bool:
    """Has this member of staff a seat in the match, or a program that plays one? Then nobody must wonder for whose sake they act.

    `mends`: to do what ends a fault.
    """
    if mends and match.fault:
        return False
    return match.seats.filter(Q(user=staff) | Q(program__owner=staff)).exists()


def pause(*, staff: User, match_id: str, why: str) -> None:
    """Stop the clock until staff start it again: no vote and no time limit ends this pause. Raises ServiceError or ValidationError."""
    with _act(staff, "pause match", match_id, why) as match:
        if match.status == Match.Status.RUNNING:
            votes.pause(match, timezone.now())
        elif match.status != Match.Status.PAUSED or match.due_at is None:
            raise NotRunning
        Match.objects.filter(pk=match_id).update(due_at=None)
        Vote.objects.filter(match_id=match_id).delete()


def resume(*, staff: User, match_id: str, why: str) -> None:
    """Start the clock of a paused match again where it stood, also after a fault whose cause is mended."""
    with _act(staff, "resume match", match_id, why, mends=True):
        services.staff_resume(match_id=match_id)


def extend(*, staff: User, match_id: str, minutes: int, why: str) -> None:
    """Give the step so many minutes more than it had left."""
    with _act(staff, "extend match", match_id, f"{minutes} min: {why}" if why.strip() else why) as match:
        now = timezone.now()
        if match.status != Match.Status.RUNNING or match.deadline is None:
            raise NotRunning
        votes.move_deadline(match, max(now, match.deadline) + timedelta(minutes=minutes), now)


def void(*, staff: User, match_id: str, why: str) -> None:
    """End a match that cannot go on; it counts for nobody."""
    with _act(staff, "void match", match_id, why, mends=True):
        services.staff_abort(match_id=match_id)


def set_back(*, staff: User, match_id: str, step: int, why: str) -> Match:
    """Go on from position `step` in a new match, which comes back; this one is set aside. Raises NotRunning, NotAllowed, NoSuchStep too."""
    with _act(staff, "set match back", match_id, f"{step}: {why}" if why.strip() else why) as match:
        if match.status not in {Match.Status.RUNNING, Match.Status.PAUSED}:
            raise NotRunning
        if match.is_private:
            raise NotAllowed("", _("A sandbox is set back by its own person: by a fork."))
        if not 0 <= step <= match.step:
            raise NoSuchStep(match.step)
        game = game_of(match)
        if match.rules_version != game.rules_version:
            raise NotAllowed("", _("This match was played by older rules and cannot be continued."))
        start = position(match_id, step).state
        if not game.pending(start):
            raise NotAllowed("step", _("The match is over there. Choose an earlier step."))
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


@contextmanager
def _act(staff: User, act: str, match_id: str, why: str, *, mends: bool = False) -> Iterator[Match]:
    """The locked match, inside a transaction at whose end the act is in the log."""
    if not why.strip():
        raise ValidationError(_("Give a reason: it goes into the log."), code="required")
    with acts.acting():
        match = Match.objects.select_for_update().filter(pk=match_id).first()
        if match is None:
            raise NoMatch
        if match.set_aside:
            raise NotAllowed("", _("This match was set back: it goes on elsewhere, and opens when that match is over."))
        if is_barred(staff, match, mends=mends):
            raise NotAllowed("", OWN_MATCH)
        yield match
        sanctions.log_act(staff=staff, act=act, subject=match, why=why)
        wake.publish_soon(match_id)


def _stay_away(match: Match, again: Match, now: datetime) -> None:
    """Whoever is on vacation is so in `again` too: its first step ends no earlier than the open one of `match` would have."""
    away = list(match.seats.filter(vacation_step=match.step).values_list("number", flat=True))
    if not away or again.deadline is None:
        return
    Seat.objects.filter(match=again, number__in=away).update(vacation_step=again.step)
    ends = votes.end_if_resumed(match, now) if match.deadline is None else match.deadline
    if ends > again.deadline:
        votes.move_deadline(again, ends, now)


def _resigned_before(match: Match, game: Game, step: int) -> list[int]:
    """Seats that had given up by position `step`; a resignation after it has not happened."""
    gone = set(Seat.objects.filter(match=match, resigned=True).values_list("number", flat=True))
    later = Step.objects.filter(match=match, number__gt=step).values_list("orders", flat=True)
    played = [(int(seat), orders) for given in later for seat, orders in given.items()]
    stored = Orders.objects.filter(match=match, step=match.step).values_list("seat", "orders")
    undone = {seat for seat, orders in [*played, *stored] if orders == game.resign_orders}
    return sorted(gone - undone)
