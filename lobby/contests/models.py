"""What is kept of a contest? Its terms, its stages, who takes part, the tables and the places at them. No behaviour: `scheduler` writes.

Everything that is drawn follows from `Contest.seed`: the order of entrants, the pairings, the seeds of matches.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from lobby.matches.models import Match, Program

if TYPE_CHECKING:
    from lobby.accounts.models import User


def new_seed() -> str:
    """128 random bits as hex; secret until the contest is over."""
    return secrets.token_hex(16)


class Contest(models.Model):
    """A contest from its announcement to its results."""

    class Status(models.TextChoices):
        PLANNED = "planned"
        RUNNING = "running"
        FINISHED = "finished"
        CANCELLED = "cancelled"

    class Who(models.TextChoices):
        PEOPLE = "people"
        PROGRAMS = "programs"
        BOTH = "both"

    name = models.CharField(max_length=60)
    note = models.TextField(max_length=2000, blank=True)
    """What the host says about it."""
    host = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="contests")
    game = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    """Of the game, as the host gave them; each match completes them for its seats."""
    maps = models.JSONField(default=list)
    """Values of the option that says where a match is played, in turn (`plans.turns`); empty: the one in `options`."""
    clock = models.CharField(max_length=10, choices=Match.Clock, default=Match.Clock.LIVE)
    step_seconds = models.PositiveIntegerField()
    bank_seconds = models.PositiveIntegerField(default=0)
    budget = models.PositiveSmallIntegerField(default=1, db_default=1)
    """How many times the usual work a run of a program may take (`matches.terms.BUDGETS`)."""
    table_size = models.PositiveSmallIntegerField()
    """Seats of a full table."""
    who = models.CharField(max_length=10, choices=Who)
    club = models.ForeignKey("lobby.Club", null=True, on_delete=models.SET_NULL, related_name="contests")
    """For whose members alone it is; null: for everybody."""
    code = models.CharField(max_length=40, blank=True, default="")
    """Whoever enters has to know it; empty: nobody has to. Only the host and the co-hosts see it."""
    by_list = models.BooleanField(default=False)
    """Only those can enter whom the host has put on the list (`Listed`)."""
    invitation = models.ForeignKey(
        "lobby.Invitation", null=True, on_delete=models.SET_NULL, related_name="+", db_index=False
    )
    """The latest code with which many sign up from one address; it is no code for the entry."""
    team_least = models.PositiveSmallIntegerField(default=1)
    team_most = models.PositiveSmallIntegerField(default=1)
    """Members of a team, at least and at most; 1: everybody enters alone, and there are no teams."""
    is_seeded = models.BooleanField(default=False)
    """The order of entrants is that of their ratings when it starts, in place of the lot."""
    cohosts = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="contests_helped")
    """Who steers it beside the host."""
    per_person = models.PositiveSmallIntegerField(default=1)
    most = models.PositiveSmallIntegerField()
    """Entrants that it takes, organisers' programs apart."""
    opens_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    check_in_minutes = models.PositiveSmallIntegerField(default=0)
    """How long before the start everybody has to say that they are there; 0: nobody has to."""
    starts_at = models.DateTimeField()
    time_zone = models.CharField(max_length=40, default="UTC")
    """Of the host, for whoever has no other."""
    evening = models.TimeField(null=True)
    """The hour of the day, in `time_zone`, at which the rounds of the race that it begins with are drawn, and new versions of programs count;
    null: programs stay as they have entered."""
    frozen_at = models.DateTimeField(null=True)
    """From then on no new version is taken, and what follows the race begins; known from the start on (`evenings`)."""
    is_secret = models.BooleanField(default=False)
    """Who meets whom, and how it ends, is told when the contest is over."""
    seed = models.CharField(max_length=64, default=new_seed)
    status = models.CharField(max_length=10, choices=Status, default=Status.PLANNED)
    paused_at = models.DateTimeField(null=True)
    """Since when nothing new begins; matches that run go on."""
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)
    """Also when it was cancelled."""

    class Meta:
        indexes = [models.Index(fields=["status", "starts_at"], name="contest_by_start")]

    def __str__(self) -> str:
        return self.name

    @property
    def seed_hash(self) -> str:
        """Shown from the start: nobody can choose another seed later."""
        return hashlib.sha256(f"fogbound:contest:{self.pk}:{self.seed}".encode()).hexdigest()

    @property
    def entry(self) -> str:
        """Who can enter: `open` (everybody with an account), or those of a `code`, a `list` or a `club`."""
        if self.by_list:
            return "list"
        return "club" if self.club_id is not None else "code" if self.code else "open"

    @property
    def is_for_teams(self) -> bool:
        """Teams enter, nobody alone."""
        return self.team_most > 1

    @property
    def is_over(self) -> bool:
        """Nothing more will happen, and nothing is secret."""
        return self.status in {Contest.Status.FINISHED, Contest.Status.CANCELLED}


