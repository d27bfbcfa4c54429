"""When does a step end? By the game's timing, the table's clock and its calendar."""

from __future__ import annotations

import math
import random
from datetime import datetime, timedelta
from typing import Any

from games.core.contract import Game
from lobby.matches import clock, terms
from lobby.matches.models import Match
from lobby.matches.positions import Position, game_of, position

MOMENTS = ("step_started_at", "deadline", "hold_until", "due_at")
FIELDS = (*MOMENTS, "extra_seconds")
"""The fields of `next_times`."""

ANSWER = timedelta(seconds=3)
"""So long one may answer at least after the longest secret wait there may be, however quick the table is."""

_luck = random.SystemRandom()


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


def extra_until(match: Match, game: Game, here: Position, started: datetime, deadline: datetime) -> int:
    """How many seconds must be added to a step that began then, for it to last until that deadline; never too few."""
    return max(0, math.ceil((deadline - end_of_step(match, game, here, started)).total_seconds()))


def kept_in_pause(match: Match) -> dict[str, Any]:
    """The fields of a running match that change when its clock stops, for `votes.resume` to find its deadline where it was."""
    if terms.calendar(match) is clock.ALL_DAYS:
        return {}
    # Not what the match says: a downtime moves the deadline by plain time, without asking the calendar.
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
    # By the longest wait there may be: the one that was drawn is secret.
    return length if hold is None else max(length, timedelta(seconds=hold[1]) + ANSWER)
