"""The bots that weigh orders: always the one that promises most for its action points (16.2)."""

from __future__ import annotations

from typing import Any

from games.core.rng import Rng
from games.frames import cards
from games.frames.bots import opening, reactions
from games.frames.bots.judging import worth
from games.frames.bots.reading import Reading
from games.frames.bots.values import Style, Values
from games.frames.constants import AP_COST

Json = Any

FREE_TYPES = ("use_gear", "autocannon", "captain", "ship_skill")
GEAR_WORTH = (
    "reflective_barrier", "booster_pack", "aim_assist", "attitude_jets", "ablative_plate", "smoke_screen", "portable_jammer",
    "spare_magazine", "heat_dagger", "repair_kit", "distributed_shield", "anchor_clamps", "wide_radar", "self_destruct",
    "wormhole_generator",
)  # fmt: skip
"""Mech cards, the most welcome first."""

LEAST = 0.1
"""Points for an action point below which it is kept."""


def decide(style: Style, view: Json, rng: Rng, memory: dict[str, Json]) -> Json:
    """The answer of a bot of this style."""
    phase, legal = view["phase"], view["legal"]
    if phase == "fleet":
        return rng.choice(legal)
    if phase == "victory":
        return {"type": "victory", "choice": opening.choose(view, rng) if style.runs else "annihilation"}
    reading = Reading(view)
    if phase == "window":
        return reactions.react(reading, style, rng)
    if phase == "choose":
        return legal[rng.randrange(len(legal))]
    values = Values(reading, style)
    if phase == "plan":
        return plan(reading, values, rng)
    if phase == "main":
        return main(reading, values, legal, rng)
    best, value = _best(values, [order for order in legal if order["type"] == "act"], rng)
    return best if best is not None and value > 0.05 else {"type": "finish"}


def _best(values: Values, orders: list[Json], rng: Rng) -> tuple[Json, float]:
    """The order with the highest value; a little chance decides between equals."""
    best, height = None, -1000.0
    for order in orders:
        value = worth(values, order) + rng.random() * 0.01
        if value > height:
            best, height = order, value
    return best, height


def main(reading: Reading, values: Values, legal: list[Json], rng: Rng) -> Json:
    """First what is free and good, then the most for the points that are left."""
    best = ranked(reading, values, legal, rng)
    return best[0][1] if best else {"type": "end_turn"}


def ranked(reading: Reading, values: Values, legal: list[Json], rng: Rng) -> list[tuple[float, Json]]:
    """Orders that are worth their price with their points for an action point, the best first; a good one for nothing stands alone."""
    free, gain = _best(values, [order for order in legal if _is_free(reading, order)], rng)
    if free is not None and gain > 0.5:
        return [(gain, free)]
    found: list[tuple[float, Json]] = []
    acts: dict[str, float] = {}
    for order in legal:
        if order["type"] == "end_turn" or _is_free(reading, order):
            continue
        value = _all(acts) if order["type"] == "operate_all" else worth(values, order)
        if order["type"] == "operate_one":
            unit = order["act"]["unit"]
            acts[unit] = max(acts.get(unit, 0.0), value)
        rate = value / reading.price(order) * (1 - values.style.whim * rng.random()) + rng.random() * 0.01
        if rate > LEAST:
            found.append((rate, order))
    found.sort(key=lambda one: -one[0])
    return [
        (rate, equip(reading, order, values.style, rng) if order["type"] == "deploy" else order)
        for rate, order in found
    ]


def _is_free(reading: Reading, order: Json) -> bool:
    if order["type"] == "play":
        return reading.price(order) == 0
    return order["type"] in FREE_TYPES or (order["type"] == "resupply" and order["free"])


def _all(best: dict[str, float]) -> float:
    """What all mechs would do together, by the best act of each; two of them may as well be told one by one."""
    return sum(best.values()) if len(best) > 2 else 0.0


def equip(reading: Reading, order: Json, style: Style, rng: Rng) -> Json:
    """A deployment with the best cards in hand, or with any."""
    model = cards.MECH[reading.units[order["mech"]]["model"]]
    runs_dry = any(cards.WEAPON[weapon]["ammo"] for weapon in model["weapons"])
    held = sorted(
        reading.mine["hand"]["mech"],
        key=lambda one: -1 if one["card"] == "spare_magazine" and runs_dry else GEAR_WORTH.index(one["card"]),
    )
    if not style.deep:
        rng.shuffle(held)
    chosen: list[Json] = []
    for one in held:
        if all(one["card"] != other["card"] for other in chosen):
            chosen.append(one)
    slots = reading.view["options"]["mech_gear_slots"]
    return {**order, "gear": [one["id"] for one in chosen[:slots]]}


def plan(reading: Reading, values: Values, rng: Rng) -> Json:
    """A round of Blitz: the best orders that do not need each other, shields as standing orders (12)."""
    view = reading.view
    left: int = view["ap"]
    actions: list[Json] = []
    busy: set[Json] = set()
    paid = [order for order in view["legal"] if order["type"] in AP_COST and not _is_free(reading, order)]
    orders = [order for order in paid if order["type"] != "operate_all"]
    rated = sorted(
        ((worth(values, order) / reading.price(order) + rng.random() * 0.01, i) for i, order in enumerate(orders)),
        reverse=True,
    )
    for rate, i in rated:
        order = orders[i]
        names = {order.get("mech"), order.get("pilot"), order.get("act", {}).get("unit"), order.get("mode")} - {None}
        if rate > 0.3 and reading.price(order) <= left and not (names | _supported(order)) & busy:
            fits = order["type"] == "deploy" and not actions
            actions.append(equip(reading, order, values.style, rng) if fits else order)
            busy |= names
            left -= reading.price(order)
    standing = []
    for held in reading.mine["hand"]["ship"]:
        windows = cards.SHIP_CARD[held["card"]]["windows"]
        if "defence" in windows:
            standing.append({"use": held["id"], "on": "ship_landed", "min_damage": 3})
        elif "enemy_deploy" in windows:
            standing.append({"use": held["id"], "on": "enemy_deploy"})
    return {"type": "plan", "actions": actions, "end_acts": [], "standing": standing, "prefer": []}


def _supported(order: Json) -> set[Json]:
    """The mech that is supported: it may have gone out of reach by what it does before."""
    act = order.get("act", {})
    return {act["target"]} if act.get("do") == "support" else set()
