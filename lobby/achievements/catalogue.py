"""What can be achieved? The ten of the site, whatever the game, of which `counting` says when each counts; beside them those of the games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import games
from games.core.feats import Achievement
from games.core.text import gettext_noop


@dataclass(frozen=True)
class SiteAchievement:
    """An achievement of the site. Name and text are messages."""

    key: str
    name: str
    text: str
    icon: str
    times: Callable[[], int] = lambda: 1
    """How many different rivals or games it needs."""


RIVALS = 10
HIGHER = 200
"""Points of rating."""
ANSWERS = 10
"""Least number of steps of a slow match that was answered in time."""
SEATS = 4


def _all_games() -> int:
    return len(games.GAMES)


SITE = (
    SiteAchievement(
        "person", gettext_noop("First of many"), gettext_noop("Win a rated match against a person."), "user-plus"
    ),
    SiteAchievement(
        "rivals",
        gettext_noop("Well known"),
        gettext_noop("Play rated matches against ten different people."),
        "users",
        lambda: RIVALS,
    ),
    SiteAchievement(
        "giant",
        gettext_noop("Giant slayer"),
        gettext_noop("Beat somebody in a rated match who is rated 200 points higher."),
        "crown",
    ),
    SiteAchievement(
        "punctual",
        gettext_noop("Like clockwork"),
        gettext_noop("Play a slow rated match of ten rounds or more to its end without missing a deadline."),
        "calendar-clock",
    ),
    SiteAchievement(
        "all", gettext_noop("All-rounder"), gettext_noop("Win a rated match in every game."), "layout-grid", _all_games
    ),
    SiteAchievement(
        "machines",
        gettext_noop("Machine breaker"),
        gettext_noop("Beat the strongest bot of every game."),
        "bot",
        _all_games,
    ),
    SiteAchievement(
        "crowd", gettext_noop("Out of the crowd"), gettext_noop("Win a rated match of four people or more."), "trophy"
    ),
    SiteAchievement(
        "comeback",
        gettext_noop("Never give up"),
        gettext_noop(
            "Win after the estimate gave you less than a fifth of an even chance: a rated match, or against the strongest bot."
        ),
        "rotate-ccw",
    ),
    SiteAchievement(
        "contest", gettext_noop("In the ring"), gettext_noop("Play a match of a contest to its end."), "flag"
    ),
    SiteAchievement(
        "ladder",
        gettext_noop("Ghost writer"),
        gettext_noop("Have a program of yours win a match of the ladder."),
        "command",
    ),
)


One = Achievement | SiteAchievement


def all_of(game_id: str) -> Sequence[One]:
    """The achievements of a game, or of the site for ""."""
    return games.get(game_id).achievements if game_id else SITE


def of(game_id: str, key: str) -> One:
    """The achievement of that key; StopIteration if there is none."""
    return next(one for one in all_of(game_id) if one.key == key)


def needed(one: One) -> int:
    """How many gains it needs."""
    return one.times() if isinstance(one, SiteAchievement) else one.times
