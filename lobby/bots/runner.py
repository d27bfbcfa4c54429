"""When do bots and programs check a match? When a step begins in this process, after a wake-up call, and in a regular sweep of all.

`builtin` and `hosted` say what they do then.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import Error as DatabaseError

from lobby.platform.process import affinity, threads
from lobby.store import rows, wake

log = logging.getLogger("fogbound.bots")

SWEEP_SECONDS = 3
"""Seconds between searches of all matches for seats that owe orders: wake-up calls may get lost."""

PATIENCE_SECONDS = 0.02
"""Seconds for which calls are collected."""

_runners: dict[tuple[asyncio.AbstractEventLoop, type], MatchRunner] = {}


def on_orders_due(match_id: str, **_: Any) -> None:
    """Receiver for a step that began in this process: its runners need not wait for the wake-up call."""
    for (loop, _kind), runner in list(_runners.items()):
        if not loop.is_closed():
            loop.call_soon_threadsafe(runner.nudge, match_id)


class MatchRunner(ABC):
    """Plays seats of all matches; subclasses decide which seats, and how."""

    name = ""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix=self.name, initializer=affinity.roam)
        self._waiting: dict[str, None] = {}
        self._playing: set[str] = set()
        """Matches that a worker is playing. New calls for them wait until it is done."""
        self._filled = asyncio.Event()
        self._heard: set[str] = set()
        """Matches for which a wake-up call has arrived."""
        self._called = asyncio.Event()

    @abstractmethod
    async def play(self, match_id: str) -> None:
        """Play every turn that is owed in a match now."""

    @abstractmethod
    def search(self) -> list[str]:
        """Ids of the matches in which a turn is owed."""

    def concerned(self, heard: Collection[str]) -> list[str]:
        """Those of the called ids that this runner must check."""
        return rows.with_machines(heard)

    def choose(self, waiting: Iterable[str]) -> str | None:
        """The match to play next: the one that has waited longest; None if none waits."""
        return next(iter(waiting), None)

    def nudge(self, match_id: str) -> None:
        """Check this match soon. Only from the runner's loop."""
        self._waiting[match_id] = None
        self._filled.set()

    async def run(self) -> None:
        """Play until cancelled."""
        key = (asyncio.get_running_loop(), type(self))
        _runners[key] = self
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(wake.listen(self._hear, skips_delivered=True), name=f"{self.name}: wake-up calls")
                group.create_task(self._look_into_calls(), name=f"{self.name}: what calls are about")
                group.create_task(self._sweep(), name=f"{self.name}: sweep")
                for number in range(self._workers):
                    group.create_task(self._work(), name=f"{self.name}: worker {number}")
        finally:
            _runners.pop(key, None)
            self._pool.shutdown(wait=False, cancel_futures=True)

    async def _hear(self, match_id: str) -> None:
        self._heard.add(match_id)
        self._called.set()

    async def _look_into_calls(self) -> None:
        """Check what all collected calls are about with one query, because most matches have no bots."""
        while True:
            await self._called.wait()
            await asyncio.sleep(PATIENCE_SECONDS)
            self._called.clear()
            heard, self._heard = self._heard, set()
            try:
                for match_id in await threads.run(threads.SERVICES, self.concerned, heard):
                    self.nudge(match_id)
            except DatabaseError:
                log.exception("the database is away; the sweep comes by again")

    async def _sweep(self) -> None:
        while True:
            try:
                for match_id in await threads.run(threads.SERVICES, self.search):
                    self.nudge(match_id)
            except DatabaseError:
                log.exception("the database is away, trying again")
            await asyncio.sleep(SWEEP_SECONDS)

    async def _work(self) -> None:
        while True:
            await self._filled.wait()
            match_id = self.choose(one for one in self._waiting if one not in self._playing)
            if match_id is None:
                self._filled.clear()
                continue
            del self._waiting[match_id]
            self._playing.add(match_id)
            try:
                await self.play(match_id)
            except Exception:
                log.exception("match %s: its %s could not play now", match_id, self.name)
            finally:
                self._playing.discard(match_id)
                self._filled.set()
