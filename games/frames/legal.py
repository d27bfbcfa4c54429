"""What could a seat order now? Building blocks for boards and bots (14.4); every entry passes `check`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.frames import cards
from games.frames.board import ADJACENT, PLACES, deployment_areas, distance, home_row, ship_area
from games.frames.constants import CONDITIONS, MECH_HAND
from games.frames.effects import windows
from games.frames.effects.attack import targets_of_area
from games.frames.effects.movement import is_blocked, is_held
from games.frames.effects.turns import cannon_targets, extras_of
from games.frames.modifiers import reaches, weapons_of
from games.frames.resolve.commands import able, act_price, operable, still_able
from games.frames.state import Arm, State, Unit

Order = dict[str, Any]


def legal(state: State, seat: int) -> list[Order]:
    """Legal orders of a pending seat. Deployments are listed without gear, plans by their single entries."""
    return list(orders_of(state, seat))


def orders_of(state: State, seat: int) -> Iterator[Order]:
    """The same, one after the other."""
    yield from _PHASES[state.phase](state, seat)


def _fleet(state: State, seat: int) -> Iterator[Order]:
    for name in cards.STARTER:
        yield {"type": "fleet", "starter": name, "fleet": None}


def _victory(state: State, seat: int) -> Iterator[Order]:
    for choice in CONDITIONS[state.settings.victory_set]:
        yield {"type": "victory", "choice": choice}


def _window(state: State, seat: int) -> Iterator[Order]:
    record = windows.attack_under(state)
    assert record is not None
    yield {"type": "react", "use": []}
    for item in windows.offers(state, state.waiting["kind"], seat, record):
        yield {"type": "react", "use": [item]}


def _choose(state: State, seat: int) -> Iterator[Order]:
    for index in range(len(state.waiting["cards"])):
        yield {"type": "choose", "index": index}


def _operate(state: State, seat: int) -> Iterator[Order]:
    operation = state.waiting
    is_extra = operation["kind"] != "operate_all"
    for name in still_able(state, operation):
        for act in acts(state, state.need(name), extra=is_extra):
            yield {"type": "act", "act": act}
    yield {"type": "finish"}


def _end_step(state: State, seat: int) -> Iterator[Order]:
    for mech in state.sides[seat].board_mechs():
        extras = extras_of(state, mech)
        if extras:
            for act in acts(state, mech, extra=True):
                if "frenzy" in extras or act["do"] in ("move", "hold"):
                    yield {"type": "act", "act": act}
    yield {"type": "finish"}


def acts(state: State, unit: Unit, *, extra: bool) -> Iterator[Order]:
    """Everything that a mech which can act may do (5.3)."""
    assert unit.at is not None
    yield from _moves(state, unit, extra)
    enemy = state.sides[1 - unit.seat]
    foes = [one for one in [*enemy.board_mechs(), enemy.ship] if one.on_board]
    foes = [one for i, one in enumerate(foes) if one not in foes[:i]]
    friends = [one for one in state.sides[unit.seat].board_mechs() if one is not unit]
    for name in weapons_of(unit):
        arm = unit.arm(name)
        if arm is not None and arm.ammo == 0:
            continue
        card = cards.WEAPON[name.split("#")[0]]
        for target in foes if card["use"] == "attack" else friends:
            if reaches(card, unit, target):
                yield {"unit": unit.id, "do": card["use"], "weapon": name, "target": target.id}
    if not unit.fresh:
        yield from _cards(state, unit, foes)
    yield {"unit": unit.id, "do": "hold"}


def _moves(state: State, unit: Unit, extra: bool) -> Iterator[Order]:
    start = unit.at
    assert start is not None
    if is_held(state, unit):
        return
    boost = None
    if not extra and not unit.fresh:
        boost = next((held.id for held in unit.gear if cards.MECH_CARD[held.card]["use"] == "with_move"), None)
    for first in ADJACENT[start]:
        if is_blocked(state, unit.seat, start, first):
            continue
        yield {"unit": unit.id, "do": "move", "path": [list(first)], "boost": None}
        if boost is None and "tailwind" not in unit.buffs:
            continue
        for second in ADJACENT[first]:
            if second != start and not is_blocked(state, unit.seat, first, second):
                free = "tailwind" in unit.buffs
                path = [list(first), list(second)]
                yield {"unit": unit.id, "do": "move", "path": path, "boost": None if free else boost}


def _cards(state: State, unit: Unit, foes: list[Unit]) -> Iterator[Order]:
    for held in unit.gear:
        card = cards.MECH_CARD[held.card]
        if card["use"] != "act" or unit.hp > card.get("needs", {}).get("self_hp_lte", unit.hp):
            continue
        if "range" in card:
            for target in foes:
                if target.is_mech and reaches(card, unit, target):
                    yield {"unit": unit.id, "do": "gear", "card": held.id, "target": target.id}
        elif not (is_held(state, unit) and card["do"][0]["op"] == "teleport_random"):
            yield {"unit": unit.id, "do": "gear", "card": held.id}


def _main(state: State, seat: int) -> Iterator[Order]:
    yield from _operations(state, seat)
    yield from _ship_orders(state, seat)
    yield from _free(state, seat)
    if state.phase == "main":
        yield {"type": "end_turn"}


def _operations(state: State, seat: int) -> Iterator[Order]:
    side = state.sides[seat]
    for mech in side.board_mechs():
        may_act = able(state, mech) and (state.settings.repeat_operate or not mech.acted)
        if may_act and state.ap >= act_price(state, mech):
            for act in acts(state, mech, extra=False):
                yield {"type": "operate_one", "act": act}
    if state.ap >= 2 and operable(state, seat):
        yield {"type": "operate_all"}


def _ship_orders(state: State, seat: int) -> Iterator[Order]:
    side = state.sides[seat]
    if side.ship_state == "wreck":
        return
    if state.ap >= 2:
        yield {"type": "gather"}
        if side.intact:
            for arm in side.ship.weapons:
                yield from _shots(state, seat, arm)
    yield from _resupplies(state, seat)
    if side.intact and state.ap >= 1:
        for mech in side.mechs:
            if mech.on_board and mech.at is not None and mech.at[1] == home_row(seat):
                yield {"type": "recall", "mech": mech.id}
            if mech.where == "hangar" and not mech.deploy_lock:
                for pilot in side.ready:
                    for at in deployment_areas(seat):
                        yield {"type": "deploy", "mech": mech.id, "pilot": pilot, "gear": [], "at": list(at)}


def _resupplies(state: State, seat: int) -> Iterator[Order]:
    side = state.sides[seat]
    is_free = side.intact and "quick_rearm" not in side.skills_used
    is_free = is_free and any(skill["id"] == "quick_rearm" for skill in cards.SHIP[side.ship.card]["skills"])
    for mode in ("ship", "mech"):
        if mode == "mech" and len(side.hand["mech"]) >= MECH_HAND:
            continue
        if side.pile[mode] or (state.settings.reshuffle_discard and side.discard[mode]):
            if is_free:
                yield {"type": "resupply", "mode": mode, "free": True}
            if state.ap >= 1:
                yield {"type": "resupply", "mode": mode, "free": False}


def _shots(state: State, seat: int, arm: Arm) -> Iterator[Order]:
    side, card = state.sides[seat], cards.WEAPON[arm.id]
    is_short = side.energy < card["energy"]
    if arm.ammo == 0 or (is_short and not state.settings.twin_laser_free):
        return
    if card["aoe"] is not None:
        low, high = card["range"]
        for area in PLACES:
            if low <= distance(area, ship_area(seat)) <= high and targets_of_area(state, seat, area):
                yield {"type": "fire", "weapon": arm.id, "area": list(area)}
        return
    enemy = state.sides[1 - seat]
    targets = enemy.board_mechs()
    if enemy.intact and state.round > state.settings.opening_truce:
        targets = [*targets, enemy.ship]
    has_second = any(effect["op"] == "second_target" for effect in card["effects"])
    for target in targets:
        order: Order = {"type": "fire", "weapon": arm.id, "target": target.id}
        if not has_second:
            yield order
            continue
        yield {**order, "second_target": None}
        for second in () if is_short else targets:
            if second is not target:
                yield {**order, "second_target": second.id}


def _free(state: State, seat: int) -> Iterator[Order]:
    side = state.sides[seat]
    for mech in side.board_mechs():
        if able(state, mech):
            yield from _gear(mech)
    for cannon in side.cannons:
        if cannon.ready:
            for target in cannon_targets(state, seat):
                yield {"type": "autocannon", "installation": cannon.id, "target": target.id}
    yield from _plays(state, seat)
    yield from _captain(state, seat)
    if side.intact:
        yield from _ship_skills(state, seat)


def _gear(mech: Unit) -> Iterator[Order]:
    for held in mech.gear:
        card = cards.MECH_CARD[held.card]
        if card["use"] != "free":
            continue
        order: Order = {"type": "use_gear", "unit": mech.id, "card": held.id}
        if card["do"][0]["op"] != "refill":
            yield order
            continue
        for arm in mech.weapons:
            if arm.ammo is not None:
                yield {**order, "weapon": arm.id}


def _plays(state: State, seat: int) -> Iterator[Order]:
    side = state.sides[seat]
    if side.ship_state == "wreck" or side.jammed:
        return
    for held in side.hand["ship"]:
        card = cards.SHIP_CARD[held.card]
        cost = card["cost"]
        if "main" not in card["windows"] or not windows.needs_met(state, seat, card["needs"]):
            continue
        if state.ap < cost.get("ap", 0) or side.energy < cost.get("energy", 0):
            continue
        if not side.intact and card["do"][0]["op"] in ("heal_ship", "install"):
            continue
        order: Order = {"type": "play", "card": held.id}
        if "area_within" in card["aim"]:
            start = side.ship.at or ship_area(seat)
            for area in PLACES:
                if distance(area, start) <= card["aim"]["area_within"]:
                    yield {**order, "area": list(area)}
        elif "pile" in card["aim"]:
            for kind in ("ship", "mech"):
                if side.pile[kind]:
                    yield {**order, "pile": kind}
        else:
            yield order


def _captain(state: State, seat: int) -> Iterator[Order]:
    side = state.sides[seat]
    for skill in cards.CAPTAIN[side.captain]["skills"]:
        if skill["window"] not in ("main", windows.ANY_WINDOW) or not windows.skill_ready(state, seat, skill["id"]):
            continue
        if not windows.needs_met(state, seat, skill["needs"]):
            continue
        order: Order = {"type": "captain", "skill": skill["id"]}
        operation = skill["do"][0]["op"]
        if operation == "divert":
            yield from _diversions(state, seat, order)
        elif operation == "destroy":
            for mech in state.sides[1 - seat].board_mechs():
                yield {**order, "target": mech.id}
        elif operation != "final_volley" or state.round > state.settings.opening_truce:
            yield order


def _diversions(state: State, seat: int, order: Order) -> Iterator[Order]:
    side = state.sides[seat]
    units = [one for one in side.mechs if one.on_board] + ([side.ship] if side.ship.on_board else [])
    limited = [(unit.id, arm) for unit in units for arm in unit.weapons if arm.ammo is not None]
    for unit, arm in limited:
        if not arm.ammo:
            continue
        start = {"unit": unit, "weapon": arm.id}
        yield {**order, "from": start, "to": "energy"}
        for other, filled in limited:
            if filled.card != arm.card and filled.ammo != state.settings.magazine(filled.card):
                yield {**order, "from": start, "to": {"unit": other, "weapon": filled.id}}


def _ship_skills(state: State, seat: int) -> Iterator[Order]:
    side = state.sides[seat]
    for skill in cards.SHIP[side.ship.card]["skills"]:
        if skill["trigger"] != "main" or skill["id"] in side.skills_used or skill["id"] == "quick_rearm":
            continue
        if not windows.needs_met(state, seat, skill["needs"]):
            continue
        limit = next((effect["up_to"] for effect in skill["do"] if effect["op"] == "extra_acts"), None)
        if limit is None:
            yield {"type": "ship_skill", "skill": skill["id"]}
            continue
        names = [mech.id for mech in side.board_mechs() if able(state, mech) and not mech.fresh and not mech.boosted]
        if names:
            yield {"type": "ship_skill", "skill": skill["id"], "units": names[:limit]}


_PHASES: dict[str, Any] = {
    "fleet": _fleet,
    "victory": _victory,
    "main": _main,
    "operate": _operate,
    "window": _window,
    "choose": _choose,
    "end_step": _end_step,
    "plan": _main,
}
