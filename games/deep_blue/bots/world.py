"""What does a bot read out of its view? Own forces, foes, distances and expected damage; no decisions."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from games.core.bits import members
from games.deep_blue import formations
from games.deep_blue.board import Bits, planar
from games.deep_blue.commands import nearest_cell
from games.deep_blue.constants import AIR, FIGHTER, FIRE, KINDS, RESOURCES, SCOUT, STRIKES, TORPEDO
from games.deep_blue.formulas import attack_value, hit_chance
from games.deep_blue.known import Known, level, rect, sight

Json = Any
Cell = tuple[int, int]

USUAL_PLANES = (3, 2, 4, 1)
"""What a bot takes an enemy formation for."""
DETOURS, MARGIN = 1.3, 6
"""Fuel that a ship is given for a way: so many times its planar distance, and so much more."""
SHORT = 18
"""Rounds before the end from which only the score counts."""
EVEN = 0.25
"""Metal that a point of any damage is worth then."""
DECK_FUEL = 100
"""Fuel from which a carrier serves planes."""
RECENT = 4
"""Rounds for which an enemy out of sight is still fought where it was."""
BEFORE = 12
"""Planar distance from the base at which an enemy besieges it."""
SHORT_OF_FUEL = 1000
"""Fuel in the base below which it is saved."""
FADING = 0.9
"""What is left each round of the weight of an enemy that is out of sight."""


class World(Known):
    """A view with the questions that all bots ask of it."""

    def __init__(self, view: Json) -> None:
        super().__init__(view)
        self.round: int = view["round"]
        self.sign = 1 if self.seat == 0 else -1
        """Turns equal choices by half for seat 1, so that both seats play alike on a map turned by half."""
        self.mine = [one for one in self.elements.values() if one["seat"] == self.seat]
        self.units = [one for one in self.mine if "pos" in one]
        self.cargos = [one for one in self.units if one["kind"] == "cargo"]
        self.fighters = [one for one in self.units if one["kind"] != "cargo"]
        self.foes = [one for one in self.elements.values() if one["seat"] == 1 - self.seat and "pos" in one]
        self.foe_base = next(
            one for one in self.elements.values() if one["kind"] == "base" and one["seat"] == 1 - self.seat
        )
        self.islands = [one for one in self.elements.values() if one["kind"] == "island"]
        self.shunned: set[int] = set()
        """Ids of mines and oilfields that cargo ships keep away from."""
        self._shores: dict[tuple[int, int], list[Cell]] = {}
        self.resources = [one for one in self.elements.values() if one["kind"] in RESOURCES]

    @cached_property
    def menaces(self) -> list[tuple[Json, float]]:
        """Enemies in sight and remembered, with the weight of what is known of them: 1 in sight, fading with age."""
        found = [(one, 1.0) for one in self.foes]
        for ghost in self.view["memory"]:
            weight = 1.0
            for _ in range(self.round - ghost["round"]):
                weight *= FADING
            found.append(({**ghost, "ammo": None}, weight))
        return found

    @cached_property
    def decks(self) -> list[Json]:
        """Where a formation gets fuel: the own base, and carriers that have some to give."""
        return [self.base, *(one for one in self.units if one["kind"] == "carrier" and one["fuel"] > DECK_FUEL)]

    def deck_of(self, one: Json) -> Json:
        """The nearest deck."""
        return min(self.decks, key=lambda deck: (self.apart(one, deck), deck["id"]))

    @cached_property
    def recent(self) -> list[Json]:
        """Enemies in sight, and those that were there a moment ago."""
        ghosts = [one for one in self.view["memory"] if self.round - one["round"] <= RECENT]
        return [*self.foes, *({**one, "ammo": None} for one in ghosts)]

    @cached_property
    def is_far(self) -> bool:
        """Does no tank hold the way to the enemy base and home?"""
        return 2 * self.fuel_to(self.base, self.foe_base) > KINDS["destroyer"].fuel

    @cached_property
    def saves_oil(self) -> bool:
        """Is the base so short of fuel that who leads on a large map does better to wait at home for the enemy?"""
        return self.is_far and self.is_ahead and bool(self.base["fuel"] < SHORT_OF_FUEL)

    @cached_property
    def is_beset(self) -> bool:
        """Do enemy warships stand before the own base?"""
        return any(one["kind"] != "cargo" and self.apart(one, self.base) <= BEFORE for one in self.recent)

    @cached_property
    def ocean(self) -> Bits:
        """Cells of the sea."""
        return self.chart.ocean

    @cached_property
    def is_late(self) -> float:
        """Share of the match that is over."""
        return self.round / float(self.view["round_limit"])

    @property
    def is_ahead(self) -> bool:
        """Has the seat the higher score?"""
        scores: list[int] = self.view["scores"]
        return scores[self.seat] > scores[1 - self.seat]

    @property
    def is_short(self) -> bool:
        """Will the score decide, because no base can be sunk any more? Then every point of damage counts alike."""
        return bool(self.view["round_limit"] - self.round < SHORT)

    def per_health(self, one: Json) -> float:
        """What a point of an element's health is worth, in metal; the weaker, the more."""
        return EVEN if self.is_short else worth(one) / max(10.0, float(one["health"]))

    def place(self, one: Json) -> Cell:
        """A cell of an element: its own, or the middle of a building."""
        x0, y0, x1, y1 = rect(one)
        return (x0 + x1) // 2, (y0 + y1) // 2

    def turned(self, x: int, y: int) -> Cell:
        """A cell counted from the corner of seat 0, for seat 1 its twin on a map turned by half; its own inverse."""
        width, height = self.view["size"]
        return (x, y) if self.seat == 0 else (width - 1 - x, height - 1 - y)

    def apart(self, a: Json, b: Json) -> int:
        """Planar distance of two elements."""
        return planar(rect(a), rect(b))

    def fuel_to(self, one: Json, goal: Json) -> float:
        """Fuel that a ship needs for the way, detours included."""
        return DETOURS * self.apart(one, goal) + MARGIN

    def health_share(self, one: Json) -> float:
        """Health as a share of what it can be."""
        most = formations.health_max(tuple(one["planes_max"])) if one.get("planes_max") else KINDS[one["kind"]].health
        return one["health"] / most if most else 1.0

    def ammo_share(self, one: Json) -> float:
        """Ammo as a share of what it can carry."""
        most = one["limits"]["ammo"] if "limits" in one else KINDS[one["kind"]].ammo
        return 1.0 if one["ammo"] is None or not most else one["ammo"] / most

    def is_ocean(self, x: int, y: int) -> bool:
        """Can a ship be there?"""
        return self.board.has(x, y) and bool(self.ocean >> self.board.cell(x, y) & 1)

    def shore(self, one: Json, radius: int = 1) -> list[Cell]:
        """Ocean cells at most so far from an element, the nearest first."""
        key = one["id"], radius
        if key not in self._shores:
            self._shores[key] = self._shore(one, radius)
        return self._shores[key]

    def _shore(self, one: Json, radius: int) -> list[Cell]:
        cells = self.board.around(rect(one), radius) & self.ocean
        found = [self.board.place(cell) for cell in members(cells)]
        return sorted(found, key=lambda at: (planar(rect(one), (*at, *at)), self.sign * at[1], self.sign * at[0]))


