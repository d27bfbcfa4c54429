"""What are the skills of captains and warships worth, and what must a seat pay for them? (16.2)"""

from __future__ import annotations

from typing import Any

from games.frames import cards
from games.frames.board import ADJACENT, ship_area
from games.frames.bots.values import Values
from games.frames.constants import AP_COST
from games.frames.odds import land

Json = Any

RESUPPLY_PRICE = 12
"""Hit points that a Hull Resupply takes (9.2)."""
PRICE_FACTOR = 2.0
"""How much more than by a shot such a point is worth: what is paid is lost for sure."""
LOST_MECH = 6.0
"""What a mech is worth that Facing Death takes from the board."""
SMALL = 6
"""A warship with fewer hit points than this gains by becoming a giant of as many."""

WAITING = 3.0
"""What a skill that is used once must be worth to be used now."""
TOKEN = 3.0
"""What an energy token is worth to a warship that spends it at once."""


def captain(values: Values, order: Json) -> float:
    """Skills of the main phase."""
    reading = values.reading
    if order["skill"] == "last_stand":
        return 40.0
    if not values.style.deep:
        return -1.0
    if order["skill"] == "eye_for_an_eye":
        target = reading.units[order["target"]]
        return float(2.0 * target["hp"] + values.threat(target) - 4.0)
    if order["skill"] == "facing_death":
        return facing_death(values)
    if order["skill"] != "diversion":
        return plainly(values, cards.SKILL[order["skill"]], order)
    if order["to"] == "energy":
        return 2.0 if reading.mine["ship"]["card"] == "fa07c_bison" else -1.0
    return 8.0 if order["to"]["weapon"] == "siege_railgun" else -1.0


def facing_death(values: Values) -> float:
    """All mechs for one volley: three points a token for each that lands."""
    reading = values.reading
    mechs = reading.on_board(reading.seat)
    ship, target = reading.units[f"s{reading.seat}"], reading.units[f"s{1 - reading.seat}"]
    chance = land(ship["hit"], 0 if target["defence_zero"] else target["evade"])
    each = 3 * reading.mine["energy"]
    if reading.is_charged(target):
        each //= 2
    needed = -(-target["hp"] // max(1, each))
    kill = chance**needed if needed <= len(mechs) else 0.0
    gain = values.hull(target) * min(target["hp"], chance * each * len(mechs)) + values.sunk * kill
    return float(gain - sum(LOST_MECH + mech["hp"] for mech in mechs))


def ship_skill(values: Values, order: Json) -> float:
    """Hull Resupply pays when acts are worth more than the hull; a giant when the hull is nearly gone, or a raid is near."""
    if not values.style.deep:
        return -1.0
    if order["skill"] == "hull_resupply":
        return resupply(values, order["units"])
    return giant(values) if order["skill"] == "giant_mech" else plainly(values, cards.SHIP_SKILL[order["skill"]], order)


def plainly(values: Values, skill: cards.Card, order: Json) -> float:
    """What a skill does by its operations alone, less than nothing while more may be had of it later."""
    return sum(_does(values, effect, order) for effect in skill["do"]) - WAITING


def _does(values: Values, effect: cards.Effect, order: Json) -> float:
    reading = values.reading
    if effect["op"] == "status":
        return values.stopped(reading.units[order["target"]], effect["turns"])
    if effect["op"] == "heal":
        missing = (mech["max_hp"] - mech["hp"] for mech in reading.on_board(reading.seat) if _meets(mech, effect))
        return float(values.mech(reading.seat) * sum(min(effect["amount"], one) for one in missing))
    if effect["op"] == "heal_ship":
        ship = reading.units[f"s{reading.seat}"]
        return float(values.hull(ship) * min(effect["amount"], ship["max_hp"] - ship["hp"]))
    weapons = (cards.WEAPON[arm["id"]] for arm in reading.mine["ship"]["weapons"] if arm["id"] in cards.WEAPON)
    spends = any(weapon["energy"] or any("damage_per_token" in one for one in weapon["effects"]) for weapon in weapons)
    return TOKEN * effect["amount"] if spends and reading.view["ap"] >= AP_COST["fire"] else 0.0


def _meets(mech: Json, effect: cards.Effect) -> bool:
    grade = effect.get("if", {}).get("pilot_grade")
    return grade is None or cards.PILOT[mech["pilot"]["card"]]["grade"] == grade


def resupply(values: Values, units: list[str]) -> float:
    """Up to three more acts for a part of the hull."""
    reading = values.reading
    ship = reading.units[f"s{reading.seat}"]
    gain = sum(best_act(values, reading.units[name]) for name in units)
    return float(
        gain - values.hull(ship) * RESUPPLY_PRICE * PRICE_FACTOR - (10.0 if ship["hp"] < 2 * RESUPPLY_PRICE else 0.0)
    )


def best_act(values: Values, unit: Json) -> float:
    """The best attack or step of a mech from where it stands."""
    reading = values.reading
    at, best = reading.place(unit), values.best_attack(unit)
    for place in ADJACENT[at]:
        if reading.ways(reading.seat, values.foe_places)[place] < reading.ways(reading.seat, values.foe_places)[at]:
            gain = values.position(unit, place, moved=True) - values.position(unit, at, moved=False)
            best = max(best, gain + (values.entered if place == ship_area(1 - reading.seat) else 0.0))
    return best


def giant(values: Values) -> float:
    """All mechs and the hull for one mech; where raids count it ends them."""
    reading = values.reading
    mechs = reading.on_board(reading.seat)
    ship = reading.units[f"s{reading.seat}"]
    whole = sum(mech["hp"] for mech in mechs)
    danger = max((values.threat(mech) for mech in reading.on_board(1 - reading.seat)), default=0.0)
    hope = max((values.run(mech, reading.place(mech), moved=False) for mech in mechs), default=0.0)
    return float(2.0 * (whole - ship["hp"]) + 2.0 * (SMALL - ship["hp"]) + 0.5 * danger - hope - LOST_MECH)
