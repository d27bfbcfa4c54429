"""Who goes on from a table of a knockout? Games with other seats each time, until that is decided. Pure.

All games of a table stand in the same round. `rules.games` are played, fewer if the rest cannot change who goes on. Is it a draw then, up to
`FURTHER` more are played, one by one, and the first that parts them decides. What is still a draw is decided by the earlier rounds of the
stage, and last by the lot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from lobby.contests.formats.contract import Entrant, Pairing, Played, Rules

FURTHER = 2
"""Games that are played on after a draw; each has other seats than the one before."""
BY_GAMES, BY_EARLIER, BY_LOT = "games", "earlier", "lot"


@dataclass(frozen=True)
class Series:
    """The games of one table."""

    round: int
    lane: int
    seats: tuple[int, ...]
    """As in the first game."""
    order: tuple[int, ...]
    """The best first."""
    cut: int
    """How many go on."""
    ranks: dict[int, Fraction]
    """{entrant: rank by the sum of ranks}; who is alike shares the average. Empty if no game counts."""
    is_over: bool
    how: str
    """What has decided: `BY_GAMES`, `BY_EARLIER` or `BY_LOT`; empty while it is not over, and of a bye."""
    following: tuple[int, ...] = ()
    """Seats of the game that comes next; empty if one runs or none is needed."""

    @property
    def is_bye(self) -> bool:
        """One entrant sat out this round."""
        return len(self.seats) == 1

    @property
    def through(self) -> tuple[int, ...]:
        """Who goes on, the best first."""
        return self.order[: self.cut]


def half(seats: int, tables: int) -> int:
    """How many of so many go on: the better half, at least one."""
    return max(1, seats // 2)


def judged(
    rules: Rules, entrants: Sequence[Entrant], played: Sequence[Played], cut: Callable[[int, int], int]
) -> list[Series]:
    """All series in the order in which they were paired. `cut(seats, tables of the round)` says how many go on from a table."""
    groups: dict[tuple[int, frozenset[int]], list[Played]] = {}
    for table in played:
        groups.setdefault((table.round, frozenset(table.seats)), []).append(table)
    lots = {one.id: one.lot for one in entrants}
    tables = Counter(number for number, _ in groups)
    # Once for each round: a bracket of 512 has hundreds of tables.
    earlier = {number: _earlier(played, number) for number in tables}
    return [
        _judged(rules, games, cut(len(seats), tables[number]), earlier[number], lots)
        for (number, seats), games in groups.items()
    ]


def further(found: Sequence[Series]) -> tuple[Pairing, ...]:
    """The games by which series go on that are not decided."""
    return tuple(Pairing(one.following, one.lane) for one in found if one.following)


def _earlier(played: Sequence[Played], number: int) -> dict[int, Fraction]:
    """{entrant: mean rank in the rounds before, from 0 (always first) to 1}; whoever has played no game is not in it."""
    ranks: dict[int, list[Fraction]] = {}
    for table in played:
        if table.round < number and not table.is_bye:
            for one, rank in table.ranks.items():
                ranks.setdefault(one, []).append((rank - 1) / (len(table.seats) - 1))
    return {one: sum(own, Fraction(0)) / len(own) for one, own in ranks.items()}


def _judged(
    rules: Rules, games: Sequence[Played], cut: int, earlier: dict[int, Fraction], lots: dict[int, int]
) -> Series:
    seats, done = games[0].seats, sum(game.is_over for game in games)
    sums = {one: sum((game.ranks.get(one, Fraction(0)) for game in games), Fraction(0)) for one in seats}
    before = {one: earlier.get(one, Fraction(1, 2)) for one in seats}
    order = tuple(sorted(seats, key=lambda one: (sums[one], before[one], lots[one])))
    places = {one: 1 + sum(other < sums[one] for other in sums.values()) for one in seats}
    ranks = Played(games[0].round, seats, places).ranks if any(sums.values()) else {}
    is_over, how = done == len(games), ""
    if is_over and len(seats) > 1:
        last, first = order[cut - 1], order[cut]
        gap = sums[first] - sums[last]
        left = rules.games - done
        may_change = left > 0 and gap <= left * (len(seats) - 1)
        plays_on = left <= 0 and not gap and not games[-1].is_void and done < rules.games + FURTHER
        is_over = not may_change and not plays_on
        if is_over:
            how = BY_GAMES if gap else BY_EARLIER if before[first] != before[last] else BY_LOT
    following: tuple[int, ...] = ()
    if done == len(games) and not is_over:
        turn = done % len(seats)
        following = (*seats[turn:], *seats[:turn])
    return Series(games[0].round, games[0].lane, seats, order, cut, ranks, is_over, how, following)