class Listed(models.Model):
    """Somebody who can enter a contest by list."""

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="listed", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["contest", "user"], name="listed_once")]

    def __str__(self) -> str:
        return f"{self.user_id} on the list of contest {self.contest_id}"


class Entrant(models.Model):
    """A person, a person's program, or a team with its program, that takes part."""

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="entrants", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="entries")
    is_program = models.BooleanField(default=False)
    program = models.ForeignKey(Program, null=True, on_delete=models.SET_NULL, related_name="entries")
    """The version that counts now."""
    version = models.PositiveSmallIntegerField(null=True)
    """Its number among those that were handed in, from 1; null: a person."""
    program_name = models.CharField(max_length=40, blank=True, default="")
    """Of the program with which it entered: how it is called whatever its versions are."""
    team = models.OneToOneField("lobby.Team", null=True, on_delete=models.SET_NULL, related_name="entrant")
    """Of which `user` is the captain."""
    is_organiser = models.BooleanField(default=False)
    """A program of the host that can be challenged and does not take part."""
    shows_text = models.BooleanField(default=False)
    """Of such a program: everybody may read it."""
    checked_in_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)
    is_removed = models.BooleanField(default=False)
    """Withdrawn by whoever steers the contest: cannot enter again."""
    missed = models.BooleanField(default=False)
    """Did not check in."""
    rating = models.PositiveSmallIntegerField(null=True)
    """By which it was seeded when the contest began; null: it had none, or the lot made the order."""
    rank = models.PositiveSmallIntegerField(null=True)
    """In the whole contest, when it is over."""
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["contest", "user"], condition=Q(is_program=False), name="person_enters_once"
            ),
            models.UniqueConstraint(
                fields=["contest", "program"], condition=Q(program__isnull=False), name="program_enters_once"
            ),
        ]
        indexes = [models.Index(fields=["contest", "id"], name="entrants_of_contest")]

    def __str__(self) -> str:
        return str(self.sitter or "?")

    @property
    def sitter(self) -> User | Program | None:
        """Who or what plays; None if it was removed."""
        return self.program if self.is_program else self.user

    @property
    def takes_part(self) -> bool:
        """Has not left, and was not removed."""
        return self.withdrawn_at is None and not self.missed and self.sitter is not None

    @property
    def is_there(self) -> bool:
        """Can play now: not while its program is switched off, which a better version ends."""
        return self.takes_part and not (self.program is not None and self.program.switched_off)


class HandIn(models.Model):
    """A version of an entrant's program, as it was handed in. Neither the row nor the program's text is ever changed."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="hand_ins", db_index=False)
    version = models.PositiveSmallIntegerField()
    """From 1; who goes back to an earlier version hands in its number again."""
    program = models.ForeignKey(Program, null=True, on_delete=models.SET_NULL, related_name="+")
    name = models.CharField(max_length=40)
    """Of the program, then."""
    digest = models.CharField(max_length=64)
    """SHA-256 of its text in UTF-8."""
    counts_from = models.DateTimeField()
    has_counted = models.BooleanField(default=False)
    """Its time has come; it counted unless a later one did."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["entrant", "id"], name="hand_ins_of_entrant")]
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"version {self.version} of {self.entrant_id}"


