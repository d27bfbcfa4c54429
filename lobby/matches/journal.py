"""How do orders get to disk before they are acknowledged? Group commit: the one writer of orders in a process.

What is queued while the disk works shares the next transaction. Inside it the matches are locked, and every entry is held
against its match as it is at that moment; what no longer fits is refused and disturbs no other entry. An entry that
was accepted is committed when its future has a result. Knows no rules: orders come here checked.
"""

from __future__ import annotations

import asyncio
import json
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from django.db import DatabaseError, InterfaceError, OperationalError, connection

from games.core.contract import Json
from lobby import metrics
from lobby.matches import clock, rows
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
from lobby.matches.threads import Station, close_connection, refresh_connection, writing

log = logging.getLogger("fogbound.journal")

BATCH = 500


@dataclass(slots=True)
class Entry:
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
    user_id: int | None = None
    """Whose seat it must still be; None: anybody's."""


@dataclass(slots=True)
class Stored:
    """What is on disk now."""

    orders: Json
    ready: bool
    revision: int


Result = Stored | ServiceError
Answer = Callable[[Result], None]


@dataclass(frozen=True)
class Written:
    """What became of a batch."""

    results: list[Result]
    """One per entry, in their order."""
    touched: frozenset[str] = frozenset()
    """Matches about which there is news for somebody, if only for whoever sent the orders."""
    awaited: Mapping[str, Facts] = field(default_factory=dict)
    """Matches in which a seat said that it is ready or gives up, as they are on disk now: perhaps their step is over."""


class Check(ABC):
    """Something that may become an entry."""

    @abstractmethod
    def entries(self) -> list[tuple[Entry, Answer]]:
        """The entry and who hears of it; empty if it became none, and whoever waits for it has been told. Raises nothing."""


class Work(Protocol):
    """Something else to be written that shares a commit with orders."""

    def write(self) -> None:
        """Inside the transaction, after the orders."""

    def done(self) -> None:
        """It is on disk."""

    def failed(self) -> None:
        """Nothing of it was written."""


class Journal:
    """A queue and a thread that empties it."""

    def __init__(self, *, stored: Callable[[Written], None] | None = None) -> None:
        """`stored` hears of every batch after its commit, in the writer's thread, when everybody has been answered."""
        self._stored = stored
        self._station: Station[tuple[Entry, Answer] | Check | Work] = Station("journal", self._write, most=BATCH)

    def put(self, entry: Entry) -> Future[Stored]:
        """Queue an entry; the future has its result after the commit, or a ServiceError. From any thread."""
        future: Future[Stored] = Future()

        def answer(result: Result) -> None:
            if isinstance(result, ServiceError):
                future.set_exception(result)
            else:
                future.set_result(result)

        self.put_many([(entry, answer)])
        return future

    def put_many(self, entries: Sequence[tuple[Entry, Answer]]) -> None:
        """Queue entries; each answer is called in the writer's thread after the commit. From any thread."""
        self._station.put(entries)

    def put_checks(self, checks: Sequence[Check]) -> None:
        """Queue what may become entries, and is quickly looked at: that is done in the writer's thread. From any thread."""
        self._station.put(checks)

    def put_work(self, work: Work) -> None:
        """Queue something else to be written. From any thread."""
        self._station.put([work])

    async def store(self, entry: Entry) -> Stored:
        """Queue an entry and wait until it is on disk; raises ServiceError. Cancelling the waiting does not unsay the orders."""
        return await asyncio.shield(asyncio.wrap_future(self.put(entry)))

    def wait(self) -> None:
        """Wait until everything that was queued before is answered."""
        self._station.call(lambda: None)

    def flush(self) -> None:
        """Wait until everything that was queued before is answered, and give the database connection back."""
        self._station.call(close_connection)

    def _write(self, batch: Sequence[tuple[Entry, Answer] | Check | Work]) -> None:
        asked: list[tuple[Entry, Answer]] = []
        works: list[Work] = []
        for item in batch:
            if isinstance(item, tuple):
                asked.append(item)
            elif isinstance(item, Check):
                asked += item.entries()
            else:
                works.append(item)
        written = _commit([entry for entry, _ in asked], works)
        for (entry, answer), result in zip(asked, written.results, strict=True):
            code = result.code if isinstance(result, ServiceError) else "stored"
            metrics.ORDERS.labels(entry.by, code).inc()
            answer(result)
        if self._stored is not None:
            try:
                self._stored(written)
            except Exception:
                log.exception("nobody was told of a batch that was written")
        refresh_connection()


def _commit(entries: Sequence[Entry], works: Sequence[Work]) -> Written:
    """Everything in one transaction; if it fails, each in one of its own."""
    if works:
        refresh_connection()
        try:
            written = write(entries, works)
        except Exception:
            log.exception("a batch of %s entries and %s works was not written", len(entries), len(works))
            for work in works:
                _write_alone(work)
        else:
            for work in works:
                _tell_done(work)
            return written
    return _write_safely(entries) if entries else Written([])


def _write_alone(work: Work) -> None:
    refresh_connection()
    try:
        write((), [work])
    except Exception:
        log.exception("something was not written")
        work.failed()
    else:
        _tell_done(work)


