"""How do orders get to disk, and what follows from them? One thread per process, one transaction for all that waits:

    accept (entries) → write (rows) → resolve (closing) → save (saving) → commit → answer and tell (hub, wake)

What is queued while the disk works shares the next transaction. Inside it the matches are locked and read, every entry is held against
its match, and a step that is complete with it is resolved if its engine is quick; so orders and what they lead to are one commit. Whoever
gave orders is answered after it, and whoever watches is told. What belongs to a match that another process has locked is put off, in its
order, to the next batches, and refused when that takes too long: nobody else waits for it.
Whatever does not get through here - the process dies, something came in between - is found by `timer`, and harmless to look at twice.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from django.db import DatabaseError, InterfaceError, OperationalError
from django.utils import timezone

from lobby import metrics
from lobby.matches import acts, closing, hub, referee, resolving, rows, threads, votes, wake
from lobby.matches.entries import Accepted, Answer, Check, Entry, PutOff, Result, Stored, accept
from lobby.matches.errors import Unavailable
from lobby.matches.models import Match, Seat
from lobby.matches.rows import Facts
from lobby.matches.saving import Saving
from lobby.matches.signals import fewer_decide
from lobby.matches.threads import Station, close_connection, database, is_busy, refresh_connection, writing

log = logging.getLogger("fogbound.journal")

BATCH = 500
LOCK_SECONDS = 20.0
"""So long orders wait for a match that somebody else has locked: longer than a server leaves a lock to a session that does nothing."""
LOOKS_APART = 0.005, 0.25
"""Seconds between two looks whether such a match is free: at first others have it for a moment only, and later hardly ever."""
TOGETHER_SECONDS = 0.2
"""So much of its own time the thread spends on steps while others wait for the same commit; the rest is for the next one.

Much less helps nobody: a match whose step is left over is told twice, of its orders and then of the step, and all wait the longer for it.
"""


class Again(NamedTuple):
    """A match whose step is perhaps over, or was in a batch that had no time for it."""

    match_id: str


_Item = tuple[Check, Answer] | Again


@dataclass(slots=True)
class Written:
    """What became of a batch."""

    results: list[Result]
    """One per entry, in their order."""
    touched: set[str] = field(default_factory=set)
    """Matches about which there is news for somebody, if only for whoever sent the orders."""
    facts: dict[str, Facts] = field(default_factory=dict)
    """Those of them of which it is known how they are on disk now. A match that is over is read from the tables."""
    saving: Saving | None = None
    """The steps that were resolved."""
    apart: list[str] = field(default_factory=list)
    """Matches whose steps are to be looked at apart."""
    later: list[str] = field(default_factory=list)
    """Matches for whose steps there was no time."""
    locked: set[str] = field(default_factory=set)
    """Matches that somebody else has locked: nothing of theirs was looked at."""

    def add(self, other: Written) -> None:
        """What became of the entry after these, in a transaction of its own."""
        self.results += other.results
        self.touched |= other.touched
        self.facts |= other.facts
        self.apart += other.apart
        self.locked |= other.locked


class Journal:
    """The queue, and the thread that empties it."""

    def __init__(self) -> None:
        self._station: Station[_Item] = Station("journal", self._work, most=BATCH)
        self._put_off: list[tuple[_Item, float]] = []
        """What comes first in the next batch because its match is locked, and since when it is in hand."""
        self.uncounted: set[str] = set()
        """Matches with votes to count, that somebody else had locked."""

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
        """Queue entries, and what becomes one after a quick look; each answer is called in the journal's thread after the commit.

        From any thread.
        """
        self._station.put(asked)

    def put_again(self, match_ids: Iterable[str]) -> None:
        """Look once more, with the next batch, whether the steps of these matches are over. From any thread."""
        self._station.put([Again(match_id) for match_id in match_ids])

    async def store(self, entry: Entry) -> Stored:
        """Queue an entry and wait until it is on disk; raises ServiceError. Cancelling the waiting does not take the orders back."""
        return await asyncio.shield(asyncio.wrap_future(self.put(entry)))

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

    def _work(self, batch: Sequence[_Item]) -> float | None:
        """From what is queued to the news of it; returns the seconds until what is put off is tried again, None if nothing is."""
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
        # From before the matches are read, so that no reader can have told something newer.
        hold = hub.Hold(matches, {match_id for match_id in matches if resolving.is_quick(match_id)})
        written = Written([])
        try:
            written = _write_safely(asked, again.keys())
            _remember_and_read(written, hold)
            self._answer(orders, written.results, now)
            self._put_off += [
                (Again(match_id), since)
                for match_id, since in again.items()
                if match_id in written.locked and now < since + LOCK_SECONDS
            ]
        finally:
            self._tell(matches, written, hold)
            refresh_connection()
        if not self._put_off:
            return None
        least, most = LOOKS_APART
        return min(most, max(least, now - max(since for _item, since in self._put_off)))

    def _answer(self, orders: Sequence[tuple[Check, Answer, float]], results: Sequence[Result], now: float) -> None:
        """Whoever gave orders, but not those who are put off."""
        ends: Counter[tuple[str, str]] = Counter()
        for (one, answer, since), result in zip(orders, results, strict=True):
            if isinstance(result, PutOff) and now < since + LOCK_SECONDS:
                self._put_off.append(((one, answer), since))
                continue
            ends[one.by, "stored" if isinstance(result, Stored) else result.code] += 1
            try:
                answer(result)
            except Exception:
                # Whoever waited is gone; the others still wait.
                log.exception("an answer could not be given")
        for (by, code), number in ends.items():
            metrics.ORDERS.labels(by, code).inc(number)

    def _tell(self, matches: Set[str], written: Written, hold: hub.Hold) -> None:
        """Whoever watches these matches or listens, here and elsewhere; and have looked at what is left."""
        told = hold.release()
        wake.publish_from_thread(written.touched, told=told)
        for match_id in written.apart:
            self.look_apart(match_id)
        self.put_again(written.later)
        if written.saving is not None:
            written.saving.tell()
        for match_id in self.uncounted.intersection(matches) - written.locked:
            fewer_decide.send_robust(sender=Match, match_id=match_id)

    def look_apart(self, match_id: str) -> None:
        """Have a referee's thread resolve the step of that match if it is over: it takes its time, or something is wrong with it."""
        threads.REFEREE.submit(partial(threads.with_connection, partial(self._advance, match_id)))

    def _advance(self, match_id: str) -> None:
        try:
            referee.advance_and_tell(match_id)
        except rows.Locked:
            # By way of the queue, which puts off what is locked and looks at it again.
            self.put_again([match_id])


