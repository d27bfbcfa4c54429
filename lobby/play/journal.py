"""How do orders get to disk, and what follows from them? One thread per process, one transaction for all waiting orders:

    accept (entries) → write (rows) → resolve (closing) → save (saving) → commit → answer and tell (announcing, wake)

Entries queued during a commit share the next transaction. It locks and reads the matches, compares every entry with its
match, and resolves a step that becomes complete, if its engine is quick. So orders and their effects are one commit. After it the
journal answers the senders and tells the watchers. Entries of a match that another process has locked are postponed, in their
order, to later batches, and refused when that takes too long; no other match waits.
If the process dies or something else interferes, `timer` finds the step. Examining a step twice is harmless.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from django.db import DatabaseError, InterfaceError, OperationalError
from django.utils import timezone

from lobby.matches.errors import Unavailable
from lobby.matches.models import Seat
from lobby.platform.process import database, metrics, threads
from lobby.platform.process.threads import BatchWorker
from lobby.play import announcing, closing, referee, resolving
from lobby.play.announcing import Announcement
from lobby.play.entries import Accepted, Answer, Check, Entry, PutOff, Result, Stored, accept
from lobby.play.saving import Saving
from lobby.store import rows, wake
from lobby.store.rows import Facts

log = logging.getLogger("fogbound.journal")

BATCH = 500
LOCK_SECONDS = 20.0
"""Longest wait of orders for a match that another process has locked: longer than PostgreSQL lets an idle session keep a lock."""
LOCK_PAUSES = 0.005, 0.25
"""Seconds between two attempts to lock such a match, at first and later: most locks last only a moment."""
TOGETHER_SECONDS = 0.2
"""Greatest processor time for steps in one commit, because orders wait for it. Remaining steps are left to the next commit.

