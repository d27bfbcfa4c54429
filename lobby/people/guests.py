"""When is a guest deleted? After thirty days without a match or a lesson. Its code of a way back goes with it.

Old matches of lessons are deleted as well.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime, timedelta
from functools import partial

from django.db import Error as DatabaseError
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from lobby.accounts import services
from lobby.accounts.models import User
from lobby.lessons import services as lessons
from lobby.lessons.models import Passed
from lobby.matches.models import UNFINISHED, ChatLine, Seat
from lobby.people import expiry
from lobby.platform.process import threads
from lobby.play import tallies
from lobby.ratings import background, chores
from lobby.store import acts

log = logging.getLogger("fogbound.guests")

KEPT = timedelta(days=30)
LOOKS_EVERY = timedelta(hours=1)
BATCH = 500


def expire_guests(now: datetime) -> int:
    """Delete a batch of expired guests; returns how many. Seats and chat lines that others need stay, without the name."""
    limit = now - KEPT
    seats = Seat.objects.filter(user=OuterRef("pk"))
    recent = seats.filter(
        Q(match__status__in=UNFINISHED) | Q(match__finished_at__gt=limit) | Q(match__created_at__gt=limit)
    )
    learned = Passed.objects.filter(user=OuterRef("pk"), at__gt=limit)
    old = User.objects.filter(~Exists(recent), ~Exists(learned), is_guest=True, date_joined__lte=limit)
    traced = old.annotate(sat=Exists(seats), spoke=Exists(ChatLine.objects.filter(user=OuterRef("pk"))))
    forgotten = 0
    for chosen in list(old.order_by("pk").values_list("pk", flat=True)[:BATCH]):
        # The next call gets a row that is locked now.
        with acts.skip_if_locked(transaction.atomic):
            # Filtered again, because a guest who has taken a seat or signed up meanwhile must stay.
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
    """At intervals, until cancelled: delete old guests, lesson matches and expired rows (`expiry`), and update tallies and ratings.

    Any number of processes may do it at once.
    """
    while True:
        try:
            await threads.run(threads.REFEREE, lessons.expire, timezone.now())
            forgotten = await threads.run(threads.REFEREE, expire_guests, timezone.now())
            if forgotten:
                log.info("%s guests were forgotten after %s days without a match", forgotten, KEPT.days)
            while gone := await threads.run(threads.REFEREE, expiry.sweep, timezone.now()):
                log.info("rows that had run out were removed: %s", ", ".join(f"{n} {name}" for name, n in gone.items()))
            while await threads.run(threads.REFEREE, tallies.advance, timezone.now()):
                pass
            background.soon(partial(chores.look_after, timezone.now()))
        except DatabaseError:
            log.exception("guests could not be looked through now")
        await asyncio.sleep(LOOKS_EVERY.total_seconds())
