"""May a seat give these orders of a turn in one go, and when is the rest of them not played? Chapter 14.2.

Each is checked on a sketch of the position after those before it. What is left when the dice, a reaction or something new could
change the mind of the seat comes back to it as a suggestion (`resolve/rest.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.errors import OrderError
from games.core.fields import items, one_of, record, within
from games.core.text import gettext_noop
from games.frames import refusals
from games.frames.effects import turns
from games.frames.orders.acts import sketch_act
from games.frames.orders.kind import Order, refuse
from games.frames.orders.kinds import KINDS, sketch_order
from games.frames.orders.mechs import extra_of, operable, still_able
from games.frames.state import State

Check = Callable[[State, int, Any], Order]

LONGEST = 30
"""Orders in one go."""
STOPS = ("dice", "reaction", "news")
"""After what the rest is not played: a roll, an answer of the enemy, something turned up or drawn."""
WHY: dict[str, str] = {
    "dice": gettext_noop("Dice have fallen. Do you still want to go on as ordered?"),
    "reaction": gettext_noop("There was a reaction. Do you still want to go on as ordered?"),
    "news": gettext_noop("There is something new. Do you still want to go on as ordered?"),
    "choice": gettext_noop("You have to choose a card first."),
    "refused": gettext_noop("The next order cannot be given any more."),
    "turn_over": gettext_noop("Your turn was over before all was played."),
}
"""Why the rest of a turn was not played."""
WORDS = tuple(WHY.values())


def check_turn(state: State, seat: int, orders: Order, check: Check) -> Order:
    """Several orders of a turn in normal form; raises OrderError at the one that is wrong."""
    record(orders, "", ("type", "orders", "stops"), ("orders",))
    entries = items(orders["orders"], "orders")
    if not entries:
        raise refuse("too_few", "orders", refusals.AT_LEAST_ONE)
    if len(entries) > LONGEST:
        raise refuse("plan_too_long", "orders", refusals.TOO_LONG, limit=LONGEST)
    named = items(orders.get("stops", list(STOPS)), "stops")
    wanted = [one_of(one, within("stops", i), STOPS) for i, one in enumerate(named)]
    found: list[Order] = []
    sketch: State | None = state
    before = state
    for i, entry in enumerate(entries):
        path = within("orders", i)
        if sketch is None:
            is_blind = is_unforeseen(before, seat, found[-1])
            raise refuse("wrong_phase", f"{path}.type", refusals.NOT_FORESEEN if is_blind else refusals.TURN_OVER)
        if isinstance(entry, dict) and entry.get("type") in ("turn", "resign"):
            raise refuse("bad_type", f"{path}.type", refusals.NOT_IN_A_TURN)
        found.append(_checked(sketch, seat, entry, path, check))
        before, sketch = sketch, after(sketch, seat, found[-1])
    return {"type": "turn", "orders": found, "stops": [one for one in STOPS if one in wanted]}


def _checked(state: State, seat: int, entry: Any, path: str, check: Check) -> Order:
    try:
        return check(state, seat, entry)
    except OrderError as error:
        joined = within(path, error.path) if error.path else path
        raise OrderError(error.code, joined, error.template, error.data) from None


# One order after the other


def after(state: State, seat: int, order: Order) -> State | None:
    """The position after an order of a turn, as far as it can be foreseen; None: the turn is over, or nothing can be foreseen."""
    sketch = state.copy()
    kind = order["type"]
    if kind == "end_turn":
        return _end(sketch)
    if kind == "act":
        return _acted(sketch, order["act"])
    if kind == "finish":
        if sketch.phase == "end_step":
            return None
        sketch.todo.pop()
        return _on(sketch)
    if is_unforeseen(sketch, seat, order):
        return None
    sketch_order(sketch, seat, {"acts": [], **order})
    if kind == "operate_all":
        units = operable(sketch, seat)
        sketch.todo.append({"do": "operate", "kind": kind, "seat": seat, "remaining": units})
    elif "units" in order:
        sketch.todo.append({"do": "operate", "kind": order["skill"], "seat": seat, "remaining": list(order["units"])})
    return _on(sketch)


def is_unforeseen(state: State, seat: int, order: Order) -> bool:
    """Does the order change so much, or show so much, that nothing can be ordered beyond it?"""
    return order["type"] in KINDS and KINDS[order["type"]].is_unforeseen(state, seat, order)


def _acted(sketch: State, act: Order) -> State | None:
    unit = sketch.need(act["unit"])
    if sketch.phase == "end_step":
        unit.extras.append(extra_of(sketch, unit, act))
        sketch_act(sketch, act)
        return _extras(sketch)
    record = sketch.waiting
    acted = unit.acted
    record["remaining"].remove(act["unit"])
    sketch_act(sketch, act)
    unit.acted = acted or record["kind"] == "operate_all"
    return _on(sketch)


def _on(sketch: State) -> State | None:
    """To the next order of the turn: of the operation, of the main phase, or of the end step."""
    if sketch.todo:
        record = sketch.waiting
        record["remaining"] = still_able(sketch, record)
        if record["remaining"]:
            sketch.phase = "operate"
            return sketch
        sketch.todo.pop()
    sketch.phase = "main"
    return sketch if sketch.ap > 0 else _end(sketch)


def _end(sketch: State) -> State | None:
    turns.end_turn(sketch)
    sketch.phase = "end_step"
    return _extras(sketch)


def _extras(sketch: State) -> State | None:
    assert sketch.active is not None
    mechs = sketch.sides[sketch.active].board_mechs()
    return sketch if any(turns.extras_of(sketch, mech) for mech in mechs) else None
