"""Which way to win does a bot choose? The one that its fleet is made for, now and then another (16.2)."""

from __future__ import annotations

from typing import Any

from games.core.rng import Rng
from games.frames import cards
from games.frames.bots.reading import is_fast
from games.frames.constants import CONDITIONS

Json = Any

FAITHFUL = 4
"""Of five matches, in how many the best way is chosen; who always does the same is easily met."""
HEAVY = ("siege_railgun", "siege_laser", "thermal_beam", "heavy_vulcan", "breach_torpedo")
"""Main weapons that sink warships."""

STURDY = 4
"""Hit points of a mech that survives a blow on its way."""


def choose(view: Json, rng: Rng) -> str:
    """The way to win in which this fleet is the strongest, by what its owner knows."""
    ways = CONDITIONS[view["options"]["victory_set"]]
    best = max(ways, key=lambda way: fitness(view, way))
    return best if rng.randrange(5) < FAITHFUL else ways[rng.randrange(len(ways))]


def fitness(view: Json, way: str) -> float:
    """How well the own fleet is made for a way to win."""
    mine = view["seats"][view["you"]]
    hull: int = cards.SHIP[mine["ship"]["card"]]["hp"]
    crew = len(mine["pilots"]["ready"])
    if way == "raid":
        runners = sum(1.0 if is_fast(mech) else 0.5 if mech["hp"] >= STURDY else 0.4 for mech in mine["mechs"])
        return min(crew, runners) * 1.8
    if way == "annihilation":
        return 1.5 * sum(arm["id"] in HEAVY for arm in mine["ship"]["weapons"]) + 0.5
    if way == "lingering":
        return 4.0 - hull / 15
    return hull / 15 + crew / 3 + 2.0 * any(skill["id"] == "last_stand" for skill in mine["captain"]["skills"])
