"""How do orders get to disk before they are acknowledged? Group commit: the one writer of orders in a process.

What is queued while the disk works shares the next transaction. Inside it the matches are locked, and every entry is held
against its match as it is at that moment; what no longer fits is refused and disturbs no other entry. An entry that
was accepted is committed when its future has a result. What belongs to a match that another process has locked is put off, in its
order, to the next batches, and refused when that takes too long: nobody else waits for it.
Knows no rules: orders come here checked, or with somebody who checks them.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import NamedTuple, Protocol

from django.db import DatabaseError, InterfaceError, OperationalError

from games.core.contract import Json
from games.core.errors import OrderError
from lobby import metrics
from lobby.matches import clock, current, rows
from lobby.matches.errors import (
    NoMatch,
    NotAllowed,
    NotPending,
    NotRunning,
    NotYourSeat,
    ServiceError,
    TooLate,
    Unavailable,
    WrongStep,
)
from lobby.matches.models import Match, Orders, Seat
from lobby.matches.rows import Facts, Given
from lobby.matches.threads import Station, close_connection, database, is_busy, refresh_connection, writing

log = logging.getLogger("fogbound.journal")

BATCH = 500
LOCK_SECONDS = 20.0
"""So long orders wait for a match that somebody else has locked: longer than a server leaves a lock to a session that does nothing."""
LOOKS_APART = 0.005, 0.25
"""Seconds between two looks whether such a match is free: at first others have it for a moment only, and later hardly ever."""


class Check(ABC):
    """Something that may become an entry: orders that nobody has looked at, or an entry itself."""

    __slots__ = ()

    match_id: str
    by: str

    @abstractmethod
    def entry(self, facts: Facts | None) -> tuple[Entry, Seat]:
        """The entry, and the seat whose it is, of a match that runs and is like this now; None: there is no such match.

        Raises ServiceError, OrderError.
        """


@dataclass(slots=True)
class Entry(Check):
    """Orders on their way to disk."""

    match_id: str
    step: int
    seat: int
    orders: Json
    """Checked orders; those of a `keep` entry count only when nothing is stored yet."""
    ready: bool
    by: str
    now: datetime
    """When the site received them; the deadline is held against this, not against the moment of the commit."""
    uses_bank: bool = True
    keep: bool = False
    """Change `ready` only: the orders stay what was stored last."""
    resign: bool = False
    """The seat gives up: no deadline, no turn; it is marked in the same transaction."""
    is_unawaited: bool = False
    """The step does not wait for the seat: only by giving up could it be ready."""
    user_id: int | None = None
    """Whose seat it must still be; None: anybody's."""

    def entry(self, facts: Facts | None) -> tuple[Entry, Seat]:
        """This one, if it still fits."""
        if facts is None:
            raise NoMatch
        match = facts.match
        if match.status != Match.Status.RUNNING and not (self.resign and match.is_under_way):
            raise NotRunning
        if match.step != self.step:
            raise WrongStep("step", step=match.step)
        seat = facts.seat(self.seat)
        if seat is None or (self.user_id is not None and seat.user_id != self.user_id):
            raise NotYourSeat
        if seat.resigned:
            raise NotPending
        return self, seat


@dataclass(slots=True)
class Stored:
    """What is on disk now."""

    orders: Json
    ready: bool
    revision: int


class PutOff(Unavailable):
    """Somebody else has locked the match. Whoever waits hears of it only when that takes too long."""


Result = Stored | ServiceError | OrderError
Answer = Callable[[Result], None]


@dataclass(frozen=True, slots=True)
class Followed:
    """What came of what follows from a batch."""

    matches: Set[str] = frozenset()
    """Those whose rows have been written anew, their revision with them."""
    facts: Mapping[str, Facts] = field(default_factory=dict)
    """Those of them of which it is known how they are on disk now."""


