"""What will the base have built, and what could it build? Costs, rounds, population, and what keeps an entry waiting (8)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.core.records import shallow
from games.deep_blue import formations
from games.deep_blue.constants import KINDS, QUEUE_MAX, UNITS
from games.deep_blue.dock import price, waiting_for
from games.deep_blue.forecast.scene import Scene
from games.deep_blue.formations import Planes
from games.deep_blue.state import Entry, pair

Json = Any

COMPOSITIONS: dict[str, Planes] = {
    "balanced": (4, 2, 3, 1),
    "fighters": (10, 0, 0, 0),
    "strike": (2, 4, 4, 0),
    "torpedoers": (0, 10, 0, 0),
    "bombers": (0, 0, 10, 0),
    "recon": (2, 0, 0, 8),
}
"""Formations that a board offers by name."""


def shipyard(scene: Scene) -> dict[str, Json]:
    """`metal` [now, after the drafts], `population` [now, with all that is built, cap], `entries` of the queue and of the drafts in their
    order, `products`, `warnings`. An entry leaves the yard at the end of so many `rounds` from now (1: this one) unless it is `waiting`.
    """
    state, seat = scene.before.state, scene.seat
    base, later = state.base(seat), scene.after.state.base(seat)
    entries = _entries(scene)
    now, cap = state.population(seat), state.settings.population_cap
    full = now + sum(one["population"] for one in entries if not one["fails"])
    warnings: list[dict[str, Json]] = [
        {"code": "no_metal", "entry": i, "cost": one["cost"]} for i, one in enumerate(entries) if one["fails"]
    ]
    if full > cap:
        warnings.append({"code": "over_population", "population": full, "cap": cap})
    # Entries are paid before services, whatever those bring or take.
    unspent = base.metal - sum(one["cost"] for one in entries if one["draft"] and not one["fails"])
    return {
        "metal": [base.metal, later.metal],
        "population": [now, full, cap],
        "room": QUEUE_MAX - sum(not one["fails"] for one in entries),
        "entries": entries,
        "products": _products(scene, unspent, full, sum(not one["fails"] for one in entries)),
        "warnings": warnings,
    }


def _entries(scene: Scene) -> list[dict[str, Json]]:
    state, seat = scene.before.state, scene.seat
    asked = [(entry, False) for entry in state.queues[seat]]
    asked += [(_entry(given), True) for given in scene.orders.get("production", [])]
    told = [note.body["type"] for note in scene.after.notes if note.body["type"] in ("queued", "queue_failed")]
    failed = {i for i, kind in enumerate(told, start=len(state.queues[seat])) if kind == "queue_failed"}
    waiting = _waiting(scene, [entry for entry, _ in asked], failed)
    return [
        {
            "kind": entry.kind, "planes": None if entry.planes is None else list(entry.planes), "draft": is_draft,
            "rounds": max(1, entry.left), "waiting": waiting.get(i), "fails": i in failed,
            "population": entry.population, "cost": price(entry.kind, entry.planes),
            "rally": None if entry.rally is None else list(entry.rally),
        }
        for i, (entry, is_draft) in enumerate(asked)
    ]  # fmt: skip


def _entry(given: Json) -> Entry:
    """A drafted entry as it is queued."""
    planes = tuple(given["planes"]) if "planes" in given else None
    rounds = KINDS[given["kind"]].rounds if planes is None else formations.build_rounds(planes)
    return Entry(given["kind"], planes, rounds, pair(given.get("rally")))


def _waiting(scene: Scene, entries: list[Entry], failed: set[int]) -> dict[int, str | None]:
    """What will keep each entry in the yard when it is ready, if units and fuel stay as they are; the earliest come first."""
    state = scene.before.state
    base, population = shallow(state.base(scene.seat)), state.population(scene.seat)
    found: dict[int, str | None] = {}
    for i in sorted(set(range(len(entries))) - failed, key=lambda i: (entries[i].left, i)):
        entry = entries[i]
        found[i] = waiting_for(state, base, replace(entry, left=0), population)
        if found[i] == "cell":
            # Room beside the base is looked for when the entry is ready: only one that is ready and still here lacks it.
            found[i] = "cell" if entry.left == 0 else None
            population += entry.population
            base.fuel -= 0 if entry.planes is None else formations.fuel_max(entry.planes)
    return found


def _products(scene: Scene, metal: int, population: int, queued: int) -> list[dict[str, Json]]:
    """Every kind, formations by named compositions: what it costs, why it cannot be queued beside the drafts, and whether it would be `late`:
    ready when no round is left in which it could do something."""
    cap = scene.before.state.settings.population_cap
    found = []
    for kind in UNITS:
        for name, planes in COMPOSITIONS.items() if kind == "formation" else ((None, None),):
            cost = price(kind, planes)
            table = KINDS[kind]
            rounds = table.rounds if planes is None else formations.build_rounds(planes)
            found.append(
                {
                    "kind": kind, "composition": name, "planes": None if planes is None else list(planes), "cost": cost,
                    "rounds": rounds, "late": rounds > scene.rounds_after,
                    "population": table.population, "fuel": 0 if planes is None else formations.fuel_max(planes),
                    "refused": "queue_full" if queued >= QUEUE_MAX else "no_metal" if cost > metal else None,
                    "waits": population + table.population > cap,
                }
            )  # fmt: skip
    return found


def composition(planes: Planes) -> dict[str, Json]:
    """What ten planes of these types are worth together (1): limits, cost, rounds, basic attacks, sight by layer."""
    return {
        "planes": list(planes), **formations.limits(planes), "cost": formations.metal_cost(planes),
        "rounds": formations.build_rounds(planes), "population": KINDS["formation"].population,
        "attack": list(formations.basic_attack(planes)), "sight": list(formations.sight(planes)),
        "speed": KINDS["formation"].speed, "reach": list(KINDS["formation"].reach),
    }  # fmt: skip
