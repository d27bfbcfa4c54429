"""Whom does one play after the lesson, from the weakest bot to the strongest at a larger table? The path of a game, from its presets and bots.

Each stop is a match against bots of one level with the options of one preset. It has three stars: one for the victory, two for `Game.stars`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.core.achievements import STARS
from games.core.errors import OptionError
from games.core.feats import Feat
from games.core.simulate import open_table

if TYPE_CHECKING:
    from games.core.contract import Bot, Game, Options

QUICK = "quick"
LONGEST = 60
"""Minutes of the longest preset of a path."""
MOST = 7
LARGE = 4
"""Seats of the last stops, where a preset takes them."""


@dataclass(frozen=True)
class Stop:
    """One match of a path."""

    key: str
    preset: str
    bot: str
    seats: int


def levels(game: Game) -> list[Bot]:
    """The bots that are levels, weakest first: those with a strength, or all of a game without strengths."""
    return [bot for bot in game.bots if bot.strength] or list(game.bots)


def path_of(game: Game) -> tuple[Stop, ...]:
    """All levels at the smallest table of the quick preset; then the two strongest at the smallest and at a larger table of the usual one; then the
    strongest with the others."""
    bots, ways = levels(game), _ways(game)
    order = list(ways)
    wanted = [(preset, ways[preset][0], bot) for preset in order[:1] for bot in bots]
    if order:
        usual = order[min(1, len(order) - 1)]
        large = [number for number in ways[usual] if number <= LARGE][-1]
        wanted += [(usual, seats, bot) for seats in (ways[usual][0], large) for bot in bots[-2:]]
    wanted += [(preset, ways[preset][0], bots[-1]) for preset in order[2:]]
    stops = {f"{preset}-{bot.id}-{seats}": (preset, bot.id, seats) for preset, seats, bot in wanted}
    return tuple(Stop(key, *what) for key, what in list(stops.items())[:MOST])


def _ways(game: Game) -> dict[str, list[int]]:
    """Presets of a path → the numbers of seats that they take: the quick one first, then the usual one, then the others."""
    found: dict[str, list[int]] = {}
    for key in sorted(game.presets, key=lambda key: key != QUICK):
        preset = game.presets[key]
        seats = seats_of(game, key)
        if seats and preset.minutes <= LONGEST and key not in game.off_path:
            found[key] = seats
    return found


def seats_of(game: Game, preset: str) -> list[int]:
    """The numbers of seats with which the game takes the options of that preset."""
    return [number for number in game.seats if _takes(game, preset, number)]


def _takes(game: Game, preset: str, seats: int) -> bool:
    try:
        game.check_options(dict(game.presets[preset].options), seats)
    except OptionError:
        return False
    return True


def stars_of(game: Game) -> tuple[Feat, ...]:
    """The second and third star of the stops."""
    return game.stars or STARS


def stop_of(game: Game, options: Options, seats: int, bots: set[str], seed: str) -> Stop | None:
    """The stop that a match of these options, of one seat against these bots, is; None: it is none. `seed` is that of its table."""
    if len(bots) != 1:
        return None
    for stop in path_of(game):
        if (stop.seats, stop.bot) == (seats, *bots) and is_of_preset(game, stop.preset, options, seats, seed):
            return stop
    return None


def preset_of(game: Game, options: Options, seats: int, seed: str) -> str | None:
    """The preset whose options these are, unchanged; None: the table has options of its own."""
    return next((key for key in game.presets if is_of_preset(game, key, options, seats, seed)), None)


def is_of_preset(game: Game, preset: str, options: Options, seats: int, seed: str) -> bool:
    """Are these exactly the options of a table that was opened with this preset, as it is or was, and seed?"""
    found = game.presets[preset]
    return any(_opens(game, {**found.options, **were}, options, seats, seed) for were in ({}, *found.earlier))


def _opens(game: Game, wanted: Options, options: Options, seats: int, seed: str) -> bool:
    try:
        checked = game.check_options(wanted, seats)
        # Making a map is dear, so look at what needs none first.
        plain = {key for key, value in checked.items() if not isinstance(value, str | dict)}
        if any(options.get(key) != checked[key] for key in plain):
            return False
        return open_table(game, wanted, seats, seed) == options
    except OptionError:
        return False
