"""Which account does somebody log in to, and is the password right? The time that takes tells nothing of which accounts exist.

allauth tries a text as an address and as a name, with a computation of a hash for each account that it finds. Here a text means one account,
and whatever it is, one hash is computed.
"""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import filter_users_by_email, get_user_by_username
from allauth.account.models import EmailAddress
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from lobby.accounts.models import User


def account_of(*, username: str = "", email: str = "", **_other: Any) -> User | None:
    """The account that a log-in means; allauth gives a text that may be an address as both.

    An account that has confirmed the address comes first, then the one with that name: nobody can take a log-in from somebody else by
    choosing a name or an address that they do not own.
    """
    confirmed = EmailAddress.objects.filter(email=email.lower(), verified=True).select_related("user").first()
    if email and confirmed:
        return confirmed.user
    named = get_user_by_username(username) if username else None
    if named or not email:
        return named
    found = filter_users_by_email(email, for_login=True)
    return min(found, key=lambda user: (user.email.lower() != email.lower(), user.pk), default=None)


class AccountBackend(AuthenticationBackend):
    """Log-in with a password, by name or address."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User:
        """The person, or PermissionDenied: any other refusal lets Django ask the next backend, which would compute a hash again."""
        password = credentials.pop("password", "")
        user = account_of(**credentials)
        if user is None:
            self._mitigate_timing_attack(password)
        elif self._check_password(user, password):
            return user
        raise PermissionDenied
