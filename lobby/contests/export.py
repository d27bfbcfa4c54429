"""How does a whole contest become one file? A ZIP of its results and of the record of every match, made while it is sent.

It has what may be known at that moment: results as their own files have them, and no match that goes on or is sealed. Matches that do not count,
as their table was played again or they were stopped, are in a folder of their own. Each record is what
anybody may download of the match. One is made at a time, so that a contest of any size needs no more memory than its largest match.
"""

from __future__ import annotations

import io
import logging
from collections.abc import AsyncIterator
from zipfile import ZIP_DEFLATED, ZipFile

import orjson
from django.db import Error as DatabaseError
from django.utils import timezone

from lobby.contests import result_files, serializers
from lobby.contests.models import Contest, Table
from lobby.matches.models import OVER, Match
from lobby.platform.http import csv_files
from lobby.platform.process import threads
from lobby.store import archive
from lobby.watch import publishing

log = logging.getLogger("fogbound.contests")


class _Sent(io.RawIOBase):
    """A file that can only be written on; what was written is taken out of it."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, part: bytes) -> int:  # type: ignore[override]
        self._parts.append(bytes(part))
        return len(part)

    def taken(self) -> bytes:
        """What was written since the last call."""
        parts, self._parts = self._parts, []
        return b"".join(parts)


def replays_of(contest: Contest) -> list[tuple[str, str]]:
    """(name of its file, match) of every match at a table that everybody may replay, in the order of play."""
    if not serializers.is_released(contest):
        return []
    told_of = list(
        Table.objects.filter(stage__contest=contest)
        .order_by("stage__number", "round", "number")
        .values_list("stage__number", "round", "number", "match", "earlier")
    )
    played = {match for *_, last, earlier in told_of for match in (*earlier, last)}
    over = Match.objects.filter(pk__in=played - {None}, status__in=OVER, started_at__isnull=False, sealed=False)
    status = dict(over.values_list("pk", "status"))
    return [
        (f"{_folder(status[match], match == last)}/{stage + 1}-{round_ + 1:02}-{number + 1:03}-{match}.json", match)
        for stage, round_, number, last, earlier in told_of
        for match in (*earlier, last)
        if match in status
    ]


def _folder(status: str, is_last: bool) -> str:
    """By whether the match counts."""
    return "replays" if is_last and status == Match.Status.FINISHED else "earlier"


async def parts(contest: Contest) -> AsyncIterator[bytes]:
    """The file in parts, the results first."""
    sent = _Sent()
    with ZipFile(sent, "w", ZIP_DEFLATED) as file:
        # One thread for all downloads of a process: those who play do not wait for them.
        yield await threads.run(threads.ARCHIVE, _results, contest, file, sent)
        for name, match_id in await threads.run(threads.ARCHIVE, replays_of, contest):
            yield await threads.run(threads.ARCHIVE, _replay, name, match_id, file, sent)
    yield sent.taken()


def _results(contest: Contest, file: ZipFile, sent: _Sent) -> bytes:
    now = timezone.now()
    file.writestr("results.csv", csv_files.answer("results.csv", result_files.lines(contest, now)).content)
    file.writestr("results.json", orjson.dumps(result_files.results_of(contest, now), option=orjson.OPT_INDENT_2))
    return sent.taken()


def _replay(name: str, match_id: str, file: ZipFile, sent: _Sent) -> bytes:
    """A record that cannot be read has the reason in its place."""
    try:
        record = publishing.record(Match.objects.get(pk=match_id))
    except archive.Unreadable as error:
        record = {"match": match_id, "error": error.code}
    except (DatabaseError, Match.DoesNotExist):
        raise
    except Exception:
        log.exception("match %s is not in the file of its contest", match_id)
        record = {"match": match_id, "error": "fault"}
    file.writestr(name, orjson.dumps(record))
    return sent.taken()
