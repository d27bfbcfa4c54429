"""What is stored about people? Accounts, guests and bot accounts; whom a person follows and blocks; what staff did."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.platform.characters import looks


class User(AbstractUser):
    """A person. A guest has a name but no e-mail and no password, and becomes an account by signing up, keeping every match.

    `username` is unique and used to log in; `name` is what others see. Accounts have names of their own, guests may share one.
    """

    class Theme(models.TextChoices):
        SYSTEM = "system", _("As my system says")
        DARK = "dark", _("Night")
        LIGHT = "light", _("Day")

    class Palette(models.TextChoices):
        STANDARD = "standard", _("Standard")
        MUTED = "muted", _("Muted")
        STEPS = "steps", _("Dark to bright")

    class Clock(models.TextChoices):
        LIVE = "live", _("Live")
        SLOW = "slow", _("Slow, by the day")

    class MessagesFrom(models.TextChoices):
        """Who may write private messages to a person (`lobby/conversations`)."""

        KNOWN = "known", _("People I follow or have played with")
        FOLLOWED = "followed", _("People I follow")
        NOBODY = "nobody", _("Nobody")

    name = models.CharField(_("name"), max_length=24)
    name_key = models.CharField(max_length=96, unique=True, null=True, editable=False)  # noqa: DJ001 (null is not equal to null)
    """The case-folded name, unique among accounts; null for guests and closed accounts. `save` updates it."""
    name_look = models.CharField(max_length=looks.LONGEST + 10, null=True, editable=False)  # noqa: DJ001
    """How the name looks at a glance (`looks.skeleton`), unique among accounts; null where `name_key` is. Names from before this rule may look
    alike: the oldest has the look, the others have it with `#` and a number until they change their names."""
    is_guest = models.BooleanField(default=False)
    closed_at = models.DateTimeField(null=True, editable=False)
    language = models.CharField(max_length=10, blank=True)
    theme = models.CharField(max_length=10, choices=Theme, default=Theme.SYSTEM)
    palette = models.CharField(max_length=10, choices=Palette, default=Palette.STANDARD)
    reduced_motion = models.BooleanField(default=False)
    """No animations, whatever the system's setting is."""
    sounds = models.BooleanField(default=True)
    volume = models.PositiveSmallIntegerField(default=30, validators=[MaxValueValidator(100)])
    """Volume of sounds, in percent."""
    default_clock = models.CharField(max_length=10, choices=Clock, default=Clock.LIVE)
    """Initial clock in the form of a new table."""
    hides_activity = models.BooleanField(default=False)
    """Followers are not told at which tables and matches this person is."""
    messages_from = models.CharField(
        max_length=10, choices=MessagesFrom, default=MessagesFrom.KNOWN, db_default=MessagesFrom.KNOWN
    )
    is_unlisted = models.BooleanField(default=False, db_default=False)
    """The search for players does not find this person."""
    about = models.CharField(max_length=160, blank=True, default="", db_default="")
    """A line about oneself on the profile."""
    country = models.CharField(max_length=2, blank=True, default="", db_default="")
    """A territory of `lobby/people/countries`, as the person says; empty: none."""
    picture = models.CharField(max_length=20, blank=True, default="", db_default="")
    """The picture chosen from those of `lobby/people/faces`; empty: drawn from the name."""
    devices_ended = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    """How often the devices from which the person had logged in were forgotten (`known_devices`)."""
    muted_until = models.DateTimeField(null=True, blank=True)
    suspended_until = models.DateTimeField(null=True, blank=True)
    suspension_reason = models.CharField(max_length=300, blank=True)
    """Shown to the person."""
    owner = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        editable=False,
        on_delete=models.CASCADE,
        related_name="bot_accounts",
        db_index=False,
        db_constraint=False,
    )
    """The person to whom a bot account belongs; null for people. The database has no constraint for it: adding one would read the whole table while
    nobody can write to it. Django follows `on_delete`."""

    REQUIRED_FIELDS = ["email", "name"]

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["name_look"], condition=models.Q(name_look__isnull=False), name="name_look_once"
            )
        ]
        indexes = [
            models.Index(fields=["is_guest", "last_login"]),
            models.Index(fields=["owner"], condition=models.Q(owner__isnull=False), name="bot_accounts"),
            # Few of all people are staff.
            models.Index(fields=["username"], condition=models.Q(is_staff=True), name="user_staff"),
        ]

    def __str__(self) -> str:
        return self.name or self.username

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Update `name_key` and `name_look` from the name, then save."""
        key = None if self.is_guest or self.closed_at or not self.name else self.name.casefold()
        # Kept while the name stays: the table of look-alikes grows, and nobody may lose a name by that.
        if key != self.name_key or self.name_look is None:
            self.name_look = None if key is None else looks.skeleton(self.name)
        self.name_key = key
        if update_fields is not None and {"name", "is_guest", "closed_at"} & {*update_fields}:
            update_fields = {*update_fields, "name_key", "name_look"}
        super().save(*args, update_fields=update_fields, **kwargs)

    @property
    def slug(self) -> str:
        """The person in the address of a page: the name, or for a guest, whose name others may have too, the random username."""
        # A name set without `clean_name`, by a shell or a fixture, must not break every page that shows it.
        return self.username if self.is_guest or self.name_key is None else self.name.replace("/", "-")

    @property
    def is_bot(self) -> bool:
        """A program plays with this account, and everybody sees it."""
        return self.owner_id is not None

    @property
    def mute_ends(self) -> datetime | None:
        """Until when staff do not let this person talk; of a bot account, or its owner. None: they may talk now."""
        return _later([self.muted_until, self.owner.muted_until if self.owner is not None else None])

    @property
    def suspension_ends(self) -> datetime | None:
        """Until when staff do not let this person play; of a bot account, or its owner. None: they may play now."""
        return _later([self.suspended_until, self.owner.suspended_until if self.owner is not None else None])

    @property
    def is_muted(self) -> bool:
        """Staff do not let this person talk now."""
        return self.mute_ends is not None

    @property
    def is_suspended(self) -> bool:
        """Staff do not let this person play now."""
        return self.suspension_ends is not None


def _later(moments: Iterable[datetime | None]) -> datetime | None:
    """The latest of the moments that are still in the future; None if there is none."""
    now = timezone.now()
    return max((moment for moment in moments if moment is not None and moment > now), default=None)


class NameChange(models.Model):
    """A name that an account had; for staff, until the account is closed."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="name_changes")
    old = models.CharField(max_length=24)
    new = models.CharField(max_length=24)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.old} → {self.new}"


