"""What does the download of a person's own matches contain? The record of each match that is over and in which they sat, one JSON line each.

A line is what `replay.record_of_owners` offers that person at the match itself. Sealed matches are left out until they are unsealed. One line is
made at a time.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Sequence
from typing import Any

import orjson
from django.db import Error as DatabaseError

import games
from lobby.accounts.models import User
from lobby.fog import audience
from lobby.matches.models import OVER, Match, Seat
from lobby.matches.people import Departure
from lobby.platform.process import threads
from lobby.store import archive
from lobby.watch import replay

log = logging.getLogger("fogbound.people")


def ids_of(user: User) -> list[str]:
    """The matches that are over and in which this person sat, to the end or for a while, as they began."""
    wanted: dict[str, Any] = {
        "user": user,
        "match__status__in": OVER,
        "match__started_at__isnull": False,
        "match__sealed": False,
        "match__game__in": list(games.GAMES),
    }
    told = ("match__started_at", "match_id")
    found = {
        *Seat.objects.filter(**wanted).values_list(*told),
        *Departure.objects.filter(**wanted).values_list(*told),
    }
    return [match_id for _, match_id in sorted(found)]


async def lines(user_id: int, match_ids: Sequence[str]) -> AsyncIterator[bytes]:
    """A line for each of these matches that this person may see; `_line` says of what form."""
    for match_id in match_ids:
        # One thread for all downloads of a process: those who play do not wait for them.
        if line := await threads.run(threads.ARCHIVE, _line, user_id, match_id):
            yield line


def _line(user_id: int, match_id: str) -> bytes:
    """The record of the match as a line; with `match` and `error` alone if it cannot be read; empty if it is not for this person."""
    match = Match.objects.filter(pk=match_id).first()
    if match is None or not audience.is_visible(match, list(match.seats.select_related("program")), user_id):
        return b""
    try:
        return orjson.dumps(replay.record_of_owners(match, user_id)) + b"\n"
    except archive.Unreadable as error:
        return orjson.dumps({"match": match_id, "error": error.code}) + b"\n"
    except DatabaseError:
        raise
    except Exception:
        log.exception("match %s is not in a download of its person", match_id)
        return orjson.dumps({"match": match_id, "error": "fault"}) + b"\n"
