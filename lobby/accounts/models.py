"""Who you are: a person with an account, or a guest who may become one; whom you follow and block; what staff were told and did."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


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

    name = models.CharField(_("name"), max_length=24)
    name_key = models.CharField(max_length=96, unique=True, null=True, editable=False)  # noqa: DJ001 (null is not equal to null)
    """The name with case folded, which no two accounts share; null for guests and whoever has gone. Kept by `save`."""
    is_guest = models.BooleanField(default=False)
    closed_at = models.DateTimeField(null=True, editable=False)
    language = models.CharField(max_length=10, blank=True)
    theme = models.CharField(max_length=10, choices=Theme, default=Theme.SYSTEM)
    palette = models.CharField(max_length=10, choices=Palette, default=Palette.STANDARD)
    reduced_motion = models.BooleanField(default=False)
    """Nothing moves, whatever the system says."""
    sounds = models.BooleanField(default=True)
    volume = models.PositiveSmallIntegerField(default=30, validators=[MaxValueValidator(100)])
    """Of sounds, in percent."""
    default_clock = models.CharField(max_length=10, choices=Clock, default=Clock.LIVE)
    """What the form of a new table begins with."""
    hides_activity = models.BooleanField(default=False)
    """Followers are not told at which tables and matches this person is."""
    muted_until = models.DateTimeField(null=True, blank=True)
    suspended_until = models.DateTimeField(null=True, blank=True)
    suspension_reason = models.CharField(max_length=300, blank=True)
    """Shown to the person."""

    REQUIRED_FIELDS = ["email", "name"]

    class Meta(AbstractUser.Meta):
        indexes = [models.Index(fields=["is_guest", "last_login"])]

    def __str__(self) -> str:
        return self.name or self.username

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Keep `name_key` true to the name."""
        self.name_key = None if self.is_guest or self.closed_at or not self.name else self.name.casefold()
        if update_fields is not None and {"name", "is_guest", "closed_at"} & {*update_fields}:
            update_fields = {*update_fields, "name_key"}
        super().save(*args, update_fields=update_fields, **kwargs)

    @property
    def slug(self) -> str:
        """The person in the address of a page: the name, or for a guest, whose name others may have too, the random username."""
        # A name that came past `clean_name`, by a shell or a fixture, must not break every page that shows it.
        return self.username if self.is_guest or self.name_key is None else self.name.replace("/", "-")

    @property
    def is_muted(self) -> bool:
        """Staff do not let this person talk now."""
        return self.muted_until is not None and self.muted_until > timezone.now()

    @property
    def is_suspended(self) -> bool:
        """Staff do not let this person play now."""
        return self.suspended_until is not None and self.suspended_until > timezone.now()


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
    """Somebody wants to know what somebody else plays."""

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
    """Somebody wants nothing to do with somebody else, who is not told."""

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
    """What somebody told staff about a person or a line of talk. The line's text is copied: it may be removed before staff read this."""

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
    """What the person was called then."""
    match = models.ForeignKey("lobby.Match", null=True, on_delete=models.SET_NULL, related_name="reports")
    line = models.ForeignKey("lobby.ChatLine", null=True, on_delete=models.SET_NULL, related_name="reports")
    text = models.CharField(max_length=500, blank=True)
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


class StaffAct(models.Model):
    """One thing that staff did to a person, a report or a match. Written once: neither `save` nor `delete` touches it again."""

    staff = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="staff_acts")
    staff_name = models.CharField(max_length=150)
    act = models.CharField(max_length=40)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    subject = models.CharField(max_length=200)
    """The person, match or row in words."""
    why = models.CharField(max_length=500, blank=True)
    until = models.DateTimeField(null=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["-at"])]
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.act}: {self.subject}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise PermissionError("an audit log is not written twice")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        raise PermissionError("an audit log is not erased")
