"""Who loses twice at last? Double elimination. Pure.

Who has not lost meets others who have not (lane 0), who has lost once meets others who have (lane 1), in the same rounds; the second
defeat is the end. The last two, or as many as one table holds, meet in the final (lane 2), and once more if nobody has lost twice by then.
At tables of more than two the worse half loses; `series` decides who.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.core.rng import Rng
from lobby.contests.formats import dealing, series
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
from lobby.contests.formats.series import Series

KEY = "double"
IS_SECRET = False
PUTS_OUT = True
FIELDS = ("games",)
VALUES = ("losses", "rounds_lasted")
UNBEATEN, BEATEN_ONCE, FINAL = range(3)


def next_round(rules: Rules, entrants: Sequence[Entrant], played: Sequence[Played], draw: Rng) -> Answer:
    """One round in both brackets, or the final."""
    found = judged(rules, entrants, played)
    if more := series.further(found):
        return Round(rounds_of(played) - 1, more)
    if is_waiting(played):
        return Wait()
    number, lots = rounds_of(played), {one.id: one.lot for one in entrants}
    losses, _ = _losses(found)
    pools = [[one for one in sorted(lots, key=lambda one: lots[one]) if losses[one] == lost] for lost in (0, 1)]
    left = pools[0] + pools[1]
    if len(left) < max(2, rules.least):
        return Done()
    if len(left) <= rules.table and (len(pools[0]) < 2 or not number):
        # At the first table of a few, everybody is still unbeaten.
        return Round(number, (Pairing(tuple(left), FINAL if number else UNBEATEN),))
    tables = [table for lane in (UNBEATEN, BEATEN_ONCE) for table in _paired(pools[lane], lane, rules, played, draw)]
    if not any(len(table.seats) > 1 for table in tables):
        return Round(number, (Pairing(tuple(left[: rules.table]), FINAL),))
    return Round(number, tuple(tables))


def _paired(pool: Sequence[int], lane: int, rules: Rules, played: Sequence[Played], draw: Rng) -> list[Pairing]:
    """Tables of one pool; who is alone in it just waits, which is no bye."""
    if len(pool) < max(2, rules.least):
        return []
    rest = dealing.sitting_out(pool, dealing.byes(len(pool), rules), played, draw)
    waiting = [one for one in pool if one not in rest]
    met, tables = dealing.meetings(played), []
    for size in dealing.sizes(len(waiting), rules):
        table = [waiting.pop(0)]
        while len(table) < size:
            # The last in the draw who has met these least.
            other = min(reversed(waiting), key=lambda one: sum(dealing.have_met(one, sitter, met) for sitter in table))
            waiting.remove(other)
            table.append(other)
        tables.append(Pairing(tuple(table), lane))
    return tables + [Pairing((one,), lane) for one in rest]


def judged(rules: Rules, entrants: Sequence[Entrant], played: Sequence[Played]) -> list[Series]:
    """What each table has decided: from all of them the better half goes on unbeaten by it."""
    return series.judged(rules, entrants, played, series.half)


def _losses(found: Sequence[Series]) -> tuple[Counter[int], dict[int, int]]:
    """{entrant: defeats}, {entrant: the round of the last defeat}."""
    losses: Counter[int] = Counter()
    when: dict[int, int] = {}
    for table in found:
        if table.is_over and not table.is_bye:
            for one in set(table.seats) - set(table.through):
                losses[one] += 1
                when[one] = max(table.round, when.get(one, 0))
    return losses, when


def standings(rules: Rules, entrants: Sequence[Entrant], played: Sequence[Played]) -> list[Standing]:
    """Who is left by the number of defeats, then those who are out, the last round first; who went in the same round shares the rank."""
    lots = {one.id: one.lot for one in entrants}
    losses, when = _losses(judged(rules, entrants, played))
    rounds, games = rounds_of(played), dealing.games_of(entrants, played)

    def key(one: int) -> tuple[int, int]:
        out = losses[one] > 1
        return (2 if out else losses[one]), -(when[one] if out else rounds)

    order = sorted(lots, key=lambda one: (key(one), lots[one]))
    lines: list[Standing] = []
    for index, one in enumerate(order):
        shares = bool(lines) and key(order[index - 1]) == key(one)
        rank = lines[-1].rank if shares else index + 1
        lasted = -key(one)[1]
        values = {"losses": losses[one], "rounds_lasted": lasted}
        lines.append(Standing(one, rank, games[one], values, losses[one] > 1))
    return lines
