"""What happens to the seats of a person who has left or is suspended? Open tables lose the person, bots play the running matches to the end,
and the queue drops the ticket. For a closed account, notes, saved forms and traces are deleted too.

Called inside the transaction that closes or suspends an account. In a game without bots the seat misses its deadlines, like that of
any absent person.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from lobby.accounts.models import User
from lobby.governance import votes
from lobby.matches.errors import ServiceError
from lobby.matches.models import GOES_ON, ChatLine, Match, Seat
from lobby.matches.people import Note, TablePreset, Ticket, Trace
from lobby.matches.signals import orders_due
from lobby.play import saving
from lobby.store import acts, wake
from lobby.store.positions import game_of
from lobby.tables import services as tables
from lobby.talk import chat


def on_account_closed(user: User, **kwargs: Any) -> None:
    """Remove a closed account from every table and match, and its name from every chat line."""
    _withdraw(user)
    Note.objects.filter(user=user).delete()
    TablePreset.objects.filter(owner=user).delete()
    Trace.objects.filter(user=user).delete()
    chat.rename(ChatLine.objects.filter(user=user), str(user))


def on_account_suspended(user: User, **kwargs: Any) -> None:
    """Withdraw a suspended person. Raises ValidationError, for staff, if another process has locked one of their matches."""
    try:
        with acts.acting(transaction.atomic):
            _withdraw(user)
    except ServiceError as error:
        raise ValidationError(error.message) from error


def _withdraw(user: User) -> None:
    Ticket.objects.filter(user=user).delete()
    for match_id in _matches(user, Match.Status.OPEN):
        tables.leave(user=user, match_id=match_id)
    for match_id in _matches(user, *GOES_ON):
        match = Match.objects.select_for_update().get(pk=match_id)
        game = game_of(match)
        if not game.bots:
            continue
        seats = Seat.objects.filter(match=match, user=user, autopilot="", program=None, resigned=False)
        if seats.update(autopilot=saving.stand_in(game)):
            # The step waits for a bot less long than for a person's time bank.
            changed = {"due_at": timezone.now()} if match.status == Match.Status.RUNNING else {}
            Match.objects.filter(pk=match_id).update(revision=F("revision") + 1, **changed)
            votes.carry_out(match, list(match.seats.all()), timezone.now())
            if match.status == Match.Status.RUNNING:
                due = partial(orders_due.send_robust, sender=Match, match_id=match_id, step=match.step)
                transaction.on_commit(due)
            wake.publish_soon(match_id)


def _matches(user: User, *statuses: Match.Status) -> list[str]:
    seats = Seat.objects.filter(user=user, finished_at__isnull=True, match__status__in=statuses)
    return sorted(set(seats.values_list("match_id", flat=True)))
