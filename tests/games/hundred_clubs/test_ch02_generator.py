"""Chapter 2.3: generated maps."""

import os
from collections import Counter
from typing import Any

import numpy as np
import pytest

from games.core.rng import SeededRng
from games.hundred_clubs import generator, maps
from games.hundred_clubs.generator import generate, sectors, size_for
from tests.sweeps import first

CLUBS = first([2, 4, 8, 3, 5, 6, 7], 3)
"""In every run one number of clubs for each number of sectors."""
SEEDS = 200
STARTS = 200 if os.environ.get("FOGBOUND_LONG") else 20
"""Maps whose starts are compared with every cell of the board."""


def turns(rows: list[str], seats: int) -> list[list[str]]:
    """The board under every symmetry of its group but the identity."""
    board = np.array([list(row) for row in rows])
    count = sectors(seats)
    if count == 2:
        moved = [board[::-1, ::-1]]
    else:
        moved = [np.rot90(board, k) for k in (1, 2, 3)]
    if count == 8:
        moved += [np.rot90(board, k)[:, ::-1] for k in range(4)]
    return [["".join(row) for row in grid] for grid in moved]


def is_connected(rows: list[str]) -> bool:
    left = {(x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != "~"}
    front = [left.pop()]
    while front:
        x, y = front.pop()
        near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
        left -= near
        front.extend(near)
    return not left


def made(seats: int, seed: int, width: int | None = None, height: int | None = None, water: bool = True) -> Any:
    return generate(seats, *size_for(seats, width, height), water, SeededRng(f"map:{seats}:{seed}"))


@pytest.mark.slow
@pytest.mark.parametrize("seats", CLUBS)
def test_2_3_symmetric_and_connected(seats: int) -> None:
    """2.3, 19.3: each map is a map, is the same from every sector, hangs together and has a bridge."""
    for seed in range(SEEDS):
        document = made(seats, seed)
        chart = maps.read_map(document)
        assert chart.document() == document
        rows = document["rows"]
        assert turns(rows, seats) == [rows] * len(turns(rows, seats))
        assert is_connected(rows)
        assert "=" in "".join(rows)


@pytest.mark.parametrize("seats", CLUBS)
def test_2_3_starts(seats: int) -> None:
    """2.3 step 7: one start per sector, equally good, at least 8 apart, and none of the cells that would do is better."""
    for seed in range(STARTS):
        chart = maps.read_map(made(seats, seed))
        assert len(chart.starts) == len(set(chart.starts)) == sectors(seats)
        for i, (x, y) in enumerate(chart.starts):
            assert all(abs(x - a) + abs(y - b) >= 8 for a, b in chart.starts[:i])
        values = {int(chart.around[y, x]) for x, y in chart.starts}
        assert values == {best_start(chart, seats)}


def best_start(chart: maps.Chart, seats: int) -> int:
    """The most members around a cell whose images are at least 8 apart."""
    best = 0
    for y in range(chart.height):
        for x in range(chart.width):
            images = list(orbit(x, y, chart.width, chart.height, seats))
            pairs = [(a, b) for i, a in enumerate(images) for b in images[:i]]
            if chart.land[y, x] and all(abs(a[0] - b[0]) + abs(a[1] - b[1]) >= 8 for a, b in pairs):
                best = max(best, int(chart.around[y, x]))
    return best


def orbit(x: int, y: int, width: int, height: int, seats: int) -> list[tuple[int, int]]:
    """Images of a cell, written down without the generator's tables."""
    right, bottom = width - 1, height - 1
    if sectors(seats) == 2:
        return [(x, y), (right - x, bottom - y)]
    turned = [(x, y), (right - y, x), (right - x, right - y), (y, right - x)]
    return turned if sectors(seats) == 4 else turned + [(right - a, b) for a, b in turned]


@pytest.mark.parametrize("seats,count", [(2, 2), (3, 4), (4, 4), (5, 8), (6, 8), (7, 8), (8, 8)])
def test_2_3_sectors(seats: int, count: int) -> None:
    """2.3: 2 clubs 2 sectors; 3-4 clubs 4; 5-8 clubs 8."""
    assert sectors(seats) == count


@pytest.mark.parametrize("seats,given,size", [
    (2, (None, None), (25, 35)), (2, (15, None), (15, 35)), (2, (None, 15), (25, 15)), (2, (15, 21), (15, 21)),
    (4, (None, None), (29, 29)), (3, (17, None), (17, 17)), (4, (None, 45), (45, 45)),
    (8, (None, None), (35, 35)), (5, (None, 17), (17, 17)), (8, (19, 19), (19, 19)),
])  # fmt: skip
def test_2_3_sizes(seats: int, given: tuple[int | None, int | None], size: tuple[int, int]) -> None:
    """2.3: default sizes, and one number given for both where the map is square."""
    assert size_for(seats, *given) == size
    document = made(seats, 0, *given)
    assert (document["width"], document["height"]) == size


@pytest.mark.parametrize("seats,side", [(2, 15), (2, 45), (4, 15), (4, 45), (8, 17), (8, 45)])
def test_2_3_smallest_and_largest(seats: int, side: int) -> None:
    """2.3: the ends of the range give maps too; some small ones have no starts, and then the list is empty."""
    for seed in range(20):
        chart = maps.read_map(made(seats, seed, side, side))
        assert len(chart.starts) in {0, sectors(seats)}
        assert [list(turned) for turned in turns(list(chart.rows), seats)] == [list(chart.rows)] * (sectors(seats) - 1)


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_2_3_without_water(seats: int) -> None:
    """2.3: water false has neither river nor bridges."""
    letters = Counter("".join(made(seats, 1, water=False)["rows"]))
    assert not set(letters) & {"~", "=", "a"}
    assert letters["+"] > 0


def test_2_3_step_2_first_kinds() -> None:
    """2.3 step 2: dormitory, teaching, playground and grass are always drawn; the rest by weight."""
    kinds = Counter(generator.KINDS)
    assert kinds == {"D": 3, "T": 4, "P": 2, ".": 3, "h": 3}
    assert generator.FIRST_KINDS == ("D", "T", "P", ".")


class Scripted:
    """Gives these draws, then zeros, and notes what was asked for."""

    def __init__(self, draws: list[int]) -> None:
        self.draws = draws
        self.asked: list[int] = []

    def randrange(self, stop: int) -> int:
        self.asked.append(stop)
        return self.draws.pop(0) if self.draws else 0

    def choice(self, items: Any) -> Any:
        return items[self.randrange(len(items))]


def test_2_3_draws_in_order() -> None:
    """2.3: kinds beyond the first four, a centre for each district, columns, rows; a centre too near is drawn again 50 times."""
    # 15 x 21 cells, half turn: 158 orbits, k = (2*315 + 44) // 88 = 7 districts.
    centres = [0, 10, 7 * 15 + 3, 70, 90, 134, 155]
    rng = Scripted([14, 3, 9, *centres])
    rows = generate(2, 15, 21, False, rng)["rows"]  # type: ignore[arg-type]
    assert rng.asked[:3] == [15, 15, 15]
    assert rng.asked[3:10] == [158] * 7
    # Columns from 2 by steps of 5 up to 7; rows from 2 up to 10.
    assert rng.asked[10:] == [3] * 6
    assert [x for x in range(15) if all(row[x] == "+" for row in rows)] == [2, 7, 12]
    assert [y for y in range(21) if rows[y] == "+" * 15] == [2, 7, 13, 18]
    assert rows[0][0] == rows[20][14] == "D"
    stubborn = Scripted([0, 0, 0, *[5] * 400])
    generate(2, 15, 21, False, stubborn)  # type: ignore[arg-type]
    # The first centre stands; the second stands on it 51 times, then so do the others.
    assert stubborn.asked.count(158) == 1 + 6 * 51


def test_2_3_step_3_ties_go_to_the_earlier_district() -> None:
    """2.3 step 3: a cell as near to two centres belongs to the earlier one."""
    # Districts D, T, P and grass twice 4 apart on row 0; columns of road start at 4.
    rng = Scripted([0, 0, 0, 0, 8, 40, 60, 100, 120, 140, 2, 2, 2])
    rows = generate(2, 15, 21, False, rng)["rows"]  # type: ignore[arg-type]
    assert rows[0][:9] == "DDDD+TTTT"
    assert rows[1][3] == "D"


def test_2_3_step_5_ring() -> None:
    """2.3 step 5: the ring's corners are water; a bridge has road on both sides, and its approaches are bridge roads."""
    for seed in range(10):
        document = made(4, seed, 29, 29)
        rows = document["rows"]
        wet = [(x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter in "~="]
        distances = {max(abs(x - 14), abs(y - 14)) for x, y in wet}
        assert len(distances) == 1
        ring = distances.pop()
        assert ring in {7, 8}
        assert len(wet) == 8 * ring
        for x, y in wet:
            corner = abs(x - 14) == abs(y - 14) == ring
            if corner:
                assert rows[y][x] == "~"
            elif rows[y][x] == "=":
                across = (1, 0) if abs(x - 14) == ring else (0, 1)
                assert all(rows[y + s * across[1]][x + s * across[0]] == "a" for s in (-1, 1))
                assert all(rows[y + s * across[1]][x + s * across[0]] != "+" for s in (-2, 2))


def test_2_3_step_5_middle_row() -> None:
    """2.3 step 5: with two clubs the river is the middle row."""
    for seed in range(10):
        rows = made(2, seed)["rows"]
        assert set(rows[17]) == {"~", "="}
        assert all(set(row) & {"~", "="} == set() for y, row in enumerate(rows) if y != 17)
        for x in (x for x in range(25) if rows[17][x] == "="):
            assert rows[16][x] == rows[18][x] == "a"


def test_2_3_step_6_gives_up_the_river() -> None:
    """2.3 step 6: after twenty maps whose land does not hang together there is one without water."""
    kept = generator._is_connected
    tried = []
    try:
        generator._is_connected = lambda board: bool(tried.append(board))  # type: ignore[func-returns-value]
        rows = made(4, 3)["rows"]
    finally:
        generator._is_connected = kept
    assert len(tried) == 20
    assert not set("".join(rows)) & {"~", "=", "a"}


def test_2_3_same_seed_same_map() -> None:
    """2.3: the map comes from the rng and nothing else."""
    assert made(8, 5) == made(8, 5)
    assert made(8, 5) != made(8, 6)
