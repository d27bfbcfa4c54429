"""Which matches have changed? A wake-up call to every process, by way of the channel layer.

A call carries the id of a match and nothing else; whoever is woken reads the database. Calls may get lost or come twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from asgiref.sync import async_to_sync
from channels.exceptions import ChannelFull
from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import transaction
from redis.exceptions import RedisError

log = logging.getLogger("fogbound.wake")

GROUP = "wake"
RENEW_SECONDS = 3600
"""How often the subscription is made anew: the in-memory layer forgets members of a group after a day."""
RETRY_SECONDS = 1

Callback = Callable[[str], Awaitable[None]]

_subscriptions: dict[asyncio.AbstractEventLoop, _Subscription] = {}
"""At most one in a live process; its loop is the only one that may touch the in-memory layer."""


async def publish(match_id: str) -> None:
    """Tell every process that `match_id` has changed. A layer that does not answer is logged: nobody's work fails by it."""
    home = _home()
    if home is not None and home is not asyncio.get_running_loop():
        asyncio.run_coroutine_threadsafe(_send(match_id), home)
    else:
        await _send(match_id)


def publish_soon(match_id: str) -> None:
    """From synchronous code: publish once the current transaction is committed, or at once outside of one."""
    transaction.on_commit(partial(_publish_from_thread, match_id))


async def listen(callback: Callback) -> None:
    """Call `callback(match_id)` for every wake-up call, one after the other, until cancelled; run it as a task.

    Calls for one match that wait are made once. The listeners of a process share one subscription.
    """
    loop = asyncio.get_running_loop()
    subscription = _subscriptions.get(loop)
    if subscription is None:
        subscription = _subscriptions[loop] = _Subscription()
    inbox = _Inbox()
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

    def __init__(self) -> None:
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
            except (OSError, RedisError) as error:
                log.warning("the channel layer is away, trying again: %s", error)
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
                for inbox in self.inboxes:
                    inbox.put(message["match"])
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


def _publish_from_thread(match_id: str) -> None:
    home = _home()
    if home is not None:
        asyncio.run_coroutine_threadsafe(_send(match_id), home)
    elif not isinstance(get_channel_layer(), InMemoryChannelLayer):
        # Without a listener here nobody could hear the in-memory layer; any other has listeners elsewhere.
        async_to_sync(_send)(match_id)


async def _send(match_id: str) -> None:
    try:
        await get_channel_layer().group_send(GROUP, {"type": "wake", "match": match_id})
    except (OSError, RedisError, ChannelFull) as error:
        log.warning("wake-up call for match %s was not sent: %s", match_id, error)
