"""The weakest bot: a random legal order by kinds, and the two things that a beginner sees, too (16.1)."""

from __future__ import annotations

from typing import Any

from games.core.rng import Rng
from games.frames.bots.reading import Reading
from games.frames.constants import AP_COST

Json = Any

GENTLE = 3
"""Rounds in which no mech is answered while it is deployed."""


def decide(view: Json, rng: Rng, memory: dict[str, Json]) -> Json:
    """Draws the kind of order by weight, then one of that kind."""
    legal = view["legal"]
    if view["phase"] == "window":
        offers = [order for order in legal if order["use"] and not spoils(view, order)]
        if offers and rng.randrange(2):
            return rng.choice(offers)
        return legal[0]
    if view["phase"] == "plan":
        return plan(view, rng)
    if view["phase"] != "main":
        return rng.choice(legal)
    return rng.choice(noticed(view, rng) or [one_of_main(legal, rng)])


def spoils(view: Json, order: Json) -> bool:
    """Would this answer take a mech that has only just come out, in the rounds in which a newcomer learns to bring one out?"""
    return bool(view["round"] <= GENTLE and view["window"]["kind"] == "enemy_deploy" and order["use"])


def noticed(view: Json, rng: Rng) -> list[Json]:
    """Orders that answer what anybody sees: an own side without a mech, and, every second time, a runner about to reach the ship."""
    reading, legal = Reading(view), view["legal"]
    if view["round"] > 1 and not reading.on_board(reading.seat):
        return [order for order in legal if order["type"] == "deploy"]
    if not reading.raid or rng.randrange(2):
        return []
    foes = reading.foes_at(1 - reading.seat)
    runners = {
        mech["id"]
        for mech in reading.on_board(1 - reading.seat)
        if reading.turns_to_raid(mech, reading.place(mech), foes) <= 1
    }
    return [order for order in legal if {order.get("target"), order.get("act", {}).get("target")} & runners]


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
