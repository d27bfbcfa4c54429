"""What does the engine ask of a map? Tables made once from a map object and shared by all states of a match."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from games.hundred_clubs.constants import AROUND, TERRAIN

Cell = tuple[int, int]
"""(x, y): x to the east, y to the south."""
Grid = npt.NDArray[np.int64]
"""One number per cell, by [y, x]."""
Mask = npt.NDArray[np.bool_]
"""One truth per cell, by [y, x]."""
A = TypeVar("A", bound=npt.NDArray[Any])


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """A map (2.1) that has been checked, or comes from a generator or a stored state. Never changed; its grids are read-only.

    Two charts are equal if their map objects are.
    """

    name: str
    width: int
    height: int
    rows: tuple[str, ...]
    atk: Grid
    """What attacking influence is multiplied with; 0 is water, whatever the letter."""
    def_: Grid
    """What defending influence is multiplied with."""
    members: Grid
    """What a cell yields each round."""
    land: Mask
    """Cells that can be taken: atk > 0."""
    around: Grid
    """Members within distance 2 of each cell, itself included."""
    starts: tuple[Cell, ...]
    landmarks: tuple[dict[str, Any], ...]
    overrides: tuple[dict[str, Any], ...]
    _document: dict[str, Any] = field(repr=False)

    def document(self) -> dict[str, Any]:
        """The map object with all its fields; the caller's own copy."""
        return copy.deepcopy(self._document)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chart) and self._document == other._document

    def __hash__(self) -> int:
        return hash((self.name, self.rows))


def draw(document: Mapping[str, Any]) -> Chart:
    """The chart of a map object that is known to be good; fields that may be left out may be missing."""
    whole = copy.deepcopy(dict(document))
    for key in ("overrides", "starts", "landmarks"):
        whole.setdefault(key, [])
    atk, def_, members = _grids(whole)
    return Chart(
        name=whole["name"],
        width=whole["width"],
        height=whole["height"],
        rows=tuple(whole["rows"]),
        atk=_frozen(atk),
        def_=_frozen(def_),
        members=_frozen(members),
        land=_frozen(atk > 0),
        around=_frozen(near_sum(members, AROUND)),
        starts=tuple((x, y) for x, y in whole["starts"]),
        landmarks=tuple(whole["landmarks"]),
        overrides=tuple(whole["overrides"]),
        _document=whole,
    )


def _grids(document: Mapping[str, Any]) -> tuple[Grid, Grid, Grid]:
    kinds = [[TERRAIN[letter] for letter in row] for row in document["rows"]]
    atk = np.array([[kind.atk for kind in row] for row in kinds], dtype=np.int64)
    def_ = np.array([[kind.def_ for kind in row] for row in kinds], dtype=np.int64)
    members = np.array([[kind.members for kind in row] for row in kinds], dtype=np.int64)
    for override in document["overrides"]:
        x, y = override["at"]
        for key, grid in (("atk", atk), ("def", def_), ("members", members)):
            grid[y, x] = override.get(key, grid[y, x])
    return atk, def_, members


def near_sum(grid: Grid, distance: int) -> Grid:
    """Per cell the sum of `grid` over all cells of the board within Manhattan distance `distance`."""
    height, width = grid.shape
    padded = np.pad(grid, distance)
    total = np.zeros_like(grid)
    for dy in range(-distance, distance + 1):
        for dx in range(abs(dy) - distance, distance - abs(dy) + 1):
            total += padded[distance + dy : distance + dy + height, distance + dx : distance + dx + width]
    return total


def _frozen(grid: A) -> A:
    grid.flags.writeable = False
    return grid
