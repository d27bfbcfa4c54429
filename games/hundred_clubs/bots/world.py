"""What does a bot know? One view, read once into grids.

Every grid has `height` rows and `width` columns, index `[y, x]`. All arithmetic is in integers, so that the same view leads to the
same orders on every machine.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from games.core.contract import Json
from games.hundred_clubs.constants import ALLIED, AT_WAR, NEUTRAL, UNDISCOVERED, UNIT

Grid = NDArray[np.int64]
Mask = NDArray[np.bool_]
Cell = tuple[int, int]
"""x, y: as orders name a cell."""

UNKNOWN = -2
"""Owner of a cell that this seat has never seen."""
NOBODY = -1


class World:
    """A seat's knowledge at the start of a step. Read only."""

    def __init__(self, view: Json) -> None:
        self.view = view
        self.seat: int = view["you"]
        self.options = view["options"]
        self.round: int = view["round"]
        self.rounds: int = view["rounds"]
        chart = view["map"]
        self.width: int = chart["width"]
        self.height: int = chart["height"]
        self._read_terrain(chart, view["terrain"])
        self.kernel = _whole_kernel(view["kernel20"])
        """Influence of size 1 in twentieths, offset (0, 0) in the middle; odd number of rows and columns."""
        self.me = view["me"]
        self.players: dict[int, Json] = {player["seat"]: player for player in view["players"]}
        self.relation = {seat: player["relation"] for seat, player in self.players.items()}
        self._read_owners(view)

    def _read_terrain(self, chart: Json, terrain: Json) -> None:
        letters = _letters(chart["rows"])
        tables = np.zeros((3, 128), dtype=np.int64)
        for letter, kind in terrain.items():
            tables[:, ord(letter)] = kind["atk"], kind["def"], kind["members"]
        self.atk, self.dfn, self.members = (table[letters] for table in tables)
        for special in chart["overrides"]:
            x, y = special["at"]
            for key, grid in (("atk", self.atk), ("def", self.dfn), ("members", self.members)):
                grid[y, x] = special.get(key, grid[y, x])
        bridges = [ord(letter) for letter, kind in terrain.items() if kind["key"] == "bridge"]
        narrow = [ord(letter) for letter, kind in terrain.items() if kind["key"] in ("bridge", "bridge_road", "road")]
        self.bridge: Mask = np.isin(letters, bridges)
        self.narrow: Mask = np.isin(letters, narrow)
        """Bridges, the roads at their ends and roads: where an enemy comes through."""
        self.land: Mask = self.atk > 0

    def _read_owners(self, view: Json) -> None:
        seen = _owners(view["owners"])
        self.seen: Mask = seen != UNKNOWN
        memory = view["memory"]
        self.owner = np.where(self.seen, seen, _owners(memory["owners"])) if memory else seen
        """Seat, NOBODY or UNKNOWN; of cells out of sight what was seen last."""
        self.cut: Mask = np.zeros(seen.shape, dtype=bool)
        for x, y in view["cut_off"]:
            self.cut[y, x] = True

    def in_reach(self, worth: Grid) -> Grid:
        """What stands in reach of a campaign on each cell, weighed by the kernel, in twentieths."""
        reach = self.kernel.shape[0] // 2
        padded, total = np.pad(worth, reach), np.zeros_like(worth)
        for dy in range(2 * reach + 1):
            for dx in range(2 * reach + 1):
                total += padded[dy : dy + self.height, dx : dx + self.width] * self.kernel[dy, dx]
        return total

    @property
    def living(self) -> list[int]:
        """Other clubs that are not out, discovered or not, ascending."""
        return [seat for seat, player in self.players.items() if "eliminated_in" not in player]

    def those(self, relation: str) -> list[int]:
        """Living clubs of that relation to this seat, ascending."""
        return [seat for seat in self.living if self.relation[seat] == relation]

    @cached_property
    def allies(self) -> list[int]:
        return self.those(ALLIED)

    @cached_property
    def enemies(self) -> list[int]:
        return self.those(AT_WAR)

    @cached_property
    def neutrals(self) -> list[int]:
        return self.those(NEUTRAL)

    @cached_property
    def discovered(self) -> list[int]:
        return [seat for seat in self.living if self.relation[seat] != UNDISCOVERED]

    @cached_property
    def own(self) -> Mask:
        """Own land, all of which is in sight: what is remembered as own has been lost since."""
        mine: Mask = (self.owner == self.seat) & self.seen
        return mine

    @property
    def capital(self) -> Cell | None:
        """Where the capital stands."""
        at = self.me["capital"]
        return None if at is None else (at[0], at[1])

    @cached_property
    def income(self) -> int:
        return int(self.me["income"])

    @property
    def left(self) -> int:
        """Rounds that are still to be played, this one included."""
        return self.rounds - self.round + 1

    @property
    def base(self) -> int:
        """Attack that breaks a cell nobody defends must be above this: the threshold in twentieths (rule 7.5)."""
        return UNIT * int(self.options["threshold"])

    def of(self, seats: list[int]) -> Mask:
        """Cells believed to belong to one of `seats`."""
        mask = np.zeros(self.owner.shape, dtype=bool)
        for seat in seats:
            mask |= self.owner == seat
        return mask

    def price_of_alliance(self, seat: int) -> int | None:
        """What form_alliance costs this round (5.2 b); None where the area is not known."""
        area = self.players[seat].get("area")
        return None if area is None else int(self.options["alliance_tax"]["milli"]) * int(area) // 1000

    def influence(self, campaigns: list[tuple[Cell, int]]) -> Grid:
        """I(c, p) of these campaigns in twentieths (7.2)."""
        reach = self.kernel.shape[0] // 2
        padded = np.zeros((self.height + 2 * reach, self.width + 2 * reach), dtype=np.int64)
        for (x, y), size in campaigns:
            padded[y : y + 2 * reach + 1, x : x + 2 * reach + 1] += self.kernel * size
        return padded[reach:-reach, reach:-reach]


