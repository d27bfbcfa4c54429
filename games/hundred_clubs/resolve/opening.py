"""What happens before round 1? Chapter 4.1: hidden bids, then birthplaces one after another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.events import Event
from games.core.rng import Rng
from games.hundred_clubs.orders import default_orders
from games.hundred_clubs.resolve.diplomacy import announcement
from games.hundred_clubs.resolve.ending import close, end_reason, sighted, strike_out
from games.hundred_clubs.resolve.work import Note, address
from games.hundred_clubs.setup import begin_rounds
from games.hundred_clubs.sight import facts
from games.hundred_clubs.state import UNDISCOVERED, State

Orders = Mapping[int, Any]


def close_auction(before: State, orders: Orders, rng: Rng) -> tuple[State, list[Event]]:
    """Everybody pays the own bid; the order of choice is by bid, equal bids by lot (4.1 steps 1 and 2)."""
    state = before.copy()
    tie = rng.permutation(state.seats)
    resigned = _resigned(before, orders)
    for seat in before.living():
        if seat not in resigned:
            bid = (orders.get(seat) or default_orders(before, seat))["bid"]
            state.bids[seat] = bid
            state.saving[seat] = state.settings.initial_saving - bid
    bidders = [seat for seat in before.living() if seat not in resigned]
    state.order = sorted(bidders, key=lambda seat: (-(state.bids[seat] or 0), tie[seat]))
    state.phase = "birthplaces"
    amounts = state.bids if state.settings.reveal_bids else None
    events = [
        {"type": "bids_closed", "round": 0, "order": state.order, "amounts": state.bids, "to": []},
        {"type": "bids_closed", "round": 0, "order": state.order, "amounts": amounts, "to": "all", "redacted": True},
    ]
    return state, events + _leave(state, resigned)


def choose(before: State, orders: Orders) -> tuple[State, list[Event]]:
    """One club takes its birthplace; after the last one round 1 begins (4.1 steps 3 and 4)."""
    state = before.copy()
    resigned = _resigned(before, orders)
    chooser = before.next_chooser()
    events: list[Event] = []
    if chooser is not None and chooser not in resigned:
        place = (orders.get(chooser) or default_orders(before, chooser))["birthplace"]
        cell = place[1] * state.board.width + place[0]
        state.birthplaces[chooser] = cell
        state.chosen.append(cell)
        event = {"type": "birthplace_chosen", "round": 0, "at": list(place), "seat": chooser}
        others = [seat for seat in range(state.seats) if seat != chooser]
        events += [{**event, "to": [chooser]}, {**event, "seat": None, "to": others, "redacted": True}]
    events += _leave(state, resigned)
    if state.phase == "birthplaces" and state.next_chooser() is None:
        events += _begin(state)
    return state, events


def _begin(state: State) -> list[Event]:
    found = [announcement(state, a, b, UNDISCOVERED, "discovered", None) for a, b in begin_rounds(state)]
    events = address([Note({**event, "round": 0}, **audience) for event, audience in found], state)
    for seat in state.living():
        events.append({**sighted(state, seat, 0, facts(state).sight[seat]), "round": 0, "to": [seat]})
    return events


def _resigned(state: State, orders: Orders) -> list[int]:
    return [seat for seat in state.living() if (orders.get(seat) or {}).get("resign")]


def _leave(state: State, resigned: list[int]) -> list[Event]:
    """Take out who resigned, in place; the match may be over with that."""
    for seat in resigned:
        strike_out(state, seat)
    events: list[Event] = [{"type": "eliminated", "round": 0, "seat": seat, "to": "all"} for seat in resigned]
    reason = end_reason(state)
    if reason is not None:
        close(state, reason)
        events.append({"type": "over", "round": 0, "outcome": state.result, "to": "all"})
    return events
