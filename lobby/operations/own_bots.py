"""How does a command load a bot from a file? As every home of a program does, by the client package that lies in the checkout.

Without the sandbox: whoever runs a command may run any code on this machine. A WebAssembly module always plays in it, as on the site.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

import games
from games.core.contract import Game
from games.core.simulate import OwnBot, TurnBot
from lobby.bots.at_home import NotHosted, hosted_bot
from lobby.bots.workers import NoWorker
from lobby.matches.modules import MODULE_FILE

SILENT = "FOGBOUND_SILENT"
"""Variable of the environment, which processes that play side by side inherit."""
CLIENT = settings.BASE_DIR / "client/src"


def is_file(bot: str) -> bool:
    """True if this is the name of a file, not of a built-in bot."""
    return bot.endswith((".py", MODULE_FILE)) or os.sep in bot


def file_bot(
    game: Game, file: str, *, is_hosted: bool = False, times: int = 1, place: str = "--bots: "
) -> OwnBot | TurnBot:
    """The bot in that file; in the sandbox if it `is_hosted` or a module, with so many `times` the usual budget. Raises CommandError, which
    begins with the `place` where the file was named."""
    is_hosted = is_hosted or file.endswith(MODULE_FILE)
    return _hosted(game.id, file, times, place) if is_hosted else own_bot(file, place)


@cache
def _hosted(game_id: str, file: str, times: int, place: str) -> TurnBot:
    try:
        return hosted_bot(games.get(game_id), file, times)
    except NotHosted as error:
        raise CommandError(f"{place}{error}") from None
    except NoWorker as error:
        raise CommandError(f"--hosted: the sandbox cannot start: {error}") from None


def client_module(name: str) -> ModuleType:
    """That module of the client package, which lies in the checkout. Raises CommandError if it lacks what it needs."""
    if str(CLIENT) not in sys.path:
        sys.path.append(str(CLIENT))
    try:
        return import_module(f"fogbound_client.{name}")
    except ModuleNotFoundError as error:
        raise CommandError(f"files of yours need what the client package needs: pip install {error.name}") from None


@cache
def own_bot(file: str, place: str = "--bots: ") -> OwnBot:
    """The bot made of the function `decide` in that Python file, or of a program in any language (docs/bots.md). Raises CommandError."""
    deciding = client_module("deciding")
    try:
        with _unprinted():
            decider = deciding.load(file)
    except deciding.NotADecider as error:
        raise CommandError(f"{place}{error}") from None

    def answer(*args: Any, **given: Any) -> Any:
        with _unprinted():
            return decider.answer(*args, **given)

    return OwnBot(file, answer if is_silent() else decider.answer, hears_refusals=True, copies=True)


def silence() -> None:
    """From now on nothing is shown of what files print, in this process and in those that it starts."""
    os.environ[SILENT] = "1"


def is_silent() -> bool:
    """True after `silence`."""
    return SILENT in os.environ


@contextmanager
def _unprinted() -> Iterator[None]:
    """Throws away what Python files print, if they are to be silent; programs in other languages throw their own away (`executable`)."""
    if not is_silent():
        yield
        return
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        yield
