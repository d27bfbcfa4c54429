"""Can people reach the site? Where web processes and referees are apart, the ones may be gone while the others live.

Every web process says now and then that it serves; a referee that has heard of none for a while neither looks nor beats, and so its next
beat gives every match the time back. What falls due in the few seconds before it notices is resolved as ever.
"""

from __future__ import annotations

from datetime import datetime

from django.conf import settings

from lobby.matches import clock
from lobby.matches.models import Heartbeat

WEB = 2
"""The row of all web processes, beside the referees' own."""


def note(now: datetime) -> None:
    """A web process serves."""
    if not Heartbeat.objects.filter(pk=WEB).update(alive_at=now):
        Heartbeat.objects.get_or_create(pk=WEB, defaults={"alive_at": now})


def is_served(now: datetime) -> bool:
    """Has a web process lately said that it serves? One that has its referee in it does not say so: the referee does."""
    row = Heartbeat.objects.filter(pk=WEB).first()
    return row is not None and not clock.downtime(row.alive_at, now, starting=False)


def is_cut_off(now: datetime) -> bool:
    """Has no web process served for a while? Never where this process is one itself, nor before the first of all."""
    if settings.EMBEDDED:
        return False
    row = Heartbeat.objects.filter(pk=WEB).first()
    return row is not None and bool(clock.downtime(row.alive_at, now, starting=False))
