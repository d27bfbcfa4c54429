"""Which plan may a seat give for a round of Blitz? Chapters 12.3 and 12.4.

A plan is tried on a sketch of the position at the start of the round: own orders have their effects on own units, the enemy stays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.errors import OrderError
from games.core.fields import flag, items, one_of, record, text, whole, within
from games.frames import cards, refusals
from games.frames.constants import TRIGGERS
from games.frames.orders.acts import check_act, sketch_act
from games.frames.orders.hand import captains_skill, hand_card
from games.frames.orders.kind import Order, own_unit, refuse
from games.frames.orders.kinds import PLANNED, check_main, sketch_order
from games.frames.orders.mechs import operable
from games.frames.state import State

LONGEST = 30
"""Entries of a list in a plan."""
ANY = "any"


def check_plan(state: State, seat: int, orders: Order) -> Order:
    """A plan in normal form; raises OrderError at the entry that is wrong."""
    record(orders, "", ("type", "actions", "end_acts", "standing", "prefer"))
    before = sketch = state.copy()
    sketch.active = seat
    actions: list[Order] = []
    for i, entry in enumerate(_list(orders, "actions")):
        begun = actions[-1] if actions and _continues(actions[-1], entry) else None
        # What goes on with an operation is tried on the position in which that began.
        before = before if begun else sketch
        path = f"actions[{i}]"
        try:
            action = check_action(before, seat, entry, begun)
        except OrderError as error:
            joined = within(path, error.path) if error.path else path
            raise OrderError(error.code, joined, error.template, error.data) from None
        sketch = before.copy()
        sketch_order(sketch, seat, action)
        if begun:
            actions.pop()
        actions.append(action)
    end_acts = [
        check_act(sketch, seat, entry, f"end_acts[{i}]", extra="end_step")
        for i, entry in enumerate(_list(orders, "end_acts"))
    ]
    standing = [
        _check_standing(state, seat, entry, f"standing[{i}]") for i, entry in enumerate(_list(orders, "standing"))
    ]
    prefer = [
        one_of(entry, f"prefer[{i}]", (*cards.SHIP_CARD, *cards.MECH_CARD))
        for i, entry in enumerate(_list(orders, "prefer"))
    ]
    return {"type": "plan", "actions": actions, "end_acts": end_acts, "standing": standing, "prefer": prefer}


def _list(orders: Order, key: str) -> list[Any]:
    found = items(orders.get(key, []), key)
    if len(found) > LONGEST:
        raise refuse("plan_too_long", key, refusals.TOO_LONG, limit=LONGEST)
    return found


def _continues(last: Order, entry: Any) -> bool:
    """Is it the same operation of mechs as the entry before? Then both are one (12.3)."""
    return (
        isinstance(entry, dict) and "acts" in last and all(entry.get(key) == last.get(key) for key in ("type", "skill"))
    )


def check_action(state: State, seat: int, entry: Any, begun: Order | None = None) -> Order:
    """An entry of a plan in normal form: an order of the main phase whose target may be a list or `any` (12.3).

    `begun`: the operation that it goes on with; what comes back is both together.
    """
    if not isinstance(entry, dict) or not isinstance(entry.get("type"), str):
        raise refuse("not_an_object", "", refusals.OBJECT_FORM)
    kind = entry["type"]
    if not any(kind == one.type for one in PLANNED):
        raise refuse("bad_type", "type", refusals.NOT_IN_PLANS)
    if kind == "operate_all" or (kind == "ship_skill" and entry.get("skill") == "hull_resupply"):
        return _check_operation(state, seat, entry, begun)
    holder, path = (entry.get("act"), "act.target") if kind == "operate_one" else (entry, "target")
    if not isinstance(holder, dict) or not _is_open(holder):
        return check_main(state, seat, entry)
    wanted = holder["target"]
    normal = _at_first(state, seat, wanted, path, lambda target: check_main(state, seat, aimed(entry, target)))
    return aimed(normal, wanted)


def _is_open(holder: Order) -> bool:
    """Is its target a list or `any`?"""
    target = holder.get("target")
    return target == ANY or not isinstance(target, str | None)


def _at_first(state: State, seat: int, wanted: Any, path: str, check: Callable[[str], Order]) -> Order:
    """The order at the first target at which it is legal; raises the refusal of the first that there is."""
    first_error: OrderError | None = None
    for target in candidates(state, seat, wanted, path):
        try:
            return check(target)
        except OrderError as error:
            first_error = first_error or error
    raise first_error or refuse("no_target", path, refusals.NO_TARGET)


def candidates(state: State, seat: int, wanted: Any, path: str) -> list[str]:
    """The unit ids that a target of a plan stands for, in the order in which they are tried."""
    if wanted == ANY:
        enemy = state.sides[1 - seat]
        return [unit.id for unit in [*enemy.mechs, enemy.ship] if unit.on_board]
    names = items(wanted, path)
    if len(names) > LONGEST:
        raise refuse("plan_too_long", path, refusals.TOO_LONG, limit=LONGEST)
    return [text(name, within(path, i)) for i, name in enumerate(names)]


def aimed(order: Order, target: Any) -> Order:
    """The same order with this target."""
    if order["type"] == "operate_one":
        return {**order, "act": {**order["act"], "target": target}}
    return {**order, "target": target}


def _check_operation(state: State, seat: int, entry: Order, begun: Order | None) -> Order:
    """`operate_all` and Hull Resupply carry their acts."""
    is_all = entry["type"] == "operate_all"
    plain = {key: value for key, value in entry.items() if key != "acts"}
    if begun is not None and isinstance(plain.get("units"), list):
        plain["units"] = begun["units"] + plain["units"]
    normal = check_main(state, seat, plain)
    sketch = state.copy()
    acts: list[Order] = list(begun["acts"]) if begun else []
    for act in acts:
        sketch_act(sketch, act)
    allowed = operable(state, seat) if is_all else normal["units"]
    for i, value in enumerate(_list(entry, "acts")):
        path = f"acts[{i}]"
        act = _check_one(sketch, seat, value, path, None if is_all else "hull_resupply")
        if act["unit"] not in allowed or any(one["unit"] == act["unit"] for one in acts):
            message = refusals.NOT_IN_OPERATION
            raise refuse("cannot_act", f"{path}.unit", message, unit=act["unit"])
        sketch_act(sketch, act)
        acts.append(act)
    return {**normal, "acts": acts}


def _check_one(sketch: State, seat: int, value: Any, path: str, extra: str | None) -> Order:
    """One act of an operation; its target may be a list or `any`."""
    if not isinstance(value, dict) or not _is_open(value):
        return check_act(sketch, seat, value, path, extra=extra)

    def at(target: str) -> Order:
        return check_act(sketch, seat, {**value, "target": target}, path, extra=extra)

    return {**_at_first(sketch, seat, value["target"], f"{path}.target", at), "target": value["target"]}


# Standing orders


def _check_standing(state: State, seat: int, entry: Any, path: str) -> Order:
    """A standing order in normal form (12.4)."""
    known = ("use", "skill", "gear", "unit", "on", "min_damage", "if_lethal", "units", "models", "redirect_to")
    given = record(entry, path, known, ("on",))
    found: Order = _means(state, seat, given, path)
    found["on"] = one_of(given["on"], f"{path}.on", TRIGGERS)
    if "min_damage" in given:
        found["min_damage"] = whole(given["min_damage"], f"{path}.min_damage", 0, 1000)
    if "if_lethal" in given:
        found["if_lethal"] = flag(given["if_lethal"], f"{path}.if_lethal")
    if "units" in given:
        found["units"] = [
            own_unit(state, seat, name, f"{path}.units[{i}]").id
            for i, name in enumerate(items(given["units"], f"{path}.units"))
        ]
    if "models" in given:
        models = items(given["models"], f"{path}.models")
        found["models"] = [one_of(name, f"{path}.models[{i}]", tuple(cards.MECH)) for i, name in enumerate(models)]
    if "redirect_to" in given:
        wanted = items(given["redirect_to"], f"{path}.redirect_to")
        found["redirect_to"] = [text(name, f"{path}.redirect_to[{i}]") for i, name in enumerate(wanted)]
    return found


def _means(state: State, seat: int, given: Order, path: str) -> Order:
    """What a standing order uses: a card in hand, a skill of the captain, or a card of a mech."""
    side = state.sides[seat]
    if sum(key in given for key in ("use", "skill", "gear")) != 1:
        raise refuse("missing_field", f"{path}.use", refusals.NAME_MEANS)
    if "use" in given:
        return {"use": hand_card(state, seat, given["use"], f"{path}.use").id}
    if "skill" in given:
        name = captains_skill(state, seat, given["skill"], f"{path}.skill")["id"]
        if name in side.spent:
            raise refuse("already_used", f"{path}.skill", refusals.SKILL_USED)
        return {"skill": name}
    name, unit = text(given["gear"], f"{path}.gear"), own_unit(state, seat, given.get("unit"), f"{path}.unit")
    held_by = [held.id for held in [*unit.gear, *side.hand["mech"]]]
    if name not in held_by:
        raise refuse("unknown_id", f"{path}.gear", refusals.NOT_CARRIED, unit=unit.id)
    return {"gear": name, "unit": unit.id}
