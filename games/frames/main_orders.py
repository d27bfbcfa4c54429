"""Which orders of the main phase may a seat give? Chapter 5.2; judged only from what the seat knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.errors import OrderError
from games.core.fields import flag, items, one_of, record, text
from games.frames import cards, refusals
from games.frames.acts import check_act, enemy_on_board, own_mech, own_unit, place, refuse
from games.frames.board import deployment_areas, distance, home_row, ship_area
from games.frames.constants import MECH_HAND
from games.frames.effects import windows
from games.frames.effects.attack import targets_of_area
from games.frames.effects.turns import cannon_targets
from games.frames.resolve.commands import operable, price
from games.frames.state import Held, Side, State

Order = dict[str, Any]


def check_main(state: State, seat: int, orders: Order) -> Order:
    """An order of the main phase in normal form."""
    kind = orders["type"]
    normal: Order = _MAIN[kind](state, seat, orders)
    return {"type": kind, **normal}


def _pay(state: State, seat: int, order: Order) -> None:
    cost = price(state, seat, order)
    if state.ap < cost:
        message = refusals.NOT_ENOUGH_AP
        raise refuse("not_enough_ap", "type", message, cost=cost, ap=state.ap)


def _need_ship(side: Side, *, giant: bool) -> None:
    """Refuses what needs a warship; `giant`: a giant will do."""
    if side.ship_state == "wreck":
        raise refuse("ship_wrecked", "type", refusals.WRECK)
    if side.ship_state == "giant" and not giant:
        raise refuse("is_giant", "type", refusals.GIANT)


def unmet(path: str) -> OrderError:
    """The condition of a card or skill does not hold."""
    return refuse("condition_not_met", path, refusals.CARD_UNMET)


# Orders that cost action points (5.2)


def _fire(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type", "weapon", "target", "area", "second_target"), ("weapon",))
    side = state.sides[seat]
    _need_ship(side, giant=False)
    name = text(orders["weapon"], "weapon")
    arm = side.ship.arm(name)
    if arm is None:
        raise refuse("no_such_weapon", "weapon", refusals.NO_SUCH_WEAPON, unit=side.ship.id)
    _pay(state, seat, {"type": "fire"})
    if arm.ammo == 0:
        raise refuse("no_ammo", "weapon", refusals.NO_AMMO, weapon=name)
    card = cards.WEAPON[name]
    is_short = side.energy < card["energy"]
    if is_short and not state.settings.twin_laser_free:
        raise refuse("not_enough_energy", "weapon", refusals.WEAPON_NEEDS_ENERGY, weapon=name)
    if card["aoe"] is not None:
        return {"weapon": name, **_aim_area(state, seat, card, orders)}
    record(orders, "", ("type", "weapon", "target", "second_target"), ("target",))
    target = _ship_target(state, seat, orders["target"], "target")
    found: Order = {"weapon": name, "target": target}
    if any(effect["op"] == "second_target" for effect in card["effects"]):
        found["second_target"] = None
        if orders.get("second_target") is not None:
            if is_short:
                message = refusals.WEAPON_NEEDS_ENERGY
                raise refuse("not_enough_energy", "second_target", message, weapon=name)
            second = _ship_target(state, seat, orders["second_target"], "second_target")
            if second == target:
                message = refusals.ANOTHER_TARGET
                raise refuse("bad_target", "second_target", message)
            found["second_target"] = second
    elif orders.get("second_target") is not None:
        raise refuse("unknown_field", "second_target", refusals.ONE_TARGET)
    return found


def _ship_target(state: State, seat: int, value: Any, path: str) -> str:
    target = enemy_on_board(state, seat, value, path)
    if not target.is_mech and state.round <= state.settings.opening_truce:
        raise refuse("truce", path, refusals.TRUCE)
    return target.id


def _aim_area(state: State, seat: int, card: cards.Card, orders: Order) -> Order:
    record(orders, "", ("type", "weapon", "area"), ("area",))
    area = place(orders["area"], "area")
    low, high = card["range"]
    if not low <= distance(area, ship_area(seat)) <= high:
        message = refusals.OUT_OF_RANGE
        data = {"weapon": card["id"], "distance": distance(area, ship_area(seat))}
        raise refuse("out_of_range", "area", message, **data)
    if not targets_of_area(state, seat, area):
        raise refuse("no_target", "area", refusals.NOBODY_THERE)
    return {"area": list(area)}


def _resupply(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type", "mode", "free"), ("mode",))
    mode = one_of(orders["mode"], "mode", ("ship", "mech"))
    free = flag(orders.get("free", False), "free")
    side = state.sides[seat]
    _need_ship(side, giant=True)
    if free:
        if not side.intact or not any(skill["id"] == "quick_rearm" for skill in cards.SHIP[side.ship.card]["skills"]):
            raise refuse("condition_not_met", "free", refusals.NO_FREE_RESUPPLY)
        if "quick_rearm" in side.skills_used:
            raise refuse("already_used", "free", refusals.FREE_RESUPPLY_USED)
    _pay(state, seat, {"type": "resupply", "free": free})
    if mode == "mech" and len(side.hand["mech"]) >= MECH_HAND:
        raise refuse("hand_full", "mode", refusals.HAND_FULL)
    if not side.pile[mode] and not (state.settings.reshuffle_discard and side.discard[mode]):
        raise refuse("empty_pile", "mode", refusals.EMPTY_PILE)
    return {"mode": mode, "free": free}


def _operate_all(state: State, seat: int, orders: Order) -> Order:
    known = ("type", "acts") if state.settings.blitz else ("type",)
    record(orders, "", known)
    if not operable(state, seat):
        raise refuse("cannot_act", "type", refusals.NOBODY_CAN_ACT)
    _pay(state, seat, {"type": "operate_all"})
    return {}


def _operate_one(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type", "act"), ("act",))
    act = check_act(state, seat, orders["act"], "act", again=state.settings.repeat_operate)
    _pay(state, seat, {"type": "operate_one", "act": act})
    return {"act": act}


def _deploy(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type", "mech", "pilot", "gear", "at"), ("mech", "pilot", "at"))
    side = state.sides[seat]
    _need_ship(side, giant=False)
    mech = own_mech(state, seat, orders["mech"], "mech")
    if mech.where != "hangar":
        raise refuse("not_in_hangar", "mech", refusals.NOT_IN_HANGAR, unit=mech.id)
    if mech.deploy_lock:
        raise refuse("deploy_locked", "mech", refusals.DEPLOY_LOCKED, unit=mech.id)
    pilot = text(orders["pilot"], "pilot")
    if pilot not in side.ready:
        raise refuse("pilot_not_ready", "pilot", refusals.PILOT_NOT_READY)
    gear = [text(one, f"gear[{i}]") for i, one in enumerate(items(orders.get("gear", []), "gear"))]
    if len(gear) > state.settings.mech_gear_slots or len(set(gear)) < len(gear):
        message = refusals.TOO_MUCH_GEAR
        raise refuse("too_much_gear", "gear", message, limit=state.settings.mech_gear_slots)
    for i, name in enumerate(gear):
        if not any(held.id == name for held in side.hand["mech"]):
            raise refuse("not_in_hand", f"gear[{i}]", refusals.NOT_IN_HAND)
    _pay(state, seat, {"type": "deploy"})
    at = place(orders["at"], "at")
    if at not in deployment_areas(seat):
        raise refuse("bad_area", "at", refusals.NOT_A_DECK)
    return {"mech": mech.id, "pilot": pilot, "gear": gear, "at": list(at)}


def _recall(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type", "mech"), ("mech",))
    _need_ship(state.sides[seat], giant=False)
    mech = own_mech(state, seat, orders["mech"], "mech")
    if not mech.on_board:
        raise refuse("not_on_board", "mech", refusals.NOT_ON_BOARD, unit=mech.id)
    assert mech.at is not None
    if mech.at[1] != home_row(seat):
        raise refuse("bad_area", "mech", refusals.NOT_AT_HOME, unit=mech.id)
    _pay(state, seat, {"type": "recall"})
    return {"mech": mech.id}


def _gather(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type",))
    _need_ship(state.sides[seat], giant=True)
    _pay(state, seat, {"type": "gather"})
    return {}


# Orders that cost none


def hand_card(state: State, seat: int, value: Any, path: str) -> Held:
    """A ship card in the own hand."""
    name = text(value, path)
    for held in state.sides[seat].hand["ship"]:
        if held.id == name:
            return held
    raise refuse("not_in_hand", path, refusals.NOT_IN_HAND)


def _play(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type", "card", "area", "pile"), ("card",))
    side = state.sides[seat]
    _need_ship(side, giant=True)
    held = hand_card(state, seat, orders["card"], "card")
    card = cards.SHIP_CARD[held.card]
    if "main" not in card["windows"]:
        raise refuse("wrong_window", "card", refusals.IN_WINDOWS_ONLY)
    if side.jammed:
        raise refuse("jammed", "card", refusals.JAMMED)
    if not windows.needs_met(state, seat, card["needs"]):
        raise unmet("card")
    operations = {effect["op"] for effect in card["do"]}
    if operations & {"heal_ship", "install"} and not side.intact:
        raise refuse("is_giant", "card", refusals.GIANT)
    _pay(state, seat, {"type": "play", "card": held.id})
    if side.energy < card["cost"].get("energy", 0):
        raise refuse("not_enough_energy", "card", refusals.CARD_NEEDS_ENERGY)
    found: Order = {"card": held.id}
    if "area_within" in card["aim"]:
        area = place(orders.get("area"), "area")
        start = side.ship.at or ship_area(seat)
        if distance(area, start) > card["aim"]["area_within"]:
            raise refuse("out_of_range", "area", refusals.AREA_OUT_OF_REACH)
        found["area"] = list(area)
    elif orders.get("area") is not None:
        raise refuse("unknown_field", "area", refusals.CARD_WITHOUT_AREA)
    if "pile" in card["aim"]:
        found["pile"] = one_of(orders.get("pile"), "pile", ("ship", "mech"))
        if not side.pile[found["pile"]]:
            raise refuse("empty_pile", "pile", refusals.EMPTY_PILE)
    elif orders.get("pile") is not None:
        raise refuse("unknown_field", "pile", refusals.CARD_WITHOUT_PILE)
    return found


def _use_gear(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type", "unit", "card", "weapon"), ("unit", "card"))
    unit = own_mech(state, seat, orders["unit"], "unit")
    if not unit.on_board:
        raise refuse("not_on_board", "unit", refusals.NOT_ON_BOARD, unit=unit.id)
    if unit.disabled or unit.em_locked:
        raise refuse("disabled", "unit", refusals.DISABLED, unit=unit.id)
    name = text(orders["card"], "card")
    held = next((one for one in unit.gear if one.id == name), None)
    if held is None:
        raise refuse("unknown_id", "card", refusals.NOT_CARRIED, unit=unit.id)
    card = cards.MECH_CARD[held.card]
    if card["use"] != "free":
        raise refuse("wrong_window", "card", refusals.NOT_USED_SO)
    found: Order = {"unit": unit.id, "card": held.id}
    if any(effect["op"] == "refill" for effect in card["do"]):
        found["weapon"] = text(orders.get("weapon"), "weapon")
        arm = unit.arm(found["weapon"])
        if arm is None or arm.ammo is None:
            raise refuse("no_such_weapon", "weapon", refusals.NO_SUCH_WEAPON, unit=unit.id)
    elif orders.get("weapon") is not None:
        raise refuse("unknown_field", "weapon", refusals.CARD_WITHOUT_WEAPON)
    return found


def _autocannon(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type", "installation", "target"), ("installation", "target"))
    name = text(orders["installation"], "installation")
    cannon = next((one for one in state.sides[seat].cannons if one.id == name), None)
    if cannon is None:
        raise refuse("unknown_id", "installation", refusals.NO_SUCH_INSTALLATION)
    if not cannon.ready:
        raise refuse("already_used", "installation", refusals.CANNON_HAS_FIRED)
    target = enemy_on_board(state, seat, orders["target"], "target", mech=True)
    if target not in cannon_targets(state, seat):
        raise refuse("out_of_range", "target", refusals.CANNON_OUT_OF_RANGE, unit=target.id)
    return {"installation": name, "target": target.id}


def _captain(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type", "skill", "target", "from", "to"), ("skill",))
    name = text(orders["skill"], "skill")
    side = state.sides[seat]
    skill = next((one for one in cards.CAPTAIN[side.captain]["skills"] if one["id"] == name), None)
    if skill is None:
        raise refuse("unknown_id", "skill", refusals.NO_CAPTAINS_SKILL)
    if skill["window"] not in ("main", windows.ANY_WINDOW):
        raise refuse("wrong_window", "skill", refusals.NOT_IN_MAIN)
    if name in side.spent:
        raise refuse("already_used", "skill", refusals.SKILL_USED)
    if name not in side.gained:
        raise refuse("not_gained", "skill", refusals.NOT_GAINED)
    if not windows.needs_met(state, seat, skill["needs"]):
        raise unmet("skill")
    operations = {effect["op"] for effect in skill["do"]}
    if "divert" in operations:
        record(orders, "", ("type", "skill", "from", "to"), ("from", "to"))
        return {"skill": name, **_diversion(state, seat, orders)}
    if "destroy" in operations:
        record(orders, "", ("type", "skill", "target"), ("target",))
        return {"skill": name, "target": enemy_on_board(state, seat, orders["target"], "target", mech=True).id}
    record(orders, "", ("type", "skill"))
    if "final_volley" in operations and state.round <= state.settings.opening_truce:
        raise refuse("truce", "skill", refusals.TRUCE)
    return {"skill": name}


def _diversion(state: State, seat: int, orders: Order) -> Order:
    """Southern Waters North: what is emptied, and what is filled or gained (D42)."""
    unit, weapon, ammo = _limited_weapon(state, seat, orders["from"], "from")
    if ammo < 1:
        raise refuse("no_ammo", "from.weapon", refusals.NO_AMMO, weapon=weapon)
    start = {"unit": unit, "weapon": weapon}
    if orders["to"] == "energy":
        return {"from": start, "to": "energy"}
    other, filled, _ = _limited_weapon(state, seat, orders["to"], "to")
    if filled.split("#")[0] == weapon.split("#")[0]:
        raise refuse("bad_target", "to.weapon", refusals.ANOTHER_KIND)
    return {"from": start, "to": {"unit": other, "weapon": filled}}


def _limited_weapon(state: State, seat: int, value: Any, path: str) -> tuple[str, str, int]:
    given = record(value, path, ("unit", "weapon"), ("unit", "weapon"))
    unit = own_unit(state, seat, given["unit"], f"{path}.unit")
    if not unit.on_board:
        raise refuse("not_on_board", f"{path}.unit", refusals.NOT_ON_BOARD, unit=unit.id)
    arm = unit.arm(text(given["weapon"], f"{path}.weapon"))
    if arm is None or arm.ammo is None:
        raise refuse("no_such_weapon", f"{path}.weapon", refusals.NO_SUCH_WEAPON, unit=unit.id)
    return unit.id, arm.id, arm.ammo


def _ship_skill(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type", "skill", "units"), ("skill",))
    side = state.sides[seat]
    _need_ship(side, giant=False)
    name = text(orders["skill"], "skill")
    skill = next((one for one in cards.SHIP[side.ship.card]["skills"] if one["id"] == name), None)
    if skill is None:
        raise refuse("unknown_id", "skill", refusals.NO_SHIP_SKILL)
    if skill["trigger"] != "main" or name == "quick_rearm":
        raise refuse("wrong_window", "skill", refusals.SKILL_NOT_USED_SO)
    if name in side.skills_used:
        raise refuse("already_used", "skill", refusals.SKILL_USED)
    if not windows.needs_met(state, seat, skill["needs"]):
        raise unmet("skill")
    limit = next((effect["up_to"] for effect in skill["do"] if effect["op"] == "extra_acts"), None)
    if limit is None:
        record(orders, "", ("type", "skill"))
        return {"skill": name}
    record(orders, "", ("type", "skill", "units"), ("units",))
    names: list[str] = []
    for i, value in enumerate(items(orders["units"], "units")):
        path = f"units[{i}]"
        unit = own_mech(state, seat, value, path)
        if not unit.on_board:
            raise refuse("not_on_board", path, refusals.NOT_ON_BOARD, unit=unit.id)
        if unit.disabled or unit.em_locked:
            raise refuse("disabled", path, refusals.DISABLED, unit=unit.id)
        if unit.fresh or unit.boosted:
            raise refuse("fresh", path, refusals.FRESH, unit=unit.id)
        if unit.id in names or len(names) == limit:
            raise refuse("bad_target", path, refusals.CREW, limit=limit)
        names.append(unit.id)
    if not names:
        raise refuse("no_target", "units", refusals.NO_CREW)
    return {"skill": name, "units": names}


def _end_turn(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type",))
    return {}


_MAIN: dict[str, Callable[[State, int, Order], Order]] = {
    "fire": _fire,
    "resupply": _resupply,
    "operate_all": _operate_all,
    "operate_one": _operate_one,
    "deploy": _deploy,
    "recall": _recall,
    "gather": _gather,
    "play": _play,
    "use_gear": _use_gear,
    "autocannon": _autocannon,
    "captain": _captain,
    "ship_skill": _ship_skill,
    "end_turn": _end_turn,
}
