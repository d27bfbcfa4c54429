"""Where do the enemy's cargo ships sail? Submarines lie in wait there."""

from __future__ import annotations

from typing import Any

from games.deep_blue.bots.world import Cell, World, expected

Json = Any

SQUARE = 4
"""Side of the squares in which sightings are counted."""
LEAST = 3
"""Sightings that make a lane."""
PACK = 2
"""Submarines that lie in wait at once, never more than half of them."""
LEAST_PACK = 3
HAZE = -2
"""Weather below which a submarine sees too little to hunt alone."""
ARMED = 0.35
"""Share of ammo with which a submarine hunts."""
WATCH = {"destroyer": 1.0, "submarine": 1.0, "cruiser": 0.5}
"""Who hunts submarines, and how well."""
WATCHED = 0.35
"""Hunters per submarine beyond which the pack stays with the fleet."""
PREY = ("cargo", "battleship", "carrier", "cruiser")
CHASE = 14
YARD = 3
"""Planar distance at which submarines lie round what they hunt."""
DANGER = 12.0
"""Damage a round beyond which a lane is no place to wait."""


def note_cargos(world: World, memory: dict[str, Json]) -> None:
    """Count the enemy's cargo ships in sight, in `memory["lanes"]`."""
    lanes = memory.setdefault("lanes", {})
    for one in world.foes:
        if one["kind"] == "cargo":
            x, y = world.turned(*one["pos"][:2])
            key = f"{x // SQUARE},{y // SQUARE}"
            lanes[key] = lanes.get(key, 0) + 1


def lie_in_wait(world: World, memory: dict[str, Json], submarines: list[Json], taken: set[Cell]) -> dict[int, Cell]:
    """Where some of the submarines wait, by id: on the busiest lanes that no known enemy covers under water."""
    lanes = memory.get("lanes", {})
    busy = sorted((key for key, count in lanes.items() if count >= LEAST), key=lambda key: (-lanes[key], key))
    hunters = sorted(submarines, key=lambda one: (-one["fuel"], one["id"]))[: min(PACK, len(submarines) // 2)]
    orders: dict[int, Cell] = {}
    for key in busy:
        at = _post(world, key, taken)
        if not hunters or at is None:
            continue
        hunter = min(hunters, key=lambda one: (_apart(one, at), one["id"]))
        if _danger(world, hunter, at) <= DANGER and hunter["fuel"] > 2 * _apart(hunter, at):
            hunters.remove(hunter)
            taken.add(at)
            orders[hunter["id"]] = at
    return orders


def prowl(world: World, submarines: list[Json], taken: set[Cell]) -> dict[int, Cell]:
    """Where a pack hunts, by id: at the enemy's own yard if he has shown little that can hit it under water."""
    pack = [
        one
        for one in submarines
        if world.ammo_share(one) >= ARMED and one["fuel"] > 2 * world.apart(one, world.foe_base)
    ]
    hunters = sum(WATCH.get(foe["kind"], 0.0) * weight for foe, weight in world.menaces)
    if len(pack) < LEAST_PACK or world.weather < HAZE or hunters > WATCHED * len(pack):
        return {}
    orders: dict[int, Cell] = {}
    prey = [foe for foe in world.foes if foe["kind"] in PREY]
    for one in sorted(pack, key=lambda one: (world.apart(one, world.foe_base), one["id"])):
        target = min(prey, key=lambda foe: (world.apart(one, foe), foe["id"]), default=world.foe_base)
        if world.apart(one, target) > CHASE:
            target = world.foe_base
        at = next((at for at in world.shore(target, YARD) if at not in taken), None)
        if at is not None:
            taken.add(at)
            orders[one["id"]] = at
    return orders


def _apart(one: Json, at: Cell) -> int:
    return int(abs(one["pos"][0] - at[0]) + abs(one["pos"][1] - at[1]))


def _post(world: World, key: str, taken: set[Cell]) -> Cell | None:
    """The first free cell of the sea in a square."""
    x, y = (int(part) * SQUARE for part in key.split(","))
    cells = [world.turned(x + i, y + j) for j in (1, 2, 0, 3) for i in (1, 2, 0, 3)]
    return next((at for at in cells if world.is_ocean(*at) and at not in taken), None)


def _danger(world: World, one: Json, at: Cell) -> float:
    """Damage that known enemies would do to it there in a round."""
    there = {"pos": [*at, 0]}
    return sum(weight * expected(foe, one, world.apart(foe, there)) for foe, weight in world.menaces)
