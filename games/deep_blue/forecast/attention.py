"""What needs the person? Own elements about which something should be ordered, the most important first; codes and data only."""

from __future__ import annotations

from typing import Any

from games.core.errors import OrderError
from games.deep_blue import formations
from games.deep_blue.board import planar
from games.deep_blue.commands import check_command
from games.deep_blue.constants import AIR, FIRE, KINDS, UNITS
from games.deep_blue.forecast.scene import Scene
from games.deep_blue.forecast.ways import Way
from games.deep_blue.gunnery import taken_by, worth_firing
from games.deep_blue.resolve.services import reach
from games.deep_blue.state import Element

Json = Any

CODES = (
    "under_fire", "in_reach", "adrift", "low_fuel", "no_ammo", "low_ammo", "blocked", "damaged_near_base", "idle",
    "idle_yard",
)  # fmt: skip
"""By importance; `low_fuel` of formations comes before all, since they fall."""
LAST_ROUNDS = 2
"""Ammo for at most so many rounds of fire is told: there is still time to fetch some."""
DAMAGED = (3, 5)
"""Share of the health below which a unit near the base is worth a repair."""
LIKELY = 50
"""Chance in per cent from which a free island that can be taken now comes before enemies: what is begun and left, the enemy finishes."""


def attention(scene: Scene, courses: dict[int, Way]) -> list[dict[str, Json]]:
    """Lines `{"code", "id", …}` by importance, then by id; after the drafts, so that what is seen to is not listed."""
    falls = _islands(scene)
    found = [line for one in scene.own() for line in _of(scene, one, courses.get(one.id), falls)]
    base = scene.before.state.base(scene.seat)
    if not scene.after.state.queues[scene.seat] and _can_build(scene, base):
        found.append({"code": "idle_yard", "id": base.id, "metal": base.metal})

    def rank(line: dict[str, Json]) -> tuple[bool, int, int]:
        falls = line["code"] == "low_fuel" and scene.before.state.elements[line["id"]].level == AIR
        return not falls, CODES.index(line["code"]), line["id"]

    return sorted(found, key=rank)


def _can_build(scene: Scene, base: Element) -> bool:
    """Is there metal for anything that would not have to wait for room?"""
    room = scene.before.state.settings.population_cap - scene.after.state.population(scene.seat)
    return any(
        KINDS[kind].cost <= base.metal and KINDS[kind].population <= room for kind in UNITS if kind != "formation"
    )


def _of(scene: Scene, one: Element, way: Way | None, falls: dict[int, int]) -> list[dict[str, Json]]:
    found: list[dict[str, Json]] = []
    if (target := _in_reach(scene, one, falls)) is not None:
        risk: dict[str, Json] = {}
        if (takes := falls.get(target.id)) is not None:
            risk = {"takes": takes, "likely": takes >= LIKELY, "rival": _rival(scene, target)}
        found.append({"code": "in_reach", "id": one.id, "target": target.id, **risk})
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
    elif (left := _rounds_of_fire(one)) is not None and left <= LAST_ROUNDS and not _is_filled(scene, one, way, base):
        found.append({"code": "low_ammo", "id": one.id, "rounds": left})
    if way is not None and way.stopped in ("blocked", "halted"):
        found.append({"code": "blocked", "id": one.id, "cell": way.path[way.stops[0]]})
    most = one.health_max if one.planes_max is None else formations.health_max(one.planes_max)
    apart = planar(base.rect, one.rect)
    if one.health * DAMAGED[1] < most * DAMAGED[0] and apart <= 2 * one.table.speed and not _is_mended(scene, one):
        found.append({"code": "damaged_near_base", "id": one.id, "health": one.health, "of": most, "distance": apart})
    if _is_idle(scene, one):
        found.append({"code": "idle", "id": one.id})
    return found


