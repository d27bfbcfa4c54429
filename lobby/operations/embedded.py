"""How do deadlines, bots and programs run inside the web process? As tasks on its event loop, from its start to its end.

The server's lifespan messages start and stop them; under a server that sends none the first request does. Switched off by
`settings.EMBEDDED`, when `manage.py referee`, `manage.py botrunner` and `manage.py notices` do the same in own processes (`run_until_stopped`).
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable, Coroutine, Mapping
from functools import cache
from typing import Any

from django.conf import settings

from lobby.bots import builtin, hosted, policy, trial_runner
from lobby.bots.programs import TRIALS
from lobby.ladder import runner as ladder
from lobby.notices import sender
from lobby.operations import exposition, memory, sentry, serving, sqlite_log
from lobby.operations.serving import Application, Receive, Scope, Send
from lobby.operations.watchdog import WATCHDOG
from lobby.people import guests
from lobby.platform.process import request_id, threads, tracing
from lobby.play import services, timer
from lobby.store import archiving, packing, wake
from lobby.watch import publishing

log = logging.getLogger("fogbound.embedded")

RESTART_SECONDS = 1

Loop = Callable[[], Coroutine[Any, Any, None]]


class Background:
    """Runs loops and restarts them when they fail, until it is stopped."""

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []

    def keep(self, name: str, loop: Loop) -> None:
        """Run `loop()` for ever. A failure is logged, and the loop starts again."""
        self._tasks.append(asyncio.create_task(self._forever(name, loop), name=name))

    async def stop(self) -> None:
        """Cancel the loops, then wait until their work is finished: steps resolved, orders written."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        await timer.settle()
        await asyncio.to_thread(services.close)
        await asyncio.to_thread(threads.close_all)
        await wake.settle()
        await asyncio.to_thread(hosted.SANDBOX.close)
        await asyncio.to_thread(TRIALS.close)

    @staticmethod
    async def _forever(name: str, loop: Loop) -> None:
        while True:
            try:
                await loop()
            except Exception:
                log.exception("%s failed and begins anew", name)
            await asyncio.sleep(RESTART_SECONDS)


@cache
def _tell_others() -> None:
    """Begin to tell who outside of the site shall hear of errors and of what takes long. The start has checked that the packages are there."""
    if settings.SENTRY_DSN:
        sentry.start()
    if settings.OTLP_ENDPOINT:
        tracing.start()


async def run_until_stopped(loops: Mapping[str, Loop], *, watches_deadlines: bool) -> None:
    """Run these loops in this process until SIGINT or SIGTERM, then finish the work in progress."""
    told = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, told.set)
    memory.keep_what_is_loaded()
    exposition.count_tasks(asyncio.get_running_loop())
    exposition.serve(watches_deadlines=watches_deadlines)
    _tell_others()
    background = Background()
    for name, loop in loops.items():
        background.keep(name, loop)
    alive = asyncio.create_task(WATCHDOG.run(), name="watchdog")
    await told.wait()
    serving.note_ending()
    await background.stop()
    alive.cancel()


class Embedded:
    """The site's ASGI application with its background work around it."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._background = Background()
        self._starting: asyncio.Task[None] | None = None
        self._confining: asyncio.Task[object] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        # First, so that no orders are late because the site was down.
        await self.start()
        await self._application(scope, receive, send)

    async def start(self) -> None:
        """Start the background work once; returns after deadlines have been moved by the downtime of the site."""
        exposition.serve(watches_deadlines=settings.EMBEDDED)
        _tell_others()
        if not settings.EMBEDDED:
            return
        if self._starting is None:
            self._starting = asyncio.create_task(self._start(), context=request_id.nobody())
        if not self._starting.done():
            await asyncio.shield(self._starting)

    async def stop(self) -> None:
        """Stop the background work after it has finished what it began."""
        await self._background.stop()
        self._starting = None

    async def _start(self) -> None:
        watch = timer.run
        try:
            await timer.start()
        except Exception:
            # The database is unavailable or full, probably for a time. Deadlines must be watched afterwards, so the start goes on.
            log.exception("the time in which the site was down cannot be given back yet")
            watch = timer.start_and_run
        self._background.keep("referee", watch)
        self._background.keep("guests", guests.run)
        self._background.keep("packing", packing.run)
        self._background.keep("archive", archiving.run)
        self._background.keep("downloads", publishing.run)
        self._background.keep("log of SQLite", sqlite_log.run)
        self._background.keep("bots", lambda: builtin.Runner().run())
        self._background.keep("programs", lambda: hosted.Runner(yields=True).run())
        self._background.keep("trials", lambda: trial_runner.Runner().run())
        self._background.keep("ladder", ladder.run)
        self._background.keep("notices", sender.run)
        # The log then says how programs are confined here, and the first of them need not wait.
        self._confining = asyncio.create_task(asyncio.to_thread(policy.here))
        log.info("deadlines and bots run in this process")

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                exposition.count_tasks(asyncio.get_running_loop())
                await self.start()
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                await self.stop()
                await send({"type": "lifespan.shutdown.complete"})
                return
