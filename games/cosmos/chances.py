"""How likely is each seat to win (`games.core.chances`)? Points of the final weapon, and those still to come, which energy pays for (6.6)."""

from __future__ import annotations

from games.core.chances import grown, of_strengths
from games.cosmos.constants import MINER, PLANET
from games.cosmos.state import State

POINT = 1000
"""A point of the weapon, in the unit of strengths."""
COUNTS = {PLANET: 3, MINER: 9}
"""What the energy of a planet and of a miner, which goes on to pay, counts; that of other ships counts once."""
POWER = (2, 6)
"""At the beginning, and in the last round."""


def chances(state: State) -> list[int]:
    """The points of the rounds that are left go to the seats by their parts of all energy; who is eliminated has no chance."""
    energy = [0] * state.seats
    for entity in state.entities.values():
        if entity.seat is not None:
            energy[entity.seat] += COUNTS.get(entity.kind, 1) * entity.energy
    whole, left = max(1, sum(energy)), max(0, state.rounds - state.round + 1)
    living = set(state.living())
    strengths = [
        POINT * state.points[seat] + POINT * left * energy[seat] // whole + 1 if seat in living else 0
        for seat in range(state.seats)
    ]
    return of_strengths(strengths, grown(*POWER, state.round, state.rounds))
