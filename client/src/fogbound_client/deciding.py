"""What is `decide`, and how is it asked? The one signature of all homes of a program: simulated, remote, hosted.

    def decide(view, choices, rng, memory): return orders

It may leave parameters out, in any order, and may take `refused` too. It gets copies, with the keys of view and choices in alphabetical
order; what it returns and remembers is JSON.
"""

from __future__ import annotations

import importlib.util
import inspect
import json
import os
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fogbound_client.errors import NotADecider
from fogbound_client.executable import Executable

Json = Any
Decide = Callable[..., Json]

TAKES = ("view", "choices", "rng", "memory", "refused")
"""What `decide` may take, by these names."""


@dataclass
class Decider:
    """A `decide` that was looked at: asks it in the way that every home of a program does."""

    decide: Decide
    name: str = ""
    takes: list[str] = field(init=False)

    def __post_init__(self) -> None:
        if not callable(self.decide):
            raise NotADecider(f"{self.decide!r} is no function")
        self.name = self.name or getattr(self.decide, "__name__", "decide")
        self.takes = list(inspect.signature(self.decide).parameters)
        if unknown := [name for name in self.takes if name not in TAKES]:
            raise NotADecider(f"{self.name} takes {', '.join(unknown)}; there is {', '.join(TAKES)}")

    def ask(self, *, view: Json, choices: Json, rng: Any, memory: dict[str, Json], refused: Json = None) -> Json:
        """Its orders. `memory` is changed in place; afterwards it holds what JSON holds of it (no tuples, keys are text).

        Raises whatever `decide` raises, and NotADecider when orders or memory are no JSON.
        """
        kept = _copied(memory, "memory")
        offered = {"view": view, "choices": choices, "refused": refused}
        own = {"rng": rng, "memory": kept}
        # What it does not take is not copied: views are large.
        given = {name: own[name] if name in own else _shown(offered[name]) for name in self.takes}
        orders = _copied(self._returned(given), "what decide returned")
        kept = _copied(kept, "memory")
        memory.clear()
        memory.update(kept)
        return orders

    def _returned(self, given: dict[str, Json]) -> Json:
        try:
            return self.decide(**given)
        except SystemExit as error:
            # It would end the match of all others here, and is an error like any other on a site.
            raise RuntimeError(f"{self.name} ended the program (SystemExit: {error})") from error

    def answer(self, view: Json, choices: Json, rng: Any, memory: dict[str, Json], refused: Json) -> Json:
        """As the engines ask (`games.core.simulate.OwnBot`, with `copies`)."""
        return self.ask(view=view, choices=choices, rng=rng, memory=memory, refused=refused)


def _shown(value: Json) -> Json:
    """A copy with the keys of every object in the order of the alphabet: a program that goes through them orders the same in every home."""
    return json.loads(json.dumps(value, sort_keys=True))


def _copied(value: Json, what: str = "") -> Json:
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise NotADecider(f"{what} is no JSON: {error}") from None


def load(file: str | Path) -> Decider:
    """The `decide` of a Python file; what lies beside the file can be imported. Any other file is a program that is run (`executable`).

    Raises NotADecider.
    """
    path = Path(file).resolve()
    if not path.is_file():
        raise NotADecider(f"there is no file {file}")
    if path.suffix == ".wasm":
        raise NotADecider(f"{file} is a module, which a site runs: fogbound upload, or at home fogbound home --hosted")
    if path.suffix != ".py":
        if not os.access(path, os.X_OK):
            raise NotADecider(f"{file} is neither a Python file nor a program that can be run")
        return Decider(Executable(path).decide, path.name)
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise NotADecider(f"{file} is no Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise NotADecider(f"{file}{_at(error.lineno)} is not Python: {error.msg}") from None
    except (Exception, SystemExit) as error:
        lines = [one.lineno for one in traceback.extract_tb(error.__traceback__) if one.filename == str(path)]
        raise NotADecider(
            f"{file}{_at(lines[-1] if lines else None)} cannot be loaded: {type(error).__name__}: {error}"
        ) from error
    if not hasattr(module, "decide"):
        raise NotADecider(f"{file} has no function decide")
    return Decider(module.decide, path.name)


def _at(line: int | None) -> str:
    return f", line {line}," if line else ""
