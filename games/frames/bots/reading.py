"""What does a bot read out of its view? Units, chances and ways; nothing that the view does not show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.frames import cards
from games.frames.board import ADJACENT, Place, distance, is_forward, ship_area
from games.frames.odds import land

Json = Any


@dataclass(frozen=True)
class Shot:
    """What an attack may be expected to do."""

    damage: float
    """Expected damage, not more than the target has."""
    kill: float
    """Rough chance that it destroys the target."""


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

    def place(self, unit: Json) -> Place:
        """Where a unit on the board stands."""
        return (unit["at"][0], unit["at"][1])

    def moves_to_raid(self, unit: Json, at: Place | None = None) -> int:
        """Fewest moves to the enemy ship area: one more for every foe that stands in the way where it is now."""
        start = at or self.place(unit)
        count = distance(start, ship_area(1 - unit["seat"]))
        ahead = [place for place in ADJACENT[start] if is_forward(unit["seat"], start, place)]
        foes = [one for one in self.on_board(1 - unit["seat"]) if self.place(one) == start]
        return count + (1 if foes and ahead else 0)

    def raid_value(self, unit: Json, at: Place | None = None) -> float:
        """What a mech is worth as a raider (16.2)."""
        if not self.raid:
            return 0.0
        value: float = 40 * 0.45 ** (self.moves_to_raid(unit, at) + (2 if unit["disabled"] or unit["em_locked"] else 0))
        return value

    def chance(self, by: Json, weapon: Json, target: Json) -> float:
        """Chance that a shot lands, by what is seen (6.7)."""
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
        hit += 3 * any(held["card"] == "aim_assist" for held in by.get("gear", ()))
        evade = target["evade"]
        if target["is_mech"]:
            evade += 5 * ("smoke" in target["buffs"]) + 3 * any(
                held["card"] == "attitude_jets" for held in target["gear"]
            )
        elif target["defence_zero"]:
            evade = 0
        elif target["card"] == "fa07a_hummingbird" and target["hp"] <= 5:
            evade += 5
        return land(hit, evade)

    def shot(self, by: Json, name: str, target: Json) -> Shot:
        """What this weapon does to this target."""
        weapon = cards.WEAPON[name.split("#")[0]]
        each: float = weapon["damage"]
        energy = self.view["seats"][by["seat"]]["energy"]
        for effect in weapon["effects"]:
            if effect["op"] == "damage_add":
                each += effect["value"] * (energy if effect["per"] == "own_energy" else len(by["buffs"]))
            elif effect["op"] == "spend_all_energy":
                each += effect["damage_per_token"] * energy if energy else effect["damage_if_none"]
        if "link_charge" in by.get("buffs", ()):
            each *= 2
        chance, shots = self.chance(by, weapon, target), weapon["shots"]
        expected = chance * each * shots * (1.25 if shots > 3 else 1)
        if any(effect["op"] == "burn" for effect in weapon["effects"]) and target["burn"] < 3:
            expected += chance * 3 * (3 - target["burn"])
        needed = -(-target["hp"] // max(1, each))
        kill = chance**needed if needed <= shots else 0.0
        if shots > needed:
            kill = 1 - (1 - chance**needed) ** (shots / needed)
        return Shot(min(expected, float(target["hp"])), kill)
