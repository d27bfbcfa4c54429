"""Who hears of a table that waits? Those who asked for that game, when the host offers the table to them; and its host of whoever sits down."""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import timedelta
from typing import Final

from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.accounts import relations
from lobby.accounts.models import User
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Match
from lobby.matches.people import ClubTable
from lobby.notices import writing
from lobby.notices.models import Notice, Wanted
from lobby.platform.process import database
from lobby.store.wake import AWAY

log = logging.getLogger("fogbound.notices")

MOST: Final = 100
"""People who are told of one table: those who asked last."""
REST: Final = timedelta(hours=1)
"""Nobody is told more often than that, however many tables are offered."""


def offer(*, user: User, match: Match) -> None:
    """Tell those who want the game of this open table. Raises NotAllowed for whoever is not its host, and for a table that is not for everybody."""
    if match.host_id != user.pk:
        raise NotAllowed("match", _("Only the host can do that."))
    if not is_for_all(match):
        raise NotAllowed("match", _("Only a public table with a free seat and without a password can be offered."))
    with database.writing():
        people = _listeners(user, match)
        writing.tell([writing.News(user_id, Notice.Kind.WANTED, match.pk, match_id=match.pk) for user_id in people])
    _note_notified(people)


def tell_host(match: Match, came: User) -> None:
    """Tell the host who has sat down: they may be at another page, or away, and they begin the match. Call it inside the transaction of that."""
    assert match.host_id is not None
    about, data = f"{match.pk}:{came.pk}", {"person": came.pk}
    writing.tell([writing.News(match.host_id, Notice.Kind.JOINED, about, match_id=match.pk, data=data)])


def is_for_all(match: Match) -> bool:
    """True for an open table at which anybody may sit down now."""
    return (
        match.status == Match.Status.OPEN
        and match.visibility == Match.Visibility.PUBLIC
        and match.kind == Match.Kind.ORDINARY
        and not match.password
        and not ClubTable.objects.filter(match=match).exists()
        and any(seat.is_free for seat in match.seats.all())
    )


def _listeners(user: User, match: Match) -> list[int]:
    sitting = [seat.user_id for seat in match.seats.all() if seat.user_id is not None]
    recent = Notice.objects.filter(kind=Notice.Kind.WANTED, created_at__gt=timezone.now() - REST)
    found = (
        Wanted.objects.filter(game=match.game, user__is_active=True)
        .exclude(user__in=sitting)
        .exclude(user__in=recent.values("user"))
        .order_by("-pk")
    )
    if match.rated:
        found = found.filter(user__is_guest=False)
    people = list(found.values_list("user", flat=True)[:MOST])
    # A table that closes takes its notices along: whoever opens one after the other would tell of each.
    told = _notified(people)
    return [one for one in people if one not in told and not relations.are_blocked(user.pk, one)]


def _note_notified(people: Collection[int]) -> None:
    try:
        cache.set_many({_key(user_id): 1 for user_id in people}, timeout=REST.total_seconds())
    except AWAY as error:
        log.warning("who was told of a table could not be noted: %s", type(error).__name__)


def _notified(people: Collection[int]) -> set[int]:
    try:
        known = cache.get_many([_key(user_id) for user_id in people])
    except AWAY as error:
        log.warning("who was told of a table is not known: %s", type(error).__name__)
        return set()
    return {user_id for user_id in people if _key(user_id) in known}


def _key(user_id: int) -> str:
    return f"told-of-table:{user_id}"


def wanted_by(user_id: int) -> set[str]:
    """Ids of the games of which the person wants to hear."""
    return {*Wanted.objects.filter(user=user_id).values_list("game", flat=True)}


def want(user: User, game_ids: set[str]) -> None:
    """From now on these games, and no others."""
    with database.writing():
        Wanted.objects.filter(user=user).exclude(game__in=game_ids).delete()
        Wanted.objects.bulk_create([Wanted(user=user, game=game) for game in sorted(game_ids)], ignore_conflicts=True)
