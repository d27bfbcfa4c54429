"""Who carries what? Cargo ships for metal, for oil, for the islands, and to those who lie adrift."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.deep_blue.bots.shuttles import KEEP, beside, go_and, shuttle
from games.deep_blue.bots.world import Cell, World, worth

Json = Any

ISLAND_AMMO = 60
"""Ammo below which an own island is brought some."""
HELP = 120
"""Fuel that a ship adrift is brought at most."""
SPENT = 0.6
"""Share of ammo below which a warship at home is brought some."""
HOME = 3
"""Planar distance from the base at which a warship is at home."""
NEAR = 16
"""Planar distance from which a cargo ship comes to it."""
LEAST_AMMO = 24
TENDERS = 3
BASE_SERVES = 1
"""The neediest, whom the base serves itself."""
WATCHED = 0.5
"""Weight of a known enemy that still counts at a mine."""
BESIDE = 9
"""Planar distance from a mine at which a warship rules it."""
SERVED_BELOW = 0.8
"""Share of ammo or of fuel below which somebody beside a carrier or an own island is served."""
FULL = 1800
"""Fuel in the base with which nobody sails for oil alone."""
SUPPLIED = ("submarine", "destroyer", "cruiser", "battleship")
"""Kinds that islands and carriers look after."""


def sail_cargos(world: World, haulers: int, units: dict[str, Json], taken: set[Cell], away: Sequence[int] = ()) -> None:
    """Orders of all cargo ships but those `away`; those beyond `haulers` bring provisions to islands."""
    ships = sorted((one for one in world.cargos if one["id"] not in away), key=lambda one: int(one["id"]))
    rescues = {**_tenders(world, ships, taken), **_rescues(world, ships, taken)}
    kinds = _by_need(world, haulers)
    for i, ship in enumerate(ships):
        order = rescues.get(ship["id"])
        if order is None:
            order = shuttle(world, ship, kinds[i], taken) if i < haulers else provision(world, ship, taken)
        if order is None:
            order = shuttle(world, ship, "mine", taken)
        if order is None:
            at = beside(world, ship, world.base, taken)
            order = {"move": None if at is None else list(at)}
        units[str(ship["id"])] = order


def beset(world: World) -> set[int]:
    """Ids of mines and oilfields beside which more enemy warships are known to be than own ones."""
    enemies = [(one, weight) for one, weight in world.menaces if one["kind"] != "cargo" and weight >= WATCHED]
    found = set()
    for source in world.resources:
        foes = sum(weight * worth(one) for one, weight in enemies if world.apart(one, source) <= BESIDE)
        if foes > sum(worth(one) for one in world.fighters if world.apart(one, source) <= BESIDE):
            found.add(int(source["id"]))
    return found


def stranded(world: World) -> int:
    """Cargo ships that lie still for want of fuel; new ones leave the yard with some."""
    least = 0 if world.base["fuel"] else KEEP
    return sum(one["fuel"] <= least for one in world.cargos)


def _by_need(world: World, haulers: int) -> list[str]:
    """As many for oil as the tanks of the base ask for; more when there is metal enough."""
    fuel, metal = world.base["fuel"], world.base["metal"]
    if metal >= 120 or world.view["population"][0] >= 0.9 * world.view["population"][1]:
        oil = haulers if metal >= 60 else haulers - 1
    elif fuel < 600:
        oil = haulers - 1
    elif fuel < FULL:
        oil = haulers // 2 if fuel < 1400 else haulers // 3
    else:
        oil = 0
    return ["oilfield" if i >= haulers - oil else "mine" for i in range(haulers)]


def _rescues(world: World, ships: list[Json], taken: set[Cell]) -> dict[int, Json]:
    """Orders of cargo ships that bring fuel to ships without enough for the way home, each to the nearest."""
    orders: dict[int, Json] = {}
    adrift = [
        one for one in world.units if one["kind"] != "formation" and one["fuel"] < min(20, world.apart(one, world.base))
    ]
    for one in sorted(adrift, key=lambda one: (world.apart(one, world.base), one["id"])):
        ready = [
            ship
            for ship in ships
            if ship["id"] not in orders and ship is not one and ship["fuel"] > KEEP + 2 * world.apart(ship, one)
        ]
        ship = min(ready, key=lambda other: (world.apart(other, one), other["id"]), default=None)
        if ship is not None:
            command = {"type": "supply", "target": one["id"], "fuel": min(HELP, ship["fuel"] - KEEP), "metal": 0}
            order = go_and(world, ship, one, command, taken)
            if order is not None:
                orders[ship["id"]] = order
    return orders


def _tenders(world: World, ships: list[Json], taken: set[Cell]) -> dict[int, Json]:
    """Orders of cargo ships that bring ammo to spent warships at home: the base alone serves one in a round."""
    spent = [one for one in world.fighters if _is_spent_at_home(world, one)]
    spent.sort(key=lambda one: (world.ammo_share(one), world.apart(one, world.base), one["id"]))
    ready = [ship for ship in ships if ship["ammo"] >= LEAST_AMMO and not ship["metal"] and ship["fuel"] > KEEP]
    orders: dict[int, Json] = {}
    for one in spent[BASE_SERVES : BASE_SERVES + TENDERS]:
        near = [ship for ship in ready if ship["id"] not in orders and world.apart(ship, one) <= NEAR]
        near = [ship for ship in near if world.apart(ship, world.base) <= HOME] or near
        ship = min(near, key=lambda other: (world.apart(other, one), other["id"]), default=None)
        if ship is not None:
            order = go_and(world, ship, one, {"type": "supply", "target": one["id"], "fuel": 0, "metal": 0}, taken)
            if order is not None:
                orders[ship["id"]] = order
    return orders


def _is_spent_at_home(world: World, one: Json) -> bool:
    return one["kind"] in SUPPLIED and world.ammo_share(one) < SPENT and world.apart(one, world.base) <= HOME


def provision(world: World, ship: Json, taken: set[Cell]) -> Json:
    """Orders of a cargo ship that brings ammo and fuel to own islands; None if there is nothing to bring or nobody to get it."""
    load = min(ship["ammo"], ship["fuel"] - KEEP)
    needy = [one for one in world.islands if one["seat"] == world.seat and (one["ammo"] or 0) < ISLAND_AMMO]
    if load < KEEP or not needy:
        return None
    goal = min(needy, key=lambda one: (one["ammo"], world.apart(ship, one), one["id"]))
    command = {"type": "supply", "target": goal["id"], "fuel": load, "ammo": None, "metal": 0}
    if world.apart(ship, goal) <= 1:
        return {"move": None, "command": command}
    return go_and(world, ship, goal, command, taken)


def _stocks(world: World, one: Json) -> float:
    """Share of ammo, of planes also of fuel, whichever is less."""
    fuel = one["fuel"] / one["limits"]["fuel"] if one["kind"] == "formation" else 1.0
    return min(world.ammo_share(one), fuel)


def supply_fleet(world: World, units: dict[str, Json]) -> None:
    """Own islands and carriers give ammo and fuel to ships beside them that need some."""
    givers = [one for one in world.islands if one["seat"] == world.seat]
    givers += [one for one in world.units if one["kind"] == "carrier" and one["fuel"] > 2 * KEEP]
    for giver in givers:
        order = units.setdefault(str(giver["id"]), {})
        if "command" in order or not (giver["ammo"] or giver["fuel"]):
            continue
        reach = {**dict.fromkeys(SUPPLIED, 1), **({"formation": 0} if giver["kind"] == "carrier" else {})}
        near = [one for one in world.fighters if world.apart(one, giver) <= reach.get(one["kind"], -1)]
        needy = min(near, key=lambda one: (_stocks(world, one), one["id"]), default=None)
        if needy is not None and _stocks(world, needy) < SERVED_BELOW:
            order["command"] = {"type": "supply", "target": needy["id"], "metal": 0, "fuel": giver["fuel"] // 2}
