"""How is a connection served that only reads? A feed of its process tells it what changes, in order, and `alive` in between.

A slow reader is closed; it connects again and receives everything again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Coroutine
from contextlib import suppress
from typing import Any, Generic, TypeVar

from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.conf import settings

from lobby.accounts.passes import Pass
from lobby.matches.trials import is_trial
from lobby.notices import writing
from lobby.platform.process import metrics, request_id
from lobby.store import wake
from lobby.watch.access_checks import AccessChecks
from lobby.watch.socket import CLOSE_MISBEHAVED, CLOSE_SLOW

log = logging.getLogger("fogbound.lobby")

SLOW_SECONDS = 2.0
"""Seconds that a client may take to accept a message."""
MOST_WAITING = 100
"""Greatest number of messages that wait for one client."""
ALIVE_SECONDS = 20
"""Seconds between `alive` messages. The server sends the interval to the client, because a page may be older than the server."""
ASKED_ALIVE = '{"type":"alive"}'
"""What a page sends that is looked at again after a while, and waits for an `alive`."""
ASKED_SECONDS = 0.5
"""Least time between two such questions."""
ALIVE_TOGETHER = 100
"""Number of `alive` messages sent in one go, which blocks the event loop for a few milliseconds."""

CLOSE_LATER = 1013
"""Close code while the database cannot be read: the client tries again later."""


Member = TypeVar("Member", bound="Reader")
F = TypeVar("F", bound="Feed[Any]")


class Reader(AsyncJsonWebsocketConsumer):
    """One connection that accepts no messages but a question whether it works. A subclass says in `connect` who reads, and joins a feed."""

    pass_: Pass | None
    feed: Feed[Any] | None = None
    """None before it has joined one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._last: dict[str, dict[str, Any]] = {}
        """The last message under each key."""
        self._waiting: deque[dict[str, Any]] = deque()
        self._writer: asyncio.Task[None] | None = None
        """The task that sends waiting messages; None until the first message."""
        self._farewell: asyncio.Task[None] | None = None
        self._asked_at = -ASKED_SECONDS
        """When it was asked for a sign of life, by the monotonic clock."""

    async def join(self, feed: Feed[Any]) -> None:
        """Have the feed tell this connection everything, and all later changes."""
        self.feed = feed
        try:
            await feed.add(self)
        except Exception:
            # Later messages contain only changes: a client that has not received everything must reconnect.
            log.exception("a feed could not be shown to somebody who came")
            await self.close(CLOSE_LATER)

    async def leave(self) -> None:
        """Have the feed forget this connection; harmless if it has."""
        if self.feed is not None:
            await self.feed.remove(self)

    async def disconnect(self, code: int) -> None:
        await self.leave()
        for task in (self._writer, self._farewell):
            if task is not None:
                task.cancel()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        """Answer a page that asks whether the connection still works, once in a while; refuse every other message."""
        now = time.monotonic()
        if text_data != ASKED_ALIVE or now - self._asked_at < ASKED_SECONDS:
            await self.close(CLOSE_MISBEHAVED)
            return
        self._asked_at = now
        await self.show_alive()

    async def close(self, code: int | bool | None = None, reason: str | None = None) -> None:
        """Close the connection without waiting for the client; nothing is sent afterwards."""
        await self.leave()
        self._waiting.clear()
        if self._farewell is None:
            self._farewell = asyncio.create_task(self._part(code, reason), name="reader farewell")

    async def _part(self, code: int | bool | None, reason: str | None) -> None:
        # No time limit here: a page reconnects only after it received the close, and the server ends dead connections.
        with suppress(OSError, RuntimeError):
            await super().close(code, reason)

    async def show(self, message: dict[str, Any], key: str = "") -> None:
        """Queue a message, unless the last one under that key was the same. Returns without waiting for the client."""
        if self._farewell is not None or (key and self._last.get(key) == message):
            return
        if key:
            self._last[key] = message
        if self._writer is None:
            # Sent first, so that a client that has received anything knows when to expect the next `alive`.
            self._waiting.append(_alive())
        self._waiting.append(message)
        if len(self._waiting) > MOST_WAITING:
            await self._close_slow()
        elif self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write(), name="reader writer")

    def forget(self, key: str) -> None:
        """Nothing more comes under that key."""
        self._last.pop(key, None)

    async def show_alive(self) -> None:
        """Send `alive`, unless the client has received nothing yet (it would think that all can be read) or other messages wait."""
        if self._writer is not None and self._writer.done():
            await self.show(_alive())

    async def _write(self) -> None:
        try:
            while self._waiting:
                async with asyncio.timeout(SLOW_SECONDS):
                    await self.send_json(self._waiting.popleft())
        except TimeoutError:
            await self._close_slow()
        except (OSError, RuntimeError):
            # The client has closed the connection; the disconnect message follows.
            await self.leave()
            self._waiting.clear()

    async def _close_slow(self) -> None:
        """Close the connection to a slow reader, which reconnects and gets everything again."""
        if self._farewell is None:
            log.info("a reader is too slow")
            metrics.SHED.inc()
            await self.close(CLOSE_SLOW)


