"""How do points make an order? The standings of formats in which nobody leaves. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from lobby.contests.formats import dealing
from lobby.contests.formats.contract import Entrant, Played, Standing

VALUES = ("points", "opponents", "wins")


def scores(entrants: Sequence[Entrant], played: Sequence[Played]) -> dict[int, Fraction]:
    """{entrant: points}: one for everybody at the table who was worse, half for who was alike, one for a bye."""
    found = {one.id: Fraction(0) for one in entrants}
    for table in played:
        for one, gained in dealing.points(table).items():
            if table.is_over and not table.is_void:
                found[one] += gained
    return found


def by_points(entrants: Sequence[Entrant], played: Sequence[Played]) -> list[Standing]:
    """By points; then the points of all opponents (Buchholz), then games won alone, then the lot. Who has withdrawn keeps the points."""
    total, games = scores(entrants, played), dealing.games_of(entrants, played)
    opponents = {one.id: Fraction(0) for one in entrants}
    wins: Counter[int] = Counter()
    for table in played:
        if table.is_bye or table.is_void or not table.is_over:
            continue
        for one, rank in table.ranks.items():
            wins[one] += rank == 1
            opponents[one] += sum((total[other] for other in table.seats if other != one), Fraction(0))
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
