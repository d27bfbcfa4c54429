"""Which acts may a mech be told? Chapters 5.3 and 14.3; judged from what its seat knows."""

from __future__ import annotations

from typing import Any

from games.core.errors import OrderError
from games.core.fields import cut, items, record, text, whole
from games.frames import cards, refusals
from games.frames.board import ADJACENT, HEIGHT, WIDTH, Place, distance
from games.frames.effects.movement import is_blocked, is_held
from games.frames.modifiers import reaches, weapons_of
from games.frames.state import Held, State, Unit

Order = dict[str, Any]

FIELDS = {
    "move": ("path", "boost"),
    "attack": ("weapon", "target"),
    "support": ("weapon", "target"),
    "gear": ("card", "target"),
    "hold": (),
}
PLAN_FIELDS = ("else",)
"""What a move in a plan of Blitz may have besides (12.3)."""


def refuse(code: str, path: str, message: str, **data: Any) -> OrderError:
    """An error to raise."""
    return OrderError(code, path, message, data)


def own_unit(state: State, seat: int, value: Any, path: str) -> Unit:
    """A unit of the seat, by its id."""
    name = text(value, path)
    unit = state.unit(name)
    if unit is None:
        raise refuse("unknown_id", path, refusals.NO_SUCH_UNIT, unit=cut(name))
    if unit.seat != seat:
        raise refuse("not_yours", path, refusals.NOT_YOURS, unit=name)
    return unit


def own_mech(state: State, seat: int, value: Any, path: str) -> Unit:
    """A mech of the seat, or its giant, by its id."""
    unit = own_unit(state, seat, value, path)
    if not unit.is_mech:
        raise refuse("unknown_id", path, refusals.NOT_A_MECH, unit=unit.id)
    return unit


def enemy_on_board(state: State, seat: int, value: Any, path: str, *, mech: bool = False) -> Unit:
    """An enemy unit that can be aimed at."""
    name = text(value, path)
    unit = state.unit(name)
    if unit is None:
        raise refuse("unknown_id", path, refusals.NO_SUCH_UNIT, unit=cut(name))
    if unit.seat == seat or not unit.on_board or (mech and not unit.is_mech):
        raise refuse("bad_target", path, refusals.NO_TARGET_FOR_THIS, unit=unit.id)
    return unit


def place(value: Any, path: str) -> Place:
    """An area of the board, given as [x, y]."""
    pair = items(value, path)
    if len(pair) != 2:
        raise refuse("bad_type", path, refusals.AREA_FORM)
    x, y = (whole(one, f"{path}[{i}]") for i, one in enumerate(pair))
    if not (0 <= x < WIDTH and 0 <= y < HEIGHT):
        raise refuse("bad_area", path, refusals.NO_SUCH_AREA)
    return (x, y)


def check_act(
    state: State, seat: int, value: Any, path: str, *, extra: str | None = None, again: bool = False
) -> Order:
    """An act in normal form. `extra`: the operation or end step that grants it; `again`: it may act though it has."""
    plain = record(
        value, path, ("unit", "do", "path", "boost", "weapon", "target", "card", *PLAN_FIELDS), ("unit", "do")
    )
    kind = text(plain["do"], f"{path}.do")
    if kind not in FIELDS:
        raise refuse("bad_type", f"{path}.do", refusals.NO_SUCH_ACT, act=cut(kind))
    known = ("unit", "do", *FIELDS[kind], *(PLAN_FIELDS if state.settings.blitz and kind == "move" else ()))
    record(plain, path, known)
    unit = own_mech(state, seat, plain["unit"], f"{path}.unit")
    _check_able(unit, f"{path}.unit", extra=extra, again=again)
    return {"unit": unit.id, "do": kind, **_CHECKS[kind](state, unit, plain, path, extra)}


def _check_able(unit: Unit, path: str, *, extra: str | None, again: bool) -> None:
    if not unit.on_board:
        raise refuse("not_on_board", path, refusals.NOT_ON_BOARD, unit=unit.id)
    if unit.disabled or unit.em_locked:
        raise refuse("disabled", path, refusals.DISABLED, unit=unit.id)
    if extra and unit.fresh:
        raise refuse("fresh", path, refusals.FRESH, unit=unit.id)
    if not extra and not again and unit.acted:
        raise refuse("already_acted", path, refusals.HAS_ACTED, unit=unit.id)
    if extra and unit.boosted:
        raise refuse("already_acted", path, refusals.HAS_BOOSTED, unit=unit.id)