@dataclass(slots=True)
class Written:
    """What became of a batch."""

    results: list[Result]
    """One per entry, in their order."""
    touched: Mapping[str, Facts] = field(default_factory=dict)
    """Matches about which there is news for somebody, if only for whoever sent the orders, as they are on disk now."""
    awaited: Mapping[str, Facts] = field(default_factory=dict)
    """Those of them in which a seat said that it is ready or gives up: perhaps their step is over."""
    followed: Followed | None = None
    """None: nothing has followed, or it could not be written."""
    locked: Set[str] = frozenset()
    """Matches that somebody else has locked: nothing of theirs was looked at."""


class Again(NamedTuple):
    """A match whose step was over in an earlier batch, which had no time for it."""

    match_id: str


class Following(Protocol):
    """What follows from a batch of orders and shares its commit."""

    def write(self, written: Written) -> Followed:
        """Inside the transaction, after the orders."""

    def done(self, written: Written) -> None:
        """On disk is what has been written, before anybody hears of it."""

    def tell(self) -> None:
        """Everybody who gave orders has been answered, or nothing could be written."""


_Item = tuple[Check, Answer] | Again


class Journal:
    """A queue and a thread that empties it."""

    def __init__(self, *, following: Callable[[Collection[str]], Following] | None = None) -> None:
        self.following = following
        """Asked before every batch, in the writer's thread, with the matches that it is about."""
        self._station: Station[_Item] = Station("journal", self._write, most=BATCH)
        self._put_off: list[tuple[_Item, float]] = []
        """What comes first in the next batch because its match is locked, and since when it is in hand."""

    def put(self, entry: Entry) -> Future[Stored]:
        """Queue an entry; the future has its result after the commit, or a ServiceError. From any thread."""
        future: Future[Stored] = Future()

        def answer(result: Result) -> None:
            if isinstance(result, Stored):
                future.set_result(result)
            else:
                future.set_exception(result)

        self.put_many([(entry, answer)])
        return future

    def put_many(self, asked: Sequence[tuple[Check, Answer]]) -> None:
        """Queue entries, and what becomes one after a quick look; each answer is called in the writer's thread after the commit.

        From any thread.
        """
        self._station.put(asked)

    def put_again(self, match_ids: Iterable[str]) -> None:
        """Look once more, with the next batch, whether the steps of these matches are over. From any thread."""
        self._station.put([Again(match_id) for match_id in match_ids])

    async def store(self, entry: Entry) -> Stored:
        """Queue an entry and wait until it is on disk; raises ServiceError. Cancelling the waiting does not unsay the orders."""
        return await asyncio.shield(asyncio.wrap_future(self.put(entry)))

    def write_apart(self, write: Callable[[], Collection[str]]) -> Collection[str]:
        """Have the writer's thread write something that is no order, in a transaction of its own; raises what `write` raises.

        `write` returns the matches about which it has written. What is known of all others stays right, which nobody else's
        transaction can say: so what a process writes regularly goes this way.
        """
        return self._station.call(partial(_write_apart, write))

    def wait(self) -> None:
        """Wait until everything that was queued before is answered."""
        while self._station.call(lambda: bool(self._put_off)):
            time.sleep(LOOKS_APART[0])

    def flush(self) -> None:
        """Have everything that was queued before answered without delay, and give the database connection back."""
        self._station.call(self._end)

    def _end(self) -> None:
        put_off, self._put_off = self._put_off, []
        for item, _since in put_off:
            if not isinstance(item, Again):
                item[1](Unavailable())
        close_connection()

    def _write(self, batch: Sequence[_Item]) -> float | None:
        now = time.monotonic()
        items = [*self._put_off, *((item, now) for item in batch)]
        self._put_off = []
        asked: list[Check] = []
        answers: list[Answer] = []
        since: list[float] = []
        again: dict[str, float] = {}
        for item, at in items:
            if isinstance(item, Again):
                again.setdefault(item.match_id, at)
            else:
                asked.append(item[0])
                answers.append(item[1])
                since.append(at)
        matches = again.keys() | {one.match_id for one in asked}
        following = self._follow(matches)
        try:
            written = _write_safely(asked, following, again.keys())
            if following is not None:
                _note_done(following, written)
            ends: Counter[tuple[str, str]] = Counter()
            for one, answer, result, at in zip(asked, answers, written.results, since, strict=True):
                if isinstance(result, PutOff) and now < at + LOCK_SECONDS:
                    self._put_off.append(((one, answer), at))
                    continue
                ends[one.by, "stored" if isinstance(result, Stored) else result.code] += 1
                answer(result)
            for (by, code), number in ends.items():
                metrics.ORDERS.labels(by, code).inc(number)
            self._put_off += [
                (Again(match_id), at)
                for match_id, at in again.items()
                if match_id in written.locked and now < at + LOCK_SECONDS
            ]
        finally:
            if following is not None:
                following.tell()
            refresh_connection()
        if not self._put_off:
            return None
        least, most = LOOKS_APART
        return min(most, max(least, now - max(at for _item, at in self._put_off)))

    def _follow(self, match_ids: Collection[str]) -> Following | None:
        try:
            return None if self.following is None else self.following(match_ids)
        except Exception:
            log.exception("nothing follows from a batch")
            return None


