"""How are several orders of a turn played one after the other, and when does that stop? Chapter 14.2.

`State.rest` holds what is still to be played: `seat`, `turn`, `orders`, `stops`, and `why` once it has stopped: then it is a
suggestion to its seat, which lasts until that seat orders something or its turn is over. Nobody else is told of it.

That an order follows in the same step as the one before it, or as the enemy's answer, shows that it was given beforehand. That is no
secret: it tells how somebody plays, not what they hold. So the rest may stop only at what everybody notices; would it stop at a skill
that is gained in secret, its stopping would tell of the captain.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.core.errors import OrderError
from games.core.events import Event
from games.frames.effects.work import Work
from games.frames.orders import check
from games.frames.orders.kind import Order
from games.frames.orders.kinds import execute
from games.frames.resolve import flow
from games.frames.state import State

OWN = ("main", "operate", "end_step")
"""Phases in which the seat whose turn it is gives its orders."""


def begin(state: State, seat: int, order: Order | None) -> Order | None:
    """The first of the orders that are given; what comes after it waits, and what waited before is forgotten."""
    state.rest = None
    if order is None or order["type"] != "turn":
        return order
    first, *others = order["orders"]
    if others:
        state.rest = {
            "seat": seat,
            "turn": state.turn,
            "orders": others,
            "stops": order["stops"],
            "why": None,
            "code": None,
        }
    return dict(first)


def go_on(work: Work) -> None:
    """Play what is left of the turn, as long as nothing stops it; a reaction that is awaited does not."""
    state, begun = work.state, 0
    while state.rest is not None:
        rest = state.rest
        if state.phase == "over" or (state.active, state.turn) != (rest["seat"], rest["turn"]):
            if rest["why"] is None and state.phase != "over":
                _stop(work, "turn_over")
            state.rest = None
            return
        if rest["why"] is not None:
            return
        why = news(work.events[begun:], rest["seat"], rest["stops"])
        if why is None and state.phase == "choose":
            why = "choice"
        if why is not None:
            _stop(work, why)
            return
        if state.phase not in OWN:
            return
        begun = len(work.events)
        _play_next(work)


def _play_next(work: Work) -> None:
    state = work.state
    assert state.rest is not None
    seat, orders = state.rest["seat"], state.rest["orders"]
    try:
        order = check(state, seat, orders[0])
    except OrderError as error:
        _stop(work, "refused", error.code)
        return
    state.rest = {**state.rest, "orders": orders[1:]} if orders[1:] else None
    execute(work, seat, order)
    flow.run(work)


def news(events: Sequence[Event], seat: int, stops: Sequence[str]) -> str | None:
    """Which of the kinds named in `stops` the seat has heard of first; None: nothing that could change its mind."""
    for event in events:
        if event["to"] == "all" or seat in event["to"]:
            kind = _kind(event, seat)
            if kind in stops:
                return kind
    return None


def _kind(event: Event, seat: int) -> str | None:
    if event["type"] == "roll":
        return "dice"
    if event["type"] == "react":
        return "reaction" if event["seat"] != seat else None
    if event["type"] == "reveal":
        # An own captain, pilot or card that is turned up is no news to its owner.
        own = event["unit"].startswith((f"m{seat}_", f"s{seat}")) if "unit" in event else event["seat"] == seat
        return None if own and event["what"] != "pile" else "news"
    # Each of these is known to happen to everybody, if not always what it shows.
    return "news" if event["type"] in ("drawn", "event_card", "peek") else None


def _stop(work: Work, why: str, code: str | None = None) -> None:
    rest = work.state.rest
    assert rest is not None
    work.state.rest = {**rest, "why": why, "code": code}
    work.tell_seat(rest["seat"], "stopped", orders=rest["orders"], why=why, code=code)
