"""What is stored about trials? Each trial of a program, and the positions that it has reached so far. `bots/trial_jobs.py` has the behaviour.

A trial is a job: somebody asks for it, a runner in any process plays it, and it is read while it is played and for a while after that.
A study is a trial without a program: it looks for the steps at which a finished match turned (`games/core/study.py`). So is the check of a
map: whether its starts are equally good (`games/core/fairness.py`).
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.utils import timezone

from lobby.matches.ids import ALPHABET

KEPT: Final = timedelta(hours=1)
"""A trial can be read for so long after its end, unless its account has begun another one by then. The rows go with the next sweep."""

_PREFIX: Final = "trial-"


def new_trial_id() -> str:
    """A new id. Wake-up calls carry it beside ids of matches, which have no hyphen."""
    return _PREFIX + "".join(secrets.choice(ALPHABET) for _ in range(10))


def is_trial(any_id: str) -> bool:
    """True for the id of a trial, false for that of a match."""
    return any_id.startswith(_PREFIX)


class Trial(models.Model):
    """One trial of a text. Only the account that asked for it may see it."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"

    ACTIVE = (Status.WAITING, Status.RUNNING)

    id = models.CharField(primary_key=True, max_length=20, default=new_trial_id, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="trials")
    """The account that asked for it."""
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    """The person behind the account, who has at most one active trial."""
    game = models.CharField(max_length=40)
    match = models.ForeignKey("Match", null=True, on_delete=models.CASCADE, related_name="studies", db_index=False)
    """Of a study: the match that it looks into."""
    seat = models.PositiveSmallIntegerField(null=True)
    """Of a study: the seat for which it looks."""
    build = models.ForeignKey("Build", null=True, on_delete=models.CASCADE, related_name="checks", db_index=False)
    """Of the check of a map: the build that it was when the check began."""
    text = models.TextField()
    """The program; of the check of a map its content as JSON."""
    level = models.CharField(max_length=40)
    seed = models.CharField(max_length=80)
    language = models.CharField(max_length=10)
    """The language of what the trial says."""
    wanted = models.PositiveSmallIntegerField()
    """Steps that were asked for; of a study the most play-outs, of the check of a map the most matches."""
    seconds = models.FloatField()
    """How long it may be played."""
    place = models.PositiveSmallIntegerField()
    """Which of the site's places it takes while it is active."""
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    played = models.PositiveSmallIntegerField(default=0)
    """The newest step that is stored; of a study the play-outs so far."""
    ended = models.CharField(max_length=10, blank=True, default="")
    """Why a trial that is done has ended (`trial.Ended`)."""
    refusal = models.JSONField(null=True)
    """Why it failed: {"code", "path", "message", "data"}."""
    head = models.BinaryField(default=b"")
    """JSON of what all positions share: {"options", "names", "static"}; of a study or check what it has found. Compressed if it is long."""
    holder = models.CharField(max_length=16, blank=True, default="")
    """The runner that plays it, or was the last to play it."""
    tries = models.PositiveSmallIntegerField(default=0)
    """How often a runner has begun it."""
    alive_at = models.DateTimeField(default=timezone.now)
    """When a runner last said that it knows of this trial. A new one counts as known."""
    created_at = models.DateTimeField(default=timezone.now)
    begun_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person"], condition=models.Q(status__in=["waiting", "running"]), name="trial_one_a_person"
            ),
            models.UniqueConstraint(
                fields=["place"], condition=models.Q(status__in=["waiting", "running"]), name="trial_place_once"
            ),
        ]

    def __str__(self) -> str:
        return self.pk

    @property
    def is_active(self) -> bool:
        """True while it waits or is played."""
        return self.status in Trial.ACTIVE

    @property
    def has_program(self) -> bool:
        """False for a study and for the check of a map."""
        return self.match_id is None and self.build_id is None


class TrialPart(models.Model):
    """Some positions of a trial that follow each other, up to step `number`."""

    trial = models.ForeignKey(Trial, on_delete=models.CASCADE, related_name="parts", db_index=False)
    number = models.PositiveSmallIntegerField()
    content = models.BinaryField()
    """JSON of [{"frame", "runs"}]: positions, and the runs that led to them; compressed if it is long."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["trial", "number"], name="trial_part_once")]

    def __str__(self) -> str:
        return f"{self.trial_id} to step {self.number}"
