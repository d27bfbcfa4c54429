"""What needs the person? Own elements about which something should be ordered, the most important first; codes and data only."""

from __future__ import annotations

from typing import Any

from games.core.errors import OrderError
from games.deep_blue import formations
from games.deep_blue.board import planar
from games.deep_blue.commands import check_command
from games.deep_blue.constants import AIR, COMMANDS, FIRE, KINDS, QUEUE_MAX, SUPPLIERS, UNITS
from games.deep_blue.forecast.reports import volleys_at
from games.deep_blue.forecast.scene import Scene
from games.deep_blue.forecast.ways import Way
from games.deep_blue.gunnery import ENOUGH, taken_by, together, worth_firing
from games.deep_blue.resolve.services import collected, reach, supplied
from games.deep_blue.standing.watch import MARGIN
from games.deep_blue.state import Element

Json = Any

CODES = (
    "under_fire", "in_reach", "adrift", "low_fuel", "no_ammo", "low_ammo", "blocked", "damaged_near_base", "idle",
    "idle_yard",
)  # fmt: skip
"""By importance; `low_fuel` of formations comes before all, since they fall."""
PAYS_NOW = ("under_fire", "in_reach", "idle")
"""What still matters in the last round of a match."""
LAST_ROUNDS = 2
"""Ammo for at most so many rounds of fire is told: there is still time to fetch some."""
DAMAGED = (3, 5)
"""Share of the health below which a unit near the base is worth a repair."""
LIKELY = 50
"""Chance in per cent from which a free island that can be taken now comes before enemies: what is begun and left, the enemy finishes."""


def attention(scene: Scene, courses: dict[int, Way]) -> list[dict[str, Json]]:
    """Lines `{"code", "id", …}` by importance, then by id; after the drafts, so that what is seen to is not listed."""
    falls, seen_to = _islands(scene), _seen_to(scene)
    found = [line for one in scene.own() for line in _of(scene, one, courses.get(one.id), falls, seen_to)]
    base = scene.before.state.base(scene.seat)
    queues = [work.state.queues[scene.seat] for work in (scene.before, scene.after)]
    # Full is a base that has no room now and spends nothing; idle a yard that builds nothing in this round either.
    is_full = base.metal == scene.after.state.base(scene.seat).metal == base.metal_max
    if (is_full or not any(queues)) and _can_build(scene, base):
        people = [scene.before.state.population(scene.seat), scene.before.state.settings.population_cap]
        found.append({"code": "idle_yard", "id": base.id, "metal": base.metal, "full": is_full, "population": people})
    if scene.rounds_after == 0:
        found = [line for line in found if line["code"] in PAYS_NOW]

    def rank(line: dict[str, Json]) -> tuple[bool, int, int]:
        falls = line["code"] == "low_fuel" and scene.before.state.elements[line["id"]].level == AIR
        return not falls, CODES.index(line["code"]), line["id"]

    return sorted(found, key=rank)


def _can_build(scene: Scene, base: Element) -> bool:
    """Is there metal and room in the queue for any ship that fights or supplies the fleet, need not wait for population, and does something
    before the end?"""
    state = scene.after.state
    room = state.settings.population_cap - state.population(scene.seat)
    room -= sum(entry.population for entry in state.queues[scene.seat])
    tables = [KINDS[kind] for kind in UNITS if kind not in ("formation", "cargo")]
    return len(state.queues[scene.seat]) < QUEUE_MAX and any(
        table.cost <= base.metal and table.population <= room and table.rounds <= scene.rounds_after for table in tables
    )