def _tell_done(work: Work) -> None:
    """What is on disk stays there, and the orders that came with it are answered, whatever goes wrong in the telling."""
    try:
        work.done()
    except Exception:
        log.exception("nobody was told of something that was written")


def _write_safely(entries: Sequence[Entry]) -> Written:
    """One transaction for all; if it fails, one for each, so that a bad entry takes no other with it."""
    refresh_connection()
    try:
        return write(entries)
    except Exception:
        log.exception("a batch of %s entries was not written", len(entries))
        if len(entries) == 1:
            return Written([Unavailable()])
    alone: list[Written] = []
    for entry in entries:
        refresh_connection()
        try:
            alone.append(write([entry]))
        except (OperationalError, InterfaceError):
            # The database itself is away or full: the rest would fail too, each after a timeout of its own.
            log.exception("the database takes no orders")
            alone += [Written([Unavailable()]) for _ in entries[len(alone) :]]
            break
        except Exception:
            log.exception("orders of seat %s for step %s of %s", entry.seat, entry.step, entry.match_id)
            alone.append(Written([Unavailable()]))
    return Written(
        [result for one in alone for result in one.results],
        frozenset(match_id for one in alone for match_id in one.touched),
        {match_id: facts for one in alone for match_id, facts in one.awaited.items()},
    )


def write(entries: Sequence[Entry], works: Sequence[Work] = ()) -> Written:
    """Write what fits, and works, in one transaction. Raises DatabaseError: nothing is written."""
    if connection.in_atomic_block:
        raise DatabaseError("the journal needs a transaction of its own: an acknowledged order is a committed one")
    with writing():
        written = _Batch(entries).write() if entries else Written([])
        for work in works:
            # After the orders: those that came in before a step is saved still belong to it.
            work.write()
    return written


class _Batch:
    """One transaction's worth of entries, with everything they are held against."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        self.facts = rows.read((entry.match_id for entry in entries), lock=True)
        self.orders: list[tuple[object, ...]] = []
        self.shown: set[str] = set()
        self.touched: set[str] = set()
        self.awaited: dict[str, Facts] = {}
        self.returned: list[Seat] = []
        self.resigned: list[Seat] = []

    def write(self) -> Written:
        results: list[Result] = []
        for entry in self.entries:
            try:
                results.append(self._accept(entry))
            except ServiceError as error:
                results.append(error)
        rows.insert_orders(self.orders)
        if self.returned:
            Seat.objects.filter(pk__in=[seat.id for seat in self.returned]).update(autopilot="", missed=0)
        if self.resigned:
            # Its votes stay, and count no more: that they are gone would tell the others before the step does.
            Seat.objects.filter(pk__in=[seat.id for seat in self.resigned]).update(resigned=True, autopilot="")
        rows.count_revisions(self.shown)
        return Written(results, frozenset(self.touched), self.awaited)

    def _accept(self, entry: Entry) -> Stored:
        facts, seat = self._fitting(entry)
        last = facts.given.get(entry.seat)
        given = Given(
            seat=entry.seat,
            revision=last.revision + 1 if last else 1,
            ready=entry.ready,
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
        if is_shown and entry.ready != (last is not None and last.ready):
            self.shown.add(entry.match_id)
        if entry.resign:
            if seat.autopilot:
                # To the others it looks like a return until the step is resolved.
                self.shown.add(entry.match_id)
                self.returned.append(seat)
            self.resigned.append(seat)
            facts.replace_seat(seat, resigned=True, autopilot="")
        elif entry.by == Orders.By.PERSON and seat.autopilot:
            # Whoever gives orders is back.
            self.returned.append(seat)
            self.shown.add(entry.match_id)
            facts.replace_seat(seat, autopilot="")
        return Stored(json.loads(given.text) if entry.keep else entry.orders, given.ready, given.revision)

    def _fitting(self, entry: Entry) -> tuple[Facts, Seat]:
        """The match and the seat of an entry that still fits; raises ServiceError."""
        facts = self.facts.get(entry.match_id)
        if facts is None:
            raise NoMatch
        match = facts.match
        paused = match.status == Match.Status.PAUSED
        if match.status != Match.Status.RUNNING and not (entry.resign and paused):
            raise NotRunning
        if match.step != entry.step:
            raise WrongStep("step", step=match.step)
        seat = facts.seat(entry.seat)
        if seat is None or (entry.user_id is not None and seat.user_id != entry.user_id):
            raise NotYourSeat
        if seat.resigned:
            raise NotPending
        if entry.by == Orders.By.BOT:
            self._check_bot(facts, entry, seat)
        elif not entry.resign:
            assert match.deadline is not None
            if entry.now > clock.person_until(match.deadline, seat.bank_ms, uses_bank=entry.uses_bank):
                raise TooLate
        return facts, seat

    @staticmethod
    def _check_bot(facts: Facts, entry: Entry, seat: Seat) -> None:
        if not seat.is_automatic:
            raise NotAllowed
        last = facts.given.get(entry.seat)
        if last is not None and last.ready:
            raise NotPending
