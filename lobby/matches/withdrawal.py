"""What becomes of the seats of somebody who will not or may not come? Tables go on without them, bots play their matches to the end,
and nobody waits in the queue. Whoever has gone for good leaves nothing of their own behind: no note, no saved form.

Called inside the transaction that closes or suspends an account. Where a game has no bots, the seat misses its deadlines like
anybody's who is away.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from lobby.accounts.models import User
from lobby.matches import acts, chat, saving, tables, votes, wake
from lobby.matches.errors import ServiceError
from lobby.matches.models import ChatLine, Match, Seat
from lobby.matches.people import Note, TablePreset, Ticket
from lobby.matches.positions import game_of
from lobby.matches.signals import orders_due


def on_account_closed(user: User, **kwargs: Any) -> None:
    """The person has gone: out of every table and match, and their name off every line."""
    _withdraw(user)
    Note.objects.filter(user=user).delete()
    TablePreset.objects.filter(owner=user).delete()
    chat.rename(ChatLine.objects.filter(user=user), str(user))


def on_account_suspended(user: User, **kwargs: Any) -> None:
    """The person may not play for a while. Raises ValidationError, for staff, where one of their matches cannot be had now."""
    try:
        with acts.acting(transaction.atomic):
            _withdraw(user)
    except ServiceError as error:
        raise ValidationError(error.message) from error


def _withdraw(user: User) -> None:
    Ticket.objects.filter(user=user).delete()
    for match_id in _matches(user, Match.Status.OPEN):
        tables.leave(user=user, match_id=match_id)
    for match_id in _matches(user, Match.Status.RUNNING, Match.Status.PAUSED):
        match = Match.objects.select_for_update().get(pk=match_id)
        game = game_of(match)
        if not game.bots:
            continue
        seats = Seat.objects.filter(match=match, user=user, autopilot="", program=None, resigned=False)
        if seats.update(autopilot=saving.stand_in(game)):
            # The step waits less long for a bot than for a person's bank.
            changed = {"due_at": timezone.now()} if match.status == Match.Status.RUNNING else {}
            Match.objects.filter(pk=match_id).update(revision=F("revision") + 1, **changed)
            votes.carry_out(match, list(match.seats.all()), timezone.now())
            if match.status == Match.Status.RUNNING:
                due = partial(orders_due.send_robust, sender=Match, match_id=match_id, step=match.step)
                transaction.on_commit(due)
            wake.publish_soon(match_id)


def _matches(user: User, *statuses: Match.Status) -> list[str]:
    seats = Seat.objects.filter(user=user, match__status__in=statuses)
    return sorted(set(seats.values_list("match_id", flat=True)))
