"""Is a step over, and what came of it? Begins matches, resolves each step exactly once, whoever notices that it is due.

Nothing is locked while the engine computes. The result is saved in one transaction that is guarded by the step's number
and deadline and then counts the stored orders again: if anything came in between, it is thrown away and the step looked at
anew. A second referee, a killed process or a repeated call therefore change nothing. An engine that fails pauses its
match; nothing is guessed.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import F
from django.utils import timezone

from games.core.contract import Game, Json, Outcome, State
from games.core.events import Event
from games.core.rng import step_rng
from lobby import metrics
from lobby.matches import automatic, clock, reliability, terms, threads, wake
from lobby.matches.models import Match, Orders, Seat, Step, Vote
from lobby.matches.positions import digest, game_of, pack, position, remember
from lobby.matches.signals import match_finished, orders_due

log = logging.getLogger("fogbound.referee")

AUTOPILOT_AFTER = 2
"""So many deadlines missed in a row, and a bot takes the seat."""
RACES = 20
"""How often a step is looked at anew within one call because something came in between."""

_luck = random.SystemRandom()


@dataclass
class Due:
    """A running match as it is on disk, with all that decides about its step."""

    match: Match
    game: Game
    state: State
    pending: list[int]
    uses_bank: bool
    seats: list[Seat] = field(default_factory=list)
    orders: dict[int, Orders] = field(default_factory=dict)
    """The newest row of each seat that has one."""
    done_at: dict[int, datetime] = field(default_factory=dict)
    """Since when each ready seat has been ready."""
    rows: int = 0
    """How many rows of orders there are for this step."""

    def awaited(self) -> list[clock.Awaited]:
        """The seats that the step waits for; one that has resigned is never waited for."""
        deadline = self.match.deadline
        assert deadline is not None
        waited = []
        for seat in self.seats:
            if seat.number not in self.pending or seat.resigned:
                continue
            row = self.orders.get(seat.number)
            until = (
                clock.bot_until(deadline)
                if seat.is_automatic
                else clock.person_until(deadline, seat.bank_ms, uses_bank=self.uses_bank)
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


@dataclass(frozen=True)
class Resolved:
    """What the engine made of a step."""

    given: Mapping[int, Json]
    state: State
    events: Sequence[Event]
    outcome: Outcome | None
    step: Step
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
    Step.objects.bulk_create([_step_row(match, 0, game, state, [], {})])
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
    for name, value in next_times(match, game, state, step=0, now=now).items():
        setattr(match, name, value)
    outcome = game.outcome(state)
    if outcome is not None:
        places = _places(outcome, len(seats))
        for name, value in finished_fields(outcome.reason, places, now).items():
            setattr(match, name, value)
        _save_places(match.pk, places)
    given = {} if outcome else automatic.answers(match.pk, game, state, seats)
    if given:
        # Perhaps everybody has answered when the secret wait is over.
        match.due_at = match.hold_until
    match.save()
    Orders.objects.bulk_create([automatic.row(match, 0, seat, orders, now) for seat, orders in given.items()])
    transaction.on_commit(partial(_tell, match.pk, 0, finished=outcome is not None))


async def advance(match_id: str) -> bool:
    """Resolve the step of a match if it is complete or late; True if it was resolved.

    Harmless when nothing is due. Errors of the database are logged: the sweep comes by again.
    """
    try:
        step = await threads.run(threads.REFEREE, advance_once, match_id, timezone.now)
    except DatabaseError:
        log.exception("match %s could not be advanced now", match_id)
        return False
    if step is None:
        return False
    await wake.publish(match_id)
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
            resolved = _resolve(due)
        except Exception as error:
            log.exception("match %s step %s: the engine failed", match_id, due.match.step)
            stop_for_fault(match_id, error, now())
            return None
        if _save(due, resolved, now()):
            metrics.STEPS.labels(due.game.id).inc()
            remember(match_id, resolved.step.number, resolved.state, resolved.events, resolved.given)
            return resolved.step.number
    log.warning("match %s: its step changed %s times while it was being resolved", match_id, RACES)
    return None


def load(match_id: str) -> Due | None:
    """The match as it is now; None when it is not running."""
    # Options may hold a whole map, and no step needs them.
    match = Match.objects.defer("options").filter(pk=match_id, status=Match.Status.RUNNING).first()
    if match is None:
        return None
    game = game_of(match)
    state = position(match_id, match.step).state
    due = Due(
        match=match,
        game=game,
        state=state,
        pending=list(game.pending(state)),
        uses_bank=game.clocks[game.timing(state).clock].uses_bank,
    )
    for row in Orders.objects.filter(match_id=match_id, step=match.step).order_by("revision"):
        due.rows += 1
        due.orders[row.seat] = row
        if not row.ready:
            due.done_at.pop(row.seat, None)
        else:
            due.done_at.setdefault(row.seat, row.created_at)
    # After the orders: a resignation that comes in between changes their number, and the step is looked at anew.
    due.seats = list(match.seats.all())
    return due


def is_closing(match_id: str, now: datetime) -> bool:
    """Is the step over and only its result not there yet? Not during a secret wait: that would tell that all have answered."""
    due = load(match_id)
    return due is not None and due.verdict(now).resolve


def next_times(match: Match, game: Game, state: State, *, step: int, now: datetime) -> dict[str, Any]:
    """The fields of `match` that say when step `step`, which begins now, ends."""
    timing = game.timing(state)
    deadline = end_of_step(match, game, state, step, now)
    hold = None if timing.hold is None else now + timedelta(seconds=_luck.uniform(*timing.hold))
    return {
        "step_started_at": now,
        "deadline": deadline,
        "hold_until": hold,
        "due_at": deadline,
        "extra_seconds": 0,
    }


def end_of_step(match: Match, game: Game, state: State, step: int, started: datetime) -> datetime:
    """The deadline of a step that began then: its ordinary time by the table's calendar, without what has been added to it."""
    return clock.step_ends(started, length_of_step(match, game, state, step), terms.calendar(match))


