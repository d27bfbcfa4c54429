"""What is an order worth? A sum of expected gains in points, by the weights of a style (16.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.frames import cards
from games.frames.board import PLACES, distance, home_row, pushed_to, ship_area
from games.frames.bots.race import Race
from games.frames.bots.reading import Reading, Shot, is_fast, suits

Json = Any


Place = tuple[int, int]

THREAT = 150.0
"""What an enemy mech threatens whose raid counts in its next turn; less than half of it for every turn that it needs besides."""
LATER = 0.45
ONLY_RAIDS = 0.7
"""What is left of the worth of a hull where nothing but a raid wins before the last round."""
WIN = 1000.0
SHIELDS = 3
"""Shields that are expected among the ship cards of a fleet, as many of one kind as of the other."""
WORTH_SHIELDING = 5
"""Damage for which a Warp Shield is used."""
ACT = 2.0
"""What an act of a mech is worth that it cannot make."""
SOONER = 15.0
"""What it is worth to fire a single round at a warship now: the hand that may hold a shield only grows."""
ON_A_MECH = 12.0
"""What is lost if it is spent on a mech."""
DRAWN_OUT = 5.0
"""What it is worth that the enemy has to use a shield."""

LATE = 2
"""Rounds before the totals are compared."""
LOST = 6.0
"""What a mech is worth besides its hit points."""
SHOTS_A_ROUND = 0.75
"""Attacks of a mech in a round."""
BEHIND = 10.0
"""Points that the own total is behind, from which on there is nothing to lose by being shot at."""
BOLD, CAREFUL = 0.2, 0.9
"""Caution of who is behind, and of who is ahead, in a race of totals."""


@dataclass(frozen=True)
class Style:
    """What a bot cares for."""

    runs: bool
    """Sends mechs to the enemy warship; without it one only goes in that stands next to it."""
    guard: float
    """How much it fears enemy raiders: 1 as much as they deserve, 0 not at all."""
    deep: bool = True
    """Reckons with what the enemy may hold, with the totals at the end, and with its own skills."""
    whim: float = 0.0
    """Part of an order's worth that it may overlook."""
    ship: float = 90.0
    """A whole warship, in points."""
    sunk: float = 25.0
    """A warship, besides its hit points."""
    mech: float = 2.0
    """A hit point of a mech."""
    caution: float = 0.5
    """How much it fears what enemy mechs can shoot at next: 1 as much as they may be expected to take."""
    deployed: float = 4.0
    """A mech on the board that was in the hangar, besides its hit points."""
    run: float = 45.0
    """An own mech whose raid counts in the next own turn; less than half of it for every turn that it needs besides."""
    stand: float = 40.0
    """To walk into the enemy ship area where a raid has to hold."""
    shots: float = 1.5
    """Attacks that a mech may be expected to make from where it stands; a quarter less for every area it is short of its range."""
    card: float = 3.0
    """A ship card in an empty hand."""


