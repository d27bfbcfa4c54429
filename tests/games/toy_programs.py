"""Lanterns by program: the toy with everything that a game needs to let people's programs play it.

Each seat has one walker, called by the number of its seat. A program defines `run(c)` and calls `c.walk(-1 | 0 | 1)` and `c.throw(cell)`; it
has `c.view`, `c.memory`, `c.random` and `c.log`. Programs are asked one seat after the other, each about the state that those before
left: who walked before is seen where it is now."""

from __future__ import annotations

import copy
from collections.abc import Generator, Mapping
from dataclasses import replace
from functools import partial

from games.core.contract import Ask, Json, Programs
from games.core.errors import OrderError
from games.core.rng import Rng
from tests.games import toy
from tests.games.toy import State

BUDGET = 20_000
PRELUDE = """
import json as _cb_json
from random import Random as _cb_Random

def _cb_is_json(value):
    try:
        return _cb_json.loads(_cb_json.dumps(value)) == value
    except (TypeError, ValueError):
        return False

class Walker:
    def __init__(self, view, memory, seed):
        self.view = view
        self.memory = memory
        self.random = _cb_Random(seed)
        self._cb_actions = []

    def look(self):
        _cb_spend(50)
        return [line for line in self.view["seats"] if line["cell"] is not None]

    def walk(self, way):
        _cb_spend(1)
        self._cb_actions.append({"walk": way})

    def throw(self, cell):
        _cb_spend(1)
        self._cb_actions.append({"throw": cell})

    def log(self, text):
        print(text)

def _cb_play(view, memory, seed):
    walker = Walker(_cb_json.loads(view), _cb_json.loads(memory), seed)
    try:
        run
    except NameError:
        return _cb_json.dumps({"actions": [], "memory": memory})
    run(walker)
    memory = _cb_json.dumps(walker.memory) if _cb_is_json(walker.memory) else None
    return _cb_json.dumps({"actions": walker._cb_actions, "memory": memory})
"""


def read(view: Json, actions: Json) -> Json:
    """At most one walk and one throw, of the forms that `check` knows."""
    if not isinstance(actions, list) or len(actions) > 2:
        raise OrderError("bad_type", "", "Actions are a list of at most two.")
    merged: dict[str, Json] = {}
    for index, action in enumerate(actions):
        if not isinstance(action, dict) or len(action) != 1 or set(action) & set(merged):
            raise OrderError("bad_type", f"[{index}]", "One walk and one throw.")
        merged |= action
    walk, throw = merged.get("walk", 0), merged.get("throw")
    if set(merged) - {"walk", "throw"} or type(walk) is not int or not -1 <= walk <= 1:
        raise OrderError("bad_type", "", "One walk and one throw.")
    if throw is not None and (type(throw) is not int or not 0 <= throw < view["size"]):
        raise OrderError("bad_type", "", "One walk and one throw.")
    return actions


def as_orders(answer: Json) -> Json:
    """A seat's orders from the answer of its walker."""
    orders = dict(toy.DEFAULT_ORDERS)
    if isinstance(answer, list):
        for action in answer:
            orders |= action
    return orders


def drive(state: State, rng: Rng) -> Generator[Ask, Json, tuple[State, dict[int, Json]]]:
    """One round: whoever is asked later sees where those before went."""
    shown = copy.deepcopy(state)
    record: dict[int, Json] = {}
    living = toy.living(state)

    def ahead(seat: int) -> Ask | None:
        """Who comes next, as if nobody walked."""
        later = [other for other in living if other > seat]
        return Ask(later[0], str(later[0]), toy.view(shown, later[0])) if later else None

    for seat in living:
        answer = yield Ask(seat, str(seat), toy.view(shown, seat), partial(ahead, seat))
        record[seat] = as_orders(answer)
        shown.cells[seat] = (shown.cells[seat] + record[seat]["walk"]) % state.options["size"]
    return toy.resolve(state, record, rng)[0], record


def planned(view: Json, answers: Mapping[str, Json]) -> Json:
    """Orders of a seat that was asked before everybody's orders were known."""
    return as_orders(answers[str(view["you"])])


PROGRAMS = Programs(
    prelude=PRELUDE,
    budget=lambda options, view: BUDGET,
    read=read,
    asks=lambda turn: [Ask(turn.seat, str(turn.seat), turn.view)],
    orders=planned,
    reserved=frozenset({"Walker", "print", "NameError", "TypeError", "ValueError"}),
    source_bytes=8192,
    memory_bytes=256,
    load_units=1000,
)

GAME = replace(toy.GAME, id="toy_programs", drive=drive, programs=PROGRAMS)
