"""Is a step over, and what came of it? Begins matches, resolves each step exactly once, whoever notices that it is due.

Nothing is locked while the engine computes. The result is saved in one transaction that is guarded by the step's number
and deadline and then counts the stored orders again: if anything came in between, it is thrown away and the step looked at
anew. A second referee, a killed process or a repeated call therefore change nothing. An engine that fails pauses its
match; nothing is guessed.
"""

from __future__ import annotations

import json
import logging
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache, partial
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import F
from django.utils import timezone
from prometheus_client import Counter, Histogram

from games.core.contract import Game, Json, Outcome, State
from games.core.rng import step_rng
from lobby import metrics
from lobby.matches import automatic, clock, reliability, rows, terms, threads, wake
from lobby.matches.models import Match, Seat, Vote
from lobby.matches.positions import Position, canonical, digest_of_text, game_of, made, pack_text, position, remember
from lobby.matches.rows import Facts, Given
from lobby.matches.signals import match_finished, orders_due

log = logging.getLogger("fogbound.referee")

AUTOPILOT_AFTER = 2
"""So many deadlines missed in a row, and a bot takes the seat."""
RACES = 20
"""How often a step is looked at anew within one call because something came in between."""

QUICK_SECONDS = 0.01
PACES_KEPT = 10_000
_paces: dict[str, float] = {}
"""Match or game → how long the engine took over its last step."""

_TIMES = ("step_started_at", "deadline", "hold_until", "due_at", "extra_seconds")
"""The fields of `next_times`, in its order."""

_luck = random.SystemRandom()


@dataclass(slots=True)
class Due:
    """A running match as it is on disk, with all that decides about its step."""

    facts: Facts
    game: Game
    here: Position
    match: Match = field(init=False)
    seats: list[Seat] = field(init=False)
    orders: dict[int, Given] = field(init=False)
    """The newest orders of each seat that has given some."""

    def __post_init__(self) -> None:
        self.match, self.seats, self.orders = self.facts.match, self.facts.seats, self.facts.given

    @property
    def pending(self) -> Sequence[int]:
        """Seats that the step waits for."""
        return self.here.pending

    @property
    def uses_bank(self) -> bool:
        """Do time banks run in this step?"""
        return self.game.clocks[self.here.timing.clock].uses_bank

    def awaited(self) -> list[clock.Awaited]:
        """The seats that the step waits for; one that has resigned is never waited for."""
        deadline, pending, orders, uses_bank = self.match.deadline, self.here.pending, self.orders, self.uses_bank
        assert deadline is not None
        waited = []
        for seat in self.seats:
            if seat.number not in pending or seat.resigned:
                continue
            row = orders.get(seat.number)
            until = (
                clock.bot_until(deadline)
                if seat.is_automatic
                else clock.person_until(deadline, seat.bank_ms, uses_bank=uses_bank)
            )
            waited.append(clock.Awaited(seat.number, bool(row and row.ready), until))
        return waited

    def verdict(self, now: datetime) -> clock.Verdict:
        """Is the step complete or late, and if not, when to look again?"""
        assert self.match.deadline is not None
        return clock.verdict(
            self.awaited(),
            now=now,
            deadline=self.match.deadline,
            hold_until=self.match.hold_until,
            attended=self.attended(),
        )

    def attended(self) -> bool:
        """Somebody sits there, or nobody will ever come back."""
        people = [seat for seat in self.seats if not (seat.bot or seat.program_id) and not seat.resigned]
        return not people or any(not seat.autopilot for seat in people)


@dataclass(frozen=True, slots=True)
class Resolved:
    """What the engine made of a step."""

    here: Position
    """Where it has led."""
    outcome: Outcome | None
    row: rows.Row
    """The step as it is stored."""
    answers: Mapping[int, Json] = field(default_factory=dict)
    """What the site answers for people at the new state."""


