"""How do formations fly? Strikes over what they hurt most, fighters beside them, else under the guns of an own cruiser."""

from __future__ import annotations

from typing import Any

from games.deep_blue import formations
from games.deep_blue.bots.scouting import RESERVE
from games.deep_blue.bots.world import USUAL_PLANES, Cell, World, expected, role, worth
from games.deep_blue.constants import AA_SUPPORT_RANGE, AIR, AIR_FIGHT, KINDS, SURFACE
from games.deep_blue.known import rect

Json = Any

PAYS_BACK = 20
"""Rounds that must be left for an island to be worth the strikes that take it."""


def lying_still(world: World, memory: dict[str, Json]) -> set[int]:
    """Ids of enemy submarines in sight that are where they were a round ago; where all are now is kept in `memory["submarines"]`."""
    before = memory.get("submarines", {})
    now = {str(foe["id"]): foe["pos"][:2] for foe in world.foes if foe["kind"] == "submarine"}
    memory["submarines"] = now
    return {int(key) for key, at in now.items() if before.get(key) == at}


def fly(world: World, flyers: list[Json], taken: set[Cell], has_fuel: bool, still: set[int]) -> dict[int, Cell]:
    """A destination for every formation that is to fight: wings first, then the fighters beside them; without fuel the base.

    `still`: submarines that can be struck, for a formation has to be straight above one.
    """
    orders: dict[int, Cell] = {}
    led: list[Cell] = []
    for one in sorted(flyers, key=lambda one: (role(one) != "wing", one["id"])):
        target = _prey(world, one, still, taken) if role(one) == "wing" and has_fuel else None
        if target is not None:
            at = _over(world, target) if target["kind"] == "submarine" else _beside(world, _over(world, target), taken)
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


def _prey(world: World, one: Json, still: set[int], taken: set[Cell]) -> Json:
    """What a strike hurts most for its worth, within the tank's reach: an enemy, or an island that nobody holds and so nobody defends.

    No submarine that sails: it is gone before anybody is above it.
    """
    found = []
    pays = world.view["round_limit"] - world.round > PAYS_BACK
    free = [island for island in world.islands if island["seat"] is None] if pays else []
    for foe in (*world.foes, *free):
        is_below = foe["kind"] == "submarine"
        if foe["kind"] == "formation" or (is_below and (foe["id"] not in still or world.place(foe) in taken)):
            continue
        way = world.apart(one, foe) + world.apart(foe, world.base) + RESERVE
        gain = expected(one, foe, 0 if is_below else 1) * worth(foe) / max(10.0, float(foe["health"]))
        if way <= one["fuel"] and gain > 0 and is_mastered(world, one, foe):
            found.append((gain / (6 + world.apart(one, foe)), foe))
    best = max(found, key=lambda pair: (pair[0], world.turned(*_over(world, pair[1]))), default=None)
    return None if best is None else best[1]


def _over(world: World, target: Json) -> Cell:
    """The cell from which it is struck: its own, or the corner of a building that its twin on a map turned by half has too."""
    x0, y0, x1, y1 = rect(target)
    return min((x0, y0), (x1, y1), key=lambda at: world.turned(*at))


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
