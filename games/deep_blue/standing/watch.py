"""What do all standing orders of a seat ask of its view in a round? Ways, berths, stocks, and what is promised to others already."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from games.core.bits import members
from games.deep_blue.believed import position
from games.deep_blue.board import Rect, planar
from games.deep_blue.calm import calm_round
from games.deep_blue.constants import AIR, KINDS
from games.deep_blue.known import Known, level, rect
from games.deep_blue.resolve.work import Work

Json = Any
Cell = tuple[int, int]

MARGIN = 12
"""Fuel kept for detours."""


@dataclass
class Task:
    """What a standing order comes to in a round."""

    order: dict[str, Json]
    """With `move` and `command`, each only if there is one."""
    standing: Json
    """The order with how far it has come now; None: it has ended."""
    ended: str | None = None
    """Why: `unit_lost` or `source_empty`."""


@dataclass
class Watch:
    """A seat's view in a round, and what its elements are ordered in it so far."""

    known: Known
    given: dict[str, Json]
    """Explicit orders by id."""
    standing: dict[int, Json] = field(default_factory=dict)
    """Standing orders by id; as they are after the round has begun where that is settled."""
    goals: dict[int, Json] = field(default_factory=dict)
    """New destinations of this round by id, explicit and derived."""
    taken: set[tuple[int, int, int]] = field(default_factory=set)
    """Cells that units go to by standing orders."""
    waiting: list[Json] = field(default_factory=list)
    """Units that will be at the base and want to be filled."""
    served: set[int] = field(default_factory=set)
    """Elements to which supply runs go."""

    def __post_init__(self) -> None:
        self.goals.update({int(key): order["move"] for key, order in self.given.items() if "move" in order})

    @cached_property
    def work(self) -> Work:
        """A round of which nothing is done; what is asked about strikes is asked here."""
        return calm_round(position(self.known), self.known.seat, {})

    def own(self, number: int) -> Json:
        """An own element, None if there is none of that id."""
        one = self.known.elements.get(number)
        return one if one is not None and one["seat"] == self.known.seat else None

    # Ways.

    def way(self, one: Json, to: Cell) -> list[int]:
        """Cells of the way of a unit by the terrain alone."""
        board = self.known.board
        x, y = one["pos"][:2]
        cells, behind = self.known.chart.routes(level(one)).way(board.cell(x, y), board.cell(*to))
        return list(cells[behind:])

    def steps(self, one: Json, to: Cell) -> int:
        """Length of that way."""
        return len(self.way(one, to))

    def at_end(self, one: Json) -> Cell:
        """Where an own element will be at the end of the round, by the terrain, at most before who is known to stay in its way."""
        if "pos" not in one:
            return one["rect"][0], one["rect"][1]
        x, y = one["pos"][:2]
        goal = self.goals.get(one["id"], one["destination"])
        ahead = [] if goal is None or goal == [x, y] else self.way(one, (goal[0], goal[1]))
        for cell in ahead[: min(KINDS[one["kind"]].speed, one["fuel"])]:
            at = self.known.board.place(cell)
            if self._is_held(at, level(one)):
                break
            x, y = at
        return x, y

    def _is_held(self, at: Cell, layer: int) -> bool:
        """Does a unit stand there that is not known to be going anywhere?"""
        one = self.known.at.get((*at, layer))
        if one is None or "pos" not in one:
            return False
        goal = self.goals.get(one["id"], one.get("destination"))
        return one["seat"] != self.known.seat or goal is None or goal == [*at] or one["fuel"] == 0

    def go(self, one: Json, to: Cell) -> dict[str, Json]:
        """The order that takes a unit there, empty if it needs none; the cell is promised to it."""
        x, y, layer = one["pos"]
        self.taken.add((*to, layer))
        wanted = None if (x, y) == to else list(to)
        if one["destination"] == wanted:
            return {}
        self.goals[one["id"]] = wanted
        return {"move": wanted}

    def berth(self, one: Json, beside: Rect, radius: int) -> Cell:
        """The nearest cell to a unit, at most `radius` from a rectangle, that is free and not promised; else any of these cells."""
        known, layer = self.known, level(one)
        x, y = one["pos"][:2]
        held = {place[:2] for place, other in known.at.items() if place[2] == layer and other is not one}
        held |= {place[:2] for place in self.taken if place[2] == layer}
        cells = known.board.around(beside, radius) & known.chart.free(layer)
        places = [known.board.place(cell) for cell in members(cells)] or [(beside[0], beside[1])]
        return min(places, key=lambda at: (at in held, abs(at[0] - x) + abs(at[1] - y), at[1], at[0]))

    # Home.

    def home(self, one: Json) -> Cell:
        """The cell by its base, or over it, to which a unit comes home."""
        return self.berth(one, rect(self.known.base), reach_of(one))

    def is_home(self, one: Json) -> bool:
        """Can the base supply it where it is?"""
        return planar(rect(one), rect(self.known.base)) <= reach_of(one)

    def come_home(self, one: Json) -> dict[str, Json]:
        """The order of a unit that goes to the base or waits there, to be filled."""
        x, y = one["pos"][:2]
        at = (x, y) if self.is_home(one) else self.home(one)
        is_full = has_share(one, "fuel", 1, 1) and has_share(one, "ammo", 1, 1)
        if not is_full and self.steps(one, at) <= KINDS[one["kind"]].speed:
            self.waiting.append(one)
        return self.go(one, at)


def reach_of(one: Json) -> int:
    """Planar distance at which an element is supplied (7)."""
    return 0 if level(one) == AIR else 1


def limit(one: Json, stock: str) -> int:
    """What an own element can hold of fuel or ammo; 0 if that has no end."""
    if "limits" in one:
        return int(one["limits"][stock])
    return int((KINDS[one["kind"]].fuel if stock == "fuel" else KINDS[one["kind"]].ammo) or 0)


def has_share(one: Json, stock: str, parts: int, of: int) -> bool:
    """Does it hold at least so many parts of what it can hold?"""
    return one[stock] is None or one[stock] * of >= limit(one, stock) * parts
