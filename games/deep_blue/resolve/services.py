"""Step 5 of a round: all supplies, then repairs, then collects, then self-destructs (7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.deep_blue import formations
from games.deep_blue.board import planar
from games.deep_blue.constants import AIR, FIRE, HEALTH_PER_METAL, KEPT_FIRST, PLANE_HEALTH, PLANE_METAL, SURFACE
from games.deep_blue.formulas import blast
from games.deep_blue.resolve.news import Spot
from games.deep_blue.resolve.work import Work
from games.deep_blue.state import Element

Json = Any
PHASE = "services"


def serve(work: Work) -> None:
    """The four kinds of commands in their order; within each the acting elements by id."""
    for actor, command in _commands(work, "supply"):
        _supply(work, actor, command)
    for actor, command in _commands(work, "repair"):
        _repair(work, actor, command)
    _collect_all(work)
    _explode_all(work)


def _commands(work: Work, kind: str) -> Iterator[tuple[Element, Json]]:
    """Elements that still live and belong to the seat that gave the command."""
    found = []
    for seat in (0, 1):
        for key, given in work.orders[seat].get("units", {}).items():
            command = given.get("command")
            one = work.state.elements.get(int(key))
            if command is None or command["type"] != kind or one is None:
                continue
            if one.seat == seat and one.health > 0:
                found.append((one, command))
    yield from sorted(found, key=lambda pair: pair[0].id)


def _fail(work: Work, actor: Element, kind: str, reason: str) -> None:
    work.tell(PHASE, "command_failed", {actor.seat}, (), id=actor.id, command=kind, reason=reason)


def reach(actor: Element, receiver: Element) -> int:
    """Planar distance at which supply and repair work: above or below a unit of the air 0, else 1 (7)."""
    return 0 if receiver.level == AIR else 1


def _receiver(work: Work, actor: Element, command: Json) -> Element | None:
    """The target of a supply or repair if it is in range now; else the failure is told."""
    target = work.state.elements.get(command["target"])
    if target is None or target.seat != actor.seat or target.health == 0:
        _fail(work, actor, command["type"], "gone")
    elif planar(actor.rect, target.rect) > reach(actor, target):
        _fail(work, actor, command["type"], "out_of_range")
    else:
        return target
    return None


def _limited(limit: int | None, stock: int | None, room: int) -> int:
    """As much as limit, stock (None: endless) and room allow."""
    return max(0, min(number for number in (limit, stock, room) if number is not None))


def _report(work: Work, kind: str, actor: Element, target: Element, **body: Json) -> None:
    work.tell(
        PHASE, kind, {actor.seat}, [(actor.level, actor), (target.level, target)],
        **{"from": actor.id, "to_id": target.id},
        at=[[one.x, one.y, one.level] for one in (actor, target)], **body,
    )  # fmt: skip


def supplied(giver: Element, target: Element, command: Json) -> tuple[int, int, int]:
    """Fuel, ammo and metal that a supply with these limits gives (7)."""
    fuel = _limited(command["fuel"], giver.fuel, target.fuel_max - target.fuel)
    ammo = metal = 0
    if target.ammo is not None and target.ammo_max is not None:
        ammo = _limited(command["ammo"], giver.ammo, target.ammo_max - target.ammo)
    if giver.kind == "cargo":
        metal = _limited(command["metal"], giver.metal, target.metal_max - target.metal)
    return fuel, ammo, metal


def _supply(work: Work, giver: Element, command: Json) -> None:
    target = _receiver(work, giver, command)
    if target is None:
        return
    fuel, ammo, metal = supplied(giver, target, command)
    if target.ammo is not None:
        target.ammo += ammo
    if giver.ammo is not None:
        giver.ammo -= ammo
    target.fuel += fuel
    giver.fuel -= fuel
    target.metal += metal
    giver.metal -= metal
    _report(work, "supply", giver, target, fuel=fuel, ammo=ammo, metal=metal)


# Repairs.


def _repair(work: Work, base: Element, command: Json) -> None:
    target = _receiver(work, base, command)
    if target is None:
        return
    health, metal = target.health, base.metal
    if target.planes is None:
        target.health += _heal(work, base, target.health_max - target.health)
    elif not _refit(work, base, target, tuple(command["planes"] or target.planes_max or target.planes)):
        _fail(work, base, "repair", "no_metal")
        return
    fuel = min(base.fuel, target.fuel_max - target.fuel)
    ammo_max = target.ammo_max or 0
    ammo = ammo_max - (target.ammo or 0)
    target.fuel, base.fuel, target.ammo = target.fuel + fuel, base.fuel - fuel, ammo_max
    _report(
        work, "repair", base, target, fuel=fuel, ammo=ammo, metal=metal - base.metal, health=target.health - health,
        planes=None if target.planes is None else list(target.planes),
    )  # fmt: skip


def _heal(work: Work, base: Element, missing: int) -> int:
    """Health restored: all of it for nothing, or as much as the metal pays for (18.2 `repair_price`)."""
    if work.settings.is_repair_free:
        return missing
    paid = min(base.metal, -(-missing // HEALTH_PER_METAL))
    base.metal -= paid
    return min(missing, paid * HEALTH_PER_METAL)


def _refit(work: Work, base: Element, target: Element, wanted: tuple[int, ...]) -> bool:
    """Dismiss, heal, add planes (7); False, and nothing done, if not a single plane would be left."""
    assert target.planes is not None
    kept = tuple(min(have, want) for have, want in zip(target.planes, wanted, strict=True))
    cheapest = next(PLANE_METAL[kind] for kind in KEPT_FIRST if wanted[kind] > kept[kind]) if kept != wanted else 0
    if not any(kept) and base.metal < cheapest:
        return False
    target.health = min(target.health, formations.health_max(kept))
    target.health += _heal(work, base, formations.health_max(kept) - target.health)
    planes = list(kept)
    missing = [kind for kind in KEPT_FIRST for _ in range(wanted[kind] - kept[kind])]
    for kind in missing:
        if base.metal < PLANE_METAL[kind]:
            break
        base.metal -= PLANE_METAL[kind]
        planes[kind] += 1
        target.health += PLANE_HEALTH[kind]
    target.planes = target.planes_max = tuple(planes)
    target.fuel = min(target.fuel, target.fuel_max)
    target.ammo = min(target.ammo or 0, formations.ammo_max(target.planes))
    return True


# Collecting.


def _collect_all(work: Work) -> None:
    """Collectors of one resource draw lots for the order."""
    groups: dict[int, list[Element]] = {}
    for actor, command in _commands(work, "collect"):
        target = work.state.elements[command["target"]]
        if not target.is_resource and target.seat != actor.seat:
            _fail(work, actor, "collect", "gone")
        elif planar(actor.rect, target.rect) > 1:
            _fail(work, actor, "collect", "out_of_range")
        else:
            groups.setdefault(target.id, []).append(actor)
    for key in sorted(groups):
        actors = groups[key]
        if len(actors) > 1:
            work.luck_of(actor.seat for actor in actors).shuffle(actors)
        for actor in actors:
            _collect(work, actor, work.state.elements[key])


def collected(actor: Element, target: Element) -> tuple[int, int, int]:
    """Fuel, ammo and metal that it would take there (7)."""
    assert actor.ammo is not None and actor.ammo_max is not None
    fuel = min(target.fuel, actor.fuel_max - actor.fuel)
    ammo = 0 if target.ammo is None else min(target.ammo, actor.ammo_max - actor.ammo)
    return fuel, ammo, min(target.metal, actor.metal_max - actor.metal)


def _collect(work: Work, actor: Element, target: Element) -> None:
    assert actor.seat is not None and actor.ammo is not None
    fuel, ammo, metal = collected(actor, target)
    actor.fuel, target.fuel = actor.fuel + fuel, target.fuel - fuel
    actor.metal, target.metal = actor.metal + metal, target.metal - metal
    actor.ammo, target.ammo = actor.ammo + ammo, (target.ammo or 0) - ammo
    if target.is_resource and fuel + metal:
        # 7: only what comes from mines and oilfields scores.
        tally = work.state.tallies[actor.seat]
        tally.fuel += fuel
        tally.metal += metal
        work.is_quiet = False
    _report(work, "collect", actor, target, fuel=fuel, ammo=ammo, metal=metal)


# Self-destruction.


def _explode_all(work: Work) -> None:
    """All blasts are measured first; then damage is taken off by id of the exploding ship (7)."""
    blasts = [(ship, blast(ship.health, ship.ammo or 0)) for ship, _ in _commands(work, "self_destruct")]
    if not blasts:
        return
    work.is_quiet = False
    for ship, strength in blasts:
        _explode(work, ship, strength)
    for ship, _ in blasts:
        assert ship.seat is not None
        work.fallen[ship.id] = (ship.seat, "self_destruct")
    work.bury(PHASE)


def blasted(work: Work, ship: Element, strength: int) -> list[tuple[Element, int]]:
    """Who around a ship takes how much of a blast, by id, not cut to the health (7)."""
    near = ((one, one.table.defence[FIRE]) for one in work.neighbours(SURFACE, ship.x, ship.y))
    return [(one, strength - defence) for one, defence in near if defence is not None and strength > defence]


def _explode(work: Work, ship: Element, strength: int) -> None:
    ship.health = 0
    losses = [(one, work.hurt(one, amount, ship, "blast")) for one, amount in blasted(work, ship, strength)]
    victims = [(one, loss) for one, loss in losses if loss]
    cell = work.board.cell(ship.x, ship.y)
    note = work.tell(
        PHASE, "self_destruct", {ship.seat}, [(SURFACE, cell)],
        id=ship.id, seat=ship.seat, pos=[ship.x, ship.y, ship.level], blast=strength,
        victims=[[one.id, loss] for one, loss in victims],
    )  # fmt: skip
    note.splashed = [(one.id, one.seat, _spot(work, one)) for one, _ in victims]


def _spot(work: Work, one: Element) -> Spot:
    return one.level, work.board.cell(one.x, one.y) if one.is_unit else one.rect