def begin(match: Match, now: datetime | None = None, *, start: State = None) -> None:
    """Start a locked, seated table inside the caller's transaction: position 0, the first deadline, full time banks.

    Position 0 is the game's set-up, or `start`.
    """
    now = now or timezone.now()
    game = game_of(match)
    seats = list(match.seats.all())
    state = game.setup(match.options, len(seats), step_rng(match.seed, 0)) if start is None else start
    text = canonical(game.to_json(state))
    here = made(game, 0, state, (), {}, len(text))
    rows.insert_steps([_step_row(match, 0, text, canonical([]), "{}", now)])
    Seat.objects.filter(match=match).update(
        bank_ms=match.bank_seconds * 1000,
        vacation_left=match.vacation_days,
        missed=0,
        autopilot="",
        resigned=False,
        place=None,
    )
    match.rules_version = game.rules_version
    match.status = Match.Status.RUNNING
    match.step = 0
    match.started_at = now
    match.revision += 1
    for name, value in next_times(match, game, here, now).items():
        setattr(match, name, value)
    outcome = game.outcome(state)
    if outcome is not None:
        places = _places(outcome, len(seats))
        for name, value in finished_fields(outcome.reason, places, now).items():
            setattr(match, name, value)
        _save_places(match.id, places)
    given = {} if outcome else automatic.answers(match.id, game, here, seats)
    if given:
        # Perhaps everybody has answered when the secret wait is over.
        match.due_at = match.hold_until
    match.save()
    rows.insert_orders(
        [rows.orders_row(match.id, 0, automatic.given(seat, orders, now)) for seat, orders in given.items()]
    )
    transaction.on_commit(partial(_tell_begun, match.id, finished=outcome is not None))


async def advance(match_id: str) -> bool:
    """Resolve the step of a match if it is complete or late; True if it was resolved.

    Harmless when nothing is due. Errors of the database are logged: the sweep comes by again.
    """
    return await threads.run(threads.REFEREE, advance_and_tell, match_id)


def advance_and_tell(match_id: str) -> bool:
    """The same from a thread."""
    try:
        step = advance_once(match_id)
    except DatabaseError:
        log.exception("match %s could not be advanced now", match_id)
        return False
    if step is None:
        return False
    wake.publish_from_thread([match_id])
    return True


def advance_once(match_id: str, now: Any = timezone.now) -> int | None:
    """Resolve one step if it is due and return its successor's number, or None; `now` is a function that says the time."""
    for _ in range(RACES):
        try:
            due = load(match_id)
        except DatabaseError:
            raise
        except Exception as error:
            log.exception("match %s: its position cannot be read", match_id)
            stop_for_fault(match_id, error, now())
            return None
        if due is None:
            return None
        verdict = due.verdict(now())
        if not verdict.resolve:
            _look_again(due.match, verdict.look_at, now())
            return None
        try:
            found = resolved(due)
        except Exception as error:
            log.exception("match %s step %s: the engine failed", match_id, due.match.step)
            stop_for_fault(match_id, error, now())
            return None
        if save([(due, found)], now()) == [True]:
            return found.here.number
    log.warning("match %s: its step changed %s times while it was being resolved", match_id, RACES)
    return None


def load(match_id: str) -> Due | None:
    """The match as it is now; None when it is not running."""
    facts = rows.read([match_id]).get(match_id)
    return None if facts is None else due_of(facts)


def due_of(facts: Facts) -> Due | None:
    """What decides about the step of that match; None when it is not running."""
    match = facts.match
    if match.status != Match.Status.RUNNING:
        return None
    return Due(facts, game_of(match), position(match.id, match.step))


def is_closing(match_id: str, now: datetime) -> bool:
    """Is the step over and only its result not there yet? Not during a secret wait: that would tell that all have answered."""
    due = load(match_id)
    return due is not None and due.verdict(now).resolve


def next_times(match: Match, game: Game, here: Position, now: datetime) -> dict[str, Any]:
    """The fields of `match` that say when the step that waits for orders at `here`, and begins now, ends."""
    deadline = end_of_step(match, game, here, now)
    hold = here.timing.hold
    return {
        "step_started_at": now,
        "deadline": deadline,
        "hold_until": None if hold is None else now + timedelta(seconds=_luck.uniform(*hold)),
        "due_at": deadline,
        "extra_seconds": 0,
    }


def end_of_step(match: Match, game: Game, here: Position, started: datetime) -> datetime:
    """The deadline of a step that began then: its ordinary time by the table's calendar, without what has been added to it."""
    return clock.step_ends(started, length_of_step(match, game, here), terms.calendar(match))


def length_of_step(match: Match, game: Game, here: Position) -> timedelta:
    """The ordinary time of a step."""
    return clock.step_length(
        live=match.clock == Match.Clock.LIVE,
        step_seconds=match.step_seconds,
        factor=game.clocks[here.timing.clock].factor,
        clock=here.timing.clock,
        step=here.number,
    )


