"""How are notices stored, what goes out of them, and what has each person chosen? The models have no behaviour.

A notice is one row in the transaction of what it tells. `routing` makes deliveries of it, which are the outbox: a row goes when it has gone out.
"""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.matches.models import Match


class Notice(models.Model):
    """Something that one person should know. It has ids and numbers, no names of people: those are looked up when it is read."""

    class Kind(models.TextChoices):
        STEP = "step", _("A match waits for my orders")
        SOON = "soon", _("A deadline is near")
        MISSED = "missed", _("I have missed a deadline")
        BEGUN = "begun", _("A match has begun")
        ENDED = "ended", _("A match is over")
        REMATCH = "rematch", _("Somebody wants a rematch")
        CHALLENGE = "challenge", _("Challenges, and answers to mine")
        SEAT = "seat", _("A seat is free in a match of somebody I follow")
        VOTE = "vote", _("A vote waits for me")
        MESSAGE = "message", _("Somebody has written to me, or in a match of mine")
        CONTEST = "contest", _("A contest of mine goes on")
        PROGRAM = "program", _("A program of mine was switched off")
        REPORT = "report", _("A report of mine was decided")
        HOOK = "hook", _("A webhook of mine was switched off")
        ACHIEVEMENT = "achievement", _("I have achieved something")
        WANTED = "wanted", _("Somebody waits at a table of a game that I asked for")
        JOINED = "joined", _("Somebody sits down at a table of mine")
        SEASON = "season", _("A season of a league of mine is over")
        CLUB = "club", _("News of a club of mine, invitations and requests")
        PUZZLE = "puzzle", _("The puzzles of the day, until I have played one")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices", db_index=False)
    kind = models.CharField(max_length=12, choices=Kind)
    key = models.CharField(max_length=80)
    """What it is about, such as `step:MATCH:7`: a person gets it once, however many processes see it."""
    match = models.ForeignKey(Match, null=True, on_delete=models.CASCADE, related_name="notices")
    step = models.PositiveIntegerField(null=True)
    """The step for which orders are due, or in which it happened."""
    data = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True)
    on_site = models.BooleanField(default=True)
    """False: the person wants it elsewhere only."""
    routed = models.BooleanField(default=False)
    """True once its deliveries are in the outbox."""

    class Meta:
        indexes = [
            models.Index(fields=["user", "-id"], name="notices_of_person"),
            models.Index(fields=["id"], condition=models.Q(routed=False), name="notices_to_route"),
            models.Index(fields=["created_at"], name="notices_by_age"),
        ]
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="notice_once")]

    def __str__(self) -> str:
        return f"{self.kind} for person {self.user_id}"


class Delivery(models.Model):
    """Something on its way out. It exists until it has gone, has become untrue, or cannot go."""

    class Way(models.TextChoices):
        MAIL = "mail"
        DIGEST = "digest"
        """Mail of a day, together with all others that are due by then."""
        PUSH = "push"
        HOOK = "hook"
        LETTER = "letter"
        """A mail about the account: its address, its password. No setting holds it back."""

    way = models.CharField(max_length=10, choices=Way)
    target = models.BigIntegerField(default=0)
    """The person of a mail, the device of a push message, the webhook; 0 for a letter."""
    key = models.CharField(max_length=80)
    """The key of the notice, or one of its own for a letter."""
    notice = models.ForeignKey(Notice, null=True, on_delete=models.CASCADE, related_name="deliveries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    sealed = models.TextField(blank=True)
    """A letter, encrypted with the site's key: it may have a link that sets a new password."""
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    leased_until = models.DateTimeField(null=True)
    """Until then one process has it in hand; a process that lives renews this."""
    handed_at = models.DateTimeField(null=True)
    """Stored before the request is sent to a receiver that could not drop a second one. If the process dies after that, nobody sends it again."""

    class Meta:
        indexes = [models.Index(fields=["way", "due_at"], name="outbox_due")]
        constraints = [models.UniqueConstraint(fields=["way", "target", "key"], name="delivery_once")]
        verbose_name_plural = "deliveries"

    def __str__(self) -> str:
        return f"{self.way} {self.pk}"


class Wishes(models.Model):
    """What a person has chosen about notices. Without a row the defaults hold."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="notice_wishes"
    )
    ways = models.JSONField(default=dict)
    """{kind: list of ways}, for the kinds that differ from the default (`wishes.DEFAULTS`)."""
    time_zone = models.CharField(max_length=40, default="UTC")
    quiet_from = models.PositiveSmallIntegerField(null=True)
    quiet_to = models.PositiveSmallIntegerField(null=True)
    """Hours of the day in `time_zone` between which nothing is sent; both null: it is never quiet."""
    digest_hour = models.PositiveSmallIntegerField(default=8)
    only_away = models.BooleanField(default=True)
    """Nothing is sent while the person has a page of the site open."""
    tells_more = models.BooleanField(default=False)
    """Mail and push messages name the game, the round and people; otherwise only that something is due."""
    asked_push = models.BooleanField(default=False)
    """The person was asked whether this browser should show notices, and has answered."""
    calendar = models.CharField(max_length=40, blank=True)
    """The secret part of the address of the person's calendar of deadlines; "" if they have none."""

    class Meta:
        verbose_name_plural = "wishes"

    def __str__(self) -> str:
        return f"wishes of person {self.user_id}"


class Wanted(models.Model):
    """A person wants to hear when somebody waits at a table of a game."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="wanted_games", db_index=False
    )
    game = models.CharField(max_length=40)

    class Meta:
        indexes = [models.Index(fields=["game"], name="wanted_by_game")]
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="wanted_once")]

    def __str__(self) -> str:
        return f"person {self.user_id} wants {self.game}"


class Mute(models.Model):
    """A person wants to hear nothing of a match."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="muted_matches", db_index=False
    )
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="mutes")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "match"], name="mute_once")]

    def __str__(self) -> str:
        return f"person {self.user_id} mutes {self.match_id}"


class Device(models.Model):
    """A browser that shows notices while no page is open: a subscription of Web Push."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices")
    endpoint = models.CharField(max_length=1000)
    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the endpoint, which belongs to one person at a time."""
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    browser = models.CharField(max_length=40)
    """Browser and system, for the person's list."""
    session = models.CharField(max_length=40)
    """The session in which it was made: with its end the device shows nothing more."""
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"device of person {self.user_id}"


class Hook(models.Model):
    """An address of another service that is told what happens: to a person, or at one table."""

    class Form(models.TextChoices):
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        JSON = "json", _("Plain JSON, signed")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks")
    match = models.ForeignKey(Match, null=True, on_delete=models.CASCADE, related_name="webhooks")
    """The table of which it tells what everybody may know; null: it tells its person what their notices say."""
    form = models.CharField(max_length=10, choices=Form)
    address = models.CharField(max_length=500)
    secret = models.CharField(max_length=64)
    failures = models.PositiveSmallIntegerField(default=0)
    """In a row."""
    switched_off_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        # Without the address, which is a secret of its service.
        return f"webhook {self.pk} of person {self.user_id}"
