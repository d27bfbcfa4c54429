"""How does everybody get all public matches of a month? As one file of JSON lines, compressed with xz, that is made once the month is over.

Each line is the record of a match (`replay.record`), as anybody may download it by itself. Matches by link, sealed ones, sandboxes, hot
seats and lessons are not among them, nor matches without a result. People whose account is closed have no name there.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import lzma
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from tempfile import TemporaryFile
from typing import IO, Any

import orjson
from django.conf import settings
from django.core.cache import cache
from django.core.files.base import File
from django.core.files.storage import storages
from django.db import Error as DatabaseError
from django.db.models import Min, QuerySet
from django.utils import timezone

import games
from lobby.matches.models import Match
from lobby.platform.process import threads
from lobby.store import archive
from lobby.watch import replay
from lobby.watch.models import PublishedMonth

log = logging.getLogger("fogbound.archive")

LOOKS_EVERY = timedelta(hours=1)
SETTLED_AFTER = timedelta(hours=1)
"""A month is published so long after its end: every match that ended in it is then on disk."""
_MONTH = re.compile(r"20\d\d-(0[1-9]|1[0-2])")


def matches_of(month: str) -> QuerySet[Match]:
    """The public matches that ended in this month, with a result, as they ended. ValueError if it is no month, as in 2026-10."""
    begin, end = _span(month)
    return Match.objects.filter(
        finished_at__gte=begin,
        finished_at__lt=end,
        status=Match.Status.FINISHED,
        visibility=Match.Visibility.PUBLIC,
        kind=Match.Kind.ORDINARY,
        sealed=False,
        started_at__isnull=False,
        game__in=list(games.GAMES),
    ).order_by("finished_at", "pk")


def is_over(month: str, now: datetime) -> bool:
    """True if no match can end in this month any more. ValueError if it is no month."""
    return now >= _span(month)[1] + SETTLED_AFTER


def publish(month: str) -> PublishedMonth:
    """Make the file of a month, or make it anew. Raises ValueError, `archive.Unreadable`: then nothing has changed."""
    with TemporaryFile() as file:
        count = write(month, file)
        size = file.tell()
        file.seek(0)
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        name = f"public/{month}-{digest[:16]}.jsonl.xz"
        file.seek(0)
        try:
            place = storages[archive.PLACE]
            if not place.exists(name):
                place.save(name, File(file))
        except Exception as error:  # each kind of storage has exceptions of its own
            raise archive.Unreadable from error
    found, _ = PublishedMonth.objects.update_or_create(
        month=month, defaults={"matches": count, "size": size, "sha256": digest, "file": name}
    )
    return found


def record(match: Match) -> dict[str, Any]:
    """Of a match that is over, as everybody may have it, without names of people whose account is closed. Raises as `replay.record`."""
    found = replay.record(match)
    closed = set(match.seats.filter(user__closed_at__isnull=False).values_list("number", flat=True))
    for seat in found["seats"]:
        if seat["seat"] in closed:
            seat["name"] = ""
    return found


def months_due(now: datetime) -> Iterator[str]:
    """Months that are over and not published, the oldest first."""
    first = Match.objects.filter(finished_at__isnull=False).aggregate(first=Min("finished_at"))["first"]
    known = set(PublishedMonth.objects.values_list("month", flat=True))
    while first is not None and is_over(month := f"{first.astimezone(UTC):%Y-%m}", now):
        if month not in known:
            yield month
        first = _span(month)[1]


def open_file(published: PublishedMonth) -> IO[bytes]:
    """The file of a month. Raises `archive.Unreadable`."""
    try:
        return storages[archive.PLACE].open(published.file)
    except Exception as error:
        raise archive.Unreadable from error


async def run() -> None:
    """Publish months that are over, until cancelled; does nothing unless `FOGBOUND_PUBLISH` is on. Any number of processes may do it at once."""
    while settings.PUBLISH:
        try:
            await threads.run(threads.ARCHIVE, publish_due, timezone.now())
        except (DatabaseError, archive.Unreadable):
            log.exception("a month could not be published now")
        await asyncio.sleep(LOOKS_EVERY.total_seconds())
    await asyncio.Event().wait()


def publish_due(now: datetime) -> None:
    """Publish what is due; another process that begins a month at the same time leaves it to the first."""
    for month in months_due(now):
        if cache.add(f"publish:{month}", True, LOOKS_EVERY.total_seconds()):
            made = publish(month)
            log.info("%s matches of %s were published", made.matches, month)


def write(month: str, file: IO[bytes]) -> int:
    """Write what has ended in a month by now, and say how many matches. Raises ValueError if it is no month, `archive.Unreadable`."""
    packed = lzma.LZMACompressor(preset=6)
    count = 0
    for match_id in list(matches_of(month).values_list("pk", flat=True)):
        try:
            line = orjson.dumps(record(Match.objects.get(pk=match_id)))
        except (DatabaseError, archive.Unreadable, Match.DoesNotExist):
            raise
        except Exception:
            log.exception("match %s cannot be published", match_id)
            continue
        file.write(packed.compress(line + b"\n"))
        count += 1
    file.write(packed.flush())
    return count


def _span(month: str) -> tuple[datetime, datetime]:
    if not _MONTH.fullmatch(month):
        raise ValueError(f"{month} is no month, as in 2026-10")
    begin = datetime.strptime(month, "%Y-%m").replace(tzinfo=UTC)
    return begin, (begin + timedelta(days=32)).replace(day=1)
