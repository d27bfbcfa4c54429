"""Which expired rows are deleted? Those in tables that grow with every visit. They are deleted in batches."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, Q, QuerySet

from lobby.accounts.models import NameChange, Report, StaffAct
from lobby.accounts.tokens import ApiToken
from lobby.clubs.holding import KEPT_OUT
from lobby.clubs.models import Asking
from lobby.matches.models import OVER, Match, ProgramMemory
from lobby.matches.people import PersonalChallenge, Ticket, Trace
from lobby.matches.trials import KEPT, Trial
from lobby.notices import reading
from lobby.notices.models import Device, Notice
from lobby.ratings import pairs

BATCH = 2000
"""Rows deleted from a table at a time, so that nobody waits for the deletion of millions."""
TICKET_KEPT = timedelta(days=1)
"""A queue ticket is deleted if its person has not been seen in the queue for this long."""
CHALLENGE_KEPT = timedelta(days=30)
"""An answered challenge is deleted this long after it was made; its match stays."""
TOKEN_KEPT = timedelta(days=366)
"""A token is deleted if no program has used it for this long: only a thief might still use it."""
MEMORY_KEPT = timedelta(days=30)
"""The memory and console lines of a program in a match are deleted this long after the end of the match."""


def _worn(now: datetime) -> dict[str, QuerySet[Any]]:
    """Name → expired rows."""
    there = Session.objects.filter(session_key=OuterRef("session_key"))
    unused = now - TOKEN_KEPT
    never = Q(last_used_at=None, created_at__lt=unused)
    worn: dict[str, QuerySet[Any]] = {
        "sessions": Session.objects.filter(expire_date__lt=now),
        # allauth stores where a person is logged in, and removes ended sessions only when that person opens the page.
        "logins": UserSession.objects.filter(~Exists(there)),
        "challenges": PersonalChallenge.objects.exclude(status=PersonalChallenge.Status.OPEN).filter(
            created_at__lt=now - CHALLENGE_KEPT
        ),
        "tickets": Ticket.objects.filter(seen_at__lt=now - TICKET_KEPT),
        "refusals of clubs": Asking.objects.filter(refused_at__lt=now - KEPT_OUT),
        "trials": Trial.objects.filter(ended_at__lt=now - KEPT),
        "tokens": ApiToken.objects.filter(Q(last_used_at__lt=unused) | never),
        # Their deliveries go with them; none is older than a few days.
        "notices": Notice.objects.filter(created_at__lt=now - reading.KEPT),
        "devices": Device.objects.filter(~Exists(Session.objects.filter(session_key=OuterRef("session")))),
        "traces": Trace.objects.filter(
            Q(match__rated=False)
            | Q(match__status=Match.Status.ABORTED)
            | Q(match__finished_at__lt=now - pairs.WINDOW),
            match__finished_at__isnull=False,
        ),
        "memories of programs": ProgramMemory.objects.filter(
            match__status__in=OVER, match__finished_at__lt=now - MEMORY_KEPT
        ),
    }
    if settings.AUDIT_DAYS:
        old = now - timedelta(days=settings.AUDIT_DAYS)
        worn["acts of staff"] = StaffAct.objects.filter(at__lt=old)
        worn["changes in the admin"] = LogEntry.objects.filter(action_time__lt=old)
        worn["changes of names"] = NameChange.objects.filter(at__lt=old)
        # An open report stays, however old it is. The index knows when a report was made, which is before it was closed.
        closed = [Report.Status.ACTED, Report.Status.DISMISSED]
        worn["closed reports"] = Report.objects.filter(status__in=closed, created_at__lt=old, handled_at__lt=old)
    return worn


def sweep(now: datetime) -> dict[str, int]:
    """Delete one batch from each table. Returns {name: number of deleted rows} for the tables with any."""
    gone = {}
    for name, rows in _worn(now).items():
        chosen = list(rows.order_by().values_list("pk", flat=True)[:BATCH])
        if chosen:
            # Filtered again, because a session that was renewed meanwhile, or a token that was used, must stay.
            gone[name], _by_table = rows.filter(pk__in=chosen).delete()
    return gone
