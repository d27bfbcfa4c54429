"""Where can a Prometheus server read the metrics of `lobby.platform.process.metrics`? On a separate port of each process.

Off unless `FOGBOUND_METRICS_PORT` is set. The process that watches deadlines adds what the database knows, asked at each scrape.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import platform
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import django
from django.conf import settings
from django.core.cache import cache
from django.db import Error as DatabaseError
from django.db import connection
from django.db.models import Count
from django.utils import timezone
from prometheus_client import REGISTRY, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from lobby.matches.models import Match
from lobby.notices import outbox
from lobby.platform.process import database, metrics, threads
from lobby.play import timer
from lobby.store.wake import AWAY

log = logging.getLogger("fogbound.metrics")

LIVING: Final = (Match.Status.OPEN, Match.Status.RUNNING, Match.Status.PAUSED)

DATABASE_SECONDS: Final = 3.0
"""Seconds that a scrape waits for the database; the figures of the process itself come all the same."""
LOOP_PATIENCE: Final = 3.0
"""Seconds that a scrape waits for an event loop that hangs."""

_serving = False
_refused = False
"""True if the port could not be opened. Every request calls `serve`, which must not try again each time."""


class SiteCollector(Collector):
    """Metrics of the whole site, from its database; none while the database does not answer."""

    def describe(self) -> list[GaugeMetricFamily]:
        """Names only: registration happens on the event loop, where database queries are not allowed."""
        return []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The families of one scrape."""
        yield from _of_redis()
        # Each scrape has its own thread; a database connection opened there would stay open after it. Not one of `SERVICES`: a scrape has
        # to tell that they are all in use.
        asked = threads.PROBE.submit(database.with_connection, _count)
        try:
            site = asked.result(DATABASE_SECONDS)
        except DatabaseError:
            log.exception("the database does not answer a scrape")
            return
        except TimeoutError:
            asked.cancel()
            log.error("the database has not answered a scrape for %s s", DATABASE_SECONDS)
            return
        matches = GaugeMetricFamily(
            "fogbound_matches", "Tables and matches that are not over, by game and status.", labels=["game", "status"]
        )
        for game, status, number in site.matches:
            matches.add_metric([game, status], number)
        yield matches
        yield GaugeMetricFamily(
            "fogbound_overdue_deadlines", "Matches that should have been looked at by now.", site.overdue
        )
        yield GaugeMetricFamily(
            "fogbound_overdue_seconds", "For how long the oldest of them has been due.", site.overdue_seconds
        )
        yield GaugeMetricFamily(
            "fogbound_clock_seconds", "By how much this machine's clock is ahead of the database's.", site.clock_seconds
        )
        due = GaugeMetricFamily(
            "fogbound_outbox", "Notices and letters that are due to go out, by way.", labels=["way"]
        )
        late = GaugeMetricFamily(
            "fogbound_outbox_seconds", "For how long the oldest of them has been due.", labels=["way"]
        )
        for way, (number, seconds) in site.outbox.items():
            due.add_metric([way], number)
            late.add_metric([way], seconds)
        yield due
        yield late
        yield from _of_server(site.server)


def _of_server(server: _Server | None) -> Iterator[GaugeMetricFamily]:
    if server is None:
        return
    connections = GaugeMetricFamily(
        "fogbound_database_connections",
        "Connections to the site's database by what they do, and how many the server accepts for all databases (most).",
        labels=["state"],
    )
    for state, number in server.connections.items():
        connections.add_metric([state], number)
    yield connections
    yield GaugeMetricFamily(
        "fogbound_database_lock_waits", "Of these connections, those that wait for a lock.", server.lock_waits
    )
    yield GaugeMetricFamily(
        "fogbound_database_transaction_seconds", "Since when its oldest transaction is open.", server.oldest_seconds
    )


def _of_redis() -> Iterator[GaugeMetricFamily]:
    if not settings.REDIS_URL:
        return
    answers, seconds = _redis_answer()
    yield GaugeMetricFamily("fogbound_redis_up", "1 if Redis has answered this scrape, else 0.", answers)
    yield GaugeMetricFamily("fogbound_redis_seconds", "What it took, at most its limit of a second.", seconds)


def _redis_answer() -> tuple[int, float]:
    began = time.monotonic()
    try:
        cache.get("metrics")
    except AWAY:
        return 0, time.monotonic() - began
    return 1, time.monotonic() - began


