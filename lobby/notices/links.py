"""Which links in mails work without a session? Signed ones, each for one act: to mute a match, to end mails of one kind, or all of them.

A page with a button comes first, because programs that look through mails follow links. A mail program that knows `List-Unsubscribe-Post`
(RFC 8058) sends the form itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.urls import reverse

_SALT: Final = "lobby.notices.stop"


@dataclass(frozen=True, slots=True)
class Stop:
    """What a link ends: mails about a match, or of a kind, or all if both are empty."""

    user_id: int
    match_id: str = ""
    kind: str = ""


def site(path: str) -> str:
    """The whole address of a path of this site, where there is no request that knows its host."""
    return f"{settings.SITE_ORIGIN}{path}"


def host() -> str:
    """The name of this site's host."""
    return urlsplit(settings.SITE_ORIGIN).hostname or ""


def stop(what: Stop) -> str:
    """The whole address of the page that ends it."""
    signed = signing.dumps([what.user_id, what.match_id, what.kind], salt=_SALT)
    return site(reverse("notices_stop", args=[signed]))


def read(signed: str) -> Stop | None:
    """What the link ends; None if this site has not signed it. It does not expire: an old mail may still be unsubscribed."""
    try:
        parts: Any = signing.loads(signed, salt=_SALT)
        return Stop(*parts)
    except (signing.BadSignature, TypeError):
        return None
