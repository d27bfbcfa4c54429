"""Who has most points when everybody has met everybody? Round robin. Pure.

At tables of two the rounds follow the circle method, `games` times around; with an odd number one has a bye in each round. At larger tables
rounds go on until everybody has met everybody, at most as many as at tables of two. Who withdraws loses what is left of the circle.
"""

from __future__ import annotations

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

KEY = "round_robin"
IS_SECRET = False
PUTS_OUT = False
FIELDS = ("games",)
VALUES = scoring.VALUES


def next_round(rules: Rules, entrants: Sequence[Entrant], played: Sequence[Played], draw: Rng) -> Answer:
    """The next round of the circle."""
    if is_waiting(played):
        return Wait()
    number = rounds_of(played)
    order = [one.id for one in sorted(entrants, key=lambda one: one.lot)]
    if len(dealing.present(entrants)) < max(2, rules.least) or not rules.is_open:
        return Done()
    once = len(order) - 1 + len(order) % 2
    if number >= once * rules.games:
        return Done()
    if rules.table == 2:
        there = dealing.present(entrants)
        # Whoever has withdrawn gains nothing by sitting out.
        circle = [table for table in _circle(order, number, once) if len(table.seats) > 1 or table.seats[0] in there]
        return Round(number, tuple(circle))
    return _mixed(rules, dealing.present(entrants), played, draw, number)


def _circle(order: Sequence[int], number: int, once: int) -> list[Pairing]:
    """The first stays, the others turn around; who would meet nobody has a bye. Seats change from turn to turn."""
    circle: list[int | None] = [*order] if len(order) % 2 == 0 else [*order, None]
    turn = number % once
    circle = [circle[0], *circle[1 + turn :], *circle[1 : 1 + turn]]
    tables = []
    for place in range(len(circle) // 2):
        pair = [one for one in (circle[place], circle[-1 - place]) if one is not None]
        if (number // once + place + turn) % 2:
            pair.reverse()
        tables.append(Pairing(tuple(pair)))
    return tables


def _mixed(rules: Rules, order: Sequence[int], played: Sequence[Played], draw: Rng, number: int) -> Round | Done:
    met = dealing.meetings(played)
    pairs = [(one, other) for one in order for other in order if one < other]
    if all(dealing.have_met(one, other, met) >= rules.games for one, other in pairs):
        return Done()
    rest = dealing.sitting_out(order, dealing.byes(len(order), rules), played, draw)
    waiting = dealing.shuffled(set(order) - set(rest), draw)
    tables = []
    for size in dealing.sizes(len(waiting), rules):
        # Begin with whoever has the most to meet, then always who has met these least.
        table = [min(waiting, key=lambda one: sum(dealing.have_met(one, other, met) for other in waiting))]
        waiting.remove(table[0])
        while len(table) < size:
            other = min(waiting, key=lambda one: sum(dealing.have_met(one, sitter, met) for sitter in table))
            waiting.remove(other)
            table.append(other)
        tables.append(Pairing(tuple(dealing.shuffled(table, draw))))
    return Round(number, (*tables, *(Pairing((one,)) for one in rest)))


def standings(rules: Rules, entrants: Sequence[Entrant], played: Sequence[Played]) -> list[Standing]:
    """By points, as `scoring` has it."""
    return scoring.by_points(rules, entrants, played)
