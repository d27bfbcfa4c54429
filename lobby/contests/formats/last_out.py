"""Who is left when the last of every group leaves? The preliminaries of a chain (初赛). Pure.

While more are left than fit one table, they are cut by lot into full groups, the last of each group is out, and who finds no group sits
out. Who sat out the last time comes into a group first, then who has sat out more often. Then all who are left play at one table, again
and again, until `target` are left. A step has `games` games; the sum of ranks decides, then the lot, as it does when a step could not be played.
"""

from __future__ import annotations

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
    Value,
    Wait,
    is_waiting,
    rounds_of,
)

KEY = "last_out"
IS_SECRET = True
PUTS_OUT = True
FIELDS = ("target", "games")
VALUES = ("steps", "last_ranks")


def next_round(rules: Rules, entrants: Sequence[Entrant], played: Sequence[Played], draw: Rng) -> Answer:
    """The groups of the next step."""
    if is_waiting(played):
        return Wait()
    fell, number = _fell(entrants, played), rounds_of(played)
    left = [one.id for one in entrants if not one.is_out and one.id not in fell]
    if len(left) <= max(rules.target, rules.least - 1, 1) or not rules.is_open:
        return Done()
    if len(left) <= rules.table:
        groups = [tuple(dealing.shuffled(left, draw))]
        rest: list[int] = []
    else:
        places = len(left) // rules.table * rules.table
        sat = {table.seats[0] for table in played if table.is_bye and table.round == number - 1}
        had = dealing.byes_of(played)
        # Whoever sat out the last time comes first, before byes are evened.
        rest = sorted(dealing.shuffled(left, draw), key=lambda one: (one in sat, had[one]))[: len(left) - places]
        order = dealing.shuffled(set(left) - set(rest), draw)
        groups = [tuple(order[first : first + rules.table]) for first in range(0, places, rules.table)]
    tables = [Pairing(group) for _ in range(rules.games) for group in groups]
    return Round(number, (*tables, *(Pairing((one,)) for one in rest)))


def standings(rules: Rules, entrants: Sequence[Entrant], played: Sequence[Played]) -> list[Standing]:
    """Who is left first, then those who fell, the last step first; within a step by the rank sum of it, then the lot.

    Who is left has it of the last step too, where a bye is the middle.
    """
    fell, games = _fell(entrants, played), dealing.games_of(entrants, played)
    steps = {one.id: fell.get(one.id, _steps_left(one, played)) for one in entrants}

    def ranks(one: Entrant) -> Fraction:
        last = fell.get(one.id, steps[one.id] - 1)
        own = [table for table in played if table.round == last and one.id in table.seats]
        return sum((_rank(one.id, table, rules) for table in own), Fraction(0))

    def key(one: Entrant) -> tuple[bool, int, Fraction, int]:
        return (one.is_out or one.id in fell, -steps[one.id], ranks(one), one.lot)

    def values(one: Entrant) -> dict[str, Value]:
        return {"steps": steps[one.id], "last_ranks": ranks(one)}

    return [
        Standing(one.id, rank, games[one.id], values(one), one.is_out or one.id in fell)
        for rank, one in enumerate(sorted(entrants, key=key), start=1)
    ]


def _rank(one: int, table: Played, rules: Rules) -> Fraction:
    """What that table adds to a sum: the middle for whoever sat out all games of the step, and at a void one."""
    if table.is_bye:
        return rules.games * Fraction(rules.table + 1, 2)
    return table.ranks.get(one, Fraction(len(table.seats) + 1, 2))


def _steps_left(one: Entrant, played: Sequence[Played]) -> int:
    """How many steps somebody has survived who did not fall."""
    return 1 + max((table.round for table in played if table.is_over and one.id in table.seats), default=-1)


def _fell(entrants: Sequence[Entrant], played: Sequence[Played]) -> dict[int, int]:
    """{entrant: the step in which he was the last of his group}."""
    lots = {one.id: one.lot for one in entrants}
    found = {}
    for number in range(rounds_of(played)):
        tables = [table for table in played if table.round == number and not table.is_bye]
        sums = _sums(tables)
        groups = {frozenset(table.seats) for table in tables if not is_waiting([table])}
        waiting = {frozenset(table.seats) for table in tables if not table.is_over}
        for group in groups - waiting:
            out = max(group, key=lambda one: (sums.get(one, Fraction(0)), lots[one]))
            found[out] = number
    return found


def _sums(tables: Sequence[Played]) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for table in tables:
        for one, rank in table.ranks.items():
            found[one] = found.get(one, Fraction(0)) + rank
    return found
