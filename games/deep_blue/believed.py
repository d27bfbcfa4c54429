"""Which position does a seat's view show, nothing added? Read by the forecast and by whoever imagines the rest."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any

from games.deep_blue import formations
from games.deep_blue.constants import FORMATION_SIZE, ISLAND_SCORE, LAYERS, SEATS
from games.deep_blue.formations import Planes
from games.deep_blue.known import Known as View
from games.deep_blue.maps import Chart
from games.deep_blue.settings import Settings, settle
from games.deep_blue.sight import Sight
from games.deep_blue.state import Element, Entry, Ghost, Known, State, Tally, pair

Json = Any

USUAL_PLANES: Planes = (4, 2, 3, 1)
"""What formations are taken for whose planes are not told: those of the start."""


def believed(view: Json, chart: Chart, settings: Settings) -> State:
    """The position that `view`, a seat's own, shows: no enemy units but those in sight, ids not yet set.

    Enemies are full of fuel and ammo, the stocks of their base are those of the own one, their islands as empty as they were
    found, and they know of islands and stocks what the seat does.
    """
    seat = view["seat"]
    state = State(
        chart=chart, settings=settings, round=view["round"], elements={},
        queues=[_queue(view) if one == seat else [] for one in range(SEATS)],
        memory=[_ghosts(view) if one == seat else {} for one in range(SEATS)],
        known=[_known(view) for _ in range(SEATS)],
        tallies=[_tally(view, one) for one in range(SEATS)],
        id_key=0, ids_used=[0] * SEATS, result=view["outcome"],
    )  # fmt: skip
    base = next(one for one in view["elements"] if one["kind"] == "base" and one["seat"] == seat)
    for line in view["elements"]:
        one = _unit(line) if "pos" in line else _building(line, base)
        one.standing = line.get("standing")
        state.elements[one.id] = one
        if "struck" in line:
            state.struck[one.id] = line["struck"]
    return state


def position(known: View) -> State:
    """What the view shows, with the seat's own sight as it is and the enemy's islands armed: who asks should expect the worst."""
    view = known.view
    state = believed(view, known.chart, settle({**view["options"], "map": None}, known.chart))
    for one in state.elements.values():
        if one.kind == "island" and one.seat == 1 - known.seat:
            one.ammo = one.ammo_max
    blind = [0 for _ in LAYERS]
    state.seen = Sight(known.board, [known.vision if seat == known.seat else blind for seat in range(SEATS)])
    return state


# What the seat knows of itself


def _queue(view: Json) -> list[Entry]:
    return [
        Entry(one["kind"], None if one["planes"] is None else tuple(one["planes"]), one["left"], pair(one["rally"]))
        for one in view["queue"]
    ]


def _ghosts(view: Json) -> dict[int, Ghost]:
    found = {}
    for one in view["memory"]:
        x, y, level = one["pos"]
        found[one["id"]] = Ghost(one["id"], one["kind"], one["seat"], x, y, level, one["health"], one["round"])
    return found


def _known(view: Json) -> dict[int, Known]:
    """Islands, mines and oilfields as the seat knows them."""
    return {
        one["id"]: Known(one["seat"], one["health"] or 0, one["fuel"] or 0, one["metal"] or 0, one["seen_round"])
        for one in view["elements"]
        if "rect" in one and one["kind"] != "base"
    }


def _tally(view: Json, seat: int) -> Tally:
    """The own score in its parts; that of the enemy as it was told, the rest as if it were fuel."""
    parts = view["score_parts"][seat]
    if parts is None:
        told = view["enemy_parts"]
        rest = view["scores"][seat] - told["damage"] - told["islands"]
        return Tally(told["damage"], told["islands"] // ISLAND_SCORE, rest * view["tables"]["per_point"]["fuel"])
    return Tally(parts["damage"], parts["islands"] // ISLAND_SCORE, parts["fuel"], parts["metal"])


# Elements


def _building(line: Json, base: Json) -> Element:
    """A base, island, mine or oilfield; the stocks of the enemy base are those of the own one."""
    x0, y0, x1, y1 = line["rect"]
    known = base if line["kind"] == "base" else line
    ammo = known["ammo"] if line["ammo"] is not None or line["kind"] == "base" else 0
    return Element(
        line["id"], line["kind"], line["seat"], x0, y0, x1 - x0, y1 - y0, line["level"], line["health"] or 0,
        known["fuel"] or 0, ammo, known["metal"] or 0,
    )  # fmt: skip


def _unit(line: Json) -> Element:
    """A unit in sight; an enemy is full of what it can hold."""
    x, y, level = line["pos"]
    unit = Element(line["id"], line["kind"], line["seat"], x, y, 0, 0, level, line["health"], 0, 0, 0)
    if line["fuel"] is None:
        fill(unit, line.get("planes_total"))
        return unit
    unit.fuel, unit.ammo, unit.metal = line["fuel"], line["ammo"], line["metal"]
    unit.destination = pair(line["destination"])
    if "planes" in line:
        unit.planes, unit.planes_max = tuple(line["planes"]), tuple(line["planes_max"])
    return unit


def fill(unit: Element, planes: int | None) -> None:
    """Give an enemy unit what is not seen of it, in place; `planes`: how many a formation has, None: nobody knows."""
    if unit.kind == "formation":
        unit.planes = unit.planes_max = likely_planes(unit.health, planes)
    unit.fuel, unit.ammo, unit.metal = unit.fuel_max, unit.ammo_max, 0


@lru_cache(maxsize=4096)
def likely_planes(health: int, count: int | None) -> Planes:
    """The composition with this health and number of planes that is nearest to what is left of a usual one."""
    wanted = formations.survivors(USUAL_PLANES, health)
    found = [
        planes
        for planes in _compositions()
        if count in (None, sum(planes))
        and formations.health_max(planes) >= health
        and formations.survivors(planes, health) == planes
    ]
    return min(found, key=lambda planes: (sum(abs(a - b) for a, b in zip(planes, wanted, strict=True)), planes))


@lru_cache(maxsize=1)
def _compositions() -> list[Planes]:
    """All that a formation may have left."""
    every = product(range(FORMATION_SIZE + 1), repeat=len(USUAL_PLANES))
    return [planes for planes in every if 0 < sum(planes) <= FORMATION_SIZE]
