"""What can a seat not do now, and why? One entry for every own card, mech, weapon and skill that no legal order uses.

The reason is the refusal of the order that would use it, so it says what the seat may know and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.core.errors import OrderError
from games.core.text import Phrase, gettext_noop, phrase, spoken
from games.frames import cards, labels, refusals
from games.frames.board import ADJACENT, is_forward
from games.frames.labels import name_of, unit_name
from games.frames.orders import kinds
from games.frames.orders.acts import GEAR, MOVE, weapon_uses
from games.frames.orders.kind import Kind, Order, Use
from games.frames.state import State, Unit

Json = Any

WITH_DEPLOYMENT = gettext_noop("It goes along with a mech that is deployed; none can be deployed now.")
WORDS = (WITH_DEPLOYMENT,)


def entries(state: State, seat: int, legal: Sequence[Json]) -> Iterator[Json]:
    """Entries with a `reason` instead of `orders`; `legal` are those that have some."""
    uses = _USES.get(state.phase)
    if uses is None:
        return
    keys = {_key(entry) for entry in legal}
    if state.phase in ("main", "plan") and not any(key[0] == "deploy" for key in keys):
        yield from _carried(state, seat)
    for use in uses(state, seat):
        facts = {**kinds.about(state, seat, use.order), **use.more}
        if _key(facts) not in keys:
            reason = _refusal(state, seat, use)
            if reason is not None:
                said = _said(state, seat, use.order)
                yield {"label": spoken(said), **said, **facts, "reason": reason}


def _carried(state: State, seat: int) -> Iterator[Json]:
    """Mech cards in hand while no mech can be deployed."""
    for held in state.sides[seat].hand["mech"]:
        said = phrase(labels.PLAY, card=name_of(held.card))
        facts = {"group": "gear", "source": held.id, "part": None, "card": held.card}
        reason = {"code": "wrong_window", **phrase(WITH_DEPLOYMENT)}
        yield {"label": spoken(said), **said, **facts, "reason": reason}


def _key(facts: Json) -> tuple[Json, ...]:
    return facts.get("kind") or facts["group"], facts["source"], facts["part"], tuple(facts.get("at") or ())


def _refusal(state: State, seat: int, use: Use) -> Json | None:
    """Why no order of this use is legal; None if one of them is."""
    first: OrderError | None = None
    kind = kinds.KINDS[use.order["type"]]
    plain = kind.plain(state, seat, use.order)
    for order in [plain] if plain else use.orders:
        try:
            kind.check(state, seat, order)
        except OrderError as error:
            first = first or error
        else:
            return None
    if first is None:
        return {"code": "no_target", "text": refusals.NO_TARGET, "data": {}}
    data = {key: value for key, value in first.data.items() if f"%({key})s" in first.template}
    return {"code": first.code, "text": first.template, "data": data}


def _said(state: State, seat: int, order: Order) -> Phrase:
    """What it is called: a mech that may not even hold stands for all that it could do."""
    if order["type"] == "react":
        (item,) = order["use"]
        order = {"type": "play", **item} if "card" in item else {"type": "captain", **item}
    act = order.get("act")
    if act and act["do"] == "hold":
        return phrase(labels.OPERATE_ONE, mech=unit_name(state, act["unit"], seat))
    return kinds.ACT.say(state, seat, order) if act else kinds.say_order(state, seat, order)


# What there is


def _main(state: State, seat: int) -> Iterator[Use]:
    yield from _each(state, seat, kinds.FIRE, kinds.RESUPPLY, kinds.OPERATE_ALL, kinds.GATHER)
    yield from (use for _, use in kinds.transfers(state, seat))
    yield from kinds.AUTOCANNON.uses(state, seat)
    yield from _mechs(state, seat, kinds.OPERATE_ONE)
    yield from _each(state, seat, kinds.PLAY, kinds.CAPTAIN, kinds.SHIP_SKILL)


def _each(state: State, seat: int, *several: Kind) -> Iterator[Use]:
    for kind in several:
        yield from kind.uses(state, seat)


def _acts(state: State, seat: int) -> Iterator[Use]:
    yield from _mechs(state, seat, kinds.ACT)


def _mechs(state: State, seat: int, kind: Kind) -> Iterator[Use]:
    """Mechs on the board: each as a whole, its weapons and cards, and ways that are barred."""
    for mech in state.sides[seat].board_mechs():
        hold = {"type": kind.type, "act": {"unit": mech.id, "do": "hold"}}
        whole = Use(hold, [hold])
        yield whole
        if _refusal(state, seat, whole) is not None:
            continue
        for use in _of_mech(state, mech, kind):
            if use.order.get("type") == "use_gear":
                yield use
            else:
                acts = ({"type": kind.type, "act": act} for act in use.orders)
                yield Use({"type": kind.type, "act": use.order}, acts, more=use.more)


def _of_mech(state: State, mech: Unit, kind: Kind) -> Iterator[Use]:
    yield from weapon_uses(state, mech)
    free = {use.order["card"]: use for use in kinds.USE_GEAR.uses_of(mech)} if kind is kinds.OPERATE_ONE else {}
    for held in mech.gear:
        if held.id in free:
            yield free[held.id]
        elif cards.MECH_CARD[held.card]["use"] == "act":
            yield GEAR.uses_of(state, mech, held)
    for use in MOVE.uses(state, mech, extra=False):
        yield _barred(state, mech, use)
    yield from _boosts(state, mech)


def _boosts(state: State, mech: Unit) -> Iterator[Use]:
    """Areas two steps away that a card which the mech carries would open, had it come out earlier or were it no extra act."""
    boost = next((held.id for held in mech.gear if cards.MECH_CARD[held.card]["use"] == "with_move"), None)
    if boost is None or not (mech.fresh or state.phase == "end_step"):
        return
    assert mech.at is not None
    near = {mech.at, *ADJACENT[mech.at]}
    ways = {second: first for first in ADJACENT[mech.at] for second in ADJACENT[first] if second not in near}
    for second, first in ways.items():
        order: Order = {"unit": mech.id, "do": "move", "path": [list(first), list(second)], "boost": boost}
        yield Use(order, [order], more={"at": list(second), "blockers": []})


def _barred(state: State, mech: Unit, use: Use) -> Use:
    """A way to the area next to it, with the enemy mechs that bar the way forward (5.3)."""
    (end,) = use.order["path"]
    assert mech.at is not None
    is_ahead = is_forward(mech.seat, mech.at, (end[0], end[1]))
    foes = [foe.id for foe in state.sides[1 - mech.seat].board_mechs() if is_ahead and foe.at == mech.at]
    return Use(use.order, [use.order], more={"at": end, "blockers": foes})


_USES = {"main": _main, "plan": _main, "operate": _acts, "end_step": _acts, "window": kinds.REACT.uses}
