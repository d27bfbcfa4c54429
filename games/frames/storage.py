"""How is a position written down and read again? Secret: for storage only."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from games.frames.settings import settle
from games.frames.state import Arm, Cannon, Held, Side, State, Unit, Weather

Json = Any

_UNIT = [one.name for one in fields(Unit)]
_SIDE = [one.name for one in fields(Side)]
_STATE = [one.name for one in fields(State)]


def _plain(thing: Any) -> dict[str, Json]:
    return {one.name: getattr(thing, one.name) for one in fields(thing)}


def _unit(unit: Unit) -> dict[str, Json]:
    found = {name: getattr(unit, name) for name in _UNIT}
    found["at"] = None if unit.at is None else list(unit.at)
    found["weapons"] = [[arm.id, arm.ammo] for arm in unit.weapons]
    found["gear"] = [_plain(one) for one in unit.gear]
    return found


def _side(side: Side) -> dict[str, Json]:
    found = {name: getattr(side, name) for name in _SIDE}
    found["ship"] = _unit(side.ship)
    found["mechs"] = [_unit(mech) for mech in side.mechs]
    found["cannons"] = [_plain(one) for one in side.cannons]
    for name in ("hand", "pile", "discard"):
        found[name] = {kind: [_plain(one) for one in held] for kind, held in getattr(side, name).items()}
    return found


def to_json(state: State) -> dict[str, Json]:
    """The whole state; `from_json` of it is equal to it."""
    found = {name: getattr(state, name) for name in _STATE}
    found["settings"] = state.settings.chosen
    found["sides"] = [_side(side) for side in state.sides]
    found["weather"] = None if state.weather is None else _plain(state.weather)
    return found


def _read_unit(data: Json) -> Unit:
    given = dict(data)
    given["at"] = None if data["at"] is None else (data["at"][0], data["at"][1])
    given["weapons"] = [Arm(name, ammo) for name, ammo in data["weapons"]]
    given["gear"] = [Held(**one) for one in data["gear"]]
    for name in ("marks", "marks_turn", "buffs", "extras"):
        given[name] = list(data[name])
    return Unit(**given)


def _read_side(data: Json) -> Side:
    given = dict(data)
    given["ship"] = _read_unit(data["ship"])
    given["mechs"] = [_read_unit(mech) for mech in data["mechs"]]
    given["cannons"] = [Cannon(**one) for one in data["cannons"]]
    for name in ("hand", "pile", "discard"):
        given[name] = {kind: [Held(**one) for one in held] for kind, held in data[name].items()}
    return Side(**given)


def from_json(data: Json) -> State:
    """The state that `to_json` wrote."""
    given = dict(data)
    given["settings"] = settle(data["settings"])
    given["sides"] = [_read_side(side) for side in data["sides"]]
    given["weather"] = None if data["weather"] is None else Weather(**data["weather"])
    return State(**given)