class Feed(Generic[Member]):
    """What the readers of a process are told, and the one listener behind it. A subclass says what that is."""

    gather_seconds = 0.2
    """Seconds in which wake-up calls are collected and answered together."""
    full_seconds = 30.0
    """Seconds between two complete readings, in case a wake-up call was lost."""

    def __init__(self) -> None:
        self._members: set[Member] = set()
        self._dirty: set[str] = set()
        self._call = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._access = AccessChecks()

    async def welcome(self, member: Member) -> None:
        """Tell a new member everything."""

    async def refresh(self, match_ids: Collection[str]) -> None:
        """Tell the members what has changed with these matches."""

    async def refresh_all(self) -> None:
        """Tell the members whatever has changed."""

    def also(self) -> list[Coroutine[Any, Any, None]]:
        """What else runs for as long as there are members."""
        return []

    async def add(self, member: Member) -> None:
        """Tell a new connection everything, and all later changes."""
        self._members.add(member)
        self._access.let_in(member)
        if not self._tasks:
            work = [wake.listen(self._hear), self._run(), self._keep_alive(), *self.also()]
            name = f"{type(self).__name__} of readers"
            self._tasks = [asyncio.create_task(one, name=name, context=request_id.nobody()) for one in work]
        await self.welcome(member)

    async def remove(self, member: Member) -> None:
        """Forget a connection; the listener ends with the last one."""
        self._members.discard(member)
        self._access.let_go(member)
        if not self._members:
            tasks, self._tasks = self._tasks, []
            for task in tasks:
                task.cancel()

    def concerns(self, called: str) -> bool:
        """Is a wake-up call with that id, of a match, a trial or a person, about anything that the members are told?"""
        return not is_trial(called) and writing.called(called) is None

    async def _hear(self, called: str) -> None:
        if self.concerns(called):
            self._dirty.add(called)
            self._call.set()

    async def _run(self) -> None:
        while True:
            try:
                async with asyncio.timeout(self.full_seconds):
                    await self._call.wait()
            except TimeoutError:
                await self._safely(self.refresh_all())
                continue
            await asyncio.sleep(self.gather_seconds)
            dirty, self._dirty = self._dirty, set()
            self._call.clear()
            await self._safely(self.refresh(sorted(dirty)))

    async def _keep_alive(self) -> None:
        """Send signs of life, without database access: a slow database does not mean a dead connection."""
        while True:
            await asyncio.sleep(ALIVE_SECONDS)
            for number, member in enumerate(list(self._members), 1):
                await member.show_alive()
                if number % ALIVE_TOGETHER == 0:
                    await asyncio.sleep(0)

    async def _safely(self, work: Awaitable[None]) -> None:
        try:
            await work
        except Exception:
            # Whatever the error is: without the listener the open connections would get no changes.
            log.exception("a feed could not be read; the next call or the next full reading mends it")


class PerLoop(Generic[F]):
    """One feed for each event loop, which is one for each process; a new one if the loop of the old one is closed."""

    def __init__(self, make: Callable[[], F]) -> None:
        self._make = make
        self._feeds: dict[asyncio.AbstractEventLoop, F] = {}

    def __call__(self) -> F:
        loop = asyncio.get_running_loop()
        for old in [known for known in self._feeds if known.is_closed()]:
            del self._feeds[old]
        if loop not in self._feeds:
            self._feeds[loop] = self._make()
        return self._feeds[loop]


def known_language(wanted: str) -> str:
    """The language of the site that a page asks for; the site's own if it has no such language."""
    return wanted if wanted in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def _alive() -> dict[str, Any]:
    return {"type": "alive", "within": ALIVE_SECONDS}
