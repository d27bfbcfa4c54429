"""Who of a fleet leaves it for an island that a few hits take? Without that the fleets fight each other, and islands in the open stay nobody's."""

from __future__ import annotations

from typing import Any

from games.deep_blue.bots.station import in_range
from games.deep_blue.bots.world import Cell, World, expected
from games.deep_blue.constants import KINDS

Json = Any

WEAK = 120
"""Health of an island that raiders go for: two ships take it in two or three rounds."""
PAYS_BACK = 3
"""Rounds that must be left after those of the way."""
RAIDERS = ("destroyer", "cruiser", "battleship")
"""The fast ones first, where they are equally near."""
AT_HOME = 3
"""Of so many ships one goes, of twice as many two."""
ROUNDS = 2
"""In so many rounds of fire an island should fall; else one ship more goes."""


def raid(world: World, force: list[Json], taken: set[Cell]) -> dict[int, Cell]:
    """Destinations of the raiders, by id; each lies where it fires well at its island."""
    ships = [one for one in force if one["kind"] in RAIDERS and one["ammo"]]
    spare = -(-len(ships) // AT_HOME)
    orders: dict[int, Cell] = {}
    left = world.view["round_limit"] - world.round
    weak = [one for one in world.islands if one["seat"] != world.seat and 0 < one["health"] <= WEAK]
    for island in sorted(weak, key=lambda one: (world.apart(one, world.base), one["id"])):
        free = [one for one in ships if one["id"] not in orders]
        free.sort(key=lambda one: (world.apart(one, island), RAIDERS.index(one["kind"]), one["id"]))
        lacking = float(island["health"])
        for one in free:
            if len(orders) >= spare or lacking <= 0:
                break
            if world.apart(one, island) // KINDS[one["kind"]].speed + PAYS_BACK > left:
                break
            at = in_range(world, one, island, taken)
            if at is not None:
                taken.add(at)
                orders[one["id"]] = at
                lacking -= ROUNDS * expected(one, {**island, "health": KINDS["island"].health}, 3)
    return orders
