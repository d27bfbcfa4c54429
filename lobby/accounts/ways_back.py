"""How does a guest come back without the cookie of a browser? With a code that they keep, also as an address: on another device, after the
cookies were removed, and under a new secret key of the site.

Only a digest is stored, and no key of the site goes into it. The code ends when the guest signs up, makes another one, or is deleted.
"""

import re
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

from django.conf import settings
from django.db import models, transaction
from django.utils import timezone
from django.utils.crypto import get_random_string

from lobby.accounts.models import User

LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without those that look alike."""
LENGTH: Final = 20
GROUP: Final = 4
"""Characters between two hyphens."""


class WayBack(models.Model):
    """The code of one guest."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="way_back")
    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the code without hyphens, as hex: 99 random bits need no slow hash."""
    created_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True)
    """When somebody last came back with it."""

    class Meta:
        verbose_name = "way back"
        verbose_name_plural = "ways back"

    def __str__(self) -> str:
        return f"way back of {self.user_id}"


@transaction.atomic
def make(user: User) -> str:
    """A new code, which nobody can be shown again. The guest's earlier code ends as in `end`."""
    end(user)
    code = get_random_string(LENGTH, LETTERS)
    WayBack.objects.create(user=user, digest=_digest(code))
    return "-".join(code[at : at + GROUP] for at in range(0, LENGTH, GROUP))


@transaction.atomic
def end(user: User) -> bool:
    """End the code, and all sessions of whoever may have used it; one that shall stay needs `update_session_auth_hash`. False: there was none."""
    if not WayBack.objects.filter(user=user).delete()[0]:
        return False
    # Nobody knows the password of a guest; sessions hold for one password only.
    user.set_unusable_password()
    user.save(update_fields=["password"])
    return True


def forget(user: User) -> None:
    """Delete the code of somebody who is no guest any more; sessions go on."""
    WayBack.objects.filter(user=user).delete()


def of(user: User) -> WayBack | None:
    """What is known of a guest's code."""
    return WayBack.objects.filter(user=user).first()


def come_back(typed: str, now: datetime | None = None) -> User | None:
    """The guest with that code, which may be a whole address and in capitals; None if there is none. Records the use."""
    code = re.sub(r"[\s-]", "", typed.rpartition("#")[2]).lower()
    if len(code) != LENGTH or not code.isascii():
        return None
    found = WayBack.objects.select_related("user").filter(
        digest=_digest(code), user__is_guest=True, user__is_active=True
    )
    for one in found:
        WayBack.objects.filter(pk=one.pk).update(used_at=now or timezone.now())
        return one.user
    return None


def on_account_closed(sender: object, *, user: User, **_kwargs: Any) -> None:
    """Delete the code of a closed account."""
    forget(user)


def _digest(code: str) -> str:
    return sha256(code.encode()).hexdigest()
