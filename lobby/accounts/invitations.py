"""How do many people sign up from one address, as a school does? With an invitation code, which lifts the limit of sign-ups by address.

Staff and hosts of contests make codes, each for a number of people and a while. Who made it and who signed up with it is kept.
"""

import re
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import models, transaction
from django.db.models import F, Sum
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from lobby.accounts import persons
from lobby.accounts.models import User
from lobby.accounts.ways_back import GROUP, LETTERS

LENGTH: Final = 12
"""59 random bits: at thirty tries a minute for each address nobody finds one."""
LONGEST_TYPED: Final = 40
MOST: Final = 100
"""People of one code."""
MOST_OF_PERSON: Final = 200
"""People of all codes that one person has made in `WINDOW`, unless they are staff."""
WINDOW: Final = timedelta(days=30)
DAYS: Final = 30
"""For which a code is open, at most."""


class Invitation(models.Model):
    """One code."""

    code = models.CharField(max_length=LENGTH, unique=True)
    """Readable, because whoever made it shows it to others; it opens nothing, and ends by itself."""
    maker = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+", db_index=False
    )
    what_for = models.CharField(_("what for"), max_length=100)
    most = models.PositiveSmallIntegerField(_("number of people"))
    used = models.PositiveSmallIntegerField(_("signed up"), default=0)
    created_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField(_("open until"))

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        indexes = [models.Index(fields=["maker", "created_at"], name="invitations_of_maker")]

    def __str__(self) -> str:
        return f"invitation {self.pk}"

    @property
    def shown(self) -> str:
        """The code in groups, as it is read out."""
        return "-".join(self.code[at : at + GROUP] for at in range(0, LENGTH, GROUP))

    def is_open(self, now: datetime) -> bool:
        """Can somebody sign up with it?"""
        return self.used < self.most and now < self.ends_at


class Invited(models.Model):
    """Somebody who has signed up with a code."""

    invitation = models.ForeignKey(Invitation, on_delete=models.CASCADE, related_name="invited")
    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invited")
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.user_id} by {self.invitation_id}"


def make(*, maker: User, what_for: str, most: int, days: int, now: datetime | None = None) -> Invitation:
    """A new code. ValueError for too many people or days."""
    now = now or timezone.now()
    if not (1 <= most <= MOST and 1 <= days <= DAYS):
        raise ValueError(f"for 1 to {MOST} people and 1 to {DAYS} days")
    return Invitation.objects.create(
        code=get_random_string(LENGTH, LETTERS),
        maker=maker,
        what_for=what_for[:100],
        most=most,
        created_at=now,
        ends_at=now + timedelta(days=days),
    )


def left(maker: User, now: datetime) -> int:
    """For how many people somebody may still make codes."""
    if maker.is_staff:
        return MOST
    made = Invitation.objects.filter(persons.of(maker, "maker"), created_at__gt=now - WINDOW)
    return max(0, MOST_OF_PERSON - (made.aggregate(people=Sum("most"))["people"] or 0))


def address(invitation: Invitation) -> str:
    """The page on which somebody signs up with it, below the site's own."""
    return f"{reverse('account_signup')}?{urlencode({'invitation': invitation.shown})}"


def end(invitation: Invitation, now: datetime) -> None:
    """Nobody signs up with it any more."""
    Invitation.objects.filter(pk=invitation.pk, ends_at__gt=now).update(ends_at=now)


def find(typed: str, now: datetime | None = None) -> Invitation | None:
    """The open invitation with that code, typed with hyphens or in capitals; None if there is none."""
    code = re.sub(r"[\s-]", "", typed).lower()
    if len(code) != LENGTH or not code.isascii():
        return None
    found = Invitation.objects.filter(code=code).first()
    return found if found is not None and found.is_open(now or timezone.now()) else None


def take(invitation: Invitation, now: datetime | None = None) -> bool:
    """Use it for one person. False if others have used it up meanwhile. Belongs into the transaction of the sign-up."""
    is_open = Invitation.objects.filter(pk=invitation.pk, used__lt=F("most"), ends_at__gt=now or timezone.now())
    return is_open.update(used=F("used") + 1) == 1


def note(invitation: Invitation, user: User) -> None:
    """Keep who has signed up with it."""
    Invited.objects.create(invitation=invitation, user=user)


@transaction.atomic
def on_account_closed(sender: object, *, user: User, **_kwargs: Any) -> None:
    """End the codes of a closed account, and forget with which one it has signed up."""
    Invitation.objects.filter(maker=user, ends_at__gt=timezone.now()).update(ends_at=timezone.now())
    Invited.objects.filter(user=user).delete()
