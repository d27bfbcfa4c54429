"""What decides about a step, and what does the engine make of it? Computed without a lock, from facts as they were read; writes nothing."""

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
from lobby import metrics
from lobby.matches import automatic, clock, rows, statements
from lobby.matches.models import Match, Seat
from lobby.matches.positions import Position, canonical, digest_of_text, game_of, made, pack_text, position
from lobby.matches.rows import Facts, Given
from lobby.matches.series import scores_text
from lobby.matches.texts import from_text

log = logging.getLogger("fogbound.referee")

QUICK_SECONDS = 0.01
_NOTHING = canonical([])
PACES_KEPT = 10_000
_paces: dict[str, float] = {}
"""Match or game → how long the engine took over its last step."""


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

    @property
    def tells_absence(self) -> bool:
        """Is somebody who misses the deadline of this step perhaps away?"""
        return self.game.clocks[self.here.timing.clock].tells_absence

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
    row: statements.Row
    """The step as it is stored."""
    answers: Mapping[int, Json] = field(default_factory=dict)
    """What the site answers for people at the new state."""


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


def resolved(due: Due, now: datetime) -> Resolved:
    """What the engine makes of a step that is over, at `now`. Whatever it raises is the engine's fault."""
    if not due.pending:
        raise RuntimeError("the game waits for nobody and has no outcome")
    given = _orders_for_engine(due)
    number = due.match.step + 1
    # The thread's own time: what others do meanwhile says nothing about the game.
    began = time.thread_time()
    state, events = due.game.resolve(due.here.state, given, step_rng(due.match.seed, number))
    _note_pace(due.match.id, time.thread_time() - began, due.game.id)
    outcome = due.game.outcome(state)
    text, told = canonical(due.game.to_json(state)), canonical(list(events)) if events else _NOTHING
    # As it would come back from the disk, where a tuple is a list.
    here = made(due.game, number, state, from_text(told) if events else (), given, len(text) + len(told))
    return Resolved(
        here=here,
        outcome=outcome,
        row=step_row(due.match, number, text, told, _texts(due, given), scores_text(due.game, state), now),
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
