"""6.1: the path found with sets of bits is the canonical one, reckoned here cell by cell."""

from __future__ import annotations

import pytest

from games.core.rng import SeededRng
from games.deep_blue import paths
from games.deep_blue.board import Board, board_of
from games.deep_blue.routes import Routes


def slow_path(board: Board, start: int, goal: int, free: int) -> list[int] | None:
    """The rule word by word: distances to the goal, then the neighbour one nearer by axis, then E, S, W, N."""
    distance, queue = {goal: 0}, [goal]
    for cell in queue:
        x, y = board.place(cell)
        for u, v in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)):
            at = board.cell(u, v) if board.has(u, v) else -1
            if at >= 0 and at not in distance and (free >> at & 1 or at == start):
                distance[at] = distance[cell] + 1
                queue.append(at)
    if start not in distance or not (free >> goal & 1 or goal == start):
        return None
    path, cell = [], start
    goal_x, goal_y = board.place(goal)
    while cell != goal:
        x, y = board.place(cell)
        along_x = abs(goal_x - x) >= abs(goal_y - y)
        found = []
        for order, (u, v) in enumerate(((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1))):
            at = board.cell(u, v) if board.has(u, v) else -1
            if distance.get(at, -1) == distance[cell] - 1:
                found.append(((order % 2 == 0) != along_x, order, at))
        cell = min(found)[2]
        path.append(cell)
    return path


@pytest.mark.parametrize("share", [0, 5, 20, 40])
def test_canonical_path(share: int) -> None:
    """Same cells, same length, same answer where there is no way; at the borders of the map too."""
    dice = SeededRng(f"paths-{share}")
    board = board_of(16, 16)
    some, none = 0, 0
    for _ in range(150):
        cells = [board.cell(x, y) for x in range(16) for y in range(16)]
        free = sum(1 << cell for cell in cells if dice.randrange(100) >= share)
        start, goal = dice.choice(cells), dice.choice(cells)
        expected = slow_path(board, start, goal, free)
        found = paths.plan(board, start, goal, free, 12)
        if expected is None:
            none += 1
            assert found is None
        else:
            some += 1
            assert found == (expected[:12], len(expected))
    assert some > 20
    assert none > 20 or share < 40


def test_nearest_cell_of_an_unreachable_goal() -> None:
    """6.1: the reachable cell with the least (distance to the destination, steps, y, x)."""
    dice = SeededRng("nearest")
    board = board_of(16, 16)
    for _ in range(150):
        cells = [board.cell(x, y) for x in range(16) for y in range(16)]
        free = sum(1 << cell for cell in cells if dice.randrange(100) >= 45)
        start, goal = dice.choice(cells), dice.choice(cells)
        steps, queue = {start: 0}, [start]
        for cell in queue:
            x, y = board.place(cell)
            for u, v in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)):
                at = board.cell(u, v)
                if board.has(u, v) and at not in steps and free >> at & 1:
                    steps[at] = steps[cell] + 1
                    queue.append(at)
        goal_x, goal_y = board.place(goal)

        def order(cell: int, steps: dict[int, int] = steps, gx: int = goal_x, gy: int = goal_y) -> tuple[int, ...]:
            x, y = board.place(cell)
            return abs(x - gx) + abs(y - gy), steps[cell], y, x

        assert paths.nearest(board, start, goal, free) == min(steps, key=order)


@pytest.mark.slow
def test_kept_ways_are_canonical_from_each_of_their_cells() -> None:
    """6.1: also around obstacles, as long as none stands on them."""
    dice = SeededRng("routes")
    board = board_of(16, 16)
    cells = [board.cell(x, y) for x in range(16) for y in range(16)]
    crossed = clear = 0
    for _ in range(12):
        free = sum(1 << cell for cell in cells if dice.randrange(100) >= 20)
        routes, seas = Routes(board, free), [cell for cell in cells if free >> cell & 1]
        for _ in range(30):
            start, goal = dice.choice(seas), dice.choice(cells)
            way, behind = routes.way(start, goal)
            ahead = list(way[behind:])
            if slow_path(board, start, goal, free) is None:
                assert (ahead or [start])[-1] == paths.nearest(board, start, goal, free)
                continue
            for i, cell in enumerate([start, *ahead]):
                later, skipped = routes.way(cell, goal)
                assert list(later[skipped:]) == ahead[i:] == slow_path(board, cell, goal, free)
            crowd = {dice.choice(seas) for _ in range(3)} - {start, goal}
            if crowd.isdisjoint(ahead):
                clear += 1
                assert slow_path(board, start, goal, free & ~sum(1 << cell for cell in crowd)) == ahead
            else:
                crossed += 1
    assert clear > 50 and crossed > 20
