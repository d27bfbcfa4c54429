"""The easy bot: every ship for itself, to islands that it lacks, after enemies in sight and to the enemy base; its guns are often asleep."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.core.rng import Rng
from games.deep_blue.bots.logistics import beset
from games.deep_blue.bots.shuttles import beside, mend, shuttle
from games.deep_blue.bots.world import Cell, World, can_fire, expected, strikes_at
from games.deep_blue.constants import KINDS

Json = Any

PRODUCTS = ("destroyer", "submarine", "formation")
QUEUE = 3
SPARE_METAL = 20
CAST_OFF = 2
"""Rounds until one ship more goes on patrol; the others lie at home."""
CHASE = 0.4
"""How often a patrol goes after the nearest enemy that is in sight."""
CHASED = 12
"""Cells within which it does."""
CROWD = 3
"""Enemy warships within that distance after which none goes alone."""
ALERT = 0.4
"""How often a gun that could fire does."""
SIEGE = 0.75
"""How often one does so at an island that nobody has hit yet."""
NEAR_HOME = 2
"""Islands nearest to its base among which a patrol draws its goal."""
PATIENCE = 8
"""Rounds after which a patrol gets a new goal."""


def decide(view: Json, rng: Rng, memory: dict[str, Json]) -> Json:
    """Orders of the seat."""
    world = World(view)
    world.shunned = beset(world)
    taken: set[Cell] = set()
    units: dict[str, Json] = {}
    for i, ship in enumerate(sorted(world.cargos, key=lambda one: int(one["id"]))):
        kind = "oilfield" if i == 1 and world.base["fuel"] < 800 else "mine"
        order = shuttle(world, ship, kind, taken)
        if order is not None:
            units[str(ship["id"])] = order
    goals = memory.setdefault("goals", {})
    for one in world.fighters[: 2 + world.round // CAST_OFF]:
        units[str(one["id"])] = _patrol(world, one, goals, rng, taken)
    # An island that has been hit is worth the rest: without that nobody but a person took one on Quick.
    lacking = [one for one in world.islands if one["seat"] != world.seat]
    begun = [one for one in lacking if world.health_share(one) < 1]
    for one in [*world.fighters, *(one for one in world.mine if one["kind"] in ("base", "island"))]:
        command = _best_shot(world, one, begun)
        chance = rng.random()
        if chance < ALERT:
            command = command or _best_shot(world, one, [*world.foes, *lacking, world.foe_base])
        elif chance < SIEGE and not world.foes:
            command = command or _best_shot(world, one, lacking)
        if command is None and one["kind"] == "base":
            command = mend(world)
        if command is not None:
            units.setdefault(str(one["id"]), {})["command"] = command
    return {"units": units, "production": _produce(world, rng)}


def _produce(world: World, rng: Rng) -> list[Json]:
    queue = world.view["queue"]
    if len(queue) >= QUEUE:
        return []
    cargos = len(world.cargos) + sum(entry["kind"] == "cargo" for entry in queue)
    if cargos < 2:
        return [{"kind": "cargo"}] if world.base["metal"] >= KINDS["cargo"].cost else []
    kind = PRODUCTS[rng.randrange(len(PRODUCTS))]
    cost = 22 if kind == "formation" else KINDS[kind].cost
    if world.base["metal"] < cost + SPARE_METAL:
        return []
    return [{"kind": kind, **({"planes": [4, 2, 3, 1]} if kind == "formation" else {})}]


def _patrol(world: World, one: Json, goals: dict[str, Json], rng: Rng, taken: set[Cell]) -> Json:
    """Home when hurt or low on fuel, else to a goal drawn from islands and the enemy base."""
    x, y = world.place(one)
    home = world.apart(one, world.base)
    is_plane = one["kind"] == "formation"
    fuel_guard = home + 14 if is_plane else 1.3 * home
    if world.health_share(one) < 0.3 or one["fuel"] <= fuel_guard or world.ammo_share(one) < 0.1:
        at = world.place(world.base) if is_plane else beside(world, one, world.base, taken)
        return {"move": None if at is None else list(at)}
    foes = [foe for foe in world.foes if world.apart(one, foe) <= CHASED]
    friends = [friend for friend in world.fighters if world.apart(one, friend) <= CHASED]
    is_alone = len([foe for foe in foes if foe["kind"] != "cargo"]) >= max(CROWD, len(friends) + 1)
    if is_alone and home > CHASED // 2:
        # Into a fleet it does not drive: it turns for home, and comes again with others.
        at = world.place(world.base) if is_plane else beside(world, one, world.base, taken)
        return {"move": None if at is None else list(at)}
    if foes and rng.random() < CHASE:
        return {"move": list(world.place(min(foes, key=lambda foe: (world.apart(one, foe), foe["id"]))))}
    key = str(one["id"])
    goal = goals.get(key)
    lacking = [island for island in world.islands if island["seat"] != world.seat]
    # Whoever has come to an island stays until it is taken.
    is_there = goal is not None and abs(goal[0] - x) + abs(goal[1] - y) <= 3
    if goal is None or world.round >= goal[2] or (is_there and goal[3:] != [1]) or (goal[3:] == [1] and not lacking):
        near = sorted(lacking, key=lambda place: (world.apart(place, world.base), place["id"]))
        places = near[:NEAR_HOME] or [world.foe_base]
        place = places[rng.randrange(len(places))]
        cells = world.shore(place, 4)
        at = cells[rng.randrange(len(cells))]
        goal = goals[key] = [at[0], at[1], world.round + PATIENCE, int(place["kind"] == "island")]
    return {"move": goal[:2]}


def _best_shot(world: World, one: Json, targets: Sequence[Json]) -> Json:
    """The attack with the highest expected damage, None if there is nothing to hit."""
    best, most = None, 0.0
    for target in targets:
        if not can_fire(world, one, target):
            continue
        strikes = strikes_at(world, one, target)
        gain = expected(one, target, world.apart(one, target))
        if strikes and gain > most:
            best, most = {"type": "attack", "target": target["id"], "strikes": strikes}, gain
    return best
