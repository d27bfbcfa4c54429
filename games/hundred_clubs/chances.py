"""How likely is each seat to win (`games.core.chances`)? The end counts income (9), which savings buy."""

from __future__ import annotations

from games.core.chances import grown, of_strengths
from games.hundred_clubs.sight import facts
from games.hundred_clubs.state import State

INCOME = 3
"""Rounds of income that count beside the savings: both buy campaigns."""
POWER = (2, 4)
"""At the beginning, and in the last round."""


def chances(state: State) -> list[int]:
    """Income times what there is to spend; who is eliminated has none, and before the first round all are alike."""
    if state.round == 0:
        return of_strengths([int(out is None) for out in state.out], 1)
    strengths = [
        (income + 10) * (saving + INCOME * income + 1) if out is None else 0
        for income, saving, out in zip(facts(state).income, state.saving, state.out, strict=True)
    ]
    return of_strengths(strengths, grown(*POWER, state.round, state.last_round))
