"""What may a person do in a running match? Give orders, be ready, resign, come back, take vacation, admit spectators to a seat.

Each function checks the person's rights, changes the database in one transaction and wakes the watchers. Refusals are
`ServiceError` or, for orders, the game's `OrderError`; then nothing has changed. Functions that wait for the journal are
async, the others must run in threads. `tables` has the services for matches that have not started.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.contract import Game, Json
from games.core.errors import OrderError
from lobby.fog import audience
from lobby.matches import clock, terms
from lobby.matches.errors import (
    NoMatch,
    NotAllowed,
    NotPending,
    NotRunning,
    ServiceError,
    Unavailable,
    WrongStep,
)
from lobby.matches.models import GOES_ON, Match, Orders, Seat, Vote
from lobby.matches.signals import fewer_decide
from lobby.platform.process import database, threads
from lobby.play import automatic, in_play, interruptions, resolving, timer
from lobby.play.entries import Answer, Check, Entry, Stored
from lobby.play.journal import JOURNAL
from lobby.play.records import SeatRecord, store_records
from lobby.store import acts, rows, wake
from lobby.store.positions import Position, game_of, position
from lobby.store.rows import Facts, Given

log = logging.getLogger("fogbound.services")

__all__ = [
    "Stored",
    "come_back",
    "forecast",
    "resign",
    "set_preferences",
    "set_ready",
    "set_watchable",
    "staff_abort",
    "staff_resume",
    "submit_bot_orders",
    "submit_orders",
    "submit_records",
    "take_back",
    "take_vacation",
]


async def submit_orders(
    *, user_id: int, match_id: str, step: int, orders: Json, ready: bool = False, seat: int | None = None
) -> Stored:
    """Store orders for the person's seat in place of earlier ones. They are on disk when this returns. Raises OrderError too.

    `seat`, here and below, selects one of the person's seats; None: the first.
    """
    return await _submit(Submission(match_id, step, orders, ready, user_id=user_id, seat=seat))


async def set_ready(
    *, user_id: int, match_id: str, step: int, ready: bool, clear: bool = False, seat: int | None = None
) -> Stored:
    """Mark the seat as ready, or not ready after all. Stored orders stay, unless `clear` is true; without any, default orders are stored."""
    submission = Submission(match_id, step, None, ready, user_id=user_id, seat=seat, keep=not clear, clear=clear)
    return await _submit(submission)


def set_preferences(*, user_id: int, match_id: str, preferences: Json, seat: int | None = None) -> None:
    """Change what the site may answer for the seat, as `automatic.set_preferences` has it; a step that this completes resolves soon."""
    if automatic.set_preferences(user_id=user_id, match_id=match_id, preferences=preferences, seat=seat):
        JOURNAL.put_again([match_id])


async def submit_bot_orders(*, match_id: str, seat: int, step: int, orders: Json) -> Stored:
    """Store a bot's orders for the seat that it plays, and mark the seat as ready. Raises OrderError too."""
    return await _submit(Submission(match_id, step, orders, ready=True, by=Orders.By.BOT, seat=seat))


async def submit_records(*, match_id: str, step: int, records: Mapping[int, SeatRecord], is_driven: bool) -> bool:
    """Store what the programs of a step did, and mark their seats as ready. Returns False if it came too late.

    Orders that programs gave beforehand are checked like anybody's; the record of a driven step is not.
    """
    if not is_driven:
        records = await threads.run(threads.SERVICES, _checked_records, match_id, step, records)
    if not await acts.run(store_records, match_id=match_id, step=step, records=records):
        return False
    await wake.publish(match_id)
    timer.nudge(match_id)
    return True


