"""Is maintenance announced, and what does the announcement say? Staff set it with a command or a form; every page shows it.

Open pages ask again from time to time (`maintenance_views`). Each process asks the database at most every few seconds.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import Error as DatabaseError
from django.utils import timezone, translation
from django.utils.translation import gettext

from lobby.operations.models import Maintenance

FRESH_SECONDS: Final = 5.0
"""Seconds that a process keeps what it has read."""
THE_ROW: Final = 1

_remembered: tuple[float, Maintenance | None] | None = None


@dataclass(frozen=True)
class Announcement:
    """The announcement as text, in the active language."""

    mark: str
    """Differs after every change, so that a page shows a changed announcement to a reader who has closed the old one."""
    at: datetime | None
    """None: it has begun, or nobody said when."""
    text: str


def announce(*, at: datetime | None, texts: Mapping[str, str]) -> Maintenance:
    """Announce that the site will be down from `at` (None: from now on). `texts`, by language, replace the default sentence."""
    row, _ = Maintenance.objects.update_or_create(pk=THE_ROW, defaults={"at": at, "texts": dict(texts)})
    forget()
    return row


def take_back() -> None:
    """Remove the announcement."""
    Maintenance.objects.filter(pk=THE_ROW).delete()
    forget()


def current() -> Announcement | None:
    """The current announcement. None if there is none, and while the database does not answer: pages then show another message."""
    return _announcement(_row())


def last_known() -> Announcement | None:
    """What this process read last, however long ago, without asking the database: it may be away because of this very maintenance."""
    return _announcement(None if _remembered is None else _remembered[1])


def _announcement(row: Maintenance | None) -> Announcement | None:
    if row is None:
        return None
    text = row.texts.get(translation.get_language() or "") or gettext(
        "The site will be away for a few minutes for maintenance. Matches wait meanwhile: nobody loses time."
    )
    is_coming = row.at is not None and row.at > timezone.now()
    return Announcement(mark=f"{row.changed_at.timestamp():.3f}", at=row.at if is_coming else None, text=text)


def forget() -> None:
    """Forget what was read; the next call asks the database."""
    global _remembered
    _remembered = None


def _row() -> Maintenance | None:
    global _remembered
    now = time.monotonic()
    if _remembered is None or now - _remembered[0] > FRESH_SECONDS:
        try:
            _remembered = (now, Maintenance.objects.filter(pk=THE_ROW).first())
        except DatabaseError:
            return None
    return _remembered[1]
