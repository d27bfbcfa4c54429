"""Which orders may a seat give outside the main phase? Choices, acts of an operation or end step, reactions (7.1, 14.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.errors import OrderError
from games.core.fields import items, one_of, record, text, whole
from games.frames import cards, refusals
from games.frames.acts import check_act, refuse
from games.frames.constants import CONDITIONS
from games.frames.effects import windows
from games.frames.effects.turns import extras_of
from games.frames.main_orders import hand_card, unmet
from games.frames.resolve.commands import still_able
from games.frames.state import State

Order = dict[str, Any]


def _victory(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type", "choice"), ("choice",))
    return {"type": "victory", "choice": one_of(orders["choice"], "choice", CONDITIONS[state.settings.victory_set])}


def _act(state: State, seat: int, orders: Order) -> Order:
    record(orders, "", ("type", "act"), ("act",))
    if state.phase == "operate":
        operation = state.waiting
        act = check_act(state, seat, orders["act"], "act", extra=_extra(operation["kind"]))
        if act["unit"] not in still_able(state, operation):
            raise refuse("cannot_act", "act.unit", refusals.NOT_IN_OPERATION, unit=act["unit"])
        return {"type": "act", "act": act}
    act = check_act(state, seat, orders["act"], "act", extra="end_step")
    extras = extras_of(state, state.need(act["unit"]))
    if not extras or ("frenzy" not in extras and act["do"] not in ("move", "hold")):
        raise refuse("cannot_act", "act.unit", refusals.NO_EXTRA_ACT, unit=act["unit"])
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
        raise refuse("bad_index", "index", refusals.NO_SUCH_CARD)
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
            raise refuse("already_used", path, refusals.USED_TWICE)
        found.append(dict(given))
    _check_together(state, seat, found)
    return {"type": "react", "use": found}


def _refused_item(state: State, seat: int, given: Order, path: str) -> OrderError:
    """Why an item cannot be used in this window."""
    side = state.sides[seat]
    if "card" in given:
        held = hand_card(state, seat, given["card"], f"{path}.card")
        kinds = cards.SHIP_CARD[held.card]["windows"]
        if side.jammed:
            return refuse("jammed", f"{path}.card", refusals.JAMMED)
        if state.waiting["kind"] not in kinds and windows.ANY_WINDOW not in kinds:
            return refuse("wrong_window", f"{path}.card", refusals.CARD_NOT_IN_WINDOW)
        return unmet(f"{path}.card")
    if "skill" in given:
        name = text(given["skill"], f"{path}.skill")
        skill = next((one for one in cards.CAPTAIN[side.captain]["skills"] if one["id"] == name), None)
        if skill is None:
            return refuse("unknown_id", f"{path}.skill", refusals.NO_CAPTAINS_SKILL)
        if name in side.spent:
            return refuse("already_used", f"{path}.skill", refusals.SKILL_USED)
        if name not in side.gained:
            return refuse("not_gained", f"{path}.skill", refusals.NOT_GAINED)
        if skill["window"] not in (state.waiting["kind"], windows.ANY_WINDOW):
            return refuse("wrong_window", f"{path}.skill", refusals.SKILL_NOT_IN_WINDOW)
        if name == "borrowed_knife":
            return refuse("bad_target", f"{path}.to", refusals.NOT_LED_THERE)
        return unmet(f"{path}.skill")
    if "gear" in given:
        return refuse("unknown_id", f"{path}.gear", refusals.NO_SUCH_GEAR)
    return refuse("missing_field", f"{path}.card", refusals.NAME_MEANS)


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
            raise refuse("condition_not_met", f"use[{i}]", refusals.ANSWERED)
        if item.get("skill") in skills:
            raise refuse("already_used", f"use[{i}].skill", refusals.SKILL_USED)
        skills += [item["skill"]] if "skill" in item else []
        answered = answered or needs_hit or is_nimble
        answered = answered or item.get("skill") == "borrowed_knife"


SMALL: dict[str, Callable[[State, int, Order], Order]] = {
    "victory": _victory,
    "act": _act,
    "finish": _finish,
    "choose": _choose,
    "react": _react,
}
