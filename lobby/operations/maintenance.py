"""Is the site about to be away, and in which words is that said? Announced by a command or a form of staff, shown on every page.

Pages that are open ask again now and then (`maintenance_views`); each process asks the database at most every few seconds.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import Error as DatabaseError
from django.utils import translation
from django.utils.translation import gettext

from lobby.operations.models import Maintenance

FRESH_SECONDS: Final = 5.0
"""For how long a process remembers what is announced."""
THE_ROW: Final = 1

_remembered: tuple[float, Maintenance | None] | None = None


@dataclass(frozen=True)
class Announcement:
    """What a page says, in the active language."""

    mark: str
    """Another one after every change, so that a page knows what its reader has seen and put away."""
    at: datetime | None
    text: str


def announce(*, at: datetime | None, texts: Mapping[str, str]) -> Maintenance:
    """Say from now on that the site will be away from `at` on (None: from now on); `texts` by language replace the ordinary sentence."""
    row, _ = Maintenance.objects.update_or_create(pk=THE_ROW, defaults={"at": at, "texts": dict(texts)})
    forget()
    return row


def take_back() -> None:
    """Say it no more."""
    Maintenance.objects.filter(pk=THE_ROW).delete()
    forget()


def current() -> Announcement | None:
    """What is announced now; None for nothing, and while the database does not answer: then other words are due."""
    row = _row()
    if row is None:
        return None
    text = row.texts.get(translation.get_language() or "") or gettext(
        "The site will be away for a few minutes for maintenance. Matches wait meanwhile: nobody loses time."
    )
    return Announcement(mark=f"{row.changed_at.timestamp():.3f}", at=row.at, text=text)


def forget() -> None:
    """Ask the database next time."""
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
