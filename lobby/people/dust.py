"""Which rows does nobody need any more? Of tables that grow with every visit: what has run out goes, a batch at a time."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, Q, QuerySet

from lobby.accounts.models import StaffAct
from lobby.accounts.tokens import ApiToken
from lobby.matches.people import Ticket

BATCH = 2000
"""Rows of a table at a time: nobody waits for the delete of millions."""
TICKET_KEPT = timedelta(days=1)
"""A place in the queue of somebody who has not been seen there for so long."""
TOKEN_KEPT = timedelta(days=366)
"""A token that no program has used for so long: whoever found it now would be nobody's program."""


def _worn(now: datetime) -> dict[str, QuerySet[Any]]:
    """What goes, by table."""
    there = Session.objects.filter(session_key=OuterRef("session_key"))
    unused = now - TOKEN_KEPT
    never = Q(last_used_at=None, created_at__lt=unused)
    worn: dict[str, QuerySet[Any]] = {
        "sessions": Session.objects.filter(expire_date__lt=now),
        # allauth remembers where somebody is logged in, and looks through it only on that person's own page.
        "logins": UserSession.objects.filter(~Exists(there)),
        "tickets": Ticket.objects.filter(seen_at__lt=now - TICKET_KEPT),
        "tokens": ApiToken.objects.filter(Q(last_used_at__lt=unused) | never),
    }
    if settings.AUDIT_DAYS:
        old = now - timedelta(days=settings.AUDIT_DAYS)
        worn["acts of staff"] = StaffAct.objects.filter(at__lt=old)
        worn["changes in the admin"] = LogEntry.objects.filter(action_time__lt=old)
    return worn


def sweep(now: datetime) -> dict[str, int]:
    """Remove a batch of each table; how many rows of which, where there were any."""
    gone = {}
    for name, rows in _worn(now).items():
        chosen = list(rows.order_by().values_list("pk", flat=True)[:BATCH])
        if chosen:
            # Asked again: a session that was renewed since, or a token that was used, stays.
            gone[name], _by_table = rows.filter(pk__in=chosen).delete()
    return gone
