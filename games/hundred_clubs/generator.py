"""Which map comes from `{"generated": {...}}`? One that looks the same from every sector (2.3; steps are numbered as there)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from games.core.rng import Rng
from games.hundred_clubs.maps import Cell, draw

TRIES = 20
"""Maps with a river that are tried before one without (step 6)."""
REDRAWS = 50
"""Of a district's centre (step 2)."""
CENTRES_APART = 4
STARTS_APART = 8

FIRST_KINDS = ("D", "T", "P", ".")
"""Every map has these districts (step 2)."""
KINDS = ("D",) * 3 + ("T",) * 4 + ("P",) * 2 + (".",) * 3 + ("h",) * 3
"""The others are drawn from these."""

DEFAULT_SIZE = {2: (25, 35), 4: (29, 29), 8: (35, 35)}
"""By sectors."""

Images = npt.NDArray[np.int64]
"""Per cell (column; numbered row after row) its images under the symmetry, itself first (S rows)."""
Board = npt.NDArray[np.str_]
"""One letter per cell, by [y, x]."""


def sectors(seats: int) -> int:
    """S: how many sectors a map for that many clubs has."""
    return 2 if seats == 2 else 4 if seats <= 4 else 8


def size_for(seats: int, width: int | None, height: int | None) -> Cell:
    """Width and height, with what was left out filled in."""
    default = DEFAULT_SIZE[sectors(seats)]
    if sectors(seats) == 2:
        return width or default[0], height or default[1]
    side = width or height or default[0]
    return width or side, height or side


def generate(seats: int, width: int, height: int, water: bool, rng: Rng) -> dict[str, Any]:
    """A map object; for more than two clubs `width` equals `height`, both are odd and in range."""
    count = sectors(seats)
    images = _images(count, width, height)
    board = _board(images, width, height, water, rng)
    document: dict[str, Any] = {
        "name": "Generated map",
        "name_zh": "生成地图",
        "width": width,
        "height": height,
        "rows": ["".join(row) for row in board],
        "overrides": [],
        "starts": [],
        "landmarks": [],
    }
    document["starts"] = _starts(document, images)
    return document


def _board(images: Images, width: int, height: int, water: bool, rng: Rng) -> Board:
    """Steps 2 to 6."""
    for _ in range(TRIES if water else 0):
        board = _dry(images, width, height, rng)
        bridges = _river(board, len(images), rng)
        if bridges and _is_connected(board):
            return board
    return _dry(images, width, height, rng)


def _dry(images: Images, width: int, height: int, rng: Rng) -> Board:
    """Steps 2 to 4: districts and roads."""
    board = _districts(images, width, height, rng)
    flat = board.reshape(-1)
    cells = np.arange(width * height).reshape(height, width)
    for x in _positions(width, rng):
        flat[images[:, cells[:, x]].reshape(-1)] = "+"
    if len(images) == 2:
        for y in _positions(height, rng):
            flat[images[:, cells[y]].reshape(-1)] = "+"
    return board


def _images(count: int, width: int, height: int) -> Images:
    """Step 1: where the symmetry of `count` sectors takes every cell."""
    cells = np.arange(width * height).reshape(height, width)
    if count == 2:
        turned = [cells, cells[::-1, ::-1]]
    else:
        turned = [np.rot90(cells, k) for k in range(4)]
    if count == 8:
        turned += [grid[:, ::-1] for grid in turned]
    return np.array([grid.reshape(-1) for grid in turned], dtype=np.int64)


def _representatives(images: Images) -> npt.NDArray[np.int64]:
    """The first cell of every orbit, in their order."""
    return np.unique(images.min(axis=0))