def finished_fields(reason: str, places: list[int], now: datetime) -> dict[str, Any]:
    """The fields of a match that is over."""
    return {
        "status": Match.Status.FINISHED,
        "outcome": {"reason": reason, "places": places},
        "finished_at": now,
        "deadline": None,
        "due_at": None,
        "hold_until": None,
        "paused_at": None,
    }


def finish(match: Match, reason: str, places: list[int], now: datetime) -> None:
    """End a locked match by agreement, inside the caller's transaction."""
    Match.objects.filter(pk=match.id).update(revision=F("revision") + 1, **finished_fields(reason, places, now))
    _save_places(match.id, places)
    Vote.objects.filter(match_id=match.id).delete()
    transaction.on_commit(partial(match_finished.send_robust, sender=Match, match_id=match.id))


def _orders_for_engine(due: Due) -> dict[int, Json]:
    """What `resolve` is told: stored orders, None for a person who gave none, default orders for a bot that is not there.

    Seats that do not owe orders are heard only when they resign.
    """
    given: dict[int, Json] = {}
    for seat in due.seats:
        row = due.orders.get(seat.number)
        if seat.number in due.pending:
            if row is not None:
                given[seat.number] = row.orders
            elif seat.is_automatic:
                log.error(
                    "match %s step %s: the bot or program of seat %s gave no orders",
                    due.match.id,
                    due.match.step,
                    seat.number,
                )
                given[seat.number] = due.game.default_orders(due.here.state, seat.number)
            else:
                given[seat.number] = None
        elif row is not None and seat.resigned:
            given[seat.number] = row.orders
    return given


def resolved(due: Due) -> Resolved:
    """What the engine makes of a step that is over. Whatever it raises is the engine's fault."""
    if not due.pending:
        raise RuntimeError("the game waits for nobody and has no outcome")
    given = _orders_for_engine(due)
    number = due.match.step + 1
    # The thread's own time: what others do meanwhile says nothing about the game.
    began = time.thread_time()
    state, events = due.game.resolve(due.here.state, given, step_rng(due.match.seed, number))
    _note_pace(due.match.id, time.thread_time() - began, due.game.id)
    outcome = due.game.outcome(state)
    text, told = canonical(due.game.to_json(state)), canonical(list(events))
    # As it would come back from the disk, where a tuple is a list.
    here = made(due.game, number, state, json.loads(told) if events else (), given, len(text))
    return Resolved(
        here=here,
        outcome=outcome,
        row=_step_row(due.match, number, text, told, _texts(due, given), timezone.now()),
        answers={} if outcome else automatic.answers(due.match.id, due.game, here, due.seats),
    )


def _texts(due: Due, given: Mapping[int, Json]) -> str:
    """What the engine was told as one text, from the texts of the orders as far as they are stored."""
    stored = {seat: row.text for seat, row in due.orders.items()}
    parts = [f'"{seat}": {stored[seat] if seat in stored else json.dumps(orders)}' for seat, orders in given.items()]
    return "{" + ", ".join(parts) + "}"


def is_quick(match_id: str) -> bool:
    """Did the last step of that match that was resolved here take so little time that others may wait for the next one?

    Of a match that was not stepped here the last step of its game tells.
    """
    return _paces.get(match_id, _paces.get(rows.game_of(match_id), QUICK_SECONDS)) < QUICK_SECONDS


def _note_pace(match_id: str, seconds: float, game_id: str) -> None:
    _seconds_of(game_id).observe(seconds)
    if len(_paces) >= PACES_KEPT:
        _paces.clear()
    _paces[match_id] = _paces[game_id] = seconds


def _step_row(
    match: Match,
    number: int,
    state: bytes,
    events: bytes,
    orders: str,
    now: datetime,
) -> rows.Row:
    """`state` and `events` are canonical texts, `orders` is an object."""
    return match.id, number, pack_text(state), pack_text(events), orders, digest_of_text(state), now


def save(results: Sequence[tuple[Due, Resolved]], now: datetime) -> list[bool]:
    """Write each step if it is still this step with these orders, all in one transaction; False: look again.

    Says what was written to everybody who listens.
    """
    with threads.writing():
        saving = Saving(results, now)
        saving.write()
    saving.remember()
    saving.tell()
    return saving.answers


