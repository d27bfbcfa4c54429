"""A game made of secrets, for the tests of the fog: every seat owns a number that nobody else may ever see, and orders are notes.

Whatever is hidden is drawn so large that it cannot turn up anywhere by accident.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from games.core.contract import Bot, Game, Option, Outcome, Place
from games.core.errors import OptionError, OrderError
from games.core.events import Audience, Event
from games.core.rng import Rng

State = dict[str, Any]
BIG = 10**15


def check_options(options: dict[str, Any], seats: int | None) -> dict[str, Any]:
    full = {"steps": 4, "fog": True, **options}
    if type(full["steps"]) is not int or not 1 <= full["steps"] <= 100:
        raise OptionError("range", "steps", "Between 1 and 100.")
    return full


def setup(options: dict[str, Any], seats: int, rng: Rng) -> State:
    return {
        "steps": options["steps"], "step": 0, "fog": options["fog"], "hidden": BIG + rng.randrange(BIG),
        "secrets": [BIG + rng.randrange(BIG) for _ in range(seats)], "notes": [""] * seats, "out": [],
    }  # fmt: skip


def pending(state: State) -> list[int]:
    if outcome(state):
        return []
    return [seat for seat in range(len(state["secrets"])) if seat not in state["out"]]


def check(state: State, seat: int, orders: Any) -> Any:
    if orders == {"resign": True}:
        return orders
    if not isinstance(orders, dict) or set(orders) != {"note"}:
        raise OrderError("malformed", "", "Orders are one note.")
    if not isinstance(orders["note"], str) or len(orders["note"]) > 100:
        raise OrderError("too_long", "note", "A note has at most %(limit)s characters.", {"limit": 100})
    return orders


def resolve(state: State, orders: Mapping[int, Any], rng: Rng) -> tuple[State, list[Event]]:
    new = json.loads(json.dumps(state))
    new["step"] += 1
    new["hidden"] = BIG + rng.randrange(BIG)
    everybody = range(len(state["secrets"]))
    events: list[Event] = []
    for seat in sorted(orders):
        given = orders[seat]
        if given == {"resign": True}:
            new["out"].append(seat)
            events.append({"type": "left", "seat": seat, "to": "all"})
        elif given is not None:
            new["notes"][seat] = given["note"]
            others = [other for other in everybody if other != seat]
            events.append({"type": "noted", "seat": seat, "note": given["note"], "to": [seat]})
            events.append({"type": "noted", "seat": seat, "to": others, "redacted": True})
    return new, events


def view(state: State, audience: Audience) -> Any:
    seen: dict[str, Any] = {"steps": state["steps"], "step": state["step"], "seat": audience, "out": state["out"]}
    if audience == "referee" or not state["fog"]:
        return {**seen, "hidden": state["hidden"], "secrets": state["secrets"], "notes": state["notes"]}
    if isinstance(audience, int):
        seen |= {"secret": state["secrets"][audience], "note": state["notes"][audience]}
    return seen


def outcome(state: State) -> Outcome | None:
    seats = range(len(state["secrets"]))
    if state["step"] < state["steps"] and len(state["out"]) < len(seats) - 1:
        return None
    best = sorted(seats, key=lambda seat: (seat in state["out"], -state["secrets"][seat]))
    return Outcome("steps", tuple(Place(place, seat) for place, seat in enumerate(best, start=1)))


def forecast(view: Any, orders: Any) -> Any:
    return {"secret": view["secret"], "letters": len(check({}, view["seat"], orders).get("note", ""))}


GAME = Game(
    id="vault",
    name="Vault",
    summary="Everybody has a secret.",
    rules_version="1",
    seats=range(2, 5),
    options=(
        Option("steps", "int", "Steps", 4, minimum=1, maximum=100),
        Option("fog", "bool", "Fog", True),
    ),
    presets={},
    bots=(Bot("mute", "Mute", "Says nothing.", lambda view, rng, memory: {"note": ""}),),
    check_options=check_options,
    setup=setup,
    pending=pending,
    check=check,
    default_orders=lambda state, seat: {"note": ""},
    resolve=resolve,
    view=view,
    outcome=outcome,
    reasons={"steps": "The last step is over."},
    to_json=lambda state: state,
    from_json=lambda state: state,
    has_fog=lambda options: bool(options["fog"]),
    static_keys=("steps",),
    choices=lambda state, seat: {"longest": 100, "seat": seat},
    forecast=forecast,
)
