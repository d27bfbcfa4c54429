"""How does a command load a bot from a file? As every home of a program does, by the client package that lies in the checkout.

Without the sandbox: whoever runs a command may run any code on this machine.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module

from django.conf import settings
from django.core.management.base import CommandError

from games.core.simulate import OwnBot

CLIENT = settings.BASE_DIR / "client/src"


def is_file(bot: str) -> bool:
    """True if this is the name of a file, not of a built-in bot."""
    return bot.endswith(".py") or os.sep in bot


@cache
def own_bot(file: str) -> OwnBot:
    """The bot made of the function `decide` in that Python file, or of a program in any language (docs/bots.md). Raises CommandError."""
    if str(CLIENT) not in sys.path:
        sys.path.append(str(CLIENT))
    try:
        deciding = import_module("fogbound_client.deciding")
    except ModuleNotFoundError as error:
        raise CommandError(f"--bots: {file} needs what the client package needs: pip install {error.name}") from None
    try:
        decider = deciding.load(file)
    except deciding.NotADecider as error:
        raise CommandError(f"--bots: {error}") from None
    return OwnBot(file, decider.answer, hears_refusals=True)
