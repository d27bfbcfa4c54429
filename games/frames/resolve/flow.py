"""How does suspended work go on? Each record is done bit by bit until somebody has to decide (14.1)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from games.frames import cards
from games.frames.effects import attack, captains, ending, interpreter, turns, windows
from games.frames.effects.windows import ANY_WINDOW
from games.frames.effects.work import Work
from games.frames.orders import mechs, warship
from games.frames.orders.kinds import orders_of
from games.frames.state import Record, State


def _wait_for_choice(work: Work, record: Record) -> bool:
    """A card of several is chosen by its seat; a single one needs no asking."""
    if len(record["cards"]) == 1:
        interpreter.choose_to_hand(work, record, 0)
        return False
    work.state.phase = "choose"
    return True


HANDLERS: dict[str, Callable[[Work, Record], bool]] = {
    "attack": attack.proceed,
    "window": windows.wait,
    "deployed": mechs.deployed,
    "gather": warship.gather,
    "operate": mechs.operate,
    "frenzy": mechs.frenzy,
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
                if not is_idle(state):
                    return
            turns.end_turn(state)
            continue
        record = state.todo[-1]
        if HANDLERS[record["do"]](work, record):
            return


def is_idle(state: State) -> bool:
    """Can everybody see that nothing is left to the seat but to end its turn? Then it is not asked.

    If something hidden could be of use, it is asked like anybody who has a choice: nobody shall learn that it has none.
    """
    assert state.active is not None
    side = state.sides[state.active]
    has_cards = side.hand["ship"] and not side.jammed and side.ship_state != "wreck"
    if has_cards or not side.captain_up:
        return False
    skills = cards.CAPTAIN[side.captain]["skills"]
    if any(skill["window"] in ("main", ANY_WINDOW) and skill["id"] not in side.spent for skill in skills):
        return False
    if any(not held.revealed for mech in side.board_mechs() for held in mech.gear):
        return False
    return len(list(islice(orders_of(state, state.active), 2))) == 1


def settle(work: Work) -> bool:
    """After every step: skills are gained, captains act by themselves, the match may be over (7.4, 11)."""
    if work.state.result is None:
        captains.update(work)
    return ending.check(work)
