"""What may a person do in a match that runs? Give orders, be done, resign, vote, come back, open a window to spectators.

Each function checks who asks, changes the database in one transaction and wakes whoever watches. Refusals are
`ServiceError` or, for orders, the game's own `OrderError`; then nothing was changed. What waits for the journal is
async, the rest is for threads. Tables that have not started are in `tables`.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from django.db import DatabaseError
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.contract import Game, Json
from games.core.errors import OrderError
from lobby.matches import acts, audience, clock, resolving, rows, terms, threads, timer, votes, wake
from lobby.matches.entries import Answer, Check, Entry, Stored
from lobby.matches.errors import (
    NoMatch,
    NotAllowed,
    NotPending,
    NotRunning,
    ServiceError,
    Unavailable,
    WrongStep,
)
from lobby.matches.journal import JOURNAL
from lobby.matches.models import Match, Orders, Seat, Vote
from lobby.matches.positions import Position, game_of, position
from lobby.matches.records import SeatRecord, store_records
from lobby.matches.rows import Facts, Given

log = logging.getLogger("fogbound.services")

__all__ = [
    "Stored",
    "come_back",
    "forecast",
    "resign",
    "set_ready",
    "set_watchable",
    "staff_abort",
    "staff_resume",
    "submit_bot_orders",
    "submit_orders",
    "submit_records",
    "take_back",
    "take_vacation",
    "vote",
]


async def submit_orders(
    *, user_id: int, match_id: str, step: int, orders: Json, ready: bool = False, seat: int | None = None
) -> Stored:
    """Store orders for the person's seat in place of earlier ones; on disk when this returns. Raises OrderError too.

    `seat` here and below: which one, for somebody who has several; None: the first.
    """
    return await _submit(Submission(match_id, step, orders, ready, user_id=user_id, seat=seat))


async def set_ready(*, user_id: int, match_id: str, step: int, ready: bool, seat: int | None = None) -> Stored:
    """Say that the seat is done with the step, or not after all; the orders stay what they were, or the default ones."""
    return await _submit(Submission(match_id, step, None, ready, user_id=user_id, seat=seat, keep=True))


async def submit_bot_orders(*, match_id: str, seat: int, step: int, orders: Json) -> Stored:
    """Store what a bot decided for the seat that it plays; such a seat is ready at once. Raises OrderError too."""
    return await _submit(Submission(match_id, step, orders, ready=True, by=Orders.By.BOT, seat=seat))


async def submit_records(*, match_id: str, step: int, records: Mapping[int, SeatRecord], is_driven: bool) -> bool:
    """Store what the programs of a step did; those seats are ready at once. False when it came too late.

    What programs ordered beforehand is checked like anybody's orders, the record of a driven step is not.
    """
    if not is_driven:
        records = await threads.run(threads.SERVICES, _checked_records, match_id, step, records)
    if not await acts.run(store_records, match_id=match_id, step=step, records=records):
        return False
    await wake.publish(match_id)
    timer.nudge(match_id)
    return True


async def resign(*, user_id: int, match_id: str, seat: int | None = None) -> Stored:
    """Give up the person's seat, whether it is awaited or not.

    Cancelling the waiting does not undo the resignation: what follows from it for the others follows.
    """
    giving_up = asyncio.create_task(_give_up(user_id, match_id, seat), name=f"resign {match_id}")
    _giving_up.add(giving_up)
    giving_up.add_done_callback(_giving_up.discard)
    return await asyncio.shield(giving_up)


_giving_up: set[asyncio.Task[Stored]] = set()


async def _give_up(user_id: int, match_id: str, seat: int | None) -> Stored:
    entry = await threads.run(
        threads.SERVICES, _resignation, user_id=user_id, match_id=match_id, number=seat, now=timezone.now()
    )
    while True:
        try:
            stored = await JOURNAL.store(entry)
            break
        except WrongStep as error:
            # The step was resolved in between: the seat gives up in the one that is due now.
            entry = await threads.run(
                threads.SERVICES, _resignation, user_id=user_id, match_id=match_id, number=seat, now=timezone.now()
            )
            log.debug("a resignation moves on to step %s", error.data["step"])
    # In a pause there is one less to agree at once; else only when the step is over, for nobody knows before.
    try:
        await acts.run(votes.on_fewer_decide, match_id=match_id)
    except (DatabaseError, Unavailable):
        # The seat has given up, whatever becomes of the votes.
        log.exception("match %s: nobody could look whether all who are left want the same", match_id)
    return stored


def vote(*, user_id: int, match_id: str, kind: str, value: bool) -> None:
    """Be for or no longer for a pause, its end, more time, a draw or an abort; it happens when everybody in play is for it.

    Somebody with several seats votes for all of them.
    """
    if kind not in Vote.Kind.values:
        raise NotAllowed("kind")
    with acts.acting():
        match = _locked(match_id)
        seats = list(match.seats.all())
        audience.seat_held(match, seats, user_id)
        votes.cast(match, seats, audience.seats_of(seats, user_id), kind, value=value, now=timezone.now())
        wake.publish_soon(match_id)


def come_back(*, user_id: int, match_id: str, seat: int | None = None) -> None:
    """Take the seat back from the bot that plays it. If the step is still open, the bot's orders wait for the person's word."""
    now = timezone.now()
    with acts.acting():
        match = _locked(match_id)
        held = audience.seat_held(match, list(match.seats.all()), user_id, seat)
        if not match.is_under_way:
            raise NotRunning
        if not held.autopilot:
            return
        Seat.objects.filter(pk=held.pk).update(autopilot="", missed=0)
        changed = {"due_at": now} if match.status == Match.Status.RUNNING else {}
        Match.objects.filter(pk=match_id).update(revision=F("revision") + 1, **changed)
        take_back(match, held, now)
        wake.publish_soon(match_id)


def take_back(match: Match, seat: Seat, now: datetime) -> None:
    """What a bot ordered for the open step waits for the word of the person who plays the seat from now on.

    Inside the transaction that gives them the seat of the locked match: in between a referee would take the bot's word for theirs.
    """
    if match.deadline is not None and now >= match.deadline:
        # The step is the bot's; the seat is the person's from the next one on. During a pause there is always time.
        return
    last = Orders.objects.filter(match=match, step=match.step, seat=seat.number).order_by("-revision").first()
    if last is not None:
        # Not by the journal, which commits by itself; it reads the match again, because somebody else has written.
        given = Given(seat.number, last.revision + 1, False, Orders.By.PERSON, json.dumps(last.orders), now)
        rows.insert_orders([rows.orders_row(match.id, match.step, given)])


def take_vacation(*, user_id: int, match_id: str, days: int) -> None:
    """Spend days of the seat's vacation: the deadline of the step moves by as many days that count."""
    now = timezone.now()
    with acts.acting():
        match = _locked(match_id)
        seats = list(match.seats.all())
        seat = audience.seat_held(match, seats, user_id)
        if match.status != Match.Status.RUNNING or match.deadline is None:
            raise NotRunning
        if not 0 < days <= seat.vacation_left:
            raise NotAllowed("days", _("You have %(left)s days of vacation left here."), left=seat.vacation_left)
        waits = seat.number in game_of(match).pending(position(match.id, match.step).state)
        if not waits or seat.resigned or now >= match.deadline:
            raise NotPending
        votes.move_deadline(match, clock.days_later(match.deadline, days, terms.calendar(match)), now)
        Seat.objects.filter(pk=seat.id).update(vacation_left=F("vacation_left") - days, vacation_step=match.step)
        wake.publish_soon(match_id)


