"""Who has the lowest sum of ranks? The final of a chain (决赛). Pure.

All play `games` games at one table, one after the other, and change seats from game to game. More than one table holds are cut by lot
into tables as even as possible, anew for every game.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

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
    Wait,
    is_waiting,
    rounds_of,
)

KEY = "rank_sum"
IS_SECRET = True
PUTS_OUT = False
FIELDS = ("games", "drop_worst")
VALUES = ("rank_sum", "firsts")


def next_round(rules: Rules, entrants: Sequence[Entrant], played: Sequence[Played], draw: Rng) -> Answer:
    """The next game of all."""
    if is_waiting(played):
        return Wait()
    number, left = rounds_of(played), dealing.present(entrants)
    if number >= rules.games or len(left) < max(2, rules.least) or not rules.is_open:
        return Done()
    if len(left) <= rules.table:
        turn = number % len(left)
        return Round(number, (Pairing((*left[turn:], *left[:turn])),))
    rest = dealing.sitting_out(left, dealing.byes(len(left), rules), played, draw)
    tables = dealing.cut(dealing.shuffled(set(left) - set(rest), draw), rules)
    return Round(number, (*map(Pairing, tables), *(Pairing((one,)) for one in rest)))


def standings(rules: Rules, entrants: Sequence[Entrant], played: Sequence[Played]) -> list[Standing]:
    """By the lowest sum of ranks; then more first ranks, more second ranks and so on, then the better rank in the last game; then shared.

    Ranks of smaller tables are stretched to those of the largest one (`dealing.evened`). A bye, or a game that could not be played, counts as
    its middle rank, and as no first or second one. Who has withdrawn is behind all others.
    """
    full = dealing.largest(played, rules)
    middle = Fraction(full + 1, 2)
    ranks: dict[int, list[Fraction]] = {one.id: [] for one in entrants}
    reached: dict[int, list[Fraction]] = {one.id: [] for one in entrants}
    for table in sorted(played, key=lambda table: table.round):
        is_game = not table.is_bye and not table.is_void
        even = dealing.evened(table, full) if is_game else {}
        for one in table.seats:
            if table.is_over:
                ranks[one].append(even.get(one, middle))
                reached[one] += [table.ranks[one]] if is_game else []

    def key(one: Entrant) -> tuple[bool, int, Fraction, list[int], Fraction]:
        own = ranks[one.id]
        kept = sorted(own)[: max(1, len(own) - rules.drop_worst)]
        # Fewer games than others have played are no lower sum: they come behind, as who has left.
        counts = [-reached[one.id].count(Fraction(place)) for place in range(1, rules.table + 1)]
        return one.is_out, -len(own), sum(kept, Fraction(0)), counts, own[-1] if own else middle

    lines: list[Standing] = []
    order = sorted(entrants, key=lambda one: (key(one), one.lot))
    for (is_out, _, total, counts, _), same in groupby(order, key=key):
        rank = len(lines) + 1
        lines += [
            Standing(
                one.id,
                rank,
                len(ranks[one.id]),
                {"rank_sum": total, "firsts": -counts[0]},
                is_out,
            )
            for one in same
        ]
    return lines
