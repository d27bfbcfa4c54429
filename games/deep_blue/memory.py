"""What does a seat remember of what it saw (4)?"""

from __future__ import annotations

from games.deep_blue.constants import MEMORY_ROUNDS, SEATS
from games.deep_blue.state import Ghost, Known, State


def refresh(state: State) -> None:
    """Bring the memory of both seats up to what they see now, in place; stamped with the state's round."""
    board, sight, now = state.chart.board, state.sight(), state.round
    fixed = [one for one in state.elements.values() if not one.is_unit and one.kind != "base"]
    units = [one for one in state.elements.values() if one.is_unit]
    for seat in range(SEATS):
        known = state.known[seat]
        for one in fixed:
            if sight.sees_element(board, seat, one):
                known[one.id] = Known(
                    one.seat, one.health, one.fuel if one.is_resource else 0, one.metal if one.is_resource else 0, now
                )
        visible = {
            one.id: one for one in units if one.seat != seat and sight.sees(seat, one.level, board.cell(one.x, one.y))
        }
        kept = {
            key: ghost
            for key, ghost in state.memory[seat].items()
            if key not in visible
            and now - ghost.round <= MEMORY_ROUNDS
            and not sight.sees(seat, ghost.level, board.cell(ghost.x, ghost.y))
        }
        for key, one in visible.items():
            kept[key] = Ghost(key, one.kind, 1 - seat, one.x, one.y, one.level, one.health, now)
        state.memory[seat] = dict(sorted(kept.items()))
