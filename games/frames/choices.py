"""Which orders can a seat give, what do they cost, and why can others not be given? Made from the seat's view and nothing else.

A plan of Blitz is put together from its parts, `orders/plan_parts.py`; what cannot be done is in `orders/blocked.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations
from typing import Any

from games.core.errors import OrderError
from games.core.text import Phrase, gettext_noop, phrase, spoken
from games.frames import cards
from games.frames.advice import advise
from games.frames.imagine import known
from games.frames.labels import card_of, name_of
from games.frames.orders import blocked, check, pending
from games.frames.orders.hand import crew, crew_limit
from games.frames.orders.kind import Order
from games.frames.orders.kinds import about, costs, leads, legal, say_order
from games.frames.orders.plan_parts import NOTHING, parts
from games.frames.orders.volleys import FaceDown, Hidden, is_aimed, odds_of
from games.frames.outfit import outfit
from games.frames.state import State
from games.frames.view import view

Json = Any

TAKE_ALONG = gettext_noop("…and take %(card)s along")
GO_ON = gettext_noop("Go on as ordered before")
WORDS = (TAKE_ALONG, GO_ON)
DIGITS = 9
"""So many offers of a window have a digit."""


def choices(state: State, seat: int) -> list[Json]:
    """Every order the seat can give, and what it cannot do with the reason; empty for who is not asked.

    Entries: `label` (English), `text` and `data` (the same as a phrase), `group`, `source`, `part`, `card`; then `orders`, `costs`,
    `odds` and `leads`, or `reason`. With `adds`: laid on an order that is drafted. What is worth most has `advice` (`advice.advise`), a deployment
    `along` (`outfit.outfit`).
    """
    return offered(view(state, seat)) if seat in pending(state) else []


def offered(shown: Json) -> list[Json]:
    """The choices of the seat whose view this is, while it is asked."""
    seat: int = shown["you"]
    state = known(shown)
    found = offers(state, seat, hidden_in(shown))
    advise(shown, state, found)
    return _suggested(shown, state, seat) + found


def offers(state: State, seat: int, hidden: Hidden) -> list[Json]:
    """The choices of a seat in this position, which may be one that its own drafts lead to."""
    if state.phase == "plan":
        found = _plan(state, seat, hidden)
        _equip(state, seat, found)
        return found + list(blocked.entries(state, seat, found))
    found = [_entry(state, seat, one, hidden) for order in legal(state, seat) for one in _variants(state, seat, order)]
    if state.phase == "window":
        found = list(_unlike(state, seat, found))
        for digit, one in enumerate(found[1 : DIGITS + 1], start=1):
            one["digit"] = digit
        found += _unlike(state, seat, [_entry(state, seat, pair, hidden) for pair in _pairs(state, seat)])
        return found + list(_unlike(state, seat, blocked.entries(state, seat, found)))
    if state.phase == "main" and any(one["group"] == "deploy" for one in found):
        found += _loads(state, seat)
        _equip(state, seat, found)
    return found + list(blocked.entries(state, seat, found))


def _suggested(shown: Json, state: State, seat: int) -> list[Json]:
    """What was left of a turn, as far as it can still be given: without the orders that cannot."""
    rest = shown["rest"]
    if rest is None or rest["why"] is None:
        return []
    kept: list[Order] = []
    for order in rest["orders"]:
        try:
            kept = check(state, seat, {"type": "turn", "orders": [*kept, order]})["orders"]
        except OrderError:
            continue
    if not kept:
        return []
    facts = {"group": "rest", "source": None, "part": None, "card": None}
    turn = {"type": "turn", "orders": kept, "stops": rest["stops"]}
    return [{**words(phrase(GO_ON)), **facts, "orders": turn, **_FREE}]


def hidden_in(shown: Json) -> Hidden:
    """How many cards and pilots lie face down for the reader, by mech."""
    found: Hidden = {}
    for side in shown["seats"]:
        for mech in side["mechs"]:
            pilot = mech["pilot"]
            down = FaceDown(
                sum(held["card"] is None for held in mech["gear"]), int(pilot is not None and pilot["card"] is None)
            )
            if any(down):
                found[mech["id"]] = down
    return found


def _plan(state: State, seat: int, hidden: Hidden) -> list[Json]:
    """An empty plan, and what can be laid on it: `group` is the list of the plan, `kind` the type of an order in it."""
    nothing = {"group": "plan", "source": None, "part": None, "card": None}
    found = [{**words(phrase(NOTHING)), **nothing, "orders": {"type": "plan"}, "adds": False, **_FREE}]
    orders = (
        one for order in legal(state, seat) for one in (*_variants(state, seat, order), *_loaded(state, seat, order))
    )
    for part, said in parts(state, seat, orders):
        ((group, (one,)),) = part.items()
        orders_of_it = {"orders": {"type": "plan", **part}, "adds": True}
        found.append({**words(said), **_of_plan(state, seat, group, one, hidden), **orders_of_it})
    return found


_FREE: dict[str, Json] = {"costs": {}, "odds": None, "leads": []}


def _of_plan(state: State, seat: int, group: str, one: Any, hidden: Hidden) -> dict[str, Json]:
    """What a part of a plan is about, costs and may do."""
    if group == "prefer":
        return {"group": group, "kind": None, "source": one, "part": None, "card": one, **_FREE}
    if group == "standing":
        used = one.get("use") or one.get("gear")
        card = card_of(state, seat, used) if used else one["skill"]
        return {"group": group, "kind": None, "source": used or one["skill"], "part": one["on"], "card": card, **_FREE}
    order = {"type": "act", "act": one} if group == "end_acts" else one
    acts = order.get("acts")
    facts = about(state, seat, {"type": "act", "act": acts[0]} if acts else order)
    foreseen = {"costs": costs(state, seat, order), "odds": None, "leads": leads(state, seat, order)}
    if is_aimed(order) and not acts and state.need(order.get("act", {}).get("unit", f"s{seat}")).on_board:
        foreseen["odds"] = odds_of(state, seat, order, hidden)
    return {**facts, "group": group, "kind": order["type"], **foreseen}


def _variants(state: State, seat: int, order: Order) -> Iterator[Order]:
    """The order as listed; a Hull Resupply with every other choice of mechs as well."""
    yield order
    if "units" in order:
        for units in _crews(state, seat, order["skill"]):
            if units != order["units"]:
                yield {**order, "units": units}


def _loaded(state: State, seat: int, order: Order) -> Iterator[Order]:
    """A deployment with every set of cards in hand that the mech could take along: in a plan nothing can be laid on it."""
    if order["type"] != "deploy":
        return
    seen = set()
    for count in range(1, state.settings.mech_gear_slots + 1):
        for chosen in combinations(state.sides[seat].hand["mech"], count):
            names = tuple(sorted(held.card for held in chosen))
            if names not in seen:
                seen.add(names)
                yield {**order, "gear": [held.id for held in chosen]}


def _loads(state: State, seat: int) -> Iterator[Json]:
    """Cards in hand that a mech takes along when it is deployed."""
    for held in state.sides[seat].hand["mech"] if state.settings.mech_gear_slots else ():
        said = phrase(TAKE_ALONG, card=name_of(held.card))
        facts = {"group": "gear", "source": held.id, "part": None, "card": held.card}
        yield {
            **words(said),
            **facts,
            "orders": {"gear": [held.id]},
            "adds": True,
            **_FREE,
        }


def _equip(state: State, seat: int, found: list[Json]) -> None:
    """Puts into every deployment who and what goes along best."""
    known_ones: dict[str, Json] = {}
    for entry in found:
        if (entry.get("kind") or entry["group"]) == "deploy":
            mech = entry["source"]
            known_ones.setdefault(mech, outfit(state, seat, state.need(mech)))
            entry["along"] = known_ones[mech]


def _crews(state: State, seat: int, skill: str) -> Iterator[list[str]]:
    """Mechs that could act by a ship skill."""
    names = [mech.id for mech in crew(state, seat)]
    limit = crew_limit(cards.SHIP_SKILL[skill])
    assert limit is not None
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


def _unlike(state: State, seat: int, found: Iterable[Json]) -> Iterator[Json]:
    """Answers to a window, without those that differ from one before only in which copy of a card in hand they use."""
    copies = {held.id: held.card for held in state.sides[seat].hand["ship"]}
    seen = set()
    for one in found:
        items = one["orders"]["use"] if "orders" in one else [{"card": one["source"]}]
        used = repr([{**item, "card": copies[item["card"]]} if item.get("card") in copies else item for item in items])
        if used not in seen:
            seen.add(used)
            yield one


def words(said: Phrase) -> dict[str, Json]:
    """A phrase as an entry carries it, with its English for programs and for whoever types it."""
    return {"label": spoken(said), **said}


def _entry(state: State, seat: int, order: Order, hidden: Hidden) -> Json:
    return {
        **words(say_order(state, seat, order)),
        **about(state, seat, order),
        "orders": order,
        "costs": costs(state, seat, order),
        "odds": odds_of(state, seat, order, hidden),
        "leads": leads(state, seat, order),
    }
