"""Which matches have changed? A wake-up call to every process, by way of the channel layer.

A call carries ids of matches and nothing else; whoever is woken reads the database. Calls may get lost or come twice.
Nobody who publishes waits for the layer: one event loop of the process sends, that of its listeners or else one of its own.
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

from lobby.redis_faults import REDIS_FAULTS

log = logging.getLogger("fogbound.wake")

GROUP = "wake"
RENEW_SECONDS = 3600
"""How often the subscription is made anew: the in-memory layer forgets members of a group after a day."""
RETRY_SECONDS = 1
SEND_SECONDS = 0.005
"""What other processes are to be told within so short a time goes to them together; what comes first, at once."""
PATIENCE_SECONDS = 1
"""How long the layer may take for one call."""
REST_SECONDS = 5
"""After a call that the layer did not take nothing is sent for so long; what is to be said meanwhile goes with the next one."""
MOST_WAITING = 10_000
"""Ids beyond that are lost, oldest first: regular looks find those matches."""
SETTLE_SECONDS = 1
"""How long the end of a process waits for calls that are on their way; who does not hear them finds the matches by itself."""

AWAY: tuple[type[Exception], ...] = (OSError, *REDIS_FAULTS)
"""What a layer raises that does not answer."""

Callback = Callable[[str], Awaitable[None]]

_OWN = secrets.token_hex(8)
"""By which a process knows its own calls."""
_subscriptions: dict[asyncio.AbstractEventLoop, _Subscription] = {}
"""At most one in a live process; its loop is the only one that may touch the in-memory layer."""
_outboxes: WeakKeyDictionary[asyncio.AbstractEventLoop, _Outbox] = WeakKeyDictionary()
"""Of the same loops, and of the courier's; one may have something to send when nobody listens any more."""


async def publish(*match_ids: str) -> None:
    """Tell every process that these matches have changed. A layer that does not answer is logged: nobody waits for it or fails by it."""
    if _home() is asyncio.get_running_loop():
        _deliver_and_send(match_ids)
    else:
        publish_from_thread(match_ids)


def publish_soon(match_id: str) -> None:
    """From synchronous code: publish once the current transaction is committed, or at once outside of one."""
    transaction.on_commit(partial(publish_from_thread, [match_id]))


def publish_from_thread(match_ids: Collection[str], *, told: Collection[str] = ()) -> None:
    """From synchronous code after its commit: these matches have changed; of those in `told` the watchers of this process know it."""
    if not match_ids:
        return
    loop = _home()
    if loop is None:
        if _is_local():
            # Without a listener here nobody could hear the in-memory layer; any other has listeners elsewhere.
            return
        loop = _courier.loop()
    try:
        loop.call_soon_threadsafe(_deliver_and_send, list(match_ids), told)
    except RuntimeError:
        log.debug("the process ends; the others find by themselves what has changed")


async def settle() -> None:
    """Wait until other processes have been told what this loop has to tell them, but not for a layer that does not answer.

    The same for what is said in a process in which nobody listens.
    """
    await asyncio.gather(_settle_here(), asyncio.to_thread(_courier.settle))


async def _settle_here() -> None:
    outbox = _outboxes.get(asyncio.get_running_loop())
    if outbox is not None:
        await outbox.settle()


async def listen(callback: Callback, *, skips_told: bool = False) -> None:
    """Call `callback(match_id)` for every wake-up call, one after the other, until cancelled; run it as a task.

    Calls for one match that wait are made once. The listeners of a process share one subscription. `skips_told`: it is not
    called about orders and steps that this process has written, when its watchers have been told already.
    """
    loop = asyncio.get_running_loop()
    subscription = _subscriptions.get(loop)
    if subscription is None:
        subscription = _subscriptions[loop] = _Subscription()
    inbox = _Inbox(skips_told=skips_told)
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
    """Ids that one listener has not seen yet, each once, oldest first."""

    def __init__(self, *, skips_told: bool) -> None:
        self.skips_told = skips_told
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
    """The place of this process in the group."""

    def __init__(self) -> None:
        self.inboxes: list[_Inbox] = []
        self.task = asyncio.create_task(self._receive(), name="wake")

    async def _receive(self) -> None:
        while True:
            try:
                await self._receive_until_lost()
            except AWAY as error:
                log.warning("the channel layer is away, trying again: %s", error)
            except Exception:
                # Another release's calls may have another form. The loop goes on: without a subscription nothing would be heard any more.
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
                # What this process has said itself is delivered already.
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
    """Raise the cancellation of this task again: the client of a layer may swallow one that meets its connecting, and would then go on for ever."""
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
    """Is this process the only one?"""
    return isinstance(get_channel_layer(), InMemoryChannelLayer)


def _deliver(match_ids: Iterable[str], told: Container[str] = ()) -> None:
    """To the listeners of this process, without a way around by the layer."""
    subscription = _subscriptions.get(asyncio.get_running_loop())
    if subscription is not None:
        for inbox in subscription.inboxes:
            for match_id in match_ids:
                if not (inbox.skips_told and match_id in told):
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
        """Wait until it is empty and at rest, or end it after a while."""
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
    """Did the layer take it?"""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await get_channel_layer().group_send(GROUP, {"type": "wake", "matches": match_ids, "from": _OWN})
    except (*AWAY, ChannelFull) as error:
        log.warning("wake-up calls for %s matches were not sent: %s", len(match_ids), str(error) or "no answer")
        return False
    return True


class _Courier:
    """Sends for a process in which nobody listens: a thread with the event loop to which all its connections belong."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock = threading.Lock()

    def loop(self) -> asyncio.AbstractEventLoop:
        """Its loop, which runs from the first call on."""
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                threading.Thread(target=self._loop.run_forever, name="wake", daemon=True).start()
                # So that the last calls of a command are on their way before it ends.
                atexit.register(self.settle)
            return self._loop

    def settle(self) -> None:
        """Wait, in another thread, until it has sent what it has to send; not for a layer that does not answer."""
        if self._loop is not None:
            with suppress(TimeoutError):
                asyncio.run_coroutine_threadsafe(_settle_here(), self._loop).result(2 * SETTLE_SECONDS)


_courier = _Courier()
