"""Whose turn is it, and on which clock? Chapter 4."""

from __future__ import annotations

from games.core.clocks import Timing
from games.hundred_clubs.state import State


def pending(state: State) -> list[int]:
    """Seats that the step waits for (4)."""
    if state.phase == "auction":
        return [seat for seat in state.living() if state.bids[seat] is None]
    if state.phase == "birthplaces":
        chooser = state.next_chooser()
        return [] if chooser is None else [chooser]
    return state.living() if state.phase == "rounds" else []


def in_play(state: State) -> list[int]:
    """Living clubs while the match runs."""
    return [] if state.phase == "over" else state.living()


def timing(state: State) -> Timing:
    """Each phase has a clock of its own."""
    return Timing({"auction": "auction", "birthplaces": "birthplace"}.get(state.phase, "step"))
