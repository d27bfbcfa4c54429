"""Where do mails go on a site without a mail server? Into a folder, one file each, of which the newest are kept and shown to staff."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.mail.backends.filebased import EmailBackend

from config import private

KEPT: Final = 200


@dataclass(frozen=True, slots=True)
class Kept:
    """A mail as staff see it."""

    to: str
    subject: str
    date: str
    text: str


class Backend(EmailBackend):
    """Django's backend for files, with one file for each mail, which nobody else on this machine can read, and an end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        private.make_folder("FOGBOUND_DATA", Path(settings.EMAIL_FILE_PATH))
        super().__init__(*args, **kwargs)

    def send_messages(self, email_messages: Any) -> int:
        """Write each into a file of its own, and remove the oldest files."""
        sent = 0
        for message in email_messages:
            self._fname = None
            private.make_file(Path(self._get_filename()))  # type: ignore[attr-defined]
            sent += super().send_messages([message]) or 0
        for old in _files()[KEPT:]:
            old.unlink(missing_ok=True)
        return sent


def newest(most: int) -> Iterator[Kept]:
    """The mails that were written last, newest first."""
    for path in _files()[:most]:
        try:
            # Django ends each mail in a file with a line of hyphens.
            raw = path.read_bytes().rpartition(b"\n" + b"-" * 79)[0]
        except OSError:
            continue
        message = email.message_from_bytes(raw, EmailMessage, policy=email.policy.default)
        body = message.get_body(("plain",))
        text = body.get_content() if body is not None else ""
        yield Kept(str(message["To"]), str(message["Subject"]), str(message["Date"]), text)


def _files() -> list[Path]:
    """By their names, which begin with the time."""
    folder = Path(settings.EMAIL_FILE_PATH)
    return sorted(folder.glob("*.log"), reverse=True) if folder.is_dir() else []
