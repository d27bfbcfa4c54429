"""What is stored about achievements? Which match brought whom nearer to which, and the stars of each stop of a path. No behaviour.

All of it follows from stored matches (`counting.recompute`).
"""

from django.conf import settings
from django.db import models

from lobby.matches.models import Match


class Gain(models.Model):
    """A match that counts for an achievement of a person. Who has as many as it needs has it, since the last of them."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="gains", db_index=False)
    game = models.CharField(max_length=40, blank=True)
    """Empty: an achievement of the site."""
    key = models.CharField(max_length=40)
    value = models.CharField(max_length=40)
    """What must differ among those that count: the match, a rival, a game. Of equal ones the first match counts."""
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="gains")
    at = models.DateTimeField()
    """When that match was over."""

    class Meta:
        indexes = [models.Index(fields=["game", "key", "user"], name="gains_of_game")]
        constraints = [models.UniqueConstraint(fields=["user", "game", "key", "value"], name="gain_once")]

    def __str__(self) -> str:
        return f"{self.game} {self.key} of person {self.user_id}"


class StopStars(models.Model):
    """The stars of a person at a stop of a path."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="path_stars", db_index=False
    )
    game = models.CharField(max_length=40)
    stop = models.CharField(max_length=60)
    stars = models.PositiveSmallIntegerField()
    """Bits: 1 the victory, 2 and 4 the feats of the game. Each may come from another match."""
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    """The first victory."""
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game", "stop"], name="stop_once")]

    def __str__(self) -> str:
        return f"{self.game} {self.stop} of person {self.user_id}: {self.stars}"
