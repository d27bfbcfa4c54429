"""What is on its way out, who has it in hand, and when is it tried again? Every move is one transaction, so that a process may die at any moment.

A process takes a delivery for a while (a lease) and renews that as long as it lives. Somebody else sends what a dead process had in hand. Whether
the receiver has that already cannot be known; so what is sent carries an id, by which receivers drop what they have. For a receiver that drops
nothing (`only_once`) it is stored just before the request leaves that it is handed over, and what a dead process was handing over is not sent again.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import F, Min, Q
from django.utils import timezone

from lobby.notices.models import Delivery
from lobby.platform.process import database, metrics

log = logging.getLogger("fogbound.notices")

LEASE: Final = timedelta(seconds=60)
RENEW_SECONDS: Final = 15.0
PAUSES: Final = tuple(timedelta(seconds=s) for s in (30, 120, 600, 1800, 3600, 2 * 3600, 4 * 3600))
"""From one attempt to the next; the last one again and again."""
OLDEST: Final = timedelta(days=3)
"""After so long something is given up."""
LATE: Final = timedelta(minutes=10)
"""Something that was due for so long is late: the status page says so, and an alert."""

_luck = random.Random()


def take(ways: Collection[str], most: int, now: datetime) -> list[Delivery]:
    """Up to `most` deliveries by these ways that are due, oldest first, now in hand of the caller. What a dead process handed over is removed."""
    free = Delivery.objects.filter(Q(leased_until=None) | Q(leased_until__lt=now), way__in=ways, due_at__lte=now)
    # Several loops ask every second and seldom find anything: a transaction to write would keep others waiting each time.
    if not free.exists():
        return []
    with database.writing():
        found = list(free.select_for_update(skip_locked=True).order_by("due_at", "id")[:most])
        handed = [one.pk for one in found if one.handed_at is not None]
        if handed:
            log.warning(
                "%s deliveries were being handed over by a process that died; they are not sent again", len(handed)
            )
            _remove(handed)
        taken = [one for one in found if one.handed_at is None]
        Delivery.objects.filter(pk__in=[one.pk for one in taken]).update(
            leased_until=now + LEASE, attempts=F("attempts") + 1
        )
    for one in taken:
        one.attempts += 1
    if handed:
        metrics.DELIVERIES.labels("any", "unknown").inc(len(handed))
    return taken


def take_digest(user_id: int, now: datetime) -> list[Delivery]:
    """All other deliveries of the mail of the day of a person, whenever they are due, to go in the same mail."""
    with database.writing():
        free = Delivery.objects.filter(leased_until=None, way=Delivery.Way.DIGEST, target=user_id)
        found = list(free.select_for_update(skip_locked=True).order_by("id"))
        # All are due from now on: if this process dies, what was in one mail comes again in one, under the same id.
        Delivery.objects.filter(pk__in=[one.pk for one in found]).update(
            leased_until=now + LEASE, attempts=F("attempts") + 1, due_at=now
        )
    for one in found:
        one.attempts += 1
    return found


def renew(ids: Collection[int]) -> None:
    """Keep these in hand."""
    with database.writing():
        Delivery.objects.filter(pk__in=ids).update(leased_until=timezone.now() + LEASE)


def hand_over(deliveries: Sequence[Delivery], *, only_once: bool = False) -> bool:
    """Ask whether these may be sent now, as one message. False if one of them is gone or in other hands: then nothing may be sent.

    `only_once`: the receiver would not know a second one for the same, so none is sent even if this process dies before it has sent the first.
    """
    now = timezone.now()
    # Whoever took one after this process has counted one attempt more.
    (attempts,) = {one.attempts for one in deliveries}
    mine = Delivery.objects.filter(
        pk__in=[one.pk for one in deliveries], attempts=attempts, handed_at=None, leased_until__gt=now
    )
    # To look keeps nobody waiting, to write everybody: for so long nobody else can take it.
    if not only_once and mine.filter(leased_until__gt=now + LEASE / 2).count() == len(deliveries):
        return True
    with database.writing():
        told: dict[str, datetime] = {"handed_at": now} if only_once else {"leased_until": now + LEASE}
        return mine.update(**told) == len(deliveries)


def done(ids: Collection[int], way: str, result: str) -> None:
    """These are out of the outbox: sent, untrue, or given up, as `result` says in the figures."""
    if ids:
        with database.writing():
            _remove(ids)
        metrics.DELIVERIES.labels(way, result).inc(len(ids))


def again(deliveries: Sequence[Delivery], now: datetime, *, counts: bool = True, at: datetime | None = None) -> None:
    """Try these again: at `at`, or after the pause of their number of attempts. Those that are too old are given up.

    `counts=False`: the receiver's machine does not answer at all, and this was no attempt.
    """
    old = [one for one in deliveries if one.created_at < now - OLDEST]
    for one in old:
        log.error("delivery %s by %s was given up after %s attempts", one.pk, one.way, one.attempts)
    done([one.pk for one in old], old[0].way if old else "", "given up")
    with database.writing():
        for one in deliveries:
            if one not in old:
                pause = PAUSES[min(max(one.attempts, 1), len(PAUSES)) - 1] * _luck.uniform(0.9, 1.1)
                Delivery.objects.filter(pk=one.pk).update(
                    leased_until=None,
                    handed_at=None,
                    due_at=at or now + pause,
                    attempts=one.attempts if counts else max(0, one.attempts - 1),
                )


def waiting(now: datetime) -> dict[str, tuple[int, float]]:
    """Way → how many deliveries are due, and for how many seconds the oldest has been."""
    due = Delivery.objects.filter(due_at__lte=now).order_by()
    found: dict[str, tuple[int, float]] = {}
    for way in Delivery.Way.values:
        rows = due.filter(way=way)
        first = rows.aggregate(first=Min("due_at"))["first"]
        found[way] = rows.count(), 0.0 if first is None else (now - first).total_seconds()
    return found


def is_late(ways: Collection[str], now: datetime) -> bool:
    """True if something by these ways should have gone out a while ago. What is tried again after a refusal counts from its last attempt."""
    return Delivery.objects.filter(way__in=ways, created_at__lt=now - LATE, due_at__lt=now - LATE).exists() or (
        Delivery.objects.filter(way__in=ways, attempts__gt=1, created_at__lt=now - LATE).exists()
    )


def _remove(ids: Collection[int]) -> None:
    Delivery.objects.filter(pk__in=ids).delete()