def forecast(*, user_id: int, match_id: str, step: int, orders: Json, seat: int | None = None) -> Json:
    """What would become of draft orders by what the person's seat knows; nothing is stored. Raises OrderError too."""
    held = _seat(user_id, match_id, seat)
    match = held.match
    game = game_of(match)
    _check_step(match, step)
    if game.forecast is None:
        raise NotAllowed("orders", _("This game forecasts nothing."))
    view = audience.seat_view(match, held.number, step)
    return _asked_of_game(match, partial(game.forecast, view, orders))


def set_watchable(*, user_id: int, match_id: str, value: bool) -> None:
    """Let spectators watch from the person's seat, or not."""
    with acts.acting():
        match = _locked(match_id)
        seat = audience.seat_held(match, list(match.seats.all()), user_id)
        if audience.is_over(match) or match.set_aside:
            raise NotRunning
        if match.anonymous:
            raise NotAllowed("value", _("This table hides who sits where: nobody can watch from a seat."))
        # Before the start there is nothing to see.
        was = (seat.watchable or seat.was_watchable) and match.started_at is not None
        Match.objects.filter(pk=match_id).update(revision=F("revision") + 1)
        Seat.objects.filter(pk=seat.pk).update(watchable=value, was_watchable=value or was)
        wake.publish_soon(match_id)


