"""How do orders get to disk before they are acknowledged? Group commit: the one writer of orders in a process.

What is queued while the disk works shares the next transaction. Inside it the matches are locked, and every entry is held
against its match as it is at that moment; what no longer fits is refused and disturbs no other entry. An entry that
was accepted is committed when its future has a result. Knows no rules: orders come here checked.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime

from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.db.models import F

from games.core.contract import Json
from lobby import metrics
from lobby.matches import clock
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
from lobby.matches.threads import refresh_connection, writing

log = logging.getLogger("fogbound.journal")

BATCH = 500


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class Stored:
    """What is on disk now."""

    orders: Json
    ready: bool
    revision: int


@dataclass
class _Last:
    """The newest row of a seat at a step."""

    revision: int
    ready: bool
    by: str
    row: Orders | int
    """The row itself when it is of this transaction, else its primary key."""


Key = tuple[str, int, int]


class Journal:
    """A queue and a thread that empties it."""

    def __init__(self) -> None:
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self._lock = threading.Lock()
        self._queue: list[tuple[Entry, Future[Stored]]] = []
        self._scheduled = False

    def put(self, entry: Entry) -> Future[Stored]:
        """Queue an entry; the future has its result after the commit, or a ServiceError. From any thread."""
        future: Future[Stored] = Future()
        with self._lock:
            self._queue.append((entry, future))
            if not self._scheduled:
                self._scheduled = True
                self._writer.submit(self._drain)
        return future

    async def store(self, entry: Entry) -> Stored:
        """Queue an entry and wait until it is on disk; raises ServiceError. Cancelling the waiting does not unsay the orders."""
        return await asyncio.shield(asyncio.wrap_future(self.put(entry)))

    def flush(self) -> None:
        """Wait until everything that was queued before is answered, and give the database connection back."""
        self._writer.submit(lambda: connection.close()).result()

    def _drain(self) -> None:
        while True:
            with self._lock:
                batch, self._queue = self._queue[:BATCH], self._queue[BATCH:]
                if not batch:
                    self._scheduled = False
                    return
            results = _write_safely([entry for entry, _ in batch])
            for (entry, future), result in zip(batch, results, strict=True):
                metrics.ORDERS.labels(entry.by, result.code if isinstance(result, ServiceError) else "stored").inc()
                if isinstance(result, ServiceError):
                    future.set_exception(result)
                else:
                    future.set_result(result)
            refresh_connection()


JOURNAL = Journal()


def _write_safely(entries: Sequence[Entry]) -> list[Stored | ServiceError]:
    """One transaction for all; if it fails, one for each, so that a bad entry takes no other with it."""
    refresh_connection()
    try:
        return write(entries)
    except Exception:
        log.exception("a batch of %s entries was not written", len(entries))
        if len(entries) == 1:
            return [Unavailable()]
    results: list[Stored | ServiceError] = []
    for entry in entries:
        refresh_connection()
        try:
            results += write([entry])
        except (OperationalError, InterfaceError):
            # The database itself is away or full: the rest would fail too, each after a timeout of its own.
            log.exception("the database takes no orders")
            return results + [Unavailable() for _ in entries[len(results) :]]
        except Exception:
            log.exception("orders of seat %s for step %s of %s", entry.seat, entry.step, entry.match_id)
            results.append(Unavailable())
    return results


def write(entries: Sequence[Entry]) -> list[Stored | ServiceError]:
    """Write what fits in one transaction; one answer per entry, in their order. Raises DatabaseError: nothing is written."""
    if connection.in_atomic_block:
        raise DatabaseError("the journal needs a transaction of its own: an acknowledged order is a committed one")
    with writing():
        return _Batch(entries).write()


class _Batch:
    """One transaction's worth of entries, with everything they are held against."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        ids = sorted({entry.match_id for entry in entries})
        # In the order of their ids, so that two writers cannot wait for each other in a circle.
        locked = (
            Match.objects.select_for_update(no_key=True)
            .only("status", "step", "deadline", "hold_until")
            .filter(pk__in=ids)
        )
        self.matches = {match.pk: match for match in locked.order_by("pk")}
        self.seats = {(seat.match_id, seat.number): seat for seat in Seat.objects.filter(match_id__in=ids)}
        self.last: dict[Key, _Last] = {}
        stored = Orders.objects.filter(match_id__in=ids, step__in={entry.step for entry in entries})
        for match_id, step, seat, revision, ready, by, pk in stored.order_by("revision").values_list(
            "match_id", "step", "seat", "revision", "ready", "by", "pk"
        ):
            self.last[match_id, step, seat] = _Last(revision, ready, by, pk)
        self.rows: list[Orders] = []
        self.changed: set[str] = set()
        """Matches whose status shows something new."""
        self.returned: list[Seat] = []
        self.resigned: list[Seat] = []

    def write(self) -> list[Stored | ServiceError]:
        results: list[Stored | ServiceError] = []
        for entry in self.entries:
            try:
                results.append(self._accept(entry))
            except ServiceError as error:
                results.append(error)
        Orders.objects.bulk_create(self.rows)
        for seat in self.returned:
            Seat.objects.filter(pk=seat.pk).update(autopilot="", missed=0)
        for seat in self.resigned:
            # Its votes stay, and count no more: that they are gone would tell the others before the step does.
            Seat.objects.filter(pk=seat.pk).update(resigned=True, autopilot="")
        if self.changed:
            Match.objects.filter(pk__in=self.changed).update(revision=F("revision") + 1)
        return results

    def _accept(self, entry: Entry) -> Stored:
        seat = self._fitting_seat(entry)
        key = (entry.match_id, entry.step, entry.seat)
        last = self.last.get(key)
        row = Orders(
            match_id=entry.match_id,
            step=entry.step,
            seat=entry.seat,
            revision=last.revision + 1 if last else 1,
            orders=self._kept(last) if entry.keep and last else entry.orders,
            ready=entry.ready,
            by=entry.by,
            created_at=entry.now,
        )
        self.rows.append(row)
        # Only what others may see counts: that somebody began to write orders, or gave up, is nobody's business yet; nor is, in a
        # step with a secret wait, that somebody is ready.
        is_shown = self.matches[entry.match_id].hold_until is None
        if is_shown and entry.ready != (last is not None and last.ready):
            self.changed.add(entry.match_id)
        self.last[key] = _Last(row.revision, row.ready, row.by, row)
        if entry.resign:
            if seat.autopilot:
                # To the others it looks like a return until the step is resolved.
                self.changed.add(entry.match_id)
                self.returned.append(seat)
            seat.resigned, seat.autopilot = True, ""
            self.resigned.append(seat)
        elif entry.by == Orders.By.PERSON and seat.autopilot:
            # Whoever gives orders is back.
            seat.autopilot = ""
            self.returned.append(seat)
            self.changed.add(entry.match_id)
        return Stored(row.orders, row.ready, row.revision)

    def _fitting_seat(self, entry: Entry) -> Seat:
        """The seat of an entry that still fits its match; raises ServiceError."""
        match = self.matches.get(entry.match_id)
        if match is None:
            raise NoMatch
        paused = match.status == Match.Status.PAUSED
        if match.status != Match.Status.RUNNING and not (entry.resign and paused):
            raise NotRunning
        if match.step != entry.step:
            raise WrongStep("step", step=match.step)
        seat = self.seats.get((entry.match_id, entry.seat))
        if seat is None:
            raise NotYourSeat
        if seat.resigned:
            raise NotPending
        if entry.by == Orders.By.BOT:
            self._check_bot(entry, seat)
        elif not entry.resign:
            assert match.deadline is not None
            if entry.now > clock.person_until(match.deadline, seat.bank_ms, uses_bank=entry.uses_bank):
                raise TooLate
        return seat

    def _check_bot(self, entry: Entry, seat: Seat) -> None:
        if not seat.is_automatic:
            raise NotAllowed
        last = self.last.get((entry.match_id, entry.step, entry.seat))
        if last is not None and last.ready:
            raise NotPending

    @staticmethod
    def _kept(last: _Last) -> Json:
        if isinstance(last.row, Orders):
            return last.row.orders
        return Orders.objects.values_list("orders", flat=True).get(pk=last.row)
