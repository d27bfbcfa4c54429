"""Who asks whom for a match, and what becomes of it? A challenge is an open table at which only one other person may sit down.

Accepting takes the seat and begins the match in one transaction. Declining and withdrawing close the table. A challenge that nobody answers
lapses when its table expires. Somebody who has blocked the challenger, is suspended or has closed the account is refused alike, so that nobody
learns of a block.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.accounts import persons, relations, sanctions
from lobby.accounts.models import User
from lobby.matches import terms
from lobby.matches.errors import NoMatch, NotAllowed, ServiceError, TooMany
from lobby.matches.models import Match
from lobby.matches.people import PersonalChallenge
from lobby.matches.terms import Settings
from lobby.notices import writing
from lobby.notices.models import Notice
from lobby.notices.writing import News
from lobby.store import acts, wake
from lobby.tables import entry, seating
from lobby.tables import services as tables

MOST_RECEIVED = 30
"""Open challenges that one person may have received."""
SHOWN_FOR = timedelta(days=1)
"""How long a challenger is told what became of a challenge."""


class NoChallenge(NoMatch):
    """There is none of that id for this person."""

    code = "no_challenge"
    text = _("There is no such challenge.")


class NotOpen(ServiceError):
    """It has been answered already, or has lapsed."""

    code = "not_open"
    text = _("This challenge is no longer open.")


class TooManyChallenges(TooMany):
    """`data`: `limit`."""

    text = _("This person has %(limit)s open challenges already. Try later.")


def challenge(
    *, user: User, opponent: User, game_id: str, options: Mapping[str, Any], settings: Settings
) -> PersonalChallenge:
    """Open a table for the two of them. Raises what `tables.create_table` raises, NotAllowed, TooManyChallenges."""
    _check_opponent(user, opponent)
    settings = terms.settled(settings)
    if settings.kind != Match.Kind.ORDINARY:
        raise NotAllowed("kind", _("A challenge is for an ordinary match."))
    if settings.seats - len({*settings.bots, *settings.programs} - {0}) != 2:
        raise NotAllowed("seats", _("A challenge has one seat for each of you; give all others to bots."))
    if settings.rated and opponent.is_guest:
        raise NotAllowed("rated", entry.NO_GUESTS)
    if settings.rated and user.is_bot != opponent.is_bot:
        raise NotAllowed("rated", entry.ONE_KIND)
    if settings.rated and persons.is_same(user, opponent):
        raise NotAllowed("rated", entry.ONE_PERSON)
    # The challenge is the invitation: a password or a mark of reliability would be one more obstacle.
    settings = replace(settings, password="", min_reliability=0)
    with acts.acting(transaction.atomic):
        # Two people who challenge the same person at once count each other.
        User.objects.select_for_update().filter(pk=opponent.pk).first()
        if received(opponent.pk).count() >= MOST_RECEIVED:
            raise TooManyChallenges("player", limit=MOST_RECEIVED)
        match = tables.create_table(user=user, game_id=game_id, options=options, settings=settings)
        asked = PersonalChallenge.objects.create(
            id=match.pk, match=match, game=match.game, challenger=user, challenged=opponent
        )
        told = {"challenge": asked.pk, "what": "asked"}
        writing.tell([News(opponent.pk, Notice.Kind.CHALLENGE, asked.pk, match.pk, data=told)])
        return asked


def _check_opponent(user: User, opponent: User) -> None:
    if opponent.pk == user.pk:
        raise NotAllowed("player", _("You cannot challenge yourself."))
    if relations.are_blocked(user.pk, opponent.pk) or not sanctions.may_act(opponent):
        # The same answer in all cases, so that a blocked person does not learn of the block.
        raise NotAllowed("player", _("You cannot challenge this person."))


@acts.acting(transaction.atomic)
def accept(*, user: User, challenge_id: str) -> Match:
    """Take the seat and begin the match. Raises NoChallenge, NotOpen, or what `tables.join` raises."""
    asked = _open_one(challenge_id, user, received=True)
    match = tables.join(user=user, match_id=asked.pk)
    seats = seating.locked_seats(match)
    _settle(asked, PersonalChallenge.Status.ACCEPTED)
    return seating.begin(match, seats)


@acts.acting(transaction.atomic)
def decline(*, user: User, challenge_id: str, why: str = PersonalChallenge.Why.NONE) -> PersonalChallenge:
    """Say no, with one of the reasons. Raises NoChallenge, NotOpen, NotAllowed."""
    if why not in PersonalChallenge.Why.values:
        raise NotAllowed("why", _("There is no such reason."))
    asked = _open_one(challenge_id, user, received=True)
    asked.why = why
    told = {"challenge": asked.pk, "what": "declined"}
    writing.tell([News(asked.challenger_id, Notice.Kind.CHALLENGE, f"answer:{asked.pk}", data=told)])
    return _close(asked, PersonalChallenge.Status.DECLINED)


@acts.acting(transaction.atomic)
def withdraw(*, user: User, challenge_id: str) -> PersonalChallenge:
    """Take a challenge of one's own back. Raises NoChallenge, NotOpen."""
    return _close(_open_one(challenge_id, user, received=False), PersonalChallenge.Status.WITHDRAWN)


