"""Do these orders fit the present state of their match? The first stage of the `journal`. It reads and writes nothing, and knows no rules.

Orders arrive checked, or as a `Check` that will check them. An accepted entry is added to the facts of its match, and the next entry is
compared with these. A refused entry does not affect others.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from games.core.contract import Json
from games.core.errors import OrderError
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
from lobby.store import rows
from lobby.store.rows import Facts, Given


class Check(ABC):
    """Something that may become an entry: orders that are not checked yet, or an entry itself."""

    __slots__ = ()

    match_id: str
    by: str

    @abstractmethod
    def entry(self, facts: Facts | None) -> tuple[Entry, Seat]:
        """The entry and its seat, for a running match with these facts (None: there is no such match).

        Raises ServiceError, OrderError.
        """


@dataclass(slots=True)
class Entry(Check):
    """Orders on their way to disk."""

    match_id: str
    step: int
    seat: int
    orders: Json
    """Checked orders; an entry with `keep` uses them only if nothing is stored yet."""
    ready: bool
    by: str
    now: datetime
    """When the site received them. This time is compared with the deadline, not the time of the commit."""
    uses_bank: bool = True
    keep: bool = False
    """Change only `ready`; the orders stored last stay."""
    resign: bool = False
    """The seat resigns. Allowed after the deadline and out of turn; the same transaction marks the seat."""
    is_unawaited: bool = False
    """The step does not wait for the seat, so only a resignation could make it ready."""
    user_id: int | None = None
    """The person who must still have the seat; None: anybody."""

    def entry(self, facts: Facts | None) -> tuple[Entry, Seat]:
        """This entry itself, if it still fits."""
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
    """What is stored on disk after the commit."""

    orders: Json
    ready: bool
    revision: int


class Overtaken(NotAllowed):
    """The person has given other orders since, which are stored already."""

    text = _("You have given newer orders since, in another window perhaps. Those are stored.")


class PutOff(Unavailable):
    """Another process has locked the match. The journal tries again; the sender gets this error only when that takes too long."""


Result = Stored | ServiceError | OrderError
Answer = Callable[[Result], None]


@dataclass(slots=True)
class Accepted:
    """The results of some entries, and what must be written for them."""

    results: list[Result] = field(default_factory=list)
    """One per entry, in their order."""
    orders: list[tuple[object, ...]] = field(default_factory=list)
    """Rows for `rows.insert_orders`."""
    returned: list[Seat] = field(default_factory=list)
    """Seats that their person takes back from a stand-in bot."""
    resigned: list[Seat] = field(default_factory=list)
    touched: set[str] = field(default_factory=set)
    """Matches about which there is news for somebody, if only for whoever sent the orders."""
    shown: set[str] = field(default_factory=set)
    """Those of `touched` in which others see something new."""
    awaited: dict[str, Facts] = field(default_factory=dict)
    """Matches in which a seat became ready or resigned, in that order; their step may be over."""


def accept(asked: Sequence[Check], facts: Mapping[str, Facts], locked: Set[str], now: datetime) -> Accepted:
    """Compare entries, oldest first, with their matches, and change `facts` by what fits.

    `locked`: matches that another process has locked, and that have no facts; their entries are postponed. `now`: the time of
    this batch.
    """
    accepted = Accepted()
    for one in asked:
        here = facts.get(one.match_id)
        if here is None and one.match_id in locked:
            accepted.results.append(PutOff())
            continue
        try:
            entry, seat = one.entry(here)
            assert here is not None
            _check_time(here, entry, seat)
            _check_order(here, entry, now)
            accepted.results.append(_accept(accepted, here, entry, seat))
        except (ServiceError, OrderError) as refusal:
            accepted.results.append(refusal)
    for match_id in accepted.shown:
        here = facts[match_id]
        here.match = rows.changed(here.match, revision=here.match.revision + 1)
    return accepted


def _accept(accepted: Accepted, facts: Facts, entry: Entry, seat: Seat) -> Stored:
    last = facts.given.get(entry.seat)
    was_ready = last is not None and last.ready
    # Where no other seat can become ready now, `ready` would reveal the resignation before the step resolves.
    is_quiet = entry.resign and (entry.is_unawaited or facts.match.status == Match.Status.PAUSED)
    # Where a bot stands in, it must look like the person's return, and whoever returns is not ready.
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
    accepted.orders.append(rows.orders_row(entry.match_id, entry.step, given))
    accepted.touched.add(entry.match_id)
    if entry.ready:
        accepted.awaited.setdefault(entry.match_id, facts)
    # Others may not learn that somebody began to write orders or resigned, nor, in a step with a secret wait, that somebody is
    # ready.
    is_shown = facts.match.hold_until is None
    if is_shown and ready != was_ready:
        accepted.shown.add(entry.match_id)
    if entry.resign:
        if seat.autopilot:
            # To others the resignation looks like a return until the step is resolved.
            accepted.shown.add(entry.match_id)
            accepted.returned.append(seat)
        accepted.resigned.append(seat)
        missed = 0 if seat.autopilot else seat.missed
        facts.replace_seat(seat, resigned=True, autopilot="", missed=missed)
    elif entry.by == Orders.By.PERSON and seat.autopilot:
        # Giving orders takes the seat back from the bot.
        accepted.returned.append(seat)
        accepted.shown.add(entry.match_id)
        facts.replace_seat(seat, autopilot="", missed=0)
    return Stored(given.orders if entry.keep else entry.orders, given.ready, given.revision)


def _check_time(facts: Facts, entry: Entry, seat: Seat) -> None:
    """Raises ServiceError if the entry comes too late."""
    if entry.by == Orders.By.BOT:
        _check_bot(facts, entry, seat)
    elif not entry.resign:
        assert facts.match.deadline is not None
        if entry.now > clock.person_until(facts.match.deadline, seat.bank_ms, uses_bank=entry.uses_bank):
            raise TooLate


def _check_order(facts: Facts, entry: Entry, now: datetime) -> None:
    """Raises Overtaken when a person's newer orders are stored already: these waited longer to be checked, or in another process.

    A stored row from the future says nothing about the order: the clock has been set back, or another machine's is ahead.
    """
    last = facts.given.get(entry.seat)
    if last is None or entry.resign or not last.by == entry.by == Orders.By.PERSON:
        return
    if entry.now < last.created_at <= now:
        raise Overtaken


def _check_bot(facts: Facts, entry: Entry, seat: Seat) -> None:
    if not seat.is_automatic:
        raise NotAllowed
    last = facts.given.get(entry.seat)
    if last is not None and last.ready:
        raise NotPending