def _in_reach(scene: Scene, one: Element, falls: dict[int, int]) -> Element | None:
    """Whom it can fire at now and is not ordered to: a free island that is likely to fall, then the nearest of the enemy's units, then of its
    buildings, then the lowest id; who does nothing else also another free island."""
    if not any(one.table.reach) or "command" in scene.given(one.id):
        return None
    is_idle = one.is_unit and _is_idle(scene, one)

    def is_likely(other: Element) -> bool:
        return one.is_unit and falls.get(other.id, 0) >= LIKELY

    targets = [
        other for other in scene.before.state.elements.values()
        if other.seat == 1 - scene.seat or (other.is_free_island and (is_idle or is_likely(other)))
    ]  # fmt: skip
    targets.sort(
        key=lambda other: (
            not is_likely(other), other.seat is None, not other.is_unit, planar(one.rect, other.rect), other.id
        )
    )  # fmt: skip
    return next((other for other in targets if _can_hit(scene, one, other)), None)


def _can_hit(scene: Scene, one: Element, other: Element) -> bool:
    """May it be ordered to fire at that, with anything that harms it?"""
    if planar(one.rect, other.rect) > max(one.table.reach):
        return False
    try:
        order = {"type": "attack", "target": other.id}
        command = check_command(scene.known, scene.known.elements[one.id], order, "command")
    except OrderError:
        return False
    return bool(worth_firing(scene.before, one, command))


def _islands(scene: Scene) -> dict[int, int]:
    """Free islands in reach, with the chance in per cent that all units together that do not fire at somebody else take them now."""
    found = {}
    for island in scene.before.state.elements.values():
        if not island.is_free_island:
            continue
        guns = [one for one in scene.own() if one.is_unit and _may_join(scene, one, island)]
        if guns:
            found[island.id] = taken_by(scene.before, guns, island)
    return found


def _may_join(scene: Scene, one: Element, island: Element) -> bool:
    command = scene.given(one.id).get("command")
    return (command is None or command.get("target") == island.id) and _can_hit(scene, one, island)


def _rival(scene: Scene, island: Element) -> int | None:
    """The nearest enemy in sight whose guns could reach the island in the next round."""
    foes = [
        (planar(one.rect, island.rect), one.id)
        for one in scene.before.state.elements.values()
        if one.seat == 1 - scene.seat and one.is_unit and (one.planes is not None or one.table.attack[FIRE])
        and planar(one.rect, island.rect) <= one.table.speed + one.table.reach[island.level]
    ]  # fmt: skip
    return min(foes)[1] if foes else None


def _rounds_of_fire(one: Element) -> int | None:
    """For how many rounds of all its strikes it has ammo, the last one begun; None if it needs none."""
    power = one.table.attack if one.planes is None else formations.basic_attack(one.planes)
    cost = one.table.ammo_once * sum(strike > 0 for strike in power[:2])
    return None if one.ammo is None or not cost else -(-one.ammo // cost)


def _is_filled(scene: Scene, one: Element, way: Way | None, base: Element) -> bool:
    """Does it get ammo in this round, or is it on its way to the base?"""
    later = scene.later(one)
    return _comes_home(one, way, base) or (later is not None and (later.ammo or 0) > (one.ammo or 0))


def _comes_home(one: Element, way: Way | None, base: Element) -> bool:
    """Does its way end where the base reaches it?"""
    if way is None or way.fuel_ends is not None:
        return False
    x, y = way.path[-1]
    return planar((x, y, x, y), base.rect) <= reach(base, one)


def _is_idle(scene: Scene, one: Element) -> bool:
    """Has it nothing to do: no orders, no destination, no standing order?"""
    has_course = one.destination is not None or scene.completed.standing.get(one.id) is not None
    return not scene.given(one.id) and not has_course


def _lacks_fuel(scene: Scene, one: Element, way: Way | None, base: Element) -> int | None:
    """Fuel for one more round out and the way home from there, if it has less and is not on its way to the base; else None."""
    later = scene.later(one)
    if _comes_home(one, way, base):
        return None
    needs = planar(one.rect, base.rect) + 2 * one.table.speed
    is_filled = later is not None and later.fuel >= needs
    return needs if one.fuel < needs and not is_filled else None


def _is_mended(scene: Scene, one: Element) -> bool:
    """Does the base repair it in this round?"""
    return any(body["to_id"] == one.id for body in scene.notes["repair"])