class Saving:
    """One transaction's worth of resolved steps, from inside it to what follows the commit."""

    def __init__(self, results: Sequence[tuple[Due, Resolved]], now: datetime, *, are_current: bool = False) -> None:
        """`are_current`: what they were resolved from was read, and locked, in this transaction."""
        self.now = now
        self.answers: list[bool] = []
        """Per result: is it the one that counts?"""
        self.saved: list[tuple[Due, Resolved]] = []
        self.facts: dict[str, Facts] = {}
        """Matches as they are on disk afterwards, of those of which it is known."""
        if are_current:
            self.saved += results
        else:
            self._take_those_that_fit(results)
        self._answered: list[rows.Row] = []
        self._seats: list[rows.Row] = []

    def _take_those_that_fit(self, results: Sequence[tuple[Due, Resolved]]) -> None:
        found = rows.read((due.match.id for due, _ in results), lock=True)
        for due, resolved in results:
            fits = self._fits(due, found.get(due.match.id))
            self.answers.append(fits)
            if fits:
                # One step of a match at a time, whoever brings it twice.
                self.saved.append((replace(due, facts=found.pop(due.match.id)), resolved))

    @staticmethod
    def _fits(due: Due, facts: Facts | None) -> bool:
        """Is it the step that was resolved, with the same orders, and would the site answer the same for everybody?"""
        if facts is None or facts.rows != due.facts.rows:
            return False
        match = facts.match
        if (match.status, match.step, match.deadline) != (Match.Status.RUNNING, due.match.step, due.match.deadline):
            return False
        if due.game.auto_orders is None:
            return True
        return [seat.preferences for seat in facts.seats] == [seat.preferences for seat in due.seats]

    def write(self) -> None:
        """Inside the transaction."""
        rows.insert_steps([resolved.row for _, resolved in self.saved])
        times = []
        for due, resolved in self.saved:
            facts = None
            if resolved.outcome is not None:
                places = _places(resolved.outcome, len(due.seats))
                fields = finished_fields(resolved.outcome.reason, places, self.now)
                Match.objects.filter(pk=due.match.id).update(
                    step=resolved.here.number, revision=F("revision") + 1, **fields
                )
                _save_places(due.match.id, places)
                Vote.objects.filter(match_id=due.match.id).delete()
            else:
                fields = self._next_times(due, resolved)
                facts = Facts(
                    rows.changed(due.match, step=resolved.here.number, revision=due.match.revision + 1, **fields),
                    due.seats,
                )
                times.append((resolved.here.number, facts.match.revision, *fields.values(), due.match.id))
                self.facts[due.match.id] = facts
            self._settle(due, resolved, facts)
        rows.update_many(Match, ("step", "revision", *_TIMES), times)
        rows.update_many(Seat, ("bank_ms", "missed", "steps_due", "steps_answered"), self._seats)
        rows.insert_orders(self._answered)

    def remember(self) -> None:
        """After the commit: whoever asks for the new positions gets them at once."""
        for due, resolved in self.saved:
            remember(due.match.id, resolved.here)

    def tell(self) -> None:
        """After that: whoever listens."""
        for due, resolved in self.saved:
            _steps_of(due.game.id).inc()
            _tell(due, resolved)

    def _next_times(self, due: Due, resolved: Resolved) -> dict[str, Any]:
        fields = next_times(due.match, due.game, resolved.here, self.now)
        if all(seat.resigned for seat in due.seats if seat.number in resolved.here.pending):
            # Nobody is waited for.
            fields["due_at"] = self.now
        elif resolved.answers:
            # Perhaps everybody has answered when the secret wait is over.
            fields["due_at"] = fields["hold_until"]
        return fields

    def _settle(self, due: Due, resolved: Resolved, facts: Facts | None) -> None:
        """What the step has cost its seats, and what the site answers at once in the next one; `facts` follow."""
        counts = reliability.counts(due.seats, due.pending, due.orders)
        seats = []
        for seat in due.seats:
            values: dict[str, Any] = {}
            bank, missed = _charged(due, seat, self.now)
            owed, answered = counts.get(seat.number, (0, 0))
            if (bank, missed, owed) != (seat.bank_ms, seat.missed, 0):
                values = {
                    "bank_ms": bank,
                    "missed": missed,
                    "steps_due": seat.steps_due + owed,
                    "steps_answered": seat.steps_answered + answered,
                }
                self._seats.append((*values.values(), seat.id))
            if missed >= AUTOPILOT_AFTER and due.game.bots and _is_asked(due, seat):
                values["autopilot"] = stand_in(due.game)
                Seat.objects.filter(pk=seat.id).update(autopilot=values["autopilot"])
                log.info("match %s: a bot plays for the absent seat %s", due.match.id, seat.number)
            elif seat.number in resolved.answers:
                given = automatic.given(seat.number, resolved.answers[seat.number], self.now)
                self._answered.append(rows.orders_row(due.match.id, resolved.here.number, given))
                if facts is not None:
                    facts.add(given)
            seats.append(rows.changed(seat, **values) if values else seat)
        if facts is not None:
            facts.seats = seats


