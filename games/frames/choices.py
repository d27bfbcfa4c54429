"""Which orders can be given by one click? Legal ones with words in both languages; the match page shows them as buttons."""

from __future__ import annotations

from typing import Any

from games.frames.legal import legal
from games.frames.orders import pending
from games.frames.state import State
from games.frames.texts import say_order

Json = Any


def choices(state: State, seat: int) -> list[Json]:
    """Entries `{"label", "zh", "orders"}`; plans of Blitz are listed with one entry each."""
    if seat not in pending(state):
        return []
    found = []
    for order in legal(state, seat):
        orders = order
        if state.phase == "plan":
            orders = {"type": "plan", "actions": [order], "end_acts": [], "standing": [], "prefer": []}
            if order["type"] == "operate_all":
                continue
        label, chinese = say_order(state, seat, order)
        found.append({"label": label, "zh": chinese, "orders": orders})
    return found
