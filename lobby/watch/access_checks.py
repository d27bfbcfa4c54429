"""Which open connections have lost their access? Checks the connections of a process, some at a time, and closes those without access."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Sequence
from typing import Protocol

from django.db import Error as DatabaseError

from lobby.accounts.gate import CLOSE_SHUT_OUT
from lobby.accounts.passes import Pass, still_good
from lobby.platform.process import request_id, threads

log = logging.getLogger("fogbound.access_checks")

ROUND_SECONDS = 15.0
"""Time in which every connection is checked once. A connection that has lost access gets messages for at most twice as long."""
TOGETHER = 15
"""Connections in one query: a few milliseconds of work, during which all other threads wait for the interpreter."""


class Guest(Protocol):
    """What the checks need of a connection."""

    pass_: Pass | None

    def close(self, code: int) -> Awaitable[None] | None:
        """Send what is queued, then close."""


class AccessChecks:
    """The regular check of access; one per event loop."""

    def __init__(self) -> None:
        self._guests: dict[Guest, None] = {}
        self._walk: asyncio.Task[None] | None = None

    def let_in(self, guest: Guest) -> None:
        """Check this connection from now on. An anonymous connection never loses access."""
        if guest.pass_ is None:
            return
        self._guests[guest] = None
        if self._walk is None or self._walk.done():
            self._walk = asyncio.create_task(self._go_round(), name="access checks", context=request_id.nobody())

    def let_go(self, guest: Guest) -> None:
        """Stop checking this connection, which is closed."""
        self._guests.pop(guest, None)

    async def _go_round(self) -> None:
        await asyncio.sleep(ROUND_SECONDS)
        while self._guests:
            everybody = list(self._guests)
            for first in range(0, len(everybody), TOGETHER):
                some = everybody[first : first + TOGETHER]
                await self._ask([guest for guest in some if guest in self._guests])
                await asyncio.sleep(ROUND_SECONDS * len(some) / len(everybody))

    async def _ask(self, guests: Sequence[Guest]) -> None:
        passes = [guest.pass_ for guest in guests if guest.pass_ is not None]
        try:
            answers = await threads.run(threads.SERVICES, still_good, passes)
        except DatabaseError:
            # No connection is closed because the database is unavailable; the next round checks again.
            log.warning("it could not be asked whether %s people may stay", len(guests))
            return
        except Exception:
            log.exception("%s people are shown out: it could not be told whether they may stay", len(guests))
            answers = [False] * len(guests)
        for guest, is_good in zip(guests, answers, strict=True):
            if not is_good:
                closing = guest.close(CLOSE_SHUT_OUT)
                if closing is not None:
                    await closing
