"""What does a step make of the orders? The stages of chapter 4.2 in their order; the steps before round 1 are in `opening.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.core.events import Event
from games.core.rng import Rng
from games.hundred_clubs.resolve import campaigns, conquest, diplomacy, ending, opening, upkeep
from games.hundred_clubs.resolve.work import Work
from games.hundred_clubs.state import State

STAGES: tuple[Callable[[Work], None], ...] = (
    diplomacy.answer,
    campaigns.fund,
    conquest.conquer,
    conquest.wash_away,
    upkeep.move_capitals,
    upkeep.supply,
    upkeep.tax,
    ending.discover,
    ending.eliminate,
    upkeep.tell_supply,
    ending.remember,
    ending.finish,
)


def resolve(state: State, orders: Mapping[int, Any], rng: Rng) -> tuple[State, list[Event]]:
    """The next position and what happened. A pending seat without orders plays the default ones; only the auction draws."""
    if state.phase == "over":
        raise ValueError("the match is over")
    if state.phase == "auction":
        return opening.close_auction(state, orders, rng)
    if state.phase == "birthplaces":
        return opening.choose(state, orders)
    work = Work(state, orders)
    for stage in STAGES:
        stage(work)
    return work.state, work.addressed()
