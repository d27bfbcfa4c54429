"""How is a position written down, and what of a view do scenes ask? Used by the lesson and the puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.contract import Json, Options
from games.core.lessons import Moment, Stage
from games.core.rng import Rng
from games.planet_conquer.maps import built_in
from games.planet_conquer.setup import setup
from games.planet_conquer.state import State
from games.planet_conquer.storage import from_json, to_json

Hold = tuple[int | None, int]
"""Owner and units of a planet; None: natives."""
Flight = tuple[int, str, str, int, int]
"""Seat, from, to, units, rounds left of a fleet on a route."""


def placed(
    table: Mapping[str, Json],
    holds: Mapping[str, Hold],
    *,
    fleets: Sequence[Flight] = (),
    points: Sequence[int] = (0, 0),
    round_: int = 1,
) -> Stage:
    """`setup` of a table with these garrisons, by the keys of planets, in place of its own; all other planets are empty. Nobody remembers a thing."""

    def position(options: Options, seats: int, rng: Rng) -> State:
        state = setup(options, seats, rng)
        chart, data = state.chart, to_json(state)
        data["round"] = round_
        data["holds"] = [list(holds.get(planet["key"], (None, 0))) for planet in chart.document["planets"]]
        data["fleets"] = [_fleet(state, number, flight) for number, flight in enumerate(fleets)]
        for seat, row in enumerate(data["seats"]):
            row["points"] = points[seat]
        data["memory"] = [[None] * chart.count for _ in range(seats)]
        return from_json(data)

    planets: dict[str, tuple[str, int | str]] = {
        key: ("planets", id_) for key, id_ in built_in(table["map"]).ids.items()
    }
    return Stage(table, position, planets, first_step=round_ - 1)


def _fleet(state: State, number: int, flight: Flight) -> dict[str, Json]:
    seat, source, target, units, left = flight
    ends = {"from": state.chart.ids[source], "to": state.chart.ids[target]}
    length = state.chart.rounds[ends["from"]][ends["to"]]
    return {
        "id": f"{number:010x}",
        "seat": seat,
        **ends,
        "units": units,
        "length": length,
        "left": left,
        "kind": "route",
    }


def move(source: str, target: str, units: int) -> dict[str, Any]:
    """Orders of one move."""
    return orders((source, target, units))


def orders(*moves: tuple[str, str, int], tactic: dict[str, Any] | None = None) -> dict[str, Any]:
    """Orders of some moves and perhaps a tactic."""
    return {"moves": [{"from": a, "to": b, "units": units} for a, b, units in moves], "tactic": tactic}


WAIT: dict[str, Any] = orders()


def planet(view: Json, key: str) -> dict[str, Any]:
    """The planet of that key as the view shows it."""
    number = next(one["id"] for one in view["map"]["planets"] if one["key"] == key)
    found: dict[str, Any] = next(one for one in view["planets"] if one["id"] == number)
    return found


def holds(view: Json, *keys: str) -> bool:
    """Does the seat of the view hold all of these planets?"""
    return all(planet(view, key)["owner"] == view["seat"] and planet(view, key)["seen"] == "now" for key in keys)


def battle_at(moment: Moment, key: str) -> dict[str, Any] | None:
    """The battle of this step on that planet, if the seat heard of one."""
    number = planet(moment.after, key)["id"]
    return next((one for one in moment.events if one["type"] == "battle" and one["planet"] == number), None)
