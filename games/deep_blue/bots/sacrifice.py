"""When is a unit worth more as a bomb? Wrecks explode among enemies, planes that cannot come home fall on their supply."""

from __future__ import annotations

from typing import Any

from games.deep_blue.board import planar
from games.deep_blue.bots.world import Cell, World, worth
from games.deep_blue.constants import FIRE, KINDS, SHIPS, SURFACE
from games.deep_blue.formulas import blast
from games.deep_blue.known import rect

Json = Any

WRECK = 0.15
"""Share of health below which a ship may explode."""
PREMIUM = 1.5
"""How many times its own remaining value the blast must destroy."""


def explosions(world: World) -> list[int]:
    """Ids of own ships that explode this round: they stay where they are, so their neighbours of now are what counts."""
    return [one["id"] for one in world.units if one["kind"] in SHIPS and _is_worth_it(world, one)]


def _is_worth_it(world: World, one: Json) -> bool:
    share = world.health_share(one)
    if share >= WRECK:
        return False
    strength, gain = blast(one["health"], one["ammo"] or 0), 0.0
    for other in world.elements.values():
        table = KINDS[other["kind"]]
        if other is one or table.level != SURFACE or table.defence[FIRE] is None or other["health"] is None:
            continue
        if world.apart(one, other) == 1:
            loss = min(max(0, strength - (table.defence[FIRE] or 0)), other["health"])
            value = loss * worth(other) / max(1, table.health)
            gain += value if other["seat"] == 1 - world.seat else -value if other["seat"] == world.seat else 0.0
    return gain > PREMIUM * share * worth(one)


def last_flights(world: World) -> dict[int, Cell]:
    """Where formations without the fuel for the way home go down: over the nearest enemy carrier or cargo ship."""
    orders: dict[int, Cell] = {}
    prey = [one for one in world.foes if one["kind"] in ("carrier", "cargo")]
    for one in world.units:
        if one["kind"] != "formation" or one["fuel"] >= _way_home(world, one):
            continue
        near = [target for target in prey if world.apart(one, target) <= one["fuel"]]
        target = min(near, key=lambda other: (world.apart(one, other), other["id"]), default=None)
        if target is not None:
            orders[one["id"]] = world.place(target)
    return orders


def _way_home(world: World, one: Json) -> int:
    """To the base, or to an own carrier that has fuel to give."""
    decks = [other for other in world.units if other["kind"] == "carrier" and other["fuel"] > 60]
    return min(planar(rect(one), rect(home)) for home in (world.base, *decks))