def widen(mask: Mask, steps: int) -> Mask:
    """Cells within Manhattan distance `steps` of the mask."""
    wide = mask.copy()
    for _ in range(steps):
        grown = wide.copy()
        grown[1:] |= wide[:-1]
        grown[:-1] |= wide[1:]
        grown[:, 1:] |= wide[:, :-1]
        grown[:, :-1] |= wide[:, 1:]
        wide = grown
    return wide


def distance_to(mask: Mask, cap: int) -> Grid:
    """Manhattan distance to the nearest cell of the mask, at most `cap`."""
    distance = np.full(mask.shape, cap, dtype=np.int64)
    wide = mask
    for steps in range(cap):
        distance[wide & (distance == cap)] = steps
        wide = widen(wide, 1)
    return distance


def square_around(mask: Mask, reach: int) -> Mask:
    """Cells at most `reach` rows and columns from the mask: where a campaign on one of its cells is felt."""
    wide = mask.copy()
    for axis in (0, 1):
        grown = wide.copy()
        for step in range(1, reach + 1):
            low, high = (
                (slice(step, None), slice(None, -step))
                if axis == 0
                else (
                    (slice(None), slice(step, None)),
                    (slice(None), slice(None, -step)),
                )
            )
            grown[low] |= wide[high]
            grown[high] |= wide[low]
        wide = grown
    return wide


def flood(start: Mask, inside: Mask) -> Mask:
    """Cells of `inside` that are joined to a cell of `start` in it, neighbour by neighbour."""
    reached = start & inside
    while True:
        grown = widen(reached, 1) & inside
        if (grown == reached).all():
            return reached
        reached = grown


def neighbours(mask: Mask) -> Grid:
    """How many of the four neighbours of each cell belong to the mask."""
    count = np.zeros(mask.shape, dtype=np.int64)
    count[1:] += mask[:-1]
    count[:-1] += mask[1:]
    count[:, 1:] += mask[:, :-1]
    count[:, :-1] += mask[:, 1:]
    return count


def sum_around(values: Grid, steps: int) -> Grid:
    """Sum of `values` over all cells within Manhattan distance `steps`."""
    height, width = values.shape
    padded = np.pad(values, steps)
    total = np.zeros_like(values)
    for dy in range(-steps, steps + 1):
        for dx in range(abs(dy) - steps, steps - abs(dy) + 1):
            total += padded[steps + dy : steps + dy + height, steps + dx : steps + dx + width]
    return total


def distance_from(cell: Cell, shape: tuple[int, ...]) -> Grid:
    """Manhattan distance of every cell to `cell`."""
    rows, columns = np.ogrid[: shape[0], : shape[1]]
    away: Grid = np.abs(rows - cell[1]) + np.abs(columns - cell[0])
    return away


def _letters(rows: list[str]) -> NDArray[np.uint8]:
    text = "".join(rows).encode("ascii")
    return np.frombuffer(text, dtype=np.uint8).reshape(len(rows), -1)


def _owners(rows: list[str]) -> NDArray[np.int64]:
    table = np.full(128, UNKNOWN, dtype=np.int64)
    table[ord(".")] = NOBODY
    for seat in range(8):
        table[ord("0") + seat] = seat
    return table[_letters(rows)]


def _whole_kernel(quarter: list[list[int]]) -> NDArray[np.int64]:
    steps = np.abs(np.arange(-len(quarter) + 1, len(quarter)))
    whole: NDArray[np.int64] = np.array(quarter, dtype=np.int64)[steps][:, steps]
    return whole
