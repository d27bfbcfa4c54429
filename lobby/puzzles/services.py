"""What may a person do with puzzles? Begin the one of the day, one to practise, or one of a past day; get it judged; see the answer after a try.

A puzzle is played as a scene of a lesson (`lobby/lessons`), and judged by the engine from the stored steps. The first match of a person in which a
step was played is the first try: beginning again gives it up. The answer leaves the server only when the first try is decided.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import games
from games.core import puzzles
from games.core.contract import Game, Json
from games.core.errors import OrderError
from games.core.puzzles import Puzzle
from lobby.accounts.models import User
from lobby.fog import audience
from lobby.lessons import services as lessons
from lobby.lessons.models import Run
from lobby.lessons.services import Standing
from lobby.matches.errors import NoMatch, NotAllowed
from lobby.matches.models import Match
from lobby.notices import wishes
from lobby.puzzles import days, strengths
from lobby.puzzles.models import PuzzleStrength, PuzzleTry, SolvedDay, SolverStrength
from lobby.ratings import formula
from lobby.store import acts

OPEN = PuzzleTry.Result.OPEN
ALL_TRIED = _("You have tried all puzzles of this game.")
PAST = 30
"""Days whose puzzles can be played, today's included."""


class NoPuzzle(NoMatch):
    """The game has no such puzzle, or its day has not come."""

    code = "no_puzzle"
    text = _("There is no such puzzle.")


@dataclass(frozen=True)
class Progress:
    """How a puzzle stands for its person."""

    standing: Standing
    puzzle: Puzzle
    first: PuzzleTry


def games_with() -> list[Game]:
    """The games that have puzzles."""
    return [game for game in games.all_games() if puzzles.pool(game)]


def game_with(game_id: str) -> Game:
    """The game of that id. Raises NoPuzzle if it has no puzzles."""
    if game_id not in games.GAMES or not puzzles.pool(games.get(game_id)):
        raise NoPuzzle
    return games.get(game_id)


def of_day(game: Game, day: date) -> Puzzle:
    """The puzzle of a day. Raises NoPuzzle."""
    found = puzzles.of_day(game, day.toordinal())
    if found is None:
        raise NoPuzzle
    return found


def asked(game: Game, day: date, now: datetime) -> Puzzle:
    """The puzzle of a day that has come and is not long past. Raises NoPuzzle."""
    if not 0 <= (days.today(now) - day).days <= back(game):
        raise NoPuzzle
    return of_day(game, day)


def back(game: Game) -> int:
    """For how many days back puzzles can be played: no puzzle is there twice."""
    return min(PAST, len(puzzles.pool(game))) - 1


def to_practise(user: User | None, game: Game, now: datetime) -> Puzzle | None:
    """A puzzle that the person has not begun, as hard as the person is good; none of these days. None when all are begun."""
    newest = days.today(now)
    kept = {of_day(game, newest + shift * days.DAY).id for shift in (-1, 0, 1)}
    if user is not None:
        kept |= set(PuzzleTry.objects.filter(user=user, game=game.id).values_list("puzzle", flat=True))
    left = [one for one in puzzles.pool(game) if one.id not in kept]
    found = None if user is None else SolverStrength.objects.filter(user=user, game=game.id).first()
    level = formula.START_POINTS if found is None else found.points
    known = hardness(game)
    return min(left, key=lambda one: (abs(known.get(one.id, one.points) - level), one.id), default=None)


def hardness(game: Game) -> dict[str, int]:
    """The points of the puzzles that somebody has tried."""
    return dict(PuzzleStrength.objects.filter(game=game.id).values_list("puzzle", "points"))


