"""How does somebody's own bot, a Python file, come to a command? It is not the site's: who gives a command runs what they like."""

from __future__ import annotations

import inspect
import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from games.core.simulate import OwnBot

TAKES = ("view", "choices", "rng", "memory")
"""What `decide` may take, by these names, in any order."""


def is_file(bot: str) -> bool:
    """Does this name a file, and not a built-in bot?"""
    return bot.endswith(".py")


@cache
def own_bot(file: str) -> OwnBot:
    """The bot whose function `decide` stands in that file; raises CommandError."""
    if not Path(file).is_file():
        raise CommandError(f"--bots: there is no file {file}")
    # What lies beside it can be imported, as if it were started itself.
    sys.path.insert(0, str(Path(file).resolve().parent))
    spec = spec_from_file_location(Path(file).stem, file)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    decide = getattr(module, "decide", None)
    if not callable(decide):
        raise CommandError(f"--bots: {file} has no function decide")
    takes = list(inspect.signature(decide).parameters)
    if unknown := [name for name in takes if name not in TAKES]:
        raise CommandError(f"--bots: decide in {file} takes {', '.join(unknown)}; there is {', '.join(TAKES)}")

    def answer(*given: Any) -> Any:
        offered = dict(zip(TAKES, given, strict=True))
        return decide(**{name: offered[name] for name in takes})

    return OwnBot(file, answer)