def role(one: Json) -> str:
    """What a bot has an own unit for: its kind; of formations `scouts`, `guard` (fighters) or `wing` (strikes)."""
    if one["kind"] != "formation":
        return str(one["kind"])
    planes = one.get("planes_max") or one["planes"]
    if planes[SCOUT] >= 5:
        return "scouts"
    return "guard" if planes[FIGHTER] >= 8 else "wing"


def worth(one: Json) -> float:
    """Metal that an element would cost, roughly."""
    if one["kind"] == "formation":
        return 24.0
    return {"base": 120.0, "island": 60.0}.get(one["kind"], float(KINDS[one["kind"]].cost))


def damage(one: Json, kind: int, target: Json) -> int:
    """Damage of one strike of an element at a target if it hits; foes are taken to be fully armed."""
    table, other = KINDS[one["kind"]], KINDS[target["kind"]]
    defence = other.defence[kind]
    if defence is None:
        return 0
    if one["kind"] == "formation":
        power = formations.basic_attack(tuple(one.get("planes") or USUAL_PLANES))[kind]
        ammo, most = one["ammo"], one["limits"]["ammo"] if "limits" in one else None
    else:
        power = table.anti_air if other.level == AIR and kind == FIRE else table.attack[kind]
        ammo, most = one["ammo"], table.ammo
    if other.level == AIR and (kind == TORPEDO or one["kind"] == "formation"):
        return 0
    return max(0, attack_value(power, ammo if most else None, most, 0) - defence)


def expected(one: Json, target: Json, distance: int) -> float:
    """Damage to be expected of all strikes of an element at a target so far away (planar)."""
    table, layer = KINDS[one["kind"]], KINDS[target["kind"]].level
    reach, steps = table.reach[layer], distance + abs(table.level - layer)
    if reach == 0 or steps > reach:
        return 0.0
    if layer == AIR and one["kind"] == "formation":
        power = formations.basic_attack(tuple(one.get("planes") or USUAL_PLANES))[2]
        return float(power) * 0.8
    hits, throws = hit_chance(reach, steps)
    total = sum(damage(one, kind, target) for kind in range(len(STRIKES)))
    return min(float(target["health"] or 0), total * hits / throws) if total else 0.0


def can_fire(world: World, one: Json, target: Json) -> bool:
    """May an own element attack that element now (5.2)?"""
    layer = level(target)
    x0, y0, x1, y1 = rect(target)
    mine = rect(one)
    distance = planar(mine, (x0, y0, x1, y1))
    kind = KINDS[one["kind"]]
    reach = kind.reach[layer]
    if one["ammo"] == 0 or reach == 0 or distance + abs(kind.level - layer) > reach:
        return False
    effective = sight(one)[layer] + world.weather
    if effective <= 0:
        return True
    if world.view["options"]["spotting"] == "own":
        return distance <= effective
    x, y, _ = nearest_cell(one, target)
    return world.sees(x, y, layer)


def strikes_at(world: World, one: Json, target: Json) -> list[str]:
    """Strikes worth firing at an element, the stronger one first; empty if nothing works."""
    layer = level(target)
    x, y = rect(target)[:2]
    kinds = world.strikes(one, x, y, layer)
    if layer == AIR and one["kind"] == "formation":
        return [STRIKES[FIRE]] if one["attack"][2] >= 20 else []
    useful = [kind for kind in kinds if damage(one, kind, target) > 0]
    if one["kind"] == "formation":
        # The first strike has the better ammo: by torpedo where the hull below the water is the weaker side.
        defence = KINDS[target["kind"]].defence
        return [STRIKES[kind] for kind in sorted(useful, key=lambda kind: (defence[kind] or 0, kind))]
    return [STRIKES[kind] for kind in sorted(useful, key=lambda kind: -damage(one, kind, target))]
