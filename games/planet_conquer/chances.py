"""How likely is each seat to win (`games.core.chances`)? The end counts planets, and units win them."""

from __future__ import annotations

from math import isqrt

from games.core.chances import grown, parts
from games.planet_conquer.production import produce
from games.planet_conquer.sight import facts
from games.planet_conquer.state import State

GROWTH = 5
"""Rounds of growth that count beside the units that are there."""
POWER = (4, 12)
"""In quarters, at the beginning and in the last round: planets that nobody held are no match won, however many more they are than before."""
PLANETS, UNITS = 5, 60
"""Beside what a seat has: who has one more of few is not yet far ahead."""


def chances(state: State) -> list[int]:
    """Planets times units, those to come included; who is out has none."""
    known, chart = facts(state), state.chart
    units = list(known.units)
    for planet, seat in enumerate(state.owner):
        if seat is not None:
            now = state.units[planet]
            grows = produce(now, chart.limit[planet], chart.res[planet], chart.cos[planet]) - now
            units[seat] += GROWTH * max(0, grows)
    strengths = [
        (planets + PLANETS) * (one + UNITS) if out is None else 0
        for planets, one, out in zip(known.planets, units, state.out, strict=True)
    ]
    power = grown(*POWER, state.round, state.settings.max_round)
    return parts([isqrt(isqrt(strength**power)) for strength in strengths])
