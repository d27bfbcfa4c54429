"""What is stored about clubs: who belongs to them, who asks to, and what officers have written? The models have no behaviour.

Which tables are for members alone is `matches.people.ClubTable`; which contests, `Contest.club`.
"""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_NAME = 40
LONGEST_ABOUT = 2000
LONGEST_POST = 2000
LONGEST_LINE = 160
"""Characters of what somebody says who asks to join."""


class Club(models.Model):
    """People who play together. Once closed it is on no list, and its name is free again."""

    class Door(models.TextChoices):
        """How one becomes a member."""

        OPEN = "open", _("Open: anybody can join")
        REQUEST = "request", _("By request: officers decide")
        INVITATION = "invitation", _("By invitation only")

    name = models.CharField(max_length=LONGEST_NAME)
    name_key = models.CharField(max_length=LONGEST_NAME)
    """The name without capitals, for the search."""
    look = models.CharField(max_length=190)
    """What the name looks like at a glance (`characters.looks`): no two clubs look the same."""
    slug = models.CharField(max_length=60, unique=True)
    """In addresses; never another club's."""
    about = models.TextField(max_length=LONGEST_ABOUT, blank=True)
    door = models.CharField(max_length=10, choices=Door, default=Door.OPEN)
    size = models.PositiveIntegerField(default=0)
    """How many members it has; changed with them, while the club is locked."""
    created_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["look"], condition=models.Q(closed_at=None), name="club_looks_once")
        ]
        indexes = [
            models.Index(fields=["-size", "id"], condition=models.Q(closed_at=None), name="clubs_by_size"),
            models.Index(fields=["name_key"], condition=models.Q(closed_at=None), name="clubs_by_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Member(models.Model):
    """A person in a club."""

    class Role(models.TextChoices):
        OWNER = "owner", _("Owner")
        OFFICER = "officer", _("Officer")
        MEMBER = "member", _("Member")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="clubs")
    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)
    hears = models.BooleanField(default=True)
    """The person wants notices of the club's news."""
    since = models.DateTimeField(default=timezone.now)
    """When they joined."""
    in_role_since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="member_once"),
            models.UniqueConstraint(fields=["club"], condition=models.Q(role="owner"), name="club_has_one_owner"),
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.user_id} of club {self.club_id}"


class Asking(models.Model):
    """A person asks to join a club, or is invited. Once refused it stays for a while: who asked cannot ask again meanwhile."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="askings", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_askings")
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    """Null: the person asks."""
    line = models.CharField(max_length=LONGEST_LINE, blank=True)
    """What the person says who asks."""
    refused_at = models.DateTimeField(null=True)
    """When officers refused or removed the person; of an invitation, when the person declined it."""
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="asks_once")]

    def __str__(self) -> str:
        return f"asking of person {self.user_id} for club {self.club_id}"


class Post(models.Model):
    """News of a club, by one of its officers. Its text is cleaned and stays text."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="posts", db_index=False)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    text = models.TextField(max_length=LONGEST_POST, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    removed_at = models.DateTimeField(null=True)
    """Its text is gone; the row still counts among those of its day."""

    class Meta:
        indexes = [models.Index(fields=["club", "-id"], name="posts_of_club")]

    def __str__(self) -> str:
        return f"post {self.pk} of club {self.club_id}"
