"""Can people reach the site? Where web processes and referees run separately, all web processes may be gone while referees live.

Every web process stores a heartbeat. A referee that finds no recent one neither examines matches nor beats itself, so its next
heartbeat gives every match the time back. Steps that fall due in the few seconds before it notices are resolved as usual.
"""

from __future__ import annotations

from datetime import datetime

from django.conf import settings

from lobby.matches import clock
from lobby.matches.models import Heartbeat

WEB = 2
"""Primary key of the row of all web processes; the referees have another."""


def note(now: datetime) -> None:
    """Store the heartbeat of a web process that serves."""
    if not Heartbeat.objects.filter(pk=WEB).update(alive_at=now):
        Heartbeat.objects.get_or_create(pk=WEB, defaults={"alive_at": now})


def is_served(now: datetime) -> bool:
    """True if a web process has a recent heartbeat. A web process with an embedded referee writes none; the referee does."""
    row = Heartbeat.objects.filter(pk=WEB).first()
    return row is not None and not clock.downtime(row.alive_at, now, starting=False)


def is_cut_off(now: datetime) -> bool:
    """True if no web process has a recent heartbeat. False in a web process itself, and before the first web heartbeat ever."""
    if settings.EMBEDDED:
        return False
    row = Heartbeat.objects.filter(pk=WEB).first()
    return row is not None and bool(clock.downtime(row.alive_at, now, starting=False))