def staff_resume(*, match_id: str) -> None:
    """Start the clock of a paused match again, also after a fault; for staff, who have mended its cause."""
    with acts.acting():
        match = _locked(match_id)
        if match.status != Match.Status.PAUSED:
            raise NotRunning
        votes.resume(match, timezone.now())
        wake.publish_soon(match_id)


def staff_abort(*, match_id: str) -> None:
    """End a match that cannot go on; for staff."""
    with acts.acting():
        match = _locked(match_id)
        if match.status not in {Match.Status.RUNNING, Match.Status.PAUSED}:
            raise NotRunning
        votes.abort(match, timezone.now())
        Vote.objects.filter(match_id=match_id).delete()
        wake.publish_soon(match_id)


@dataclass(slots=True)
class Submission(Check):
    """Orders as they come in, before anybody has looked at them."""

    match_id: str
    step: int
    orders: Json
    ready: bool
    by: str = Orders.By.PERSON
    user_id: int | None = None
    """Whose; None: those of the bot that plays the seat."""
    seat: int | None = None
    """None: the first of the person's."""
    keep: bool = False
    """The orders stay what they were."""
    now: datetime = field(default_factory=timezone.now)

    def entry(self, facts: Facts | None) -> tuple[Entry, Seat]:
        """Checked orders."""
        if facts is None:
            raise NoMatch
        match = facts.match
        if self.user_id is None:
            seat = facts.seat(self.seat or 0)
            if seat is None:
                raise NoMatch
        else:
            seat = audience.seat_held(match, facts.seats, self.user_id, self.seat)
        turn = _turn(match, seat, self.step)
        if self.user_id is not None and seat.program_id is not None:
            raise NotAllowed("", _("Your program plays this seat."))
        entry = _entry(
            turn,
            orders=self.orders,
            ready=self.ready,
            by=self.by,
            now=self.now,
            keep=self.keep,
            user_id=self.user_id,
        )
        return entry, seat


async def _submit(submission: Submission) -> Stored:
    loop = asyncio.get_running_loop()
    counter = _counters.get(loop)
    if counter is None:
        counter = _counters[loop] = _Counter(loop)
    return await counter.hand_in(submission)


class _Counter:
    """Where the submissions of one event loop go in, and their answers come out."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._mailbox = threads.Mailbox(loop)
        self._gathering = threads.Gathering(loop, _pass_on)

    def hand_in(self, submission: Submission) -> asyncio.Future[Stored]:
        future: asyncio.Future[Stored] = self._loop.create_future()
        self._gathering.add((submission, partial(self._mailbox.post, future)))
        return future


_counters: WeakKeyDictionary[asyncio.AbstractEventLoop, _Counter] = WeakKeyDictionary()


_Asked = tuple[Submission, Answer]


def _pass_on(asked: Sequence[_Asked]) -> None:
    # A game that takes its time over a step may do so over orders: then the journal, which is everybody's, does not wait for it.
    quick: list[_Asked] = []
    slow: list[_Asked] = []
    for one in asked:
        (quick if resolving.is_quick(one[0].match_id) else slow).append(one)
    if slow:
        _SUBMISSIONS.put(slow)
    JOURNAL.put_many(quick)


def close() -> None:
    """Write what is on its way, and give the database connections back; at the end of a process that leaves politely."""
    _SUBMISSIONS.call(threads.close_connection)
    JOURNAL.flush()


def _check(batch: Sequence[_Asked]) -> None:
    threads.refresh_connection()
    for submission, answer in batch:
        found = _entry_of(submission)
        if isinstance(found, Entry):
            # The journal looks again whether it fits.
            JOURNAL.put_many([(found, answer)])
        else:
            answer(found)
    threads.refresh_connection()


def _entry_of(submission: Submission) -> Entry | ServiceError | OrderError:
    match_id = submission.match_id
    try:
        return submission.entry(rows.read([match_id]).get(match_id))[0]
    except (ServiceError, OrderError) as refusal:
        return refusal
    except Exception:
        log.exception("match %s step %s: orders could not be checked", match_id, submission.step)
        return Unavailable()


_SUBMISSIONS = threads.Station("submissions", _check, most=200)


@dataclass(frozen=True)
class _Turn:
    """A seat, its match and the position that orders are due for."""

    seat: Seat
    match: Match
    game: Game
    position: Position


def _seats() -> QuerySet[Seat]:
    """Seats with their matches, whose options may hold a whole map that no order needs."""
    return Seat.objects.select_related("match").defer("match__options")


def _seat(user_id: int, match_id: str, number: int | None = None) -> Seat:
    """The person's seat; NoMatch if the match is not for that person's eyes."""
    held = _seats().filter(match_id=match_id, user_id=user_id)
    seat = held.first() if number is None else held.filter(number=number).first()
    if seat is not None:
        return seat
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        raise NoMatch
    return audience.seat_held(match, list(match.seats.all()), user_id, number)


def _check_step(match: Match, step: int) -> None:
    if match.status != Match.Status.RUNNING:
        raise NotRunning
    if step != match.step:
        raise WrongStep("step", step=match.step)


def _turn(match: Match, seat: Seat, step: int) -> _Turn:
    """The seat's turn at `step`; raises NotRunning, WrongStep, NotPending."""
    _check_step(match, step)
    here = position(match.id, step)
    if seat.resigned or seat.number not in here.pending:
        raise NotPending
    return _Turn(seat, match, game_of(match), here)


