"""When was each person last there? A moment in each seat, stored now and then while its person has the match open.

Who is there at this moment is known to `presence`, to the second but no longer than its cache; what follows from an absence, to `absence`.
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

from lobby.matches import presence, statements, threads
from lobby.matches.models import Match, Seat

NOTED_SECONDS = 60
"""How often it is stored that people are there."""


def note(people: Mapping[str, Collection[int]]) -> None:
    """These people have these matches open. Stored now and then: the cache that knows it to the second forgets."""
    _store({match_id: user_ids for match_id, user_ids in people.items() if user_ids and _is_unnoted(match_id)})


def _is_unnoted(match_id: str) -> bool:
    # Everybody counts as there while the cache is away.
    mark = partial(cache.add, f"seen:{match_id}", 1, NOTED_SECONDS)
    return presence.ask(mark, otherwise=False, what="when somebody was there could not be noted")


def note_leaving(match_id: str, user_id: int) -> None:
    """The last connection of this person here is gone."""
    presence.leave(match_id, user_id)
    _store({match_id: [user_id]})


def _store(people: Mapping[str, Collection[int]]) -> None:
    pairs = [(match_id, user_id) for match_id, user_ids in sorted(people.items()) for user_id in sorted(user_ids)]
    if pairs:
        with threads.writing():
            _note(pairs)


def _note(people: Sequence[tuple[str, int]]) -> None:
    """These people, in these matches, are there now.

    To a server a seat that somebody else has locked is left to the next time: nobody waits for it.
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
    """These matches stood still for so long, until now: nobody was away from them in that time."""
    seats = Seat.objects.filter(match__in=match_ids, user__isnull=False)
    # Who was never there is awaited since the start.
    began = Match.objects.filter(pk=OuterRef("match")).values("started_at")
    with transaction.atomic(savepoint=False):
        # In one order, so that two who do this cannot wait for each other in a circle.
        list(seats.select_for_update(no_key=True).order_by("match_id", "user_id").values_list("pk"))
        seats.update(seen_at=Least(Coalesce(F("seen_at"), Subquery(began)) + by, Value(now)))
