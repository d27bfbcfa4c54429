"""Which position could a seat be in that sees this view? What it knows as it is, the rest by the plainest guess; for trying things out.

Enemy units out of sight are where they were last seen. For what it knows nothing about the seat takes the enemy for its equal:
as many units of each kind, those that nobody has seen near their base, the same stocks there, nothing being built. Units are full
of fuel and ammo, islands of the enemy as empty as they were found, and the enemy knows of islands and stocks what the seat does.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import product
from typing import Any

from games.core.bits import members
from games.core.rng import Rng
from games.deep_blue import formations, memory
from games.deep_blue.board import Bits, planar
from games.deep_blue.constants import AIR, FORMATION_SIZE, ISLAND_SCORE, KINDS, SEATS, START_UNITS
from games.deep_blue.formations import Planes
from games.deep_blue.settings import chart_of, settle
from games.deep_blue.setup import add_unit, has_ids, keep_ids, sort
from games.deep_blue.state import Element, Entry, Ghost, Known, State, Tally, pair

Json = Any

USUAL_PLANES: Planes = (4, 2, 3, 1)
"""What formations are taken for whose planes are not told: those of the start."""
_KINDS_BY_START = list(dict.fromkeys(kind for kind, _ in START_UNITS["fleet"]))


def imagine(options: dict[str, Json], view: Json, rng: Rng) -> State:
    """A position with orders due that `view`, a seat's own, does not rule out; `options` are the table's, prepared."""
    chart, seat = chart_of(options), view["seat"]
    state = State(
        chart=chart, settings=settle(options, chart), round=view["round"], elements={},
        queues=[_queue(view) if one == seat else [] for one in range(SEATS)],
        memory=[_ghosts(view) if one == seat else {} for one in range(SEATS)],
        known=[_known(view) for _ in range(SEATS)],
        tallies=[_tally(view, one) for one in range(SEATS)],
        id_key=0, ids_used=0, result=view["outcome"],
    )  # fmt: skip
    base = next(one for one in view["elements"] if one["kind"] == "base" and one["seat"] == seat)
    for line in view["elements"]:
        state.elements[line["id"]] = _unit(line) if "pos" in line else _building(line, base)
    hidden = _hidden(state, seat)
    for ghost in state.memory[seat].values():
        _place_ghost(state, ghost, hidden)
    keep_ids(state, state.elements, rng)
    _add_unseen(state, seat, hidden)
    sort(state)
    state.seen = None
    memory.refresh(state)
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
    """The own score in its parts; that of the enemy as if all of it were damage."""
    parts = view["score_parts"][seat]
    if parts is None:
        return Tally(damage=view["scores"][seat])
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
        _fill(unit, line.get("planes_total"))
        return unit
    unit.fuel, unit.ammo, unit.metal = line["fuel"], line["ammo"], line["metal"]
    unit.destination = pair(line["destination"])
    if "planes" in line:
        unit.planes, unit.planes_max = tuple(line["planes"]), tuple(line["planes_max"])
    return unit


def _fill(unit: Element, planes: int | None) -> None:
    """Give an enemy unit what is not seen of it, in place; `planes`: how many a formation has, None: nobody knows."""
    if unit.kind == "formation":
        unit.planes = unit.planes_max = likely_planes(unit.health, planes)
    unit.fuel, unit.ammo, unit.metal = unit.fuel_max, unit.ammo_max, 0


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


# What is out of sight


def _hidden(state: State, seat: int) -> list[Bits]:
    """Per layer the cells where a unit of the enemy may be unseen."""
    chart, seen = state.chart, state.sight().cells[seat]
    return [(chart.board.full if level == AIR else chart.ocean) & ~cells for level, cells in enumerate(seen)]


def _place_ghost(state: State, ghost: Ghost, hidden: list[Bits]) -> None:
    """An enemy unit where it was last seen, or as near to that as another one leaves room."""
    at = _take_nearest(state, hidden, ghost.level, (ghost.x, ghost.y, ghost.x, ghost.y))
    if at is None:
        return
    unit = Element(ghost.id, ghost.kind, ghost.seat, *at, 0, 0, ghost.level, ghost.health, 0, 0, 0)
    _fill(unit, None)
    state.elements[ghost.id] = unit


def _add_unseen(state: State, seat: int, hidden: list[Bits]) -> None:
    """As many more enemy units as the seat has more of a kind than it knows of, as far as their number may go."""
    known = Counter(one.kind for one in state.own(1 - seat))
    own = sorted((one for one in state.own(seat) if one.is_unit), key=lambda one: (_rank(one), one.id))
    base = state.base(1 - seat)
    for one in own:
        if known[one.kind] > 0:
            known[one.kind] -= 1
            continue
        room = state.settings.population_cap - state.population(1 - seat)
        if KINDS[one.kind].population > room or not has_ids(state):
            continue
        at = _take_nearest(state, hidden, one.level, base.rect)
        if at is not None:
            add_unit(state, one.kind, 1 - seat, *at, one.planes_max)


def _rank(one: Element) -> int:
    return _KINDS_BY_START.index(one.kind)


def _take_nearest(
    state: State, hidden: list[Bits], level: int, to: tuple[int, int, int, int]
) -> tuple[int, int] | None:
    """The free hidden cell nearest to a rectangle, which is not free any more then, in place; None if there is none."""
    board = state.chart.board
    places = (board.place(cell) for cell in members(hidden[level]))
    at = min(places, key=lambda at: (planar((*at, *at), to), at[1], at[0]), default=None)
    if at is not None:
        hidden[level] &= ~(1 << board.cell(*at))
    return at