def _remember_and_read(written: Written, hold: hub.Hold) -> None:
    """After the commit and before anybody hears of it. What is on disk stays there, and its orders are answered, whatever goes wrong here."""
    try:
        if written.saving is not None:
            written.saving.remember()
        hold.read(written.facts)
    except Exception:
        log.exception("a batch was written, and what comes after it failed")


def _write_safely(asked: Sequence[Check], again: Set[str] = frozenset()) -> Written:
    """One transaction for all; if it fails, one for each and no steps, so that a bad entry takes no other with it."""
    try:
        refresh_connection()
        return write(asked, again, True)
    except Exception as error:
        log.exception("a batch of %s entries was not written", len(asked))
        if is_busy(error):
            # No entry is to blame, and all have waited for as long as any of them would.
            return Written([Unavailable() for _ in asked], apart=list(again))
    # Whatever was wrong with a step, whoever looks at it apart finds out.
    written = Written([], apart=list(again))
    for one in asked:
        refresh_connection()
        try:
            # What comes after an entry that is put off does not overtake it.
            written.add(Written([PutOff()]) if one.match_id in written.locked else write([one]))
        except (OperationalError, InterfaceError):
            # The database itself is away or full: the rest would fail too, each after a timeout of its own.
            log.exception("the database takes no orders")
            written.results += [Unavailable() for _ in asked[len(written.results) :]]
            break
        except Exception:
            log.exception("orders for match %s", one.match_id)
            written.results.append(Unavailable())
    return written


def write(asked: Sequence[Check], again: Set[str] = frozenset(), resolves: bool = False) -> Written:
    """Write what fits, and the steps that are over with it, in one transaction. Raises whatever goes wrong: nothing is written.

    `again`: other matches whose steps are perhaps over. Without `resolves` steps are left to whoever looks at them apart.
    """
    if database().in_atomic_block:
        raise DatabaseError("the journal needs a transaction of its own: an acknowledged order is a committed one")
    with writing():
        wanted = again | {one.match_id for one in asked}
        facts = rows.read(wanted, lock=True)
        locked = rows.locked(wanted - facts.keys())
        accepted = accept(asked, facts, locked)
        _store(accepted)
        # Those that wait since an earlier batch come first.
        awaited = {match_id: facts[match_id] for match_id in again if match_id in facts} | accepted.awaited
        written = Written(accepted.results, set(accepted.touched), locked=locked)
        if resolves:
            _resolve_and_save(awaited, written)
        else:
            written.apart = list(awaited)
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
        # Its votes stay, and count no more: that they are gone would tell the others before the step does.
        Seat.objects.filter(pk__in=[seat.id for seat in accepted.resigned]).update(resigned=True, autopilot="")


def _resolve_and_save(awaited: dict[str, Facts], written: Written) -> None:
    steps = closing.Round(awaited, TOGETHER_SECONDS)
    written.apart, written.later = steps.apart, steps.later
    if steps.resolved:
        written.saving = Saving(steps.resolved, timezone.now(), are_current=True)
        written.saving.write()
        written.facts |= written.saving.facts


JOURNAL = Journal()
"""The one writer of orders of this process."""


def settle() -> None:
    """Wait until everything that is in hand now is done."""
    JOURNAL.wait()
    threads.in_each(threads.REFEREE, threads.REFEREE_THREADS, lambda: None)
    JOURNAL.wait()


def on_fewer_decide(*, match_id: str, **_: object) -> None:
    """Count the votes of a match anew. Whoever resolves steps waits for nobody: the journal finds out when it is free."""
    with acts.passing():
        votes.on_fewer_decide(match_id=match_id)
        JOURNAL.uncounted.discard(match_id)
        return
    JOURNAL.uncounted.add(match_id)
    JOURNAL.put_again([match_id])