def _write_apart(write: Callable[[], Collection[str]]) -> Collection[str]:
    refresh_connection()
    try:
        with writing():
            current.read(())
            changed = write()
            current.keep({}, changed)
    except BaseException:
        current.forget()
        raise
    finally:
        refresh_connection()
    return changed


def _note_done(following: Following, written: Written) -> None:
    """What is on disk stays there, and its orders are answered, whatever goes wrong afterwards."""
    try:
        following.done(written)
    except Exception:
        log.exception("a batch was written, and what comes after it failed")


def _write_safely(asked: Sequence[Check], following: Following | None = None, again: Set[str] = frozenset()) -> Written:
    """One transaction for all; if it fails, one for each, without what follows, so that a bad entry takes no other with it."""
    refresh_connection()
    try:
        return write(asked, following, again)
    except Exception as error:
        log.exception("a batch of %s entries was not written", len(asked))
        if is_busy(error):
            # No entry is to blame, and all have waited for as long as any of them would.
            return Written([Unavailable() for _ in asked])
    alone: list[Written] = []
    locked: set[str] = set()
    for one in asked:
        refresh_connection()
        try:
            # What comes after an entry that is put off does not overtake it.
            alone.append(Written([PutOff()]) if one.match_id in locked else write([one]))
            locked |= alone[-1].locked
        except (OperationalError, InterfaceError):
            # The database itself is away or full: the rest would fail too, each after a timeout of its own.
            log.exception("the database takes no orders")
            alone += [Written([Unavailable()]) for _ in asked[len(alone) :]]
            break
        except Exception:
            log.exception("orders for match %s", one.match_id)
            alone.append(Written([Unavailable()]))
    return Written(
        [result for one in alone for result in one.results],
        {match_id: facts for one in alone for match_id, facts in one.touched.items()},
        {match_id: facts for one in alone for match_id, facts in one.awaited.items()},
        locked=locked,
    )


def write(asked: Sequence[Check], following: Following | None = None, again: Set[str] = frozenset()) -> Written:
    """Write what fits, and what follows from it, in one transaction. Raises whatever goes wrong: nothing is written.

    `again`: other matches whose steps are perhaps over.
    """
    if database().in_atomic_block:
        raise DatabaseError("the journal needs a transaction of its own: an acknowledged order is a committed one")
    try:
        with writing():
            wanted = again | {one.match_id for one in asked}
            facts = current.read(wanted)
            batch = _Batch(asked, facts, again, rows.locked(wanted - facts.keys()))
            written = batch.write()
            if following is not None:
                written.followed = following.write(written)
            batch.end(written.followed or Followed())
    except BaseException:
        current.forget()
        raise
    return written


