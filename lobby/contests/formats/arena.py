"""Who gathers most points while the arena is open? Pure.

Whoever is free plays the next game at once, those who have played fewest first, with neighbours in the standings, and if it can be helped
not with those of the last table. It ends when its time is over or everybody has played `games` games. The last table may be smaller.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.core.rng import Rng
from lobby.contests.formats import dealing, scoring
from lobby.contests.formats.contract import (
    Answer,
    Done,
    Entrant,
    Pairing,
    Played,
    Round,
    Rules,
    Standing,
    Wait,
    is_waiting,
    rounds_of,
)

KEY = "arena"
IS_SECRET = False
PUTS_OUT = False
FIELDS = ("games",)
VALUES = scoring.VALUES


def next_round(rules: Rules, entrants: Sequence[Entrant], played: Sequence[Played], draw: Rng) -> Answer:
    """Tables of those who are free."""
    busy = {one for table in played if not table.is_over for one in table.seats}
    # Void tables too: they are not played again, so that a broken game cannot go on for ever.
    count = Counter(one for table in played for one in table.seats)
    willing = [one for one in dealing.present(entrants) if count[one] < rules.games and rules.is_open]
    free = [one for one in willing if one not in busy]
    tables = _tables(rules, free, entrants, played, draw)
    # Others will be free before long: a full table is worth waiting for, except a fresh opponent that never comes.
    if is_waiting(played):
        tables = [table for table in tables if len(table) == min(rules.table, len(willing))]
    if tables:
        return Round(rounds_of(played), tuple(Pairing(table) for table in tables))
    return Wait() if is_waiting(played) else Done()


def _tables(
    rules: Rules, free: Sequence[int], entrants: Sequence[Entrant], played: Sequence[Played], draw: Rng
) -> list[tuple[int, ...]]:
    count, total = Counter(one for table in played for one in table.seats), scoring.scores(rules, entrants, played)
    rest = dealing.byes(len(free), rules)
    waited = sorted(dealing.shuffled(free, draw), key=lambda one: count[one])
    order = sorted(waited[: len(waited) - rest], key=lambda one: -total[one])
    last = {
        one: frozenset(table.seats) for table in sorted(played, key=lambda table: table.round) for one in table.seats
    }
    tables = []
    for size in dealing.sizes(len(order), rules):
        table = [order.pop(0)]
        while len(table) < size:
            other = next((one for one in order if one not in last.get(table[0], ())), order[0])
            order.remove(other)
            table.append(other)
        tables.append(tuple(dealing.shuffled(table, draw)))
    return tables


def standings(rules: Rules, entrants: Sequence[Entrant], played: Sequence[Played]) -> list[Standing]:
    """By points, as `scoring` has it."""
    return scoring.by_points(rules, entrants, played)
