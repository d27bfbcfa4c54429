"""Which orders may a seat give? Chapters 14.1 to 14.3; judged only from what the seat knows."""

from __future__ import annotations

from typing import Any

from games.core.clocks import Timing
from games.core.fields import cut, record, text
from games.frames import refusals
from games.frames.constants import FLEET_DEFAULT, VICTORY_DEFAULT
from games.frames.effects.turns import is_helpless
from games.frames.orders.kind import Order, refuse
from games.frames.orders.kinds import KINDS, MAIN
from games.frames.orders.plan import check_plan
from games.frames.orders.turn import check_turn
from games.frames.state import State

RESIGNATION = {"type": "resign"}
TYPES = {
    "fleet": ("fleet",),
    "victory": ("victory",),
    "main": (*MAIN, "turn"),
    "operate": ("act", "finish", "turn"),
    "window": ("react",),
    "choose": ("choose",),
    "end_step": ("act", "finish", "turn"),
    "plan": ("plan",),
    "over": (),
}
"""Orders by phase (14.1); `resign` is accepted in all but the last."""
ALL_TYPES = {kind for kinds in TYPES.values() for kind in kinds}


def pending(state: State) -> list[int]:
    """Seats that the step waits for (14.1)."""
    if state.phase in ("fleet", "victory"):
        return [0, 1]
    if state.phase == "plan":
        # Whoever can do nothing is not asked for a plan (5.1 f), unless that is true of both.
        return [side.seat for side in state.sides if not is_helpless(side)] or [0, 1]
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
        raise refuse("not_an_object", "", refusals.OBJECT_FORM)
    if "type" not in orders:
        raise refuse("missing_field", "type", refusals.MISSING_FIELD, field="type")
    kind = text(orders["type"], "type")
    if kind != "resign" and kind not in ALL_TYPES:
        raise refuse("bad_type", "type", refusals.NO_SUCH_ORDER, order=cut(kind))
    if state.phase == "over":
        raise refuse("wrong_phase", "type", refusals.OVER)
    if kind == "resign":
        record(orders, "", ("type",))
        return dict(RESIGNATION)
    if seat not in pending(state):
        raise refuse("not_your_step", "type", refusals.NOT_YOUR_STEP)
    if kind not in TYPES[state.phase]:
        raise refuse("wrong_phase", "type", refusals.NOT_NOW)
    if kind == "plan":
        return check_plan(state, seat, orders)
    if kind == "turn":
        return check_turn(state, seat, orders, check)
    return KINDS[kind].check(state, seat, orders)
