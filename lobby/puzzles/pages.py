"""What do the pages of puzzles show? Those of the day, how the person stands, past days, and the puzzle on its board."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import get_language, gettext

from games.core import puzzles
from games.core.contract import Game
from games.core.names import called, in_language
from games.core.text import phrase, spoken
from lobby.accounts.models import User
from lobby.notices import wishes
from lobby.puzzles import days, services
from lobby.puzzles.models import PuzzleTry, SolvedDay, SolverStrength
from lobby.puzzles.services import Progress
from lobby.ratings import formula

COURSE = 60
"""Rated tries that the curve of a rating shows."""
WIDTH, HEIGHT = 240, 48
"""Of the curve, in the units of its picture."""


@dataclass(frozen=True)
class OfGame:
    """The puzzles of a game for one person."""

    id: str
    name: str
    day: date
    state: str
    """Of today's puzzle: "new", "open", "solved", "failed" (at the first try), "late" (solved after a failure), or "lapsed"."""
    streak: int
    best: int
    points: int | None
    """The person's rating; None before the first rated try."""
    is_provisional: bool
    tried: int
    count: int
    """Puzzles of the game in all."""
    curve: str
    """The points of a line, for a picture of `WIDTH` times `HEIGHT`; "" without two rated tries."""
    has_picture: bool
    """Is the board of the day's puzzle drawn in small?"""
    still_open: date | None
    """The day before, while it still lasts for the person and is not solved."""


def of_games(user: User | None, now: datetime) -> list[OfGame]:
    """Every game with puzzles."""
    zone = "UTC" if user is None else wishes.of(user).time_zone
    tries: dict[str, dict[str, PuzzleTry]] = {}
    solved: dict[str, set[date]] = {}
    strengths: dict[str, SolverStrength] = {}
    if user is not None:
        for one in PuzzleTry.objects.filter(user=user).order_by("judged_at"):
            tries.setdefault(one.game, {})[one.puzzle] = one
        for game_id, day in SolvedDay.objects.filter(user=user).values_list("game", "day"):
            solved.setdefault(game_id, set()).add(day)
        strengths = {one.game: one for one in SolverStrength.objects.filter(user=user)}
    return [
        _of_game(game, zone, now, tries.get(game.id, {}), solved.get(game.id, set()), strengths.get(game.id))
        for game in services.games_with()
    ]


@dataclass(frozen=True)
class Week:
    """The last seven days of a person."""

    streak: int
    """Days in a row, up to now, on which the puzzle of any game was solved."""
    days: tuple[tuple[date, str], ...]
    """The oldest first, each with "solved", "open" (it still lasts) or "missed"."""


def week(user: User, now: datetime) -> Week:
    """On which of the last days the puzzle of any game was solved."""
    solved = set(SolvedDay.objects.filter(user=user).values_list("day", flat=True).distinct())
    zone = wishes.of(user).time_zone
    lasting = days.lasting(zone, now)
    last = [days.today(now) - back * days.DAY for back in reversed(range(7))]
    states = {day: "solved" if day in solved else "open" if day in lasting else "missed" for day in last}
    return Week(days.streak(solved, zone, now), tuple(states.items()))


def overall(user: User | None, now: datetime) -> int:
    """The streak of days on which the puzzle of any game was solved."""
    return 0 if user is None else week(user, now).streak


def past(user: User | None, game: Game, now: datetime) -> list[dict[str, Any]]:
    """The days before today whose puzzles can still be played, the newest first: {"day", "state"}."""
    newest = days.today(now)
    listed = [newest - back * days.DAY for back in range(1, 1 + services.back(game))]
    known: dict[str, PuzzleTry] = {}
    solved: set[date] = set()
    if user is not None:
        known = {one.puzzle: one for one in PuzzleTry.objects.filter(user=user, game=game.id)}
        solved = set(SolvedDay.objects.filter(user=user, game=game.id, day__in=listed).values_list("day", flat=True))
    return [
        {"day": day, "state": _state(known.get(services.of_day(game, day).id), is_solved=day in solved)}
        for day in listed
    ]