def _districts(images: Images, width: int, height: int, rng: Rng) -> Board:
    """Steps 2 and 3: every cell has the kind of the nearest centre."""
    count = len(images)
    number = max(4, (2 * width * height + 22 * count) // (44 * count))
    kinds = [*FIRST_KINDS, *(rng.choice(KINDS) for _ in range(number - len(FIRST_KINDS)))]
    representatives = [int(cell) for cell in _representatives(images)]
    nearest = np.empty((number, width * height), dtype=np.int64)
    for district in range(number):
        centre = rng.choice(representatives)
        for _ in range(REDRAWS):
            if district == 0 or nearest[:district, centre].min() >= CENTRES_APART:
                break
            centre = rng.choice(representatives)
        nearest[district] = _distance(images[:, centre], width, height)
    board: Board = np.array(kinds)[nearest.argmin(axis=0)].reshape(height, width)
    return board


def _distance(cells: npt.NDArray[np.int64], width: int, height: int) -> npt.NDArray[np.int64]:
    """Per cell the distance to the nearest of `cells`."""
    y, x = np.divmod(np.arange(width * height), width)
    other_y, other_x = np.divmod(cells[:, None], width)
    nearest: npt.NDArray[np.int64] = (abs(y - other_y) + abs(x - other_x)).min(axis=0)
    return nearest


def _positions(length: int, rng: Rng) -> Iterator[int]:
    """Step 4: where roads run, up to the middle."""
    at = 2 + rng.randrange(3)
    while at <= length // 2:
        yield at
        at += 5 + rng.randrange(3)


def _river(board: Board, count: int, rng: Rng) -> int:
    """Step 5: water and bridges, drawn into `board`; how many bridges."""
    height, width = board.shape
    before = board.copy()
    bridges = 0
    course = _middle_row(width, height) if count == 2 else _ring(width, width // 4 + rng.randrange(2))
    for x, y, dx, dy in course:
        is_corner = dx == dy == 0
        banks = [(x - dx, y - dy), (x, y), (x + dx, y + dy)]
        if is_corner or any(before[bank_y, bank_x] != "+" for bank_x, bank_y in banks):
            board[y, x] = "~"
            continue
        bridges += 1
        board[y, x] = "="
        for step in (-2, -1, 1, 2):
            if before[y + step * dy, x + step * dx] == "+":
                board[y + step * dy, x + step * dx] = "a"
    return bridges


Course = Iterator[tuple[int, int, int, int]]
"""Cells of a river with the direction across it; corners have none."""


def _middle_row(width: int, height: int) -> Course:
    for x in range(width):
        yield x, height // 2, 0, 1


def _ring(side: int, distance: int) -> Course:
    """The cells at Chebyshev distance `distance` from the centre of a square board."""
    low, high = side // 2 - distance, side // 2 + distance
    for at in range(low, high + 1):
        across = 0 if at in {low, high} else 1
        yield at, low, 0, across
        yield at, high, 0, across
        if across:
            yield low, at, 1, 0
            yield high, at, 1, 0


def _is_connected(board: Board) -> bool:
    """Can all land be reached over land (step 6)?"""
    # A frame of water, so that no step leads around the edge of the board.
    dry = np.pad(board != "~", 1)
    width = dry.shape[1]
    left = set(np.flatnonzero(dry).tolist())
    front = [left.pop()]
    while front:
        at = front.pop()
        for cell in (at + 1, at - 1, at + width, at - width):
            if cell in left:
                left.remove(cell)
                front.append(cell)
    return not left


def _starts(document: dict[str, Any], images: Images) -> list[list[int]]:
    """Step 7: the richest cell whose images are far enough apart, with these images; [] if there is none."""
    chart = draw(document)
    cells = _representatives(images)
    fit = cells[chart.land.reshape(-1)[cells] & (_least_distance(images[:, cells], chart.width) >= STARTS_APART)]
    if not len(fit):
        return []
    best = fit[chart.around.reshape(-1)[fit].argmax()]
    return [[int(cell) % chart.width, int(cell) // chart.width] for cell in images[:, best]]


def _least_distance(images: Images, width: int) -> npt.NDArray[np.int64]:
    """Per column the distance of the two cells in it that are closest to each other."""
    y, x = np.divmod(images, width)
    pairs = [abs(y[i] - y[j]) + abs(x[i] - x[j]) for i in range(len(images)) for j in range(i)]
    least: npt.NDArray[np.int64] = np.min(pairs, axis=0)
    return least
