"""What does a round make of the orders? The seven steps of chapter 3 in their order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.core.events import Event
from games.core.rng import Rng
from games.deep_blue.resolve import attack, ending, movement, production, services
from games.deep_blue.resolve.standing import stand
from games.deep_blue.resolve.work import Work
from games.deep_blue.state import State

ACTS: tuple[Callable[[Work], None], ...] = (
    production.enqueue,
    movement.set_destinations,
    attack.attack,
    movement.move,
    services.serve,
    production.produce,
)
"""What the elements do; the forecast plays these too."""
STAGES = (*ACTS, ending.score, ending.finish)


def resolve(state: State, orders: Mapping[int, Any], rng: Rng) -> tuple[State, list[Event]]:
    """The next position and what happened. A seat without orders goes on with its standing destinations."""
    if state.result is not None:
        raise ValueError("the match is over")
    resigned = [seat for seat in (0, 1) if (orders.get(seat) or {}).get("resign")]
    if resigned:
        return _give_up(state, resigned)
    work = Work(state, orders, rng)
    stand(work, state)
    for stage in STAGES:
        stage(work)
    return work.state, work.addressed()


def _give_up(state: State, resigned: list[int]) -> tuple[State, list[Event]]:
    """The match ends at once; if both give up, by score."""
    after = state.copy()
    after.seen = state.seen
    ending.end(after, "resigned", 1 - resigned[0] if len(resigned) == 1 else None)
    return after, [{"phase": "end", "type": "end", "outcome": after.result, "to": "all"}]
