"""When does a step end? Computed from the game's timing, the table's clock and its calendar."""

from __future__ import annotations

import math
import random
from datetime import datetime, timedelta
from typing import Any

from games.core.contract import Game
from lobby.matches import clock, terms
from lobby.matches.models import Match
from lobby.store.positions import Position, game_of, position

MOMENTS = ("step_started_at", "deadline", "hold_until", "due_at")
FIELDS = (*MOMENTS, "extra_seconds")
"""The fields of `next_times`."""

ANSWER = timedelta(seconds=3)
"""Least time to answer after the longest possible secret wait, however fast the table's clock is."""

_luck = random.SystemRandom()


def next_times(match: Match, game: Game, here: Position, now: datetime) -> dict[str, Any]:
    """The fields of `match` for a step that begins now at position `here`: its deadline and what belongs to it (`FIELDS`)."""
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
    """The deadline of a step that began at `started`: its ordinary time by the table's calendar, without added time."""
    return clock.step_ends(started, length_of_step(match, game, here), terms.calendar(match))


def extra_until(match: Match, game: Game, here: Position, started: datetime, deadline: datetime) -> int:
    """Seconds to add to a step that began at `started` so that it lasts until `deadline`, rounded up."""
    return max(0, math.ceil((deadline - end_of_step(match, game, here, started)).total_seconds()))


def kept_in_pause(match: Match) -> dict[str, Any]:
    """The fields of a running match that change when its clock stops, so that `interruptions.resume` can restore the deadline."""
    if terms.calendar(match) is clock.ALL_DAYS:
        return {}
    # Computed anew, not read from the match: downtime moves deadlines by plain time, without the calendar.
    assert match.step_started_at is not None
    assert match.deadline is not None
    game, here = game_of(match), position(match.id, match.step)
    return {"extra_seconds": extra_until(match, game, here, match.step_started_at, match.deadline)}


def length_of_step(match: Match, game: Game, here: Position) -> timedelta:
    """The ordinary time of a step."""
    length = clock.step_length(
        live=match.clock == Match.Clock.LIVE,
        step_seconds=match.step_seconds,
        factor=game.clocks[here.timing.clock].factor,
        clock=here.timing.clock,
        step=here.number,
    )
    hold = here.timing.hold
    # From the longest possible wait, because the drawn one is secret.
    return length if hold is None else max(length, timedelta(seconds=hold[1]) + ANSWER)
