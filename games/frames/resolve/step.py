"""What does a step make of the orders? The suspended work goes on until somebody has to decide (14.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.events import Event
from games.core.rng import Rng
from games.frames.effects import ending
from games.frames.effects.work import Work
from games.frames.orders import default_orders
from games.frames.orders.kinds import execute
from games.frames.resolve import blitz, flow, opening, rest
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
        order = orders.get(seat)
        if state.phase in rest.OWN:
            order = rest.begin(work.state, seat, order)
        execute(work, seat, order or default_orders(state, seat))
    if work.state.phase not in ("victory", "plan", "over"):
        flow.run(work)
        rest.go_on(work)
    return work.state, work.events
