"""How do notices and letters become mails, and what does the mail server's answer mean? Runs in a thread that may wait for that server."""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Sequence
from concurrent.futures import Future
from datetime import datetime
from hashlib import sha256
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db import DatabaseError
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext, ngettext

from lobby.notices import judging, letters, links, noting, outbox, routing, words
from lobby.notices.judging import Judged
from lobby.notices.models import Delivery, Notice
from lobby.notices.smtp import NotMine

log = logging.getLogger("fogbound.letters")

SENT, UNTRUE, REFUSED = "sent", "untrue", "refused"
PERMANENT: Final = 500
"""From this code of SMTP on a refusal is for ever."""


class ServerAway(Exception):
    """The mail server does not answer, or lets this site in no more; nothing was said about a single mail."""


class Mailer:
    """Sends batches over one connection, which is closed between them."""

    def __init__(self, deliveries: Sequence[Delivery]) -> None:
        self._left = list(deliveries)
        self._backend: Any = get_connection(settings.MAIL_BACKEND)

    def run(self) -> None:
        """Send all; each is settled in the outbox. Raises ServerAway after the rest was put back."""
        now = timezone.now()
        mails = self._mails(now)
        noted: list[Future[None]] = []
        try:
            if mails:
                self._open()
            for together, message in mails:
                if self._sends(together, message):
                    # What is not noted when this process dies goes out again: it is noted while the next one is on its way.
                    noted += [noting.done([one.pk], one.way, SENT) for one in together]
                    self._left = [one for one in self._left if one not in together]
        except ServerAway:
            outbox.again(self._left, now, counts=False)
            raise
        finally:
            self._close()
            for one in noted:
                one.result()

    def _mails(self, now: datetime) -> list[tuple[list[Delivery], EmailMultiAlternatives]]:
        """What is to be sent, with the deliveries that are in it; whatever else there was is settled."""
        mails = []
        written = [one for one in self._left if one.way == Delivery.Way.LETTER]
        for one in written:
            message = letters.unseal(one.sealed)
            if message is None:
                log.error("a letter was dropped: it was encrypted with a key that this site does not know any more")
                self._settle([one], REFUSED)
                continue
            message.extra_headers.setdefault("Message-ID", message_id([one]))
            mails.append(([one], message))
        told = [one for one in self._left if one.way != Delivery.Way.LETTER]
        if told:
            judged = judging.judge(told, now)
            self._settle(judged.gone, UNTRUE)
            for at, later in judged.later.items():
                self._put_back(later, at)
            addresses = routing.confirmed({one.target for one in judged.send})
            self._settle([one for one in judged.send if one.target not in addresses], REFUSED)
            together: dict[Any, list[Delivery]] = {}
            for one in judged.send:
                if one.target in addresses:
                    # What was tried before comes again as it was, under the same id.
                    is_alone = one.way != Delivery.Way.DIGEST
                    together.setdefault((one.target, one.pk if is_alone else -one.attempts), []).append(one)
            for parts in together.values():
                try:
                    mails.append((parts, composed(parts, judged, addresses[parts[0].target])))
                except DatabaseError:
                    raise
                except Exception:
                    # Whatever is wrong with it, the others go out.
                    log.exception("a mail about notices cannot be made")
                    self._try_again(parts)
        return mails

    def _open(self) -> None:
        try:
            self._backend.open()
        except (OSError, smtplib.SMTPException) as error:
            raise ServerAway(_said(error)) from error

    def _sends(self, together: list[Delivery], message: EmailMultiAlternatives) -> bool:
        """Send one mail. True if it was taken, for the caller to settle; otherwise it is settled, unless the server is away."""
        asked: list[bool] = []

        def handing() -> bool:
            asked.append(outbox.hand_over(together))
            return asked[-1]

        self._backend.handing = handing
        try:
            if not hasattr(type(self._backend), "handing") and not handing():
                raise NotMine
            self._backend.send_messages([message])
        except NotMine:
            self._left = [one for one in self._left if one not in together]
            self._close()
            self._open()
            return False
        except (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError) as error:
            # Only the code: the server's words may contain the address.
            log.warning("a mail was refused: %s", _said(error))
            if _code(error) >= PERMANENT:
                self._settle(together, REFUSED)
            else:
                self._try_again(together)
            return False
        except ValueError as error:
            # Nothing has been said to the server yet: an address that forms take and no mail can bear, such as a name that is too long.
            log.warning("a mail cannot be written: %s", type(error).__name__)
            self._settle(together, REFUSED)
            return False
        except (OSError, smtplib.SMTPException) as error:
            if asked:
                # It may have the mail. As every mail server does, it gets it again, under the same Message-ID.
                self._try_again(together)
            raise ServerAway(_said(error)) from error
        return True

    def _settle(self, deliveries: Sequence[Delivery], result: str) -> None:
        for way in {one.way for one in deliveries}:
            outbox.done([one.pk for one in deliveries if one.way == way], way, result)
        self._left = [one for one in self._left if one not in deliveries]

    def _put_back(self, deliveries: Sequence[Delivery], at: datetime) -> None:
        outbox.again(deliveries, timezone.now(), counts=False, at=at)
        self._left = [one for one in self._left if one not in deliveries]

    def _try_again(self, deliveries: Sequence[Delivery]) -> None:
        outbox.again(deliveries, timezone.now())
        self._left = [one for one in self._left if one not in deliveries]

    def _close(self) -> None:
        try:
            self._backend.close()
        except (OSError, smtplib.SMTPException):
            # The mails are where they are; the connection is no loss.
            self._backend.connection = None


