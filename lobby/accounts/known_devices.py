"""From which devices has an account logged in? Whoever guesses passwords elsewhere cannot lock the account's owner out there.

A device keeps a signed cookie with a random number and a digest for each account; the cookie names nobody. Into a digest goes what ends it:
the password, and `User.devices_ended`, which counts the times at which the person ended sessions.
"""

import secrets
from datetime import timedelta

from django.conf import settings
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from lobby.accounts.models import User

COOKIE = f"{settings.COOKIE_PREFIX}known_device"
AGE = timedelta(days=365)
ACCOUNTS = 8
"""A device keeps as many accounts, those that logged in last."""


def known(request: HttpRequest, user: User) -> str:
    """The digest of this device for that account, or "" if the account has not logged in from it."""
    device, digests = _read(request)
    # Also one that an earlier secret key of the site made.
    own = [_digest(device, user, key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    return next((digest for digest in own if digest in digests), "")


def remember(request: HttpRequest, response: HttpResponse) -> None:
    """Give the device of somebody who is logged in to an account its cookie, unless it has it."""
    user = request.user
    if not isinstance(user, User) or user.is_guest or known(request, user):
        return
    device, digests = _read(request)
    response.set_signed_cookie(
        COOKIE,
        ".".join([device, *digests[1 - ACCOUNTS :], _digest(device, user, settings.SECRET_KEY)]),
        max_age=AGE,
        path=settings.COOKIE_PATH,
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite=settings.SESSION_COOKIE_SAMESITE,
    )


def forget(user: User) -> None:
    """Forget all devices of an account."""
    User.objects.filter(pk=user.pk).update(devices_ended=F("devices_ended") + 1)
    user.refresh_from_db(fields=["devices_ended"])


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    """The number of the device, a new one if it has none, and its digests."""
    device, *digests = (request.get_signed_cookie(COOKIE, "", max_age=AGE) or "").split(".")
    return device or secrets.token_hex(16), digests


def _digest(device: str, user: User, key: str) -> str:
    about = f"{device}:{user.pk}:{user.devices_ended}:{user.password}"
    return salted_hmac("fogbound.device", about, key, algorithm="sha256").hexdigest()[:40]
