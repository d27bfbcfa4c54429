"""What is a match on disk? Itself, its seats and what plays them, orders, steps, votes and chat. No behaviour: that is in `services` and
`referee`.

A match is options + seed + orders + rules version; `Step.state` only saves time. Orders are insert-only: the row with the
highest revision of a (match, step, seat) is what counts. `Match.step` = k says that k steps are resolved and that
orders of step k, given against the state in `Step` number k, are due.
"""

import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_match_id() -> str:
    """Ten characters that are easy to read aloud; 49 bits, so that a match by link cannot be guessed."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(10))


def new_seed() -> str:
    """128 random bits as hex; secret until the match is over."""
    return secrets.token_hex(16)


class Match(models.Model):
    """A table while `status` is open, a match after that."""

    class Status(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        PAUSED = "paused"
        FINISHED = "finished"
        ABORTED = "aborted"

    class Visibility(models.TextChoices):
        PUBLIC = "public"
        LINK = "link"

    class Clock(models.TextChoices):
        LIVE = "live"
        SLOW = "slow"
        NONE = "none"
        """Against bots alone: a step waits for its person, however long that takes."""

    class Kind(models.TextChoices):
        ORDINARY = "ordinary"
        HOT_SEAT = "hot_seat"
        """Several people take turns in front of one screen: all seats without a bot belong to the host."""
        SANDBOX = "sandbox"
        """One person tries things out from all seats, and sees everything."""
        LESSON = "lesson"
        """One person plays a scene of a lesson (`lobby/lessons`) against a script. No table can be opened as one."""

    ALONE = (Kind.HOT_SEAT, Kind.SANDBOX)
    """Kinds of tables that one person opens for themselves."""

    class Press(models.TextChoices):
        NONE = "none"
        PUBLIC = "public"
        FULL = "full"

    id = models.CharField(primary_key=True, max_length=10, default=new_match_id, editable=False)
    game = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    seed = models.CharField(max_length=64, default=new_seed)
    rules_version = models.CharField(max_length=20)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="hosted")
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.ORDINARY)
    rated = models.BooleanField(default=False)
    visibility = models.CharField(max_length=10, choices=Visibility, default=Visibility.PUBLIC)
    password = models.CharField(max_length=128, blank=True)
    """Hashed; empty: whoever may see the table may sit down."""
    min_reliability = models.PositiveSmallIntegerField(default=0)
    """Share of steps answered in time, in percent, that somebody needs to sit down."""
    clock = models.CharField(max_length=10, choices=Clock, default=Clock.LIVE)
    step_seconds = models.PositiveIntegerField()
    bank_seconds = models.PositiveIntegerField(default=0)
    fixed_hour = models.PositiveSmallIntegerField(null=True)
    """Of slow clocks: the hour of the day, in `time_zone`, at which ordinary steps end."""
    time_zone = models.CharField(max_length=40, default="UTC")
    rest_days = models.JSONField(default=list)
    """Days of the week (0: Monday) that do not count, in `time_zone`."""
    vacation_days = models.PositiveSmallIntegerField(default=0)
    """Days of vacation that each seat may take in the whole match."""
    spectator_delay = models.PositiveSmallIntegerField(default=2)
    press = models.CharField(max_length=10, choices=Press, default=Press.PUBLIC)
    """What players may say to each other while the match runs: nothing, to all, or in private channels too."""
    anonymous = models.BooleanField(default=False)
    """Who sits where is secret from the start to the end."""
    step = models.PositiveIntegerField(default=0)
    step_started_at = models.DateTimeField(null=True)
    deadline = models.DateTimeField(null=True)
    """End of the ordinary time of the step, after which the time banks run; null while open, paused or over."""
    extra_seconds = models.PositiveIntegerField(default=0)
    """What votes, vacations, substitutes and pauses have added to the ordinary time of this step."""
    due_at = models.DateTimeField(null=True)
    """When the referee must look next: the deadline, the end of a bank, of a secret wait or of a pause. Not for showing."""
    hold_until = models.DateTimeField(null=True)
    """The step is not resolved before this (secret waits)."""
    paused_at = models.DateTimeField(null=True)
    revision = models.PositiveIntegerField(default=0)
    """Grows with everything about the match that its page shows, steps excepted; orders status messages."""
    outcome = models.JSONField(null=True)
    """{"reason", "places": [place of seat 0, …]} once finished."""
    fault = models.TextField(blank=True)
    """Why the site itself paused the match, its kind first; `faults` says who may read the rest."""
    rematch_of = models.OneToOneField("self", null=True, on_delete=models.SET_NULL, related_name="rematch")
    forked_from = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="forks")
    forked_step = models.PositiveIntegerField(null=True)
    """Position of that match in which this one begins, or what the position of a lesson is called by; null: it begins with the set-up."""
    set_aside = models.BooleanField(default=False, db_default=False)
    """Staff have set it back: it goes on in a match of the same kind that is forked from it, and stands still, as secret as before, until
    that one is over (`oversight`)."""
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["status", "due_at"]),
            # One for each list of public matches, newest first, and for the list that staff have.
            models.Index(fields=["visibility", "-created_at", "-id"], name="match_public"),
            models.Index(fields=["visibility", "status", "-created_at", "-id"], name="match_public_status"),
            models.Index(fields=["visibility", "game", "-created_at", "-id"], name="match_public_game"),
            models.Index(
                fields=["visibility", "game", "status", "-created_at", "-id"], name="match_public_game_status"
            ),
            models.Index(fields=["visibility", "clock", "-created_at", "-id"], name="match_public_clock"),
            models.Index(fields=["-created_at", "-id"], name="match_newest"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"

    @property
    def is_private(self) -> bool:
        """May nobody but its one person know of it, whatever its visibility says?"""
        return self.kind in {Match.Kind.SANDBOX, Match.Kind.LESSON}

    @property
    def is_under_way(self) -> bool:
        """May its people still do something here? Not before it begins nor after it is over, nor while it goes on elsewhere."""
        return self.status in {Match.Status.RUNNING, Match.Status.PAUSED} and not self.set_aside


OVER = frozenset({Match.Status.FINISHED, Match.Status.ABORTED})
"""Nothing happens in such a match any more, and nothing of it is secret."""


class ProgramManager(models.Manager["Program"]):
    """Leaves the text on the disk until somebody asks for it: pages and services want names."""

    def get_queryset(self) -> models.QuerySet["Program"]:
        return super().get_queryset().defer("text")


class Program(models.Model):
    """A person's text that can play a seat of one game. Never changed: a better one is another program."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="programs", db_index=False
    )
    game = models.CharField(max_length=40)
    name = models.CharField(max_length=40)
    text = models.TextField()
    note = models.CharField(max_length=200, blank=True, default="")
    """What is different in this version, in its owner's words."""
    origin = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="versions")
    """The program that it was made from: the version before."""
    retired = models.BooleanField(default=False)
    """Its owner has removed it while it sat in a match; it plays that match to the end and is not offered any more."""
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ProgramManager()

    class Meta:
        base_manager_name = "objects"
        indexes = [models.Index(fields=["owner", "game"])]

    def __str__(self) -> str:
        return self.name


