"""Who never loses? Single elimination. Pure.

At tables of two the best by lot meet the last, and byes go to the best in the first round, so that the others fill a bracket. At larger
tables the better half of each goes on, and who shared a table is dealt to different ones; of the last table one is left. `series` decides who
goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from games.core.rng import Rng
from lobby.contests.formats import dealing, series
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
from lobby.contests.formats.series import Series

KEY = "single"
IS_SECRET = False
PUTS_OUT = True
FIELDS = ("games",)
VALUES = ("rounds_won",)


def next_round(rules: Rules, entrants: Sequence[Entrant], played: Sequence[Played], draw: Rng) -> Answer:
    """The next round of the bracket; its tables stand in the order of the bracket."""
    number, found = rounds_of(played), judged(rules, entrants, played)
    if more := series.further(found):
        return Round(number - 1, more)
    if is_waiting(played):
        return Wait()
    last = [table for table in found if table.round == number - 1]
    if number and len(last) == 1:
        return Done()
    lots = {one.id: one.lot for one in entrants}
    if rules.table == 2:
        if not number:
            tables = _bracket(sorted(lots, key=lambda one: lots[one]))
        else:
            through = [one for table in last for one in table.through]
            tables = [tuple(through[first : first + 2]) for first in range(0, len(through), 2)]
    else:
        tables = _dealt(_order(last, lots) if number else sorted(lots, key=lambda one: lots[one]), rules, played)
    if not any(len(table) > 1 for table in tables):
        return Done()
    return Round(number, tuple(Pairing(table) for table in tables))


def judged(rules: Rules, entrants: Sequence[Entrant], played: Sequence[Played]) -> list[Series]:
    """What each table has decided; from the only table of a round, the last one, one goes on."""
    return series.judged(
        rules, entrants, played, lambda seats, tables: 1 if tables == 1 else series.half(seats, tables)
    )


def _bracket(order: Sequence[int]) -> list[tuple[int, ...]]:
    """The first round: 1 against the last, so that 1 and 2 can meet only in the final; byes where nobody is left."""
    seeds = [0]
    while len(seeds) < len(order):
        seeds = [seed for one in seeds for seed in (one, 2 * len(seeds) - 1 - one)]
    places = [order[seed] if seed < len(order) else None for seed in seeds]
    pairs = [places[first : first + 2] for first in range(0, len(places), 2)]
    return [tuple(one for one in pair if one is not None) for pair in pairs]


def _order(last: Sequence[Series], lots: dict[int, int]) -> list[int]:
    """All who go on: first those with a bye, then the winners of all tables, the seconds of all tables and so on."""
    through = [(not table.is_bye, place, lots[one], one) for table in last for place, one in enumerate(table.through)]
    return [one for *_, one in sorted(through)]


def _dealt(order: Sequence[int], rules: Rules, played: Sequence[Played]) -> list[tuple[int, ...]]:
    had = dealing.byes_of(played)
    resting = sorted(order, key=lambda one: had[one])[: dealing.byes(len(order), rules)]
    playing = [one for one in order if one not in resting]
    tables = len(dealing.sizes(len(playing), rules))
    return [tuple(playing[table::tables]) for table in range(tables)] + [(one,) for one in resting]


def standings(rules: Rules, entrants: Sequence[Entrant], played: Sequence[Played]) -> list[Standing]:
    """By the rounds that somebody has survived, then the place at the last table; who is alike in both shares the rank."""
    lots = {one.id: one.lot for one in entrants}
    rounds = dict.fromkeys(lots, 0)
    place: dict[int, Fraction] = dict.fromkeys(lots, Fraction(0))
    lost: set[int] = set()
    for table in judged(rules, entrants, played):
        if not table.is_over:
            continue
        for one in table.seats:
            if one in table.through:
                rounds[one] += 1
            else:
                lost.add(one)
            place[one] = table.ranks.get(one, Fraction(0))
    games = dealing.games_of(entrants, played)

    def key(one: int) -> tuple[bool, int, Fraction]:
        return one in lost, -rounds[one], place[one]

    order = sorted(lots, key=lambda one: (key(one), lots[one]))
    lines: list[Standing] = []
    for index, one in enumerate(order):
        shares = bool(lines) and key(order[index - 1]) == key(one)
        rank = lines[-1].rank if shares else index + 1
        lines.append(Standing(one, rank, games[one], {"rounds_won": rounds[one]}, one in lost))
    return lines
