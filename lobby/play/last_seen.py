"""When was each person last online? A time in each seat, stored about once a minute while its person has the match open.

`presence` knows who is online now, exactly, but only as long as its cache lasts. `governance.absence` decides what follows from an absence.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial

from django.core.cache import cache
from django.db import transaction
from django.db.models import F, OuterRef, Subquery, Value
from django.db.models.functions import Coalesce, Least
from django.utils import timezone

from lobby.matches.models import Match, Seat
from lobby.platform.process import database
from lobby.platform.storage import statements
from lobby.play import presence

NOTED_SECONDS = 60
"""Interval at which the database stores who is online."""


def note(people: Mapping[str, Collection[int]]) -> None:
    """Store that these people have these matches open, at most once in `NOTED_SECONDS`."""
    _store({match_id: user_ids for match_id, user_ids in people.items() if user_ids and _is_unnoted(match_id)})


def _is_unnoted(match_id: str) -> bool:
    # Everybody counts as online while the cache is unavailable.
    mark = partial(cache.add, f"seen:{match_id}", 1, NOTED_SECONDS)
    return presence.ask(mark, otherwise=False, what="when somebody was there could not be noted")


def note_leaving(match_id: str, user_id: int) -> None:
    """The last connection of this person here is gone."""
    presence.leave(match_id, user_id)
    _store({match_id: [user_id]})


def _store(people: Mapping[str, Collection[int]]) -> None:
    pairs = [(match_id, user_id) for match_id, user_ids in sorted(people.items()) for user_id in sorted(user_ids)]
    if pairs:
        with database.writing():
            _note(pairs)


def _note(people: Sequence[tuple[str, int]]) -> None:
    """Store the present time for these people in these matches.

    On PostgreSQL a seat that another process has locked is skipped until the next time.
    """
    at, table = statements.moment(timezone.now()), Seat._meta.db_table
    with statements.cursor() as cursor:
        if statements.is_server():
            noted = (
                f"SELECT s.id FROM {table} s JOIN unnest(%s::text[], %s::bigint[]) AS one(match_id, user_id)"
                " ON s.match_id = one.match_id AND s.user_id = one.user_id FOR NO KEY UPDATE OF s SKIP LOCKED"
            )
            matches, users = zip(*people, strict=True)
            cursor.execute(f"UPDATE {table} SET seen_at = %s WHERE id IN ({noted})", [at, list(matches), list(users)])
        else:
            statement = f"UPDATE {table} SET seen_at = %s WHERE match_id = %s AND user_id = %s"
            cursor.executemany(statement, [(at, match_id, user_id) for match_id, user_id in people])


def move(match_ids: Collection[str], by: timedelta, now: datetime) -> None:
    """These matches stood still for the time `by`, until now. That time does not count as anybody's absence."""
    seats = Seat.objects.filter(match__in=match_ids, user__isnull=False)
    # Somebody who was never online counts as absent since the start.
    began = Match.objects.filter(pk=OuterRef("match")).values("started_at")
    with transaction.atomic(savepoint=False):
        # Always in the same order, to avoid deadlocks.
        list(seats.select_for_update(no_key=True).order_by("match_id", "user_id").values_list("pk"))
        seats.update(seen_at=Least(Coalesce(F("seen_at"), Subquery(began)) + by, Value(now)))
