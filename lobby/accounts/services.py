"""What can happen to an account? Creation as a guest, change of name or preferences, closing. allauth handles log-in and log-out."""

import secrets
from datetime import timedelta
from importlib import import_module
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from lobby.accounts import known_devices
from lobby.accounts.models import Block, Follow, NameChange, Report, User
from lobby.accounts.names import check_free, clean_name
from lobby.accounts.signals import account_closed
from lobby.platform.characters import looks

NAME_CHANGES = 3
NAME_CHANGES_WITHIN = timedelta(days=30)
"""The number of name changes in that time is limited, so that people recognise each other."""
PREFERENCES = (
    *("language", "theme", "palette", "reduced_motion", "sounds", "volume", "default_clock", "hides_activity"),
    *("messages_from", "is_unlisted"),
)
"""Fields that a person may set freely; the model documents each."""


def guest_name() -> str:
    """A name for a guest who chose none; no account has it."""
    number = 1000 + secrets.randbelow(9000)
    while True:
        name: str = gettext("Guest %(number)s") % {"number": number}
        if not User.objects.filter(name_look=looks.skeleton(name)).exists():
            return name
        number = number * 10 + secrets.randbelow(10)


def person(slug: str) -> User:
    """The person with that `User.slug`: the name of an account, or the username of a guest or of staff without a name. Raises User.DoesNotExist."""
    found = User.objects.filter(name_key=slug.casefold(), is_active=True).first()
    return found or User.objects.get(username=slug, name_key=None, is_active=True)


@transaction.atomic
def create_guest(*, name: str = "", language: str = "") -> User:
    """A new guest. An empty `name` is replaced by a generated one. Raises ValidationError for a name that is not valid or belongs to an account."""
    chosen = clean_name(name) if name.strip() else guest_name()
    check_free(chosen)
    user = User(username=f"guest-{secrets.token_hex(8)}", name=chosen, is_guest=True, language=language)
    user.set_unusable_password()
    user.save()
    return user


@transaction.atomic
def change_name(*, user: User, name: str) -> None:
    """Change the name. Raises ValidationError: `taken`, `too_often`, or what `clean_name` says."""
    name = clean_name(name)
    locked = User.objects.select_for_update().get(pk=user.pk)
    if name == locked.name:
        return
    check_free(name, user_id=user.pk)
    if not locked.is_guest:
        recent = NameChange.objects.filter(user=locked, at__gt=timezone.now() - NAME_CHANGES_WITHIN).count()
        if recent >= NAME_CHANGES:
            raise ValidationError(
                _("A name can be changed %(limit)d times in %(days)d days. Please wait."),
                code="too_often",
                params={"limit": NAME_CHANGES, "days": NAME_CHANGES_WITHIN.days},
            )
        NameChange.objects.create(user=locked, old=locked.name, new=name)
    locked.name, locked.name_look = name, None
    try:
        locked.save(update_fields=["name"])
    except IntegrityError:
        # Another person took the name, or one that looks like it, at the same moment.
        raise ValidationError(_("This name is taken."), code="taken") from None
    user.name = name


def change_preferences(*, user: User, **fields: Any) -> None:
    """Set some of `PREFERENCES`; raises ValidationError, by field, for a value that does not exist."""
    unknown = set(fields) - set(PREFERENCES)
    if unknown:
        raise ValidationError({name: _("There is no such preference.") for name in sorted(unknown)})
    for name, value in fields.items():
        setattr(user, name, value)
    user.clean_fields(exclude=[field.name for field in User._meta.fields if field.name not in fields])
    if user.language and user.language not in dict(settings.LANGUAGES):
        raise ValidationError({"language": _("There is no such language.")})
    user.save(update_fields=list(fields))


def preferences_of(user: User) -> dict[str, Any]:
    """All preferences of a person by name."""
    return {name: getattr(user, name) for name in PREFERENCES}


@transaction.atomic
def close_account(*, user: User) -> None:
    """Erase the personal data of an account. Its seats stay, so that others keep their matches; nobody can log in to it again."""
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    NameChange.objects.filter(user=user).delete()
    Follow.objects.filter(follower=user).delete()
    Follow.objects.filter(followed=user).delete()
    Block.objects.filter(blocker=user).delete()
    Block.objects.filter(blocked=user).delete()
    Report.objects.filter(reporter=user).update(reporter=None)
    Report.objects.filter(person=user).update(name="")
    end_sessions(user)
    user.username = f"closed-{secrets.token_hex(8)}"
    # The name is stored, and others read it: in the language of the site, which tells nothing of whoever has left.
    with translation.override(settings.LANGUAGE_CODE):
        user.name = gettext("Somebody")
    user.email = user.first_name = user.last_name = user.language = user.suspension_reason = ""
    user.about = user.country = user.picture = ""
    user.is_active = user.is_staff = user.is_superuser = user.is_guest = False
    user.closed_at = timezone.now()
    user.set_unusable_password()
    user.save()
    user.groups.clear()
    user.user_permissions.clear()
    account_closed.send(sender=User, user=user)


def end_sessions(user: User, *, keep: str = "") -> int:
    """End all sessions of a person except the one with the key `keep`, and forget the devices. Returns how many sessions ended."""
    known_devices.forget(user)
    store = import_module(settings.SESSION_ENGINE).SessionStore
    sessions = UserSession.objects.filter(user=user).exclude(session_key=keep)
    keys = list(sessions.values_list("session_key", flat=True))
    for key in keys:
        store(key).delete()
    sessions.delete()
    return len(keys)
