"""Which orders may a seat give? Chapters 5.2, 14.1 to 14.3; judged only from what the seat knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.contract import Timing
from games.core.errors import OrderError
from games.core.fields import cut, flag, items, one_of, record, text, whole
from games.core.text import gettext_noop
from games.frames import cards, windows
from games.frames.acts import check_act, enemy_on_board, own_mech, own_unit, place, refuse
from games.frames.board import deployment_areas, distance, home_row, ship_area
from games.frames.constants import CONDITIONS, FLEET_DEFAULT, MECH_HAND, VICTORY_DEFAULT
from games.frames.fleets import check_fleet
from games.frames.plans import check_plan
from games.frames.resolve.attack import targets_of_area
from games.frames.resolve.commands import operable, price, still_able
from games.frames.resolve.turns import cannon_targets, extras_of
from games.frames.state import Held, Side, State

Order = dict[str, Any]

RESIGNATION = {"type": "resign"}
TYPES = {
    "fleet": ("fleet",),
    "victory": ("victory",),
    "main": (
        "fire", "resupply", "operate_all", "operate_one", "deploy", "recall", "gather", "play", "use_gear", "autocannon",
        "captain", "ship_skill", "end_turn",
    ),
    "operate": ("act", "finish"),
    "window": ("react",),
    "choose": ("choose",),
    "end_step": ("act", "finish"),
    "plan": ("plan",),
    "over": (),
}  # fmt: skip
"""Orders by phase (14.1); `resign` is accepted in all but the last."""
ALL_TYPES = {kind for kinds in TYPES.values() for kind in kinds}


def pending(state: State) -> list[int]:
    """Seats that the step waits for (14.1)."""
    if state.phase in ("fleet", "victory", "plan"):
        return [0, 1]
    if state.phase == "over":
        return []
    seat = state.waiting["seat"] if state.phase == "window" else state.active
    assert seat is not None
    return [seat]


def in_play(state: State) -> list[int]:
    """Both, while the match runs."""
    return [] if state.phase == "over" else [0, 1]


def timing(state: State) -> Timing:
    """Every phase has its clock; in a window nobody learns how soon the answer came, nor who has chosen a fleet (7.3, 10, 13)."""
    if state.phase == "window":
        return Timing("window", hold=(0.8, 2.5))
    if state.phase == "fleet":
        return Timing("fleet", hold=(0.0, 0.0))
    return Timing("step" if state.phase in ("main", "over") else state.phase)


def default_orders(state: State, seat: int) -> Order:
    """What a seat that says nothing plays (13)."""
    found: dict[str, Order] = {
        "fleet": {"type": "fleet", "starter": FLEET_DEFAULT[seat], "fleet": None},
        "victory": {"type": "victory", "choice": VICTORY_DEFAULT},
        "main": {"type": "end_turn"},
        "operate": {"type": "finish"},
        "window": {"type": "react", "use": []},
        "choose": {"type": "choose", "index": 0},
        "end_step": {"type": "finish"},
        "plan": {"type": "plan", "actions": [], "end_acts": [], "standing": [], "prefer": []},
        "over": dict(RESIGNATION),
    }
    return found[state.phase]


def check(state: State, seat: int, orders: Any) -> Order:
    """The order in normal form; raises OrderError. Order of checks: shape, step, acting thing, price, aim (14.3)."""
    if not isinstance(orders, dict):
        raise refuse("not_an_object", "", gettext_noop("This must be an object with named fields."))
    if "type" not in orders:
        raise refuse("missing_field", "type", gettext_noop("The field %(field)s is missing."), field="type")
    kind = text(orders["type"], "type")
    if kind != "resign" and kind not in ALL_TYPES:
        raise refuse("bad_type", "type", gettext_noop("There is no order %(order)s."), order=cut(kind))
    if state.phase == "over":
        raise refuse("wrong_phase", "type", gettext_noop("The match is over."))
    if kind == "resign":
        record(orders, "", ("type",))
        return dict(RESIGNATION)
    if seat not in pending(state):
        raise refuse("not_your_step", "type", gettext_noop("It is not your step."))
    if kind not in TYPES[state.phase]:
        raise refuse("wrong_phase", "type", gettext_noop("This order cannot be given now."))
    if kind == "fleet":
        return check_fleet(orders, state.settings)
    if kind == "plan":
        return check_plan(state, seat, orders, check_main)
    if kind in TYPES["main"]:
        return check_main(state, seat, orders)
    return _SMALL[kind](state, seat, orders)


def check_main(state: State, seat: int, orders: Order) -> Order:
    """An order of the main phase in normal form."""
    kind = orders["type"]
    normal: Order = _MAIN[kind](state, seat, orders)
    return {"type": kind, **normal}


def _pay(state: State, seat: int, order: Order) -> None:
    cost = price(state, seat, order)
    if state.ap < cost:
        message = gettext_noop("This costs %(cost)s action points; %(ap)s are left.")
        raise refuse("not_enough_ap", "type", message, cost=cost, ap=state.ap)


def _need_ship(side: Side, *, giant: bool) -> None:
    """Refuses what needs a warship; `giant`: a giant will do."""
    if side.ship_state == "wreck":
        raise refuse("ship_wrecked", "type", gettext_noop("Your warship is a wreck."))
    if side.ship_state == "giant" and not giant:
        raise refuse("is_giant", "type", gettext_noop("Your warship has become a giant mech."))


def _unmet(path: str) -> OrderError:
    return refuse("condition_not_met", path, gettext_noop("The condition of this card does not hold."))


# Orders that cost action points (5.2)


def _fire(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type", "weapon", "target", "area", "second_target"), ("weapon",))
    side = state.sides[seat]
    _need_ship(side, giant=False)
    name = text(orders["weapon"], "weapon")
    arm = side.ship.arm(name)
    if arm is None:
        raise refuse("no_such_weapon", "weapon", gettext_noop("%(unit)s has no such weapon."), unit=side.ship.id)
    _pay(state, seat, {"type": "fire"})
    if arm.ammo == 0:
        raise refuse("no_ammo", "weapon", gettext_noop("%(weapon)s has no ammunition left."), weapon=name)
    card = cards.WEAPON[name]
    is_short = side.energy < card["energy"]
    if is_short and not state.settings.twin_laser_free:
        raise refuse("not_enough_energy", "weapon", gettext_noop("%(weapon)s needs an energy token."), weapon=name)
    if card["aoe"] is not None:
        return {"weapon": name, **_aim_area(state, seat, card, orders)}
    record(orders, "", ("type", "weapon", "target", "second_target"), ("target",))
    target = _ship_target(state, seat, orders["target"], "target")
    found: Order = {"weapon": name, "target": target}
    if any(effect["op"] == "second_target" for effect in card["effects"]):
        found["second_target"] = None
        if orders.get("second_target") is not None:
            if is_short:
                message = gettext_noop("%(weapon)s needs an energy token.")
                raise refuse("not_enough_energy", "second_target", message, weapon=name)
            second = _ship_target(state, seat, orders["second_target"], "second_target")
            if second == target:
                message = gettext_noop("The second target must be another unit.")
                raise refuse("bad_target", "second_target", message)
            found["second_target"] = second
    elif orders.get("second_target") is not None:
        raise refuse("unknown_field", "second_target", gettext_noop("This weapon has one target."))
    return found


def _ship_target(state: State, seat: int, value: Any, path: str) -> str:
    target = enemy_on_board(state, seat, value, path)
    if not target.is_mech and state.round <= state.settings.opening_truce:
        raise refuse("truce", path, gettext_noop("There is a truce between warships for now."))
    return target.id


def _aim_area(state: State, seat: int, card: cards.Card, orders: Order) -> Order:
    record(orders, "", ("type", "weapon", "area"), ("area",))
    area = place(orders["area"], "area")
    low, high = card["range"]
    if not low <= distance(area, ship_area(seat)) <= high:
        message = gettext_noop("%(weapon)s does not reach distance %(distance)s.")
        data = {"weapon": card["id"], "distance": distance(area, ship_area(seat))}
        raise refuse("out_of_range", "area", message, **data)
    if not targets_of_area(state, seat, area):
        raise refuse("no_target", "area", gettext_noop("No enemy mech is in that area or next to it."))
    return {"area": list(area)}


def _resupply(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type", "mode", "free"), ("mode",))
    mode = one_of(orders["mode"], "mode", ("ship", "mech"))
    free = flag(orders.get("free", False), "free")
    side = state.sides[seat]
    _need_ship(side, giant=True)
    if free:
        if not side.intact or not any(skill["id"] == "quick_rearm" for skill in cards.SHIP[side.ship.card]["skills"]):
            raise refuse("condition_not_met", "free", gettext_noop("Your warship has no free resupply."))
        if "quick_rearm" in side.skills_used:
            raise refuse("already_used", "free", gettext_noop("The free resupply of this turn is used."))
    _pay(state, seat, {"type": "resupply", "free": free})
    if mode == "mech" and len(side.hand["mech"]) >= MECH_HAND:
        raise refuse("hand_full", "mode", gettext_noop("You hold three mech cards or more."))
    if not side.pile[mode] and not (state.settings.reshuffle_discard and side.discard[mode]):
        raise refuse("empty_pile", "mode", gettext_noop("That pile is empty."))
    return {"mode": mode, "free": free}


def _operate_all(state: State, seat: int, orders: Order) -> Order:
    known = ("type", "acts") if state.settings.blitz else ("type",)
    record(orders, "", known)
    if not operable(state, seat):
        raise refuse("cannot_act", "type", gettext_noop("None of your mechs can act."))
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
        raise refuse("not_in_hangar", "mech", gettext_noop("%(unit)s is not in the hangar."), unit=mech.id)
    if mech.deploy_lock:
        raise refuse("deploy_locked", "mech", gettext_noop("%(unit)s cannot be deployed yet."), unit=mech.id)
    pilot = text(orders["pilot"], "pilot")
    if pilot not in side.ready:
        raise refuse("pilot_not_ready", "pilot", gettext_noop("That pilot is not ready."))
    gear = [text(one, f"gear[{i}]") for i, one in enumerate(items(orders.get("gear", []), "gear"))]
    if len(gear) > state.settings.mech_gear_slots or len(set(gear)) < len(gear):
        message = gettext_noop("A mech carries at most %(limit)s cards, each once.")
        raise refuse("too_much_gear", "gear", message, limit=state.settings.mech_gear_slots)
    for i, name in enumerate(gear):
        if not any(held.id == name for held in side.hand["mech"]):
            raise refuse("not_in_hand", f"gear[{i}]", gettext_noop("That card is not in your hand."))
    _pay(state, seat, {"type": "deploy"})
    at = place(orders["at"], "at")
    if at not in deployment_areas(seat):
        raise refuse("bad_area", "at", gettext_noop("That is not one of your deployment areas."))
    return {"mech": mech.id, "pilot": pilot, "gear": gear, "at": list(at)}


def _recall(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type", "mech"), ("mech",))
    _need_ship(state.sides[seat], giant=False)
    mech = own_mech(state, seat, orders["mech"], "mech")
    if not mech.on_board:
        raise refuse("not_on_board", "mech", gettext_noop("%(unit)s is not on the board."), unit=mech.id)
    assert mech.at is not None
    if mech.at[1] != home_row(seat):
        raise refuse("bad_area", "mech", gettext_noop("%(unit)s is not in your home row."), unit=mech.id)
    _pay(state, seat, {"type": "recall"})
    return {"mech": mech.id}


def _gather(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type",))
    _need_ship(state.sides[seat], giant=True)
    _pay(state, seat, {"type": "gather"})
    return {}


# Orders that cost none


def _hand_card(state: State, seat: int, value: Any, path: str) -> Held:
    """A ship card in the own hand."""
    name = text(value, path)
    for held in state.sides[seat].hand["ship"]:
        if held.id == name:
            return held
    raise refuse("not_in_hand", path, gettext_noop("That card is not in your hand."))


def _play(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type", "card", "area", "pile"), ("card",))
    side = state.sides[seat]
    _need_ship(side, giant=True)
    held = _hand_card(state, seat, orders["card"], "card")
    card = cards.SHIP_CARD[held.card]
    if "main" not in card["windows"]:
        raise refuse("wrong_window", "card", gettext_noop("This card is played in a reaction window."))
    if side.jammed:
        raise refuse("jammed", "card", gettext_noop("Your sub-weapons are jammed."))
    if not windows.needs_met(state, seat, card["needs"]):
        raise _unmet("card")
    operations = {effect["op"] for effect in card["do"]}
    if operations & {"heal_ship", "install"} and not side.intact:
        raise refuse("is_giant", "card", gettext_noop("Your warship has become a giant mech."))
    _pay(state, seat, {"type": "play", "card": held.id})
    if side.energy < card["cost"].get("energy", 0):
        raise refuse("not_enough_energy", "card", gettext_noop("This card costs an energy token."))
    found: Order = {"card": held.id}
    if "area_within" in card["aim"]:
        area = place(orders.get("area"), "area")
        start = side.ship.at or ship_area(seat)
        if distance(area, start) > card["aim"]["area_within"]:
            raise refuse("out_of_range", "area", gettext_noop("That area is out of reach."))
        found["area"] = list(area)
    elif orders.get("area") is not None:
        raise refuse("unknown_field", "area", gettext_noop("This card is not aimed at an area."))
    if "pile" in card["aim"]:
        found["pile"] = one_of(orders.get("pile"), "pile", ("ship", "mech"))
        if not side.pile[found["pile"]]:
            raise refuse("empty_pile", "pile", gettext_noop("That pile is empty."))
    elif orders.get("pile") is not None:
        raise refuse("unknown_field", "pile", gettext_noop("This card does not look into a pile."))
    return found


def _use_gear(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type", "unit", "card", "weapon"), ("unit", "card"))
    unit = own_mech(state, seat, orders["unit"], "unit")
    if not unit.on_board:
        raise refuse("not_on_board", "unit", gettext_noop("%(unit)s is not on the board."), unit=unit.id)
    if unit.disabled or unit.em_locked:
        raise refuse("disabled", "unit", gettext_noop("%(unit)s is disabled."), unit=unit.id)
    name = text(orders["card"], "card")
    held = next((one for one in unit.gear if one.id == name), None)
    if held is None:
        raise refuse("unknown_id", "card", gettext_noop("%(unit)s carries no such card."), unit=unit.id)
    card = cards.MECH_CARD[held.card]
    if card["use"] != "free":
        raise refuse("wrong_window", "card", gettext_noop("This card is not used like that."))
    found: Order = {"unit": unit.id, "card": held.id}
    if any(effect["op"] == "refill" for effect in card["do"]):
        found["weapon"] = text(orders.get("weapon"), "weapon")
        arm = unit.arm(found["weapon"])
        if arm is None or arm.ammo is None:
            raise refuse("no_such_weapon", "weapon", gettext_noop("%(unit)s has no such weapon."), unit=unit.id)
    elif orders.get("weapon") is not None:
        raise refuse("unknown_field", "weapon", gettext_noop("This card does not name a weapon."))
    return found


def _autocannon(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type", "installation", "target"), ("installation", "target"))
    name = text(orders["installation"], "installation")
    cannon = next((one for one in state.sides[seat].cannons if one.id == name), None)
    if cannon is None:
        raise refuse("unknown_id", "installation", gettext_noop("You have no such installation."))
    if not cannon.ready:
        raise refuse("already_used", "installation", gettext_noop("It has fired this turn."))
    target = enemy_on_board(state, seat, orders["target"], "target", mech=True)
    if target not in cannon_targets(state, seat):
        raise refuse("out_of_range", "target", gettext_noop("%(unit)s is out of its reach."), unit=target.id)
    return {"installation": name, "target": target.id}


def _captain(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type", "skill", "target", "from", "to"), ("skill",))
    name = text(orders["skill"], "skill")
    side = state.sides[seat]
    skill = next((one for one in cards.CAPTAIN[side.captain]["skills"] if one["id"] == name), None)
    if skill is None:
        raise refuse("unknown_id", "skill", gettext_noop("Your captain has no such skill."))
    if skill["window"] not in ("main", windows.ANY_WINDOW):
        raise refuse("wrong_window", "skill", gettext_noop("This skill is not used in the main phase."))
    if name in side.spent:
        raise refuse("already_used", "skill", gettext_noop("This skill has been used."))
    if name not in side.gained:
        raise refuse("not_gained", "skill", gettext_noop("This skill has not been gained yet."))
    if not windows.needs_met(state, seat, skill["needs"]):
        raise _unmet("skill")
    operations = {effect["op"] for effect in skill["do"]}
    if "divert" in operations:
        record(orders, "", ("type", "skill", "from", "to"), ("from", "to"))
        return {"skill": name, **_diversion(state, seat, orders)}
    if "destroy" in operations:
        record(orders, "", ("type", "skill", "target"), ("target",))
        return {"skill": name, "target": enemy_on_board(state, seat, orders["target"], "target", mech=True).id}
    record(orders, "", ("type", "skill"))
    if "final_volley" in operations and state.round <= state.settings.opening_truce:
        raise refuse("truce", "skill", gettext_noop("There is a truce between warships for now."))
    return {"skill": name}


def _diversion(state: State, seat: int, orders: Order) -> Order:
    """Southern Waters North: what is emptied, and what is filled or gained (D42)."""
    unit, weapon, ammo = _limited_weapon(state, seat, orders["from"], "from")
    if ammo < 1:
        raise refuse("no_ammo", "from.weapon", gettext_noop("%(weapon)s has no ammunition left."), weapon=weapon)
    start = {"unit": unit, "weapon": weapon}
    if orders["to"] == "energy":
        return {"from": start, "to": "energy"}
    other, filled, _ = _limited_weapon(state, seat, orders["to"], "to")
    if filled.split("#")[0] == weapon.split("#")[0]:
        raise refuse("bad_target", "to.weapon", gettext_noop("It must be a weapon of another kind."))
    return {"from": start, "to": {"unit": other, "weapon": filled}}


def _limited_weapon(state: State, seat: int, value: Any, path: str) -> tuple[str, str, int]:
    given = record(value, path, ("unit", "weapon"), ("unit", "weapon"))
    unit = own_unit(state, seat, given["unit"], f"{path}.unit")
    if not unit.on_board:
        raise refuse("not_on_board", f"{path}.unit", gettext_noop("%(unit)s is not on the board."), unit=unit.id)
    arm = unit.arm(text(given["weapon"], f"{path}.weapon"))
    if arm is None or arm.ammo is None:
        raise refuse("no_such_weapon", f"{path}.weapon", gettext_noop("%(unit)s has no such weapon."), unit=unit.id)
    return unit.id, arm.id, arm.ammo


def _ship_skill(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type", "skill", "units"), ("skill",))
    side = state.sides[seat]
    _need_ship(side, giant=False)
    name = text(orders["skill"], "skill")
    skill = next((one for one in cards.SHIP[side.ship.card]["skills"] if one["id"] == name), None)
    if skill is None:
        raise refuse("unknown_id", "skill", gettext_noop("Your warship has no such skill."))
    if skill["trigger"] != "main" or name == "quick_rearm":
        raise refuse("wrong_window", "skill", gettext_noop("This skill is not used like that."))
    if name in side.skills_used:
        raise refuse("already_used", "skill", gettext_noop("This skill has been used."))
    if not windows.needs_met(state, seat, skill["needs"]):
        raise _unmet("skill")
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
            raise refuse("not_on_board", path, gettext_noop("%(unit)s is not on the board."), unit=unit.id)
        if unit.disabled or unit.em_locked:
            raise refuse("disabled", path, gettext_noop("%(unit)s is disabled."), unit=unit.id)
        if unit.fresh or unit.boosted:
            raise refuse("fresh", path, gettext_noop("%(unit)s was deployed this turn."), unit=unit.id)
        if unit.id in names or len(names) == limit:
            raise refuse("bad_target", path, gettext_noop("Up to %(limit)s mechs, each once."), limit=limit)
        names.append(unit.id)
    if not names:
        raise refuse("no_target", "units", gettext_noop("Name at least one mech."))
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


# Orders of the other phases


def _victory(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type", "choice"), ("choice",))
    return {"type": "victory", "choice": one_of(orders["choice"], "choice", CONDITIONS[state.settings.victory_set])}


def _act(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type", "act"), ("act",))
    if state.phase == "operate":
        operation = state.waiting
        act = check_act(state, seat, orders["act"], "act", extra=_extra(operation["kind"]))
        if act["unit"] not in still_able(state, operation):
            raise refuse(
                "cannot_act", "act.unit", gettext_noop("%(unit)s is not part of this operation."), unit=act["unit"]
            )
        return {"type": "act", "act": act}
    act = check_act(state, seat, orders["act"], "act", extra="end_step")
    extras = extras_of(state, state.need(act["unit"]))
    if not extras or ("frenzy" not in extras and act["do"] not in ("move", "hold")):
        raise refuse("cannot_act", "act.unit", gettext_noop("%(unit)s has no such extra act."), unit=act["unit"])
    return {"type": "act", "act": act}


def _extra(kind: str) -> str | None:
    return None if kind == "operate_all" else kind


def _finish(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type",))
    return {"type": "finish"}


def _choose(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type", "index"), ("index",))
    index = whole(orders["index"], "index")
    if not 0 <= index < len(state.waiting["cards"]):
        raise refuse("bad_index", "index", gettext_noop("There is no such card."))
    return {"type": "choose", "index": index}


def _react(state: State, seat: int, orders: Order) -> Order:
    """An answer is refused as a whole if an item could not be legal (7.1)."""
    record(orders, "", ("type", "use"), ("use",))
    window = state.waiting
    attack = windows.attack_under(state)
    assert attack is not None
    allowed = windows.offers(state, window["kind"], seat, attack)
    found: list[Order] = []
    for i, item in enumerate(items(orders["use"], "use")):
        path = f"use[{i}]"
        given = record(item, path, ("card", "skill", "gear", "unit", "from", "to"))
        if given not in allowed:
            raise _refused_item(state, seat, given, path)
        if given in found:
            raise refuse("already_used", path, gettext_noop("This is used twice in one answer."))
        found.append(dict(given))
    _check_together(state, seat, found)
    return {"type": "react", "use": found}


def _refused_item(state: State, seat: int, given: Order, path: str) -> OrderError:
    """Why an item cannot be used in this window."""
    side = state.sides[seat]
    if "card" in given:
        held = _hand_card(state, seat, given["card"], f"{path}.card")
        kinds = cards.SHIP_CARD[held.card]["windows"]
        if side.jammed:
            return refuse("jammed", f"{path}.card", gettext_noop("Your sub-weapons are jammed."))
        if state.waiting["kind"] not in kinds and windows.ANY_WINDOW not in kinds:
            return refuse("wrong_window", f"{path}.card", gettext_noop("This card does not fit this window."))
        return _unmet(f"{path}.card")
    if "skill" in given:
        name = text(given["skill"], f"{path}.skill")
        skill = next((one for one in cards.CAPTAIN[side.captain]["skills"] if one["id"] == name), None)
        if skill is None:
            return refuse("unknown_id", f"{path}.skill", gettext_noop("Your captain has no such skill."))
        if name in side.spent:
            return refuse("already_used", f"{path}.skill", gettext_noop("This skill has been used."))
        if name not in side.gained:
            return refuse("not_gained", f"{path}.skill", gettext_noop("This skill has not been gained yet."))
        if skill["window"] not in (state.waiting["kind"], windows.ANY_WINDOW):
            return refuse("wrong_window", f"{path}.skill", gettext_noop("This skill does not fit this window."))
        if name == "borrowed_knife":
            return refuse("bad_target", f"{path}.to", gettext_noop("The attack cannot be led there."))
        return _unmet(f"{path}.skill")
    if "gear" in given:
        return refuse("unknown_id", f"{path}.gear", gettext_noop("None of your targets carries such a card."))
    return refuse("missing_field", f"{path}.card", gettext_noop("Name a card, a skill or gear."))


def _check_together(state: State, seat: int, used: list[Order]) -> None:
    """At most one of the two shields and Nimble; after them nothing that needs a landed attack (7.1)."""
    side = state.sides[seat]
    answered = False
    skills = []
    for i, item in enumerate(used):
        held = side.held_in_hand(item.get("card", ""))
        needs_hit = held is not None and bool(cards.SHIP_CARD[held.card]["needs"].get("own_ship_is_target"))
        is_nimble = item.get("skill") == "nimble_hare"
        if answered and (needs_hit or is_nimble or item.get("skill") == "borrowed_knife" or "gear" in item):
            raise refuse("condition_not_met", f"use[{i}]", gettext_noop("The attack has been answered already."))
        if item.get("skill") in skills:
            raise refuse("already_used", f"use[{i}].skill", gettext_noop("This skill has been used."))
        skills += [item["skill"]] if "skill" in item else []
        answered = answered or needs_hit or is_nimble
        answered = answered or item.get("skill") == "borrowed_knife"


_SMALL: dict[str, Callable[[State, int, Order], Order]] = {
    "victory": _victory,
    "act": _act,
    "finish": _finish,
    "choose": _choose,
    "react": _react,
}
