"""What does one action do at its turn? Chapter 6. Every function changes the work and returns None, or a soft code of 8.5."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.events import Event
from games.cosmos.constants import (
    ACTION,
    ANALYSIS_COST,
    BASE_COOLDOWN,
    BONUS_ROUNDS,
    DIRECTION_NUMBER,
    INITIAL_COOLDOWN,
    KIND_NUMBER,
    KINDS,
    MINER,
    SCOUT,
    SENSE,
    initial_defence,
)
from games.cosmos.entity import Entity
from games.cosmos.geometry import Bits, Place
from games.cosmos.resolve.burst import masked, overload
from games.cosmos.resolve.work import Work
from games.cosmos.sight import widen
from games.cosmos.standing import give_defaults

Action = dict[str, Any]
Code = str | None


def _tire(work: Work, entity: Entity) -> None:
    """Cooldown by the density of the tile where the entity now is (4.3)."""
    state = work.state
    entity.cooldown = entity.waits(state.round) + BASE_COOLDOWN[entity.kind] / (state.aether[entity.at] / 1000.0)
    entity.ticked = state.round


_CLOSED: tuple[Code, ...] = (None, "blocked", "off_map")


def _move(work: Work, entity: Entity, action: Action) -> Code:
    return step(work, entity, DIRECTION_NUMBER[action["dir"]])


def step(work: Work, entity: Entity, way: int) -> Code:
    """A move in a direction, by its number (4.4)."""
    state, board, geometry = work.state, work.board, work.geometry
    seat, start, round_ = entity.seat, entity.at, state.round
    assert seat is not None
    waits = entity.cooldown - (round_ - entity.ticked)
    if waits >= 1.0:
        return "cooldown"
    end = geometry.beside[start][way]
    if closed := board.closed[end]:
        return _CLOSED[closed]
    two, below = geometry.pairs[way]
    change = two << geometry.number[start] - below
    board.step(entity, seat, start, end, change)
    work.trodden.append(entity)
    # `_tire` written out: of all that entities do most are steps.
    effort = BASE_COOLDOWN[entity.kind] / (state.aether[end] / 1000.0)
    entity.cooldown = waits + effort if waits > 0.0 else effort
    entity.ticked = round_
    positions = work.positions
    told = {"type": "moved", "round": round_, "id": entity.id, "from": positions[start], "pos": positions[end]}
    if change & (work.watched or work.look_around())[seat]:
        _show_move(work, entity, start, change, told)
    else:
        work.events.append((told, work.alone[seat], False))
    return None


def _show_move(work: Work, entity: Entity, start: Place, change: Bits, told: Event) -> None:
    """A move is told to each who sees its start or its end, which are `change`; what it does not see is hidden (11)."""
    seat, watches = entity.seat, work.board.watches
    assert seat is not None
    # The mover sensed the tile it left, and senses the one it has reached.
    both: list[int] = [seat]
    left: list[int] = []
    reached: list[int] = []
    for viewer in range(work.state.seats):
        if viewer == seat:
            continue
        if work.still_watches(viewer, start, change):
            both.append(viewer)
        elif watches(viewer, start):
            (both if watches(viewer, entity.at) else left).append(viewer)
        elif watches(viewer, entity.at):
            reached.append(viewer)
    work.events.append((told, sorted(both), False))
    if left:
        work.events.append(({**told, "pos": None}, left, True))
    if reached:
        work.events.append(({**told, "from": None}, reached, True))


def _build(work: Work, planet: Entity, action: Action) -> Code:
    if planet.waits(work.state.round) >= 1:
        return "cooldown"
    place = work.geometry.place[planet.at + work.geometry.steps[action["dir"]]]
    if closed := work.board.closed[place]:
        return _CLOSED[closed]
    energy, kind = action["energy"], KIND_NUMBER[action["kind"]]
    if energy > planet.energy:
        return "not_enough_energy"
    planet.energy -= energy
    defence = initial_defence(kind, energy)
    ship = Entity(
        work.draw_id(planet), kind, planet.seat, place, energy, defence, defence, INITIAL_COOLDOWN[kind], work.state.round,
        0, work.state.round, planet.id, work.stamp,
    )  # fmt: skip
    work.add(ship)
    give_defaults(work.state, ship.id)
    _tire(work, planet)
    assert planet.seat is not None
    widen(work.state, ship)
    full = {
        "planet": planet.id, "id": ship.id, "kind": KINDS[kind], "seat": planet.seat, "pos": work.pos(place),
        "energy": energy,
    }  # fmt: skip
    truly, near = work.board.true_watchers(place) | {planet.seat}, work.board.watchers(planet.at)
    versions = {}
    for seat in work.board.watchers(place):
        version = masked(full, seat in truly)
        versions[seat] = version if seat in near else {**version, "planet": None}
    work.tell_each("built", full, versions)
    return None


def _charge(work: Work, planet: Entity, action: Action) -> Code:
    energy = action["energy"]
    if energy > planet.energy:
        return "not_enough_energy"
    planet.energy -= energy
    bids = work.state.bids
    bids[planet.id] = bids.get(planet.id, 0) + energy
    assert planet.seat is not None
    work.tell("charged", [planet.seat], planet=planet.id, bid=bids[planet.id])
    return None


def _overload(work: Work, ship: Entity, action: Action) -> Code:
    if ship.waits(work.state.round) >= 1:
        return "cooldown"
    overload(work, ship, action["radius"])
    return None


def analysis_code(work: Work, scout: Entity, id_: int) -> Code:
    """Why a scout cannot analyse an entity, None if it can. What it does not sense is no more refused than what is not."""
    if scout.waits(work.state.round) >= 1:
        return "cooldown"
    if scout.defence < work.state.options["analyse_min_defence"]:
        return "not_enough_defence"
    target = work.state.entities.get(id_)
    distance = None if target is None else work.geometry.d2(scout.at, target.at)
    if target is None or distance is None or distance > SENSE[SCOUT]:
        return "target_not_found"
    if target.kind != MINER or target.seat == scout.seat:
        return "not_a_foreign_miner"
    return "out_of_reach" if distance > ACTION[SCOUT] else None


def _analyse(work: Work, scout: Entity, action: Action) -> Code:
    if code := analysis_code(work, scout, action["id"]):
        return code
    state, target = work.state, work.state.entities[action["id"]]
    assert scout.seat is not None and target.seat is not None
    seeing = work.board.watchers(target.at) | {scout.seat, target.seat}
    near = work.board.watchers(scout.at) | {scout.seat, target.seat}
    scout.defence = max(scout.defence - ANALYSIS_COST, 0)
    _tire(work, scout)
    work.remove(target)
    expires = state.round + BONUS_ROUNDS
    state.bonus.append((scout.seat, target.energy, expires))
    full = {"scout": scout.id, "miner": target.id, "energy": target.energy, "expires": expires}
    work.tell_each("analysed", full, {seat: full if seat in near else {**full, "scout": None} for seat in seeing})
    work.tell("destroyed", seeing, id=target.id, kind=KINDS[MINER], cause="analyse")
    work.tell_all("bonus", seat=scout.seat, energy=target.energy, expires=expires)
    return None


def _radio(work: Work, entity: Entity, action: Action) -> Code:
    entity.radio = action["value"]
    assert entity.seat is not None
    work.tell("radio_set", work.board.watchers(entity.at) | {entity.seat}, id=entity.id, value=entity.radio)
    return None


ACTIONS: dict[str, Callable[[Work, Entity, Action], Code]] = {
    "move": _move,
    "build": _build,
    "charge": _charge,
    "overload": _overload,
    "analyse": _analyse,
    "radio": _radio,
}
"""Each does one action of an owned entity that may be changed; the form and the kind have been checked."""
ACTION_KINDS = {
    "move": ("battleship", "miner", "scout"),
    "build": ("planet",),
    "charge": ("planet",),
    "overload": ("battleship",),
    "analyse": ("scout",),
    "radio": KINDS,
}
"""Which kinds have an action."""