class Values:
    """Values of orders in one position."""

    def __init__(self, reading: Reading, style: Style) -> None:
        self.reading, self.style = reading, style
        self.seat = reading.seat
        self.own_places = reading.foes_at(1 - self.seat)
        self.foe_places = reading.foes_at(self.seat)
        self.entered = 0.0 if not reading.raid else style.stand if reading.raid_waits else WIN
        """What it gains to walk into the enemy ship area."""
        is_hunt = "annihilation" in reading.view["victory"]
        self.sunk = style.sunk if is_hunt else style.sunk / 2
        """What a warship is worth besides its hit points."""
        self.ship = style.ship if is_hunt or "arms_race" in reading.view["victory"] else style.ship * ONLY_RAIDS
        self.race = Race(reading)
        self.is_race = style.deep and self.race.is_near
        self.lost = LOST * min(1.0, self.race.left / LATE) if self.is_race else LOST
        self.caution = style.caution
        """Part of what enemy mechs may be expected to take that is feared."""
        if self.is_race:
            self.caution = BOLD if self.race.lead < -BEHIND else CAREFUL if self.race.lead > 0 else style.caution
        self._attacks: dict[tuple[str, str, str, int | None], float] = {}
        self._positions: dict[tuple[str, Place, bool], float] = {}
        self._dangers: dict[str, list[tuple[Place, int, int, float]]] = {}
        self._aims: dict[str, list[tuple[Place, int, int, float]]] = {}

    def mech(self, seat: int) -> float:
        """What a hit point of a mech of this seat is worth."""
        return max(self.style.mech, self.race.point(seat)) if self.is_race else self.style.mech

    # Raids

    def threat(self, mech: Json, at: Place | None = None, own: frozenset[Place] | None = None, lost: int = 0) -> float:
        """What an enemy mech threatens by raiding, from an area, with own mechs in these areas, after turns lost."""
        if not self.style.guard or not self.reading.raid:
            return 0.0
        places = self.own_places if own is None else own
        turns = self.reading.turns_to_raid(mech, at or self.reading.place(mech), places) + lost
        return float(self.style.guard * THREAT * LATER ** max(0, turns - 1 + self.reading.raid_waits))

    def run(self, unit: Json, at: Place, *, moved: bool) -> float:
        """What an own mech is worth as a raider in an area; `moved`: it goes there in this turn."""
        reading = self.reading
        if not self.style.runs or not reading.raid:
            return 0.0
        is_extra = is_fast(unit) and not unit["attacked"] and not unit["fresh"] and reading.view["phase"] != "end_step"
        turns = reading.turns_to_raid(unit, at, self.foe_places, int(is_extra))
        if turns == 0 and moved and not reading.raid_waits:
            return WIN
        if self.is_race and turns + reading.raid_waits > self.race.left + 1:
            return 0.0
        sturdy = 0.5 + 0.12 * min(5, unit["hp"])
        return float(sturdy * self.style.run * LATER ** max(0, turns - 1 + reading.raid_waits))

    # Attacks

    def attack(self, by: Json, weapon: str, target_id: str, energy: int | None = None) -> float:
        """Expected gain of one attack; reckoned once, the position does not change."""
        key = (by["id"], weapon, target_id, energy)
        value = self._attacks.get(key)
        if value is None:
            value = self._attacks[key] = self._attack(by, weapon, target_id, energy)
        return value

    def _attack(self, by: Json, weapon: str, target_id: str, energy: int | None) -> float:
        reading = self.reading
        target = reading.units[target_id]
        shot = reading.shot(by, weapon, target, energy)
        if not target["is_mech"]:
            gain = self.hull(target) * shot.damage + self.sunk * shot.kill if shot.damage > 0.2 else 0.0
            is_heavy = shot.each >= 3
            return self.shielded(gain, shot, target) if is_heavy and self.style.deep else gain
        worn = max(shot.kill, float(0.5 * shot.damage / target["hp"]))
        return self.mech(target["seat"]) * shot.damage + self.lost * shot.kill + worn * self.threat(target)

    def hull(self, ship: Json) -> float:
        """What a hit point of a warship is worth: a whole hull is worth as much as another, whatever it can take.

        A hull of 100 points after Burn the Boats is hardly worth shooting at.
        """
        if self.is_race and not ship["defence_zero"]:
            return max(self.race.point(ship["seat"]), self.ship / float(ship["max_hp"]))
        return self.ship / float(ship["max_hp"])

    def shielded(self, gain: float, shot: Shot, target: Json) -> float:
        """A heavy blow at a warship, with the shields in mind that its seat may hold; a Warp Shield sends it back (9.4)."""
        seat = self.reading.view["seats"][target["seat"]]
        if any(status["id"] == "jammed" for status in seat["status"]):
            return gain
        seen = seat["discard"]["ship"]
        unseen = seat["hand"]["ship_count"] + seat["library"]["ship_count"]
        left = max(0, SHIELDS - sum(card in ("warp_shield", "conversion_shield") for card in seen))
        none = float((1 - min(1.0, left / max(1, unseen))) ** seat["hand"]["ship_count"])
        if shot.each < WORTH_SHIELDING:
            return gain * (1 + none) / 2
        mine, back = self.reading.units.get(f"s{self.seat}"), 0.0
        if mine is not None and not mine["is_mech"]:
            sent = min(shot.each, self.reading.view["options"]["warp_limit"] or shot.each)
            back = self.hull(mine) * float(min(sent, mine["hp"])) + (self.sunk if sent >= mine["hp"] else 0.0)
        return none * gain + (1 - none) * (shot.chance * DRAWN_OUT - shot.chance * back / 2)

    def fire(self, order: Json) -> float:
        """A main weapon of the warship; its attack costs two points."""
        reading = self.reading
        ship = reading.units[f"s{reading.seat}"]
        if "area" in order:
            area = (order["area"][0], order["area"][1])
            foes = [mech for mech in reading.on_board(1 - reading.seat) if distance(reading.place(mech), area) <= 1]
            value = sum(self.attack(ship, order["weapon"], mech["id"]) for mech in foes)
            if order["weapon"] == "impact_flak":
                weapon = cards.WEAPON["impact_flak"]
                value += sum(reading.chance(ship, weapon, mech) * self.pushed(mech) for mech in foes)
            return value
        value = self.attack(ship, order["weapon"], order["target"])
        if order.get("second_target"):
            chance = reading.chance(ship, cards.WEAPON[order["weapon"]], reading.units[order["target"]])
            value += chance * self.attack(ship, order["weapon"], order["second_target"])
        if cards.WEAPON[order["weapon"]]["ammo"] == 1:
            value += -ON_A_MECH if reading.units[order["target"]]["is_mech"] else SOONER
        return value

    def pushed(self, mech: Json) -> float:
        """What it gains to push an enemy mech two areas back (8.2)."""
        place = pushed_to(mech["seat"], self.reading.place(mech), 2)
        return self.threat(mech) - self.threat(mech, at=place)

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
        if act["do"] == "gear":
            return self.gear_act(unit, act)
        return 0.0

    def move(self, unit: Json, act: Json) -> float:
        """A move: towards the enemy warship, towards something to shoot at, into the way of a raider."""
        reading = self.reading
        start = reading.place(unit)
        end = (act["path"][-1][0], act["path"][-1][1])
        if reading.raid and end == ship_area(1 - self.seat):
            return self.entered
        value = self.position(unit, end, moved=True) - self.position(unit, start, moved=False)
        value += self.barred(start, end)
        if start == ship_area(1 - self.seat) and reading.raid and reading.raid_waits:
            # It gives away a raid that it has only to wait for.
            value -= self.entered
        if [1, 2] in act["path"]:
            value -= 0.6
        return value - (0.5 if act["boost"] else 0)

    def barred(self, start: Place | None, end: Place) -> float:
        """What enemy raiders lose or gain when an own mech goes from one area to another (5.3)."""
        if not self.style.guard or not self.reading.raid:
            return 0.0
        foes = self.reading.on_board(1 - self.seat)
        places = [self.reading.place(mech) for mech in self.reading.on_board(self.seat)]
        if start is not None:
            places.remove(start)
        after = frozenset([*places, end])
        return sum(self.threat(foe) - self.threat(foe, own=after) for foe in foes)

    def position(self, unit: Json, at: Place, *, moved: bool) -> float:
        """What it is worth to stand there: as a raider, and for the best shot from there; reckoned once."""
        key = (unit["id"], at, moved)
        value = self._positions.get(key)
        if value is None:
            best = 0.0
            for place, low, high, gain in self.aims(unit):
                away = abs(at[0] - place[0]) + abs(at[1] - place[1])
                best = max(best, gain * 0.75 ** max(0, away - high, low - away))
            value = self.shots() * best + self.run(unit, at, moved=moved) - self.danger(unit, at)
            self._positions[key] = value
        return value

    def shots(self) -> float:
        """Attacks that a mech may be expected to make later; there are none after the last round."""
        return min(self.style.shots, SHOTS_A_ROUND * self.race.left) if self.is_race else self.style.shots

    def danger(self, unit: Json, at: Place) -> float:
        """What enemy mechs may be expected to take from a mech there without a move: who walks into their range is shot at first."""
        if not self.caution:
            return 0.0
        known = self._dangers.get(unit["id"])
        if known is None:
            known = self._dangers[unit["id"]] = []
            for foe in self.reading.on_board(1 - self.seat):
                if not foe["disabled"]:
                    place = self.reading.place(foe)
                    known += [(place, low, high, loss) for low, high, loss in self.blows(foe, unit)]
        taken: dict[Place, float] = {}
        for place, low, high, loss in known:
            if low <= abs(at[0] - place[0]) + abs(at[1] - place[1]) <= high:
                taken[place] = max(taken.get(place, 0.0), loss)
        return float(self.caution * min(sum(taken.values()), self.mech(self.seat) * unit["hp"] + LOST))

    def blows(self, foe: Json, unit: Json) -> list[tuple[int, int, float]]:
        """Range of each weapon of an enemy mech, and what it takes from a mech."""
        found = []
        for arm in foe["weapons"]:
            weapon = cards.WEAPON[arm["id"].split("#")[0]]
            if weapon["use"] == "attack" and arm["ammo"] != 0:
                shot = self.reading.shot(foe, arm["id"], unit)
                found.append((*weapon["range"], self.mech(self.seat) * shot.damage + LOST * shot.kill))
        return found

    def aims(self, unit: Json) -> list[tuple[Place, int, int, float]]:
        """Where each enemy unit stands, from how far each weapon of the mech strikes it, and what that gains."""
        found = self._aims.get(unit["id"])
        if found is None:
            found = self._aims[unit["id"]] = []
            for target in self.targets():
                for arm in unit["weapons"]:
                    weapon = cards.WEAPON[arm["id"].split("#")[0]]
                    if weapon["use"] == "attack" and arm["ammo"] != 0:
                        gain = self.attack(unit, arm["id"], target["id"])
                        found.append((self.reading.place(target), *weapon["range"], gain))
        return found

    def targets(self) -> list[Json]:
        """Enemy units that can be shot at."""
        ship = self.reading.units.get(f"s{1 - self.seat}")
        mechs = self.reading.on_board(1 - self.seat)
        return mechs if ship is None or ship["is_mech"] else [*mechs, ship]

    def support(self, act: Json) -> float:
        """Repairs what is missing; a charge is worth a little."""
        target = self.reading.units[act["target"]]
        if act["weapon"].startswith("repair_drone"):
            return float(self.mech(self.seat) * (target["max_hp"] - target["hp"]))
        if "link_charge" in target["buffs"] or target["acted"] or target["disabled"] or target["em_locked"]:
            return 0.0
        return self.best_attack(target)

    def best_attack(self, unit: Json) -> float:
        """The best that a mech can strike from where it stands."""
        at = self.reading.place(unit)
        near = (gain for place, low, high, gain in self.aims(unit) if low <= distance(at, place) <= high)
        best: float = max(near, default=0.0)
        return best

    def gear_act(self, unit: Json, act: Json) -> float:
        """A card of a mech used as its act."""
        reading, card = self.reading, self.reading.card_of(act["card"])
        if card == "portable_jammer":
            return 0.3 + self.stopped(reading.units[act["target"]], 1)
        if card == "self_destruct":
            near = [mech for mech in reading.on_board(1 - reading.seat) if reading.place(mech) == reading.place(unit)]
            return float(sum(8 + self.threat(mech) for mech in near if mech["hp"] <= 4) - 4 - 2 * unit["hp"])
        if card == "wormhole_generator":
            return self.jump(unit)
        return 0.2

    def jump(self, unit: Json) -> float:
        """A wormhole: anywhere outside the enemy home row, by lot."""
        at = self.reading.place(unit)
        away = [place for place in PLACES if place[1] != home_row(1 - self.seat) and place != at]
        there = sum(self.position(unit, place, moved=True) for place in away) / len(away)
        return float(there - self.position(unit, at, moved=False))

    # The rest

    def stopped(self, mech: Json, turns: int) -> float:
        """What it gains to disable an enemy mech for so many of its turns."""
        lost: int = max(0, turns - mech["disabled"])
        return ACT * lost + self.threat(mech) - self.threat(mech, lost=lost)

    def deploy(self, order: Json) -> float:
        """A mech on the board is worth more than one in the hangar."""
        unit = {**self.reading.units[order["mech"]], "at": order["at"], "fresh": True}
        at = (order["at"][0], order["at"][1])
        suited = fitness(order["pilot"], unit["model"])
        counted = self.race.point(self.seat) * unit["hp"] if self.is_race else 0.0
        return float(
            self.style.deployed
            + unit["hp"]
            + counted
            + suited
            + self.position(unit, at, moved=True)
            + self.barred(None, at)
        )

    def gather(self, order: Json) -> float:
        """Energy is for those who have a use for it: a Siege Focus Laser that is loaded first may do more in every turn."""
        reading, mine = self.reading, self.reading.mine
        gain = 2 if mine["ship"]["card"] == "fa07c_bison" else 1
        names = {arm["id"] for arm in mine["ship"]["weapons"]}
        ship, enemy = reading.units.get(f"s{self.seat}"), reading.units.get(f"s{1 - self.seat}")
        value = 3.0 if gain == 2 and not mine["energy"] else 0.5
        if not self.style.deep:
            return value
        if "siege_laser" in names and ship and enemy:
            loads = range(1, 4)
            shots = (self.attack(ship, "siege_laser", enemy["id"], mine["energy"] + gain * n) / (n + 1) for n in loads)
            value += max(shots)
        if "twin_laser" in names and not mine["energy"]:
            value += 3.0
        held = set(reading.hand.values())
        value += 5.0 * ("autocannon" in held and not mine["energy"]) + 2.0 * ("advanced_weapons" in held)
        captain = mine["captain"]["skills"] or ()
        if any(skill["id"] == "facing_death" and skill["state"] == "gained" for skill in captain):
            value += 3.0 * len(reading.on_board(self.seat))
        return value

    def resupply(self, order: Json) -> float:
        """Cards in hand: the fewer there are, the more another one is worth; mech cards only while a mech can take them."""
        mine, hand = self.reading.mine, self.reading.mine["hand"]
        if self.is_race and self.race.left <= LATE and not order["free"]:
            return 0.0
        free = 5.0 if order["free"] else 0.0
        if order["mode"] == "ship":
            return free + max(0.0, self.style.card - 0.7 * float(hand["ship_count"]))
        is_waiting = any(mech["where"] == "hangar" for mech in mine["mechs"]) and mine["pilots"]["ready"]
        return free + float(3 - hand["mech_count"]) * bool(is_waiting)

    def recall(self, order: Json) -> float:
        """A mech that is nearly gone and at home."""
        unit = self.reading.units[order["mech"]]
        missing = unit["max_hp"] - unit["hp"]
        if not self.is_race:
            return float(1.5 * missing - 3.0)
        again = self.race.left > 0
        return float(self.race.point(self.seat) * (missing / 2 if again else -unit["hp"]) - 3.0)

    def play(self, order: Json) -> float:
        """A ship card."""
        reading, mine = self.reading, self.reading.mine
        card = reading.card_of(order["card"])
        if card == "emp_grenade":
            area = (order["area"][0], order["area"][1])
            hit = [m for m in reading.on_board(1 - reading.seat) if reading.place(m) == area and not m["disabled"]]
            return sum(self.stopped(mech, 2) for mech in hit) - 2.0
        if card == "repair_robots":
            missing = mine["ship"]["max_hp"] - mine["ship"]["hp"]
            is_last = self.is_race and self.race.left == 0
            return 10.0 if missing >= 9 or (is_last and missing) else -1.0
        if card == "autocannon":
            return 6.0
        if card == "spy_drone":
            return 1.8
        return 3.0 if card == "advanced_weapons" else 0.0

    def use_gear(self, order: Json) -> float:
        """A card of a mech, for nothing."""
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


FITNESS = {
    ("hans_zimmers", "ura01b_hammer"): 1.5,
    ("hans_zimmers", "ubt1_t2_tsurugi"): 1.5,
    ("linus_torvalds", "ura01c_longbow"): 0.8,
    ("justin_timberlake", "ura01a_sword"): 0.8,
    ("john_snow", "ura00_vampire"): 0.8,
    ("jack_thunder", "ura01c_longbow"): 0.5,
}
"""Pilots that suit a model."""
"""What a pilot's talent is worth in a model that it is made for."""
SUITED = 0.2
"""What a point of hit or evade is worth that pilot and model give each other."""


def fitness(pilot: str, model: str) -> float:
    """How well a pilot suits a model."""
    return FITNESS.get((pilot, model), 0.0) + SUITED * (
        suits("hit_mod", model, pilot) + suits("evade_mod", model, pilot)
    )
