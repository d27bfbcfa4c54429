"""What do staff tell everybody on every page, and from when until when? In each language of the site; a text that is missing is told in another.

Each process asks the database at most every few seconds, together with all its pages.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import Error as DatabaseError
from django.db.models import QuerySet
from django.utils import timezone, translation

from lobby.operations.models import Announcement

FRESH_SECONDS: Final = 5.0
MOST: Final = 3
"""At the same time: each takes a line of every page."""

_remembered: tuple[float, list[Announcement]] | None = None


@dataclass(frozen=True)
class Shown:
    """An announcement as text, in the active language where it is written in it."""

    mark: str
    text: str
    language: str


def announce(*, begins_at: datetime, ends_at: datetime, texts: Mapping[str, str]) -> Announcement:
    """Tell it on every page in that time. `texts` by language, at least one."""
    row = Announcement.objects.create(begins_at=begins_at, ends_at=ends_at, texts=dict(texts))
    forget()
    return row


def take_back(number: int) -> Announcement | None:
    """End it; None if it has gone already."""
    row = Announcement.objects.filter(pk=number).first()
    if row is not None:
        Announcement.objects.filter(pk=number).delete()
    forget()
    return row


def coming() -> QuerySet[Announcement]:
    """Those that are told or will be, in the order of their beginnings."""
    return Announcement.objects.filter(ends_at__gt=timezone.now()).order_by("begins_at", "pk")


def current() -> list[Shown]:
    """What is told now, the newest first; nothing while the database does not answer."""
    now = timezone.now()
    running = [row for row in _rows() if row.begins_at <= now < row.ends_at]
    return [_shown(row) for row in running[::-1][:MOST]]


def forget() -> None:
    """Forget what was read; the next call asks the database."""
    global _remembered
    _remembered = None


def _shown(row: Announcement) -> Shown:
    wanted = translation.get_language() or settings.LANGUAGE_CODE
    language = wanted if wanted in row.texts else next(iter(row.texts))
    return Shown(f"a{row.pk}", row.texts[language], language)


def _rows() -> list[Announcement]:
    global _remembered
    now = time.monotonic()
    if _remembered is None or now - _remembered[0] > FRESH_SECONDS:
        try:
            _remembered = (now, list(coming()))
        except DatabaseError:
            return []
    return _remembered[1]
