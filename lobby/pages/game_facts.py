"""What do pages say of a game before a match? Name, length, seats, picture, bots and more, in the active language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.utils.translation import get_language, gettext

import games
from games.core.contract import Game, Preset, Workshop
from games.core.path import seats_of
from lobby.matches import words
from lobby.pages import pictures, preset_table
from lobby.pages.pictures import Picture

QUICK = "quick"
"""The preset that "Play now" plays, if a game has it."""


@dataclass(frozen=True)
class BotFacts:
    """A bot that plays the game."""

    id: str
    name: str
    full_name: str
    """With how hard it is to beat."""
    strength: str
    """How hard it is to beat, in a word; "" if the game does not say."""
    help: str


@dataclass(frozen=True)
class Way:
    """A preset: one way to play the game."""

    id: str
    name: str
    help: str
    is_original: bool
    """Whether its rules are those of the original, from which the others differ."""
    minutes: str
    seats: str
    """How many can play, as a range."""
    seat_numbers: tuple[int, ...]
    picture: Picture | None
    """A moment of such a match; the game's own card if none has been drawn."""


@dataclass(frozen=True)
class WorkshopFacts:
    """The place where people build what they bring to a table, such as a fleet."""

    word: str
    name: str
    help: str
    has_gallery: bool
    """What is built is a map, and people show theirs to everybody."""


@dataclass(frozen=True)
class GameFacts:
    """One game. Texts in the language that was active."""

    id: str
    name: str
    summary: str
    seats: str
    minutes: str
    """Length of an ordinary match; "" if unknown."""
    quick_minutes: str
    card: Picture | None
    hero: Picture | None
    bots: tuple[BotFacts, ...]
    ways: tuple[Way, ...]
    workshop: WorkshopFacts | None
    has_programs: bool
    lesson: str
    """Id of the game's first lesson; "" if it has none."""
    puzzles: int


def of(game: Game) -> GameFacts:
    """The facts of a game."""
    language = get_language() or "en"
    usual = next(iter(game.presets.values()), None)
    quick = game.presets.get(QUICK)
    workshop = game.workshop
    return GameFacts(
        id=game.id,
        name=gettext(game.name),
        summary=gettext(game.summary),
        seats=_range(game.seats[0], game.seats[-1]),
        minutes=_minutes(usual),
        quick_minutes=_minutes(quick) if quick is not usual else "",
        card=pictures.of_game(game.id, "card", language),
        hero=pictures.of_game(game.id, "hero", language),
        bots=bots(game),
        ways=ways(game),
        workshop=_workshop(workshop) if workshop else None,
        has_programs=game.programs is not None,
        lesson=next((lesson.id for lesson in game.lessons if not lesson.is_puzzle), ""),
        puzzles=sum(lesson.is_puzzle for lesson in game.lessons),
    )


def _workshop(workshop: Workshop) -> WorkshopFacts:
    return WorkshopFacts(workshop.word, gettext(workshop.name), gettext(workshop.help), bool(workshop.option))


def bots(game: Game) -> tuple[BotFacts, ...]:
    """The bots of a game, weakest first."""
    return tuple(
        BotFacts(
            id=bot.id,
            name=gettext(bot.name),
            full_name=words.bot_name(bot),
            strength=words.strength(bot),
            help=gettext(bot.help) if bot.help else "",
        )
        for bot in game.bots
    )


def ways(game: Game) -> tuple[Way, ...]:
    """The presets of a game, in its order."""
    language = get_language() or "en"
    found = []
    for key, preset in game.presets.items():
        numbers = _seat_numbers(game.id, key)
        told = gettext(preset.help) if preset.help else ""
        is_original = key == preset_table.ORIGINAL
        more = preset_table.changed(game) if is_original else ""
        found.append(
            Way(
                id=key,
                name=gettext(preset.label),
                help=gettext("%(first)s %(second)s") % {"first": told, "second": more}
                if told and more
                else told or more,
                is_original=is_original,
                minutes=_minutes(preset),
                seats=_range(numbers[0], numbers[-1]),
                seat_numbers=numbers,
                picture=pictures.of_game(game.id, f"preset-{key}", language)
                or pictures.of_game(game.id, "card", language),
            )
        )
    return tuple(found)


@cache
def _seat_numbers(game_id: str, preset_id: str) -> tuple[int, ...]:
    """With how many seats the game takes the options of that preset; all its numbers if it takes none."""
    game = games.get(game_id)
    return tuple(seats_of(game, preset_id) or game.seats)


def of_all() -> list[GameFacts]:
    """The facts of all games, in their order."""
    return [of(game) for game in games.all_games()]


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}–{most}"


def _minutes(preset: Preset | None) -> str:
    return str(preset.minutes) if preset and preset.minutes else ""
