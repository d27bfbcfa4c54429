"""Are the sockets of a site spread over its web processes? After a release, or the end of one of them, all are where others stayed.

Each process tells the others, in the cache that they share, how many sockets it has and when it began. One that has far more than its share asks
some to connect again, a few a second: those that came before the newest process did, so that each moves once for it, also where a proxy brings it
back. Nobody is asked whose orders are due within seconds.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta
from typing import Final, Protocol

from django.core.cache import cache
from django.db import Error as DatabaseError
from django.utils import timezone

from lobby.matches.models import Match
from lobby.platform.process import threads

log = logging.getLogger("fogbound.serving")

TURN_SECONDS: Final = 5.0
"""From one look at the numbers to the next."""
MOST: Final = 10
"""Sockets that one process asks in a turn: two a second."""
UNEVEN: Final = 1.25
"""How many times its share a process has before it asks anybody."""
FEW: Final = 5
"""So few above its share stay where they are."""
LAST_SECONDS: Final = timedelta(seconds=20)
"""Whose orders are due within this time stays."""
_KEY: Final = "fogbound:web-processes"
_KNOWN_SECONDS: Final = 3 * TURN_SECONDS
"""A process that has not told its number for so long is gone."""

Numbers = dict[str, tuple[int, float, float]]
"""Of each process: its sockets, when it began, when it said so; in seconds since 1970."""


class Socket(Protocol):
    """What is asked here of an open socket."""

    @property
    def since(self) -> float:
        """When it came, in seconds since 1970."""

    @property
    def matches(self) -> Collection[str] | None:
        """The matches that its address names; None if it may be about any match."""

    async def leave(self) -> None:
        """Close it as soon as its message is answered, so that its client connects again."""


def surplus(own: int, others: Sequence[int]) -> int:
    """How many sockets more than its share a process has; 0 if that is little."""
    share = (own + sum(others)) / (1 + len(others))
    return int(own - share) if own > share * UNEVEN and own - share >= FEW else 0


class Balance:
    """What one process knows of the others."""

    def __init__(self) -> None:
        self._name = secrets.token_hex(8)
        self._began = time.time()

    async def keep(self, sockets: Collection[Socket]) -> None:
        """Take a turn every few seconds until cancelled."""
        while True:
            await asyncio.sleep(TURN_SECONDS)
            try:
                asked = await self.turn(sockets)
            except (DatabaseError, OSError):
                log.warning("it could not be found out how the sockets are spread")
                continue
            for socket in asked:
                await socket.leave()
                await asyncio.sleep(TURN_SECONDS / MOST / 2)
            if asked:
                log.info("%s sockets were asked to connect again: this process has more than its share", len(asked))

    async def turn(self, sockets: Collection[Socket]) -> list[Socket]:
        """Tell the others the number of these sockets, and say which of them should connect again now; the oldest first."""
        others = await threads.run(threads.SERVICES, self._exchange, len(sockets))
        if not others:
            return []
        newest = max(began for _number, began in others)
        too_many = surplus(len(sockets), [number for number, _began in others])
        movable = sorted(
            (one for one in sockets if one.since < newest and one.matches is not None), key=lambda one: one.since
        )
        if not too_many or not movable:
            return []
        named = {match for one in movable for match in one.matches or ()}
        urgent = await threads.run(threads.SERVICES, _urgent, named)
        # Half of it, because the others' numbers may be from before the last turn's came to them.
        number = min((too_many + 1) // 2, MOST)
        return [one for one in movable if not urgent.intersection(one.matches or ())][:number]

    def _exchange(self, number: int) -> list[tuple[int, float]]:
        # Two that write at once lose one entry until its next turn: the share is a little off for so long.
        now = time.time()
        told: Numbers = cache.get(_KEY) or {}
        known = {name: one for name, one in told.items() if now - one[2] < _KNOWN_SECONDS}
        cache.set(_KEY, {**known, self._name: (number, self._began, now)}, timeout=None)
        return [(count, began) for name, (count, began, _at) in known.items() if name != self._name]


def _urgent(match_ids: Iterable[str]) -> set[str]:
    """Those of these matches in which orders are due within `LAST_SECONDS`."""
    soon = timezone.now() + LAST_SECONDS
    return set(Match.objects.filter(pk__in=match_ids, deadline__lt=soon).values_list("pk", flat=True))
