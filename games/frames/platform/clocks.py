"""Which clocks do steps have, how long can a match last, what makes it shorter, and how late is it shown? Chapters 3 and 13."""

from __future__ import annotations

from typing import Any

from games.core.clocks import ClockKind, Late, Longest
from games.core.text import gettext_noop

STEP_SECONDS = 45
"""Suggested time of a turn's command, to which the times of all other steps are set (13)."""

CLOCKS = {
    "fleet": ClockKind(gettext_noop("Fleet"), factor=300 / STEP_SECONDS, uses_bank=False),
    "victory": ClockKind(gettext_noop("Victory condition"), factor=30 / STEP_SECONDS, uses_bank=False),
    "step": ClockKind(gettext_noop("Turn")),
    "operate": ClockKind(gettext_noop("Operation"), factor=30 / STEP_SECONDS),
    "end_step": ClockKind(gettext_noop("End of turn"), factor=15 / STEP_SECONDS, uses_bank=False),
    "choose": ClockKind(gettext_noop("Choice of a card"), factor=20 / STEP_SECONDS, uses_bank=False),
    "window": ClockKind(gettext_noop("Reaction"), factor=8 / STEP_SECONDS, uses_bank=False, tells_absence=False),
    "plan": ClockKind(gettext_noop("Plan"), factor=75 / STEP_SECONDS),
}
OPENING = ("fleet", "victory")
"""Clocks of the steps before the first round."""
TIME_OF_ROUND = 5
"""Times of an ordinary step that both turns of a round take when bots play them with all their reactions."""
EARLIEST = 5
"""Least number of the last round, and of that of the arms race."""


def longest(options: dict[str, Any], seats: int) -> Longest:
    """In blitz a round is one step. In turns every command and every reaction is one, and nothing limits their number."""
    rounds = options["max_rounds"]
    if options["mode"] != "blitz":
        return Longest(rounds)
    opening = sum(CLOCKS[clock].factor for clock in OPENING)
    return Longest(rounds, len(OPENING) + rounds, opening + rounds * CLOCKS["plan"].factor)


def shorter(options: dict[str, Any], seats: int, steps: int) -> dict[str, Any]:
    """An earlier last round, and the arms race no later than that."""
    wanted = max(EARLIEST, steps - len(OPENING) if options["mode"] == "blitz" else steps // TIME_OF_ROUND)
    if options["max_rounds"] <= wanted:
        return {}
    return {"max_rounds": wanted, "arms_race_round": min(wanted, options["arms_race_round"])}


def late(options: dict[str, Any]) -> Late:
    """Two rounds for what is public and three or four for hands; a round in turns takes six or seven steps, in blitz one."""
    return Late(public=3, truth=7) if options["mode"] == "blitz" else Late(public=10, truth=22)