def _move(state: State, unit: Unit, plain: Order, path: str, extra: str | None) -> Order:
    steps = items(plain.get("path"), f"{path}.path")
    if not 1 <= len(steps) <= 2:
        raise refuse("bad_area", f"{path}.path", refusals.MOVE_FORM)
    places = [place(one, f"{path}.path[{i}]") for i, one in enumerate(steps)]
    boost = None
    if plain.get("boost") is not None:
        boost = _gear(unit, plain["boost"], f"{path}.boost", "with_move").id
        if extra or unit.fresh:
            raise refuse("fresh", f"{path}.boost", refusals.NO_BOOST_NOW)
    if len(places) == 2 and boost is None and "tailwind" not in unit.buffs:
        raise refuse("not_adjacent", f"{path}.path[1]", refusals.ONE_AREA)
    start = unit.at
    assert start is not None
    for i, end in enumerate(places):
        check_step(state, unit, start, end, f"{path}.path[{i}]")
        start = end
    found: Order = {"path": [list(one) for one in places], "boost": boost}
    if "else" in plain:
        choice = text(plain["else"], f"{path}.else")
        if choice not in ("hold", "lateral", "back"):
            raise refuse("bad_type", f"{path}.else", refusals.ELSE_FORM)
        found["else"] = choice
    return found


def check_step(state: State, unit: Unit, start: Place, end: Place, path: str) -> None:
    """May this mech go from one area to the other (5.3)?"""
    if end not in ADJACENT[start]:
        raise refuse("not_adjacent", path, refusals.NOT_NEXT_TO_IT)
    if start == unit.at and is_held(state, unit):
        raise refuse("held", path, refusals.HELD, unit=unit.id)
    if is_blocked(state, unit.seat, start, end):
        raise refuse("blocked_forward", path, refusals.BLOCKED)


def _gear(unit: Unit, value: Any, path: str, use: str) -> Held:
    name = text(value, path)
    for held in unit.gear:
        if held.id == name:
            if cards.MECH_CARD[held.card]["use"] != use:
                raise refuse("wrong_window", path, refusals.NOT_USED_SO)
            return held
    raise refuse("unknown_id", path, refusals.NOT_CARRIED, unit=unit.id)


def _weapon(unit: Unit, value: Any, path: str, use: str) -> tuple[str, cards.Card]:
    name = text(value, path)
    if name not in weapons_of(unit) or cards.WEAPON[name.split("#")[0]]["use"] != use:
        raise refuse("no_such_weapon", path, refusals.NO_SUCH_WEAPON, unit=unit.id)
    arm = unit.arm(name)
    if arm is not None and arm.ammo == 0:
        raise refuse("no_ammo", path, refusals.NO_AMMO, weapon=name)
    return name, cards.WEAPON[name.split("#")[0]]


def _check_range(weapon: cards.Card, unit: Unit, target: Unit, path: str) -> None:
    if not reaches(weapon, unit, target):
        assert unit.at is not None and target.at is not None
        data = {"weapon": weapon["id"], "distance": distance(unit.at, target.at)}
        raise refuse("out_of_range", path, refusals.OUT_OF_RANGE, **data)


def _attack(state: State, unit: Unit, plain: Order, path: str, extra: str | None) -> Order:
    name, weapon = _weapon(unit, plain.get("weapon"), f"{path}.weapon", "attack")
    target = enemy_on_board(state, unit.seat, plain.get("target"), f"{path}.target")
    _check_range(weapon, unit, target, f"{path}.target")
    return {"weapon": name, "target": target.id}


def _support(state: State, unit: Unit, plain: Order, path: str, extra: str | None) -> Order:
    name, weapon = _weapon(unit, plain.get("weapon"), f"{path}.weapon", "support")
    target = own_mech(state, unit.seat, plain.get("target"), f"{path}.target")
    if target is unit or not target.on_board:
        raise refuse("bad_target", f"{path}.target", refusals.NO_TARGET_FOR_THIS, unit=target.id)
    _check_range(weapon, unit, target, f"{path}.target")
    return {"weapon": name, "target": target.id}


def _use_card(state: State, unit: Unit, plain: Order, path: str, extra: str | None) -> Order:
    held = _gear(unit, plain.get("card"), f"{path}.card", "act")
    card = cards.MECH_CARD[held.card]
    if unit.fresh:
        raise refuse("fresh", f"{path}.card", refusals.FRESH, unit=unit.id)
    if unit.hp > card.get("needs", {}).get("self_hp_lte", unit.hp):
        raise refuse("condition_not_met", f"{path}.card", refusals.CARD_UNMET)
    if any(effect["op"] == "teleport_random" for effect in card["do"]) and is_held(state, unit):
        raise refuse("held", f"{path}.card", refusals.HELD, unit=unit.id)
    if "range" not in card:
        if plain.get("target") is not None:
            raise refuse("unknown_field", f"{path}.target", refusals.CARD_WITHOUT_TARGET)
        return {"card": held.id}
    target = enemy_on_board(state, unit.seat, plain.get("target"), f"{path}.target", mech=True)
    _check_range(card, unit, target, f"{path}.target")
    return {"card": held.id, "target": target.id}


def _hold(state: State, unit: Unit, plain: Order, path: str, extra: str | None) -> Order:
    return {}


_CHECKS: dict[str, Any] = {"move": _move, "attack": _attack, "support": _support, "gear": _use_card, "hold": _hold}
