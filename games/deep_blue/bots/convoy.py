"""Who brings ammo to a fleet that sails far? Cargo ships behind it: away from home nothing else fills a magazine."""

from __future__ import annotations

from typing import Any

from games.deep_blue.bots.logistics import LEAST_AMMO, SUPPLIED
from games.deep_blue.bots.shuttles import KEEP, beside, go_and
from games.deep_blue.bots.world import Cell, World
from games.deep_blue.constants import KINDS

Json = Any

TRAIN = 3
"""Cargo ships of a convoy."""
SHIPS_EACH = 4
"""Ships of a fleet for each of them."""
AT_HOME = 10
"""Planar distance from the base within which a cargo ship joins."""
NEAR = 14
"""Planar distance from which it comes to a ship."""
AMMO, FUEL = 0.5, 0.3
"""Shares below which a ship is served."""


def muster(world: World, fleet: list[Json], memory: dict[str, Json]) -> list[Json]:
    """The cargo ships that sail with these ships as long as they have something to give; `memory["convoy"]` holds their ids."""
    ready = {
        one["id"]: one for one in world.cargos if one["ammo"] >= LEAST_AMMO and not one["metal"] and one["fuel"] > KEEP
    }
    kept = [key for key in memory.get("convoy", ()) if key in ready]
    home = {key: world.apart(one, world.base) for key, one in ready.items() if key not in kept}
    near = sorted((key for key, away in home.items() if away <= AT_HOME), key=lambda key: (home[key], key))
    memory["convoy"] = (kept + near)[: min(TRAIN, len(fleet) // SHIPS_EACH)]
    return [ready[key] for key in memory["convoy"]]


def follow(world: World, ships: list[Json], fleet: list[Json], units: dict[str, Json], taken: set[Cell]) -> None:
    """Orders of the cargo ships: beside whoever lacks most, who waits for them, else beside the last ship of the fleet."""
    needy = sorted((one for one in fleet if _lack(world, one)), key=lambda one: (-_lack(world, one), one["id"]))
    rear = max(fleet, key=lambda one: (world.apart(one, world.foe_base), one["id"]))
    for ship in ships:
        target = next((one for one in needy if world.apart(ship, one) <= NEAR), None)
        if target is None:
            at = beside(world, ship, rear, taken)
            units[str(ship["id"])] = {"move": None if at is None else list(at)}
            continue
        needy.remove(target)
        order = go_and(world, ship, target, _supply(ship, target), taken) or {"move": None}
        if "command" in order:
            units.setdefault(str(target["id"]), {})["move"] = None
        units[str(ship["id"])] = order


def _supply(ship: Json, target: Json) -> Json:
    fuel = max(0, min(KINDS[target["kind"]].fuel - target["fuel"], ship["fuel"] - KEEP))
    return {"type": "supply", "target": target["id"], "fuel": fuel, "ammo": None, "metal": 0}


def _lack(world: World, one: Json) -> float:
    """How much a ship lacks that should be served, as a share; 0: nothing."""
    if one["kind"] not in SUPPLIED:
        return 0.0
    fuel = float(one["fuel"]) / KINDS[one["kind"]].fuel
    return max(AMMO - world.ammo_share(one), FUEL - fuel, 0.0)
