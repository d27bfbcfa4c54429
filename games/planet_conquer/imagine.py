"""Which position could a seat be in that sees this view? What it knows as it is, the rest by the plainest guess; for trying things out.

Whatever is out of sight is as it was last seen, and natives where it was never seen. An opponent of whom no planet is known sits on
a starting planet that nobody has seen, with the units of the start, and has as many points as the seat itself.
"""

from __future__ import annotations

from typing import Any

from games.core.rng import Rng
from games.planet_conquer import constants, maps
from games.planet_conquer.settings import settle
from games.planet_conquer.state import State
from games.planet_conquer.storage import from_json

Json = Any


def imagine(options: dict[str, Json], view: Json, rng: Rng) -> State:
    """A position with orders due that `view`, a seat's own, does not rule out; `options` are the table's."""
    chart = maps.expanded(view["map"])
    settings = settle(options, chart)
    seat: int = view["seat"]
    playing = [line["seat"] for line in view["seats"] if line["status"] == "in"]
    holds = [_hold(planet, chart.natives[planet["id"]], playing) for planet in view["planets"]]
    fleets = [fleet for fleet in view["fleets"] if fleet["seat"] in playing]
    for other in playing:
        if other != seat and all(owner != other for owner, _ in holds):
            home = _unseen_home(view, chart.starts, holds)
            if home is not None:
                holds[home] = [other, settings.start_units]
    # Somebody did what the view shows without a name.
    somebody = next((other for other in playing if other != seat), seat)
    rows = [[row for row in view.get("standing", ()) if row["seat"] == other] for other in range(len(view["seats"]))]
    return from_json(
        {
            "game": constants.GAME_ID,
            "version": constants.STATE_VERSION,
            "phase": view["phase"],
            "round": view["round"],
            "options": settings.chosen,
            "map": view["map"],
            "salt": "".join(f"{rng.randrange(256):02x}" for _ in range(16)),
            "next_fleet": [0] * len(view["seats"]),
            "holds": holds,
            "fleets": fleets,
            "seats": [_seat(line, view["you"], is_own=line["seat"] == seat) for line in view["seats"]],
            "effects": _effects(view, holds, somebody),
            "pending": [_named(line, somebody) for line in view["announcements"]],
            "memory": [
                [_memory(planet) if other == seat else None for planet in view["planets"]]
                for other in range(len(view["seats"]))
            ],
            "result": view["result"],
            **({"standing": rows} if settings.standing else {}),
        }
    )


def _hold(planet: Json, natives: int, playing: list[int]) -> list[int | None]:
    """Owner and units as the seat knows them; whoever has gone out since owns nothing any more."""
    if planet["units"] is None:
        return [None, natives]
    return [planet["owner"] if planet["owner"] in playing else None, planet["units"]]


def _unseen_home(view: Json, starts: Any, holds: list[list[int | None]]) -> int | None:
    """A planet for an opponent of whom none is known: a start before any other, never one in sight."""
    free = [planet["id"] for planet in view["planets"] if planet["seen"] != "now" and holds[planet["id"]][0] is None]
    return min(free, key=lambda planet: (planet not in starts, planet), default=None)


def _seat(line: Json, you: Json, *, is_own: bool) -> Json:
    out = None
    if line["status"] != "in":
        out = {"round": line["out_round"], "reason": line["status"], "planets": line["planets"], "units": line["units"]}
    missed = you["lost_turns"] if is_own else 0
    return {"points": you["points"], "lost_turns": missed, "out": out, "lot": line["lot"]}


def _effects(view: Json, holds: list[list[int | None]], somebody: int) -> list[Json]:
    shown = [
        {**_named(effect, somebody), "planet": planet["id"]}
        for planet in view["planets"]
        for effect in planet["effects"]
    ]
    attacks = [{"type": "attack", **attack, "seat": view["seat"]} for attack in view["attacks"]]
    # A defence or a boost ends with its owner.
    return attacks + [
        effect
        for effect in shown
        if effect["type"] not in {"defend", "boost"} or holds[effect["planet"]][0] == effect["seat"]
    ]


def _named(line: Json, somebody: int) -> Json:
    return line if line["seat"] is not None else {**line, "seat": somebody}


def _memory(planet: Json) -> Json:
    if planet["seen"] != "before":
        return None
    return {"owner": planet["owner"], "units": planet["units"], "round": planet["as_of"]}