def received(user_id: int) -> QuerySet[PersonalChallenge]:
    """Open challenges to this person, newest first."""
    return _with_people(PersonalChallenge.objects.filter(challenged=user_id, **_OPEN))


def made(user_id: int, now: datetime | None = None) -> QuerySet[PersonalChallenge]:
    """Open challenges by this person, and what became of others lately; newest first."""
    lately = (now or timezone.now()) - SHOWN_FOR
    told = Q(status__in=[PersonalChallenge.Status.DECLINED, PersonalChallenge.Status.LAPSED], settled_at__gte=lately)
    return _with_people(PersonalChallenge.objects.filter(Q(**_OPEN) | told, challenger=user_id))


def is_open(challenge: PersonalChallenge) -> bool:
    """True if it can still be accepted."""
    is_there = challenge.match is not None and challenge.match.status == Match.Status.OPEN
    return challenge.status == PersonalChallenge.Status.OPEN and is_there


def people_of(match_id: str) -> set[int]:
    """Both people of the challenge with that table, if there is one."""
    found = PersonalChallenge.objects.filter(pk=match_id).values_list("challenger_id", "challenged_id").first()
    return set(found or ())


def among(match_ids: Collection[str], people: Collection[int]) -> QuerySet[PersonalChallenge]:
    """Challenges with those tables that concern one of these people. An accepted one is a match, and not among them."""
    theirs = Q(challenger__in=people) | Q(challenged__in=people)
    found = PersonalChallenge.objects.filter(theirs, pk__in=match_ids)
    return _with_people(found.exclude(status=PersonalChallenge.Status.ACCEPTED))


def on_referee_sweeps(*, now: datetime, **_: object) -> None:
    """Challenges whose table has closed without an answer have lapsed."""
    gone = Q(match=None) | ~Q(match__status=Match.Status.OPEN)
    left = PersonalChallenge.objects.filter(gone, status=PersonalChallenge.Status.OPEN)
    left.update(status=PersonalChallenge.Status.LAPSED, settled_at=now)


def on_account_closed(sender: object, *, user: User, **_kwargs: Any) -> None:
    """Nobody waits for the answer of a closed account, nor for its challenges."""
    for asked in PersonalChallenge.objects.filter(Q(challenger=user) | Q(challenged=user), **_OPEN):
        is_own = asked.challenger_id == user.pk
        _close(asked, PersonalChallenge.Status.WITHDRAWN if is_own else PersonalChallenge.Status.DECLINED)


_OPEN: dict[str, Any] = {"status": PersonalChallenge.Status.OPEN, "match__status": Match.Status.OPEN}


def _with_people(found: QuerySet[PersonalChallenge]) -> QuerySet[PersonalChallenge]:
    return found.select_related("challenger", "challenged", "match").order_by("-created_at")


def _open_one(challenge_id: str, user: User, *, received: bool) -> PersonalChallenge:
    who = {"challenged": user} if received else {"challenger": user}
    asked = PersonalChallenge.objects.select_for_update(of=("self",)).filter(pk=challenge_id, **who).first()
    if asked is None:
        raise NoChallenge
    if asked.status != PersonalChallenge.Status.OPEN or asked.match_id is None:
        raise NotOpen
    return asked


def _close(asked: PersonalChallenge, status: str) -> PersonalChallenge:
    if asked.match_id is not None:
        Match.objects.filter(pk=asked.match_id, status=Match.Status.OPEN).delete()
    asked.match = None
    _settle(asked, status)
    return asked


def _settle(asked: PersonalChallenge, status: str) -> None:
    asked.status, asked.settled_at = status, timezone.now()
    asked.save(update_fields=["status", "why", "match", "settled_at"])
    wake.publish_soon(asked.pk)
