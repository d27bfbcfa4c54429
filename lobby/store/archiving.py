"""When does a match move to the archive, and how is nothing lost on the way? After as many days as the host says, one match at a time.

First its file is stored and read again. Then one transaction deletes its rows, or the one that they are packed in, and names the file in the
match. A process that dies in between leaves a file that the next attempt finds, and two processes with the same match make the same file.
"""

from __future__ import annotations

import asyncio
import logging
import random
from datetime import datetime, timedelta

from django.conf import settings
from django.db import Error as DatabaseError
from django.db.models import Q
from django.utils import timezone

from lobby.matches.models import OVER, Match, Packed
from lobby.platform.process import threads
from lobby.store import acts, archive, packing

log = logging.getLogger("fogbound.archive")

LOOKS_EVERY = timedelta(hours=1)
BATCH = 200

_IN_DATABASE = Q(status__in=OVER) & (Q(archived_as="") | Q(packed__isnull=False))


def batch(before: datetime) -> list[str]:
    """Some of the matches in the database that ended before this time, the oldest first, then shuffled: two processes seldom work on the same."""
    packed = Match.objects.filter(packed__isnull=False, finished_at__lt=before).order_by("finished_at")
    found: list[str] = []
    for matches in (packed, packing.due(before)):
        left = BATCH - len(found)
        found += matches.exclude(pk__in=packing.refused).values_list("pk", flat=True)[:left] if left else []
    random.shuffle(found)
    return found


def move(match_id: str) -> bool:
    """Move one match; False if it is not in the database any more, or stays there. Raises `archive.Unreadable` if the archive does not work."""
    match = Match.objects.filter(_IN_DATABASE, pk=match_id).first()
    made = None if match is None else _text_of(match)
    if match is None or made is None:
        return False
    content, counts = made
    name = archive.put(match, content)
    with acts.skip_if_locked():
        locked = Match.objects.select_for_update(no_key=True).filter(pk=match_id, archived_as=match.archived_as)
        if locked.first() is None:
            return False
        packing.replace_rows(match, name, counts)
        Packed.objects.filter(match=match).delete()
        return True
    return False


def _text_of(match: Match) -> tuple[bytes, packing.Counts] | None:
    """The text for the archive, and how many rows it replaces beside that of `Packed`. None, once logged, if there is none."""
    if not match.archived_as:
        return packing.text_of_rows(match)
    try:
        return archive.text_of(match.archived_as), (0, 0)
    except archive.Unreadable as error:
        log.error("match %s stays in the database: it cannot be read: %s", match.pk, error.__cause__ or "it is damaged")
        packing.refused.add(match.pk)
        return None


def move_all(before: datetime) -> int:
    """Move every match that is due; returns how many."""
    moved = 0
    while now := sum(move(match_id) for match_id in batch(before)):
        moved += now
    return moved


async def run() -> None:
    """Move what is due every hour, until cancelled; does nothing while `FOGBOUND_ARCHIVE_AFTER` is 0. Any number of processes may do it at once."""
    while settings.ARCHIVE_AFTER:
        try:
            await _move_due(timezone.now() - timedelta(days=settings.ARCHIVE_AFTER))
        except (DatabaseError, archive.Unreadable, packing.Mismatch):
            log.exception("matches could not be moved to the archive now")
        await asyncio.sleep(LOOKS_EVERY.total_seconds())
    await asyncio.Event().wait()


async def _move_due(before: datetime) -> None:
    moved = 0
    before_batch = -1
    # A batch of which nothing can be moved now is the last one.
    while moved > before_batch:
        before_batch = moved
        for match_id in await threads.run(threads.ARCHIVE, batch, before):
            moved += await threads.run(threads.ARCHIVE, move, match_id)
    if moved:
        log.info("%s matches were moved to the archive", moved)