async def resign(*, user_id: int, match_id: str, seat: int | None = None) -> Stored:
    """Resign the person's seat, whether or not the step waits for it. A match of two ends at once; else the seat ends with the step.

    Cancelling does not undo the resignation or its effects on the other seats.
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
            # The step was resolved meanwhile: the seat resigns in the step that is due now.
            entry = await threads.run(
                threads.SERVICES, _resignation, user_id=user_id, match_id=match_id, number=seat, now=timezone.now()
            )
            log.debug("a resignation moves on to step %s", error.data["step"])
    # Should this fail, the match ends with its step, as one of several seats does for whoever resigns.
    with suppress(acts.InUse):
        if await acts.run(_end_duel, match_id=match_id):
            return stored
    # In a pause one vote fewer is needed at once; otherwise only after the step, because nobody may know earlier.
    # The seat has resigned even if counting the votes fails.
    await threads.run(threads.SERVICES, partial(fewer_decide.send_robust, Match, match_id=match_id))
    return stored


def _end_duel(*, match_id: str) -> bool:
    with acts.acting():
        match = acts.lock(match_id)
        if not interruptions.end_duel(match, list(match.seats.all()), timezone.now()):
            return False
        wake.publish_soon(match_id)
    return True


def come_back(*, user_id: int, match_id: str, seat: int | None = None) -> None:
    """Take the seat back from the bot that plays it. If the step is still open, the bot's orders stay, but no longer as ready."""
    now = timezone.now()
    with acts.acting():
        match = acts.lock(match_id)
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
    """Mark a bot's orders for the open step as not ready, for the person who plays the seat from now on.

    Call it in the transaction that gives the person the seat of the locked match; otherwise a referee could resolve the step in between.
    """
    if match.deadline is not None and now >= match.deadline:
        # The step stays the bot's; the person plays from the next one on. During a pause there is always time.
        return
    last = Orders.objects.filter(match=match, step=match.step, seat=seat.number).order_by("-revision").first()
    if last is not None:
        # Written here and not by the journal, which has its own transaction. The journal reads the match again afterwards.
        given = Given(seat.number, last.revision + 1, False, Orders.By.PERSON, json.dumps(last.orders), now)
        rows.insert_orders([rows.orders_row(match.id, match.step, given)])


def take_vacation(*, user_id: int, match_id: str, days: int) -> None:
    """Spend days of the seat's vacation: the deadline of the step moves by that many days, rest days not counted."""
    now = timezone.now()
    with acts.acting():
        match = acts.lock(match_id)
        seats = list(match.seats.all())
        seat = audience.seat_held(match, seats, user_id)
        if match.status != Match.Status.RUNNING or match.deadline is None:
            raise NotRunning
        if not 0 < days <= seat.vacation_left:
            raise NotAllowed("days", _("You have %(left)s days of vacation left here."), left=seat.vacation_left)
        waits = seat.number in game_of(match).pending(position(match.id, match.step).state)
        if not waits or seat.resigned or now >= match.deadline:
            raise NotPending
        interruptions.move_deadline(match, clock.days_later(match.deadline, days, terms.calendar(match)), now)
        Seat.objects.filter(pk=seat.id).update(vacation_left=F("vacation_left") - days, vacation_step=match.step)
        wake.publish_soon(match_id)


def forecast(*, user_id: int, match_id: str, step: int, orders: Json, seat: int | None = None) -> Json:
    """The game's forecast for draft orders, from the seat's view. Nothing is stored. Raises OrderError too."""
    held = _seat(user_id, match_id, seat)
    match = held.match
    game = game_of(match)
    _check_step(match, step)
    if game.forecast is None:
        raise NotAllowed("orders", _("This game forecasts nothing."))
    view = audience.seat_view(match, held.number, step)
    return audience.in_names(match.id, game, _asked_of_game(match, partial(game.forecast, view, orders)))


def set_watchable(*, user_id: int, match_id: str, value: bool) -> None:
    """Let spectators watch from the person's seat, or not."""
    with acts.acting():
        match = acts.lock(match_id)
        seat = audience.seat_held(match, list(match.seats.all()), user_id)
        if audience.is_over(match) or match.set_aside:
            raise NotRunning
        if match.anonymous:
            raise NotAllowed("value", _("This table hides who sits where: nobody can watch from a seat."))
        # Before the start there is no position that anybody could have seen.
        was = (seat.watchable or seat.was_watchable) and match.started_at is not None
        Match.objects.filter(pk=match_id).update(revision=F("revision") + 1)
        Seat.objects.filter(pk=seat.pk).update(watchable=value, was_watchable=value or was)
        wake.publish_soon(match_id)


def staff_resume(*, match_id: str) -> None:
    """Resume a paused match, also after a fault; for staff, after its cause has been repaired."""
    with acts.acting():
        match = acts.lock(match_id)
        if match.status != Match.Status.PAUSED:
            raise NotRunning
        interruptions.resume(match, timezone.now())
        wake.publish_soon(match_id)


