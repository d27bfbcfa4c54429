"""When does a match move to the archive, and how is nothing lost on the way? After as many days as the host says, one match at a time.

First its file is stored and read again. Then one transaction deletes the rows and names the file in the match. A process that dies in
between leaves a file that the next attempt finds, and two processes with the same match make the same file.
"""

from __future__ import annotations

import asyncio
import logging
import random
from datetime import datetime, timedelta

from django.conf import settings
from django.db import Error as DatabaseError
from django.db.models import QuerySet
from django.utils import timezone

from lobby.matches.models import OVER, Match, Orders, Step
from lobby.platform.process import threads
from lobby.store import acts, archive
from lobby.store.positions import digest_of_text, unpack_text

log = logging.getLogger("fogbound.archive")

LOOKS_EVERY = timedelta(hours=1)
BATCH = 200

_refused: set[str] = set()
"""Matches that cannot be moved as they are; each is logged once by a process."""


class Mismatch(Exception):
    """The rows of a match are not what the archive would give back; they stay in the tables."""


def due(before: datetime) -> QuerySet[Match]:
    """Matches in the tables that ended before this time, the oldest first. Matches of lessons are deleted instead (`lessons`)."""
    over = Match.objects.filter(status__in=OVER, archived_as="", finished_at__lt=before, started_at__isnull=False)
    return over.exclude(kind=Match.Kind.LESSON).order_by("finished_at")


def batch(before: datetime) -> list[str]:
    """Some of the matches that are due, shuffled, so that two processes seldom work on the same."""
    found = list(due(before).exclude(pk__in=_refused).values_list("pk", flat=True)[:BATCH])
    random.shuffle(found)
    return found


def move(match_id: str) -> bool:
    """Move one match; False if it is not in the tables any more, or stays there. Raises `archive.Unreadable` if the archive does not work."""
    match = Match.objects.filter(pk=match_id, status__in=OVER, archived_as="").first()
    if match is None:
        return False
    steps = list(Step.objects.filter(match=match).order_by("number"))
    orders = list(Orders.objects.filter(match=match))
    try:
        content = _text_of(match, steps, orders)
    except Exception:
        log.exception("match %s stays in the tables: it cannot be moved to the archive", match_id)
        _refused.add(match_id)
        return False
    name = archive.put(match, content)
    with acts.skip_if_locked():
        locked = Match.objects.select_for_update(no_key=True).filter(pk=match_id, status__in=OVER, archived_as="")
        if locked.first() is None:
            return False
        Match.objects.filter(pk=match_id).update(archived_as=name)
        gone, _ = Orders.objects.filter(match=match).delete()
        left, _ = Step.objects.filter(match=match).delete()
        if (gone, left) != (len(orders), len(steps)):
            # Rolls back.
            raise Mismatch(f"match {match_id} has changed while it was moved")
        return True
    return False


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
        except (DatabaseError, archive.Unreadable, Mismatch):
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


def _text_of(match: Match, steps: list[Step], orders: list[Orders]) -> bytes:
    """The text for the archive. Raises Misfit unless it gives back the same rows."""
    if [step.number for step in steps] != list(range(match.step + 1)):
        raise Mismatch(f"not all steps from 0 to {match.step} are stored")
    texts = [(unpack_text(step.state), unpack_text(step.events)) for step in steps]
    content = archive.encoded(match, steps, orders, texts)
    kept = archive.decoded(content)
    for step, text, again in zip(steps, texts, kept.steps, strict=True):
        if digest_of_text(text[0]) != step.digest:
            raise Mismatch(f"the digest of step {step.number} is not that of its state")
        same = (step.number, *text, step.orders, step.scores, step.created_at)
        if same != (again.number, again.state, again.events, again.orders, again.scores, again.created_at):
            raise Mismatch(f"step {step.number} would be another one in the archive")
    if sorted(map(_row, orders)) != sorted(map(_row, kept.orders)):
        raise Mismatch("orders would be others in the archive")
    return content


def _row(orders: Orders) -> tuple[int, int, int, bool, str, datetime, str]:
    given = archive.json_text(orders.orders)
    return orders.step, orders.seat, orders.revision, orders.ready, orders.by, orders.created_at, given
