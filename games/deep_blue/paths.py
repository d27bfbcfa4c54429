"""Which way does a unit go? Canonical shortest paths (6.1) on sets of bits."""

from __future__ import annotations

from games.deep_blue.board import Bits, Board


def plan(board: Board, start: int, goal: int, free: Bits, most: int) -> tuple[list[int], int] | None:
    """The first `most` cells of the canonical path from `start` to `goal` over `free` cells, and its full length.

    The start counts as free. None if there is no way.
    """
    if start == goal:
        return [], 0
    if _is_open(board, start, goal, free | 1 << start):
        return _straight(board, start, goal, most)
    layers, origin = _without_detour(board, start, goal, free | 1 << start)
    if layers is None:
        layers, origin = _distances(board, start, goal, free | 1 << start), 0
    if layers is None:
        return None
    return _trace(board, start, goal, layers, origin, most), len(layers) - 1


def nearest(board: Board, start: int, goal: int, free: Bits) -> int:
    """The cell reachable from `start` with the least (distance to goal, steps, y, x)."""
    ring = 1 << goal
    while True:
        while not ring & (free | 1 << start):
            ring |= board.grow(ring) & board.full
        here = _first_reached(board, start, free, ring)
        if here:
            return (here & -here).bit_length() - 1
        # What is free near the goal is cut off from the start: look further.
        free &= ~ring


def _first_reached(board: Board, start: int, free: Bits, wanted: Bits) -> Bits:
    """Those of the wanted cells that take the least steps; 0 if none is reached."""
    frontier = everywhere = 1 << start
    while frontier and not frontier & wanted:
        frontier = board.grow(frontier) & free & ~everywhere
        everywhere |= frontier
    return frontier & wanted


def _is_open(board: Board, start: int, goal: int, free: Bits) -> bool:
    """Is the whole rectangle between the two free? Then every way without a detour is a shortest one."""
    (x0, y0), (x1, y1) = board.place(start), board.place(goal)
    box = board.area((min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)))
    return not box & ~free


def _straight(board: Board, start: int, goal: int, most: int) -> tuple[list[int], int]:
    (x, y), (goal_x, goal_y) = board.place(start), board.place(goal)
    across, down = abs(goal_x - x), abs(goal_y - y)
    length = across + down
    sideways = 1 if goal_x > x else -1
    downward = board.stride if goal_y > y else -board.stride
    path, cell = [], start
    for _ in range(min(most, length)):
        if across >= down:
            across -= 1
            cell += sideways
        else:
            down -= 1
            cell += downward
        path.append(cell)
    return path, length


def _distances(board: Board, start: int, goal: int, free: Bits) -> list[Bits] | None:
    """Cells by their number of steps to the goal, as far as the start; None if the start is not reached."""
    frontier, target, stride = 1 << goal, 1 << start, board.stride
    if not frontier & free:
        return None
    open_cells = free ^ frontier
    layers = [frontier]
    while not frontier & target:
        frontier = (frontier << 1 | frontier >> 1 | frontier << stride | frontier >> stride) & open_cells
        if not frontier:
            return None
        open_cells ^= frontier
        layers.append(frontier)
    return layers


def _without_detour(board: Board, start: int, goal: int, free: Bits) -> tuple[list[Bits] | None, int]:
    """As `_distances` if a way without a detour exists: only the rectangle between the two is looked at, moved to bit 0.

    Returns the layers, None if there is no such way, and the cell that became bit 0.
    """
    (x0, y0), (x1, y1) = board.place(start), board.place(goal)
    corner = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
    origin = board.cell(corner[0], corner[1])
    box = free >> origin & board.area((0, 0, corner[2] - corner[0], corner[3] - corner[1]))
    frontier = 1 << goal - origin & box
    layers = [frontier]
    stride, is_west, is_north = board.stride, x0 < x1, y0 < y1
    for _ in range(abs(x1 - x0) + abs(y1 - y0)):
        sideways = frontier >> 1 if is_west else frontier << 1
        frontier = (sideways | (frontier >> stride if is_north else frontier << stride)) & box
        if not frontier:
            return None, origin
        layers.append(frontier)
    return layers, origin


def _trace(board: Board, start: int, goal: int, layers: list[Bits], origin: int, most: int) -> list[int]:
    """Step to the neighbour that is one nearer: along the longer axis if possible, then east, south, west, north."""
    goal_x, goal_y = board.place(goal)
    stride = board.stride
    by_x, by_y = (1, -1, stride, -stride), (stride, -stride, 1, -1)
    path, cell = [], start
    for nearer in range(len(layers) - 2, max(-1, len(layers) - 2 - most), -1):
        y, x = divmod(cell, stride)
        layer = layers[nearer]
        for step in by_x if abs(goal_x - x) >= abs(goal_y - y) else by_y:
            bit = cell + step - origin
            if bit >= 0 and layer >> bit & 1:
                cell += step
                break
        path.append(cell)
    return path
