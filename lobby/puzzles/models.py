"""What is stored about puzzles? Each person's first try, the days whose puzzle was solved in time, and the strengths of people and puzzles."""

from django.conf import settings
from django.db import models


class PuzzleTry(models.Model):
    """A puzzle that a person has begun. Its first try counts for the rating, once, however many windows are open."""

    class Result(models.TextChoices):
        OPEN = "open"
        SOLVED = "solved"
        FAILED = "failed"
        LAPSED = "lapsed"
        """The match of the first try was forgotten before it was decided: it counts for nothing."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_tries", db_index=False
    )
    game = models.CharField(max_length=40)
    puzzle = models.CharField(max_length=20)
    result = models.CharField(max_length=10, choices=Result, default=Result.OPEN)
    match_id = models.CharField(max_length=40, blank=True)
    """The match of the first try; it is deleted like that of any lesson."""
    opened_at = models.DateTimeField(auto_now_add=True)
    judged_at = models.DateTimeField(null=True)
    points_before = models.IntegerField(null=True)
    points = models.IntegerField(null=True)
    """The person's rating after it; null: it was not rated."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game", "puzzle"], name="puzzle_try_once")]

    def __str__(self) -> str:
        return f"{self.game} {self.puzzle}: {self.result}"


class SolvedDay(models.Model):
    """A day whose puzzle a person has solved while that day lasted, with the first try or a later one."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_days", db_index=False
    )
    game = models.CharField(max_length=40)
    day = models.DateField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game", "day"], name="puzzle_day_once")]

    def __str__(self) -> str:
        return f"{self.game} {self.day}"


class SolverStrength(models.Model):
    """How well a person solves the puzzles of a game, on the scale of ratings."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_strengths", db_index=False
    )
    game = models.CharField(max_length=40)
    mean = models.FloatField()
    deviation = models.FloatField()
    points = models.IntegerField()
    tries = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="solver_once")]

    def __str__(self) -> str:
        return f"{self.game}: {self.points}"


class PuzzleStrength(models.Model):
    """How hard a puzzle has turned out, on the same scale."""

    game = models.CharField(max_length=40)
    puzzle = models.CharField(max_length=20)
    mean = models.FloatField()
    deviation = models.FloatField()
    points = models.IntegerField()
    tries = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "puzzle"], name="puzzle_strength_once")]

    def __str__(self) -> str:
        return f"{self.game} {self.puzzle}: {self.points}"
