"""Lanterns that take their time: `work` additions for every step, in plain Python."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.core.contract import Json
from games.core.events import Event
from games.core.rng import Rng
from tests.games import toy
from tests.games.toy import State


def check_options(options: dict[str, Any], seats: int | None) -> dict[str, Any]:
    rest = {key: value for key, value in options.items() if key != "work"}
    return {**toy.check_options(rest, seats), "work": int(options.get("work", 1_000_000))}


def resolve(state: State, orders: Mapping[int, Json], rng: Rng) -> tuple[State, list[Event]]:
    total = 0
    for number in range(state.options["work"]):
        total += number
    return toy.resolve(state, orders, rng)


GAME = replace(toy.GAME, id="toy_slow", check_options=check_options, resolve=resolve)
