"""How is a position written down? The JSON form of chapter 6, there and back."""

from __future__ import annotations

from typing import Any

from games.planet_conquer import constants, maps
from games.planet_conquer.settings import settle
from games.planet_conquer.sight import facts
from games.planet_conquer.standing import standing_json, standing_of
from games.planet_conquer.state import Effect, Fleet, Memory, Out, Pending, State, by_seat, fleets_json


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
    stored = {
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
    if state.settings.standing:
        stored["standing"] = [standing_json(routes) for routes in state.standing]
    return stored


def from_json(data: Any) -> State:
    """The state that `to_json` wrote."""
    chart = maps.expanded(data["map"])
    state = State(
        chart=chart,
        settings=settle(data["options"], chart),
        salt=data["salt"],
        # Before rules version 3 the seats had one count, and other names.
        next_fleet=data["next_fleet"] if isinstance(data["next_fleet"], list) else [0] * len(data["seats"]),
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
        standing=[standing_of(rows) for rows in data.get("standing", ())],
    )  # fmt: skip
    for seat, sight in enumerate(facts(state).sights):
        for planet, then in enumerate(data["memory"][seat]):
            if then is not None and not sight >> planet & 1:
                state.memory[seat][planet] = Memory(**then)
    state.facts = None  # made before the memories
    return state
