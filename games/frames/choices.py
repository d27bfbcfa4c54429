"""Which orders can be given by one click? Legal ones with words in both languages; the match page shows them as buttons.

A plan of Blitz is put together from its parts, `plan_parts.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

from games.core.errors import OrderError
from games.frames import cards
from games.frames.legal import legal
from games.frames.orders import check, pending
from games.frames.plan_parts import NOTHING, parts
from games.frames.resolve.commands import able
from games.frames.state import State
from games.frames.texts import say_order

Json = Any
Order = dict[str, Any]


def choices(state: State, seat: int) -> list[Json]:
    """Entries `{"label", "zh", "orders"}`: every single order; for a plan of Blitz its parts, which add up."""
    if seat not in pending(state):
        return []
    if state.phase == "plan":
        return _plan(state, seat)
    found = [_entry(state, seat, one) for order in legal(state, seat) for one in _variants(state, seat, order)]
    if state.phase == "window":
        found += [_entry(state, seat, pair) for pair in _pairs(state, seat)]
    return found


def _plan(state: State, seat: int) -> list[Json]:
    """An empty plan, and what can be laid on it."""
    label, chinese = NOTHING
    found = [{"label": label, "zh": chinese, "orders": {"type": "plan"}, "adds": False}]
    orders = (one for order in legal(state, seat) for one in _variants(state, seat, order))
    for part, (label, chinese) in parts(state, seat, orders):
        found.append({"label": label, "zh": chinese, "orders": {"type": "plan", **part}, "adds": True})
    return found


def _variants(state: State, seat: int, order: Order) -> Iterator[Order]:
    """The order as listed, and with every other choice of cards (a deployment) or mechs (Hull Resupply)."""
    yield order
    if order["type"] == "deploy":
        for gear in _loads(state, seat):
            yield {**order, "gear": gear}
    elif "units" in order:
        for units in _crews(state, seat, order["skill"]):
            if units != order["units"]:
                yield {**order, "units": units}


def _loads(state: State, seat: int) -> Iterator[list[str]]:
    """Cards in hand that a mech could take along: one choice for each set of names."""
    hand = state.sides[seat].hand["mech"]
    seen = set()
    for count in range(1, state.settings.mech_gear_slots + 1):
        for chosen in combinations(hand, count):
            names = tuple(sorted(held.card for held in chosen))
            if names not in seen:
                seen.add(names)
                yield [held.id for held in chosen]


def _crews(state: State, seat: int, skill: str) -> Iterator[list[str]]:
    """Mechs that could act by a ship skill."""
    mechs = state.sides[seat].board_mechs()
    names = [mech.id for mech in mechs if able(state, mech) and not mech.fresh and not mech.boosted]
    limit = next(effect["up_to"] for effect in cards.SHIP_SKILL[skill]["do"] if effect["op"] == "extra_acts")
    for count in range(min(limit, len(names)), 0, -1):
        yield from (list(chosen) for chosen in combinations(names, count))


def _pairs(state: State, seat: int) -> Iterator[Order]:
    """Answers to a window that use two things, in the order in which they are carried out (7.1)."""
    single = [order["use"][0] for order in legal(state, seat) if order["use"]]
    for pair in permutations(single, 2):
        try:
            yield check(state, seat, {"type": "react", "use": list(pair)})
        except OrderError:
            continue


def _entry(state: State, seat: int, order: Order) -> Json:
    label, chinese = say_order(state, seat, order)
    return {"label": label, "zh": chinese, "orders": order}
