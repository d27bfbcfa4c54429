"""How is a match stored? As the match, its seats and programs, orders, steps, votes and chat. The models have no behaviour.

Options, seed, orders and rules version define a match; `Step.state` only saves time. Orders are insert-only: of a (match, step, seat) the
row with the highest revision counts. `Match.step` = k means that k steps are resolved, and that orders of step k are due. They are given
against the state in `Step` number k.
"""

import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone

from lobby.matches.ids import new_match_id


def new_seed() -> str:
    """128 random bits as hex. The seed is secret until the match is over."""
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

    class Arranged(models.TextChoices):
        NONE = ""
        """People opened the table, or asked for the match."""
        LADDER = "ladder"
        CONTEST = "contest"

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
    arranged = models.CharField(max_length=10, choices=Arranged, blank=True, default="", db_default="")
    """The part of the site that has arranged the match, which has no host. Lists of matches leave it out but for running matches of contests that are
    not sealed; that part has lists of its own."""
    sealed = models.BooleanField(default=False, db_default=False)
    """Until it is unsealed, only its players may know of the match (`audience.is_visible`), and they may not know who else plays."""
    rated = models.BooleanField(default=False)
    visibility = models.CharField(max_length=10, choices=Visibility, default=Visibility.PUBLIC)
    password = models.CharField(max_length=128, blank=True)
    """The hash of the password. Empty: everybody who may see the table may sit down."""
    min_reliability = models.PositiveSmallIntegerField(default=0)
    """Percentage of steps answered in time that a person needs to sit down."""
    clock = models.CharField(max_length=10, choices=Clock, default=Clock.LIVE)
    step_seconds = models.PositiveIntegerField()
    bank_seconds = models.PositiveIntegerField(default=0)
    budget = models.PositiveSmallIntegerField(default=1, db_default=1)
    """How many times the usual work a run of a program may take (`terms.BUDGETS`)."""
    fixed_hour = models.PositiveSmallIntegerField(null=True)
    """The hour of the day, in `time_zone`, at which ordinary steps of a slow clock end."""
    time_zone = models.CharField(max_length=40, default="UTC")
    rest_days = models.JSONField(default=list)
    """Days of the week (0: Monday) that do not count, in `time_zone`."""
    vacation_days = models.PositiveSmallIntegerField(default=0)
    """Days of vacation that each seat may take in the whole match."""
    spectator_delay = models.PositiveSmallIntegerField(default=2)
    spectators_see_all = models.BooleanField(default=False, db_default=False)
    """Spectators see everything while the match runs, as late as the game says (`audience.truth_delay`)."""
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
    """When the referee must check next: the deadline, or the end of a bank, a secret wait or a pause. It must not be shown."""
    hold_until = models.DateTimeField(null=True)
    """The step is not resolved before this (secret waits)."""
    paused_at = models.DateTimeField(null=True)
    revision = models.PositiveIntegerField(default=0)
    """Grows with every change that the page of the match shows, except steps. It orders status messages."""
    outcome = models.JSONField(null=True)
    """{"reason", "places": [place of seat 0, …]} once finished."""
    fault = models.TextField(blank=True)
    """Why the site itself paused the match, with the kind of fault first. `faults` says who may read the rest."""
    rematch_of = models.OneToOneField("self", null=True, on_delete=models.SET_NULL, related_name="rematch")
    forked_from = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="forks")
    forked_step = models.PositiveIntegerField(null=True)
    """Position of that match in which this one begins, or what the position of a lesson is called by; null: it begins with the set-up."""
    set_aside = models.BooleanField(default=False, db_default=False)
    """True if staff have set the match back. It stops, and a match that is forked from it goes on. What is secret here stays secret until that
    one is over (`oversight`)."""
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    archived_as = models.CharField(max_length=80, blank=True, default="", db_default="")
    """Where its steps and orders are: empty, in their tables; else the name of a file in the archive, or of its row in `Packed`."""

    class Meta:
        indexes = [
            models.Index(fields=["status", "due_at"]),
            # One for each list of public matches, newest first, and one for the list of staff.
            *(
                models.Index(fields=["arranged", "visibility", *wanted, "-created_at", "-id"], name=name)
                for name, wanted in (
                    ("match_listed", []),
                    ("match_listed_status", ["status"]),
                    ("match_listed_game", ["game"]),
                    ("match_listed_game_status", ["game", "status"]),
                    ("match_listed_clock", ["clock"]),
                )
            ),
            models.Index(fields=["-created_at", "-id"], name="match_newest"),
            # Only matches that are to be rated, by their end.
            models.Index(fields=["finished_at"], condition=models.Q(rated=True, status="finished"), name="match_rated"),
            # Only matches that are over, by their end.
            models.Index(fields=["finished_at"], condition=models.Q(finished_at__isnull=False), name="match_over"),
            # Only matches that may be packed or move to the archive, oldest first, without those that were.
            models.Index(fields=["finished_at"], condition=models.Q(archived_as=""), name="match_to_archive"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"

    @property
    def is_private(self) -> bool:
        """True if only its one person may know of the match, whatever its visibility is."""
        return self.kind in {Match.Kind.SANDBOX, Match.Kind.LESSON}

    @property
    def is_under_way(self) -> bool:
        """True if its people can act in the match: it has begun, is not over, and was not set back to a new match that runs."""
        return self.status in GOES_ON and not self.set_aside


GOES_ON = frozenset({Match.Status.RUNNING, Match.Status.PAUSED})
UNFINISHED = GOES_ON | {Match.Status.OPEN}
OVER = frozenset({Match.Status.FINISHED, Match.Status.ABORTED})
"""Nothing happens in such a match any more, and nothing of it is secret."""


class ProgramManager(models.Manager["Program"]):
    """Loads the text only on access, because pages and services mostly need names."""

    def get_queryset(self) -> models.QuerySet["Program"]:
        return super().get_queryset().defer("text")


class Program(models.Model):
    """A person's text that can play a seat of one game. It never changes: a new version is another program."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="programs", db_index=False
    )
    game = models.CharField(max_length=40)
    name = models.CharField(max_length=40)
    text = models.TextField()
    note = models.CharField(max_length=200, blank=True, default="")
    """The owner's note on what is different in this version."""
    origin = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="versions")
    """The previous version, from which the program was made."""
    retired = models.BooleanField(default=False)
    """True if the owner removed the program during a match. It plays that match to the end and is no longer offered."""
    failures = models.PositiveSmallIntegerField(default=0, db_default=0)
    """Matches in which its seat was off before the end (`ProgramMemory.strikes`), since the last match of the ladder in which it was not."""
    switched_off = models.CharField(max_length=240, blank=True, default="", db_default="")
    """Why it begins no more matches: the failure in the last one. Empty: it may play."""
    switched_off_at = models.DateTimeField(null=True)
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
    entry = models.PositiveSmallIntegerField(null=True)
    """Its number at the table, before the seats were drawn from the match's seed; null where they were not. Where names are hidden it is secret."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="seats", db_index=False
    )
    bot = models.CharField(max_length=20, blank=True)
    program = models.ForeignKey(Program, null=True, on_delete=models.SET_NULL, related_name="seats")
    shared = models.BooleanField(default=False)
    """One of several seats of the same person, at a hot seat table or in a sandbox."""
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
    """When its person last had the match open, to the minute. It is moved by the time in which the match stood still since then, and to the
    end of a vacation. It must not be shown."""
    vacation_left = models.PositiveSmallIntegerField(default=0)
    vacation_step = models.PositiveIntegerField(null=True)
    """The last step whose deadline its person has moved by a vacation, which lasts as long as that step."""
    substitute_asked_at = models.DateTimeField(null=True)
    """When somebody who sat there last asked for a substitute; for the timeline of staff only."""
    preferences = models.JSONField(default=dict)
    """{key: [value, mark]}: the automatic answers that the person has chosen (`preferences`). Secret from everybody else."""
    place = models.PositiveSmallIntegerField(null=True)
    steps_due = models.PositiveIntegerField(default=0)
    """Steps that waited for the person who sits there."""
    steps_answered = models.PositiveIntegerField(default=0)
    """Those of them that the person answered in time."""
    finished_at = models.DateTimeField(null=True)
    """A copy of the match's value, so that a person's current or past matches are found without reading all of them."""

    class Meta:
        # The matches of a person: those that go on (null), and those that ended, by their end.
        indexes = [models.Index(fields=["user", "finished_at"], name="seat_of_person")]
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
        """True if no person, bot or program sits there."""
        return self.user_id is None and self.program_id is None and not self.bot

    @property
    def is_machine(self) -> bool:
        """True if a bot or a program sits there without a person."""
        return self.user_id is None and (self.program_id is not None or bool(self.bot))

    @property
    def is_automatic(self) -> bool:
        """True if a bot or a program gives its orders, permanently or for a while."""
        return bool(self.bot or self.autopilot) or self.program_id is not None


class Orders(models.Model):
    """The orders of a seat for a step. A row never changes; new orders are a row with a higher revision."""

    class By(models.TextChoices):
        PERSON = "person"
        BOT = "bot"
        PROGRAM = "program"
        AUTO = "auto"
        """Orders that the site gave for a person by the seat's preferences."""

    # The index of the constraint begins with this field. A second index would cost one more page write for every row.
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="orders", db_index=False)
    step = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    revision = models.PositiveIntegerField()
    orders = models.JSONField()
    ready = models.BooleanField(default=False)
    by = models.CharField(max_length=10, choices=By)
    created_at = models.DateTimeField(default=timezone.now)
    """When the site received the orders. Time banks are charged by this."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "step", "seat", "revision"], name="orders_revision_once"),
        ]
        verbose_name_plural = "orders"

    def __str__(self) -> str:
        return f"orders of seat {self.seat} for step {self.step} of {self.match_id}"


class ProgramMemory(models.Model):
    """The memory of a seat's program and its failures so far. It is written together with the orders of the step."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="memories", db_index=False)
    seat = models.PositiveSmallIntegerField()
    entities = models.JSONField(default=dict)
    """Entity → JSON text."""
    overtimes = models.PositiveSmallIntegerField(default=0)
    """Runs of this match that were stopped because of their time."""
    strikes = models.PositiveSmallIntegerField(default=0, db_default=0)
    """Steps of this match in which every run of the seat was void. With too many of them the seat is off for the rest of the match."""
    counts = models.JSONField(default=dict, null=True)
    """How often each failure happened: void runs by reason, and steps with refused orders (`refused`)."""
    refused = models.JSONField(null=True)
    """Why the orders of the last turn were refused: {"step", "code", "path", "message"}."""
    console = models.JSONField(default=list)
    """The last lines for the program's owner: {"step", "entity", "void", "line", "text"}."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="memory_once")]

    def __str__(self) -> str:
        return f"memory of seat {self.seat} of {self.match_id}"


class Step(models.Model):
    """A resolved position. Number 0 is the set-up; number k + 1 is the result of the orders of step k."""

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
    """[name, number for each seat] of every series of `Game.scores`, stored because a replay needs those of all steps. Null if the
    game has none, or if an older release stored the step. Secret."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="step_number_once")]

    def __str__(self) -> str:
        return f"step {self.number} of {self.match_id}"


