"""Who sails against the enemy base, and who waits at home for the next wave? For the admiral.

A wave leaves together and with the fuel for the way out, and does not turn back for fuel: on large maps no tank holds the way
there and home, and a fleet that turns half way wears itself out. Those who follow do not call back who is ahead.
"""

from __future__ import annotations

from typing import Any

from games.deep_blue.bots.world import World, worth
from games.deep_blue.constants import FIRE, KINDS

Json = Any

RELIEF = 0.5
"""Share of the first wave's worth with which the next one follows: pressure that never ends wears a fleet down."""
FIT = 0.6
"""Share of health and of ammo with which a ship joins a wave."""


def sailed(memory: dict[str, Json]) -> set[int]:
    """Ids of all ships that belong to a wave; `memory["waves"]` holds them wave by wave."""
    return {key for keys in memory.get("waves", ()) for key in keys}


def muster(world: World, force: list[Json], memory: dict[str, Json], first: float) -> list[list[Json]]:
    """The waves of a force as far as they live, the oldest first.

    Those at home who are fit follow as a new one once they are worth `first`, or a part of it when others are out, if some of
    them can hurt a base.
    """
    at_hand = {one["id"]: one for one in force}
    waves = [[key for key in keys if key in world.elements] for keys in memory.get("waves", ())]
    ready = at_home(world, force, memory)
    least = RELIEF * first if any(waves) else first
    if sum(worth(one) for one in ready) >= least and any(KINDS[one["kind"]].attack[FIRE] for one in ready):
        waves.append([one["id"] for one in ready])
    memory["waves"] = [keys for keys in waves if keys]
    return [[at_hand[key] for key in keys if key in at_hand] for keys in memory["waves"]]


def at_home(world: World, force: list[Json], memory: dict[str, Json]) -> list[Json]:
    """Who of a force is in no wave and fit to sail in the next."""
    gone = sailed(memory)
    return [one for one in force if one["id"] not in gone and _is_fit(world, one)]


def leave(memory: dict[str, Json], one: Json) -> None:
    """Take a ship out of its wave."""
    memory["waves"] = [[key for key in keys if key != one["id"]] for keys in memory["waves"]]


def _is_fit(world: World, one: Json) -> bool:
    """Is it sound and armed, with the fuel for the way out?"""
    has_fuel = one["fuel"] > world.fuel_to(one, world.foe_base)
    return has_fuel and world.health_share(one) >= FIT and world.ammo_share(one) >= FIT
