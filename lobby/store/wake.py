"""Which matches have changed? Sends wake-up calls to every process through the channel layer.

A call carries ids of matches and of trials, and nothing else; the receiver reads the database. Calls may get lost or arrive twice.
Publishers do not wait for the layer: one event loop of the process sends, that of its listeners or one of its own.
"""

from __future__ import annotations

import asyncio
import atexit
import logging
import secrets
import threading
from collections.abc import Awaitable, Callable, Collection, Container, Iterable
from contextlib import suppress
from functools import partial
from itertools import islice
from weakref import WeakKeyDictionary

from channels.exceptions import ChannelFull
from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import transaction

from lobby.platform.process import request_id
from lobby.platform.storage.redis_faults import REDIS_FAULTS

log = logging.getLogger("fogbound.wake")

GROUP = "wake"
RENEW_SECONDS = 3600
"""Interval at which the subscription is renewed, because the in-memory layer drops members of a group after a day."""
RETRY_SECONDS = 1
SEND_SECONDS = 0.005
"""Calls within this time are sent together; the first is sent at once."""
PATIENCE_SECONDS = 1
"""Longest wait for the layer to take one call."""
REST_SECONDS = 5
"""Pause after a call that the layer did not take; calls of that time go with the next one."""
MOST_WAITING = 10_000
"""Greatest number of waiting ids. Older ones are dropped; regular looks find those matches."""
SETTLE_SECONDS = 1
"""How long an ending process waits for calls that are being sent; processes that miss them find the matches by themselves."""

AWAY: tuple[type[Exception], ...] = (OSError, *REDIS_FAULTS)
"""Exceptions of a layer that does not answer."""

Callback = Callable[[str], Awaitable[None]]

_OWN = secrets.token_hex(8)
"""The mark by which a process recognises its own calls."""
_subscriptions: dict[asyncio.AbstractEventLoop, _Subscription] = {}
"""At most one in a live process; its loop is the only one that may touch the in-memory layer."""
_outboxes: WeakKeyDictionary[asyncio.AbstractEventLoop, _Outbox] = WeakKeyDictionary()
"""Outboxes of the same loops and of the courier's; an outbox may still have calls when nobody listens any more."""


async def publish(*match_ids: str) -> None:
    """Tell every process that these matches have changed. If the layer does not answer, this is logged; it never raises or waits."""
    if _home() is asyncio.get_running_loop():
        _deliver_and_send(match_ids)
    else:
        publish_from_thread(match_ids)


def publish_soon(match_id: str) -> None:
    """From synchronous code: publish once the current transaction is committed, or at once outside of one."""
    transaction.on_commit(partial(publish_from_thread, [match_id]))


def publish_from_thread(match_ids: Collection[str], *, told: Collection[str] = ()) -> None:
    """From synchronous code after its commit: these matches have changed. `told`: matches whose watchers in this process know already."""
    if not match_ids:
        return
    loop = _home()
    if loop is None:
        if _is_local():
            # Without a listener in this process nobody can receive from the in-memory layer.
            return
        loop = _courier.loop()
    try:
        loop.call_soon_threadsafe(_deliver_and_send, list(match_ids), told)
    except RuntimeError:
        log.debug("the process ends; the others find by themselves what has changed")


async def settle() -> None:
    """Wait until this loop's calls, or those of a process without listeners, have been sent; not for a layer that does not answer."""
    await asyncio.gather(_settle_here(), asyncio.to_thread(_courier.settle))


async def _settle_here() -> None:
    outbox = _outboxes.get(asyncio.get_running_loop())
    if outbox is not None:
        await outbox.settle()


async def listen(callback: Callback, *, skips_delivered: bool = False) -> None:
    """Call `callback(match_id)` for every wake-up call, one after the other, until cancelled; run it as a task.

    Waiting calls for the same match are merged. The listeners of a process share one subscription. `skips_delivered`: skip
    orders and steps of this process whose watchers have been told already.
    """
    loop = asyncio.get_running_loop()
    subscription = _subscriptions.get(loop)
    if subscription is None:
        subscription = _subscriptions[loop] = _Subscription()
    inbox = _Inbox(skips_delivered=skips_delivered)
    subscription.inboxes.append(inbox)
    try:
        while True:
            match_id = await inbox.next()
            try:
                await callback(match_id)
            except Exception:
                log.exception("a listener failed on match %s", match_id)
    finally:
        subscription.inboxes.remove(inbox)
        if not subscription.inboxes:
            subscription.task.cancel()
            _subscriptions.pop(loop, None)


class _Inbox:
    """Ids that one listener has not received yet, each once, oldest first."""

    def __init__(self, *, skips_delivered: bool) -> None:
        self.skips_delivered = skips_delivered
        self._waiting: dict[str, None] = {}
        self._filled = asyncio.Event()

    def put(self, match_id: str) -> None:
        self._waiting[match_id] = None
        self._filled.set()

    async def next(self) -> str:
        await self._filled.wait()
        match_id = next(iter(self._waiting))
        del self._waiting[match_id]
        if not self._waiting:
            self._filled.clear()
        return match_id


