"""Where does each unit lie when the match begins (2)? Both forms are pure: of chart, kind and the cells that are taken."""

from __future__ import annotations

from collections.abc import Iterator, Set

from games.core.bits import members
from games.deep_blue.board import planar
from games.deep_blue.constants import AIR, KINDS
from games.deep_blue.maps import Chart

Cell = tuple[int, int]
Taken = Set[tuple[int, int, int]]
"""x, y and layer."""

RANKS = {
    "carrier": (2, -1), "cargo": (2, -3), "battleship": (3, 1), "cruiser": (4, 2), "destroyer": (5, 3), "submarine": (4, 3),
}  # fmt: skip
"""Of each kind on or under the water: how far from the base it lies, and how much it is drawn towards the enemy (below 0: away from him)."""
APART = 1
"""Cells around a unit of a spread formation where no other lies, on whatever layer."""


def close_place(chart: Chart, kind: str, taken: Taken) -> Cell:
    """The free cell nearest to the base of seat 0; formations: of its own cells first."""
    level = KINDS[kind].level
    return next(at for at in _nearest(chart, level == AIR) if (*at, level) not in taken)


def spread_place(chart: Chart, kind: str, taken: Taken) -> Cell:
    """Its place in a formation: destroyers and submarines towards the enemy, heavy ships behind them, carriers and cargo ships behind the base,
    each with a ring of free water; planes over the base, its corners first, which is their deck. Where there is no such place, the nearest
    free one."""
    level = KINDS[kind].level
    if level == AIR:
        over = [at for at in _corners_first(chart) if (*at, level) not in taken]
        return over[0] if over else close_place(chart, kind, taken)
    free = [at for at in _ranked(chart, kind) if not _is_crowded(at, taken)]
    return free[0] if free else close_place(chart, kind, taken)


def _is_crowded(at: Cell, taken: Taken) -> bool:
    x, y = at
    near = range(-APART, APART + 1)
    return any((x + across, y + down, level) in taken for across in near for down in near for level in range(AIR))


def _nearest(chart: Chart, is_in_the_air: bool) -> tuple[Cell, ...]:
    base, board = chart.base(0), chart.board
    cells = (board.place(cell) for cell in members(board.full if is_in_the_air else chart.ocean))
    return tuple(sorted(cells, key=lambda at: (planar((*at, *at), base), at[1], at[0])))


def _corners_first(chart: Chart) -> Iterator[Cell]:
    x0, y0, x1, y1 = chart.base(0)
    cells = [(x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)]
    yield from sorted(cells, key=lambda at: (at[0] not in (x0, x1) or at[1] not in (y0, y1), at[1], at[0]))


def _ranked(chart: Chart, kind: str) -> tuple[Cell, ...]:
    """Water by how well it fits the kind's place in the formation, the best first."""
    base, board = chart.base(0), chart.board
    far, forward = RANKS[kind]
    across, down = board.width - 1 - base[0] - base[2], board.height - 1 - base[1] - base[3]
    long = max(abs(across), abs(down), 1)

    def misfit(at: Cell) -> tuple[int, int, int]:
        x, y = at
        ahead = ((2 * x - base[0] - base[2]) * across + (2 * y - base[1] - base[3]) * down) // long
        return 4 * abs(planar((*at, *at), base) - far) - forward * ahead // 2, y, x

    return tuple(sorted(_nearest(chart, False), key=misfit))
