"""Where may a club be born? Chapter 4.1, steps 3 and 4."""

from __future__ import annotations

import numpy as np

from games.hundred_clubs.board import Board, Flags
from games.hundred_clubs.maps import Chart


def too_close(board: Board, cell: int, chosen: list[int], distance: int) -> int | None:
    """The first chosen cell that is nearer than `distance`; None if the cell may be chosen."""
    y, x = divmod(cell, board.width)
    for other in chosen:
        other_y, other_x = divmod(other, board.width)
        if abs(x - other_x) + abs(y - other_y) < distance:
            return other
    return None


def legal(board: Board, chosen: list[int], distance: int) -> Flags:
    """Cells that may be chosen, water included."""
    y, x = np.divmod(np.arange(board.cells), board.width)
    flags = np.ones(board.cells, dtype=bool)
    for other in chosen:
        other_y, other_x = divmod(other, board.width)
        flags &= abs(x - other_x) + abs(y - other_y) >= distance
    return flags


def best(chart: Chart, board: Board, chosen: list[int], distance: int) -> int:
    """What a club chooses that says nothing: the legal land cell with most members within distance 2, the first of equals."""
    worth = np.where(legal(board, chosen, distance) & chart.land.ravel(), chart.around.ravel(), -1)
    return int(np.argmax(worth))
