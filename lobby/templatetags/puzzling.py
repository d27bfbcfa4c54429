"""Is there a puzzle of the day, and has the person done it? For pages that say it beside something else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django import template
from django.utils import timezone

from lobby.accounts.models import User
from lobby.puzzles import days, services
from lobby.puzzles.models import PuzzleTry
from lobby.puzzles.pages import Week, week

register = template.Library()


@dataclass(frozen=True)
class Asked:
    """A puzzle of today that the person has not done."""

    id: str
    """Of its game."""
    day: date
    state: str
    """"new" or "open"."""
    has_picture: bool


@dataclass(frozen=True)
class Today:
    """How many puzzles are asked today, and how many of them the person has done."""

    count: int
    done: int
    week: Week | None = None
    """None for strangers."""
    asked: Asked | None = None
    """The one to begin with; None for strangers, and when all are done."""


@register.simple_tag
def puzzles_of_today(user: User, game_id: str = "") -> Today | None:
    """None on a site without puzzles. `game_id`: of which game the person would rather be asked."""
    known = services.games_with()
    if not known:
        return None
    if not user.is_authenticated:
        return Today(len(known), 0)
    now = timezone.now()
    today = days.today(now)
    asked = {game.id: services.of_day(game, today).id for game in known}
    tried = PuzzleTry.objects.filter(user=user, puzzle__in=set(asked.values()))
    results = {
        game: result
        for game, puzzle, result in tried.values_list("game", "puzzle", "result")
        if asked.get(game) == puzzle
    }
    left = [game for game in known if results.get(game.id, PuzzleTry.Result.OPEN) == PuzzleTry.Result.OPEN]
    first = next((game for game in left if game.id == game_id), left[0] if left else None)
    return Today(
        len(known),
        len(known) - len(left),
        week(user, now),
        None
        if first is None
        else Asked(first.id, today, "open" if first.id in results else "new", first.picture is not None),
    )
