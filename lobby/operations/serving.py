"""Does this process serve people, and how does it stop? Around the site's ASGI application: a polite end in bounded time.

On SIGTERM `/readyz` says no at once; after `DRAIN_SECONDS`, in which a proxy learns to send people elsewhere, every socket is closed
with 1012 as soon as the message in hand has been answered, and who would open one is told 503; then the server stops as it would have.
A second SIGTERM hurries it. Whatever hangs: the process is gone `EXIT_SECONDS` after that. While a process of many serves, it says so
(`reach`), because nobody may be too late for a site that cannot be reached.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import threading
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from django.conf import settings
from django.db import Error as DatabaseError
from django.utils import timezone

from lobby import affinity
from lobby.matches import clock, reach, threads
from lobby.matches.consumers import CLOSE_LATER
from lobby.operations import doors, memory
from lobby.refusal import refuse

log = logging.getLogger("fogbound.serving")

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

CLOSE_RESTART: Final = 1012
FLUSH_SECONDS: Final = 0.05
"""For answers that lie ready when a socket is about to be closed."""
SOCKETS_SECONDS: Final = 5.0
"""How long sockets may take to close before the server stops all the same."""
EXIT_SECONDS: Final = 20.0
"""From the end of the drain to the end of the process, at most; containers kill after 30."""

_ending = False


def is_ending() -> bool:
    """Has this process been told to stop?"""
    return _ending


def note_ending() -> None:
    """From now on nobody new should be sent here; the process ends in bounded time, whatever hangs."""
    global _ending
    _ending = True
    watchdog = threading.Timer(settings.DRAIN_SECONDS + EXIT_SECONDS, _exit)
    watchdog.daemon = True
    watchdog.start()


def _exit() -> None:
    log.error("this process did not end by itself in time; it ends now")
    # Nothing is lost that was acknowledged: that is on disk.
    os._exit(1)


class _Socket:
    """One open socket, as far as its end needs: is a message of it being answered?"""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self.is_idle = False
        """Everything that came has been answered, and the next message is waited for."""
        self.is_leaving = False
        self._is_met = False
        """Has it been asked who it is? Before that no close says why."""
        self._is_closed = False

    async def receive(self) -> Message:
        """The next message; whoever asks for it has answered the last one."""
        if self.is_leaving and self._is_met:
            await asyncio.sleep(FLUSH_SECONDS)
            await self.close()
        self.is_idle = self._is_met
        try:
            message = await self._receive()
        finally:
            self.is_idle = False
        self._is_met = True
        # What came in the moment of the close cannot be answered any more, so it is not heard either.
        return {"type": "websocket.disconnect", "code": CLOSE_RESTART} if self._is_closed else message

    async def close(self) -> None:
        """Say once that the server stops."""
        if self._is_closed:
            return
        self._is_closed = True
        with contextlib.suppress(OSError, RuntimeError):  # closed from the other side in the same moment
            await self._send({"type": "websocket.close", "code": CLOSE_RESTART})


class Serving:
    """The site's application with its end around it."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._sockets: set[_Socket] = set()
        self._is_closing = False
        """Are sockets being closed? Whoever would open one has to go elsewhere."""
        self._tasks: list[asyncio.Task[None]] = []
        self._doors = doors.Doors(doors.raise_file_limit())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._application(scope, self._started(receive), send)
        elif scope["type"] == "websocket":
            if self._is_closing:
                # After a 403 a program need not come again.
                await refuse(scope, send, 503, [(b"retry-after", b"1")], otherwise=CLOSE_RESTART)
                return
            full = self._doors.enter(scope)
            if full is not None:
                again = str(full.again_seconds).encode()
                await refuse(scope, send, full.status, [(b"retry-after", again)], otherwise=CLOSE_LATER)
                return
            socket = _Socket(receive, send)
            self._sockets.add(socket)
            try:
                await self._application(scope, socket.receive, send)
            finally:
                self._sockets.discard(socket)
                self._doors.leave(scope)
        else:
            await self._application(scope, receive, send)

    def _started(self, receive: Receive) -> Receive:
        async def receive_and_begin() -> Message:
            message = await receive()
            if message["type"] == "lifespan.startup":
                memory.keep_what_is_loaded()
                self._listen()
                self._tasks.append(asyncio.create_task(memory.sweep(), name="memory"))
                if settings.AFFINITY and affinity.gather():
                    self._tasks.append(asyncio.create_task(affinity.keep(), name="affinity"))
                if not settings.EMBEDDED:
                    self._tasks.append(asyncio.create_task(_say_reachable(), name="reach"))
            elif message["type"] == "lifespan.shutdown":
                for task in self._tasks:
                    task.cancel()
                await asyncio.gather(*self._tasks, return_exceptions=True)
            return message

        return receive_and_begin

    def _listen(self) -> None:
        """Put the drain before what the server does on SIGTERM."""
        stop_server = signal.getsignal(signal.SIGTERM)
        if threading.current_thread() is not threading.main_thread() or not callable(stop_server):
            return
        loop = asyncio.get_running_loop()
        tasks: set[asyncio.Task[None]] = set()

        def on_signal(number: int, frame: Any) -> None:
            if is_ending():
                stop_server(number, frame)
                return
            note_ending()
            loop.call_soon_threadsafe(begin)

        def begin() -> None:
            tasks.add(asyncio.create_task(self._drain(lambda: stop_server(signal.SIGTERM, None)), name="drain"))

        signal.signal(signal.SIGTERM, on_signal)

    async def _drain(self, stop_server: Callable[[], Any]) -> None:
        await asyncio.sleep(settings.DRAIN_SECONDS)
        log.info("told to stop: %s sockets are open", len(self._sockets))
        give_up = time.monotonic() + SOCKETS_SECONDS
        self._is_closing = True
        for socket in self._sockets:
            socket.is_leaving = True
        closing: set[asyncio.Task[None]] = set()
        while self._sockets and time.monotonic() < give_up:
            await asyncio.sleep(FLUSH_SECONDS)
            # Whoever does not read takes no close either, and nobody waits for that.
            closing.update(asyncio.create_task(socket.close()) for socket in self._sockets if socket.is_idle)
        stop_server()


async def _say_reachable() -> None:
    while True:
        try:
            await threads.run(threads.SERVICES, reach.note, timezone.now())
        except DatabaseError:
            log.warning("it could not be noted that this process serves")
        await asyncio.sleep(clock.BEAT.total_seconds())