class _Batch:
    """One transaction's worth of entries, with everything they are held against."""

    def __init__(self, asked: Sequence[Check], facts: dict[str, Facts], again: Set[str], locked: Set[str]) -> None:
        self.asked = asked
        self.facts = facts
        self.locked = locked
        self.orders: list[tuple[object, ...]] = []
        self.shown: set[str] = set()
        self.touched: set[str] = set()
        self.awaited: dict[str, Facts] = {match_id: facts[match_id] for match_id in again if match_id in facts}
        self.returned: list[Seat] = []
        self.resigned: list[Seat] = []

    def write(self) -> Written:
        results: list[Result] = []
        for one in self.asked:
            facts = self.facts.get(one.match_id)
            if facts is None and one.match_id in self.locked:
                results.append(PutOff())
                continue
            try:
                entry, seat = one.entry(facts)
                assert facts is not None
                self._check_time(facts, entry, seat)
                results.append(self._accept(facts, entry, seat))
            except (ServiceError, OrderError) as refusal:
                results.append(refusal)
        rows.insert_orders(self.orders)
        if self.returned:
            Seat.objects.filter(pk__in=[seat.id for seat in self.returned]).update(autopilot="", missed=0)
        if self.resigned:
            # Its votes stay, and count no more: that they are gone would tell the others before the step does.
            Seat.objects.filter(pk__in=[seat.id for seat in self.resigned]).update(resigned=True, autopilot="")
        for match_id in self.shown:
            facts = self.facts[match_id]
            facts.match = rows.changed(facts.match, revision=facts.match.revision + 1)
        touched = {match_id: self.facts[match_id] for match_id in self.touched}
        return Written(results, touched, self.awaited, locked=self.locked)

    def end(self, followed: Followed) -> None:
        """Before the commit, when all is written that goes with the orders."""
        rows.count_revisions(self.shown - followed.matches)
        current.keep({**self.facts, **followed.facts}, followed.matches - followed.facts.keys())

    def _accept(self, facts: Facts, entry: Entry, seat: Seat) -> Stored:
        last = facts.given.get(entry.seat)
        was_ready = last is not None and last.ready
        # Where nobody else could become ready now, to be it would tell of the resignation before its step does.
        is_quiet = entry.resign and (entry.is_unawaited or facts.match.status == Match.Status.PAUSED)
        # It looks like a return where a bot stands in, and who returns is not ready.
        ready = was_ready and not seat.autopilot if is_quiet else entry.ready
        given = Given(
            seat=entry.seat,
            revision=last.revision + 1 if last else 1,
            ready=ready,
            by=entry.by,
            text=last.text if entry.keep and last else json.dumps(entry.orders),
            created_at=entry.now,
        )
        facts.add(given)
        self.orders.append(rows.orders_row(entry.match_id, entry.step, given))
        self.touched.add(entry.match_id)
        if entry.ready:
            self.awaited[entry.match_id] = facts
        # Only what others may see counts: that somebody began to write orders, or gave up, is nobody's business yet; nor is, in a
        # step with a secret wait, that somebody is ready.
        is_shown = facts.match.hold_until is None
        if is_shown and ready != was_ready:
            self.shown.add(entry.match_id)
        if entry.resign:
            if seat.autopilot:
                # To the others it looks like a return until the step is resolved.
                self.shown.add(entry.match_id)
                self.returned.append(seat)
            self.resigned.append(seat)
            missed = 0 if seat.autopilot else seat.missed
            facts.replace_seat(seat, resigned=True, autopilot="", missed=missed)
        elif entry.by == Orders.By.PERSON and seat.autopilot:
            # Whoever gives orders is back.
            self.returned.append(seat)
            self.shown.add(entry.match_id)
            facts.replace_seat(seat, autopilot="", missed=0)
        return Stored(given.orders if entry.keep else entry.orders, given.ready, given.revision)

    def _check_time(self, facts: Facts, entry: Entry, seat: Seat) -> None:
        """Raises ServiceError if it comes too late."""
        if entry.by == Orders.By.BOT:
            self._check_bot(facts, entry, seat)
        elif not entry.resign:
            assert facts.match.deadline is not None
            if entry.now > clock.person_until(facts.match.deadline, seat.bank_ms, uses_bank=entry.uses_bank):
                raise TooLate

    @staticmethod
    def _check_bot(facts: Facts, entry: Entry, seat: Seat) -> None:
        if not seat.is_automatic:
            raise NotAllowed
        last = facts.given.get(entry.seat)
        if last is not None and last.ready:
            raise NotPending


JOURNAL = Journal()
"""The one writer of orders of this process; `closing` follows it."""
