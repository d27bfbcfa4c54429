"""How many rounds will a stage have, and how many tables each, as far as one can tell before it is played? Pure.

Withdrawals, draws that are played on, and time that runs out change it; it is for a forecast, and decides nothing.
"""

from __future__ import annotations

from lobby.contests.formats import swiss
from lobby.contests.formats.contract import Rules


def rounds(key: str, rules: Rules, entrants: int) -> list[int]:
    """How many tables each round of a format will have, the first round first; games of a table one after the other count as one."""
    if entrants < 2:
        return []
    full = -(-entrants // rules.table)
    if key == "points_race":
        return [full * rules.games] * max(1, rules.rounds)
    if key == "last_out":
        return _last_out(rules, entrants)
    if key == "single":
        return _single(rules, entrants)
    if key == "double":
        return _double(rules, entrants)
    if key == "round_robin":
        once = entrants - 1 + entrants % 2 if rules.table == 2 else -(-(entrants - 1) // (rules.table - 1))
        return [full] * (once * rules.games)
    if key == "swiss":
        return [full] * swiss.rounds(rules, entrants)
    return [full] * rules.games


def left_after(rules: Rules, entrants: int, *, puts_out: bool) -> int:
    """How many can go on to another stage."""
    return min(entrants, max(1, rules.target)) if puts_out else entrants


def _last_out(rules: Rules, entrants: int) -> list[int]:
    found, left = [], entrants
    while left > max(1, rules.target, rules.least - 1):
        groups = max(1, left // rules.table)
        found.append(groups * rules.games)
        left -= groups
    return found


def _single(rules: Rules, entrants: int) -> list[int]:
    found, left = [], entrants
    while left > rules.table:
        found.append(left // rules.table)
        left = -(-left // 2)
    return [*found, 1]


def _double(rules: Rules, entrants: int) -> list[int]:
    found, unbeaten, beaten = [], entrants, 0
    while unbeaten + beaten > rules.table:
        found.append(-(-unbeaten // rules.table) + -(-beaten // rules.table))
        fall = unbeaten // 2
        unbeaten, beaten = unbeaten - fall, beaten - beaten // 2 + fall
    # The final, and once more if both have lost once.
    return [*found, 1, 1]
