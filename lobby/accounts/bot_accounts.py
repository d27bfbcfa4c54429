"""Which accounts do a person's programs play with? Bot accounts: made and closed by their owner, used with tokens only, with a badge everywhere.

Nobody can log in to one: it has no password and no e-mail address. What the owner may not do now, it may not do either.
"""

from __future__ import annotations

import secrets
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.utils.translation import gettext_lazy as _

from lobby.accounts import services
from lobby.accounts.models import User
from lobby.accounts.names import check_free, clean_name
from lobby.accounts.signals import account_suspended

MOST: Final = 10
"""Open bot accounts one person may have."""


@transaction.atomic
def create_bot_account(*, owner: User, name: str) -> User:
    """A new bot account. Raises ValidationError: `guest`, `bot`, `too_many`, or by field what `names` says."""
    if owner.is_guest:
        raise ValidationError(_("A guest has no bot accounts: sign up first."), code="guest")
    if owner.is_bot:
        raise ValidationError(_("A bot account has no bot accounts."), code="bot")
    User.objects.select_for_update().filter(pk=owner.pk).first()  # two requests at once count each other
    if bot_accounts_of(owner).count() >= MOST:
        raise ValidationError(
            _("You have %(most)d bot accounts already. Close one first."), code="too_many", params={"most": MOST}
        )
    try:
        chosen = clean_name(name)
        check_free(chosen)
    except ValidationError as error:
        raise ValidationError({"name": error}) from None
    bot = User(username=f"bot-{secrets.token_hex(8)}", name=chosen, owner=owner, language=owner.language)
    bot.set_unusable_password()
    try:
        with transaction.atomic():
            bot.save()
    except IntegrityError:
        # Somebody took the name at the same moment.
        raise ValidationError({"name": ValidationError(_("This name is taken."), code="taken")}) from None
    return bot


def bot_accounts_of(owner: User) -> models.QuerySet[User]:
    """A person's open bot accounts, the oldest first."""
    return User.objects.filter(owner=owner, is_active=True).order_by("pk")


def bot_account(owner: User, bot_id: int) -> User:
    """One of the person's own bot accounts. Raises User.DoesNotExist, also for somebody else's."""
    return bot_accounts_of(owner).get(pk=bot_id)


def close_bot_account(*, owner: User, bot_id: int) -> None:
    """Close one of the person's own bot accounts, in the same way as a person's account. Raises User.DoesNotExist."""
    services.close_account(user=bot_account(owner, bot_id))


def on_account_closed(sender: object, *, user: User, **_kwargs: Any) -> None:
    """Close the bot accounts of a closed account."""
    for bot in bot_accounts_of(user):
        services.close_account(user=bot)


def on_account_suspended(sender: object, *, user: User, **_kwargs: Any) -> None:
    """Let built-in bots take the seats of a suspended person's bot accounts."""
    for bot in bot_accounts_of(user):
        account_suspended.send(sender=User, user=bot)
