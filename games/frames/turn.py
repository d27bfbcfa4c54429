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
from games.frames.acts import refuse
from games.frames.sketch import after, is_unforeseen
from games.frames.state import State

Order = dict[str, Any]
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
            is_blind = found[-1]["type"] not in ("act", "finish", "end_turn") and is_unforeseen(before, seat, found[-1])
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
