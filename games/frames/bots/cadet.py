"""The weakest bot: a random legal order, by kinds (16.1)."""

from __future__ import annotations

from typing import Any

from games.core.rng import Rng
from games.frames.constants import AP_COST

Json = Any


def decide(view: Json, rng: Rng, memory: dict[str, Json]) -> Json:
    """Draws the kind of order by weight, then one of that kind."""
    legal = view["legal"]
    if view["phase"] == "window":
        offers = [order for order in legal if order["use"]]
        if offers and rng.randrange(2):
            return rng.choice(offers)
        return legal[0]
    if view["phase"] == "plan":
        return plan(view, rng)
    if view["phase"] != "main":
        return rng.choice(legal)
    return one_of_main(legal, rng)


def one_of_main(legal: list[Json], rng: Rng) -> Json:
    """An order of the main phase: kinds that cost points 20 each, all free ones together 6, the end of the turn 1."""
    kinds: dict[str, list[Json]] = {}
    for order in legal:
        kinds.setdefault(order["type"], []).append(order)
    weights = [(kind, 20 if kind in AP_COST else 1 if kind == "end_turn" else 2) for kind in kinds]
    lot = rng.randrange(sum(weight for _, weight in weights))
    for kind, weight in weights:
        lot -= weight
        if lot < 0:
            return rng.choice(kinds[kind])
    raise AssertionError("a lot is below the sum of the weights")


def plan(view: Json, rng: Rng) -> Json:
    """One order for the round."""
    single = [order for order in view["legal"] if order["type"] not in ("operate_all", "ship_skill")]
    actions = [one_of_main(single, rng)] if single else []
    return {"type": "plan", "actions": actions, "end_acts": [], "standing": [], "prefer": []}
