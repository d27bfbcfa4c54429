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
