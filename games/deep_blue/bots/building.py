"""What does a captain build? Cargo ships up to a number, eyes in the air, then whatever is furthest below its share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.deep_blue.bots.world import World, role
from games.deep_blue.constants import KINDS, QUEUE_MAX
from games.deep_blue.formations import metal_cost

Json = Any

PLANES: dict[str, tuple[int, ...]] = {"scouts": (2, 0, 0, 8), "guard": (10, 0, 0, 0), "wing": (2, 4, 4, 0)}
"""Formations by what they are for."""
Mix = Sequence[tuple[str, float]]


def produce(world: World, mix: Mix, cargos: int, scouts: int, most: int) -> list[Json]:
    """Entries for the queue, which shall have `most`, as far as metal and population go."""
    counts = _counts(world)
    queue = world.view["queue"]
    room = world.view["population"][1] - sum(_population(one) * number for one, number in counts.items())
    metal = world.base["metal"]
    entries: list[Json] = []
    while len(queue) + len(entries) < min(QUEUE_MAX, most):
        wanted = _next(world, counts, mix, cargos, scouts)
        if price(wanted) > metal or _population(wanted) > room:
            break
        entries.append(entry(wanted))
        counts[wanted] = counts.get(wanted, 0) + 1
        metal -= price(wanted)
        room -= _population(wanted)
    return entries


def entry(wanted: str) -> Json:
    """The order for a kind of ship or for a formation by what it is for."""
    return {"kind": "formation", "planes": list(PLANES[wanted])} if wanted in PLANES else {"kind": wanted}


def price(wanted: str) -> int:
    """Metal that it costs."""
    return metal_cost(PLANES[wanted]) if wanted in PLANES else KINDS[wanted].cost


def _population(wanted: str) -> int:
    return KINDS["formation" if wanted in PLANES else wanted].population


def _counts(world: World) -> dict[str, int]:
    """What there is, afloat and in the queue."""
    counts: dict[str, int] = {}
    for name in [role(one) for one in (*world.units, *world.view["queue"])]:
        counts[name] = counts.get(name, 0) + 1
    return counts


def _next(world: World, counts: dict[str, int], mix: Mix, cargos: int, scouts: int) -> str:
    rich = any(one["kind"] == "mine" and one["metal"] for one in world.resources)
    islands = sum(one["seat"] == world.seat for one in world.islands)
    if counts.get("cargo", 0) < (cargos + islands // 2 if rich else 1):
        return "cargo"
    fleet = sum(number for name, number in counts.items() if name not in ("cargo", "scouts"))
    if counts.get("scouts", 0) < scouts and fleet >= 4:
        return "scouts"
    return min(mix, key=lambda pair: (counts.get(pair[0], 0) / pair[1], pair[0]))[0]
