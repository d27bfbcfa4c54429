"""Step 4 of a round: all units move at once, step by step (6.1, 6.2); battles are in `encounters.py`."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from games.deep_blue import paths
from games.deep_blue.board import Bits
from games.deep_blue.constants import AIR, CRASH, DETOUR_MAX, LAYERS, SURFACE, TOP_SPEED
from games.deep_blue.resolve.encounters import settle_wishes
from games.deep_blue.resolve.fleet import PHASE, Fleet, Mover
from games.deep_blue.resolve.work import Work
from games.deep_blue.routes import terrain_way
from games.deep_blue.state import Element


def set_destinations(work: Work) -> None:
    """Step 2: new destinations replace standing ones; null clears them."""
    for seat in (0, 1):
        for key, given in work.orders[seat].get("units", {}).items():
            if "move" in given:
                at = given["move"]
                work.sent.add(int(key))
                work.state.elements[int(key)].destination = None if at is None else (at[0], at[1])


def depart(work: Work) -> Fleet:
    """Plan one path for every unit that has somewhere to go (6.1)."""
    fleet = Fleet(work, {})
    for one, crowd in going(work):
        assert one.seat is not None
        start, speed = work.board.cell(one.x, one.y), one.table.speed
        path, length, goal = course(work, one, crowd, speed)
        if path:
            path.reverse()
            fleet.movers[one.id] = Mover(one, one.seat, start, speed, path, length, goal, [start])
    return fleet


def going(work: Work) -> list[tuple[Element, Crowd]]:
    """Every unit that has somewhere to go, by id, with the obstacles that its seat knows on its layer (6.1)."""
    found: list[Element] = []
    crowds = [[Crowd() for _ in LAYERS] for _ in (0, 1)]
    for one in work.state.elements.values():
        if not one.is_unit:
            continue
        assert one.seat is not None
        cell = work.board.cell(one.x, one.y)
        if one.destination is not None and one.destination != (one.x, one.y) and one.fuel > 0:
            found.append(one)
        else:
            crowds[one.seat][one.level].cells.add(cell)
        if work.aimed.sees(1 - one.seat, one.level, cell):
            crowds[1 - one.seat][one.level].cells.add(cell)
    return [(one, crowds[one.seat][one.level]) for one in found if one.seat is not None]


@dataclass
class Crowd:
    """Cells of the known obstacles of a seat on a layer; complete before `bits` is asked for."""

    cells: set[int] = field(default_factory=set)

    @cached_property
    def bits(self) -> Bits:
        """The same as a set of bits."""
        found = 0
        for cell in self.cells:
            found |= 1 << cell
        return found


def course(work: Work, one: Element, crowd: Crowd, most: int) -> tuple[list[int], int, int]:
    """The first `most` cells of the route of a unit, its whole length, and the cell where it ends.

    Around known obstacles, else by the terrain alone, else to the nearest cell there is; empty if it is there already.
    """
    board = work.board
    assert one.destination is not None
    start, goal = board.cell(one.x, one.y), board.cell(*one.destination)
    if one.id not in work.sent:
        cells, behind = work.chart.routes(one.level).way(start, goal)
        ahead = cells[behind:]
        if not ahead:
            return [], 0, start
        if ahead[-1] != goal or goal in crowd.cells or crowd.cells.isdisjoint(ahead):
            return list(ahead[:most]), len(ahead), ahead[-1]
    terrain = work.chart.free(one.level)
    found = paths.plan(board, start, goal, terrain & ~crowd.bits, most) if goal not in crowd.cells else None
    return (*found, goal) if found is not None else terrain_way(board, start, goal, terrain, most)


def move(work: Work) -> None:
    """All steps of the round, then hovering, then the reports."""
    fleet = depart(work)
    for step in range(1, TOP_SPEED + 1):
        fleet.active = {key: mover for key, mover in fleet.movers.items() if mover.is_active(step)}
        if not fleet.active:
            break
        for mover in fleet.active.values():
            mover.want, mover.blocker = mover.path[-1], None
        settle_wishes(fleet)
        _advance(fleet)
        _replan_blocked(fleet)
    _hover(fleet)
    _report(fleet)


def _advance(fleet: Fleet) -> None:
    """All remaining wishes at once; formations whose tank is dry now crash (6.2.4)."""
    work = fleet.work
    moving = [mover for mover in fleet.active.values() if mover.want is not None and mover.unit.health > 0]
    for mover in moving:
        del work.units_at[mover.unit.level][mover.cell]
    crashed = []
    for mover in moving:
        unit, cell = mover.unit, mover.path.pop()
        unit.x, unit.y = work.board.place(cell)
        unit.fuel -= 1
        mover.length -= 1
        mover.cell = cell
        mover.trail.append(cell)
        work.units_at[unit.level][cell] = unit
        if unit.fuel == 0 and unit.level == AIR:
            crashed.append(unit)
    for unit in crashed:
        crash(work, unit)


def crash(work: Work, unit: Element) -> None:
    """A formation falls on what is below, friend or foe; at once (6.2.4)."""
    assert unit.seat is not None
    strength, cell = unit.health * CRASH[0] // CRASH[1], work.board.cell(unit.x, unit.y)
    work.remove(unit)
    work.is_quiet = False
    victim = work.living_at(SURFACE, cell)
    damage = 0
    if victim is not None and victim.is_resource:
        victim = None
    if victim is not None:
        damage = work.hurt(victim, strength, unit, "crash")
    work.tell(
        PHASE, "crash", {unit.seat, victim.seat if victim is not None else None}, [(AIR, cell), (SURFACE, cell)],
        id=unit.id, seat=unit.seat, pos=[unit.x, unit.y, unit.level],
        victim=None if victim is None else victim.id, damage=damage,
    )  # fmt: skip
    work.bury(PHASE)


def _replan_blocked(fleet: Fleet) -> None:
    """Who was blocked waits for a friend that moves too, or looks for another way, once (6.2.5)."""
    for key in sorted(fleet.active):
        mover = fleet.active[key]
        blocker = mover.blocker
        if blocker is None or mover.unit.health == 0 or mover.is_halted:
            continue
        other = fleet.active.get(blocker.id)
        is_friend_going = other is not None and other.seat == mover.seat and blocker.health > 0 and not other.is_halted
        if is_friend_going and other is not None and not _must_give_way(mover, other):
            continue
        _replan(fleet, mover, blocker)


def _must_give_way(mover: Mover, other: Mover) -> bool:
    """Of two own units head-on the one with the higher id looks for another way."""
    is_head_on = other.blocker is mover.unit and mover.blocker is other.unit
    return is_head_on and mover.unit.id > other.unit.id


def _replan(fleet: Fleet, mover: Mover, blocker: Element) -> None:
    """Around every unit of the layer that the seat sees and the blocker, unless the detour is too long; else halt."""
    work, level, seat = fleet.work, mover.unit.level, mover.seat
    if mover.has_replanned:
        mover.is_halted = True
        return
    mover.has_replanned = True
    obstacles: Bits = 1 << work.board.cell(blocker.x, blocker.y)
    for cell, one in work.units_at[level].items():
        if one.seat == seat or work.aimed.sees(seat, level, cell):
            obstacles |= 1 << cell
    free = work.chart.free(level) & ~obstacles
    found = paths.plan(work.board, mover.cell, mover.goal, free, mover.speed) if free >> mover.goal & 1 else None
    if found is None or not found[0] or found[1] > mover.length + DETOUR_MAX:
        mover.is_halted = True
        return
    mover.path, mover.length = found
    mover.path.reverse()


def _hover(fleet: Fleet) -> None:
    """Formations that made no step spend fuel all the same (6.2)."""
    work = fleet.work
    for key, one in list(work.state.elements.items()):
        if one.planes is None or key not in work.state.elements:
            continue
        mover = fleet.movers.get(key)
        if (mover is not None and len(mover.trail) > 1) or (work.settings.is_deck_free and _has_deck(work, one)):
            continue
        one.fuel = max(0, one.fuel - 1)
        work.tell(PHASE, "hover", {one.seat}, (), id=key)
        if one.fuel == 0:
            crash(work, one)


def _has_deck(work: Work, one: Element) -> bool:
    """Is it over its own base or an own carrier (18.2 `deck_hover`)?"""
    below = work.living_at(SURFACE, work.board.cell(one.x, one.y))
    return below is not None and below.seat == one.seat and below.kind in ("base", "carrier")


def _report(fleet: Fleet) -> None:
    """Clear destinations that are reached; tell who went where."""
    work = fleet.work
    for mover in fleet.movers.values():
        unit = mover.unit
        if len(mover.trail) > 1 or mover.is_halted or mover.blocker is not None:
            path = work.board.places(mover.trail)
            work.tell(
                PHASE, "move", {mover.seat}, (), id=unit.id, level=unit.level, path=path, stopped=_why_stopped(mover)
            )
    for one in work.state.elements.values():
        if one.destination == (one.x, one.y):
            one.destination = None


def _why_stopped(mover: Mover) -> str:
    if mover.unit.health == 0:
        return "fuel" if mover.unit.fuel == 0 else "destroyed"
    if (mover.unit.x, mover.unit.y) == mover.unit.destination:
        return "arrived"
    if mover.is_halted:
        return "halted"
    if mover.unit.fuel == 0:
        return "fuel"
    return "blocked" if mover.blocker is not None else "speed"