def _of_game(
    game: Game,
    zone: str,
    now: datetime,
    tries: dict[str, PuzzleTry],
    solved: set[date],
    strength: SolverStrength | None,
) -> OfGame:
    newest, lasting = days.today(now), days.lasting(zone, now)
    first = tries.get(services.of_day(game, newest).id)
    return OfGame(
        id=game.id,
        name=gettext(game.name),
        day=newest,
        state=_state(first, is_solved=newest in solved),
        streak=days.streak(solved, zone, now),
        best=days.best(solved),
        points=None if strength is None else strength.points,
        is_provisional=strength is not None and formula.is_provisional(strength.tries),
        tried=sum(one.result != PuzzleTry.Result.OPEN for one in tries.values()),
        count=len(puzzles.pool(game)),
        curve=_curve([one.points for one in tries.values() if one.points is not None][-COURSE:]),
        has_picture=game.picture is not None,
        still_open=next((day for day in lasting[1:] if day not in solved), None),
    )


def _state(first: PuzzleTry | None, *, is_solved: bool) -> str:
    if first is None:
        return "new"
    if is_solved and first.result != PuzzleTry.Result.SOLVED:
        return "late"
    return str(first.result)


def _curve(points: list[int]) -> str:
    if len(points) < 2:
        return ""
    low, high = min(points), max(points)
    span = max(1, high - low)
    return " ".join(
        f"{number * WIDTH / (len(points) - 1):.1f},{2 + (HEIGHT - 4) * (high - one) / span:.1f}"
        for number, one in enumerate(points)
    )


def shown(progress: Progress) -> dict[str, Any]:
    """The puzzle beside its board, in the form of a scene of a lesson. What helps is in it only after the first try."""
    standing = progress.standing
    game, scene = standing.game, standing.scene
    return {
        **verdict(progress),
        "lesson": gettext(standing.lesson.title),
        "is_puzzle": True,
        "number": standing.number,
        "count": len(standing.lesson.scenes),
        "title": gettext(game.name),
        "text": gettext(scene.text),
        "goal": said(progress, scene.goal),
        "limit": 0 if puzzles.craft_of(game).rivals else scene.limit,
        "scene": scene.id,
        "following": "",
        "enter": reverse("puzzle_again", args=[standing.match.pk]),
        "after": None,
        "leave": reverse("puzzles"),
        "play": reverse("play"),
        "game": game.id,
        "state": reverse("puzzle_verdict", args=[standing.match.pk]),
        "solution": reverse("puzzle_solution", args=[standing.match.pk]),
        "play_on": reverse("puzzle_play_on", args=[standing.match.pk]),
    }


def verdict(progress: Progress) -> dict[str, Any]:
    """How it stands: {"verdict", "steps", "learned", "hint", "first", "points", "change"}. Words that help are empty before the first try."""
    scene, first = progress.standing.scene, progress.first
    is_tried = first.result != PuzzleTry.Result.OPEN
    return {
        "verdict": progress.standing.verdict,
        "steps": progress.standing.steps,
        "learned": said(progress, scene.learned) if progress.standing.verdict == "passed" else "",
        "hint": said(progress, scene.hint) if is_tried else "",
        "first": first.result,
        "points": first.points,
        "change": None if first.points is None or first.points_before is None else first.points - first.points_before,
    }


def said(progress: Progress, text: str) -> str:
    """A text of the puzzle with the name that stands on the board."""
    goal, name = progress.puzzle.goal, ""
    if "what" in progress.standing.scene.named:
        book, key = progress.standing.scene.named["what"]
        name = in_language(called(progress.standing.books[book], key), get_language() or "")
    return spoken(phrase(text, what=name, steps=goal["steps"], least=abs(goal.get("least", 0))), gettext)