def _of(scene: Scene, one: Element, way: Way | None, falls: dict[int, int], seen_to: set[int]) -> list[dict[str, Json]]:
    found: list[dict[str, Json]] = []
    if (target := _in_reach(scene, one, falls, seen_to)) is not None:
        risk: dict[str, Json] = {}
        if (takes := falls.get(target.id)) is not None:
            risk = {"takes": takes, "likely": takes >= LIKELY, "rival": _rival(scene, target)}
        found.append({"code": "in_reach", "id": one.id, "target": target.id, **risk})
    if one.id in scene.struck:
        found.append({"code": "under_fire", "id": one.id, "damage": scene.struck[one.id]})
    if not one.is_unit:
        return found
    base = scene.before.state.base(scene.seat)
    if one.fuel == 0 and not _is_fuelled(scene, one):
        found.append({"code": "adrift", "id": one.id, **_helper(scene, one, "fuel")})
    elif one.fuel and (needs := _lacks_fuel(scene, one, way, base)) is not None:
        found.append(
            {"code": "low_fuel", "id": one.id, "fuel": one.fuel, "needs": needs, **_helper(scene, one, "fuel")}
        )
    if any(one.table.reach) and not _is_filled(scene, one, way, base):
        giver = _helper(scene, one, "ammo")
        if one.ammo == 0:
            found.append({"code": "no_ammo", "id": one.id, **giver})
        elif (left := _rounds_of_fire(one)) is not None and left <= LAST_ROUNDS:
            found.append({"code": "low_ammo", "id": one.id, "rounds": left, **giver})
    if way is not None and way.stopped in ("blocked", "halted"):
        found.append({"code": "blocked", "id": one.id, "cell": way.path[way.stops[0]]})
    most = one.health_max if one.planes_max is None else formations.health_max(one.planes_max)
    apart = planar(base.rect, one.rect)
    if one.health * DAMAGED[1] < most * DAMAGED[0] and apart <= 2 * one.table.speed and not _is_mended(scene, one):
        found.append({"code": "damaged_near_base", "id": one.id, "health": one.health, "of": most, "distance": apart})
    if _is_idle(scene, one) and (scene.rounds_after > 0 or _can_collect(scene, one)):
        found.append({"code": "idle", "id": one.id})
    return found


def _helper(scene: Scene, one: Element, what: str) -> dict[str, Json]:
    """`near`: the base, where it can fill `one` in this round, else who meets it in this round, else who comes by a supply run."""
    base = scene.before.state.base(scene.seat)
    if _is_at_base(scene, one, base) and "command" not in scene.given(base.id):
        fuel, ammo, _ = supplied(base, one, {"fuel": None, "ammo": None, "metal": 0})
        if gives := fuel if what == "fuel" else ammo:
            return {"near": {"id": base.id, "apart": planar(base.rect, one.rect), "gives": gives}}
    return _near(scene, one, what) or _far(scene, one, what)


def _is_at_base(scene: Scene, one: Element, base: Element) -> bool:
    """Will it lie at the end of the round where the base reaches it?"""
    later = scene.later(one)
    return later is not None and planar(base.rect, later.rect) <= reach(base, one)


def _far(scene: Scene, one: Element, what: str) -> dict[str, Json]:
    """`near` with `runs`: the nearest ship that is free to bring it some by a supply run, and is there before the last round. Free is who has
    nothing to do, comes back from a supply run, or brings metal to a base that has no room for it."""
    base, found = scene.before.state.base(scene.seat), []
    for giver in scene.own():
        if giver.kind not in SUPPLIERS or giver.id == one.id or (one.level == AIR and giver.kind == "cargo"):
            continue
        run = scene.completed.standing.get(giver.id)
        is_vain = run is not None and (
            run.get("leg") == "home" if run["type"] == "supply_run" else _finds_no_room(run, base)
        )
        apart = planar(giver.rect, one.rect)
        if not (_is_idle(scene, giver) or is_vain) or apart > giver.table.speed * scene.rounds_after:
            continue
        keeps = apart + planar(one.rect, base.rect) + MARGIN
        fuel, ammo, _ = supplied(giver, one, {"fuel": max(0, giver.fuel - keeps), "ammo": None, "metal": 0})
        if gives := fuel if what == "fuel" else ammo:
            found.append((apart, -gives, giver.id))
    if not found:
        return {}
    apart, gives, number = min(found)
    return {"near": {"id": number, "apart": apart, "gives": -gives, "runs": True}}


def _finds_no_room(run: Json, base: Element) -> bool:
    """Does it collect for a base that is full of metal?"""
    return bool(run["type"] == "collect_run" and base.metal == base.metal_max)


