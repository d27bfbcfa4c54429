"""How are many matches played between named bots, built-in ones and those of the gallery?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

import games
from games.core.contract import Bot, Game
from games.core.errors import OptionError
from games.core.report import Played, read
from games.core.simulate import MatchRecord, OwnBot, match_seed, open_table, play, rotated

Found = TypeVar("Found")


@dataclass(frozen=True)
class Series:
    """What is played; small and plain, so that it can be sent to other processes."""

    game: str
    bots: tuple[str, ...]
    """One per seat. Every match is played once per rotation of them, on the same map."""
    options: dict[str, Any] = field(default_factory=dict)
    seed: str = "series"


@dataclass(frozen=True)
class Setting:
    """A table that a game offers: one of its presets, or one of its maps."""

    name: str
    options: dict[str, Any]


def settings(game: Game, seats: int = 2) -> list[Setting]:
    """Every preset, then every named map by itself that this number of seats can play on."""
    found = [Setting(name, dict(preset.options)) for name, preset in game.presets.items()]
    maps = next((option.choices for option in game.options if option.key == "map"), ())
    for name, _ in maps:
        options = {"map": name}
        if all(setting.options != options for setting in found):
            found.append(Setting(f"map {name}", options))
    return [setting for setting in found if _seats(game, setting, seats)]


def _seats(game: Game, setting: Setting, seats: int) -> bool:
    try:
        game.check_options(setting.options, seats)
    except OptionError:
        return False
    return True


def gallery(game: str) -> dict[str, OwnBot]:
    """The simple bots of `tests/bench/gallery/<game>.py`, by name; {} if there are none."""
    name = f"tests.bench.gallery.{game}"
    if not find_spec(name):
        return {}
    return {key: OwnBot(key, answer) for key, answer in import_module(name).BOTS.items()}


def bot_of(game: Game, name: str) -> Bot | OwnBot:
    """The bot of that name: one of the gallery, a built-in one by its id or else its strength; KeyError if there is none."""
    found = gallery(game.id).get(name) or next((bot for bot in game.bots if name in (bot.id, bot.strength)), None)
    if found is None:
        raise KeyError(name)
    return found


def play_one(series: Series, number: int) -> MatchRecord:
    """Match `number` of the series."""
    game = games.get(series.game)
    seats = len(series.bots)
    group, turn = divmod(number, seats)
    seed = match_seed(series.seed, group)
    bots = rotated([bot_of(game, name) for name in series.bots], turn)
    return play(game, open_table(game, series.options, seats, seed), seats, bots, seed)


def share(series: Series, number: int) -> float:
    """What the first bot of the series has of the win of match `number`: a first place that k seats share is 1/k for each."""
    ranks = play_one(series, number).ranks
    return 1 / ranks.count(1) if ranks[number % len(ranks)] == 1 else 0.0


def read_one(series: Series, number: int) -> Played:
    """What counts of match `number`."""
    return read(games.get(series.game), play_one(series, number))


def spread(work: Callable[[Series, int], Found], series: Series, matches: int, jobs: int) -> Iterator[Found]:
    """`work(series, number)` of every match, in their order, on `jobs` processes."""
    if jobs == 1:
        yield from map(partial(work, series), range(matches))
        return
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        yield from pool.map(partial(work, series), range(matches))