def composed(parts: Sequence[Delivery], judged: Judged, address: str) -> EmailMultiAlternatives:
    """The mail to one person about one notice, or about those of a day."""
    user = judged.users[parts[0].target]
    chosen = judged.wishes[user.pk]
    notices = [judged.notices[one.notice_id] for one in parts if one.notice_id is not None]
    with translation.override(user.language or settings.LANGUAGE_CODE), timezone.override(ZoneInfo(chosen.time_zone)):
        told = [
            _shown(notice, line, chosen.tells_more)
            for notice, line in zip(notices, words.lines(notices, judged.known), strict=True)
        ]
        if parts[0].way == Delivery.Way.DIGEST:
            end = links.Stop(user.pk)
            number = len(told)
            subject = ngettext("%(n)d thing waits for you", "%(n)d things wait for you", number) % {"n": number}
        else:
            end = links.Stop(user.pk, kind=notices[0].kind)
            subject = told[0]["brief"]
        facts = {
            "subject": subject,
            "lines": told,
            "stop": links.stop(end),
            "stop_words": gettext("No more mails of this kind") if end.kind else gettext("No more notices by mail"),
            "settings": links.site(reverse("account_notices")),
            "language": translation.get_language(),
            "is_digest": parts[0].way == Delivery.Way.DIGEST,
        }
        message = EmailMultiAlternatives(
            f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{subject}",
            render_to_string("notices/mail.txt", facts),
            settings.DEFAULT_FROM_EMAIL,
            [address],
            headers={
                "Message-ID": message_id(parts),
                "Auto-Submitted": "auto-generated",
                "List-Unsubscribe": f"<{facts['stop']}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            },
        )
        message.attach_alternative(render_to_string("notices/mail.html", facts), "text/html")
    return message


def _shown(notice: Notice, line: words.Line, tells_more: bool) -> dict[str, Any]:
    mute = links.Stop(notice.user_id, match_id=notice.match_id) if notice.match_id is not None else None
    return {
        "brief": line.brief,
        "text": line.text if tells_more else line.brief,
        "url": links.site(line.url),
        "until": line.until if tells_more else None,
        "mute": links.stop(mute) if mute is not None else "",
    }


def message_id(parts: Sequence[Delivery]) -> str:
    """The same at every attempt, so that a mailbox that gets it twice shows it once. A mail that tells of more has another one."""
    first, *others = sorted(parts, key=lambda one: one.pk)
    more = sha256(",".join(str(one.pk) for one in others).encode()).hexdigest()[:16] if others else ""
    name = "-".join(filter(None, [first.way, str(first.pk), f"{first.created_at:%Y%m%d%H%M%S%f}", more]))
    return f"<{name}@{links.host()}>"


def _code(error: smtplib.SMTPException) -> int:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return max(code for code, _ in error.recipients.values())
    return getattr(error, "smtp_code", 0)


def _said(error: Exception) -> str:
    code = _code(error) if isinstance(error, smtplib.SMTPException) else getattr(error, "errno", None)
    return f"{type(error).__name__} {code or ''}".strip()
