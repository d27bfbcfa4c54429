"""Who has come in and may not stay? Asks of the open connections of a process, some at a time, and shows out who must go."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Sequence
from typing import Protocol

from django.db import Error as DatabaseError

from lobby.accounts.gate import CLOSE_SHUT_OUT
from lobby.accounts.passes import Pass, still_good
from lobby.matches import threads

log = logging.getLogger("fogbound.doorkeeper")

ROUND_SECONDS = 15.0
"""In so long everybody is asked about once; messages to somebody who may not stay go on for at most twice as long."""
TOGETHER = 15
"""Passes in one question: a few milliseconds of work, in which everybody else waits for the interpreter."""


class Guest(Protocol):
    """What a doorkeeper needs of a connection."""

    pass_: Pass | None

    def close(self, code: int) -> Awaitable[None] | None:
        """Send what is queued, then close."""


class Doorkeeper:
    """One per event loop."""

    def __init__(self) -> None:
        self._guests: dict[Guest, None] = {}
        self._walk: asyncio.Task[None] | None = None

    def let_in(self, guest: Guest) -> None:
        """Ask about this connection from now on; a stranger may always stay."""
        if guest.pass_ is None:
            return
        self._guests[guest] = None
        if self._walk is None or self._walk.done():
            self._walk = asyncio.create_task(self._go_round(), name="doorkeeper")

    def let_go(self, guest: Guest) -> None:
        """This connection is closed."""
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
            # Nobody is shown out because the database is away; the next round will tell.
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
