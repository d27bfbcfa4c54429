"""Who empties the outbox? Loops in one process for routes, letters, mails, push messages and webhooks. None waits for another's server.

`manage.py notices` runs them, or the web process of a site that is one process. Any number of processes may.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Sequence
from concurrent.futures import Executor
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

import aiohttp
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import Error as DatabaseError
from django.utils import timezone, translation

from lobby.notices import judging, mail, noting, outbound_http, outbox, routing, web_push, webhooks, words
from lobby.notices.judging import Judged
from lobby.notices.models import Delivery, Device, Hook
from lobby.platform.process import threads

log = logging.getLogger("fogbound.notices")

POLL_SECONDS: Final = 1.0
MAILS: Final = 100
"""Mails over one connection."""
CALLS: Final = 100
AWAY_SECONDS: Final = (5.0, 15.0, 60.0, 300.0)
"""How long nothing goes to a mail server that does not answer, the first time and later."""

Way = Delivery.Way


async def run() -> None:
    """Route and send until cancelled."""
    async with asyncio.TaskGroup() as group:
        for name, work in _works().items():
            group.create_task(_forever(name, work), name=f"outbox: {name}")


async def drain() -> int:
    """Route and send what is due now, and return how many deliveries were taken in hand. A mail server that is away ends it."""
    taken = 0
    for work in _works().values():
        while number := await work():
            taken += number
    return taken


Work = Callable[[], Coroutine[Any, Any, int]]


def _works() -> dict[str, Work]:
    """What has to be done, by name; each returns how much it has done, and 0 if nothing was due."""
    return {
        "routing": _route,
        "letters": _Mails([Way.LETTER], threads.LETTERS),
        **{f"mails {n}": _Mails([Way.MAIL, Way.DIGEST], threads.MAILS) for n in range(threads.MAILS_THREADS)},
        "push messages": partial(_call, Way.PUSH),
        "webhooks": partial(_call, Way.HOOK),
    }


async def _forever(name: str, work: Work) -> None:
    while True:
        try:
            if await _to_its_end(work):
                continue
        except DatabaseError:
            log.exception("%s: the database is away, trying again", name)
        except Exception:
            log.exception("%s failed and goes on", name)
        await asyncio.sleep(POLL_SECONDS)


async def _to_its_end(work: Work) -> int:
    """The result of a piece of work. If this process is told to stop, what is on its way gets the time to arrive."""
    working = asyncio.ensure_future(work())
    try:
        return await asyncio.shield(working)
    except asyncio.CancelledError:
        await asyncio.wait([working], timeout=outbound_http.SECONDS + 1)
        working.cancel()
        raise


async def _route() -> int:
    return await threads.run(threads.OUTBOX, routing.route, timezone.now())


@asynccontextmanager
async def _in_hand(deliveries: Sequence[Delivery]) -> AsyncIterator[None]:
    """Renews the leases of these for as long as they are worked on."""
    ids = [one.pk for one in deliveries]

    async def renew() -> None:
        while True:
            await asyncio.sleep(outbox.RENEW_SECONDS)
            with suppress(DatabaseError):
                await threads.run(threads.OUTBOX, outbox.renew, ids)

    renewing = asyncio.create_task(renew(), name="leases")
    try:
        yield
    finally:
        renewing.cancel()


class _Mails:
    """Takes and sends a batch of mails; rests while the mail server is away."""

    def __init__(self, ways: Collection[str], pool: Executor) -> None:
        self._ways = ways
        self._pool = pool
        self._failures = 0

    async def __call__(self) -> int:
        taken = await threads.run(threads.OUTBOX, self._take)
        if not taken:
            return 0
        async with _in_hand(taken):
            try:
                await threads.run(self._pool, mail.Mailer(taken).run)
            except mail.ServerAway as error:
                pause = AWAY_SECONDS[min(self._failures, len(AWAY_SECONDS) - 1)]
                self._failures += 1
                log.error("the mail server takes nothing (%s); trying again in %.0f s", error, pause)
                await asyncio.sleep(pause)
                return 0
        self._failures = 0
        return len(taken)

    def _take(self) -> list[Delivery]:
        now = timezone.now()
        taken = outbox.take(self._ways, MAILS, now)
        for user_id in {one.target for one in taken if one.way == Way.DIGEST}:
            taken += outbox.take_digest(user_id, now)
        return taken


async def _call(way: Way) -> int:
    """Take and send a batch of push messages, or of calls of webhooks."""
    taken = await threads.run(threads.OUTBOX, outbox.take, [way], CALLS, timezone.now())
    if not taken:
        return 0
    async with _in_hand(taken), outbound_http.session() as opened:
        calls = await threads.run(threads.OUTBOX, _prepared, taken)
        places = asyncio.Semaphore(outbound_http.AT_ONCE)
        await asyncio.gather(*(_sends(opened, one, places) for one in calls))
    return len(taken)


class _Prepared:
    """A call over HTTP that is ready to be made; `only_once` if its receiver would not know a second one for the same."""

    def __init__(
        self, delivery: Delivery, address: str, body: bytes, headers: dict[str, str], *, only_once: bool = False
    ) -> None:
        self.delivery, self.address, self.body, self.headers = delivery, address, body, headers
        self.only_once = only_once


def _prepared(taken: Sequence[Delivery]) -> list[_Prepared]:
    now = timezone.now()
    judged = judging.judge(taken, now)
    for way in {one.way for one in judged.gone}:
        outbox.done([one.pk for one in judged.gone if one.way == way], way, mail.UNTRUE)
    for at, later in judged.later.items():
        outbox.again(later, now, counts=False, at=at)
    devices = Device.objects.in_bulk([one.target for one in judged.send if one.way == Way.PUSH])
    hooks = Hook.objects.filter(switched_off_at=None).in_bulk(
        [one.target for one in judged.send if one.way == Way.HOOK]
    )
    living = _living({device.session for device in devices.values()}, now)
    calls = []
    for one in judged.send:
        target = (devices if one.way == Way.PUSH else hooks).get(one.target)
        if isinstance(target, Device) and target.session not in living:
            # Whoever logs out, or is logged out from afar, leaves nothing behind at that device.
            target.delete()
            target = None
        if target is None:
            outbox.done([one.pk], one.way, mail.UNTRUE)
            continue
        try:
            calls.append(_push(one, target, judged) if isinstance(target, Device) else _hook(one, target, judged))
        except DatabaseError:
            raise
        except Exception:
            # Whatever is wrong with it, the others go out.
            log.exception("delivery %s by %s cannot be made", one.pk, one.way)
            outbox.again([one], now)
    return calls


def _living(sessions: Collection[str], now: datetime) -> set[str]:
    found = Session.objects.filter(session_key__in=sessions, expire_date__gt=now)
    return set(found.values_list("session_key", flat=True))


def _push(delivery: Delivery, device: Device, judged: Judged) -> _Prepared:
    notice = judged.notices[delivery.notice_id or 0]
    user, chosen = judged.users[notice.user_id], judged.wishes[notice.user_id]
    with translation.override(user.language or settings.LANGUAGE_CODE):
        (line,) = words.lines([notice], judged.known)
    told = {
        "title": "Fogbound",
        "body": line.text if chosen.tells_more else line.brief,
        "url": line.url,
        "tag": notice.key,
        "lang": user.language or settings.LANGUAGE_CODE,
    }
    return _Prepared(delivery, device.endpoint, *web_push.message(device, told, delivery.key))


def _hook(delivery: Delivery, hook: Hook, judged: Judged) -> _Prepared:
    body, headers = webhooks.message(hook, delivery, judged)
    return _Prepared(delivery, hook.address, body, headers, only_once=not webhooks.has_id(hook))


async def _sends(opened: aiohttp.ClientSession, call: _Prepared, places: asyncio.Semaphore) -> None:
    handing = partial(threads.run, threads.OUTBOX, outbox.hand_over, [call.delivery], only_once=call.only_once)
    after: float | None = None
    try:
        async with places:
            answer = await outbound_http.post(opened, call.address, call.body, call.headers, handing)
        status, after = answer.status, answer.retry_after
    except outbound_http.NotHanded:
        return
    except outbound_http.Forbidden:
        status = _FORBIDDEN
    except outbound_http.Silent:
        log.info("delivery %s by %s was sent and not answered", call.delivery.pk, call.delivery.way)
        # What was sent without an answer may have arrived, and nobody shall hear of it twice.
        status = _UNKNOWN if call.only_once else _UNREACHABLE
    except outbound_http.Unreachable:
        status = _UNREACHABLE
    await asyncio.wrap_future(noting.note(partial(_settle, call.delivery, status, after)))


_FORBIDDEN, _UNKNOWN, _UNREACHABLE = -1, -2, -3


def _settle(delivery: Delivery, status: int, after: float | None) -> None:
    """Decide by the answer whether that was all, whether to try again, and whether the receiver is gone. Inside the caller's transaction."""
    now = timezone.now()
    is_taken = 200 <= status < 300
    is_over = is_taken or status in {_FORBIDDEN, _UNKNOWN} or (400 <= status < 500 and status not in {408, 425, 429})
    if delivery.way == Way.PUSH and (status in web_push.GONE or status == _FORBIDDEN):
        Device.objects.filter(pk=delivery.target).delete()
    if delivery.way == Way.HOOK:
        if is_taken:
            webhooks.note_success(delivery.target)
        elif webhooks.note_failure(delivery.target, now):
            is_over = True
    if is_over or 300 <= status < 400:
        outbox.done([delivery.pk], delivery.way, mail.SENT if is_taken else mail.REFUSED)
    else:
        outbox.again([delivery], now, at=None if after is None else now + timedelta(seconds=after))
