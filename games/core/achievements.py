"""What do games share of achievements and of the stars of a path, and what record of a match are all of them asked of? Pure.

The record reads everything, so it is for matches that are over.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from games.core.contract import Game, Options, State
from games.core.events import REFEREE, Event, filter_for
from games.core.feats import Achievement, Feat, Played
from games.core.text import gettext_noop


def least_chance(played: Played) -> int:
    """The seat's lowest estimate in the match, in thousandths of what a seat has on the average; 1000 in games without estimates."""
    return min((one[played.seat] * played.seats for one in played.chances), default=1000)


def is_ahead(played: Played, since: float = 0.5) -> bool:
    """Was the seat's main score the highest, or equal to it, at every position after this part of the match?"""
    late = played.main[int(len(played.main) * since) :]
    return bool(late) and all(one[played.seat] >= max(one) for one in late)


def is_clear(played: Played, factor: float = 1.5) -> bool:
    """Is the seat's main score at the end at least so many times the best of the others?"""
    if not played.main:
        return False
    last = played.main[-1]
    best = max(score for seat, score in enumerate(last) if seat != played.seat)
    return last[played.seat] >= factor * best and last[played.seat] > best


TIDE = Achievement(
    "tide",
    gettext_noop("The tide turns"),
    gettext_noop("Win after the estimate gave you less than a third of an even chance."),
    lambda played: least_chance(played) * 3 < 1000,
    icon="rotate-ccw",
)
MANY = Achievement(
    "many",
    gettext_noop("One of many"),
    gettext_noop("Win against three others or more."),
    lambda played: played.seats > 3,
    icon="users",
)
FIVE = Achievement(
    "five", gettext_noop("Five victories"), gettext_noop("Win five matches."), bool, icon="star", times=5
)
"""These three are for games that want them."""

STARS = (
    Feat("clear", gettext_noop("Clear"), gettext_noop("Win with half as much again as the next."), is_clear),
    Feat("ahead", gettext_noop("Ahead"), gettext_noop("Win, and lead from half of the match to its end."), is_ahead),
)
"""The second and third star of a stop in a game that names none; the first is for the victory."""


def record(
    game: Game, options: Options, reason: str, seats: int, seat: int, course: Iterable[tuple[State, Iterable[Event]]]
) -> Played:
    """The match that `seat` has won alone, from its positions in their order, each with the events that led to it."""
    sums: defaultdict[str, list[float]] = defaultdict(lambda: [0.0] * seats)
    curves: defaultdict[str, list[Sequence[float]]] = defaultdict(list)
    chances: list[Sequence[int]] = []
    before: State = None
    steps = -1
    for state, told in course:
        steps += 1
        if before is not None:
            events = filter_for(told, REFEREE)
            if game.statistics is not None:
                for entry in game.statistics(before, events, state):
                    sums[entry.row][entry.seat] += entry.amount
            if game.deeds is not None:
                for deed in game.deeds(before, events, state):
                    sums[deed.name][deed.seat] += deed.amount
        for series, values in (game.scores(state) if game.scores else {}).items():
            curves[series].append(tuple(values))
        if game.chances is not None and game.pending(state):
            chances.append(tuple(game.chances(state)))
        before = state
    return Played(seat, seats, reason, options, steps, dict(sums), dict(curves), chances, before)