class Follow(models.Model):
    """One person follows another to see what they play."""

    follower = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="following", db_index=False
    )
    followed = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="followers")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["follower", "followed"], name="follow_once")]

    def __str__(self) -> str:
        return f"{self.follower_id} follows {self.followed_id}"


class Block(models.Model):
    """One person blocks another, who is not told."""

    blocker = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocking", db_index=False
    )
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocked_by")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["blocker", "blocked"], name="block_once")]

    def __str__(self) -> str:
        return f"{self.blocker_id} blocks {self.blocked_id}"


class Report(models.Model):
    """A report to staff about a person, or a text of theirs. That is copied, because it may be removed before staff read this."""

    class Kind(models.TextChoices):
        ABUSE = "abuse", _("Insults or threats")
        CHEATING = "cheating", _("Cheating")
        NAME = "name", _("An offensive name")
        SPAM = "spam", _("Advertising")
        OTHER = "other", _("Something else")

    class Status(models.TextChoices):
        OPEN = "open"
        ACTED = "acted"
        DISMISSED = "dismissed"

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="reports_made"
    )
    person = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="reports")
    name = models.CharField(max_length=24)
    """Name of the person at that time."""
    match = models.ForeignKey("lobby.Match", null=True, on_delete=models.SET_NULL, related_name="reports")
    line = models.ForeignKey("lobby.ChatLine", null=True, on_delete=models.SET_NULL, related_name="reports")
    message = models.ForeignKey("lobby.Message", null=True, on_delete=models.SET_NULL, related_name="reports")
    club = models.ForeignKey("lobby.Club", null=True, on_delete=models.SET_NULL, related_name="reports")
    post = models.ForeignKey("lobby.Post", null=True, on_delete=models.SET_NULL, related_name="reports")
    act = models.ForeignKey("lobby.Act", null=True, on_delete=models.SET_NULL, related_name="reports")
    """What a host has written to the entrants of a contest."""
    build = models.ForeignKey("lobby.Build", null=True, on_delete=models.SET_NULL, related_name="reports")
    """What somebody has made and shared."""
    text = models.CharField(max_length=2000, blank=True)
    kind = models.CharField(max_length=10, choices=Kind)
    note = models.CharField(max_length=500, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    handled_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    handled_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["status", "created_at"])]
        ordering = ["status", "-created_at"]

    def __str__(self) -> str:
        return f"report {self.pk}: {self.get_kind_display()}, {self.name}"


class Switch(models.Model):
    """What staff have changed while the site runs: something is off, or a limit is another one (`switches`). Without a row the settings hold."""

    name = models.CharField(max_length=60, primary_key=True)
    value = models.CharField(max_length=100)
    """`off`, or the rates of a limit."""

    class Meta:
        verbose_name = _("switch")
        verbose_name_plural = _("switches")

    def __str__(self) -> str:
        return f"{self.name}: {self.value}"


class StaffAct(models.Model):
    """One act of staff on a person, a report or a match. Append-only: neither `save` nor `delete` changes a stored row."""

    staff = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="staff_acts")
    staff_name = models.CharField(max_length=150)
    act = models.CharField(max_length=40)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    subject = models.CharField(max_length=200)
    """The person, match or row as text."""
    why = models.CharField(max_length=500, blank=True)
    until = models.DateTimeField(null=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["-at"]), models.Index(fields=["act", "-at"], name="staff_act_by_kind")]
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.act}: {self.subject}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise PermissionError("an audit log is not written twice")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        raise PermissionError("an audit log is not erased")
