"""How does a match begin (2)? Options and maps are checked in `settings.py` and `maps/`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from games.core.rng import Rng, SeededRng
from games.deep_blue import memory
from games.deep_blue.constants import FIRST_ID, KINDS, LAST_ID, SEATS, START_UNITS, SURFACE
from games.deep_blue.deployment import close_place, spread_place
from games.deep_blue.maps import Chart
from games.deep_blue.settings import Settings, chart_of, prepare, settle
from games.deep_blue.state import Element, Known, State, Tally

Json = Any

ORDERS_TRIED = 4
"""Orders of ids that `keep_ids` looks at."""


@lru_cache(maxsize=16)
def _ids(key: int) -> list[int]:
    found = list(range(FIRST_ID, LAST_ID + 1))
    SeededRng(f"deep_blue:ids:{key}").shuffle(found)
    return found


def has_ids(state: State, seat: int) -> bool:
    """Is there an id for this seat that was never used?"""
    return _next_place(state, seat) is not None


def draw_id(state: State, seat: int) -> int:
    """The next id of a seat, never used before (1), in place; only while `has_ids`."""
    place = _next_place(state, seat)
    assert place is not None
    state.ids_used[seat] = place + 1
    return _ids(state.id_key)[place]


def _next_place(state: State, seat: int) -> int | None:
    """Where the next id of a seat stands in the order: the seats have every second place, so that neither skips for the other.

    Positions made out of a view, or by hand, may have used any.
    """
    order, used = _ids(state.id_key), state.ids_used[seat]
    places = range(used + (seat - used) % SEATS, len(order), SEATS)
    return next((place for place in places if order[place] not in state.elements), None)


def keep_ids(state: State, taken: Iterable[int], rng: Rng) -> None:
    """Draw an order of ids in which these are used already, in place: of a few that which leaves the most."""

    def used(key: int) -> int:
        places = {number: place for place, number in enumerate(_ids(key), start=1)}
        return max(places[number] for number in taken)

    keys = [rng.randrange(1 << 48) for _ in range(ORDERS_TRIED)]
    state.id_key = min(keys, key=used)
    state.ids_used = [used(state.id_key)] * SEATS


def setup(options: dict[str, Any], seats: int, rng: Rng) -> State:
    """State 0. Draws the order of ids, before it a map that is still to be generated."""
    checked = prepare(options, seats, rng)
    chart = chart_of(checked)
    return begin(chart, settle(checked, chart), rng)


def begin(chart: Chart, settings: Settings, rng: Rng) -> State:
    """State 0 on a chart by these numbers."""
    state = State(
        chart=chart, settings=settings, round=1, elements={}, queues=[[] for _ in range(SEATS)],
        memory=[{} for _ in range(SEATS)], known=[{} for _ in range(SEATS)], tallies=[Tally() for _ in range(SEATS)],
        id_key=rng.randrange(1 << 48), ids_used=[],
    )  # fmt: skip
    ids = iter(_ids(state.id_key))
    for one in chart.document["objects"]:
        _add_object(state, next(ids), one)
    if chart.document["units"] is None:
        place_units(state, ids)
    else:
        for one in chart.document["units"]:
            x, y, _ = one["pos"]
            _override(add_unit(state, next(ids), one["kind"], one["seat"], x, y, _planes(one)), one)
    state.ids_used = [len(state.elements)] * SEATS
    sort(state)
    _learn(state)
    return state


def _planes(one: dict[str, Json]) -> tuple[int, ...] | None:
    return tuple(one["planes"]) if "planes" in one else None


def _override(element: Element, one: dict[str, Json]) -> None:
    """Start values of the map in place of the usual ones. Damaged formations lose planes and what these held."""
    for key in ("fuel", "ammo", "metal", "health"):
        if one.get(key) is not None:
            setattr(element, key, one[key])
    if element.planes is not None:
        element.lose(0)


def _add_object(state: State, key: int, one: dict[str, Json]) -> None:
    kind, (x0, y0, x1, y1) = one["kind"], one["rect"]
    table, is_base = KINDS[kind], kind == "base"
    element = Element(
        key, kind, one["seat"], x0, y0, x1 - x0, y1 - y0, SURFACE, table.health, table.fuel if is_base else 0,
        table.ammo if is_base else 0, table.metal if is_base else 0,
    )  # fmt: skip
    _override(element, one)
    if kind == "island" and one["seat"] is None and state.settings.island_health is not None:
        element.health = state.settings.island_health
    if kind == "oilfield":
        element.fuel *= state.settings.oil_factor
    state.elements[key] = element


def add_unit(state: State, key: int, kind: str, seat: int, x: int, y: int, planes: tuple[int, ...] | None) -> Element:
    """A new unit of this id, full of all it can hold, in place."""
    table = KINDS[kind]
    level = table.level
    element = Element(key, kind, seat, x, y, 0, 0, level, 0, 0, 0, table.metal, planes, planes)
    element.health, element.fuel, element.ammo = element.health_max, element.fuel_max, element.ammo_max
    state.elements[key] = element
    return element


def sort(state: State) -> None:
    """Put the elements in the order of their ids."""
    state.elements = dict(sorted(state.elements.items()))


def place_units(state: State, ids: Iterator[int]) -> None:
    """Each unit on the cell that the deployment gives it beside the base of seat 0, its twin on the cell turned by 180 degrees."""
    chart, board = state.chart, state.chart.board
    choose = spread_place if state.settings.is_spread else close_place
    taken: set[tuple[int, int, int]] = set()
    for kind, planes in START_UNITS[state.settings.start_units]:
        x, y = choose(chart, kind, taken)
        for seat, at in enumerate(((x, y), (board.width - 1 - x, board.height - 1 - y))):
            taken.add((*at, KINDS[kind].level))
            add_unit(state, next(ids), kind, seat, *at, planes)


def _learn(state: State) -> None:
    """What both seats know at the start: what the map says of islands and stocks, of round 0 (4)."""
    for known in state.known:
        for one in state.elements.values():
            if one.kind == "island":
                known[one.id] = Known(one.seat, one.health, 0, 0, 0)
            elif one.is_resource:
                known[one.id] = Known(None, 0, one.fuel, one.metal, 0)
    memory.refresh(state)
