"""Programs: what people and our own bots write to steer every entity by itself. Chapter 10 of docs/rules/cosmos.engine.md."""

from __future__ import annotations

from typing import Any

from games.core import deciding
from games.core.contract import Ask, Programs, Turn, view_text
from games.cosmos.orders import read_actions
from games.cosmos.programs.explain import explain
from games.cosmos.programs.planned import asks, orders
from games.cosmos.programs.players import ending, is_player, translate
from games.cosmos.programs.prelude import prelude, prelude_of_players, reserved
from games.cosmos.programs.reference import REFERENCE, REFUSALS
from games.cosmos.programs.templates import EXAMPLE, ONE_MIND, PLAYER, TEMPLATES

Json = Any


def budget(options: Json, view: Json) -> int:
    """Units of one run on an entity view, by kind (10.4); 0: no limit."""
    return int(options["run_budget"][view["me"]["kind"]])


def _asks(turn: Turn) -> list[Ask]:
    return asks(turn.view)


def _instead(text: str) -> Programs | None:
    if deciding.is_decider(text):
        return DECIDING
    return PLAYERS if is_player(text) else None


def read(view: Json, actions: Json) -> Json:
    """The actions of one run in normal form; raises OrderError (8.1, 8.5)."""
    return read_actions(actions, "", view["me"]["kind"])


def text(view: Json) -> str:
    """An entity view for `_cb_play`: all but its aether, a line end, its aether."""
    head = view_text({key: value for key, value in view.items() if key != "aether"})
    return f"{head}\n{view_text(view['aether'])}"


TRIAL = {"rounds": 200, "execution": "planned"}
DECIDING = deciding.programs(example=ONE_MIND, trial_options=TRIAL)
"""For a seat whose program gives the orders of all its entities at once."""

PLAYERS = Programs(
    prelude=prelude_of_players(), reserved=reserved(prelude_of_players()), budget=budget, read=read, asks=_asks, orders=orders, text=text,
    example=PLAYER, trial_options=TRIAL, explain=explain, refusals=REFUSALS, translate=translate, ending=ending, chance="random",
    trial_steps=deciding.TRIAL_STEPS,
)  # fmt: skip
"""For a program that is written for the original's controller: a class `Player`."""

PROGRAMS = Programs(
    prelude=prelude(), reserved=reserved(prelude()), budget=budget, read=read, asks=_asks, orders=orders, text=text, example=EXAMPLE,
    templates=TEMPLATES, reference=REFERENCE, trial_options=TRIAL,
    explain=explain, refusals=REFUSALS, instead=_instead, chance="c.random", trial_steps=deciding.TRIAL_STEPS,
)  # fmt: skip