class _Subscription:
    """The subscription of this process to the group."""

    def __init__(self) -> None:
        self.inboxes: list[_Inbox] = []
        self.task = asyncio.create_task(self._receive(), name="wake", context=request_id.nobody())

    async def _receive(self) -> None:
        while True:
            try:
                await self._receive_until_lost()
            except AWAY as error:
                log.warning("the channel layer is away, trying again: %s", error)
            except Exception:
                # Another release's calls may have another form. The loop must continue, because without it no call would arrive.
                log.exception("a wake-up call was not understood")
            await asyncio.sleep(RETRY_SECONDS)

    async def _receive_until_lost(self) -> None:
        layer = get_channel_layer()
        channel = await layer.new_channel("wake")
        await layer.group_add(GROUP, channel)
        _end_if_cancelled()
        renewal = asyncio.create_task(self._renew(channel), name="wake renewal")
        try:
            while True:
                message = await layer.receive(channel)
                _end_if_cancelled()
                # Calls of this process itself have been delivered already.
                if message["from"] != _OWN:
                    _deliver(message["matches"])
        finally:
            renewal.cancel()
            await layer.group_discard(GROUP, channel)

    @staticmethod
    async def _renew(channel: str) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            await get_channel_layer().group_add(GROUP, channel)


def _end_if_cancelled() -> None:
    """Raise the cancellation of this task again, because the client of a layer may swallow it while connecting."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


def _home() -> asyncio.AbstractEventLoop | None:
    for loop in list(_subscriptions):
        if loop.is_closed():
            _subscriptions.pop(loop, None)
        else:
            return loop
    return None


def _is_local() -> bool:
    """True if this process is the only one."""
    return isinstance(get_channel_layer(), InMemoryChannelLayer)


def _deliver(match_ids: Iterable[str], told: Container[str] = ()) -> None:
    """Deliver to the listeners of this process directly, without the layer."""
    subscription = _subscriptions.get(asyncio.get_running_loop())
    if subscription is not None:
        for inbox in subscription.inboxes:
            for match_id in match_ids:
                if not (inbox.skips_delivered and match_id in told):
                    inbox.put(match_id)


def _deliver_and_send(match_ids: Collection[str], told: Container[str] = ()) -> None:
    _deliver(match_ids, told)
    if not _is_local():
        loop = asyncio.get_running_loop()
        outbox = _outboxes.get(loop)
        if outbox is None:
            outbox = _outboxes[loop] = _Outbox()
        outbox.put(match_ids)


class _Outbox:
    """Ids on their way to the other processes, each once, oldest first."""

    def __init__(self) -> None:
        self._waiting: dict[str, None] = {}
        self._task: asyncio.Task[None] | None = None

    def put(self, match_ids: Iterable[str]) -> None:
        self._keep(match_ids)
        if self._waiting and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._send(), name="wake outbox")

    async def settle(self) -> None:
        """Wait until it is empty and nothing is being sent, or cancel it after `SETTLE_SECONDS`."""
        if self._task is not None:
            await asyncio.wait([self._task], timeout=SETTLE_SECONDS)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _send(self) -> None:
        while self._waiting:
            match_ids = list(self._waiting)
            self._waiting.clear()
            if await _send(match_ids):
                await asyncio.sleep(SEND_SECONDS)
            else:
                self._keep(match_ids)
                await asyncio.sleep(REST_SECONDS)

    def _keep(self, match_ids: Iterable[str]) -> None:
        self._waiting.update(dict.fromkeys(match_ids))
        for match_id in list(islice(self._waiting, max(0, len(self._waiting) - MOST_WAITING))):
            del self._waiting[match_id]


async def _send(match_ids: list[str]) -> bool:
    """Send one call; True if the layer took it."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await get_channel_layer().group_send(GROUP, {"type": "wake", "matches": match_ids, "from": _OWN})
    except (*AWAY, ChannelFull) as error:
        log.warning("wake-up calls for %s matches were not sent: %s", len(match_ids), str(error) or "no answer")
        return False
    return True


class _Courier:
    """Sends for a process without listeners: a thread with an event loop that owns its connections."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock = threading.Lock()

    def loop(self) -> asyncio.AbstractEventLoop:
        """The loop of the thread, which starts with the first call."""
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                threading.Thread(target=self._loop.run_forever, name="wake", daemon=True).start()
                # So that the last calls of a command are sent before it ends.
                atexit.register(self.settle)
            return self._loop

    def settle(self) -> None:
        """Wait, from another thread, until everything is sent; not for a layer that does not answer."""
        if self._loop is not None:
            with suppress(TimeoutError):
                asyncio.run_coroutine_threadsafe(_settle_here(), self._loop).result(2 * SETTLE_SECONDS)


_courier = _Courier()
