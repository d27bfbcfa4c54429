"""Is this process alive, and should people be sent to it? `/healthz` and `/readyz`, for proxies and containers.

Answered before anything else: a probe names no host of ours, has no session, and comes without TLS. An answer says which part is
missing and nothing about why; the log does.
"""

import logging
import shutil
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from lobby.matches import clock, threads
from lobby.matches.models import Heartbeat
from lobby.operations.logs import ALIVE, READY
from lobby.operations.serving import is_ending

log = logging.getLogger("fogbound.health")

DATABASE_SECONDS: Final = 3.0
"""How long the database may take to answer; probes themselves are given up after 3 to 5 s nearly everywhere."""
LEAST_ROOM: Final = 32 * 1024 * 1024
"""Bytes. SQLite needs some megabytes for what it is about to write."""
NO_STORE = {"Cache-Control": "no-store"}


class HealthMiddleware:
    """Answers the two probes, passes on everything else."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path == ALIVE:
            return HttpResponse("ok\n", content_type="text/plain", headers=NO_STORE)
        if request.path == READY:
            found = parts()
            ready = all(found.values())
            return JsonResponse({"ready": ready, "parts": found}, status=200 if ready else 503, headers=NO_STORE)
        return self.get_response(request)


def parts() -> dict[str, bool]:
    """What a site needs to play: its database, migrated, somebody who watches deadlines, and a process that is not about to end."""
    here = {"serving": not is_ending(), "disk": has_room()}
    asked = threads.PROBE.submit(threads.with_connection, _ask_database)
    try:
        migrated, watched = asked.result(DATABASE_SECONDS)
    except DatabaseError:
        log.exception("the database does not answer")
    except TimeoutError:
        # Those who ask while one is not answered would wait in a row.
        asked.cancel()
        log.error("the database has not answered for %s s", DATABASE_SECONDS)
    else:
        return {"database": True, "migrations": migrated, "referee": watched, **here}
    return {"database": False, "migrations": False, "referee": False, **here}


def has_room() -> bool:
    """Can this process still write where it keeps things? With a full disk no order could be acknowledged."""
    try:
        return shutil.disk_usage(settings.DATA_DIR).free >= LEAST_ROOM
    except OSError:
        log.exception("it cannot be told whether the disk is full")
        return False


def _ask_database() -> tuple[bool, bool]:
    migrated = is_migrated()
    return migrated, migrated and is_watched()


_migrated = False


def is_migrated() -> bool:
    """Has the database every table that this code expects? Asked until it is so."""
    global _migrated
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    if not _migrated:
        executor = MigrationExecutor(connection)
        _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _migrated


def is_watched() -> bool:
    """Has a referee beaten lately?"""
    row = Heartbeat.objects.filter(pk=1).first()
    return row is not None and not clock.downtime(row.alive_at, timezone.now(), starting=False)
