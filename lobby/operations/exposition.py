"""Where can a Prometheus server read the figures of `lobby.metrics`? On a port of each process's own, away from people's.

Off unless `FOGBOUND_METRICS_PORT` is set. The process that watches deadlines adds what the database knows, asked at each scrape.
"""

import asyncio
import gc
import logging
from collections.abc import Iterator
from typing import Final

from django.conf import settings
from django.db import Error as DatabaseError
from django.db.models import Count
from django.utils import timezone
from prometheus_client import REGISTRY, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from lobby import metrics
from lobby.matches import threads, timer
from lobby.matches.models import Match

log = logging.getLogger("fogbound.metrics")

LIVING: Final = (Match.Status.OPEN, Match.Status.RUNNING, Match.Status.PAUSED)

_serving = False
_refused = False
"""The port could not be opened. Every request asks for it, and would ask again."""


class SiteCollector(Collector):
    """What the whole site is doing, by its database; nothing while that does not answer."""

    def describe(self) -> list[GaugeMetricFamily]:
        """Whoever registers it on the event loop asks for names only, and may not ask the database."""
        return []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The families of one scrape."""
        try:
            # Each scrape has a thread of its own, whose connection would be left behind with it.
            counted, overdue = threads.SERVICES.submit(threads.with_connection, _count).result()
        except DatabaseError:
            log.exception("the database does not answer a scrape")
            return
        matches = GaugeMetricFamily(
            "fogbound_matches", "Tables and matches that are not over, by game and status.", labels=["game", "status"]
        )
        for game, status, number in counted:
            matches.add_metric([game, status], number)
        yield matches
        yield GaugeMetricFamily(
            "fogbound_overdue_deadlines", "Matches that should have been looked at by now.", overdue
        )


def _count() -> tuple[list[tuple[str, str, int]], int]:
    living = Match.objects.filter(status__in=LIVING).order_by("game", "status")
    counted = list(living.values_list("game", "status").annotate(Count("pk")))
    return counted, timer.overdue_matches(timezone.now())


def count_tasks(loop: asyncio.AbstractEventLoop) -> None:
    """From now on the figures say how much is going on on that loop: what only grows there is a leak."""
    metrics.TASKS.set_function(lambda: len(asyncio.all_tasks(loop)))
    metrics.TIMERS.set_function(lambda: _timers(loop))


def _timers(loop: asyncio.AbstractEventLoop) -> int:
    """Timers that have not been called off. No loop tells of them, but each holds them: in a list, or (uvloop) in a set."""
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
    if watches_deadlines:
        REGISTRY.register(SiteCollector())
    _serving = True
    log.info("figures on %s:%s", settings.METRICS_HOST, settings.METRICS_PORT)
    return True