class Seat(models.Model):
    """A place at the table. At most one of person and built-in bot sits there; a person's seat may be played by a bot for a while.

    A program plays for the person who sits there, or by itself in a seat without one.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="seats")
    bot = models.CharField(max_length=20, blank=True)
    program = models.ForeignKey(Program, null=True, on_delete=models.SET_NULL, related_name="seats")
    shared = models.BooleanField(default=False)
    """One of several seats that its person holds, at a hot seat table or in a sandbox."""
    ready = models.BooleanField(default=False)
    """At the table: willing to start."""
    watchable = models.BooleanField(default=False)
    """Spectators may watch from this seat, with the table's delay."""
    was_watchable = models.BooleanField(default=False, db_default=False)
    """Spectators may have watched from this seat, though its window may be closed again."""
    bank_ms = models.PositiveIntegerField(default=0)
    missed = models.PositiveSmallIntegerField(default=0)
    """Deadlines missed in a row."""
    autopilot = models.CharField(max_length=20, blank=True)
    """The bot that plays for the absent person; empty: the person does."""
    resigned = models.BooleanField(default=False)
    seen_at = models.DateTimeField(null=True)
    """When its person last had the match open, to the minute; moved by the time in which it stood still since, and to the
    end of a vacation. Not for showing."""
    vacation_left = models.PositiveSmallIntegerField(default=0)
    vacation_step = models.PositiveIntegerField(null=True)
    """The last step whose deadline its person has moved by a vacation, which lasts as long as that step."""
    preferences = models.JSONField(default=dict)
    """{key: [value, mark]}: the automatic answers that the person has chosen (`preferences`). Secret from everybody else."""
    place = models.PositiveSmallIntegerField(null=True)
    steps_due = models.PositiveIntegerField(default=0)
    """Steps that waited for the person who sits there."""
    steps_answered = models.PositiveIntegerField(default=0)
    """Those of them that the person answered in time."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_number_once"),
            models.UniqueConstraint(
                fields=["match", "user"], condition=models.Q(shared=False), name="person_once_per_match"
            ),
        ]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.match_id}"

    @property
    def is_free(self) -> bool:
        """Nobody and nothing sits there."""
        return self.user_id is None and self.program_id is None and not self.bot

    @property
    def is_machine(self) -> bool:
        """A bot or a program sits there, and no person."""
        return self.user_id is None and (self.program_id is not None or bool(self.bot))

    @property
    def is_automatic(self) -> bool:
        """A bot or a program gives its orders, for good or for a while."""
        return bool(self.bot or self.autopilot) or self.program_id is not None


class Orders(models.Model):
    """What a seat ordered for a step; never changed, only followed by a higher revision."""

    class By(models.TextChoices):
        PERSON = "person"
        BOT = "bot"
        PROGRAM = "program"
        AUTO = "auto"
        """What the platform answered for a person, as the seat's preferences say."""

    # The constraint's index begins with it; a second one would be one more page to write with every row.
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="orders", db_index=False)
    step = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    revision = models.PositiveIntegerField()
    orders = models.JSONField()
    ready = models.BooleanField(default=False)
    by = models.CharField(max_length=10, choices=By)
    created_at = models.DateTimeField(default=timezone.now)
    """When the site received them; what a time bank is charged by."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "step", "seat", "revision"], name="orders_revision_once"),
        ]
        verbose_name_plural = "orders"

    def __str__(self) -> str:
        return f"orders of seat {self.seat} for step {self.step} of {self.match_id}"


class ProgramMemory(models.Model):
    """What the program of a seat keeps from step to step, and how it has behaved. Written together with the orders that it goes with."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="memories", db_index=False)
    seat = models.PositiveSmallIntegerField()
    entities = models.JSONField(default=dict)
    """Entity → JSON text."""
    overtimes = models.PositiveSmallIntegerField(default=0)
    """Runs of this match that were stopped because of their time."""
    console = models.JSONField(default=list)
    """The last lines for the program's owner: {"step", "entity", "void", "line", "text"}."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="memory_once")]

    def __str__(self) -> str:
        return f"memory of seat {self.seat} of {self.match_id}"


class Step(models.Model):
    """A resolved position: number 0 is the set-up, number k + 1 what the orders of step k led to."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="steps", db_index=False)
    number = models.PositiveIntegerField()
    state = models.BinaryField()
    """zlib of the JSON of `Game.to_json`. Secret."""
    events = models.BinaryField()
    """zlib of the JSON of all events with their addressees. Secret."""
    orders = models.JSONField(default=dict)
    """{seat: orders or null} that led here; null for a missed step. Empty for number 0."""
    digest = models.CharField(max_length=64)
    """SHA-256 of the state's JSON, for verification."""
    scores = models.JSONField(null=True)
    """[name, number for each seat] of every series of `Game.scores`, kept because a replay asks for those of all steps; null where the
    game has none, or where the step was stored before there was this column. Secret."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="step_number_once")]

    def __str__(self) -> str:
        return f"step {self.number} of {self.match_id}"


class Vote(models.Model):
    """A seat's standing yes to a proposal; withdrawn by deleting it, cleared when it is carried."""

    class Kind(models.TextChoices):
        PAUSE = "pause"
        RESUME = "resume"
        EXTEND = "extend"
        DRAW = "draw"
        ABORT = "abort"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="votes", db_index=False)
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat", "kind"], name="vote_once")]

    def __str__(self) -> str:
        return f"{self.kind} by seat {self.seat} of {self.match_id}"


