"""What is the position? Lists and tuples that copy fast, and their JSON form (chapter 6).

Two things are kept shorter than JSON shows them. A fleet knows the round in which it arrives, so a step leaves it untouched. A
memory holds only planets out of sight; a planet in sight is remembered as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from games.planet_conquer import constants, maps
from games.planet_conquer.maps import GameMap
from games.planet_conquer.settings import Settings, settle
from games.planet_conquer.sight import Facts, facts

Owner = int | None


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


@dataclass(slots=True)
class State:
    """A position. `resolve` never changes one; it copies it and changes the copy."""

    chart: GameMap
    settings: Settings
    salt: str
    next_fleet: int
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
            self.chart, self.settings, self.salt, self.next_fleet, self.round, self.phase, self.owner[:], self.units[:],
            self.fleets[:], self.points[:], self.lost_turns[:], self.out[:], self.lots, self.effects[:], self.pending[:],
            self.memory[:], self.result,
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


def to_json(state: State) -> dict[str, Any]:
    """The whole state in the form of chapter 6. Secret."""
    memory: list[list[dict[str, Any] | None]] = []
    for seat, sight in enumerate(facts(state).sights):
        row: list[dict[str, Any] | None] = [None] * state.chart.count
        if state.settings.fog:
            for planet, then in state.memory[seat].items():
                row[planet] = then._asdict()
            for planet in range(state.chart.count):
                if sight >> planet & 1:
                    row[planet] = {"owner": state.owner[planet], "units": state.units[planet], "round": state.round}
        memory.append(row)
    return {
        "game": constants.GAME_ID,
        "version": constants.STATE_VERSION,
        "phase": state.phase,
        "round": state.round,
        "options": state.settings.chosen,
        "map": state.chart.document,
        "salt": state.salt,
        "next_fleet": state.next_fleet,
        "holds": [[owner, units] for owner, units in zip(state.owner, state.units, strict=True)],
        "fleets": fleets_json(state.fleets, state.round - 1),
        "seats": [
            {"points": points, "lost_turns": lost, "out": out and out._asdict(), "lot": lot}
            for points, lost, out, lot in zip(state.points, state.lost_turns, state.out, state.lots, strict=True)
        ],
        "effects": [effect._asdict() for effect in state.effects],
        "pending": [pending._asdict() for pending in state.pending],
        "memory": memory,
        "result": state.result,
    }


def from_json(data: Any) -> State:
    """The state that `to_json` wrote."""
    chart = maps.expanded(data["map"])
    state = State(
        chart=chart,
        settings=settle(data["options"], chart),
        salt=data["salt"],
        next_fleet=data["next_fleet"],
        round=data["round"],
        phase=data["phase"],
        owner=[hold[0] for hold in data["holds"]],
        units=[hold[1] for hold in data["holds"]],
        fleets=[
            Fleet(
                fleet["id"], fleet["seat"], fleet["from"], fleet["to"], fleet["units"], fleet["length"],
                fleet["left"] + data["round"] - 1, fleet["kind"],
            )
            for fleet in data["fleets"]
        ],
        points=[seat["points"] for seat in data["seats"]],
        lost_turns=[seat["lost_turns"] for seat in data["seats"]],
        out=[seat["out"] and Out(**seat["out"]) for seat in data["seats"]],
        # Before rules version 2 the higher seat was first.
        lots=[seat.get("lot", lot) for seat, lot in zip(data["seats"], by_seat(len(data["seats"])), strict=True)],
        effects=[Effect(**effect) for effect in data["effects"]],
        pending=[Pending(**pending) for pending in data["pending"]],
        memory=[{} for _ in data["seats"]],
        result=data["result"],
    )  # fmt: skip
    for seat, sight in enumerate(facts(state).sights):
        for planet, then in enumerate(data["memory"][seat]):
            if then is not None and not sight >> planet & 1:
                state.memory[seat][planet] = Memory(**then)
    state.facts = None  # made before the memories
    return state
