"""What does a step make of the orders? The suspended work goes on until somebody has to decide (14.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.events import Event
from games.core.rng import Rng
from games.frames.effects import ending, interpreter, windows
from games.frames.effects.work import Work
from games.frames.resolve import blitz, commands, flow, opening, rest
from games.frames.state import State


def resolve(state: State, orders: Mapping[int, Any], rng: Rng) -> tuple[State, list[Event]]:
    """The next position and what happened. A pending seat without orders plays the default ones."""
    if state.phase == "over":
        raise ValueError("the match is over")
    work = Work(state.copy(), rng)
    resigned = sorted(seat for seat, given in orders.items() if given and given.get("type") == "resign")
    if resigned:
        ending.close(work, None if len(resigned) == 2 else 1 - resigned[0], "resign")
    elif state.phase in ("fleet", "victory"):
        opening.proceed(work, orders)
    elif state.phase == "plan":
        blitz.play_round(work, orders)
    else:
        seat = work.state.active if state.phase != "window" else state.waiting["seat"]
        assert seat is not None
        _answer(work, seat, orders.get(seat))
    if work.state.phase not in ("victory", "plan", "over"):
        flow.run(work)
        rest.go_on(work)
    return work.state, work.events


def _answer(work: Work, seat: int, order: Any) -> None:
    """Carry out the order of the one seat that was asked; None is its default."""
    state = work.state
    if state.phase == "window":
        windows.close(work, state.waiting, order["use"] if order else [], interpreter.react)
    elif state.phase == "choose":
        interpreter.choose_to_hand(work, state.waiting, order["index"] if order else 0)
    else:
        commands.answer_of_turn(work, seat, rest.begin(state, seat, order))
