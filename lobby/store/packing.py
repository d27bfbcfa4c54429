"""When do the rows of a match that is over become one text? Some hours after its end, when few look at it any more.

Every step is compressed by itself, although it resembles the one before, and orders are stored as given and as played. As one text
(`archive`) all of them take a small part of that. It becomes a row of `Packed` in the transaction that deletes those of steps and orders, so
they are always in one of the two, and back-ups have them. The next transaction may undo it (`unpack`).
"""

from __future__ import annotations

import asyncio
import logging
import lzma
import random
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from django.db import Error as DatabaseError
from django.db.models import QuerySet
from django.utils import timezone

from lobby.matches.models import OVER, Match, Orders, Packed, Step
from lobby.platform.process import threads
from lobby.platform.storage import statements
from lobby.platform.storage.statements import Row
from lobby.store import acts, archive, rows
from lobby.store.positions import digest_of_text, pack_text, unpack_text

log = logging.getLogger("fogbound.archive")

AFTER = timedelta(hours=6)
"""Until then the rows stay, because people look at a match that has just ended."""
LOOKS_EVERY = timedelta(hours=1)
BEGINS_AFTER = timedelta(minutes=10)
"""From the start of a process: processes of an earlier release, which know no `Packed`, have ended by then."""
BATCH = 200
RESTS = 3
"""Times as long as a match took, so that it is at most a quarter of a processor."""

refused: set[str] = set()
"""Matches that cannot be packed or moved as they are; each is logged once by a process."""


class Mismatch(Exception):
    """The rows of a match are not what their text would give back; they stay in the tables."""


def due(before: datetime) -> QuerySet[Match]:
    """Matches with rows that ended before this time, the oldest first. Matches of lessons are deleted instead (`lessons`)."""
    over = Match.objects.filter(status__in=OVER, archived_as="", finished_at__lt=before, started_at__isnull=False)
    return over.exclude(kind=Match.Kind.LESSON).order_by("finished_at")


def batch(before: datetime) -> list[str]:
    """Some of the matches that are due, shuffled, so that two processes seldom work on the same."""
    found = list(due(before).exclude(pk__in=refused).values_list("pk", flat=True)[:BATCH])
    random.shuffle(found)
    return found


def pack(match_id: str) -> bool:
    """Pack one match; False if it has no rows any more, goes on, or stays as it is."""
    match = Match.objects.filter(pk=match_id, status__in=OVER, archived_as="").first()
    made = None if match is None else text_of_rows(match)
    if match is None or made is None:
        return False
    content, counts = made
    packed = archive.compressed(content)
    if lzma.decompress(packed) != content:
        raise Mismatch(f"match {match_id} is not what it was before it was compressed")
    with acts.skip_if_locked():
        locked = Match.objects.select_for_update(no_key=True).filter(pk=match_id, status__in=OVER, archived_as="")
        if locked.first() is None:
            return False
        Packed.objects.create(match=match, text=packed)
        replace_rows(match, archive.row_name(match, content), counts)
        return True
    return False


def unpack(match_id: str) -> bool:
    """Give a packed match its rows back; False if it has none of `Packed`. Raises `archive.Unreadable`."""
    match = Match.objects.filter(pk=match_id, packed__isnull=False).first()
    if match is None:
        return False
    kept = archive.read(match.archived_as)
    steps = [_step_row(step) for step in kept.steps]
    orders = [rows.orders_row(match_id, row.step, _given(row)) for row in kept.orders]
    with acts.skip_if_locked():
        locked = Match.objects.select_for_update(no_key=True).filter(pk=match_id, archived_as=match.archived_as)
        if locked.first() is None:
            return False
        rows.insert_steps(steps)
        rows.insert_orders(orders)
        Packed.objects.filter(match=match).delete()
        Match.objects.filter(pk=match_id).update(archived_as="")
        return True
    return False


def pack_all(before: datetime) -> int:
    """Pack every match that ended before; returns how many."""
    packed = 0
    while now := sum(pack(match_id) for match_id in batch(before)):
        packed += now
    return packed


def unpack_all() -> tuple[int, list[str]]:
    """Give every packed match its rows back; returns how many, and which stay packed: they are damaged, or in the hands of somebody else."""
    unpacked, left = 0, []
    for match_id in list(Packed.objects.order_by("pk").values_list("pk", flat=True)):
        with suppress(archive.Unreadable):
            if unpack(match_id):
                unpacked += 1
                continue
        left.append(match_id)
    return unpacked, left


async def run() -> None:
    """Pack what is due every hour, until cancelled. Any number of processes may do it at once."""
    await asyncio.sleep(BEGINS_AFTER.total_seconds())
    while True:
        try:
            await pack_due(timezone.now() - AFTER)
        except (DatabaseError, Mismatch):
            log.exception("matches could not be packed now")
        await asyncio.sleep(LOOKS_EVERY.total_seconds())


async def pack_due(before: datetime) -> None:
    """Pack what ended before, with rests."""
    packed = 0
    before_batch = -1
    # A batch of which nothing can be packed now is the last one.
    while packed > before_batch:
        before_batch = packed
        for match_id in await threads.run(threads.ARCHIVE, batch, before):
            began = time.monotonic()
            packed += await threads.run(threads.ARCHIVE, pack, match_id)
            await asyncio.sleep(RESTS * (time.monotonic() - began))
    if packed:
        log.info("%s matches were packed", packed)


Counts = tuple[int, int]
"""How many rows of steps and of orders a match has."""


def text_of_rows(match: Match) -> tuple[bytes, Counts] | None:
    """The text of the rows of a match, and how many they are. None, once logged, unless the text gives back the same rows."""
    steps = list(Step.objects.filter(match=match).order_by("number"))
    orders = list(Orders.objects.filter(match=match))
    try:
        return _text_of(match, steps, orders), (len(steps), len(orders))
    except Exception:
        log.exception("match %s stays in the tables: its rows make no text that gives them back", match.pk)
        refused.add(match.pk)
        return None


def replace_rows(match: Match, name: str, counts: Counts) -> None:
    """From now on steps and orders of the match, which is locked, are in the text of that name. Raises Mismatch if rows have changed."""
    Match.objects.filter(pk=match.pk).update(archived_as=name)
    orders, _ = Orders.objects.filter(match=match).delete()
    steps, _ = Step.objects.filter(match=match).delete()
    if (steps, orders) != counts:
        # Rolls back.
        raise Mismatch(f"match {match.pk} has changed meanwhile")


def _text_of(match: Match, steps: Sequence[Step], orders: Sequence[Orders]) -> bytes:
    """The text of these rows. Raises Mismatch unless it gives back the same."""
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
            raise Mismatch(f"step {step.number} would be another one")
    if sorted(map(_key, orders)) != sorted(map(_key, kept.orders)):
        raise Mismatch("orders would be others")
    return content


def _step_row(step: Step) -> Row:
    """As `rows.insert_steps` takes it."""
    texts = (pack_text(bytes(text)) for text in (step.state, step.events))
    scores = None if step.scores is None else archive.json_text(step.scores)
    moment = statements.moment(step.created_at)
    return (step.match_id, step.number, *texts, archive.json_text(step.orders), step.digest, scores, moment)


def _given(row: Orders) -> rows.Given:
    text = archive.json_text(row.orders)
    return rows.Given(row.seat, row.revision, row.ready, row.by, text, row.created_at)


def _key(orders: Orders) -> tuple[int, int, int, bool, str, datetime, str]:
    given = archive.json_text(orders.orders)
    return orders.step, orders.seat, orders.revision, orders.ready, orders.by, orders.created_at, given
