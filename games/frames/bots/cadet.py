"""The weakest bot: every second time what looks best at once, else a legal order by kinds, and the two things that a beginner sees, too (16.1)."""

from __future__ import annotations

from typing import Any

from games.core.rng import Rng
from games.frames.bots.judging import worth
from games.frames.bots.reading import Reading
from games.frames.bots.values import Style, Values
from games.frames.constants import AP_COST

Json = Any

GENTLE = 3
"""Rounds in which no mech is answered while it is deployed."""
LIKES = {"operate_one": 30, "operate_all": 20, "fire": 20, "deploy": 20, "resupply": 10, "gather": 5, "recall": 1}
"""How it likes kinds that cost points; any free one 2."""
STYLE = Style(runs=False, guard=0.0, deep=False, whim=0.5, caution=0.2, shots=0.7)
"""It sees what an order gives at once, and nothing of what comes of it."""


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
    return rng.choice(noticed(view, rng) or [one_of_main(view, legal, rng)])


def spoils(view: Json, order: Json) -> bool:
    """Would this answer take a mech that has only just come out, in the rounds in which a newcomer learns to bring one out?"""
    return bool(view["round"] <= GENTLE and view["window"]["kind"] == "enemy_deploy" and order["use"])


def noticed(view: Json, rng: Rng) -> list[Json]:
    """Orders that answer what anybody sees: an own side without a mech, and, three times of four, a runner about to reach the ship."""
    reading, legal = Reading(view), view["legal"]
    if view["round"] > 1 and not reading.on_board(reading.seat):
        return [order for order in legal if order["type"] == "deploy"]
    if not reading.raid or not rng.randrange(4):
        return []
    foes = reading.foes_at(1 - reading.seat)
    runners = {
        mech["id"]
        for mech in reading.on_board(1 - reading.seat)
        if reading.turns_to_raid(mech, reading.place(mech), foes) <= 1
    }
    return [order for order in legal if {order.get("target"), order.get("act", {}).get("target")} & runners]


def one_of_main(view: Json, legal: list[Json], rng: Rng) -> Json:
    """An order of the main phase: the turn ends only when no points can be spent. In the first turn of a match it brings nobody out: whoever comes
    second begins with a turn, not with an answer."""
    if view.get("turn") == 1:
        legal = [order for order in legal if order["type"] not in ("deploy", "gather")]
    paid = [order for order in legal if order["type"] in AP_COST]
    kinds: dict[str, list[Json]] = {}
    for order in legal if paid else view["legal"]:
        if order["type"] != "end_turn" or not paid:
            kinds.setdefault(order["type"], []).append(order)
    weights = [(kind, LIKES.get(kind, 2)) for kind in kinds]
    lot = rng.randrange(sum(weight for _, weight in weights))
    for kind, weight in weights:
        lot -= weight
        if lot < 0:
            return _one_of(view, kinds[kind], rng)
    raise AssertionError("a lot is below the sum of the weights")


def _one_of(view: Json, orders: list[Json], rng: Rng) -> Json:
    """Every second time the one that gives most at once."""
    if len(orders) < 2 or rng.randrange(2):
        return rng.choice(orders)
    values = Values(Reading(view), STYLE)
    return max(orders, key=lambda order: worth(values, order))


def plan(view: Json, rng: Rng) -> Json:
    """One order for the round."""
    single = [order for order in view["legal"] if order["type"] not in ("operate_all", "ship_skill")]
    actions = [one_of_main(view, single, rng)] if single else []
    return {"type": "plan", "actions": actions, "end_acts": [], "standing": [], "prefer": []}
