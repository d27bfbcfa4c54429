"""Who plays in which division? The rules of leagues as pure functions: standings, who goes up or down, and how a season begins.

League 1 has one division, league 2 two, league 3 four, and so on: as many go down from a league as come up from the one below.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

SIZE = 20
"""People in a division."""
SMALLEST = 5
"""A lowest league with fewer people is not begun: they play in the one above."""
ENOUGH = 3
"""Rated matches in the season that it takes to be ranked before those who have not played them, and to go up."""
UP = 2
"""So many go up from a division. A league has twice the divisions of the one above, so `DOWN` is twice as many."""
DOWN = 4


class Division(NamedTuple):
    """A division of a league; both count from 1."""

    tier: int
    number: int


@dataclass(frozen=True, slots=True)
class Member:
    """How somebody stands in a season."""

    user_id: int
    points: int
    """The rating after the last match of the season; without one the rating of now."""
    matches: int
    """That counted in the season."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Who plays in the next season."""

    user_id: int
    points: int
    tier: int | None
    """The league that was won or lost in the last season; None for whoever is new."""


def ranked(members: Iterable[Member]) -> list[Member]:
    """Best first: who has played enough before the others, then by rating."""
    return sorted(members, key=lambda one: (one.matches < ENOUGH, -one.points, one.user_id))


def moves(members: Sequence[Member], *, is_first: bool, is_last: bool) -> list[int]:
    """For each member of a division, best first: -1 goes up a league, 1 goes down, 0 stays.

    `is_first`: there is no league above. `is_last`: there is none below.
    """
    up = 0 if is_first else sum(one.matches >= ENOUGH for one in members[:UP])
    # In a small division nobody who goes up is counted among the last.
    down = 0 if is_last else min(DOWN, len(members) - up)
    return [-1] * up + [0] * (len(members) - up - down) + [1] * down


def arranged(candidates: Collection[Candidate]) -> dict[int, Division]:
    """The division of each candidate. Whoever is new begins in the lowest league; free places go to the best of the league below."""
    lowest = max((one.tier for one in candidates if one.tier is not None), default=1)
    order = sorted(candidates, key=lambda one: (lowest if one.tier is None else one.tier, -one.points, one.user_id))
    found: dict[int, Division] = {}
    tier = 0
    while order:
        tier += 1
        room = SIZE * most_divisions(tier)
        if len(order) - room < SMALLEST:
            room = len(order)
        found |= _dealt(tier, order[:room])
        order = order[room:]
    return found


def most_divisions(tier: int) -> int:
    """How many divisions a league has when it is full."""
    return 2 ** (tier - 1)


def _dealt(tier: int, people: Sequence[Candidate]) -> dict[int, Division]:
    """Divisions of one league that are equally strong: dealt to and fro, the best first."""
    count = min(most_divisions(tier), math.ceil(len(people) / SIZE))
    to_and_fro = [*range(1, count + 1), *range(count, 0, -1)]
    best_first = sorted(people, key=lambda one: (-one.points, one.user_id))
    return {one.user_id: Division(tier, to_and_fro[at % (2 * count)]) for at, one in enumerate(best_first)}


def joined(newcomers: Sequence[int], sizes: Counter[Division]) -> dict[int, Division]:
    """Where people begin while a season goes on, in the lowest league: in the smallest division, a new one when all are full.

    `sizes`: people of each division; it grows with them.
    """
    found: dict[int, Division] = {}
    for user_id in newcomers:
        division = _open_division(sizes)
        sizes[division] += 1
        found[user_id] = division
    return found


def _open_division(sizes: Counter[Division]) -> Division:
    tier = max((one.tier for one in sizes), default=1)
    of_tier = [one for one in sizes if one.tier == tier]
    free = [one for one in of_tier if sizes[one] < SIZE]
    if free:
        return min(free, key=lambda one: (sizes[one], one.number))
    if len(of_tier) < most_divisions(tier):
        return Division(tier, len(of_tier) + 1)
    return Division(tier + 1, 1)
