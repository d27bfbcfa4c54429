"""How many meet again in a round of pairs, at least? By trying all there is, without the code of formats; for small fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations


def fewest(there: frozenset[int], met: Counter[frozenset[int]], *, sits_out: bool) -> int:
    """How often the pairs of a round have met before, if they are chosen as well as can be, whoever sits out."""
    if len(there) < 2:
        return 0
    first, *others = sorted(there)
    found = [
        met[frozenset({first, other})] + fewest(there - {first, other}, met, sits_out=sits_out) for other in others
    ]
    if sits_out:
        found.append(fewest(there - {first}, met, sits_out=False))
    return min(found)


def check(tables: Sequence[tuple[int, tuple[int, ...]]]) -> None:
    """Of tables as (round, seats): nobody met the same again while some choice of bye and pairs avoided it."""
    for number in sorted({round_ for round_, _ in tables}):
        met = Counter(frozenset(pair) for round_, seats in tables if round_ < number for pair in combinations(seats, 2))
        here = [frozenset(seats) for round_, seats in tables if round_ == number]
        there = frozenset(one for seats in here for one in seats)
        again = sum(met[seats] for seats in here)
        assert again == fewest(there, met, sits_out=len(there) % 2 == 1)
