"""Do these orders fit their match as it is now? The first stage of the `journal`: it reads and writes nothing, and knows no rules.

Orders come here checked, or with somebody who checks them. What fits is added to the facts of its match, so that the next entry is held
against it; what does not is refused and disturbs no other entry.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime

from games.core.contract import Json
from games.core.errors import OrderError
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


@dataclass(slots=True)
class Accepted:
    """What became of some entries, and what has to be written for it."""

    results: list[Result] = field(default_factory=list)
    """One per entry, in their order."""
    orders: list[tuple[object, ...]] = field(default_factory=list)
    """Rows for `rows.insert_orders`."""
    returned: list[Seat] = field(default_factory=list)
    """Seats whose bot stands in no longer."""
    resigned: list[Seat] = field(default_factory=list)
    touched: set[str] = field(default_factory=set)
    """Matches about which there is news for somebody, if only for whoever sent the orders."""
    shown: set[str] = field(default_factory=set)
    """Those of them of which others see something new."""
    awaited: dict[str, Facts] = field(default_factory=dict)
    """Those in which a seat said that it is ready or gives up, in the order in which they did: perhaps their step is over."""


def accept(asked: Sequence[Check], facts: Mapping[str, Facts], locked: Set[str]) -> Accepted:
    """Hold entries, oldest first, against their matches, and change `facts` by what fits.

    `locked`: matches that somebody else has locked and of which there are no facts; what belongs to them is put off.
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
    accepted.orders.append(rows.orders_row(entry.match_id, entry.step, given))
    accepted.touched.add(entry.match_id)
    if entry.ready:
        accepted.awaited.setdefault(entry.match_id, facts)
    # Only what others may see counts: that somebody began to write orders, or gave up, is nobody's business yet; nor is, in a
    # step with a secret wait, that somebody is ready.
    is_shown = facts.match.hold_until is None
    if is_shown and ready != was_ready:
        accepted.shown.add(entry.match_id)
    if entry.resign:
        if seat.autopilot:
            # To the others it looks like a return until the step is resolved.
            accepted.shown.add(entry.match_id)
            accepted.returned.append(seat)
        accepted.resigned.append(seat)
        missed = 0 if seat.autopilot else seat.missed
        facts.replace_seat(seat, resigned=True, autopilot="", missed=missed)
    elif entry.by == Orders.By.PERSON and seat.autopilot:
        # Whoever gives orders is back.
        accepted.returned.append(seat)
        accepted.shown.add(entry.match_id)
        facts.replace_seat(seat, autopilot="", missed=0)
    return Stored(given.orders if entry.keep else entry.orders, given.ready, given.revision)


def _check_time(facts: Facts, entry: Entry, seat: Seat) -> None:
    """Raises ServiceError if it comes too late."""
    if entry.by == Orders.By.BOT:
        _check_bot(facts, entry, seat)
    elif not entry.resign:
        assert facts.match.deadline is not None
        if entry.now > clock.person_until(facts.match.deadline, seat.bank_ms, uses_bank=entry.uses_bank):
            raise TooLate


def _check_bot(facts: Facts, entry: Entry, seat: Seat) -> None:
    if not seat.is_automatic:
        raise NotAllowed
    last = facts.given.get(entry.seat)
    if last is not None and last.ready:
        raise NotPending
