"""Who is best after a few rounds in which equals meet? The Swiss system. Pure.

In each round neighbours in the standings share a table, and at tables of two nobody meets the same opponent again while that can be
avoided. With an odd number the last who has had the fewest byes gets one, worth a win (at larger tables the middle). Who withdraws is not
paired any more.
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

KEY = "swiss"
IS_SECRET = False
PUTS_OUT = False
FIELDS = ("rounds",)
VALUES = scoring.VALUES
TRIES = 5000
"""Steps of the search for a round without second meetings; then some meet again."""


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
    resting = sorted(backwards, key=lambda one: had[one])[: dealing.byes(len(order), rules)]
    order = [one for one in order if one not in resting]
    tables = _pairs(order, dealing.meetings(played)) if rules.table == 2 else dealing.cut(order, rules)
    seated = [tuple(dealing.shuffled(table, draw)) for table in tables]
    return Round(number, (*map(Pairing, seated), *(Pairing((one,)) for one in resting)))


def rounds(rules: Rules, entrants: int) -> int:
    """As the rules say; by themselves as many as single elimination would need."""
    return rules.rounds or max(1, (entrants - 1).bit_length())


def _pairs(order: Sequence[int], met: Counter[tuple[int, int]]) -> list[tuple[int, ...]]:
    """The first with the nearest that he has not met, and so on; back if the rest cannot be paired so."""
    pairs: list[tuple[int, int]] = []
    choices: list[list[int]] = []
    left = list(order)
    for _ in range(TRIES):
        if not left:
            return list(pairs)
        if len(choices) == len(pairs):
            choices.append([other for other in left[1:] if not dealing.have_met(left[0], other, met)])
        if choices[-1]:
            other = choices[-1].pop(0)
            pairs.append((left[0], other))
            left = [one for one in left[1:] if one != other]
            continue
        choices.pop()
        if not pairs:
            break
        left = _back(pairs, order)
    return _nearest(order, met)


def _back(pairs: list[tuple[int, int]], order: Sequence[int]) -> list[int]:
    """Take the last pair apart again; returns who is without an opponent."""
    pairs.pop()
    taken = {one for pair in pairs for one in pair}
    return [one for one in order if one not in taken]


def _nearest(order: Sequence[int], met: Counter[tuple[int, int]]) -> list[tuple[int, ...]]:
    left: list[int] = list(order)
    pairs: list[tuple[int, ...]] = []
    while left:
        first = left.pop(0)
        other = min(left, key=lambda one: dealing.have_met(first, one, met))
        left.remove(other)
        pairs.append((first, other))
    return pairs


def standings(rules: Rules, entrants: Sequence[Entrant], played: Sequence[Played]) -> list[Standing]:
    """By points, as `scoring` has it."""
    return scoring.by_points(rules, entrants, played)
