"""What needs the person? Own elements about which something should be ordered, the most important first; codes and data only."""

from __future__ import annotations

from typing import Any

from games.deep_blue import formations
from games.deep_blue.board import planar
from games.deep_blue.constants import AIR, CARGO_COST
from games.deep_blue.forecast.scene import Scene
from games.deep_blue.forecast.ways import Way
from games.deep_blue.resolve.services import reach
from games.deep_blue.state import Element

Json = Any

CODES = ("under_fire", "adrift", "low_fuel", "no_ammo", "blocked", "damaged_near_base", "idle", "idle_yard")
"""By importance; `low_fuel` of formations comes before all, since they fall."""
DAMAGED = (3, 5)
"""Share of the health below which a unit near the base is worth a repair."""


def attention(scene: Scene, courses: dict[int, Way]) -> list[dict[str, Json]]:
    """Lines `{"code", "id", …}` by importance, then by id; after the drafts, so that what is seen to is not listed."""
    found = [line for one in scene.own() for line in _of(scene, one, courses.get(one.id))]
    base = scene.before.state.base(scene.seat)
    if not scene.after.state.queues[scene.seat] and base.metal >= CARGO_COST:
        found.append({"code": "idle_yard", "id": base.id, "metal": base.metal})

    def rank(line: dict[str, Json]) -> tuple[bool, int, int]:
        falls = line["code"] == "low_fuel" and scene.before.state.elements[line["id"]].level == AIR
        return not falls, CODES.index(line["code"]), line["id"]

    return sorted(found, key=rank)


def _of(scene: Scene, one: Element, way: Way | None) -> list[dict[str, Json]]:
    found: list[dict[str, Json]] = []
    if one.id in scene.struck:
        found.append({"code": "under_fire", "id": one.id, "damage": scene.struck[one.id]})
    if not one.is_unit:
        return found
    base = scene.before.state.base(scene.seat)
    if one.fuel == 0:
        found.append({"code": "adrift", "id": one.id})
    elif (needs := _lacks_fuel(scene, one, way, base)) is not None:
        found.append({"code": "low_fuel", "id": one.id, "fuel": one.fuel, "needs": needs})
    if one.ammo == 0 and any(one.table.reach):
        found.append({"code": "no_ammo", "id": one.id})
    if way is not None and way.stopped in ("blocked", "halted"):
        found.append({"code": "blocked", "id": one.id, "cell": way.path[way.stops[0]]})
    most = one.health_max if one.planes_max is None else formations.health_max(one.planes_max)
    apart = planar(base.rect, one.rect)
    if one.health * DAMAGED[1] < most * DAMAGED[0] and apart <= 2 * one.table.speed and not _is_mended(scene, one):
        found.append({"code": "damaged_near_base", "id": one.id, "health": one.health, "of": most, "distance": apart})
    if not scene.given(one.id) and one.destination is None and scene.completed.standing.get(one.id) is None:
        found.append({"code": "idle", "id": one.id})
    return found


def _lacks_fuel(scene: Scene, one: Element, way: Way | None, base: Element) -> int | None:
    """Fuel for one more round out and the way home from there, if it has less and is not on its way to the base; else None."""
    later = scene.later(one)
    if way is not None and way.fuel_ends is None:
        x, y = way.path[-1]
        if planar((x, y, x, y), base.rect) <= reach(base, one):
            return None
    needs = planar(one.rect, base.rect) + 2 * one.table.speed
    is_filled = later is not None and later.fuel >= needs
    return needs if one.fuel < needs and not is_filled else None


def _is_mended(scene: Scene, one: Element) -> bool:
    """Does the base repair it in this round?"""
    return any(body["to_id"] == one.id for body in scene.notes["repair"])
