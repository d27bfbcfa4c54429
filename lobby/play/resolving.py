"""Which facts decide about a step, and what is the engine's result? Computes without a lock, from facts that were read before; writes nothing."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache

from prometheus_client import Histogram

from games.core.contract import Game, Json, Outcome
from games.core.rng import step_rng
from lobby.matches import clock
from lobby.matches.models import Match, Seat
from lobby.platform.process import metrics, tracing
from lobby.platform.storage import statements
from lobby.platform.storage.texts import from_text
from lobby.play import automatic, going_on
from lobby.play.going_on import Going
from lobby.play.series import scores_text
from lobby.store import rows
from lobby.store.positions import Position, canonical, digest_of_text, game_of, made, pack_text, position
from lobby.store.rows import Facts, Given

log = logging.getLogger("fogbound.referee")

QUICK_SECONDS = 0.01
_NOTHING = canonical([])
PACES_KEPT = 10_000
_paces: dict[str, float] = {}
"""Match or game → seconds that the engine needed for its last step."""


@dataclass(slots=True)
class Due:
    """A running match as stored, with everything that decides about its step."""

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
        """True if time banks run in this step."""
        return self.game.clocks[self.here.timing.clock].uses_bank

    @property
    def tells_absence(self) -> bool:
        """True if missing the deadline of this step is a sign of absence."""
        return self.game.clocks[self.here.timing.clock].tells_absence

    def awaited(self) -> list[clock.Awaited]:
        """The seats that the step waits for, without those that have resigned."""
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
        """Whether the step is complete or late, and if neither, when to examine it again."""
        assert self.match.deadline is not None
        return clock.verdict(
            self.awaited(),
            now=now,
            deadline=self.match.deadline,
            hold_until=self.match.hold_until,
            attended=self.attended(),
        )

    def attended(self) -> bool:
        """True if somebody plays the seat, or if nobody will ever return to it."""
        people = [seat for seat in self.seats if not (seat.bot or seat.program_id) and not seat.resigned]
        return not people or any(not seat.autopilot for seat in people)


@dataclass(frozen=True, slots=True)
class Resolved:
    """The engine's result for a step."""

    here: Position
    """The position after the step."""
    outcome: Outcome | None
    row: statements.Row
    """The step in its stored form."""
    answers: Mapping[int, Json] = field(default_factory=dict)
    """Seat → automatic answer in the new position."""
    going: Going = field(default_factory=Going)
    """The seats that went on by themselves; `answers` has those of them that still do."""


def load(match_id: str) -> Due | None:
    """The match as it is now; None when it is not running."""
    facts = rows.read([match_id]).get(match_id)
    return None if facts is None else due_of(facts)


def due_of(facts: Facts) -> Due | None:
    """The facts that decide about the step of this match; None if it is not running."""
    match = facts.match
    if match.status != Match.Status.RUNNING:
        return None
    return Due(facts, game_of(match), position(match.id, match.step))


def _orders_for_engine(due: Due) -> dict[int, Json]:
    """Orders for `resolve`: stored orders, None for a person who gave none, default orders for a bot that does not run.

    Of seats that owe no orders only resignations are included.
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


def resolved(due: Due, now: datetime) -> Resolved:
    """The engine's result for a step that is over at `now`. Any exception is a fault of the engine."""
    if not due.pending:
        raise RuntimeError("the game waits for nobody and has no outcome")
    given = _orders_for_engine(due)
    number = due.match.step + 1
    # Processor time of this thread, because the work of other threads says nothing about the game.
    began = time.thread_time()
    with tracing.span("resolve step", game=due.game.id, match=due.match.id, step=number):
        state, events = due.game.resolve(due.here.state, given, step_rng(due.match.seed, number))
    _note_pace(due.match.id, time.thread_time() - began, due.game.id)
    outcome = due.game.outcome(state)
    text, told = canonical(due.game.to_json(state)), canonical(list(events)) if events else _NOTHING
    # As it would be read from disk, where tuples become lists.
    here = made(due.game, number, state, from_text(told) if events else (), given, len(text) + len(told))
    going = Going() if outcome else going_on.after_step(due.match.id, due.game, due.seats, due.here, here, events)
    return Resolved(
        here=here,
        outcome=outcome,
        row=step_row(due.match, number, text, told, _texts(due, given), scores_text(due.game, state), now),
        answers={} if outcome else {**automatic.answers(due.match.id, due.game, here, due.seats), **going.answers},
        going=going,
    )


def _texts(due: Due, given: Mapping[int, Json]) -> str:
    """The orders for the engine as one JSON text, made from the stored texts where there are any."""
    stored = {seat: row.text for seat, row in due.orders.items()}
    parts = [f'"{seat}": {stored[seat] if seat in stored else json.dumps(orders)}' for seat, orders in given.items()]
    return "{" + ", ".join(parts) + "}"


def is_quick(match_id: str) -> bool:
    """True if this match's last step in this process was so quick that other matches may wait for its next one.

    For a match without such a step, the last step of any match of its game decides.
    """
    return _paces.get(match_id, _paces.get(rows.game_of(match_id), QUICK_SECONDS)) < QUICK_SECONDS


def _note_pace(match_id: str, seconds: float, game_id: str) -> None:
    _seconds_of(game_id).observe(seconds)
    if len(_paces) >= PACES_KEPT:
        _paces.clear()
    _paces[match_id] = _paces[game_id] = seconds


def step_row(
    match: Match,
    number: int,
    state: bytes,
    events: bytes,
    orders: str,
    scores: str | None,
    now: datetime,
) -> statements.Row:
    """A row of `rows.insert_steps`. `state` and `events` are canonical texts, `orders` is an object, `scores` as `scores_text` has them."""
    packed, told, at = pack_text(state), pack_text(events), statements.moment(now)
    return match.id, number, packed, told, orders, digest_of_text(state), scores, at


@cache
def _seconds_of(game_id: str) -> Histogram:
    return metrics.RESOLVE_SECONDS.labels(game_id)
