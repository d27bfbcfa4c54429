"""How does a web process stop? An ASGI wrapper around the site that closes sockets properly and within a time limit.

On SIGTERM `/healthz` and `/readyz` fail at once. `DRAIN_SECONDS` later, when a proxy sends new clients elsewhere, each socket is closed with
1012 as soon as its current message is answered, and new sockets are refused with 503. Then the server stops as usual. A second SIGTERM
skips the wait. If something hangs, the process ends `EXIT_SECONDS` after the drain. While one of several processes serves, it writes a
heartbeat (`web_heartbeat`): no deadline may pass while the site cannot be reached.
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
from urllib.parse import parse_qs

from django.conf import settings
from django.db import Error as DatabaseError
from django.utils import timezone

from lobby.accounts import switches
from lobby.matches import clock
from lobby.operations import memory, socket_limits
from lobby.operations.balance import Balance
from lobby.operations.watchdog import WATCHDOG
from lobby.pages.reader import CLOSE_LATER
from lobby.platform.assets import releases
from lobby.platform.http.refusal import refuse
from lobby.platform.process import affinity, request_id, threads
from lobby.play import web_heartbeat

log = logging.getLogger("fogbound.serving")

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

CLOSE_RESTART: Final = 1012
FLUSH_SECONDS: Final = 0.05
"""Seconds for sending answers that are ready when their socket is about to be closed."""
SOCKETS_SECONDS: Final = 5.0
"""Seconds after which the server stops even if sockets are still open."""
EXIT_SECONDS: Final = 20.0
"""Greatest number of seconds from the end of the drain to the end of the process. Containers are killed after 30."""

_ending = False


def is_ending() -> bool:
    """True if this process has been told to stop."""
    return _ending


def note_ending() -> None:
    """Begin the drain: health checks fail from now on, and the process ends within the time limit."""
    global _ending
    _ending = True
    WATCHDOG.tell("STOPPING=1")
    bound = threading.Timer(settings.DRAIN_SECONDS + EXIT_SECONDS, _exit)
    bound.daemon = True
    bound.start()


def _exit() -> None:
    log.error("this process did not end by itself in time; it ends now")
    # No acknowledged order is lost: it is on disk.
    os._exit(1)


class _Socket:
    """An open socket, and whether one of its messages is being answered."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self.since = time.time()
        self.matches = _matches_of(scope)
        self.is_idle = False
        """True while every received message is answered and the socket waits for the next."""
        self.is_leaving = False
        self._is_met = False
        """True once the handshake is over; before it a close has no reason."""
        self._is_closed = False

    async def receive(self) -> Message:
        """The next message. A consumer that asks for it has answered the last one."""
        if self.is_leaving and self._is_met:
            await asyncio.sleep(FLUSH_SECONDS)
            await self.close()
        self.is_idle = self._is_met
        try:
            message = await self._receive()
        finally:
            self.is_idle = False
        self._is_met = True
        # A message that arrived during the close could not be answered, so it is not processed either.
        return {"type": "websocket.disconnect", "code": CLOSE_RESTART} if self._is_closed else message

    async def leave(self) -> None:
        """Close it at once if it is idle, else as soon as its message is answered."""
        self.is_leaving = True
        if self.is_idle:
            await self.close()

    async def close(self) -> None:
        """Send the close frame, once."""
        if self._is_closed:
            return
        self._is_closed = True
        with contextlib.suppress(OSError, RuntimeError):  # the client closed it at the same time
            await self._send({"type": "websocket.close", "code": CLOSE_RESTART})


class Serving:
    """The site's ASGI application with an orderly end."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._sockets: set[_Socket] = set()
        self._is_closing = False
        """True once sockets are being closed; new ones are refused."""
        self._tasks: list[asyncio.Task[None]] = []
        self._socket_limits = socket_limits.SocketLimits(socket_limits.raise_file_limit())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._application(scope, self._started(receive), send)
            return
        with request_id.of(scope):
            await self._serve(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            if self._is_closing:
                # Not 403: a program would not try again after it.
                await refuse(scope, send, 503, [(b"retry-after", b"1")], otherwise=CLOSE_RESTART)
                return
            full = self._socket_limits.enter(scope)
            if full is not None:
                again = str(full.again_seconds).encode()
                await refuse(scope, send, full.status, [(b"retry-after", again)], otherwise=CLOSE_LATER)
                return
            socket = _Socket(scope, receive, send)
            self._sockets.add(socket)
            try:
                await self._application(scope, socket.receive, send)
            finally:
                self._sockets.discard(socket)
                self._socket_limits.leave(scope)
        else:
            await self._application(scope, receive, send)

    def _started(self, receive: Receive) -> Receive:
        async def receive_and_begin() -> Message:
            message = await receive()
            if message["type"] == "lifespan.startup":
                memory.keep_what_is_loaded()
                self._listen()
                self._tasks.append(asyncio.create_task(WATCHDOG.run(), name="watchdog"))
                self._tasks.append(asyncio.create_task(memory.sweep(), name="memory"))
                self._tasks.append(asyncio.create_task(switches.keep(), name="switches"))
                self._tasks.append(asyncio.create_task(asyncio.to_thread(releases.keep), name="releases"))
                if settings.AFFINITY and affinity.gather():
                    self._tasks.append(asyncio.create_task(affinity.keep(), name="affinity"))
                if not settings.EMBEDDED:
                    self._tasks.append(asyncio.create_task(_say_reachable(), name="reach"))
                    self._tasks.append(asyncio.create_task(Balance().keep(self._sockets), name="balance"))
            elif message["type"] == "lifespan.shutdown":
                for task in self._tasks:
                    task.cancel()
                await asyncio.gather(*self._tasks, return_exceptions=True)
            return message

        return receive_and_begin

    def _listen(self) -> None:
        """Run the drain before the server's own handler of SIGTERM."""
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
            # A client that does not read would not receive the close frame either; do not wait for it.
            closing.update(asyncio.create_task(socket.close()) for socket in self._sockets if socket.is_idle)
        stop_server()


def _matches_of(scope: Scope) -> list[str] | None:
    """The matches that the address of a socket names; None for a socket of matches that names none: it may be about any."""
    named = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("match", [])
    return None if not named and str(scope.get("path", "")).endswith("/ws/play/") else named


async def _say_reachable() -> None:
    while True:
        try:
            await threads.run(threads.SERVICES, web_heartbeat.note, timezone.now())
        except DatabaseError:
            log.warning("it could not be noted that this process serves")
        await asyncio.sleep(clock.BEAT.total_seconds())
