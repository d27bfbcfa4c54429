"""How is a position written down, and what of a view do scenes ask? Used by the lesson and the puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.core.contract import Json, Options
from games.core.lessons import Moment, Scene, Stage
from games.core.rng import Rng
from games.deep_blue.maps import built_in
from games.deep_blue.setup import setup
from games.deep_blue.state import State, from_json, to_json

BASE, HIS_BASE, MINE, HIS_MINE, OILFIELD, HIS_OILFIELD, EAST_ISLAND, WEST_ISLAND, MIDDLE_ISLAND = range(901, 910)
"""Numbers of what stands on Pocket Sound: at C3, P16, I4, L17, D9, Q12, M7, G13 and J10, in the order of the map."""

LEVELS = {"submarine": 0, "formation": 2}
"""Layers of kinds that are not on the surface."""


@dataclass(frozen=True)
class Unit:
    """One unit: its number on the hull, whose it is, and its cell as the rim of the chart names it. It is full of all that is not said."""

    number: int
    kind: str
    seat: int
    cell: str
    stocks: Mapping[str, int] = field(default_factory=dict)
    planes: tuple[int, int, int, int] | None = None

    def on_map(self) -> dict[str, Json]:
        """As a map says it (16)."""
        planes = {} if self.planes is None else {"planes": list(self.planes)}
        return {"kind": self.kind, "seat": self.seat, "pos": [*cell(self.cell), self.level], **self.stocks, **planes}

    @property
    def level(self) -> int:
        """The layer it is on."""
        return LEVELS.get(self.kind, 1)


@dataclass(frozen=True)
class Sea:
    """Pocket Sound with these units on it, bases without metal, and what `buildings` says besides of those that stand there, by their numbers."""

    units: Sequence[Unit]
    buildings: Mapping[int, Mapping[str, Json]] = field(default_factory=dict)
    round: int = 1
    damage: tuple[int, int] = (0, 0)
    """What both have scored with so far."""
    remembered: Sequence[tuple[int, int, str, int]] = ()
    """Seat, number of an enemy unit, cell and round in which that seat saw it last."""
    rounds: int = 15
    weather: int = 0

    @property
    def options(self) -> dict[str, Json]:
        """What a table would choose for it."""
        chart = built_in("pocket_sound").document
        bare = {"metal": 0}
        objects = [
            {**one, **(bare if one["kind"] == "base" else {}), **self.buildings.get(BASE + at, {})}
            for at, one in enumerate(chart["objects"])
        ]
        document = {**chart, "objects": objects, "units": [one.on_map() for one in self.units]}
        return {"map": document, "round_limit": self.rounds, "weather": self.weather}

    def scene(self, **rest: Any) -> Scene:
        """A scene on this sea."""
        return Stage(self.options, self.position, first_step=self.round - 1).scene(**rest)

    def position(self, options: Options, seats: int, rng: Rng) -> State:
        """`setup` of it, with the numbers that are written here in place of drawn ones."""
        state = setup(options, seats, rng)
        numbers = {(*one["rect"][:2], 1): BASE + at for at, one in enumerate(state.chart.document["objects"])}
        numbers |= {(*cell(one.cell), one.level): one.number for one in self.units}
        names = {key: numbers[one.x, one.y, one.level] for key, one in state.elements.items()}
        data = to_json(state)
        for rows in (data["elements"], *data["known"], *data["memory"]):
            for row in rows:
                row[0] = names[row[0]]
            rows.sort()
        units = {one.number: one for one in self.units}
        for seat, number, at, last in self.remembered:
            one = units[number]
            health = state.elements[next(key for key, name in names.items() if name == number)].health
            data["memory"][seat].append([number, one.kind, one.seat, *cell(at), one.level, health, last])
        data["round"] = self.round
        for tally, damage in zip(data["tallies"], self.damage, strict=True):
            tally[0] = damage
        return from_json(data)


def cell(name: str) -> tuple[int, int]:
    """Column and row of a cell by its name, C4."""
    return ord(name[0]) - ord("A"), int(name[1:]) - 1


def orders(units: Mapping[int, Mapping[str, Any]] | None = None, build: Sequence[str] = ()) -> dict[str, Any]:
    """Orders of units by their numbers, and kinds to be built."""
    production = {"production": [{"kind": kind} for kind in build]} if build else {}
    return {"units": {str(number): dict(one) for number, one in (units or {}).items()}, **production}


def to(name: str) -> dict[str, Any]:
    """Sail there."""
    return {"move": list(cell(name))}


def fire(target: int) -> dict[str, Any]:
    """Attack it with everything there is."""
    return {"command": {"type": "attack", "target": target}}


WAIT: dict[str, Any] = orders()


def element(view: Json, number: int) -> dict[str, Any] | None:
    """What the view shows of it; None: nothing."""
    return next((one for one in view["elements"] if one["id"] == number), None)


def own(view: Json, kind: str) -> list[dict[str, Any]]:
    """Own units of a kind."""
    return [one for one in view["elements"] if one["kind"] == kind and one["seat"] == view["seat"]]


def is_sunk(moment: Moment, number: int) -> bool:
    """Did the seat see it go down in this step?"""
    return any(one["type"] == "destroyed" and one["id"] == number for one in moment.events)
