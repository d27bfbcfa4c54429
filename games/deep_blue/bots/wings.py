"""How do formations fly? Strikes over what they hurt most, fighters beside them, else under the guns of an own cruiser."""

from __future__ import annotations

from typing import Any

from games.deep_blue import formations
from games.deep_blue.bots.scouting import RESERVE
from games.deep_blue.bots.world import USUAL_PLANES, Cell, World, expected, role, worth
from games.deep_blue.constants import AA_SUPPORT_RANGE, AIR, AIR_FIGHT, KINDS, SURFACE

Json = Any


def fly(world: World, flyers: list[Json], taken: set[Cell], has_fuel: bool) -> dict[int, Cell]:
    """A destination for every formation that is to fight: wings first, then the fighters beside them; without fuel the base."""
    orders: dict[int, Cell] = {}
    led: list[Cell] = []
    for one in sorted(flyers, key=lambda one: (role(one) != "wing", one["id"])):
        target = _prey(world, one) if role(one) == "wing" and has_fuel else None
        if target is not None:
            at = _beside(world, world.place(target), taken)
        elif role(one) == "guard" and led:
            at = _beside(world, led.pop(0), taken)
        else:
            at = _cover(world, one, taken) if has_fuel else _beside(world, world.place(world.base), taken)
        if at is not None:
            taken.add(at)
            orders[one["id"]] = at
            if target is not None:
                led.append(at)
    return orders


def attend(world: World, scouts: list[Json], fleet: list[Json], taken: set[Cell]) -> dict[int, Cell]:
    """A destination for scouts that stay with a fleet, whose fire and armour they help (5.3.5): over the ships nearest to the enemy."""
    foes = [one for one in world.recent if one["kind"] != "cargo"] or [world.foe_base]
    orders: dict[int, Cell] = {}
    ahead = sorted(fleet, key=lambda one: (min(world.apart(one, foe) for foe in foes), one["id"]))
    for i, one in enumerate(scouts):
        place = world.place(ahead[i % min(3, len(ahead))] if ahead else world.base)
        at = _beside(world, place, taken)
        if at is not None:
            taken.add(at)
            orders[one["id"]] = at
    return orders


def is_mastered(world: World, one: Json, target: Json) -> bool:
    """Is the known air mastery over a target at least a half, if there must be a fight for the air at all (5.5)?"""
    x, y = world.place(target)
    guards = [foe for foe in world.foes if foe["kind"] == "formation" and foe["pos"][:2] == [x, y]]
    if not guards or target["kind"] == "formation":
        return True
    mine = formations.basic_attack(tuple(one["planes"]))[AIR_FIGHT]
    theirs = formations.basic_attack(USUAL_PLANES)[AIR_FIGHT]
    here = {"pos": [x, y, AIR]}
    for foe in (*world.foes, world.foe_base):
        table = KINDS[foe["kind"]]
        if table.level == SURFACE and world.apart(foe, here) <= AA_SUPPORT_RANGE:
            theirs += table.anti_air
    return 2 * mine >= theirs


def _prey(world: World, one: Json) -> Json:
    """The enemy that a strike hurts most for its worth, within the tank's reach; no submarine: it has sailed on before anybody is above it."""
    found = []
    for foe in world.foes:
        way = world.apart(one, foe) + world.apart(foe, world.base) + RESERVE
        gain = expected(one, foe, 1) * worth(foe) / max(10.0, float(foe["health"]))
        if foe["kind"] != "formation" and way <= one["fuel"] and gain > 0 and is_mastered(world, one, foe):
            found.append((gain / (6 + world.apart(one, foe)), foe))
    best = max(found, key=lambda pair: (pair[0], -pair[1]["id"]), default=None)
    return None if best is None else best[1]


def _cover(world: World, one: Json, taken: set[Cell]) -> Cell | None:
    """Beside the nearest own cruiser, else over the base."""
    cruisers = [other for other in world.units if other["kind"] == "cruiser"]
    nearest = min(cruisers, key=lambda other: (world.apart(one, other), other["id"]), default=None)
    if nearest is None or world.apart(nearest, world.base) + RESERVE > one["fuel"]:
        return world.place(world.base)
    return _beside(world, world.place(nearest), taken)


def _beside(world: World, at: Cell, taken: set[Cell]) -> Cell | None:
    """The cell itself or one beside it that nobody else is sent to."""
    x, y, step = *at, world.sign
    around = (at, (x, y + step), (x + step, y), (x, y - step), (x - step, y))
    return next((cell for cell in around if cell not in taken and world.board.has(*cell)), None)
