"""How does suspended work go on? Each record is done bit by bit until somebody has to decide (14.1)."""

from __future__ import annotations

from collections.abc import Callable

from games.frames.resolve import attack, captains, commands, ending, turns, windows
from games.frames.resolve.work import Work
from games.frames.state import Record


def _wait_for_choice(work: Work, record: Record) -> bool:
    work.state.phase = "choose"
    return True


HANDLERS: dict[str, Callable[[Work, Record], bool]] = {
    "attack": attack.proceed,
    "window": windows.wait,
    "deployed": commands.deployed,
    "gather": commands.gather,
    "operate": commands.operate,
    "frenzy": commands.frenzy,
    "choose": _wait_for_choice,
    "end_step": turns.end_step,
}
"""By `do` of a record: does its next part, and is true if it has to wait for an order."""


def run(work: Work) -> None:
    """Do suspended work until a decision is needed or the match is over."""
    state = work.state
    while not settle(work):
        if not state.todo:
            if state.ap > 0 and not state.ending:
                state.phase = "main"
                return
            turns.end_turn(state)
            continue
        record = state.todo[-1]
        if HANDLERS[record["do"]](work, record):
            return


def settle(work: Work) -> bool:
    """After every step: skills are gained, captains act by themselves, the match may be over (7.4, 11)."""
    if work.state.result is None:
        captains.update(work)
    return ending.check(work)
