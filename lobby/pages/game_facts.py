"""What do pages say of a game before a match? Name, length, seats, picture, bots and more, in the active language."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import get_language, gettext

import games
from games.core.contract import Game, Preset
from lobby.pages import pictures
from lobby.pages.pictures import Picture

QUICK = "quick"
"""The preset that "Play now" plays, if a game has it."""


@dataclass(frozen=True)
class BotFacts:
    """A bot that plays the game."""

    id: str
    name: str
    help: str


@dataclass(frozen=True)
class Way:
    """A preset: one way to play the game."""

    name: str
    help: str
    minutes: str


@dataclass(frozen=True)
class WorkshopFacts:
    """The place where people build what they bring to a table, such as a fleet."""

    word: str
    name: str
    help: str


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
        bots=tuple(BotFacts(bot.id, gettext(bot.name), gettext(bot.help) if bot.help else "") for bot in game.bots),
        ways=tuple(
            Way(gettext(preset.label), gettext(preset.help) if preset.help else "", _minutes(preset))
            for preset in game.presets.values()
        ),
        workshop=WorkshopFacts(workshop.word, gettext(workshop.name), gettext(workshop.help)) if workshop else None,
        has_programs=game.programs is not None,
        lesson=next((lesson.id for lesson in game.lessons if not lesson.is_puzzle), ""),
        puzzles=sum(lesson.is_puzzle for lesson in game.lessons),
    )


def of_all() -> list[GameFacts]:
    """The facts of all games, in their order."""
    return [of(game) for game in games.all_games()]


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}–{most}"


def _minutes(preset: Preset | None) -> str:
    return str(preset.minutes) if preset and preset.minutes else ""