def length_of_step(match: Match, game: Game, state: State, step: int) -> timedelta:
    """The ordinary time of a step."""
    timing = game.timing(state)
    return clock.step_length(
        live=match.clock == Match.Clock.LIVE,
        step_seconds=match.step_seconds,
        factor=game.clocks[timing.clock].factor,
        clock=timing.clock,
        step=step,
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
    Match.objects.filter(pk=match.pk).update(revision=F("revision") + 1, **finished_fields(reason, places, now))
    _save_places(match.pk, places)
    Vote.objects.filter(match_id=match.pk).delete()
    transaction.on_commit(partial(match_finished.send_robust, sender=Match, match_id=match.pk))


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
                    due.match.pk,
                    due.match.step,
                    seat.number,
                )
                given[seat.number] = due.game.default_orders(due.state, seat.number)
            else:
                given[seat.number] = None
        elif row is not None and seat.resigned:
            given[seat.number] = row.orders
    return given


def _resolve(due: Due) -> Resolved:
    if not due.pending:
        raise RuntimeError("the game waits for nobody and has no outcome")
    given = _orders_for_engine(due)
    number = due.match.step + 1
    with metrics.RESOLVE_SECONDS.labels(due.game.id).time():
        state, events = due.game.resolve(due.state, given, step_rng(due.match.seed, number))
    outcome = due.game.outcome(state)
    return Resolved(
        given=given,
        state=state,
        events=events,
        outcome=outcome,
        answers={} if outcome else automatic.answers(due.match.pk, due.game, state, due.seats),
        step=_step_row(due.match, number, due.game, state, events, given),
    )