def _near(scene: Scene, one: Element, what: str) -> dict[str, Json]:
    """`near`: who of the own side could supply `one` where it is, in this round, with fuel or ammo, and has no other command: the nearest,
    then that with most, as {id, apart, gives}. Nothing if there is nobody."""
    found = []
    for giver in scene.own():
        if giver.kind == "base" or "supply" not in COMMANDS[giver.kind] or "command" in scene.given(giver.id):
            continue
        # Planes are met only from below.
        if planar(giver.rect, one.rect) > (0 if one.level == AIR else giver.table.speed + reach(giver, one)):
            continue
        if (command := _legal(scene, giver, {"type": "supply", "target": one.id})) is None:
            continue
        # A ship keeps what it needs for its own way home.
        if giver.is_unit:
            home = planar(giver.rect, scene.before.state.base(scene.seat).rect)
            command["fuel"] = max(0, giver.fuel - home)
        fuel, ammo, _ = supplied(giver, one, command)
        gives = fuel if what == "fuel" else ammo
        if gives:
            found.append((planar(giver.rect, one.rect), -gives, giver.id))
    if not found:
        return {}
    apart, gives, number = min(found)
    return {"near": {"id": number, "apart": apart, "gives": -gives}}


def _legal(scene: Scene, one: Element, order: dict[str, Json]) -> dict[str, Json] | None:
    """The command in normal form; None if it may not be given."""
    try:
        return check_command(scene.known, scene.known.elements[one.id], order, "command")
    except OrderError:
        return None


def _can_collect(scene: Scene, one: Element) -> bool:
    """Could it take fuel or metal from a mine or an oil field in this round?"""
    if "collect" not in COMMANDS[one.kind]:
        return False
    return any(
        sum(collected(one, other)) > 0
        for other in scene.before.state.elements.values()
        if other.is_resource and _legal(scene, one, {"type": "collect", "target": other.id}) is not None
    )


def _in_reach(scene: Scene, one: Element, falls: dict[int, int], seen_to: set[int]) -> Element | None:
    """Whom it can fire at now and is not ordered to, unless those who are ordered to are enough: a free island that is likely to fall, then the
    nearest of the enemy's units, then of its buildings, then the lowest id; who does nothing else also another free island."""
    if not any(one.table.reach) or "command" in scene.given(one.id):
        return None
    is_idle = one.is_unit and _is_idle(scene, one)

    def is_likely(other: Element) -> bool:
        return one.is_unit and falls.get(other.id, 0) >= LIKELY

    targets = [
        other for other in scene.before.state.elements.values()
        if (other.seat == 1 - scene.seat or (other.is_free_island and (is_idle or is_likely(other))))
        and other.id not in seen_to
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
    command = _legal(scene, one, {"type": "attack", "target": other.id})
    return command is not None and bool(worth_firing(scene.before, one, command))


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


def _seen_to(scene: Scene) -> set[int]:
    """What those who are ordered to fire at it are expected to destroy: nobody else is needed there."""
    elements = scene.before.state.elements
    commands = [scene.given(one.id).get("command") or {} for one in scene.own()]
    targets = {command.get("target") for command in commands if command.get("type") == "attack"}
    return {
        target for target in targets
        if target in elements and together(volleys_at(scene, target), elements[target])["sinks"] >= ENOUGH
    }  # fmt: skip


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
    """Does it get ammo in this round, is it on its way to the base and not there yet, or does somebody run to it?"""
    later = scene.later(one)
    if later is not None and (later.ammo or 0) > (one.ammo or 0):
        return True
    is_free = "command" not in scene.given(base.id)
    comes = _comes_home(one, way, base) and not (is_free and _is_at_base(scene, one, base))
    return comes or any(
        run is not None and run["type"] == "supply_run" and run["unit"] == one.id and run.get("leg") != "home"
        for run in scene.completed.standing.values()
    )


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


def _is_fuelled(scene: Scene, one: Element) -> bool:
    """Does it get fuel in this round?"""
    later = scene.later(one)
    return later is not None and later.fuel > one.fuel


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
