"""Lanterns with wide views and long orders, for what carries them: everybody is shown a window of a long text that moves on with every step.

The window is `width` characters wide and stands where only its seat can tell; orders may bring a `note` that nobody reads."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.core.contract import Json
from games.core.errors import OptionError, OrderError
from games.core.events import Audience
from tests.games import toy
from tests.games.toy import State

LONGEST_NOTE = 1000
WIDEST = 60_000
MOST_ROUNDS = 1_000_000
STRIDE = 97
"""How far the window moves in a round."""
TEXT = "".join(chr(97 + number * number % 23) for number in range(1009)) * (2 + WIDEST // 1009)


def check_options(options: dict[str, Any], seats: int | None) -> dict[str, Any]:
    own = {"rounds": MOST_ROUNDS, "width": 4000}
    known = toy.check_options({key: value for key, value in options.items() if key not in own}, seats)
    for key, limit in (("rounds", MOST_ROUNDS), ("width", WIDEST)):
        known[key] = options.get(key, own[key])
        if type(known[key]) is not int or not 1 <= known[key] <= limit:
            raise OptionError("out_of_range", key, "This option is out of range.")
    return known


def check(state: State, seat: int, orders: Json) -> Json:
    if not isinstance(orders, dict):
        raise OrderError("bad_type", "", "Orders are an object.")
    note = orders.get("note", "")
    if not isinstance(note, str) or len(note) > LONGEST_NOTE:
        raise OrderError("bad_type", "note", "A note is a short text.")
    rest = {key: value for key, value in orders.items() if key != "note"}
    return {**toy.check(state, seat, rest), "note": note}


def view(state: State, audience: Audience) -> Json:
    shown = toy.view(state, audience)
    secret = state.cells[audience] if isinstance(audience, int) else 0
    start = (state.round * STRIDE + secret) % 1009
    shown["text"] = TEXT[start : start + state.options["width"]]
    return shown


GAME = replace(
    toy.GAME,
    id="toy_wide",
    check_options=check_options,
    check=check,
    view=view,
    choices=None,
)