def begin(*, user: User, game: Game, puzzle: Puzzle, again: bool = False) -> Match:
    """The match in which the person plays the puzzle: the open one, or with `again`, or without one, a new one.

    Beginning again after a step gives up the first try.
    """
    with acts.acting(transaction.atomic):
        User.objects.select_for_update().filter(pk=user.pk).first()
        first, _created = PuzzleTry.objects.get_or_create(user=user, game=game.id, puzzle=puzzle.id)
        if first.result == OPEN:
            _settle(first, user, puzzle, is_given_up=again)
    match = lessons.enter(user=user, game_id=game.id, lesson_id=puzzles.LESSON, scene_id=puzzle.id, again=again)
    PuzzleTry.objects.filter(pk=first.pk, result=OPEN).update(match_id=match.pk)
    return match


def progress(*, user: User, match_id: str, now: datetime) -> Progress:
    """How the puzzle of this match stands; judges the first try when it is decided. Raises NoMatch if it is no puzzle of this person."""
    run = Run.objects.filter(match_id=match_id, user=user, lesson=puzzles.LESSON).first()
    if run is None:
        raise NoMatch
    standing = lessons.standing(user_id=user.pk, match_id=match_id)
    puzzle = next(one for one in puzzles.pool(standing.game) if one.id == run.scene)
    with acts.acting(transaction.atomic):
        first, _created = PuzzleTry.objects.get_or_create(user=user, game=standing.game.id, puzzle=puzzle.id)
        if standing.verdict != "open":
            _decide(first, user, puzzle, standing, now)
    return Progress(standing, puzzle, first)


def settle(user: User, now: datetime) -> None:
    """Judge what was played and not asked about: somebody has closed the page too early."""
    for first in PuzzleTry.objects.filter(user=user, result=OPEN).exclude(match_id=""):
        if Run.objects.filter(match_id=first.match_id, user=user, match__step__gt=0).exists():
            # A release may have taken the puzzle out.
            with suppress(NoMatch):
                progress(user=user, match_id=first.match_id, now=now)


def solution(found: Progress) -> Json:
    """The best answer: {"orders", "forecast", "choices"} for the first position. Raises NotAllowed before the first try is decided."""
    if found.first.result == OPEN:
        raise NotAllowed("", _("The answer is shown after your first try."))
    game, puzzle = found.standing.game, found.puzzle
    match = found.standing.match
    view = audience.seat_view(match, puzzle.seat, 0)
    try:
        forecast = None if game.forecast is None else game.forecast(view, puzzle.solution)
    except OrderError:
        forecast = None
    return {
        "orders": puzzle.solution,
        "forecast": forecast,
        "choices": audience.seat_choices(match, puzzle.seat, 0),
    }


def on_account_closed(user: User, **kwargs: Any) -> None:
    """Forget what a closed account has solved. The strengths of puzzles stay: they are nobody's."""
    for model in (PuzzleTry, SolvedDay, SolverStrength):
        model.objects.filter(user=user).delete()


def _decide(first: PuzzleTry, user: User, puzzle: Puzzle, standing: Standing, now: datetime) -> None:
    solved = standing.verdict == "passed"
    if first.result == OPEN:
        strengths.judge(first, user, puzzle, solved=solved)
        first.refresh_from_db()
    if solved:
        zone = wishes.of(user).time_zone
        for day in days.lasting(zone, now):
            if of_day(standing.game, day).id == puzzle.id:
                SolvedDay.objects.get_or_create(user=user, game=standing.game.id, day=day)


def _settle(first: PuzzleTry, user: User, puzzle: Puzzle, *, is_given_up: bool) -> None:
    """What an open first try has come to, now that its puzzle is begun once more. Its match may be gone."""
    if not first.match_id:
        return
    run = Run.objects.select_related("match").filter(match_id=first.match_id).first()
    if run is None:
        PuzzleTry.objects.filter(pk=first.pk, result=OPEN).update(result=PuzzleTry.Result.LAPSED)
        return
    if run.match.step == 0:
        return
    standing = lessons.standing(user_id=user.pk, match_id=first.match_id)
    if standing.verdict != "open":
        _decide(first, user, puzzle, standing, timezone.now())
    elif is_given_up or run.match.status != Match.Status.RUNNING:
        strengths.judge(first, user, puzzle, solved=False)
