"""Who gets one of a process's places for requests next, and who is refused one? Nobody may hold so many that others stand still.

A *visitor* is a person, or the address of somebody whom nobody knows yet. Of all places

- one visitor holds at most a quarter, and one address, whoever comes from it, at most three quarters: their other requests wait;
- requests that may take long (`lobby.platform.http.request_kinds`) hold at most a quarter together, one visitor `LONG_OF_VISITOR` of it, and one
  address all but one of it: their other requests are refused at once;
- searches hold one place while short requests are worked on, and two while none is: their other requests wait. All threads of a process
  share one interpreter, so a page takes as many times longer as there are others that compute.

Who holds the fewest places, and has held the least lately, gets the next one.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from dataclasses import dataclass
from typing import Final

from lobby.platform.http.request_kinds import Kind
from lobby.platform.process import metrics

log = logging.getLogger("fogbound.requests")

LONG_OF_VISITOR: Final = 2
SEARCHES_AT_ONCE: Final = 1
"""While short requests are worked on."""
HALF_LIFE: Final = 2.0
"""Seconds after which a second that a visitor has held a place counts half as much."""
MOST_REMEMBERED: Final = 5_000
"""Visitors whose place-seconds are known."""
MOST_WAITING: Final = 1000
"""Requests that wait in one process. Each holds its body, and later ones would be answered after their readers have gone."""
MOST_WAITING_OF_VISITOR: Final = 200
"""Of one visitor: a page of a checkout, which loads single modules through a proxy, asks for more than a hundred files at once."""
SATURATED_SECONDS: Final = 5.0
AGAIN_SECONDS: Final = 3
LOG_SECONDS: Final = 10.0
"""Seconds between log lines that say how many requests were refused."""


@dataclass(frozen=True)
class Visitor:
    """Who sends a request."""

    person: int | None
    """Id of the person; None: not known."""
    address: str
    """Of the Internet connection; "": this machine itself, which may be a proxy for everybody, so it does not count as one visitor."""

    @property
    def key(self) -> str:
        """Under which requests are counted together; "": they are not."""
        if self.person is not None:
            return f"person:{self.person}"
        return f"address:{self.address}" if self.address else ""


@dataclass(frozen=True)
class Full:
    """Why a request is refused."""

    status: int
    key: str
    """What is counted, for whom."""
    limit: int
    again_seconds: int = AGAIN_SECONDS


class Place:
    """A request's place, from its whole body to its response. Waits first, if it must."""

    def __init__(self, visitor: Visitor, kind: Kind) -> None:
        self.visitor = visitor
        self.kind = kind
        self.since = time.monotonic()
        """When it was asked for, and once it is given, when that was."""
        self.given: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Places:
    """All places of one process. Only from its event loop's thread."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.quarter = max(1, most // 4)
        self._taken = 0
        self._by_key: Counter[str] = Counter()
        """Places held by each visitor."""
        self._by_address: Counter[str] = Counter()
        self._by_kind: Counter[str] = Counter()
        """Places held by requests of each `Kind`."""
        self._spent = _Spent()
        self._long = 0
        """Long requests that hold a place or wait for one."""
        self._long_by_key: Counter[str] = Counter()
        self._long_by_address: Counter[str] = Counter()
        self._waiting: dict[Place, None] = {}
        """In the order of their arrival."""
        self._waiting_by_key: Counter[str] = Counter()
        self._freed_at = time.monotonic()
        self._refused = 0
        self._told_at = -LOG_SECONDS
        metrics.REQUEST_PLACES.labels("all").set(most)
        metrics.REQUEST_PLACES.labels("long").set(self.quarter)

    def enter(self, visitor: Visitor, kind: Kind) -> Place | Full:
        """A place, which is `given` now or when its turn comes, or the refusal."""
        full = self._refusal(visitor, kind)
        if full is not None:
            self._tell(full, kind)
            return full
        place = Place(visitor, kind)
        if kind is Kind.LONG:
            self._count_long(visitor, 1)
        if self._taken < self.most and self._may_begin(place):
            self._give(place)
        else:
            self._waiting[place] = None
            self._waiting_by_key[visitor.key] += 1
            metrics.REQUESTS_WAITING.inc()
        return place

    def leave(self, place: Place) -> None:
        """Give the place back, or stop waiting for it."""
        visitor = place.visitor
        if place.kind is Kind.LONG:
            self._count_long(visitor, -1)
        if place in self._waiting:
            self._no_longer_waits(place)
            return
        self._taken -= 1
        _count(self._by_key, visitor.key, -1)
        _count(self._by_address, visitor.address, -1)
        _count(self._by_kind, place.kind, -1)
        metrics.REQUESTS.labels(place.kind).dec()
        self._freed_at = time.monotonic()
        self._spent.add(visitor.key, self._freed_at - place.since, self._freed_at)
        # Two may go on: another search, and a short request of somebody else.
        while self._taken < self.most and (following := self._next()) is not None:
            self._no_longer_waits(following)
            self._give(following)

    @property
    def is_saturated(self) -> bool:
        """True if all places are taken and for `SATURATED_SECONDS` nobody has given one back, or somebody has waited that long for one."""
        if self._taken < self.most:
            return False
        waits = (place.since for place in self._waiting if self._may_begin(place))
        return min(self._freed_at, next(waits, self._freed_at)) < time.monotonic() - SATURATED_SECONDS

    def _refusal(self, visitor: Visitor, kind: Kind) -> Full | None:
        key, address = visitor.key, visitor.address
        if kind is Kind.LONG:
            if key and self._long_by_key[key] >= LONG_OF_VISITOR:
                return Full(429, f"long:{key}", LONG_OF_VISITOR)
            if address and self._long_by_address[address] >= max(1, self.quarter - 1):
                return Full(429, f"long:address:{address}", max(1, self.quarter - 1))
            if self._long >= self.quarter:
                return Full(503, "long", self.quarter)
        if key and self._waiting_by_key[key] >= MOST_WAITING_OF_VISITOR:
            return Full(429, f"waiting:{key}", MOST_WAITING_OF_VISITOR)
        if len(self._waiting) >= MOST_WAITING:
            return Full(503, "waiting", MOST_WAITING)
        return None

    def _may_begin(self, place: Place) -> bool:
        visitor, key = place.visitor, place.visitor.key
        if place.kind is Kind.SEARCH and self._by_kind[Kind.SEARCH] >= SEARCHES_AT_ONCE + (
            not self._by_kind[Kind.SHORT]
        ):
            return False
        if key and self._by_key[key] >= self.quarter:
            return False
        return not visitor.address or self._by_address[visitor.address] < self.most - self.most // 4

    def _tell(self, full: Full, kind: Kind) -> None:
        metrics.REQUESTS_REFUSED.labels(kind, str(full.status)).inc()
        self._refused += 1
        now = time.monotonic()
        if now - self._told_at >= LOG_SECONDS:
            log.warning(
                "%s requests were refused: at most %s of %s at once",
                self._refused,
                full.limit,
                full.key.partition(":")[0],
            )
            self._told_at, self._refused = now, 0

    def _give(self, place: Place) -> None:
        self._taken += 1
        place.since = time.monotonic()
        self._by_key[place.visitor.key] += 1
        self._by_address[place.visitor.address] += 1
        self._by_kind[place.kind] += 1
        metrics.REQUESTS.labels(place.kind).inc()
        place.given.set_result(None)

    def _next(self) -> Place | None:
        able = (place for place in self._waiting if self._may_begin(place))
        now = time.monotonic()
        return min(able, key=lambda place: self._rank(place.visitor.key, now), default=None)

    def _rank(self, key: str, now: float) -> tuple[int, float]:
        return self._by_key[key], self._spent.of(key, now)

    def _no_longer_waits(self, place: Place) -> None:
        del self._waiting[place]
        _count(self._waiting_by_key, place.visitor.key, -1)
        metrics.REQUESTS_WAITING.dec()

    def _count_long(self, visitor: Visitor, change: int) -> None:
        self._long += change
        _count(self._long_by_key, visitor.key, change)
        _count(self._long_by_address, visitor.address, change)


class _Spent:
    """For how many seconds each visitor has held places lately."""

    def __init__(self) -> None:
        self._seconds: dict[str, tuple[float, float]] = {}
        """Visitor → what it was at a moment."""

    def of(self, key: str, now: float) -> float:
        """What counts now."""
        seconds, at = self._seconds.get(key, (0.0, now))
        return seconds * 0.5 ** ((now - at) / HALF_LIFE)

    def add(self, key: str, seconds: float, now: float) -> None:
        """So much more."""
        if not key:
            return
        self._seconds[key] = self.of(key, now) + seconds, now
        if len(self._seconds) > MOST_REMEMBERED:
            heavy = sorted(self._seconds, key=lambda one: self.of(one, now))[MOST_REMEMBERED // 2 :]
            self._seconds = {one: self._seconds[one] for one in heavy}


def _count(counter: Counter[str], key: str, change: int) -> None:
    counter[key] += change
    if not counter[key]:
        del counter[key]