A much smaller value would not help: a match whose step is left over is told twice, of its orders and of the step.
"""


class Again(NamedTuple):
    """A match whose step may be over, or for which an earlier batch had no time."""

    match_id: str


_Item = tuple[Check, Answer] | Again


@dataclass(slots=True)
class Written:
    """The results of a batch."""

    results: list[Result]
    """One per entry, in their order."""
    touched: set[str] = field(default_factory=set)
    """Matches about which there is news for somebody, if only for whoever sent the orders."""
    facts: dict[str, Facts] = field(default_factory=dict)
    """Present facts of those of `touched` for which they are known. A match that is over is read from the database."""
    saving: Saving | None = None
    """The resolved steps."""
    for_referee: list[str] = field(default_factory=list)
    """Matches whose steps the referee must handle one by one."""
    later: list[str] = field(default_factory=list)
    """Matches for whose steps no time was left."""
    locked: set[str] = field(default_factory=set)
    """Matches that another process has locked; none of their entries was examined."""

    def add(self, other: Written) -> None:
        """Append the result of the next entry, which had a transaction of its own."""
        self.results += other.results
        self.touched |= other.touched
        self.facts |= other.facts
        self.for_referee += other.for_referee
        self.locked |= other.locked


class Journal:
    """The queue, and the thread that empties it."""

    def __init__(self) -> None:
        self._worker: BatchWorker[_Item] = BatchWorker("journal", self._work, most=BATCH)
        self._put_off: list[tuple[_Item, float]] = []
        """Postponed items, because their match is locked, with the time of their arrival. They come first in the next batch."""
        self._when_free: dict[str, Callable[[str], None]] = {}
        """What is to be called for matches that another process had locked."""

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
        """Queue entries, or checks that become entries; each answer is called in the journal's thread after the commit.

        From any thread.
        """
        self._worker.put(asked)

    def put_again(self, match_ids: Iterable[str]) -> None:
        """Examine with the next batch whether the steps of these matches are over. From any thread."""
        self._worker.put([Again(match_id) for match_id in match_ids])

    def when_free(self, match_id: str, call: Callable[[str], None]) -> None:
        """Call `call(match_id)` once, in the journal's thread, after the next batch that finds the match unlocked. From any thread."""
        self._when_free[match_id] = call
        self.put_again([match_id])

    def waiting_for(self) -> Set[str]:
        """The matches that `when_free` waits for."""
        return self._when_free.keys()

    async def store(self, entry: Entry) -> Stored:
        """Queue an entry and wait until it is on disk; raises ServiceError. Cancelling does not withdraw the orders."""
        return await asyncio.shield(asyncio.wrap_future(self.put(entry)))

    def wait(self) -> None:
        """Wait until everything that was queued before is answered."""
        while self._worker.call(lambda: bool(self._put_off)):
            time.sleep(LOCK_PAUSES[0])

    def flush(self) -> None:
        """Answer everything that was queued before without delay, and close the thread's database connection."""
        self._worker.call(self._end)

    def _end(self) -> None:
        put_off, self._put_off = self._put_off, []
        for item, _since in put_off:
            if not isinstance(item, Again):
                item[1](Unavailable())
        database.close_connection()

    def _work(self, batch: Sequence[_Item]) -> float | None:
        """Process a batch up to its news. Returns the seconds until postponed entries are tried again, or None if there are none."""
        now = time.monotonic()
        items = [*self._put_off, *((item, now) for item in batch)]
        self._put_off = []
        if not items:
            return None
        orders = [(item[0], item[1], since) for item, since in items if not isinstance(item, Again)]
        again: dict[str, float] = {}
        for item, since in items:
            if isinstance(item, Again):
                again.setdefault(item.match_id, since)
        asked = [one for one, _, _ in orders]
        matches = again.keys() | {one.match_id for one in asked}
        # Before the matches are read, so that no reader can have sent newer news.
        announcement = announcing.begin(matches, {match_id for match_id in matches if resolving.is_quick(match_id)})
        written = Written([])
        try:
            written = _write_safely(asked, again.keys())
            _remember_and_read(written, announcement)
            self._answer(orders, written.results, now)
            self._put_off += [
                (Again(match_id), since)
                for match_id, since in again.items()
                if match_id in written.locked and now < since + LOCK_SECONDS
            ]
        finally:
            self._tell(matches, written, announcement)
            database.refresh_connection()
        if not self._put_off:
            return None
        least, most = LOCK_PAUSES
        return min(most, max(least, now - max(since for _item, since in self._put_off)))

    def _answer(self, orders: Sequence[tuple[Check, Answer, float]], results: Sequence[Result], now: float) -> None:
        """Answer the senders, except those whose entries are postponed."""
        ends: Counter[tuple[str, str]] = Counter()
        for (one, answer, since), result in zip(orders, results, strict=True):
            if isinstance(result, PutOff) and now < since + LOCK_SECONDS:
                self._put_off.append(((one, answer), since))
                continue
            ends[one.by, "stored" if isinstance(result, Stored) else result.code] += 1
            try:
                answer(result)
            except Exception:
                # The sender is gone; answer the others all the same.
                log.exception("an answer could not be given")
        for (by, code), number in ends.items():
            metrics.ORDERS.labels(by, code).inc(number)

    def _tell(self, matches: Set[str], written: Written, announcement: Announcement) -> None:
        """Tell watchers and listeners here and in other processes, and pass remaining steps on."""
        told = announcement.tell()
        wake.publish_from_thread(written.touched, told=told)
        for match_id in written.for_referee:
            self.leave_to_referee(match_id)
        self.put_again(written.later)
        if written.saving is not None:
            written.saving.tell()
        for match_id in self._when_free.keys() & (matches - written.locked):
            try:
                self._when_free.pop(match_id)(match_id)
            except Exception:
                log.exception("match %s is free, and what waited for that failed", match_id)

    def leave_to_referee(self, match_id: str) -> None:
        """Have a referee's thread resolve the match's step if it is over: its engine is slow, or something is wrong."""
        threads.REFEREE.submit(partial(database.with_connection, partial(self._advance, match_id)))

    def _advance(self, match_id: str) -> None:
        try:
            referee.advance_and_tell(match_id)
        except rows.Locked:
            # Through the queue, which postpones locked matches and tries again.
            self.put_again([match_id])
        except DatabaseError:
            # It is logged. The process with the timer sees the orders as well, and tries until the database answers.
            pass


