"""Where should each ship stand for the next exchange of fire? All stations are improved together, one ship after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.deep_blue.board import planar
from games.deep_blue.bots.world import Cell, World, expected
from games.deep_blue.constants import AIR, KINDS
from games.deep_blue.known import rect

Json = Any

CANDIDATES = 12
"""Cells that are weighed for each ship against what the others do."""
SWEEPS = 3
NEAR = 14
"""Planar distance beyond a ship's own speed from which an enemy counts."""
PROGRESS = 0.15
"""Metal that a cell nearer to the goal is worth."""
STEP = 0.05
"""Metal that a step costs in fuel."""
DEAR_STEP = 0.15
"""The same when fuel is saved; no cell is then better for being nearer to the goal."""
HOME = 8
"""Planar distance from the base within which a ship saves fuel."""
COMPANY = 6
"""Planar distance at which other ships share the enemy's fire."""


@dataclass(frozen=True)
class Station:
    """A cell that a ship may take."""

    at: Cell
    gains: tuple[tuple[int, float, float], ...]
    """Enemies that it hits from there: number, damage, metal per point of damage."""
    loss: float
    """Metal that all enemies together would cost it."""
    progress: float

    @property
    def alone(self) -> float:
        """Its value if nobody else were there, as far as gains go."""
        return max((damage * value for _, damage, value in self.gains), default=0.0) + self.progress


class Exchange:
    """The fire that a force will give and take, for the stations of all its ships."""

    def __init__(self, world: World, force: list[Json], goals: dict[int, Json], taken: set[Cell], fear: float) -> None:
        self.world, self.force, self.goals, self.taken, self.fear = world, force, goals, taken, fear
        self.enemies = [*world.menaces, (world.foe_base, 1.0)]
        self.enemies += [(one, 1.0) for one in world.islands if one["seat"] == 1 - world.seat]
        self.health = [float(foe["health"] or 0) for foe, _ in self.enemies]
        self.chosen: dict[int, Station] = {}

    def settle(self) -> dict[int, Cell]:
        """A cell for every ship, by id."""
        options = {one["id"]: self._stations(one) for one in self.force}
        for key, found in options.items():
            free = [station for station in found if station.at not in self._occupied(key)]
            if free:
                self.chosen[key] = free[0]
        for _ in range(SWEEPS):
            for key in self.chosen:
                self._improve(key, options[key])
        return {key: station.at for key, station in self.chosen.items()}

    def _improve(self, key: int, stations: list[Station]) -> None:
        """The best station for a ship if all others stay."""
        occupied = self._occupied(key)
        others = [station for other, station in self.chosen.items() if other != key]
        left = self.health[:]
        for station in others:
            best = max(station.gains, key=lambda gain: gain[1] * gain[2], default=None)
            if best is not None:
                left[best[0]] -= best[1]
        cells = [station.at for station in others]

        def value(station: Station) -> float:
            gain, (x, y) = 0.0, station.at
            for i, damage, price in station.gains:
                if left[i] > 0:
                    gain = max(gain, min(damage, left[i]) * price)
            company = 1 + sum(abs(x - u) + abs(y - v) <= COMPANY for u, v in cells)
            return gain - self.fear * station.loss / company + station.progress

        free = [station for station in stations if station.at not in occupied]
        self.chosen[key] = max(free, key=value, default=self.chosen[key])

    def _occupied(self, key: int) -> set[Cell]:
        return self.taken | {station.at for other, station in self.chosen.items() if other != key}

    def _stations(self, one: Json) -> list[Station]:
        """The most promising cells in reach of a ship, the best first."""
        speed = KINDS[one["kind"]].speed
        foes = [
            (i, foe, weight)
            for i, (foe, weight) in enumerate(self.enemies)
            if self.health[i] and self.world.apart(one, foe) <= speed + NEAR
        ]
        own_price = self.world.per_health(one)
        stays = self.world.saves_oil and self.world.apart(one, self.world.base) <= HOME
        nearer, step = (0.0, DEAR_STEP) if stays else (PROGRESS, STEP)
        goal = rect(self.goals[one["id"]])
        company = 1 + sum(self.world.apart(one, other) <= COMPANY for other in self.force if other is not one)
        fires = [(i, rect(foe), self.world.per_health(foe), _by_distance(one, foe, weight)) for i, foe, weight in foes]
        found = []
        for at in _cells_in_reach(self.world, one, speed):
            box = (*at, *at)
            gains, loss = [], 0.0
            for i, place, value, fire in fires:
                damage, harm = fire(planar(box, place))
                if damage:
                    gains.append((i, damage, value))
                loss += harm
            price = nearer * planar(box, goal) + step * planar(box, rect(one))
            found.append(Station(at, tuple(gains), loss * own_price, -price))
        found.sort(key=lambda station: station.alone - self.fear * station.loss / company, reverse=True)
        return found[:CANDIDATES]


def _by_distance(one: Json, foe: Json, weight: float) -> Callable[[int], tuple[float, float]]:
    """Damage that two do to one another, by their planar distance."""

    @cache
    def fire(distance: int) -> tuple[float, float]:
        return weight * expected(one, foe, distance), weight * expected(foe, one, distance)

    return fire


def _cells_in_reach(world: World, one: Json, speed: int) -> Iterator[Cell]:
    """Where it is, and rings of several widths around that."""
    x, y = one["pos"][:2]
    found = [(x, y)]
    for radius in (2, 4, speed):
        for i in range(-radius * world.sign, (radius + 1) * world.sign, 2 * world.sign):
            rest = (radius - abs(i)) * world.sign
            found += [(x + i, y + rest), (x + i, y - rest)]
    for at in dict.fromkeys(found):
        if world.board.has(*at) if one["pos"][2] == AIR else world.is_ocean(*at):
            yield at
