"""How does a first try change ratings? The person and the puzzle meet as in a match of two (`ratings.formula`), and both move."""

from __future__ import annotations

from django.utils import timezone

import games
from games.core import puzzles
from games.core.puzzles import Puzzle
from lobby.accounts.models import User
from lobby.notices import writing
from lobby.notices.models import Notice
from lobby.puzzles import days
from lobby.puzzles.models import PuzzleStrength, PuzzleTry, SolverStrength
from lobby.ratings import formula
from lobby.ratings.formula import Result, Strength
from lobby.store import wake


def expected_points(puzzle: Puzzle) -> Strength:
    """The strength of a puzzle that nobody has tried: as its mining guessed, less sure than a settled rating."""
    mean = formula.START_MEAN + (puzzle.points - formula.START_POINTS) / formula.POINTS
    return Strength(round(mean, 6), formula.START_DEVIATION / 2)


def rate(user: User, game_id: str, puzzle: Puzzle, *, solved: bool) -> tuple[int, int]:
    """Write both new strengths; returns the person's points before and after. Inside the caller's transaction."""
    guess = expected_points(puzzle)
    hard, _ = PuzzleStrength.objects.select_for_update().get_or_create(
        game=game_id,
        puzzle=puzzle.id,
        defaults={"mean": guess.mean, "deviation": guess.deviation, "points": guess.points},
    )
    able, _ = SolverStrength.objects.select_for_update().get_or_create(
        user=user,
        game=game_id,
        defaults={"mean": formula.NEW.mean, "deviation": formula.NEW.deviation, "points": formula.NEW.points},
    )
    before = able.points
    ranks = (1, 2) if solved else (2, 1)
    rows: tuple[SolverStrength | PuzzleStrength, ...] = (able, hard)
    after = formula.rated(
        [Result(Strength(row.mean, row.deviation), rank) for row, rank in zip(rows, ranks, strict=True)]
    )
    for row, strength in zip(rows, after, strict=True):
        row.mean, row.deviation, row.points = strength.mean, strength.deviation, strength.points
        row.tries += 1
        row.save()
    return before, able.points


def _is_of_today(game_id: str, puzzle: Puzzle) -> bool:
    newest = puzzles.of_day(games.get(game_id), days.today(timezone.now()).toordinal())
    return newest is not None and newest.id == puzzle.id


def judge(first: PuzzleTry, user: User, puzzle: Puzzle, *, solved: bool) -> bool:
    """Decide an open first try, in the caller's transaction; False if another window has done so. Programs' accounts are not rated."""
    result = PuzzleTry.Result.SOLVED if solved else PuzzleTry.Result.FAILED
    still_open = PuzzleTry.objects.filter(pk=first.pk, result=PuzzleTry.Result.OPEN)
    if not still_open.update(result=result, judged_at=timezone.now()):
        return False
    first.result = result
    if _is_of_today(first.game, puzzle):
        told = Notice.objects.filter(user=user, kind=Notice.Kind.PUZZLE, read_at=None)
        if told.update(read_at=timezone.now()):
            wake.publish_soon(writing.call_of(user.pk))
    if user.owner_id is None:
        first.points_before, first.points = rate(user, first.game, puzzle, solved=solved)
        PuzzleTry.objects.filter(pk=first.pk).update(points_before=first.points_before, points=first.points)
    return True
