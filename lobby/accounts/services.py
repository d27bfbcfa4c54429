"""What can happen to a person: arrive as a guest, take another name or language, go. Logging in and out is allauth's."""

import secrets

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils.translation import gettext

from lobby.accounts.models import User
from lobby.accounts.names import clean_name
from lobby.accounts.signals import account_closed


def guest_name() -> str:
    """A name for somebody who chose none."""
    return gettext("Guest %(number)s") % {"number": 1000 + secrets.randbelow(9000)}


@transaction.atomic
def create_guest(*, name: str = "", language: str = "") -> User:
    """A new guest; an empty `name` gets one. Raises ValidationError for a name nobody may carry."""
    user = User(
        username=f"guest-{secrets.token_hex(8)}",
        name=clean_name(name) if name.strip() else guest_name(),
        is_guest=True,
        language=language,
    )
    user.set_unusable_password()
    user.save()
    return user


@transaction.atomic
def change_profile(*, user: User, name: str, language: str) -> None:
    """Another name (raises ValidationError) and language; "" follows the browser."""
    user.name = clean_name(name)
    user.language = language
    user.save(update_fields=["name", "language"])


@transaction.atomic
def close_account(*, user: User) -> None:
    """Forget who this was. The seats stay, so that others keep their matches; nobody can log in to it again."""
    EmailAddress.objects.filter(user=user).delete()
    user.username = f"closed-{secrets.token_hex(8)}"
    user.name = gettext("Somebody")
    user.email = user.first_name = user.last_name = ""
    user.is_active = user.is_staff = user.is_superuser = user.is_guest = False
    user.set_unusable_password()
    user.save()
    account_closed.send(sender=User, user=user)
