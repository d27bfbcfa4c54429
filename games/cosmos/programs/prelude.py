"""The text that the sandbox runs before a program, put together from the modules that our own programs import.

A module of this kind has a head for Python (docstring, imports) and, below the mark, text in the sandbox's subset. Texts are
joined in the order in which the modules import each other.
"""

from __future__ import annotations

import ast
import builtins
from functools import cache
from importlib import resources

from games.cosmos.programs.players import ENTRY

MARK = "# --- The sandbox's text begins here.\n"

_HEAD = """\
import json as _cb_json
import random as _cb_random
_cb_stream = _cb_random.Random
_cb_say = print
"""

_RUNS = """
run = run_planet = run_battleship = run_miner = run_scout = None


def _cb_play(view, memory, seed):
    head, tiles = view.splitlines()
    c = _cb_Controller(_cb_json.loads(head), _cb_json.loads(memory), seed, lambda: _cb_json.loads(tiles))
    own = {"planet": run_planet, "battleship": run_battleship, "miner": run_miner, "scout": run_scout}[c.kind]
    program = own if own is not None else run
    if program is not None:
        program(c)
    try:
        kept = _cb_json.dumps(c.memory, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        kept = None
    return _cb_json.dumps({"actions": c._cb_actions, "memory": kept})
"""
"""Which function runs which kind (10.1), and what a run gives back: memory that is no JSON is null. A view comes in two lines, the
second of which is the greater part and is often not needed."""


@cache
def text_of(package: str, *modules: str) -> str:
    """What stands below the marks of some modules of a package, joined."""
    texts = [resources.files(package).joinpath(f"{name}.py").read_text(encoding="utf-8") for name in modules]
    return "\n".join(text.split(MARK, 1)[1] for text in texts)


@cache
def prelude() -> str:
    """The prelude of every program: positions, directions, the controller and the entry."""
    return _HEAD + text_of("games.cosmos.programs", "space", "controller") + _RUNS


@cache
def prelude_of_players() -> str:
    """The prelude of programs for the original's controller."""
    return _HEAD + text_of("games.cosmos.programs", "space", "controller", "original") + ENTRY


@cache
def reserved(text: str) -> frozenset[str]:
    """Names that a prelude reads when a program runs: its own public ones and Python's; a program may not bind them."""
    tree = ast.parse(text)
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    read = {node.id for node in names if isinstance(node.ctx, ast.Load)} & set(vars(builtins))
    made = {node.name for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            made |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return frozenset(name for name in read | made if not name.startswith(("_cb_", "run")))
