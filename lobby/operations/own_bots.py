"""How does a command load a bot from a Python file? Without the sandbox: whoever runs a command may run any code on this machine."""

from __future__ import annotations

import inspect
import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from games.core.deciding import TAKES
from games.core.simulate import OwnBot


def is_file(bot: str) -> bool:
    """True if this is the name of a file, not of a built-in bot."""
    return bot.endswith(".py")


@cache
def own_bot(file: str) -> OwnBot:
    """The bot made of the function `decide` in that file. Raises CommandError."""
    if not Path(file).is_file():
        raise CommandError(f"--bots: there is no file {file}")
    # It can import modules from its own folder, as a script can.
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

    return OwnBot(file, answer, hears_refusals=True)
