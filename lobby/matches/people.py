"""What is kept about people around matches, besides the seats they sit in? Their place in the queue, forms of tables, notes, and seats they left.

No behaviour: that is in `queue`, `presets`, `notes` and `substitutes`.
"""

from django.conf import settings
from django.db import models
from django.utils import timezone

from lobby.matches.models import Match


class Ticket(models.Model):
    """A person's place in the queue for a quick match; one at a time, on whatever page."""

    class Pace(models.TextChoices):
        FAST = "fast"
        NORMAL = "normal"
        SLOW = "slow"

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ticket")
    game = models.CharField(max_length=40)
    pace = models.CharField(max_length=10, choices=Pace)
    created_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)
    """When the person was last known to wait; whoever closes the page waits no more."""
    match = models.ForeignKey(Match, null=True, on_delete=models.CASCADE, related_name="tickets")
    """The match that was found; the page goes there and the ticket is gone."""

    class Meta:
        indexes = [models.Index(fields=["game", "created_at"])]

    def __str__(self) -> str:
        return f"ticket of person {self.user_id} for {self.game}"


class TablePreset(models.Model):
    """What a person has filled in for a new table and wants to have again."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="table_presets", db_index=False
    )
    game = models.CharField(max_length=40)
    name = models.CharField(max_length=40)
    fields = models.JSONField(default=dict)
    """Field of the form → list of its values as the browser sent them."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "game", "name"], name="preset_name_once")]
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Note(models.Model):
    """What a person has written down for themselves about a match. Nobody else reads it, staff neither."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="notes", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notes")
    text = models.TextField(blank=True)
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="note_once")]

    def __str__(self) -> str:
        # Without the text: the admin names every row that would go with a match or a person.
        return f"note of person {self.user_id} on {self.match_id}"


class Departure(models.Model):
    """Somebody who was away, and whose seat another person has taken; who comes back watches."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="departures", db_index=False)
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="departures")
    at = models.DateTimeField(default=timezone.now)
    steps_due = models.PositiveIntegerField(default=0)
    steps_answered = models.PositiveIntegerField(default=0)
    """As on the seat, for the time in which this person had it."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="departure_once")]

    def __str__(self) -> str:
        return f"person {self.user_id} left seat {self.seat} of {self.match_id}"
