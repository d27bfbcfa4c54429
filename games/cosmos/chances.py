"""How likely is each seat to win (`games.core.chances`)? Points of the final weapon, and those still to come, which energy pays for (6.6)."""

from __future__ import annotations

from games.core.chances import grown, of_strengths
from games.cosmos.constants import EVOLUTION_AGE, MINER, MINING_DELAY, PLANET, mining_income
from games.cosmos.entity import Entity
from games.cosmos.state import State

POINT = 1000
"""A point of the weapon, in the unit of strengths."""
ENERGY, PAYMENT, PLACE = 10, 5, 9
"""What energy of a planet counts, what a miner is still to pay counts, and what a planet counts for each round left: its income, and a
place to build and to bid. Fitted to 240 matches of equal and of different bots on `quick` and `standard`. On 64 others the later winner was first
at half of the match in 0.75, in the last quarter in 0.83, by the points alone in 0.64 and 0.76."""
POWER = (4, 8)
"""At the beginning, and in the last round."""


def chances(state: State) -> list[int]:
    """The points of the rounds that are left go to the seats by their parts of what there is to spend; who is eliminated has no chance."""
    left = max(0, state.rounds - state.round + 1)
    means = [0] * state.seats
    for entity in state.entities.values():
        if entity.seat is not None:
            means[entity.seat] += _means(state, entity, left)
    whole = max(1, sum(means))
    living = set(state.living())
    strengths = [
        POINT * state.points[seat] + POINT * left * means[seat] // whole + 1 if seat in living else 0
        for seat in range(state.seats)
    ]
    return of_strengths(strengths, grown(*POWER, state.round, state.rounds))


def _means(state: State, entity: Entity, left: int) -> int:
    """What an entity brings for bids until the end; ships that do not pay bring nothing."""
    if entity.kind == PLANET:
        return ENERGY * entity.energy + PLACE * left
    if entity.kind != MINER:
        return 0
    waits = max(0, entity.born + MINING_DELAY - state.round)
    age = int(state.options.get("evolve_after", EVOLUTION_AGE))
    lasts = min(entity.born + age - state.round, left) - waits
    return PAYMENT * mining_income(entity.energy) * max(0, lasts)
