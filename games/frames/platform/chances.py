"""How likely is each seat to win (`games.core.chances`)? The totals that the table compares, mechs, energy, cards, and a raid that is near (11)."""

from __future__ import annotations

from games.core.chances import grown, of_strengths
from games.frames.effects.ending import measured, raid_steps
from games.frames.state import State

MECH, ENERGY, CARD = 50, 20, 20
"""A mech on the board, a token of energy and a card of the hand, in thousandths of a whole fleet."""
RAID = {0: 400, 1: 120, 2: 60}
"""A mech so many areas from the enemy ship area, where a raid counts."""
POWER = (2, 4)
"""At the beginning, and in the last round."""


def chances(state: State) -> list[int]:
    """Both alike until fleets are chosen."""
    if not state.sides or state.round == 0:
        return of_strengths([1, 1], 1)
    wholes = measured(state)
    if "lingering" in state.victory and "arms_race" not in state.victory:
        # At the end of the arms race the smaller total wins.
        wholes.reverse()
    raids = raid_steps(state) if "raid" in state.victory else [None, None]
    strengths = [
        whole
        + MECH * len(side.board_mechs())
        + ENERGY * side.energy
        + CARD * sum(map(len, side.hand.values()))
        + (0 if areas is None else RAID.get(areas, 0))
        + 1
        for whole, side, areas in zip(wholes, state.sides, raids, strict=True)
    ]
    return of_strengths(strengths, grown(*POWER, state.round, state.settings.max_rounds))
