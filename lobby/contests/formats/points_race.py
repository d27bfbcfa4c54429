"""Who wins most of many games against opponents that are drawn? The race that begins a chain (积分赛). Pure.

In each round everybody plays `games` games. A table that would not be full is filled with entrants who play once more than others; over
the whole stage nobody plays more than one game more than anybody else. Who withdraws is not drawn any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from games.core.rng import Rng
from lobby.contests.formats import dealing
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

KEY = "points_race"
IS_SECRET = True
PUTS_OUT = False
FIELDS = ("rounds", "games")
VALUES = ("wins", "mean_rank")


def next_round(rules: Rules, entrants: Sequence[Entrant], played: Sequence[Played], draw: Rng) -> Answer:
    """The tables of the next round; all games of a round may be played at once."""
    if is_waiting(played):
        return Wait()
    number, racing = rounds_of(played), dealing.present(entrants)
    if number >= max(1, rules.rounds) or len(racing) < max(2, rules.least) or not rules.is_open:
        return Done()
    count = Counter(dict.fromkeys(racing, 0))
    for table in played:
        count.update(one for one in table.seats if one in count)
    tables = [table for _ in range(rules.games) for table in _once(racing, count, rules, draw)]
    return Round(number, tuple(Pairing(table) for table in tables))


def _once(racing: Sequence[int], count: Counter[int], rules: Rules, draw: Rng) -> list[tuple[int, ...]]:
    """Tables in which everybody plays once, and as many as the last table needs play twice; counts them."""
    size = min(rules.table, len(racing))
    missing = -len(racing) % size
    twice = sorted(dealing.shuffled(racing, draw), key=lambda one: count[one])[:missing]
    once = dealing.shuffled(set(racing) - set(twice), draw)
    # The table that is filled has nobody of those who fill it, so nobody meets himself.
    begin = size - missing if missing else 0
    filled = [tuple(dealing.shuffled([*once[:begin], *twice], draw))] if missing else []
    rest = dealing.shuffled([*once[begin:], *twice], draw)
    tables = [tuple(rest[first : first + size]) for first in range(0, len(rest), size)] + filled
    for table in tables:
        count.update(table)
    return tables


def standings(rules: Rules, entrants: Sequence[Entrant], played: Sequence[Played]) -> list[Standing]:
    """By games won alone; then the lower mean rank, then fewer games, then the lot."""
    wins: Counter[int] = Counter()
    ranks: dict[int, Fraction] = {one.id: Fraction(0) for one in entrants}
    games: Counter[int] = Counter()
    full = dealing.largest(played, rules)
    for table in played:
        even = dealing.evened(table, full)
        for one, rank in table.ranks.items():
            games[one] += 1
            ranks[one] += even[one]
            wins[one] += rank == 1
    mean = {one.id: ranks[one.id] / games[one.id] if games[one.id] else Fraction(full) for one in entrants}
    order = sorted(entrants, key=lambda one: (-wins[one.id], mean[one.id], games[one.id], one.lot))
    return [
        Standing(one.id, rank, games[one.id], {"wins": wins[one.id], "mean_rank": mean[one.id]}, one.is_out)
        for rank, one in enumerate(order, start=1)
    ]
