"""Positions for tests: written as in the recorded scenarios, played with dice that are told."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.errors import OrderError
from games.frames.orders import check, pending
from games.frames.resolve.step import resolve
from games.frames.state import State
from games.frames.vectors import Script, new_position

Json = Any
HUMMINGBIRD, BISON, PEGASUS = "fa07a_hummingbird", "fa07c_bison", "white_pegasus"
LANDS, MISSES = ("d20:1", "d20:20"), ("d20:20",)


def position(blue: Json, red: Json | None = None, **facts: Json) -> State:
    """Seat 0 to move in round 2, no weather, all missing parts as in the scenarios."""
    return new_position({"seats": [{"ship": HUMMINGBIRD, **blue}, {"ship": HUMMINGBIRD, **(red or {})}], **facts})


def mech(model: str, at: Json, **facts: Json) -> Json:
    """A mech of a position; short names of models of the first set will do."""
    models = {
        "vampire": "ura00_vampire", "sword": "ura01a_sword", "hammer": "ura01b_hammer", "longbow": "ura01c_longbow",
        "kagami": "ubt1_t1_kagami", "tsurugi": "ubt1_t2_tsurugi", "magatama": "ubt1_t3_magatama",
    }  # fmt: skip
    return {"model": models.get(model, model), "at": at, **facts}


def play(state: State, seat: int, order: Json, *dice: str, hold: bool = False) -> tuple[State, list[Json]]:
    """The position after an order; windows that open are passed unless `hold`. All dice must fall."""
    script = Script(dice)
    state, events = resolve(state, {seat: check(state, seat, order)}, script)
    while state.phase == "window" and not hold:
        state, more = resolve(state, {pending(state)[0]: {"type": "react", "use": []}}, script)
        events += more
    assert script.left == [], "dice are left"
    return state, events


def end_turns(state: State, count: int) -> State:
    """So many turns in which nothing is ordered; extra moves are not made."""
    script = Script(())
    goal = state.turn + count
    while state.turn < goal and state.phase != "over":
        state, _ = resolve(state, {}, script)
    return state


def move(unit: str, *path: Json, boost: str | None = None) -> Json:
    return {"type": "operate_one", "act": {"unit": unit, "do": "move", "path": list(path), "boost": boost}}


def attack(unit: str, weapon: str, target: str) -> Json:
    return {"type": "operate_one", "act": {"unit": unit, "do": "attack", "weapon": weapon, "target": target}}


def fire(weapon: str, target: str, **facts: Json) -> Json:
    return {"type": "fire", "weapon": weapon, "target": target, **facts}


def operate(act: Json) -> Json:
    """One mech acts alone."""
    return {"type": "operate_one", "act": act}


def react(*use: Json) -> Json:
    return {"type": "react", "use": list(use)}


def passed(state: State, kind: str) -> State:
    """The position in which a window of this kind is open, all before it passed."""
    while state.waiting["kind"] != kind:
        state, _ = resolve(state, {pending(state)[0]: react()}, Script(()))
    return state


def refusal(state: State, seat: int, order: Json) -> tuple[str, str]:
    """Code and path of the error that an order is refused with."""
    with pytest.raises(OrderError) as refused:
        check(state, seat, order)
    return refused.value.code, refused.value.path
