"""The fleet of the medium and the hard bot: builds by a mix, gathers, takes islands, assaults the enemy base.

`Character` holds what they differ in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.core.rng import Rng
from games.deep_blue.bots import station
from games.deep_blue.bots.gunnery import volleys
from games.deep_blue.bots.world import Cell, World, worth
from games.deep_blue.bots.yard import beside, mend, shuttle
from games.deep_blue.constants import KINDS, QUEUE_MAX

Json = Any


@dataclass(frozen=True)
class Character:
    """What a captain does his own way."""

    mix: tuple[tuple[str, int], ...]
    """Kinds to build and their shares."""
    cargos: int
    assault: int
    """Metal that the force must be worth before it sails against the enemy base."""
    odds: float
    """How many times what is known of the enemy it must be worth."""
    retreat: float
    """Share of health below which a unit goes home."""
    looks_ahead: bool
    """Weighs every step by the fire it will give and take (else it keeps a fixed distance)."""
    base_value: float
    queue: int
    """Entries that it keeps in the queue."""


PLANES = {"formation": [2, 4, 4, 0]}


class Captain:
    """A bot of one character."""

    def __init__(self, character: Character) -> None:
        self.character = character

    def decide(self, view: Json, rng: Rng, memory: dict[str, Json]) -> Json:
        """Orders of the seat."""
        world = World(view)
        taken: set[Cell] = set()
        units: dict[str, Json] = {}
        self._sail_cargos(world, units, taken)
        force = self._send_home(world, units, taken)
        goal = self._goal(world, force, memory)
        orders = station.deploy(world, force, goal, taken, self.character.looks_ahead)
        for key, at in orders.items():
            units[str(key)] = {"move": list(at)}
        shots = volleys(world, self.character.base_value)
        for key, command in shots.items():
            units.setdefault(str(key), {})["command"] = command
        repair = mend(world)
        base = world.base
        if repair is not None and (base["id"] not in shots or self._needs_mending(world, repair)):
            units.setdefault(str(base["id"]), {})["command"] = repair
        self._supply_islands(world, units)
        return {"units": units, "production": self._produce(world)}

    def _needs_mending(self, world: World, repair: Json) -> bool:
        """Is the base's command better spent on a repair than on a shot? Its gun does about 25 damage."""
        one = world.elements[repair["target"]]
        return bool(self.character.looks_ahead and one["kind"] != "cargo" and world.health_share(one) < 0.7)

    # Building.

    def _produce(self, world: World) -> list[Json]:
        queue = world.view["queue"]
        metal = world.base["metal"]
        entries: list[Json] = []
        counts: dict[str, int] = {}
        for kind in [one["kind"] for one in world.units] + [entry["kind"] for entry in queue]:
            counts[kind] = counts.get(kind, 0) + 1
        population = sum(KINDS[kind].population * number for kind, number in counts.items())
        room = world.view["population"][1] - population
        while len(queue) + len(entries) < min(QUEUE_MAX, self.character.queue):
            kind = self._next_kind(world, counts)
            cost = 24 if kind == "formation" else KINDS[kind].cost
            if cost > metal or KINDS[kind].population > room:
                break
            entries.append({"kind": kind, **({"planes": PLANES[kind]} if kind in PLANES else {})})
            counts[kind] = counts.get(kind, 0) + 1
            metal -= cost
            room -= KINDS[kind].population
        return entries

    def _next_kind(self, world: World, counts: dict[str, int]) -> str:
        """Cargo up to its number, then what is furthest below its share."""
        rich = any(one["kind"] == "mine" and one["metal"] for one in world.resources)
        wanted = self.character.cargos if rich else 1
        if counts.get("cargo", 0) < wanted:
            return "cargo"
        return min(self.character.mix, key=lambda pair: (counts.get(pair[0], 0) / pair[1], pair[0]))[0]

    # Ships that do not fight now.

    def _sail_cargos(self, world: World, units: dict[str, Json], taken: set[Cell]) -> None:
        for i, ship in enumerate(sorted(world.cargos, key=lambda one: int(one["id"]))):
            kind = "oilfield" if i % 3 == 2 or (i == 1 and world.base["fuel"] < 700) else "mine"
            order = shuttle(world, ship, kind, taken)
            if order is None:
                at = beside(world, ship, world.base, taken)
                order = {"move": None if at is None else list(at)}
            units[str(ship["id"])] = order

    def _send_home(self, world: World, units: dict[str, Json], taken: set[Cell]) -> list[Json]:
        """Order home who needs the yard; returns who can fight."""
        force = []
        for one in world.fighters:
            home = world.apart(one, world.base)
            is_plane = one["kind"] == "formation"
            most = one["limits"]["fuel"] if is_plane else KINDS[one["kind"]].fuel
            is_dry = one["fuel"] <= (home + 16 if is_plane else 1.3 * home + 6)
            is_filling = home <= 1 and (
                world.health_share(one) < 0.9 or world.ammo_share(one) < 0.8 or one["fuel"] < 0.6 * most
            )
            is_spent = world.health_share(one) < self.character.retreat or world.ammo_share(one) < 0.2
            if is_dry or is_filling or is_spent:
                at = world.place(world.base) if is_plane else beside(world, one, world.base, taken)
                units[str(one["id"])] = {"move": None if at is None else list(at)}
            else:
                force.append(one)
        return force

    def _supply_islands(self, world: World, units: dict[str, Json]) -> None:
        """Own islands give ammo and fuel to ships beside them that need some."""
        for island in world.islands:
            if island["seat"] != world.seat or str(island["id"]) in units or not (island["ammo"] or island["fuel"]):
                continue
            near = [one for one in world.fighters if one["kind"] != "formation" and world.apart(one, island) <= 1]
            needy = min(near, key=lambda one: (world.ammo_share(one), one["id"]), default=None)
            if needy is not None and world.ammo_share(needy) < 0.8:
                command = {"type": "supply", "target": needy["id"], "metal": 0}
                units[str(island["id"])] = {"command": command}

    # What to go for.

    def _goal(self, world: World, force: list[Json], memory: dict[str, Json]) -> Json:
        """The element to go for: intruders near home, the enemy base if strong enough, else islands, else wait at home."""
        value = sum(worth(one) for one in force)
        threat = [one for one in world.foes if world.apart(one, world.base) <= 12]
        if threat:
            memory["assault"] = False
            return min(threat, key=lambda one: (world.apart(one, world.base), one["id"]))
        known = sum(worth(one) for one in world.foes)
        known += sum(KINDS[one["kind"]].cost or 24 for one in world.view["memory"])
        strong = value >= max(self.character.assault, self.character.odds * known)
        full = world.view["population"][0] >= 0.85 * world.view["population"][1]
        broke = world.base["metal"] < 10 and not world.view["queue"] and value >= known
        if strong or full or broke or (world.is_late > 0.6 and value >= known):
            memory["assault"] = True
        elif value < 0.5 * self.character.assault:
            memory["assault"] = False
        if memory.get("assault"):
            return world.foe_base
        free = [one for one in world.islands if one["seat"] != world.seat]
        if free and value >= 40:
            return min(free, key=lambda one: (world.apart(one, world.base), one["id"]))
        return world.base
