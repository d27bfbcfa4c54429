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
from django.db import OperationalError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from lobby.matches import clock
from lobby.matches.models import Heartbeat
from lobby.operations.logs import ALIVE, READY
from lobby.operations.serving import is_ending
from lobby.platform.process import database, threads

log = logging.getLogger("fogbound.health")

DATABASE_SECONDS: Final = 3.0
"""Seconds that the database may take to answer; most probes time out after 3 to 5 s."""
LEAST_ROOM: Final = 32 * 1024 * 1024
"""Bytes that must be free on the disk. SQLite needs some megabytes for its next writes."""
SPILLED_ROWS: Final = 50_000
"""Rows of a query that PostgreSQL has to keep in a temporary file of its data disk: about a megabyte, in 10 ms."""
DISK_FULL: Final = "53100"
"""PostgreSQL's code for it (SQLSTATE)."""
SATURATED: Final = "fogbound.saturated"
"""Key of a request's scope: whether the places for requests are taken for long (`places.Places.is_saturated`)."""
NO_STORE = {"Cache-Control": "no-store"}


class HealthMiddleware:
    """Answers the two probes, passes on everything else."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path == ALIVE:
            # A proxy that uses this probe must send people elsewhere while this process stops.
            word, status = ("stopping", 503) if is_ending() else ("ok", 200)
            return HttpResponse(f"{word}\n", content_type="text/plain", status=status, headers=NO_STORE)
        if request.path == READY:
            found = {**parts(), "places": not getattr(request, "scope", {}).get(SATURATED, False)}
            ready = all(found.values())
            return JsonResponse({"ready": ready, "parts": found}, status=200 if ready else 503, headers=NO_STORE)
        return self.get_response(request)


def parts() -> dict[str, bool]:
    """Part → whether it works: everything the site needs for play, such as a migrated database and a referee that watches deadlines."""
    here = {"serving": not is_ending(), "disk": has_room()}
    asked = threads.PROBE.submit(database.with_connection, _ask_database)
    try:
        migrated, watched, has_disk = asked.result(DATABASE_SECONDS)
    except DatabaseError:
        log.exception("the database does not answer")
    except TimeoutError:
        # Otherwise further probes would queue behind the one that has no answer yet.
        asked.cancel()
        log.error("the database has not answered for %s s", DATABASE_SECONDS)
    else:
        return {"database": True, "migrations": migrated, "referee": watched, **here, "disk": here["disk"] and has_disk}
    return {"database": False, "migrations": False, "referee": False, **here}


def has_room() -> bool:
    """True if the disk of the data has free space. With a full disk no orders could be acknowledged."""
    try:
        return shutil.disk_usage(settings.DATA_DIR).free >= LEAST_ROOM
    except OSError:
        log.exception("it cannot be told whether the disk is full")
        return False


def _ask_database() -> tuple[bool, bool, bool]:
    migrated = is_migrated()
    return migrated, migrated and is_watched(), has_database_room()


def has_database_room() -> bool:
    """True if PostgreSQL can write to a file of its data disk. SQLite's disk is that of `has_room`.

    Heartbeats do not tell: their row is replaced in its page, which goes on for a while on a full disk, when no order can be stored any more.
    """
    if connection.vendor != "postgresql":
        return True
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL work_mem = '64kB'")
            cursor.execute("SELECT count(*) FROM generate_series(1, %s)", [SPILLED_ROWS])
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) != DISK_FULL:
            raise
        log.error("the disk of the database is full")
        return False
    return True


_migrated = False


def is_migrated() -> bool:
    """True if all migrations of this code are applied. A positive answer is remembered."""
    global _migrated
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    if not _migrated:
        executor = MigrationExecutor(connection)
        _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _migrated


def is_watched() -> bool:
    """True if a referee has a recent heartbeat."""
    row = Heartbeat.objects.filter(pk=1).first()
    return row is not None and not clock.downtime(row.alive_at, timezone.now(), starting=False)
