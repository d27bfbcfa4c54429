"""What is an order worth? A sum of expected gains in points, by the weights of a style (16.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.frames import cards
from games.frames.board import distance, ship_area
from games.frames.bots.reading import Reading

Json = Any


@dataclass(frozen=True)
class Style:
    """What a bot cares for."""

    sees_raids: bool
    """Runs for the enemy warship, and stops those who run for its own."""
    plays_cards: bool
    """Uses hand cards, gear and skills of its own accord."""
    ship: float = 3.0
    mech: float = 2.0


class Values:
    """Values of orders in one position."""

    def __init__(self, reading: Reading, style: Style) -> None:
        self.reading, self.style = reading, style

    def of(self, order: Json) -> float:
        """Points that an order is expected to gain; below 0: better not."""
        judge = _BY_TYPE.get(order["type"])
        return judge(self, order) if judge else 0.0

    # Attacks

    def attack(self, by: Json, weapon: str, target_id: str) -> float:
        """Expected gain of one attack."""
        reading = self.reading
        target = reading.units[target_id]
        shot = reading.shot(by, weapon, target)
        if not target["is_mech"]:
            bonus = 25 * shot.kill
            return self.style.ship * shot.damage * (1.0 if shot.damage > 0.2 else 0) + bonus
        return self.style.mech * shot.damage + shot.kill * (6 + self.threat(target))

    def threat(self, mech: Json) -> float:
        """What an enemy mech threatens by raiding."""
        if not self.style.sees_raids:
            return 0.0
        value = 1.5 * self.reading.raid_value(mech)
        fast = mech["model"] == "ura01a_sword"
        return value * (1.6 if fast else 1.0)

    def fire(self, order: Json) -> float:
        """A main weapon of the warship; its attack costs two points."""
        reading = self.reading
        ship = reading.units[f"s{reading.seat}"]
        if "area" in order:
            area = (order["area"][0], order["area"][1])
            foes = [mech for mech in reading.on_board(1 - reading.seat) if distance(reading.place(mech), area) <= 1]
            return sum(self.attack(ship, order["weapon"], mech["id"]) for mech in foes)
        value = self.attack(ship, order["weapon"], order["target"])
        if order.get("second_target"):
            chance = reading.chance(ship, cards.WEAPON[order["weapon"]], reading.units[order["target"]])
            value += chance * self.attack(ship, order["weapon"], order["second_target"])
        if order["weapon"] == "siege_railgun" and reading.units[order["target"]]["is_mech"]:
            value -= 12
        return value

    # Acts of mechs

    def act(self, act: Json) -> float:
        """One act of a mech."""
        reading = self.reading
        unit = reading.units[act["unit"]]
        if act["do"] == "attack":
            return self.attack(unit, act["weapon"], act["target"])
        if act["do"] == "move":
            return self.move(unit, act)
        if act["do"] == "support":
            return self.support(act)
        if act["do"] == "gear" and self.style.plays_cards:
            return self.gear_act(unit, act)
        return 0.0

    def move(self, unit: Json, act: Json) -> float:
        """A move: towards the enemy warship, towards something to shoot at, into the way of a raider."""
        reading = self.reading
        start = reading.place(unit)
        end = (act["path"][-1][0], act["path"][-1][1])
        if reading.raid and end == ship_area(1 - reading.seat):
            return 1000.0
        value = self.position(unit, end) - self.position(unit, start)
        if [1, 2] in act["path"]:
            value -= 0.6
        return value - (0.5 if act["boost"] else 0)

    def position(self, unit: Json, at: tuple[int, int]) -> float:
        """What it is worth to stand there."""
        reading = self.reading
        value = 0.0
        if self.style.sees_raids:
            value += reading.raid_value(unit, at)
        foes = reading.on_board(1 - reading.seat)
        targets = [*foes, *(one for one in (reading.units.get(f"s{1 - reading.seat}"),) if one)]
        best = 0.0
        for target in targets:
            place = reading.place(target)
            for arm in unit["weapons"]:
                weapon = cards.WEAPON[arm["id"].split("#")[0]]
                if weapon["use"] != "attack" or arm["ammo"] == 0:
                    continue
                low, high = weapon["range"]
                off = max(0, distance(at, place) - high, low - distance(at, place))
                best = max(best, self.attack(unit, arm["id"], target["id"]) * 0.5 ** (off + 1))
        value += best
        if self.style.sees_raids:
            for foe in foes:
                if reading.place(foe) == at:
                    value += 0.55 * self.threat(foe)
        return value

    def support(self, act: Json) -> float:
        """Repairs what is missing; a charge is worth a little."""
        target = self.reading.units[act["target"]]
        if act["weapon"].startswith("repair_drone"):
            return float(self.style.mech * (target["max_hp"] - target["hp"]))
        return 1.0 if "link_charge" not in target["buffs"] else 0.0

    def gear_act(self, unit: Json, act: Json) -> float:
        """A card of a mech used as its act."""
        reading, card = self.reading, self.reading.card_of(act["card"])
        if card == "portable_jammer":
            return 1.5 + 0.6 * self.threat(reading.units[act["target"]])
        if card == "self_destruct":
            near = [mech for mech in reading.on_board(1 - reading.seat) if reading.place(mech) == reading.place(unit)]
            return sum(8 + self.threat(mech) for mech in near if mech["hp"] <= 4) - 8
        return 0.2

    # The rest

    def deploy(self, order: Json) -> float:
        """A mech on the board is worth more than one in the hangar."""
        reading = self.reading
        unit = reading.units[order["mech"]]
        at = (order["at"][0], order["at"][1])
        value = 4.0 + unit["hp"] + self.position({**unit, "at": order["at"]}, at)
        if self.style.sees_raids and reading.raid and unit["model"] == "ura01a_sword":
            value += 4
        return float(value)

    def gather(self, order: Json) -> float:
        """Energy is for those who have a use for it."""
        mine = self.reading.mine
        names = {arm["id"] for arm in mine["ship"]["weapons"]}
        if "siege_laser" in names and mine["energy"] < 3:
            return 14.0
        return 5.0 if "twin_laser" in names and not mine["energy"] else 1.0

    def resupply(self, order: Json) -> float:
        """Cards in hand."""
        hand = self.reading.mine["hand"]
        value = (
            2.4
            if order["mode"] == "ship"
            else 1.2 * (3 - hand["mech_count"]) * bool(self.reading.mine["pilots"]["ready"])
        )
        return value + (5 if order["free"] else 0)

    def recall(self, order: Json) -> float:
        """A mech that is nearly gone and at home."""
        unit = self.reading.units[order["mech"]]
        return float(1.5 * (unit["max_hp"] - unit["hp"]) - 3.0)

    def play(self, order: Json) -> float:
        """A ship card."""
        if not self.style.plays_cards:
            return 0.0
        reading, mine = self.reading, self.reading.mine
        card = reading.card_of(order["card"])
        if card == "emp_grenade":
            area = (order["area"][0], order["area"][1])
            hit = [m for m in reading.on_board(1 - reading.seat) if reading.place(m) == area and not m["disabled"]]
            return sum(0.8 + 0.8 * self.threat(mech) for mech in hit) - 2.0
        if card == "repair_robots":
            missing = mine["ship"]["max_hp"] - mine["ship"]["hp"]
            return 10.0 if missing >= 9 else -1.0
        if card == "autocannon":
            return 6.0
        if card == "spy_drone":
            return 1.8
        return 3.0 if card == "advanced_weapons" else 0.0

    def use_gear(self, order: Json) -> float:
        """A card of a mech, for nothing."""
        if not self.style.plays_cards:
            return 0.0
        unit, card = self.reading.units[order["unit"]], self.reading.card_of(order["card"])
        if card == "repair_kit":
            return 2.0 if unit["max_hp"] - unit["hp"] >= 2 else -1.0
        if card == "spare_magazine":
            arm = next(one for one in unit["weapons"] if one["id"] == order["weapon"])
            return 2.0 if arm["ammo"] == 0 else -1.0
        return 1.0 if self.reading.on_board(1 - self.reading.seat) and unit["acted"] else -1.0

    def autocannon(self, order: Json) -> float:
        """It would fire anyway; better at the worst threat."""
        target = self.reading.units[order["target"]]
        return 4.0 + self.threat(target) + (6 if target["hp"] <= 2 else 0)

    def captain(self, order: Json) -> float:
        """Skills of the captain."""
        if not self.style.plays_cards:
            return 0.0
        reading = self.reading
        if order["skill"] == "last_stand":
            return 40.0
        if order["skill"] == "eye_for_an_eye":
            target = reading.units[order["target"]]
            return float(2.0 * target["hp"] + self.threat(target) - 4.0)
        if order["skill"] == "facing_death":
            mechs, energy = len(reading.on_board(reading.seat)), reading.mine["energy"]
            ship = reading.units[f"s{1 - reading.seat}"]
            return 30.0 if mechs * 3 * energy * 0.5 >= ship["hp"] else -10.0
        if order["to"] == "energy" or order["to"]["weapon"] != "siege_railgun":
            return -1.0
        return 8.0

    def ship_skill(self, order: Json) -> float:
        """Hull Resupply wins a raid, or is too dear; a giant is the last resort."""
        mine = self.reading.mine
        if order["skill"] == "giant_mech":
            return (
                5.0
                if mine["ship"]["hp"] <= 4 and sum(m["hp"] for m in self.reading.on_board(mine["seat"])) >= 8
                else -5.0
            )
        return -1.0


_BY_TYPE: dict[str, Callable[[Values, Json], float]] = {
    "fire": Values.fire,
    "operate_one": lambda values, order: values.act(order["act"]),
    "act": lambda values, order: values.act(order["act"]),
    "deploy": Values.deploy,
    "gather": Values.gather,
    "resupply": Values.resupply,
    "recall": Values.recall,
    "play": Values.play,
    "use_gear": Values.use_gear,
    "autocannon": Values.autocannon,
    "captain": Values.captain,
    "ship_skill": Values.ship_skill,
}
