"""Which programs may act for a person, and what may they do? Those with a token that the person has made.

A token is shown once and stored as a digest. It allows what its owner may do, limited to its scopes. `lobby.api.authentication`
reads tokens from requests, and `lobby.api.handshake` reads them from sockets.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.accounts.models import User
from lobby.platform.characters.cleaning import label

MARK: Final = "fog_"
"""Prefix of every token, by which scanners recognise a leaked one."""
SECRET_BYTES: Final = 32
PREFIX: Final = len(MARK) + 6
"""Characters that lists show: enough to tell tokens apart, far too few to use one."""
LONGEST_NAME: Final = 40
MOST: Final = 20
"""Tokens one person may have."""
USE_IS_NOTED_EVERY: Final = timedelta(minutes=1)
"""Shortest time between two updates of `last_used_at`: a busy bot must not write a row with each request."""


class Scope(models.TextChoices):
    """What a token may do. No scope includes another."""

    READ = "read", _("read: see what I may see")
    PLAY = "play", _("play: give orders, vote and talk for me")
    TABLES = "tables", _("tables: open, join and start tables for me, announce and enter contests, and act in clubs")
    MESSAGES = "messages", _("messages: read, write and delete my private messages")
    BOTS = "bots", _("bots: make and remove bot accounts of mine, and tokens for them")


class ApiToken(models.Model):
    """A program's access to an account. The token itself is not stored."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=LONGEST_NAME)
    prefix = models.CharField(max_length=PREFIX)
    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the token as hex: 256 random bits need no slow hash."""
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name = "API token"

    def __str__(self) -> str:
        return f"{self.prefix}… ({self.name})"

    def has(self, scope: str) -> bool:
        """True if the token has that scope."""
        return scope in self.scopes


@transaction.atomic
def create_token(*, user: User, name: str, scopes: Collection[str]) -> tuple[ApiToken, str]:
    """A new token and its text, which nobody can be shown again. Raises ValidationError, by field."""
    if user.is_guest:
        raise ValidationError(_("A guest has no tokens: sign up first."), code="guest")
    try:
        name = label(name, longest=LONGEST_NAME)
    except ValidationError as error:
        raise ValidationError({"name": error}) from None
    if user.is_bot and Scope.BOTS in scopes:
        raise ValidationError({"scopes": ValidationError(_("A bot account has no bot accounts."))})
    chosen = [scope for scope in Scope.values if scope in scopes]
    if not chosen or len(chosen) != len(set(scopes)):
        raise ValidationError({"scopes": ValidationError(_("Choose at least one of read, play, tables and bots."))})
    User.objects.select_for_update().filter(pk=user.pk).first()  # two requests at once count each other
    if ApiToken.objects.filter(user=user).count() >= MOST:
        raise ValidationError(
            _("You have %(most)d tokens already. Revoke one first."), code="too_many", params={"most": MOST}
        )
    text = MARK + secrets.token_urlsafe(SECRET_BYTES)
    token = ApiToken.objects.create(user=user, name=name, prefix=text[:PREFIX], digest=_digest(text), scopes=chosen)
    return token, text


def tokens_of(user: User) -> models.QuerySet[ApiToken]:
    """A person's tokens, newest first."""
    return ApiToken.objects.filter(user=user)


def revoke_token(*, user: User, token_id: int) -> bool:
    """Revoke one of the person's own tokens. Returns False if there is no such token."""
    return tokens_of(user).filter(pk=token_id).delete()[0] > 0


def on_account_closed(sender: object, *, user: User, **kwargs: Any) -> None:
    """Delete the tokens of a closed account."""
    tokens_of(user).delete()


def find(text: str, now: datetime | None = None) -> ApiToken | None:
    """The token with that text, with its owner, if both are still valid. Records the use."""
    if not text.startswith(MARK) or not text.isascii():
        return None
    token = ApiToken.objects.select_related("user__owner").filter(digest=_digest(text), user__is_active=True).first()
    if token is None or token.user.is_suspended:
        return None
    _note_use(token, now or timezone.now())
    return token


def as_data(token: ApiToken) -> dict[str, Any]:
    """What may be shown of a token."""
    return {
        "id": token.pk,
        "name": token.name,
        "prefix": token.prefix,
        "scopes": list(token.scopes),
        "created_at": token.created_at,
        "last_used_at": token.last_used_at,
    }


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _note_use(token: ApiToken, now: datetime) -> None:
    if token.last_used_at is None or now - token.last_used_at >= USE_IS_NOTED_EVERY:
        # An update instead of `save`, which would restore a token that is revoked at this moment.
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
        token.last_used_at = now