def staff_abort(*, match_id: str) -> None:
    """Abort a match that cannot continue; for staff."""
    with acts.acting():
        match = acts.lock(match_id)
        if match.status not in GOES_ON:
            raise NotRunning
        interruptions.abort(match, timezone.now())
        Vote.objects.filter(match_id=match_id).delete()
        wake.publish_soon(match_id)


@dataclass(slots=True)
class Submission(Check):
    """Orders as received, before they are checked."""

    match_id: str
    step: int
    orders: Json
    ready: bool
    by: str = Orders.By.PERSON
    user_id: int | None = None
    """The person who gave them; None: the bot that plays the seat."""
    seat: int | None = None
    """None: the person's first seat."""
    keep: bool = False
    """Keep the stored orders and change only `ready`."""
    clear: bool = False
    """Store the default orders in place of what is stored."""
    now: datetime = field(default_factory=timezone.now)

    def entry(self, facts: Facts | None) -> tuple[Entry, Seat]:
        """The entry with checked orders, and its seat."""
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
            clear=self.clear,
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
    """Passes the submissions of one event loop to the journal, and returns their answers."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._completions = threads.CompletionQueue(loop)
        self._batch = threads.LoopBatch(loop, _pass_on)

    def hand_in(self, submission: Submission) -> asyncio.Future[Stored]:
        future: asyncio.Future[Stored] = self._loop.create_future()
        self._batch.add((submission, partial(self._completions.post, future)))
        return future


_counters: WeakKeyDictionary[asyncio.AbstractEventLoop, _Counter] = WeakKeyDictionary()


_Asked = tuple[Submission, Answer]


def _pass_on(asked: Sequence[_Asked]) -> None:
    # An engine with slow steps may check orders slowly too: then the check runs outside the journal, which all matches share.
    quick: list[_Asked] = []
    slow: list[_Asked] = []
    for one in asked:
        (quick if resolving.is_quick(one[0].match_id) else slow).append(one)
    if slow:
        _SUBMISSIONS.put(slow)
    JOURNAL.put_many(quick)


def close() -> None:
    """Write what is queued, and close the database connections; at the orderly end of a process."""
    _SUBMISSIONS.call(database.close_connection)
    JOURNAL.flush()


def _check(batch: Sequence[_Asked]) -> None:
    database.refresh_connection()
    for submission, answer in batch:
        found = _entry_of(submission)
        if isinstance(found, Entry):
            # The journal compares it with the match again.
            JOURNAL.put_many([(found, answer)])
        else:
            answer(found)
    database.refresh_connection()


def _entry_of(submission: Submission) -> Entry | ServiceError | OrderError:
    match_id = submission.match_id
    try:
        return submission.entry(rows.read([match_id]).get(match_id))[0]
    except (ServiceError, OrderError) as refusal:
        return refusal
    except Exception:
        log.exception("match %s step %s: orders could not be checked", match_id, submission.step)
        return Unavailable()


_SUBMISSIONS = threads.BatchWorker("submissions", _check, most=200)


@dataclass(frozen=True)
class _Turn:
    """A seat, its match and the position in which its orders are due."""

    seat: Seat
    match: Match
    game: Game
    position: Position


def _seats() -> QuerySet[Seat]:
    """Seats with their matches, without the options, which may contain a whole map that no order needs."""
    return Seat.objects.select_related("match").defer("match__options")


def _seat(user_id: int, match_id: str, number: int | None = None) -> Seat:
    """The person's seat; raises NoMatch if the person may not see the match."""
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
    clear: bool = False,
    user_id: int | None = None,
) -> Entry:
    state, number = turn.position.state, turn.seat.number
    is_default = keep or clear
    question = (
        partial(turn.game.default_orders, state, number)
        if is_default
        else partial(turn.game.check, state, number, orders)
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
    """The game's answer. If the game fails on these orders, nothing is stored and nobody else is affected."""
    try:
        return question()
    except OrderError as refusal:
        refusal.data = audience.in_names(match.id, game_of(match), refusal.data)
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
    if seat.resigned or all(other.pk != seat.id for other in in_play.seats_in_play(match, [seat])):
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
