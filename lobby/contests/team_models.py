"""What is kept of the teams of a contest? Who is in them, who is invited, which programs they have. No behaviour: `teams` writes.

A team takes part as one entrant (`Entrant.team`), whose `user` is the captain and whose `program` is the version that plays.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from lobby.contests.models import Contest
from lobby.matches.models import Program

LONGEST_NAME = 40


class Team(models.Model):
    """People who enter one contest together, with one program."""

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="teams", db_index=False)
    name = models.CharField(max_length=LONGEST_NAME)
    look = models.CharField(max_length=190)
    """What the name looks like at a glance (`characters.looks`): no two teams of a contest look the same."""
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["contest", "look"], name="team_looks_once")]

    def __str__(self) -> str:
        return self.name


class Teammate(models.Model):
    """A person in a team; one of them is its captain."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="mates", db_index=False)
    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="+", db_index=False)
    """That of the team: nobody is in two teams of one contest."""
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="teams")
    is_captain = models.BooleanField(default=False)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["contest", "user"], name="in_one_team"),
            models.UniqueConstraint(fields=["team"], condition=models.Q(is_captain=True), name="team_has_one_captain"),
        ]
        indexes = [models.Index(fields=["team", "id"], name="mates_of_team")]
        ordering = ["-is_captain", "pk"]

    def __str__(self) -> str:
        return f"{self.user_id} in team {self.team_id}"


class TeamInvitation(models.Model):
    """A captain asks somebody to join. It is answered once; who has declined is not asked again by the same team."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="invitations", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="team_invitations")
    declined_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "user"], name="invited_once")]

    def __str__(self) -> str:
        return f"invitation of {self.user_id} to team {self.team_id}"


class TeamVersion(models.Model):
    """A program that a member has handed in to the team. Its owner stays the member; its partners are the others (`Partner`)."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="versions", db_index=False)
    program = models.ForeignKey(Program, on_delete=models.CASCADE, related_name="team_versions")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "program"], name="handed_in_once")]

    def __str__(self) -> str:
        return f"program {self.program_id} of team {self.team_id}"
