"""Who is best after a few rounds in which equals meet? The Swiss system. Pure.

In each round neighbours in the standings share a table, and at tables of two nobody meets the same opponent again while that can be
avoided. With an odd number the last who has had the fewest byes gets one, worth a win (at larger tables the middle), or somebody else if
only so nobody meets the same again. Who withdraws is not paired any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import count

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

KEY = "swiss"
IS_SECRET = False
PUTS_OUT = False
FIELDS = ("rounds",)
VALUES = scoring.VALUES
WORK = 2_000_000
"""Of the search for the round with the fewest second meetings, in entrants looked at: all there is to try in small fields."""
PARTS = 20
"""Into which it is cut: so much goes into one choice of who sits out and how many meet again."""


def next_round(rules: Rules, entrants: Sequence[Entrant], played: Sequence[Played], draw: Rng) -> Answer:
    """The next round by the standings; the first by lot."""
    if is_waiting(played):
        return Wait()
    number, left = rounds_of(played), set(dealing.present(entrants))
    if number >= rounds(rules, len(entrants)) or len(left) < max(2, rules.least) or not rules.is_open:
        return Done()
    total = scoring.scores(rules, entrants, played)
    order = sorted(dealing.shuffled(left, draw), key=lambda one: -total[one])
    had = dealing.byes_of(played)
    backwards = order[::-1]
    # Who is to sit out comes first.
    candidates = sorted(backwards, key=lambda one: had[one])
    if rules.table == 2:
        resting, tables = _paired(order, candidates if len(order) % 2 else [], dealing.meetings(played))
    else:
        resting = candidates[: dealing.byes(len(order), rules)]
        tables = dealing.cut([one for one in order if one not in resting], rules)
    seated = [tuple(dealing.shuffled(table, draw)) for table in tables]
    return Round(number, (*map(Pairing, seated), *(Pairing((one,)) for one in resting)))


def rounds(rules: Rules, entrants: int) -> int:
    """As the rules say; by themselves as many as single elimination would need."""
    return rules.rounds or max(1, (entrants - 1).bit_length())


Tables = list[tuple[int, ...]]


def _paired(order: Sequence[int], candidates: Sequence[int], met: Counter[tuple[int, int]]) -> tuple[list[int], Tables]:
    """Who sits out, and the tables: the fewest second meetings that there can be, then the first of the candidates."""
    choices = [[one] for one in candidates] or [[]]
    rests = [(resting, [one for one in order if one not in resting]) for resting in choices]
    left = WORK
    for again in count():
        for resting, rest in rests:
            part = [min(left, WORK // PARTS)]
            left -= part[0]
            if (pairs := _pairs(rest, met, again, part)) is not None:
                return resting, pairs
            left += max(0, part[0])
            if left <= 0:
                return choices[0], _nearest(rests[0][1], met)
    raise AssertionError("unreachable")


def _pairs(order: Sequence[int], met: Counter[tuple[int, int]], again: int, work: list[int]) -> Tables | None:
    """The first with the nearest that he has not met, and so on; back if the rest cannot be paired so. At most `again` second meetings; `work`
    is used up."""
    if not order:
        return []
    first, *others = order
    for other in others:
        meetings = dealing.have_met(first, other, met)
        if meetings > again:
            continue
        work[0] -= len(order)
        if work[0] < 0:
            return None
        rest = _pairs([one for one in others if one != other], met, again - meetings, work)
        if rest is not None:
            return [(first, other), *rest]
    return None


def _nearest(order: Sequence[int], met: Counter[tuple[int, int]]) -> Tables:
    left: list[int] = list(order)
    pairs: Tables = []
    while left:
        first = left.pop(0)
        other = min(left, key=lambda one: dealing.have_met(first, one, met))
        left.remove(other)
        pairs.append((first, other))
    return pairs


def standings(rules: Rules, entrants: Sequence[Entrant], played: Sequence[Played]) -> list[Standing]:
    """By points, as `scoring` has it."""
    return scoring.by_points(rules, entrants, played)
