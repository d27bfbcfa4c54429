"""When is a guest forgotten? After thirty days without a match or a lesson: nobody can come back to it but by a cookie that is long gone.

Matches of lessons are forgotten on the way.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime, timedelta

from django.db import Error as DatabaseError
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from lobby.accounts import services
from lobby.accounts.models import User
from lobby.lessons import services as lessons
from lobby.lessons.models import Passed
from lobby.matches import acts, threads
from lobby.matches.models import ChatLine, Match, Seat
from lobby.people import dust

log = logging.getLogger("fogbound.guests")

KEPT = timedelta(days=30)
LOOKS_EVERY = timedelta(hours=1)
BATCH = 500
_UNFINISHED = [Match.Status.OPEN, Match.Status.RUNNING, Match.Status.PAUSED]


def expire_guests(now: datetime) -> int:
    """Forget a batch of guests whose time is over; how many. Seats and lines that others need stay, without the name."""
    limit = now - KEPT
    seats = Seat.objects.filter(user=OuterRef("pk"))
    recent = seats.filter(
        Q(match__status__in=_UNFINISHED) | Q(match__finished_at__gt=limit) | Q(match__created_at__gt=limit)
    )
    learned = Passed.objects.filter(user=OuterRef("pk"), at__gt=limit)
    old = User.objects.filter(~Exists(recent), ~Exists(learned), is_guest=True, date_joined__lte=limit)
    traced = old.annotate(sat=Exists(seats), spoke=Exists(ChatLine.objects.filter(user=OuterRef("pk"))))
    forgotten = 0
    for chosen in list(old.order_by("pk").values_list("pk", flat=True)[:BATCH]):
        # What somebody else has locked is left to the next look.
        with acts.passing(transaction.atomic):
            # Asked again: whoever has sat down or signed up since the list was made is not forgotten.
            guest = traced.select_for_update(of=("self",)).filter(pk=chosen).first()
            if guest is None:
                continue
            if guest.sat or guest.spoke:
                services.close_account(user=guest)
            else:
                guest.delete()
            forgotten += 1
    return forgotten


async def run() -> None:
    """Forget guests, matches of lessons and what has run out (`dust`), now and then, until cancelled; any number of processes may do it at once."""
    while True:
        try:
            await threads.run(threads.REFEREE, lessons.expire, timezone.now())
            forgotten = await threads.run(threads.REFEREE, expire_guests, timezone.now())
            if forgotten:
                log.info("%s guests were forgotten after %s days without a match", forgotten, KEPT.days)
            while gone := await threads.run(threads.REFEREE, dust.sweep, timezone.now()):
                log.info("rows that had run out were removed: %s", ", ".join(f"{n} {name}" for name, n in gone.items()))
        except DatabaseError:
            log.exception("guests could not be looked through now")
        await asyncio.sleep(LOOKS_EVERY.total_seconds())
