"""Which ways over the bare terrain are asked for again and again? Those to standing destinations, kept from round to round.

A canonical way is canonical from each of its cells on, and where no obstacle stands on it, it is canonical with the obstacles
too: they can only lengthen other ways (6.1).
"""

from __future__ import annotations

from games.deep_blue import paths
from games.deep_blue.board import Bits, Board

MOST_KEPT = 200_000
"""Cells of ways that are kept for a map; then all are forgotten."""

Way = tuple[tuple[int, ...], int]
"""Cells of a way to its end, and the number of those that lie behind."""


class Routes:
    """Ways over the free cells of one map and layer. A cache and nothing else: what it answers does not depend on it."""

    def __init__(self, board: Board, free: Bits) -> None:
        self.board, self.free = board, free
        self._ways: dict[int, dict[int, Way]] = {}
        self._kept = 0

    def way(self, start: int, goal: int) -> Way:
        """The canonical way to a cell, or to the nearest one that can be reached; without its first cell, empty if there is none."""
        known = self._ways.setdefault(goal, {})
        if start not in known:
            self._keep(start, goal, known)
        return known[start]

    def _keep(self, start: int, goal: int, known: dict[int, Way]) -> None:
        cells = tuple(terrain_way(self.board, start, goal, self.free, self.board.height * self.board.stride)[0])
        known[start] = cells, 0
        for behind, cell in enumerate(cells, start=1):
            known.setdefault(cell, (cells, behind))
        self._kept += 1 + len(cells)
        if self._kept > MOST_KEPT:
            # Other threads may be reading: theirs are dicts of their own from now on.
            self._ways, self._kept = {}, 0


def terrain_way(board: Board, start: int, goal: int, free: Bits, most: int) -> tuple[list[int], int, int]:
    """The first `most` cells of the way by terrain alone, its length, and where it ends: at the goal or as near as can be."""
    found = paths.plan(board, start, goal, free, most)
    if found is None:
        goal = paths.nearest(board, start, goal, free)
        found = paths.plan(board, start, goal, free, most)
    assert found is not None, "the nearest cell is reachable"
    return *found, goal