def _step_row(
    match: Match, number: int, game: Game, state: State, events: Sequence[Event], given: Mapping[int, Json]
) -> Step:
    stored = game.to_json(state)
    return Step(
        match=match,
        number=number,
        state=pack(stored),
        events=pack(list(events)),
        orders={str(seat): orders for seat, orders in given.items()},
        digest=digest(stored),
    )


def _save(due: Due, resolved: Resolved, now: datetime) -> bool:
    """Write the step if it is still this step with these orders; False: look again."""
    match = due.match
    finished = resolved.outcome is not None
    if resolved.outcome is not None:
        places = _places(resolved.outcome, len(due.seats))
        fields = finished_fields(resolved.outcome.reason, places, now)
    else:
        fields = next_times(match, due.game, resolved.state, step=resolved.step.number, now=now)
        if all(seat.resigned for seat in due.seats if seat.number in due.game.pending(resolved.state)):
            # Nobody is waited for.
            fields["due_at"] = now
        elif resolved.answers:
            # Perhaps everybody has answered when the secret wait is over.
            fields["due_at"] = fields["hold_until"]
    with threads.writing():
        guarded = Match.objects.filter(
            pk=match.pk, step=match.step, status=Match.Status.RUNNING, deadline=match.deadline
        )
        if not guarded.update(step=resolved.step.number, revision=F("revision") + 1, **fields):
            return False
        if Orders.objects.filter(match_id=match.pk, step=match.step).count() != due.rows:
            transaction.set_rollback(True)
            return False
        if due.game.auto_orders and automatic.preferences_of(match.pk) != {s.number: s.preferences for s in due.seats}:
            transaction.set_rollback(True)
            return False
        Step.objects.bulk_create([resolved.step])
        replaced = {seat.number for seat in due.seats if _settle(due, seat, now)}
        reliability.count(due.seats, due.pending, due.orders)
        Orders.objects.bulk_create(
            automatic.row(match, resolved.step.number, seat, orders, now)
            for seat, orders in resolved.answers.items()
            if seat not in replaced
        )
        if finished:
            _save_places(match.pk, places)
            Vote.objects.filter(match_id=match.pk).delete()
        transaction.on_commit(partial(_tell, match.pk, resolved.step.number, finished=finished))
    return True


def _settle(due: Due, seat: Seat, now: datetime) -> bool:
    """Charge the seat's bank; count a missed deadline, and let a bot take over after some in a row: True if one does now."""
    if seat.number not in due.pending or seat.is_automatic or seat.resigned:
        return False
    changed: dict[str, Any] = {}
    if due.uses_bank:
        assert due.match.deadline is not None
        left = clock.bank_left(seat.bank_ms, deadline=due.match.deadline, done_at=due.done_at.get(seat.number, now))
        if left != seat.bank_ms:
            changed["bank_ms"] = left
    missed = _missed(due, seat)
    if missed != seat.missed:
        changed["missed"] = missed
    if missed >= AUTOPILOT_AFTER and due.game.bots:
        changed["autopilot"] = stand_in(due.game)
        log.info("match %s: a bot plays for the absent seat %s", due.match.pk, seat.number)
    if changed:
        Seat.objects.filter(pk=seat.pk).update(**changed)
    return "autopilot" in changed


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


def _look_again(match: Match, look_at: datetime | None, now: datetime) -> None:
    """Note when to look next, unless a look is due before that anyway."""
    if match.due_at is not None and look_at is not None and now < match.due_at <= look_at:
        return
    Match.objects.filter(pk=match.pk, step=match.step, status=Match.Status.RUNNING, deadline=match.deadline).update(
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


def _tell(match_id: str, step: int, *, finished: bool) -> None:
    """After the commit: the rooms that listen. Sockets are woken by the caller or, for a new match, from here."""
    if finished:
        match_finished.send_robust(sender=Match, match_id=match_id)
    else:
        orders_due.send_robust(sender=Match, match_id=match_id, step=step)
    if step == 0:
        wake.publish_soon(match_id)
