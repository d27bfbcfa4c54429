"""The one list of games. A game is a folder here, a folder of the same name in `static/games/`, and a line in `GAMES`."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from games.core.contract import Game

GAMES: dict[str, str] = {
    "planet_conquer": "games.planet_conquer",
    "hundred_clubs": "games.hundred_clubs",
    "deep_blue": "games.deep_blue",
    "frames": "games.frames",
    "cosmos": "games.cosmos",
}
"""Id → module that holds its `GAME`."""


@cache
def get(game_id: str) -> Game:
    """The game of that id; KeyError if there is none."""
    game: Game = import_module(GAMES[game_id]).GAME
    return game


def all_games() -> list[Game]:
    """Every game, in the order of the list."""
    return [get(game_id) for game_id in GAMES]
