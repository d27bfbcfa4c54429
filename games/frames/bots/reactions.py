"""How does a bot answer a window? By what the attack takes and what the card is worth (16.2)."""

from __future__ import annotations

from typing import Any

from games.core.rng import Rng
from games.frames import cards
from games.frames.bots.reading import Reading
from games.frames.bots.values import Style, Values

Json = Any

FIRE = 6
"""Damage that may be expected of a fire: its owner has other answers to it."""
LAST = 1
"""Rounds before totals are compared, from which on no shield is kept."""
KEPT = 6.0
"""What a skill is worth that is kept for a better blow."""


def react(reading: Reading, style: Style, rng: Rng) -> Json:
    """The best offer, if it is worth its card."""
    values = Values(reading, style)
    best, height = None, 0.0
    for item in reading.view["window"]["offers"]:
        value = worth(reading, values, item) + rng.random() * 0.01
        if value > height:
            best, height = item, value
    return {"type": "react", "use": [] if best is None else [best]}


def worth(reading: Reading, values: Values, item: Json) -> float:
    """What using this item gains over keeping it."""
    window = reading.view["window"]
    own = [one for one in _targets(window) if reading.units.get(one["unit"], {}).get("seat") == reading.seat]
    loss = sum(_loss(reading, values, one) for one in own)
    if "gear" in item:
        return sum(_loss(reading, values, one) for one in own if one["unit"] == item["unit"]) - 2.0
    if "skill" in item:
        return _skill(reading, values, item, own, loss)
    card = reading.card_of(item["card"])
    ship = reading.mine["ship"]
    packet = sum(one["packet"] for one in own if one["unit"] == ship["id"])
    if card in ("conversion_shield", "warp_shield"):
        return shield(reading, values, card, packet)
    if card == "repair_robots":
        missing = ship["max_hp"] - ship["hp"]
        repaired = min(ship["max_hp"], ship["hp"] + 10)
        if ship["hp"] <= packet:
            return 20.0 if packet < repaired else -1.0
        return 1.0 if missing >= 9 else -1.0
    if card == "deck_bomb":
        return 6.0
    return 5.0 if card == "discharge_field" else -1.0


def shield(reading: Reading, values: Values, card: str, packet: int) -> float:
    """A shield against a packet for the own warship: it is kept for blows that are worth it, and what lights a fire is one of them."""
    ship, attack = reading.mine["ship"], reading.view["window"]["attack"]
    least = 1
    if values.style.deep and not (values.is_race and values.race.left <= LAST):
        least = 3 if card == "conversion_shield" else 5
        weapon = cards.WEAPON.get(attack["weapon"].split("#")[0]) if attack else None
        lights = weapon is not None and any(effect["op"] == "burn" for effect in weapon["effects"])
        if packet and lights and not ship["burn"]:
            packet += FIRE
    return 10.0 + packet if packet and (packet >= ship["hp"] or packet >= least) else -1.0


def _targets(window: Json) -> list[Json]:
    attack = window["attack"]
    return attack["targets"] if attack else []


def _loss(reading: Reading, values: Values, target: Json) -> float:
    """What a packet costs the own side."""
    unit = reading.units[target["unit"]]
    taken = min(target["packet"], unit["hp"])
    if not unit["is_mech"]:
        return float(values.hull(unit) * taken + (values.sunk if taken >= unit["hp"] else 0.0))
    lethal = 6.0 + values.run(unit, reading.place(unit), moved=False) if taken >= unit["hp"] else 0.0
    return float(values.mech(reading.seat) * taken + lethal)


def _doubled(reading: Reading, values: Values, target: Json) -> float:
    """What it gains to double the packet for an enemy unit; what is destroyed as it is need not be struck twice."""
    unit = reading.units[target["unit"]]
    left = unit["hp"] - target["packet"]
    if unit["seat"] == reading.seat or left <= 0:
        return 0.0
    more = float(min(target["packet"], left))
    if unit["is_mech"]:
        return values.mech(unit["seat"]) * more + (6.0 if more == left else 0.0)
    return values.hull(unit) * more + (values.sunk if more == left else 0.0)


def _skill(reading: Reading, values: Values, item: Json, own: list[Json], loss: float) -> float:
    """Skills in windows; each can be used once, so small matters are let pass."""
    skill = item["skill"]
    if skill != "last_stand" and not values.style.deep:
        return -1.0
    if skill == "precision_strike":
        return sum(_doubled(reading, values, one) for one in _targets(reading.view["window"])) - KEPT
    if skill == "last_stand":
        return 60.0
    if skill == "nimble_hare":
        return loss - 12.0
    packet = sum(one["packet"] for one in own if one["unit"] == item["from"])
    target = reading.units.get(item["to"])
    if target is None or target["seat"] == reading.seat:
        return -1.0
    return loss + _loss(reading, values, {"unit": target["id"], "packet": packet}) - KEPT
