"""What does a bot read out of its view? Units, chances and ways; nothing that the view does not show."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from games.frames import cards
from games.frames.board import ADJACENT, EVENT_AREA, Place, is_forward, ship_area
from games.frames.constants import AP_COST
from games.frames.odds import land
from games.frames.settings import settle

Json = Any

FAR = 20
"""Moves to a place that cannot be reached as things stand."""


@dataclass(frozen=True)
class Shot:
    """What an attack may be expected to do."""

    damage: float
    """Expected damage, not more than the target has."""
    kill: float
    """Rough chance that it destroys the target."""
    chance: float
    """That one of its shots lands."""
    each: float
    """Damage of a shot that lands."""


class Reading:
    """A view, sorted for the questions of a bot."""

    def __init__(self, view: Json) -> None:
        self.view = view
        self.seat: int = view["you"]
        self.mine, self.theirs = view["seats"][self.seat], view["seats"][1 - self.seat]
        self.units: dict[str, Json] = {}
        for side in view["seats"]:
            for mech in side["mechs"]:
                self.units[mech["id"]] = {**mech, "seat": side["seat"], "is_mech": True}
            if side["ship"]["state"] == "intact":
                self.units[side["ship"]["id"]] = {**side["ship"], "seat": side["seat"], "is_mech": False}
        self.raid = "raid" in view["victory"]
        self.raid_waits = settle(view["options"]).raid_waits
        self._ways: dict[tuple[int, frozenset[Place]], dict[Place, int]] = {}
        self.hand = {held["id"]: held["card"] for kind in ("ship", "mech") for held in self.mine["hand"][kind] or ()}
        self.gear = {held["id"]: held["card"] for mech in self.mine["mechs"] for held in mech["gear"]}

    def on_board(self, seat: int) -> list[Json]:
        """Mechs of a seat on the board."""
        return [
            unit
            for unit in self.units.values()
            if unit["is_mech"] and unit["seat"] == seat and unit["where"] == "board"
        ]

    def card_of(self, card_id: str) -> str:
        """Name of an own card in hand or on a mech."""
        return str(self.hand.get(card_id) or self.gear[card_id])

    def price(self, order: Json) -> int:
        """Action points of an order that costs any (5.2); weather makes some acts in the event area dearer (9.10)."""
        weather = self.view["event_area"]["weather"]
        if order["type"] == "operate_one" and weather is not None:
            unit = self.units[order["act"]["unit"]]
            is_there = unit["is_mech"] and unit["where"] == "board" and self.place(unit) == EVENT_AREA
            for effect in cards.EVENT[weather["card"]]["while"] if is_there else ():
                if effect["op"] == "shelter":
                    return int(effect["ap"])
        if order["type"] == "play":
            return int(cards.SHIP_CARD[self.card_of(order["card"])]["cost"].get("ap", 0))
        return AP_COST[order["type"]]

    def place(self, unit: Json) -> Place:
        """Where a unit on the board stands."""
        return (unit["at"][0], unit["at"][1])

    def foes_at(self, seat: int) -> frozenset[Place]:
        """Areas in which mechs of the other seat stand."""
        return frozenset(self.place(mech) for mech in self.on_board(1 - seat))

    def ways(self, seat: int, foes: frozenset[Place]) -> dict[Place, int]:
        """Fewest moves from every area to the enemy ship area, with foes in these areas barring the way forward (5.3)."""
        known = self._ways.get((seat, foes))
        if known is None:
            known = self._ways[seat, foes] = _ways(seat, foes)
        return known

    def turns_to_raid(self, unit: Json, at: Place, foes: frozenset[Place], extra: int = 0) -> int:
        """Own turns that a mech needs from an area, `extra` moves of this one included; 0: it raids in this turn."""
        left = self.ways(unit["seat"], foes)[at] - extra
        speed = 2 if is_fast(unit) else 1
        turns: int = -(-max(0, left) // speed) + max(unit["disabled"], int(bool(unit["em_locked"])))
        return turns

    def is_immune(self, seat: int) -> bool:
        """Do attacks at this seat's units do nothing in this turn?"""
        return any(status["id"] == "immune_to_attacks" for status in self.view["seats"][seat]["status"])

    def chance(self, by: Json, weapon: Json, target: Json) -> float:
        """Chance that a shot lands, by what is seen (6.7)."""
        if self.is_immune(target["seat"]):
            return 0.0
        if any(effect["op"] == "no_judgement" for effect in weapon["effects"]):
            return 1.0
        hit = by["hit"] + 5 * target["tracer"].get(str(by["seat"]), 0)
        kind = "mech" if target["is_mech"] else "ship"
        for effect in weapon["effects"]:
            if effect["op"] == "hit_mod":
                if "if" in effect and effect["if"].get("target") == kind:
                    hit += effect["value"]
                elif effect.get("per") == "own_buff":
                    hit += effect["value"] * len(by["buffs"])
        hit += 3 * any(held["card"] == "aim_assist" for held in by.get("gear", ())) + printed("hit_mod", by)
        evade = target["evade"] + printed("evade_mod", target)
        if target["is_mech"]:
            evade += 5 * ("smoke" in target["buffs"]) + 3 * any(
                held["card"] == "attitude_jets" for held in target["gear"]
            )
        elif target["defence_zero"]:
            evade = 0
        elif target["card"] == "fa07a_hummingbird" and target["hp"] <= 5:
            evade += 5
        return land(hit, evade)

    def is_charged(self, target: Json) -> bool:
        """Is damage to it halved by a Charged Shield (9.2)?"""
        if target["is_mech"] or target["defence_zero"] or not self.view["seats"][target["seat"]]["energy"]:
            return False
        return any(
            effect["op"] == "halve_damage" for skill in cards.SHIP[target["card"]]["skills"] for effect in skill["do"]
        )

    def shot(self, by: Json, name: str, target: Json, energy: int | None = None) -> Shot:
        """What this weapon does to this target; `energy`: with so many tokens instead of those that are there."""
        weapon = cards.WEAPON[name.split("#")[0]]
        each: float = weapon["damage"]
        if energy is None:
            energy = self.view["seats"][by["seat"]]["energy"]
        for effect in weapon["effects"]:
            if effect["op"] == "damage_add":
                each += effect["value"] * (energy if effect["per"] == "own_energy" else len(by["buffs"]))
            elif effect["op"] == "spend_all_energy":
                each += effect["damage_per_token"] * energy if energy else effect["damage_if_none"]
        if "link_charge" in by.get("buffs", ()):
            each *= 2
        burn = 3.0
        if self.is_charged(target):
            each, burn = each / 2, 1.0
        chance, shots = self.chance(by, weapon, target), weapon["shots"]
        expected = chance * each * shots * (1.25 if shots > 3 else 1)
        if any(effect["op"] == "burn" for effect in weapon["effects"]) and target["burn"] < 3:
            expected += chance * burn * (3 - target["burn"])
        needed = -(-target["hp"] // max(1, each))
        kill = chance**needed if needed <= shots else 0.0
        if shots > needed:
            kill = 1 - (1 - chance**needed) ** (shots / needed)
        return Shot(min(expected, float(target["hp"])), kill, chance, each)


def printed(op: str, unit: Json) -> int:
    """What trait and pilot of a mech that is seen add to a total at all times, by what is printed on both (9.7, 9.8)."""
    return suits(op, unit.get("model", ""), (unit.get("pilot") or {}).get("card"))


@cache
def suits(op: str, model: str, pilot: str | None) -> int:
    """The same for a model and a pilot."""
    mech, person = cards.MECH.get(model), cards.PILOT.get(pilot or "")
    if mech is None or person is None:
        return 0
    facts = {"pilot_race": person["race"], "pilot_grade": person["grade"], "series": mech["series"]}
    sources = [*(cards.TRAIT[trait] for trait in mech["traits"]), person]
    effects = (effect for source in sources for effect in source["do"] if effect["op"] == op)
    return sum(effect["value"] for effect in effects if effect.get("if", {}).items() <= facts.items())


def is_fast(unit: Json) -> bool:
    """Has it an extra move in its end step (9.7)?"""
    model = cards.MECH.get(unit.get("model", ""))
    return model is not None and "curvature_thruster" in model["traits"]


def _ways(seat: int, foes: frozenset[Place]) -> dict[Place, int]:
    """Breadth first from the enemy ship area back over all areas."""
    goal = ship_area(1 - seat)
    found, edge = {goal: 0}, [goal]
    while edge:
        following = []
        for end in edge:
            for start in ADJACENT[end]:
                if start not in found and not (start in foes and is_forward(seat, start, end)):
                    found[start] = found[end] + 1
                    following.append(start)
        edge = following
    return {place: found.get(place, FAR) for place in ADJACENT}
