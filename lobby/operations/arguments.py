"""How do commands check the arguments that they share? All refuse in the same words, beginning with the argument's name."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandError

from games.core.contract import Game, Options
from games.core.errors import OptionError


def check_numbers(given: Mapping[str, Any], least: Mapping[str, int]) -> None:
    """Raises CommandError for a value that is not a number or too small. `least`: name of an argument → its smallest value."""
    for name, smallest in least.items():
        if given[name] is not None and not smallest <= given[name] < math.inf:
            raise CommandError(f"--{name.replace('_', '-')}: at least {smallest}")


def check_seats(game: Game, seats: int) -> None:
    """Raises CommandError unless the game can be played with this number of seats."""
    if seats not in game.seats:
        raise CommandError(f"--seats: {game.id} is for {', '.join(map(str, game.seats))} seats, not {seats}")


def parse_options(text: str) -> Options:
    """The JSON object in `--options`. Raises CommandError."""
    try:
        found = json.loads(text)
    except ValueError as error:
        raise CommandError(f"--options: not JSON: {error}") from error
    return as_object(found, "--options")


def as_object(value: Any, place: str) -> Options:
    """`value`, which was found at `place`; raises CommandError unless it is a JSON object."""
    if not isinstance(value, dict):
        raise CommandError(f"{place}: must be a JSON object")
    return value


def check_options(game: Game, options: Options, seats: int, place: str = "--options") -> None:
    """Raises CommandError for options that the game refuses; `place` names the argument in the message."""
    try:
        game.check_options(options, seats)
    except OptionError as error:
        raise CommandError(f"{place}: {error.path}: {error.message}") from error
