"""What is stored about people and matches, besides seats? Queue, challenges, tables of clubs, saved forms, notes, substitutions, votes of the
past, traces, tallies, partners of programs.

The models have no behaviour: that is in `queue`, `challenges`, `presets`, `notes`, `substitutes`, `votes`, `traces` and `tallies`.
"""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.matches.models import Match, Program, Vote


class Ticket(models.Model):
    """A person's place in the queue for a quick match. A person has at most one at a time."""

    class Pace(models.TextChoices):
        FAST = "fast"
        NORMAL = "normal"
        SLOW = "slow"

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ticket")
    game = models.CharField(max_length=40)
    pace = models.CharField(max_length=10, choices=Pace)
    rated = models.BooleanField(default=False, db_default=False)
    """The person wants a rated match; guests cannot."""
    created_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)
    """When the person was last known to wait. A person who closes the page no longer waits."""
    match = models.ForeignKey(Match, null=True, on_delete=models.CASCADE, related_name="tickets")
    """The match that was found. The page opens it, and the ticket is deleted."""

    class Meta:
        indexes = [models.Index(fields=["game", "created_at"])]

    def __str__(self) -> str:
        return f"ticket of person {self.user_id} for {self.game}"


class PersonalChallenge(models.Model):
    """One person's request to another for a match. Its table is open, and nobody else can sit down there."""

    class Status(models.TextChoices):
        OPEN = "open"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"
        LAPSED = "lapsed"
        """Nobody has answered."""

    class Why(models.TextChoices):
        """Why a person declined."""

        NONE = "none", _("No reason given")
        LATER = "later", _("Not now, ask me later")
        GAME = "game", _("I do not play this game")
        CLOCK = "clock", _("I prefer another clock")
        OPTIONS = "options", _("I prefer other options")
        RATED = "rated", _("Casual matches only")
        CASUAL = "casual", _("Rated matches only")
        FULL = "full", _("I have enough matches")

    id = models.CharField(primary_key=True, max_length=10)
    """The id of the table, which is also that of the match."""
    match = models.OneToOneField(Match, null=True, on_delete=models.SET_NULL, related_name="challenge")
    """Null once the table has closed without a match."""
    game = models.CharField(max_length=40)
    challenger = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="challenges_made", db_index=False
    )
    challenged = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="challenges_received", db_index=False
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    why = models.CharField(max_length=10, choices=Why, default=Why.NONE)
    created_at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["challenger", "-created_at"], name="challenges_made"),
            models.Index(fields=["challenged", "-created_at"], name="challenges_received"),
            models.Index(fields=["created_at"], name="challenges_by_age"),
        ]

    def __str__(self) -> str:
        return f"challenge {self.id}: {self.status}"


class ClubTable(models.Model):
    """A table at which only members of a club may sit down. Its match, once it runs, is as public as others."""

    match = models.OneToOneField(Match, primary_key=True, on_delete=models.CASCADE, related_name="club_table")
    club = models.ForeignKey("lobby.Club", on_delete=models.CASCADE, related_name="tables")

    def __str__(self) -> str:
        return f"table {self.match_id} of club {self.club_id}"


class TablePreset(models.Model):
    """A form for a new table that a person has saved for later use."""

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
    """A person's private note about a match. Nobody else can read it, not even staff."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="notes", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notes")
    text = models.TextField(blank=True)
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="note_once")]

    def __str__(self) -> str:
        # Without the text, because the admin lists every row that would be deleted with a match or a person.
        return f"note of person {self.user_id} on {self.match_id}"


class Departure(models.Model):
    """An absent person whose seat another person has taken. If they come back, they can only watch."""

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


class VoteAct(models.Model):
    """What players asked of each other and agreed on, for the timeline of staff: votes themselves are deleted. Who else agreed is not kept."""

    class What(models.TextChoices):
        ASKED = "asked"
        """Somebody was the first to ask."""
        DECLINED = "declined"
        CARRIED = "carried"
        LAPSED = "lapsed"
        """Nobody ended the pause, so it ended by itself."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="vote_acts")
    kind = models.CharField(max_length=10, choices=Vote.Kind)
    what = models.CharField(max_length=10, choices=What)
    seat = models.PositiveSmallIntegerField(null=True)
    """Who asked or declined; null of what nobody did alone. Secret where names are hidden."""
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.kind} {self.what} in {self.match_id}"


class Trace(models.Model):
    """A keyed hash of an address or a device from which a person has played in a match. The key is another one for each match."""

    class Kind(models.TextChoices):
        ADDRESS = "address"
        DEVICE = "device"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="traces", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="traces")
    kind = models.CharField(max_length=10, choices=Kind)
    digest = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "digest", "user"], name="trace_once")]

    def __str__(self) -> str:
        return f"{self.kind} of person {self.user_id} in {self.match_id}"


class Tally(models.Model):
    """A person's sums over ordinary matches of one game at one pace that ended before the time in `TalliedUntil`.

    `play/tallies.py` adds what ended since then.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tallies", db_index=False)
    game = models.CharField(max_length=40)
    clock = models.CharField(max_length=10)
    played = models.PositiveIntegerField(default=0)
    """Matches that were played to their end."""
    won = models.PositiveIntegerField(default=0)
    """Those of them in which the person had the first place alone."""
    drawn = models.PositiveIntegerField(default=0)
    """Those of them in which the person shared the first place."""
    places = models.PositiveIntegerField(default=0)
    """Sum of the places."""
    steps_due = models.PositiveIntegerField(default=0)
    steps_answered = models.PositiveIntegerField(default=0)
    """As on seats; aborted matches and seats that others have taken over are included."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game", "clock"], name="tally_once")]
        verbose_name_plural = "tallies"

    def __str__(self) -> str:
        return f"{self.played} matches of {self.game} ({self.clock}) of person {self.user_id}"


class TalliedUntil(models.Model):
    """The one row with the time up to which tallies are complete: they include the matches that ended before it."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"tallied until {self.at:%Y-%m-%d %H:%M:%S}"


class Uncounted(models.Model):
    """A match that is over and was not looked through for achievements yet. Written with its end; who has looked through it deletes it."""

    match = models.OneToOneField(Match, primary_key=True, on_delete=models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"{self.match_id} is to be counted"


class Partner(models.Model):
    """Somebody who sees of a program what its owner sees, because they play it together. Whoever arranges that writes the rows (`contests.teams`)."""

    program = models.ForeignKey(Program, on_delete=models.CASCADE, related_name="partners", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="shared_programs")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["program", "user"], name="partner_once")]

    def __str__(self) -> str:
        return f"partner {self.user_id} of program {self.program_id}"