@dataclass(frozen=True)
class _Server:
    """What PostgreSQL says of itself."""

    connections: dict[str, int]
    """By state, and under `most` how many it accepts."""
    lock_waits: int
    oldest_seconds: float


@dataclass(frozen=True)
class _Site:
    """What the database knows."""

    matches: list[tuple[str, str, int]]
    overdue: int
    overdue_seconds: float
    clock_seconds: float
    outbox: dict[str, tuple[int, float]]
    server: _Server | None
    """None: SQLite."""


def _count() -> _Site:
    living = Match.objects.filter(status__in=LIVING).order_by("game", "status")
    counted = list(living.values_list("game", "status").annotate(Count("pk")))
    now = timezone.now()
    due = timer.next_due()
    return _Site(
        matches=counted,
        overdue=timer.overdue_matches(now),
        overdue_seconds=max(0.0, (now - due).total_seconds()) if due else 0.0,
        clock_seconds=_clock_seconds(),
        outbox=outbox.waiting(now),
        server=_server(),
    )


def _server() -> _Server | None:
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT coalesce(state, 'other'), count(*), count(*) FILTER (WHERE wait_event_type = 'Lock'),
                coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)) FILTER (WHERE pid <> pg_backend_pid()), 0)
            FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' GROUP BY 1
            """
        )
        rows = cursor.fetchall()
        cursor.execute("SELECT current_setting('max_connections')::int")
        (most,) = cursor.fetchone()
    return _Server(
        connections={state: number for state, number, _, _ in rows} | {"most": most},
        lock_waits=sum(waits for _, _, waits, _ in rows),
        oldest_seconds=max((float(seconds) for *_, seconds in rows), default=0.0),
    )


def _clock_seconds() -> float:
    """SQLite has no clock of its own. Of the time of the question half counts, as in NTP."""
    if connection.vendor != "postgresql":
        return 0.0
    began = time.time()
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
        (theirs,) = cursor.fetchone()
    return (began + time.time()) / 2 - float(theirs)


def count_tasks(loop: asyncio.AbstractEventLoop) -> None:
    """Add the numbers of tasks and timers of that event loop to the metrics: steady growth there means a leak. And whether it runs."""
    metrics.LOOP_SECONDS.set_function(lambda: _answer_seconds(loop))
    metrics.TASKS.set_function(lambda: len(asyncio.all_tasks(loop)))
    metrics.TIMERS.set_function(lambda: _timers(loop))


def _answer_seconds(loop: asyncio.AbstractEventLoop) -> float:
    """How long the loop takes to answer a scrape, which has a thread of its own; at most `LOOP_PATIENCE`."""
    if asyncio._get_running_loop() is loop:
        return 0.0
    answered = threading.Event()
    began = time.monotonic()
    try:
        loop.call_soon_threadsafe(answered.set)
    except RuntimeError:  # it is closed
        return LOOP_PATIENCE
    answered.wait(LOOP_PATIENCE)
    return time.monotonic() - began


def _timers(loop: asyncio.AbstractEventLoop) -> int:
    """Number of timers that are not cancelled. Loops have no public method for it; asyncio keeps them in a list, uvloop in a set."""
    scheduled = getattr(loop, "_scheduled", None)
    if scheduled is not None:
        return sum(not timer.cancelled() for timer in list(scheduled))
    sets = [set(held) for held in gc.get_referents(loop) if isinstance(held, set)]
    return sum(type(timer).__name__ == "TimerHandle" for held in sets for timer in held)


def serve(*, watches_deadlines: bool) -> bool:
    """Open the port of this process, once; False when it stays closed. If it cannot be opened that is logged: people play without figures."""
    global _serving, _refused
    if not settings.METRICS_PORT or _serving or _refused:
        return _serving
    try:
        start_http_server(settings.METRICS_PORT, settings.METRICS_HOST)
    except OSError as error:
        _refused = True
        log.error("no figures: %s:%s cannot be opened: %s", settings.METRICS_HOST, settings.METRICS_PORT, error)
        return False
    python = platform.python_version()
    metrics.BUILD.info({"release": settings.RELEASE, "python": python, "django": django.__version__})
    if watches_deadlines:
        REGISTRY.register(SiteCollector())
    _serving = True
    log.info("figures on %s:%s", settings.METRICS_HOST, settings.METRICS_PORT)
    return True
