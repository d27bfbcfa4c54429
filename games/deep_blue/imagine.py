"""Which position could a seat be in that sees this view? What it knows as it is, the rest by the plainest guess; for trying things out.

Enemy units out of sight are where they were last seen. For what it knows nothing about the seat takes the enemy for its equal:
as many units of each kind, those that nobody has seen near their base, the same stocks there, nothing being built. Units are full
of fuel and ammo, islands of the enemy as empty as they were found, and the enemy knows of islands and stocks what the seat does.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.core.bits import members
from games.core.rng import Rng
from games.deep_blue import memory
from games.deep_blue.believed import believed, fill
from games.deep_blue.board import Bits, planar
from games.deep_blue.constants import AIR, KINDS, START_UNITS
from games.deep_blue.settings import chart_of, settle
from games.deep_blue.setup import add_unit, draw_id, has_ids, keep_ids, sort
from games.deep_blue.state import Element, Ghost, State

Json = Any

_KINDS_BY_START = list(dict.fromkeys(kind for kind, _ in START_UNITS["fleet"]))


def imagine(options: dict[str, Json], view: Json, rng: Rng) -> State:
    """A position with orders due that `view`, a seat's own, does not rule out; `options` are the table's, prepared."""
    chart, seat = chart_of(options), view["seat"]
    state = believed(view, chart, settle(options, chart))
    hidden = _hidden(state, seat)
    for ghost in state.memory[seat].values():
        _place_ghost(state, ghost, hidden)
    keep_ids(state, state.elements, rng)
    _add_unseen(state, seat, hidden)
    sort(state)
    state.seen = None
    memory.refresh(state)
    return state


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
    fill(unit, None)
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
        if KINDS[one.kind].population > room or not has_ids(state, 1 - seat):
            continue
        at = _take_nearest(state, hidden, one.level, base.rect)
        if at is not None:
            add_unit(state, draw_id(state, 1 - seat), one.kind, 1 - seat, *at, one.planes_max)


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
