"""What does a captain build? Cargo ships up to a number, eyes in the air, then whatever is furthest below its share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.deep_blue.bots.world import World, role
from games.deep_blue.constants import KINDS, QUEUE_MAX
from games.deep_blue.formations import metal_cost

Json = Any

PLANES: dict[str, tuple[int, ...]] = {"scouts": (2, 0, 0, 8), "guard": (10, 0, 0, 0), "wing": (2, 4, 3, 1)}
"""Formations by what they are for; one scout among the strikes gives them its sight and its aid."""
SERVED = {"scouts": 4, "carrier": 10}
"""How many warships and wings there must be before they are worth it."""
Mix = Sequence[tuple[str, float]]
"""What is built, and its shares."""
Choice = Callable[[dict[str, int], int], str | None]
"""`choose(counts, room)` → the next ship or formation of a fleet, from the numbers of what there is and is queued, and the population
that is free; None if nothing fits."""


def produce(world: World, choose: Choice, needs: dict[str, int], most: int) -> list[Json]:
    """Entries for the queue, which shall have `most`, as far as metal and population go; `needs`: how many cargo ships, scouts and
    carriers a fleet has beside its warships."""
    counts = _counts(world)
    queue = world.view["queue"]
    room = world.view["population"][1] - sum(population(one) * number for one, number in counts.items())
    metal = world.base["metal"]
    entries: list[Json] = []
    while len(queue) + len(entries) < min(QUEUE_MAX, most):
        wanted = _next(world, counts, needs) or choose(counts, room)
        if wanted is None or price(wanted) > metal or population(wanted) > room:
            break
        entries.append(entry(wanted))
        counts[wanted] = counts.get(wanted, 0) + 1
        metal -= price(wanted)
        room -= population(wanted)
    return entries


def entry(wanted: str) -> Json:
    """The order for a kind of ship or for a formation by what it is for."""
    return {"kind": "formation", "planes": list(PLANES[wanted])} if wanted in PLANES else {"kind": wanted}


def price(wanted: str) -> int:
    """Metal that it costs."""
    return metal_cost(PLANES[wanted]) if wanted in PLANES else KINDS[wanted].cost


def population(wanted: str) -> int:
    """What it counts against the population."""
    return KINDS["formation" if wanted in PLANES else wanted].population


def _counts(world: World) -> dict[str, int]:
    """What there is, afloat and in the queue."""
    counts: dict[str, int] = {}
    for name in [role(one) for one in (*world.units, *world.view["queue"])]:
        counts[name] = counts.get(name, 0) + 1
    return counts


def _next(world: World, counts: dict[str, int], needs: dict[str, int]) -> str | None:
    """What any fleet needs before more warships; None if nothing."""
    rich = any(one["kind"] == "mine" and one["metal"] for one in world.resources)
    islands = sum(one["seat"] == world.seat for one in world.islands)
    cargos = needs.get("cargo", 0)
    if counts.get("cargo", 0) < (cargos + islands // 2 if rich else min(cargos, 1)):
        return "cargo"
    fleet = sum(number for name, number in counts.items() if name not in ("cargo", "scouts"))
    for name, least in SERVED.items():
        if counts.get(name, 0) < needs.get(name, 0) and fleet >= least:
            return name
    return None


def fitting(mix: Mix, counts: dict[str, int], room: int) -> str | None:
    """What will still be furthest below its share with one more, of that for which there is room: a small share waits its turn."""
    small = [pair for pair in mix if population(pair[0]) <= room]
    return min(small, key=lambda pair: ((counts.get(pair[0], 0) + 1) / pair[1], pair[0]))[0] if small else None
