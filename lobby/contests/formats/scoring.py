"""How do points make an order? The standings of formats in which nobody leaves. Pure.

Points of smaller tables are stretched to those of the largest one so far (`dealing.points`): nobody gains or loses by sitting with fewer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from lobby.contests.formats import dealing
from lobby.contests.formats.contract import Entrant, Played, Rules, Standing

VALUES = ("points", "opponents", "wins")


def scores(rules: Rules, entrants: Sequence[Entrant], played: Sequence[Played]) -> dict[int, Fraction]:
    """{entrant: points}: one for everybody at a table of the largest size who was worse, half for who was alike."""
    full = dealing.largest(played, rules)
    found = {one.id: Fraction(0) for one in entrants}
    for table in played:
        for one, gained in dealing.points(table, full).items():
            if table.is_over and not table.is_void:
                found[one] += gained
    return found


def by_points(rules: Rules, entrants: Sequence[Entrant], played: Sequence[Played]) -> list[Standing]:
    """By points; then the points of all opponents (Buchholz; of a smaller table as many as of the largest), then games
    won alone, then the lot. Who has withdrawn keeps the points."""
    total, games, full = (
        scores(rules, entrants, played),
        dealing.games_of(entrants, played),
        dealing.largest(played, rules),
    )
    opponents = {one.id: Fraction(0) for one in entrants}
    wins: Counter[int] = Counter()
    for table in played:
        if table.is_bye or table.is_void or not table.is_over:
            continue
        for one, rank in table.ranks.items():
            wins[one] += rank == 1
            met = sum((total[other] for other in table.seats if other != one), Fraction(0))
            opponents[one] += met * Fraction(full - 1, len(table.seats) - 1)
    order = sorted(entrants, key=lambda one: (-total[one.id], -opponents[one.id], -wins[one.id], one.lot))
    return [
        Standing(
            one.id,
            rank,
            games[one.id],
            {"points": total[one.id], "opponents": opponents[one.id], "wins": wins[one.id]},
            one.is_out,
        )
        for rank, one in enumerate(order, start=1)
    ]
