"""How are entrants dealt to tables? Sizes of tables, byes, and who has met whom. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations

from games.core.rng import Rng
from lobby.contests.formats.contract import Entrant, Played, Rules


def sizes(count: int, rules: Rules) -> list[int]:
    """Sizes of the tables for so many entrants, as even as possible, larger ones first; who finds no place has a bye.

    All find a place, unless that needs a table with fewer seats than the game takes.
    """
    tables = -(-count // rules.table)
    if tables * rules.least > count:
        tables = count // rules.least
    if not tables:
        return []
    seated = min(count, tables * rules.table)
    return [seated // tables + (table < seated % tables) for table in range(tables)]


def byes(count: int, rules: Rules) -> int:
    """How many of so many entrants sit out."""
    return count - sum(sizes(count, rules))


def cut(order: Sequence[int], rules: Rules) -> list[tuple[int, ...]]:
    """Neighbours of that order share a table; who is left over at its end has none."""
    tables, begin = [], 0
    for size in sizes(len(order), rules):
        tables.append(tuple(order[begin : begin + size]))
        begin += size
    return tables


def shuffled(ids: Iterable[int], draw: Rng) -> list[int]:
    """In random order, which does not depend on the order in which they come."""
    order = sorted(ids)
    draw.shuffle(order)
    return order


def sitting_out(ids: Iterable[int], count: int, played: Sequence[Played], draw: Rng) -> list[int]:
    """So many of them for a bye: by lot among those who had the fewest."""
    had = byes_of(played)
    return sorted(shuffled(ids, draw), key=lambda one: had[one])[:count]


def byes_of(played: Sequence[Played]) -> Counter[int]:
    """How many byes each entrant has had; who had none counts 0."""
    return Counter(table.seats[0] for table in played if table.is_bye)


def present(entrants: Sequence[Entrant]) -> list[int]:
    """Who has not withdrawn, by lot."""
    return [one.id for one in sorted(entrants, key=lambda one: one.lot) if not one.is_out]


def games_of(entrants: Sequence[Entrant], played: Sequence[Played]) -> Counter[int]:
    """How many games each entrant has played; byes, void tables and those that are not over are none."""
    found = Counter({one.id: 0 for one in entrants})
    for table in played:
        if not table.is_bye and not table.is_void and table.is_over:
            found.update(table.seats)
    return found


def meetings(played: Sequence[Played]) -> Counter[tuple[int, int]]:
    """{(lower id, higher id): how often they shared a table}."""
    found: Counter[tuple[int, int]] = Counter()
    for table in played:
        found.update(combinations(sorted(table.seats), 2))
    return found


def have_met(one: int, other: int, met: Counter[tuple[int, int]]) -> int:
    """How often the two met."""
    return met[min(one, other), max(one, other)]


def largest(played: Sequence[Played], rules: Rules) -> int:
    """Seats of the largest table so far; of a full one while there is none."""
    return max((len(table.seats) for table in played if not table.is_bye), default=rules.table)


def evened(table: Played, seats: int) -> dict[int, Fraction]:
    """{entrant: rank} as at a table with so many seats: the first is 1, the last is `seats`, the others between them as they were."""
    return {one: 1 + (rank - 1) * Fraction(seats - 1, len(table.seats) - 1) for one, rank in table.ranks.items()}


def points(table: Played, seats: int) -> dict[int, Fraction]:
    """As at a table with so many seats (`evened`): one point for each other who is worse, half a point for each who shares the place. A bye is a
    win at tables of two, and the middle at larger ones."""
    if table.is_bye:
        return {table.seats[0]: max(Fraction(1), Fraction(seats - 1, 2))}
    return {one: seats - rank for one, rank in evened(table, seats).items()}
