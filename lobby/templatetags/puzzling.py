"""Is there a puzzle of the day, and has the person done it? For pages that say it beside something else."""

from dataclasses import dataclass

from django import template
from django.utils import timezone

from lobby.accounts.models import User
from lobby.puzzles import days, services
from lobby.puzzles.models import PuzzleTry
from lobby.puzzles.pages import Week, week

register = template.Library()


@dataclass(frozen=True)
class Today:
    """How many puzzles are asked today, and how many of them the person has done."""

    count: int
    done: int
    week: Week | None = None
    """None for strangers."""


@register.simple_tag
def puzzles_of_today(user: User) -> Today | None:
    """None on a site without puzzles."""
    known = services.games_with()
    if not known:
        return None
    if not user.is_authenticated:
        return Today(len(known), 0)
    now = timezone.now()
    today = days.today(now)
    asked = {(game.id, services.of_day(game, today).id) for game in known}
    tried = PuzzleTry.objects.filter(user=user, puzzle__in={puzzle for _, puzzle in asked})
    decided = set(tried.exclude(result=PuzzleTry.Result.OPEN).values_list("game", "puzzle"))
    return Today(len(known), len(decided & asked), week(user, now))
