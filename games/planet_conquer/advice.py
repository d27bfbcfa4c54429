"""Which tactic would pay with this draft? The forecast once more with each tactic that could matter now: for a hint, from the view alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from games.planet_conquer.orders import Known

Json = Any

ROUNDS = 5
"""After so many rounds positions are compared."""
MOST = 8
"""Tactics that are tried at the most: a forecast is asked for with every change of a draft."""
ENOUGH = 10
"""Units more than without it, for each point that it costs, if it brings no planet."""

Standing = tuple[int, int]
"""Planets and units of the seat after `ROUNDS` rounds."""


def advice(view: Json, known: Known, checked: Json, standing: Callable[[Json], Standing]) -> dict[str, Json] | None:
    """The tactic that pays most: `{type, planet, cost, planets, units, rounds}`, `planets` won or saved and `units` more after so many `rounds`.

    None: none does, or the draft has one. `standing(orders)` plays ahead. A planet counts more than any number of units; of tactics that bring as
    many planets the cheaper one is named, and where no planet is to be had, the one that brings most units a point.
    """
    if checked["tactic"] is not None or checked["resign"]:
        return None
    costs = {row["type"]: row["cost"] for row in view["tactics"] if row["allowed"]}
    tried = [(kind, planet) for kind, planet in _worth_trying(view, known, checked) if kind in costs][:MOST]
    if not tried:
        return None
    planets, units = standing(checked)
    best: tuple[tuple[int, float, int], dict[str, Json]] | None = None
    for kind, planet in tried:
        cost = costs[kind]
        with_it = standing({**checked, "tactic": {"type": kind, "planet": planet}})
        won, more = with_it[0] - planets, with_it[1] - units
        if won < 0 or (won == 0 and more < ENOUGH * max(1, cost)):
            continue
        rank = (won, -cost if won else more / max(1, cost), more)
        if best is None or rank > best[0]:
            best = rank, {"type": kind, "planet": planet, "cost": cost, "planets": won, "units": more, "rounds": ROUNDS}
    return None if best is None else best[1]


def _worth_trying(view: Json, known: Known, checked: Json) -> Iterator[tuple[str, int]]:
    """What could change something: defence where others arrive, help for what arrives at others, growth of the own planet that grows most."""
    me = known.seat
    threatened = {fleet["to"] for fleet in view["fleets"] if fleet["seat"] != me} & set(known.garrisons)
    for planet in sorted(threatened):
        yield "defend", planet
    on_the_way = {fleet["to"]: fleet["left"] for fleet in view["fleets"] if fleet["seat"] == me}
    for one in checked["moves"]:
        on_the_way.setdefault(one["to"], known.chart.rounds[one["from"]][one["to"]])
    for planet, rounds in sorted(on_the_way.items()):
        if planet in known.garrisons:
            continue
        # A strike falls one round later.
        yield from (("attack", planet), ("terminator", planet) if rounds == 2 else ("god", planet))
    grown = {
        row["id"]: row["next"] - row["units"] for row in view["planets"] if row["id"] in known.garrisons and row["next"]
    }
    if grown:
        yield "boost", max(grown, key=lambda planet: (grown[planet], -planet))
