"""When does a bot give up? A match that nobody can turn any more is not to be sat through by whoever has won it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from games.core.rng import Rng
from games.cosmos.constants import BURST_OVERHEAD
from games.cosmos.orders import RESIGNATION

Json = Any
Decide = Callable[[Json, Rng, dict[str, Json]], Json]
PATIENCE = 15
"""Rounds without a planet in which a ship may take one back."""


def gives_up(view: Json, memory: dict[str, Json]) -> bool:
    """Has a seat no planet, and no ship that could take one? Against a single opponent also after some rounds in which none has."""
    if any(one["kind"] == "planet" for one in view["own"]):
        memory.pop("homeless", None)
        return False
    since = memory.setdefault("homeless", view["round"])
    if not any(one["kind"] == "battleship" and one["energy"] > BURST_OVERHEAD for one in view["own"]):
        return True
    return len(view["alive"]) == 2 and view["round"] - since >= PATIENCE


def until_beaten(decide: Decide) -> Decide:
    """The same bot, which gives up when it is beaten."""
    return partial(_decide, decide)


def _decide(decide: Decide, view: Json, rng: Rng, memory: dict[str, Json]) -> Json:
    return {**RESIGNATION} if gives_up(view, memory) else decide(view, rng, memory)
