"""Where does each ship of a force go next? Together, at the distance from which it fires well."""

from __future__ import annotations

from typing import Any

from games.deep_blue.board import planar
from games.deep_blue.bots.lookahead import Exchange
from games.deep_blue.bots.world import Cell, World, expected, worth
from games.deep_blue.constants import AIR, KINDS
from games.deep_blue.known import rect

Json = Any

NEAR = 14
"""Foes nearer than this to the force are fought before it goes on."""
SPREAD = 6
"""The force waits when it is spread wider than this around its middle."""
FEAR = 0.8
"""Weight of own losses against those of the enemy."""
PREY = ("carrier", "battleship", "cargo")
"""What submarines go for."""


def deploy(world: World, force: list[Json], goal: Json, taken: set[Cell], fear: float) -> dict[int, Cell]:
    """A destination for every ship of the force. Near enemies every cell is weighed by the fire given and taken, losses by `fear`."""
    if not force:
        return {}
    middle = _middle(world, force)
    foes = [one for one in world.recent if planar(rect(one), (*middle, *middle)) <= NEAR]
    targets = {one["id"]: _target(world, one, foes) or goal for one in force}
    if foes:
        orders = Exchange(world, force, targets, taken, fear).settle()
        taken.update(orders.values())
        return orders
    is_home = goal["kind"] == "base" and goal["seat"] == world.seat
    strays = [one for one in force if planar(rect(one), (*middle, *middle)) > SPREAD]
    far = planar(rect(goal), (*middle, *middle)) > 12
    gathers = far and not foes and len(strays) * 3 > len(force) and not is_home
    orders = {}
    for one in sorted(force, key=lambda one: (KINDS[one["kind"]].speed, one["id"])):
        if gathers:
            at = _free_near(world, one, middle, taken, 4)
        else:
            at = in_range(world, one, targets[one["id"]], taken)
        if at is not None:
            taken.add(at)
            orders[one["id"]] = at
    return orders


def _middle(world: World, force: list[Json]) -> Cell:
    """The ship in the middle of the force."""
    xs = sorted(one["pos"][0] for one in force)
    ys = sorted(one["pos"][1] for one in force)
    half = len(xs) // 2 if world.seat == 0 else (len(xs) - 1) // 2
    return xs[half], ys[half]


def _target(world: World, one: Json, foes: list[Json]) -> Json:
    """The foe that is worth most to this ship, near ones first."""

    def gain(foe: Json) -> float:
        close = expected(one, foe, 2) * worth(foe) / max(10.0, float(foe["health"]))
        close *= 2 if one["kind"] == "submarine" and foe["kind"] in PREY else 1
        return close / (4 + world.apart(one, foe))

    best = max(foes, key=lambda foe: (gain(foe), -foe["id"]), default=None)
    return best if best is not None and gain(best) > 0 else None


def _distance(one: Json, target: Json) -> int:
    """From how far a ship fires well: half its range, nearer at what cannot answer."""
    table, layer = KINDS[one["kind"]], KINDS[target["kind"]].level
    reach = table.reach[layer] - abs(table.level - layer)
    return max(1, reach // 2 + 1) if reach > 0 else 6


def _is_open(world: World, one: Json, at: Cell) -> bool:
    return world.board.has(*at) if one["pos"][2] == AIR else world.is_ocean(*at)


def in_range(world: World, one: Json, target: Json, taken: set[Cell]) -> Cell | None:
    """The nearest free cell from which the target is in good range."""
    x, y = one["pos"][:2]
    wanted = _distance(one, target)
    if world.apart(one, target) <= wanted and (x, y) not in taken:
        return x, y
    x0, y0, x1, y1 = rect(target)
    cells = [
        (u, v)
        for u in range(x0 - wanted, x1 + wanted + 1)
        for v in range(y0 - wanted, y1 + wanted + 1)
        if planar(rect(target), (u, v, u, v)) == wanted and (u, v) not in taken and _is_open(world, one, (u, v))
    ]
    return min(
        cells, key=lambda at: (abs(at[0] - x) + abs(at[1] - y), world.sign * at[1], world.sign * at[0]), default=None
    )


def _free_near(world: World, one: Json, middle: Cell, taken: set[Cell], radius: int) -> Cell | None:
    x, y = one["pos"][:2]
    if abs(x - middle[0]) + abs(y - middle[1]) <= radius and (x, y) not in taken:
        return x, y
    cells = [
        (u, v)
        for u in range(middle[0] - radius, middle[0] + radius + 1)
        for v in range(middle[1] - radius, middle[1] + radius + 1)
        if abs(u - middle[0]) + abs(v - middle[1]) <= radius and (u, v) not in taken and _is_open(world, one, (u, v))
    ]
    return min(
        cells, key=lambda at: (abs(at[0] - x) + abs(at[1] - y), world.sign * at[1], world.sign * at[0]), default=None
    )
