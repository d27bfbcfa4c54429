"""How do mails about accounts leave? Through the outbox, in the transaction of what they tell: no page waits for a mail server.

A letter may have a link that sets a new password, so it is stored encrypted, with a key made of the site's secret key.
"""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend

from lobby.notices.models import Delivery

_FIELDS = ("subject", "body", "from_email", "to", "cc", "bcc", "reply_to", "extra_headers")


class Backend(BaseEmailBackend):
    """Puts mails into the outbox instead of sending them."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Store them; they go out when the transaction, if there is one, is committed."""
        made = [
            Delivery(way=Delivery.Way.LETTER, key=secrets.token_hex(16), sealed=seal(message))
            for message in email_messages
            if message.recipients()
        ]
        Delivery.objects.bulk_create(made)
        return len(made)


def seal(message: EmailMessage) -> str:
    """The mail as encrypted text. Raises ValueError for one with attachments, which no part of the site sends."""
    if message.attachments:
        raise ValueError("letters have no attachments")
    told: dict[str, Any] = {name: getattr(message, name) for name in _FIELDS}
    told["subtype"] = message.content_subtype
    told["alternatives"] = [[str(part[0]), str(part[1])] for part in getattr(message, "alternatives", ())]
    return _locks().encrypt(json.dumps(told, default=str).encode()).decode()


def unseal(sealed: str) -> EmailMultiAlternatives | None:
    """The mail again; None if the key with which it was encrypted is no longer known."""
    try:
        told = json.loads(_locks().decrypt(sealed.encode()))
    except InvalidToken:
        return None
    subtype, alternatives = told.pop("subtype"), told.pop("alternatives")
    headers = told.pop("extra_headers")
    message = EmailMultiAlternatives(
        headers=headers, alternatives=[(text, kind) for text, kind in alternatives], **told
    )
    message.content_subtype = subtype
    return message


def _locks() -> MultiFernet:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet(
        [Fernet(base64.urlsafe_b64encode(sha256(f"lobby.notices.letters:{key}".encode()).digest())) for key in keys]
    )
