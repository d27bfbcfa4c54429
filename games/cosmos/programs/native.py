"""How a program of ours runs inside the server, without a sandbox. Chapter 10.5: the same controller, view and memory rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.cosmos.programs.controller import _cb_Controller as Controller
from games.cosmos.programs.controller import _cb_Sensed as Sensed

__all__ = ["Controller", "Program", "Sensed", "run"]

Json = Any
Program = Mapping[str, Callable[[Controller], None]]
"""By kind, what a run of that kind calls; a kind that is missing is idle."""


def run(program: Program, view: Json, memory: dict[str, Json], seed: int) -> list[Json]:
    """The actions of one run on an entity view (7.1). `memory` is changed as the program changes it."""
    controller = Controller(view, memory, seed)
    entry = program.get(controller.kind)
    if entry is not None:
        entry(controller)
    return controller._cb_actions
