"""What would become of drafted orders if nobody answered? Made from the seat's view and nothing else (`Game.forecast`).

Every order of a turn is looked at in the position that those before it lead to: own units move and pay, the enemy stays, no die falls.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.text import Phrase, gettext_noop, phrase
from games.frames import cards
from games.frames.choices import hidden_in, offers, words
from games.frames.effects import windows
from games.frames.harm import harm
from games.frames.imagine import known
from games.frames.labels import DRAWS_EVENT
from games.frames.orders import check
from games.frames.orders.acts import say_act
from games.frames.orders.kind import Order
from games.frames.orders.kinds import costs, leads, say_order, sketch_order
from games.frames.orders.turn import after, is_unforeseen
from games.frames.orders.volleys import Hidden, attack_of, is_aimed, odds_of
from games.frames.state import State

Json = Any

STOPS: dict[str, str] = {
    "dice": gettext_noop("Dice fall here; then you are asked again."),
    "reaction": gettext_noop("The enemy may react here; then you are asked again."),
    "news": gettext_noop("Something new is turned up here; then you are asked again."),
}
GIVES_UP = gettext_noop("Give up")
WORDS = (*STOPS.values(), GIVES_UP)


def forecast(view: Json, orders: Json) -> dict[str, Json]:
    """What drafted orders cost and may do, order by order; raises OrderError at the part that is not legal.

    `orders`: an entry each with words, `costs`, `odds`, `leads`, `harm` (why it may be regretted) and `stop` (why the turn may stop
    there, null: it does not). `left`:
    action points and energy after all of them, null: that is not known, or the turn is over.
    `ends_turn`. `units`: where own mechs then stand, those that have moved. `choices`: what could be ordered after all of them, as
    `Game.choices` has it; null: nothing can.
    """
    seat = view["you"]
    state, hidden = known(view), hidden_in(view)
    normal = check(state, seat, orders)
    found: list[Json] = []
    sketch: State | None = state
    last, is_over = state, False
    for order, stops in _each(normal):
        assert sketch is not None
        found.append(_entry(sketch, seat, order, hidden, stops))
        last, sketch = sketch, _next(sketch, seat, order)
        is_over = sketch is None and order["type"] not in _ALONE and not is_unforeseen(last, seat, order)
    end = sketch if sketch is not None else last
    is_known = sketch is not None and bool(end.sides)
    return {
        "orders": found,
        "left": {"ap": max(0, end.ap), "energy": end.sides[seat].energy} if is_known else None,
        "ends_turn": is_over,
        "units": _moved(state, end, seat, found),
        "choices": offers(end, seat, hidden) if is_known and end.phase in _GOES_ON else None,
    }


_GOES_ON = ("main", "operate", "end_step", "plan")
"""Phases in which orders follow each other in one go."""
_ALONE = ("fleet", "victory", "react", "choose", "plan", "resign")
"""Orders after which nothing is sketched."""


def _each(normal: Order) -> Iterator[tuple[Order, list[str]]]:
    """The orders one by one, with what stops a turn after them; a single one is followed by nothing."""
    if normal["type"] == "turn":
        last = len(normal["orders"]) - 1
        for i, order in enumerate(normal["orders"]):
            yield order, normal["stops"] if i < last else []
    elif normal["type"] == "plan":
        yield from ((action, []) for action in normal["actions"])
        yield from (({"type": "act", "act": act}, []) for act in normal["end_acts"])
    else:
        yield normal, []


def _next(state: State, seat: int, order: Order) -> State | None:
    if state.phase == "plan":
        sketch = state.copy()
        sketch_order(sketch, seat, order)
        return sketch
    return None if order["type"] in _ALONE else after(state, seat, order)


def _entry(state: State, seat: int, order: Order, hidden: Hidden, stops: list[str]) -> dict[str, Json]:
    if order["type"] in _ALONE:
        said = phrase(GIVES_UP) if order["type"] == "resign" else say_order(state, seat, order)
        return {
            **words(said),
            "orders": order,
            "costs": {},
            "odds": None,
            "leads": leads(state, seat, order),
            "harm": [],
            "stop": None,
        }
    stop = next((kind for kind in _stops(state, seat, order) if kind in stops), None)
    paid = costs(state, seat, order)
    chances = odds_of(state, seat, order, hidden) if is_aimed(order) else None
    return {
        **words(_said(state, seat, order)),
        "orders": order,
        "costs": paid,
        "odds": chances,
        "leads": leads(state, seat, order),
        "harm": harm(state, seat, order, paid, chances),
        "stop": None if stop is None else {"code": stop, **phrase(STOPS[stop])},
    }


def _said(state: State, seat: int, order: Order) -> Phrase:
    """An order in words, each act of an operation in a plan as well."""
    acts = order.get("acts")
    return say_act(state, seat, acts[-1]) if acts else say_order(state, seat, order)


def _stops(state: State, seat: int, order: Order) -> Iterator[str]:
    """What may stop a turn after this order, as far as it can be foreseen."""
    attack = attack_of(state, seat, order)
    if attack is not None:
        is_sure = any(effect["op"] == "no_judgement" for effect in attack[1]["effects"])
        yield "reaction" if is_sure else "dice"
    kinds = {"deploy": "enemy_deploy", "gather": "enemy_gather"}
    kind = kinds.get(order["type"])
    if kind and windows.opens(state, kind, 1 - seat, {"do": order["type"]}):
        yield "reaction"
    if order["type"] == "resupply":
        yield "news"
    if order["type"] == "play":
        held = state.sides[seat].held_in_hand(order["card"])
        if held and any(effect["op"] in ("peek", "reveal_top") for effect in cards.SHIP_CARD[held.card]["do"]):
            yield "news"
    if any(said["text"] == DRAWS_EVENT for said in leads(state, seat, order)):
        yield "news"


def _moved(before: State, end: State, seat: int, found: list[Json]) -> dict[str, list[int]]:
    """Where own mechs stand after the orders that did not stand there before."""
    if not before.sides:
        return {}
    places = {mech.id: mech.at for mech in end.sides[seat].board_mechs()}
    # The sketch ends before an order that ends the turn; what that one moves is known all the same.
    for entry in found[-1:]:
        act = entry["orders"].get("act", {})
        if act.get("do") == "move":
            places[act["unit"]] = (act["path"][-1][0], act["path"][-1][1])
        elif entry["orders"]["type"] == "deploy":
            places[entry["orders"]["mech"]] = (entry["orders"]["at"][0], entry["orders"]["at"][1])
    known_before = {mech.id: mech.at for mech in before.sides[seat].board_mechs()}
    return {name: list(at) for name, at in places.items() if at is not None and at != known_before.get(name)}