@cache
def _steps_of(game_id: str) -> Counter:
    return metrics.STEPS.labels(game_id)


@cache
def _seconds_of(game_id: str) -> Histogram:
    return metrics.RESOLVE_SECONDS.labels(game_id)


def _is_asked(due: Due, seat: Seat) -> bool:
    """Does the step wait for the seat's person?"""
    return seat.number in due.pending and not seat.is_automatic and not seat.resigned


def _charged(due: Due, seat: Seat, now: datetime) -> tuple[int, int]:
    """What is left in the seat's bank, and how many deadlines in a row it has missed now."""
    if not _is_asked(due, seat):
        return seat.bank_ms, seat.missed
    bank = seat.bank_ms
    if due.uses_bank:
        assert due.match.deadline is not None
        done_at = due.facts.done_at.get(seat.number, now)
        bank = clock.bank_left(bank, deadline=due.match.deadline, done_at=done_at)
    return bank, _missed(due, seat)


def _missed(due: Due, seat: Seat) -> int:
    """How many deadlines in a row the seat has missed now."""
    if seat.number not in due.orders:
        return seat.missed + 1
    # An answer in a step with a secret wait may be the site's: it shows nobody to be there, and nobody may tell the one from the other.
    return seat.missed if due.match.hold_until is not None else 0


def stand_in(game: Game) -> str:
    """The bot that plays for an absent person: the middle one, neither a gift nor a punishment to the others."""
    return game.bots[len(game.bots) // 2].id


def _places(outcome: Outcome, seats: int) -> list[int]:
    places = {line.seat: line.place for line in outcome.ranking}
    return [places[seat] for seat in range(seats)]


def _save_places(match_id: str, places: list[int]) -> None:
    for number, place in enumerate(places):
        Seat.objects.filter(match_id=match_id, number=number).update(place=place)


def is_awaited(match: Match, look_at: datetime | None, now: datetime) -> bool:
    """Will somebody look at this match by `look_at` anyway?"""
    return match.due_at is not None and look_at is not None and now < match.due_at <= look_at


def _look_again(match: Match, look_at: datetime | None, now: datetime) -> None:
    """Note when to look next, unless a look is due before that anyway."""
    if is_awaited(match, look_at, now):
        return
    Match.objects.filter(pk=match.id, step=match.step, status=Match.Status.RUNNING, deadline=match.deadline).update(
        due_at=look_at
    )


def stop_for_fault(match_id: str, error: Exception, now: datetime, *, step: int | None = None) -> None:
    """Pause a match whose game has failed, if it still runs (and is at `step`), until staff have seen to it."""
    running = Match.objects.filter(pk=match_id, status=Match.Status.RUNNING)
    stopped = (running if step is None else running.filter(step=step)).update(
        status=Match.Status.PAUSED,
        paused_at=now,
        deadline=None,
        due_at=None,
        fault=f"{type(error).__name__}: {error}"[:2000],
        revision=F("revision") + 1,
    )
    if stopped:
        metrics.FAULTS.inc()
        wake.publish_soon(match_id)


def _tell(due: Due, resolved: Resolved) -> None:
    """After the commit: the rooms that listen."""
    match_id = due.match.id
    if resolved.outcome is not None:
        match_finished.send_robust(sender=Match, match_id=match_id)
        return
    # A seat whose bot stands in from this very step on is not marked in what was read before.
    if any(seat.is_automatic or seat.missed for seat in due.seats if seat.number in resolved.here.pending):
        orders_due.send_robust(sender=Match, match_id=match_id, step=resolved.here.number)


def _tell_begun(match_id: str, *, finished: bool) -> None:
    if finished:
        match_finished.send_robust(sender=Match, match_id=match_id)
    else:
        orders_due.send_robust(sender=Match, match_id=match_id, step=0)
    wake.publish_soon(match_id)