def _remember_and_read(written: Written, announcement: Announcement) -> None:
    """Fill caches and render news after the commit, before anybody is told. Errors here change nothing on disk, and orders are still answered."""
    try:
        if written.saving is not None:
            written.saving.remember()
        announcement.read(written.facts)
    except Exception:
        log.exception("a batch was written, and what comes after it failed")


def _write_safely(asked: Sequence[Check], again: Set[str] = frozenset()) -> Written:
    """One transaction for all entries. If it fails, one for each without resolving steps, so that a bad entry affects no other."""
    try:
        database.refresh_connection()
        return write(asked, again, True)
    except Exception as error:
        log.exception("a batch of %s entries was not written", len(asked))
        if database.is_busy(error):
            # No entry caused this, and all have waited as long as each alone would.
            return Written([Unavailable() for _ in asked], for_referee=list(again))
    # If a step caused the failure, the referee will find out.
    written = Written([], for_referee=list(again))
    for one in asked:
        database.refresh_connection()
        try:
            # Entries behind a postponed one must not overtake it.
            written.add(Written([PutOff()]) if one.match_id in written.locked else write([one]))
        except (OperationalError, InterfaceError):
            # The database is unavailable or full: the rest would fail too, each after its own timeout.
            log.exception("the database takes no orders")
            written.results += [Unavailable() for _ in asked[len(written.results) :]]
            break
        except Exception:
            log.exception("orders for match %s", one.match_id)
            written.results.append(Unavailable())
    return written


def write(asked: Sequence[Check], again: Set[str] = frozenset(), resolves: bool = False) -> Written:
    """Write accepted entries, and the steps that they complete, in one transaction. Any error is raised; then nothing is written.

    `again`: other matches whose steps may be over. Without `resolves` all steps are left to the referee.
    """
    if database.connection_here().in_atomic_block:
        raise DatabaseError("the journal needs a transaction of its own: an acknowledged order is a committed one")
    with database.writing():
        wanted = again | {one.match_id for one in asked}
        facts = rows.read(wanted, lock=True)
        locked = rows.locked(wanted - facts.keys())
        accepted = accept(asked, facts, locked, timezone.now())
        _store(accepted)
        # Matches that wait since an earlier batch come first.
        awaited = {match_id: facts[match_id] for match_id in again if match_id in facts} | accepted.awaited
        written = Written(accepted.results, set(accepted.touched), locked=locked)
        if resolves:
            _resolve_and_save(awaited, written)
        else:
            written.for_referee = list(awaited)
        stepped = written.saving.matches() if written.saving is not None else frozenset()
        rows.count_revisions(accepted.shown - stepped)
    written.touched |= stepped
    written.facts |= {match_id: facts[match_id] for match_id in accepted.touched - stepped}
    return written


def _store(accepted: Accepted) -> None:
    rows.insert_orders(accepted.orders)
    if accepted.returned:
        Seat.objects.filter(pk__in=[seat.id for seat in accepted.returned]).update(autopilot="", missed=0)
    if accepted.resigned:
        # Its votes are kept but no longer count: deleting them would reveal the resignation before the step resolves.
        Seat.objects.filter(pk__in=[seat.id for seat in accepted.resigned]).update(resigned=True, autopilot="")


def _resolve_and_save(awaited: dict[str, Facts], written: Written) -> None:
    steps = closing.Steps(awaited, TOGETHER_SECONDS)
    written.for_referee, written.later = steps.for_referee, steps.later
    if steps.resolved:
        written.saving = Saving(steps.resolved, timezone.now(), are_current=True)
        written.saving.write()
        written.facts |= written.saving.facts


JOURNAL = Journal()
"""The one writer of orders of this process."""


def settle() -> None:
    """Wait until everything that was queued before is done."""
    JOURNAL.wait()
    threads.in_each(threads.REFEREE, threads.REFEREE_THREADS, lambda: None)
    JOURNAL.wait()
