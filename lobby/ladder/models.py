"""What is kept of the ladder? Which programs take part, which matches were arranged for them, how each did. No behaviour.

Strength is not kept here: matches of the ladder are rated, and `lobby/ratings` says where everybody stands.
"""

from django.db import models
from django.db.models import Q

from lobby.matches.models import Match, Program


class Entry(models.Model):
    """A program that its owner has put on the ladder."""

    program = models.OneToOneField(Program, on_delete=models.CASCADE, related_name="ladder_entry")
    game = models.CharField(max_length=40, db_index=True)
    entered_at = models.DateTimeField(auto_now_add=True)
    day = models.DateField(null=True)
    """The day (UTC) that `today` is about."""
    today = models.PositiveIntegerField(default=0)
    """Matches that were begun for it on that day."""

    class Meta:
        verbose_name_plural = "entries"

    def __str__(self) -> str:
        return f"{self.program} ({self.game})"


class Bout(models.Model):
    """A match that was arranged for the ladder."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="bout")
    game = models.CharField(max_length=40)
    begun_at = models.DateTimeField()
    is_over = models.BooleanField(default=False)

    class Meta:
        indexes = [
            models.Index(fields=["game", "-id"], name="bout_newest"),
            # Few go on at a time.
            models.Index(fields=["id"], condition=Q(is_over=False), name="bout_goes_on"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.match_id}"


class Result(models.Model):
    """How a program did in a bout."""

    bout = models.ForeignKey(Bout, on_delete=models.CASCADE, related_name="results", db_index=False)
    program = models.ForeignKey(
        Program, null=True, on_delete=models.SET_NULL, related_name="ladder_results", db_index=False
    )
    seat = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(null=True)
    """Null while the match goes on, and where it has ended without a result."""
    counts = models.JSONField(default=dict)
    """What went wrong how often (`ProgramMemory.counts`)."""
    was_off = models.BooleanField(default=False)
    """Its seat was off before the end."""
    fault = models.CharField(max_length=240, blank=True)
    """What went wrong last, for its owner."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["bout", "seat"], name="result_once")]
        indexes = [models.Index(fields=["program", "-id"], name="result_of_program")]

    def __str__(self) -> str:
        return f"{self.program_id or '?'} in {self.bout_id}: {self.place or '-'}"