class ChatLine(models.Model):
    """One line of talk; `press` says who reads and writes in which channel. Numbers count from 1 in each channel."""

    class Room(models.TextChoices):
        TABLE = "table"
        """Before the start and after the end."""
        SEATS = "seats"
        SPECTATORS = "spectators"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="chat", db_index=False)
    room = models.CharField(max_length=10, choices=Room, default=Room.SEATS)
    members = models.CharField(max_length=60, blank=True)
    """The seats of a private channel, as in `,0,3,`; empty for everybody in the room."""
    number = models.PositiveIntegerField()
    """Its place in its channel; what readers are told, because an id would count the lines that they cannot read."""
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    name = models.CharField(max_length=24)
    seat = models.PositiveSmallIntegerField(null=True)
    step = models.PositiveIntegerField(default=0)
    text = models.CharField(max_length=500)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["match", "id"])]
        constraints = [
            models.UniqueConstraint(fields=["match", "room", "members", "number"], name="line_number_once"),
        ]

    def __str__(self) -> str:
        # Without the text: the admin names every row that would go with a match or a person.
        return f"line {self.pk} of {self.match_id}"


class Heartbeat(models.Model):
    """The one row that says when a referee was last alive; deadlines are moved by the time in which none was."""

    alive_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"alive at {self.alive_at:%Y-%m-%d %H:%M:%S}"
