"""What is the position? Lists and tuples that copy fast.

Two things are kept shorter than JSON (`stored.py`) shows them. A fleet knows the round in which it arrives, so a step leaves it untouched. A
memory holds only planets out of sight; a planet in sight is remembered as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from games.planet_conquer.maps import GameMap
from games.planet_conquer.settings import Settings
from games.planet_conquer.standing import Standing

Owner = int | None
Row = dict[str, Any]
"""A part of a view."""


class Fleet(NamedTuple):
    """Units on a route. `due`: the round in whose step 6 they arrive."""

    id: str
    seat: int
    source: int
    target: int
    units: int
    length: int
    due: int
    kind: str


make_fleet: Callable[[tuple[str, int, int, int, int, int, int, str]], Fleet] = partial(tuple.__new__, Fleet)
"""A fleet of all its fields in their order. Quicker than to name the class, which calls a function in Python first."""


class Effect(NamedTuple):
    """A tactic that lasts; `until` is the last round (halt, boost: the last upkeep) in which it works."""

    type: str
    planet: int
    seat: int
    until: int


class Pending(NamedTuple):
    """A tactic that works in `round`. `planet` only for terminator, `target` (a seat) only for swap."""

    type: str
    seat: int
    planet: int | None
    target: int | None
    round: int


class Out(NamedTuple):
    """When and why a seat went out, and what it had just before."""

    round: int
    reason: str
    planets: int
    units: int


class Memory(NamedTuple):
    """A planet as a seat last saw it."""

    owner: Owner
    units: int
    round: int


class Facts(NamedTuple):
    """What follows from a position and is asked more than once."""

    sights: tuple[int, ...]
    """Per seat: bit set of the planets in S, in open games too."""
    near: list[int]
    """Per fleet: bit set of its near ends."""
    planets: list[int]
    """Per seat: number of planets."""
    units: list[int]
    """Per seat: garrisons and fleets."""
    recalled: list[list[Row]]
    """Per seat and planet: how its view shows the planet when it is out of sight; passed on until the memory changes."""
    shown: dict[Any, Any]
    """Parts of views made so far, shared between the audiences of this position."""


@dataclass(slots=True)
class State:
    """A position. `resolve` never changes one; it copies it and changes the copy."""

    chart: GameMap
    settings: Settings
    salt: str
    next_fleet: list[int]
    """Per seat: how many fleets it has launched."""
    round: int
    phase: str
    owner: list[Owner]
    units: list[int]
    fleets: list[Fleet]
    points: list[int]
    lost_turns: list[int]
    out: list[Out | None]
    lots: list[int]
    """Per seat 1..n: the lower number is first among seats that are equal at the end."""
    effects: list[Effect]
    pending: list[Pending]
    memory: list[dict[int, Memory]]
    """Per seat: planets out of sight that it has seen before."""
    result: dict[str, Any] | None = None
    standing: list[tuple[Standing, ...]] = field(default_factory=list)
    """Per seat its standing routes; empty at tables without them."""
    facts: Facts | None = field(default=None, compare=False, repr=False)

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.points)

    def in_play(self) -> list[int]:
        """Seats that are not out, ascending."""
        return [seat for seat, out in enumerate(self.out) if out is None]

    def left(self, fleet: Fleet) -> int:
        """Arrival steps still to come."""
        return fleet.due - self.round + 1

    def copy(self) -> State:
        """A state that may be changed: own lists, shared tuples, map and settings. Memories are shared until written."""
        return State(
            self.chart, self.settings, self.salt, self.next_fleet[:], self.round, self.phase, self.owner[:], self.units[:],
            self.fleets[:], self.points[:], self.lost_turns[:], self.out[:], self.lots, self.effects[:], self.pending[:],
            self.memory[:], self.result, self.standing[:],
        )  # fmt: skip


def by_seat(seats: int) -> list[int]:
    """Lots with which the higher seat is first."""
    return list(range(seats, 0, -1))


def fleets_json(fleets: Iterable[Fleet], arrivals_done: int) -> list[dict[str, Any]]:
    """Fleets as views, events and stored states show them when `arrivals_done` arrival steps of the match are over."""
    return [
        {
            "id": id_, "seat": seat, "from": source, "to": target, "units": units, "length": length,
            "left": due - arrivals_done, "kind": kind,
        }
        for id_, seat, source, target, units, length, due, kind in fleets
    ]  # fmt: skip