def _entry(
    turn: _Turn,
    *,
    orders: Json,
    ready: bool,
    by: str,
    now: datetime,
    keep: bool = False,
    user_id: int | None = None,
) -> Entry:
    state, number = turn.position.state, turn.seat.number
    question = (
        partial(turn.game.default_orders, state, number) if keep else partial(turn.game.check, state, number, orders)
    )
    checked = _asked_of_game(turn.match, question)
    return Entry(
        match_id=turn.match.id,
        step=turn.match.step,
        seat=number,
        orders=checked,
        ready=ready,
        by=by,
        now=now,
        uses_bank=turn.game.clocks[turn.position.timing.clock].uses_bank,
        keep=keep,
        user_id=user_id,
    )


def _asked_of_game(match: Match, question: Callable[[], Any]) -> Any:
    """The game's answer; a game that fails on somebody's orders stores nothing and stops nobody else."""
    try:
        return question()
    except OrderError:
        raise
    except Exception as error:
        log.exception("match %s step %s: the game failed on orders", match.id, match.step)
        raise Unavailable from error


def _checked_records(match_id: str, step: int, records: Mapping[int, SeatRecord]) -> dict[int, SeatRecord]:
    now = timezone.now()
    here = position(match_id, step)
    checked = {}
    for seat in _seats().filter(match_id=match_id, number__in=list(records)):
        turn, record = _Turn(seat, seat.match, game_of(seat.match), here), records[seat.number]
        try:
            orders = _entry(turn, orders=record.orders, ready=True, by=Orders.By.PROGRAM, now=now).orders
        except (OrderError, Unavailable) as error:
            log.error("match %s step %s: orders of the program of seat %s: %s", match_id, step, seat.number, error.code)
            orders = turn.game.default_orders(here.state, seat.number)
        checked[seat.number] = replace(record, orders=orders)
    return checked


def _resignation(*, user_id: int, match_id: str, number: int | None, now: datetime) -> Entry:
    seat = _seat(user_id, match_id, number)
    match = seat.match
    if not match.is_under_way:
        raise NotRunning
    if seat.resigned or all(other.pk != seat.id for other in votes.seats_in_play(match, [seat])):
        raise NotPending
    return Entry(
        match_id=match_id,
        step=match.step,
        seat=seat.number,
        orders=game_of(match).resign_orders,
        ready=True,
        by=Orders.By.PERSON,
        now=now,
        resign=True,
        is_unawaited=seat.number not in position(match.id, match.step).pending,
        user_id=user_id,
    )


def _locked(match_id: str) -> Match:
    match = Match.objects.select_for_update(no_key=True).filter(pk=match_id).first()
    if match is None:
        raise NoMatch
    return match