class Stage(models.Model):
    """One part of a contest, played in one format."""

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="stages", db_index=False)
    number = models.PositiveSmallIntegerField()
    format = models.CharField(max_length=20)
    rules = models.JSONField(default=dict)
    """Fields of `formats.contract.Rules`."""
    straight = models.PositiveSmallIntegerField(default=0)
    """How many of the best go straight to the last stage."""
    advances = models.PositiveSmallIntegerField(default=0)
    """How many of the next best go on to the next stage; 0: all that are left. Who was put out is not left."""
    every_minutes = models.PositiveIntegerField(default=0)
    """Time from the beginning of a round to the next one, at least."""
    lasts_minutes = models.PositiveIntegerField(default=0)
    """After this time no round begins; 0: no limit."""
    entrants = models.JSONField(default=list)
    """Ids of entrants; the order decides what nothing else decides."""
    standings = models.JSONField(null=True)
    """[[entrant, rank, games, values, is out], …] when it is over."""
    not_before = models.DateTimeField(null=True)
    """It does not begin before this, however early the stage before is over."""
    started_at = models.DateTimeField(null=True)
    held_seconds = models.PositiveIntegerField(default=0)
    """How long it was paused in all: by so much its rounds come later."""
    next_at = models.DateTimeField(null=True)
    """The next round does not begin before this."""
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["contest", "number"], name="stage_once")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"stage {self.number} of {self.contest_id}: {self.format}"


class Table(models.Model):
    """A table of a round. It is stored before its match begins, so that whoever goes on after an interruption begins none twice."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="tables", db_index=False)
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    lane = models.PositiveSmallIntegerField(default=0)
    match = models.OneToOneField(Match, null=True, on_delete=models.SET_NULL, related_name="contest_table")
    earlier = models.JSONField(default=list)
    """Ids of the matches before this one, the oldest first: those that could not be played to their end or were played again."""
    attempts = models.PositiveSmallIntegerField(default=0)
    is_over = models.BooleanField(default=False)
    is_void = models.BooleanField(default=False)
    """It could not be played in two attempts."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stage", "round", "number"], name="table_once")]
        ordering = ["round", "number"]

    def __str__(self) -> str:
        return f"table {self.number} in round {self.round} of stage {self.stage_id}"


class Place(models.Model):
    """Somebody's seat at a table, and how it ended there."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="places", db_index=False)
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="places")
    order = models.PositiveSmallIntegerField()
    """In which they sit, from 0; who forfeits leaves no gap in the match."""
    version = models.PositiveSmallIntegerField(null=True)
    """Of the entrant's program, that plays here; null: a person, or the only one."""
    place = models.PositiveSmallIntegerField(null=True)
    is_forfeit = models.BooleanField(default=False)
    """Was not there when the match was to begin."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "entrant"], name="sits_once")]
        ordering = ["order"]

    def __str__(self) -> str:
        return f"{self.entrant_id} at table {self.table_id}: {self.place}"


class Challenge(models.Model):
    """A match against an organiser's program, which does not count."""

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="challenges")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="challenges", db_index=False
    )
    match = models.ForeignKey(Match, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["user", "created_at"], name="challenges_of_a_day")]

    def __str__(self) -> str:
        return f"challenge of {self.user_id} in {self.contest_id}"


class Act(models.Model):
    """What somebody who steers a contest has done to it. Everybody may read it; it is never changed."""

    class Kind(models.TextChoices):
        PAUSE = "pause"
        RESUME = "resume"
        DATES = "dates"
        REMOVE = "remove"
        REPLAY = "replay"
        VOID = "void"
        MESSAGE = "message"
        COHOST = "cohost"
        UNCOHOST = "uncohost"
        CANCEL = "cancel"
        STAFF = "staff"
        """Staff have cancelled it; their reason is in a log of their own."""
        LIST = "list"
        INVITE = "invite"
        UNINVITE = "uninvite"

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="acts", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind)
    text = models.TextField(max_length=1000, blank=True)
    """The reason, or what was written to entrants."""
    entrant = models.ForeignKey(Entrant, null=True, on_delete=models.SET_NULL, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    """Who became a co-host, or is none any more."""
    table = models.ForeignKey(Table, null=True, on_delete=models.SET_NULL, related_name="+")
    stage = models.PositiveSmallIntegerField(null=True)
    """The number of the stage that was moved; null: the start of the contest."""
    moved_from = models.DateTimeField(null=True)
    moved_to = models.DateTimeField(null=True)
    """When it would have begun, null if nothing said so, and when it begins no earlier now."""
    facts = models.JSONField(null=True)
    """`dates`: {name: [moment before, moment now]} of the dates of the contest that were moved, null for no check-in; `too_few`: how many entrants a
    contest had that was cancelled by itself."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["contest", "id"], name="acts_of_contest")]
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.kind} in {self.contest_id}"
