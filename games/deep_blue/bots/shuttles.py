"""What do all bots do alike with base and cargo ships: shuttle metal and fuel, mend what lies beside the base."""

from __future__ import annotations

from typing import Any

from games.deep_blue.bots.world import Cell, World
from games.deep_blue.constants import KINDS

Json = Any

KEEP = 60
"""Fuel that a cargo ship keeps for its way home."""
MARGIN = 12
"""Fuel for detours."""


def shuttle(world: World, ship: Json, kind: str, taken: set[Cell]) -> Json:
    """Orders of a cargo ship that carries from the best mine or oilfield to the base; None if there is none."""
    is_mine = kind == "mine" and not _needs_oil(world, ship)
    load, room = (ship["metal"], KINDS["cargo"].metal) if is_mine else (ship["fuel"], KINDS["cargo"].fuel)
    if load >= room * (0.8 if is_mine else 0.95):
        return _deliver(world, ship, taken)
    source = best_source(world, ship, "mine" if is_mine else "oilfield")
    if source is None:
        return _deliver(world, ship, taken) if is_mine and ship["metal"] else None
    if world.apart(ship, source) <= 1:
        # Loading takes this round; the way home begins at once only when the next loading would be too far.
        return {"move": None, "command": {"type": "collect", "target": source["id"]}}
    return go_and(world, ship, source, {"type": "collect", "target": source["id"]}, taken)


def _needs_oil(world: World, ship: Json) -> bool:
    """Is the tank too empty for the way to the mine and home? Then it sails for oil, which fills it on the way."""
    if ship["metal"]:
        return False
    source = best_source(world, ship, "mine")
    way = 0 if source is None else world.apart(ship, source) + world.apart(source, world.base)
    return bool(ship["fuel"] < way + MARGIN and best_source(world, ship, "oilfield") is not None)


def _kept(world: World, ship: Json) -> int:
    """Fuel that a cargo ship does not hand out at home: enough for the next way to the mine and back."""
    source = best_source(world, ship, "mine")
    return KEEP if source is None else max(KEEP, 3 * world.apart(source, world.base) + MARGIN)


def best_source(world: World, ship: Json, kind: str) -> Json:
    """The nearest mine or oilfield with enough left, by the way to it and home."""
    key = "metal" if kind == "mine" else "fuel"
    rich = [one for one in world.resources if one["kind"] == kind and one[key] >= (10 if kind == "mine" else 40)]
    found = [one for one in rich if one["id"] not in world.shunned]
    return min(
        found, key=lambda one: (world.apart(ship, one) + 2 * world.apart(world.base, one), one["id"]), default=None
    )


def _deliver(world: World, ship: Json, taken: set[Cell]) -> Json:
    """Bring the load home, but keep fuel for the next way."""
    spare = max(0, ship["fuel"] - _kept(world, ship))
    command = {
        "type": "supply", "target": world.base["id"], "fuel": spare, "ammo": 0, "metal": None if ship["metal"] else 0,
    }  # fmt: skip
    if world.apart(ship, world.base) <= 1:
        return {"move": None, "command": command}
    return go_and(world, ship, world.base, command, taken)


def go_and(world: World, ship: Json, goal: Json, command: Json, taken: set[Cell]) -> Json:
    """Go beside a building or a unit and work there if it can be reached in this round; None if all cells beside it are taken."""
    at = beside(world, ship, goal, taken)
    if at is None:
        return None
    speed = KINDS[ship["kind"]].speed
    order: Json = {"move": list(at)}
    x, y = world.place(ship)
    if abs(at[0] - x) + abs(at[1] - y) <= speed:
        order["command"] = command
    return order


def beside(world: World, ship: Json, goal: Json, taken: set[Cell]) -> Cell | None:
    """The nearest free ocean cell beside a building, reserved for the ship."""
    x, y = world.place(ship)
    occupied = {(one["pos"][0], one["pos"][1]) for one in world.units if one["pos"][2] == 1 and one is not ship}
    cells = [at for at in world.shore(goal) if at not in taken]
    free = [at for at in cells if at not in occupied] or cells
    if not free:
        return None
    found = min(free, key=lambda at: (abs(at[0] - x) + abs(at[1] - y), world.sign * at[1], world.sign * at[0]))
    taken.add(found)
    return found


def mend(world: World, least: float = 0.95) -> Json:
    """The base's repair of the neediest unit in range, None if all are well."""
    best, need = None, 0.0
    for one in world.units:
        if world.apart(one, world.base) > (0 if one["kind"] == "formation" else 1):
            continue
        most = one["limits"]["fuel"] if "limits" in one else KINDS[one["kind"]].fuel
        fuel = 1.0 if one["kind"] == "cargo" else one["fuel"] / most
        lack = (1 - world.health_share(one)) * 2 + (1 - world.ammo_share(one)) + (1 - fuel) * 0.7
        if lack > max(need, 1 - least):
            best, need = one, lack
    return None if best is None else {"type": "repair", "target": best["id"]}