class Packed(models.Model):
    """Steps and orders of a match that is over, as one compressed text in place of their rows, until it moves to an archive (`packing`)."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True, related_name="packed")
    text = models.BinaryField()
    """As a file of the archive. Secret."""

    def __str__(self) -> str:
        return f"steps and orders of {self.match_id}"


class Vote(models.Model):
    """A seat's vote for a proposal. All votes of a match are deleted when a proposal is carried."""

    class Kind(models.TextChoices):
        PAUSE = "pause"
        RESUME = "resume"
        EXTEND = "extend"
        DRAW = "draw"
        ABORT = "abort"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="votes", db_index=False)
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    step = models.PositiveIntegerField(default=0, db_default=0)
    """The step that was due when it was cast, withdrawn or declined."""
    standing = models.BooleanField(default=True, db_default=True)
    """False: withdrawn or declined, and kept so that the same is not asked again at once."""
    declined_by = models.PositiveSmallIntegerField(null=True)
    """The seat that declined the proposal; null: it stands, or was withdrawn."""
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
    """The number of the line in its channel. Readers get this instead of the id, which would reveal how many lines they cannot read."""
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
        # Without the text, because the admin lists every row that would be deleted with a match or a person.
        return f"line {self.pk} of {self.match_id}"


class Heartbeat(models.Model):
    """The one row that says when a referee was last alive. Deadlines move by the time in which none was."""

    alive_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"alive at {self.alive_at:%Y-%m-%d %H:%M:%S}"
