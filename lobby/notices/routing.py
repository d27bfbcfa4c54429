"""By which ways does a new notice go out? Finds notices that nobody has looked at yet and puts their deliveries into the outbox.

One transaction marks the notices and stores the deliveries. Any number of processes may do it at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from allauth.account.models import EmailAddress
from django.db.models import Min, QuerySet

from lobby.accounts.models import User
from lobby.notices import wishes
from lobby.notices.models import Delivery, Device, Hook, Notice, Wishes
from lobby.platform.process import database

BATCH = 100
"""Notices of one transaction."""
GRACE = timedelta(seconds=60)
"""How long a mail waits for its person to see the notice on the site."""

R = TypeVar("R", Device, Hook)

Kind = Notice.Kind
OF_TABLE = frozenset({Kind.STEP, Kind.BEGUN, Kind.ENDED})
"""What a webhook of a table is told."""


def route(now: datetime) -> int:
    """Route a batch of notices. Returns how many."""
    waiting = Notice.objects.filter(routed=False)
    notices = list(waiting.order_by("id")[:BATCH])
    if not notices:
        return 0
    made, quiet = _deliveries(notices, now)
    # Only now nobody else can write: whoever plays waits for this.
    with database.writing():
        free = waiting.filter(pk__in=[one.pk for one in notices]).select_for_update(skip_locked=True)
        mine = set(free.values_list("pk", flat=True))
        Delivery.objects.bulk_create([one for one in made if one.notice_id in mine], ignore_conflicts=True)
        if hidden := mine & quiet:
            Notice.objects.filter(pk__in=hidden).update(on_site=False)
        Notice.objects.filter(pk__in=mine).update(routed=True)
    return len(mine)


def _deliveries(notices: Sequence[Notice], now: datetime) -> tuple[list[Delivery], set[int]]:
    """What goes out of these notices, and the ids of those that their people do not want on the site."""
    people = {one.user_id for one in notices}
    # Nobody reads the mails of a bot account; its program reads the site.
    users = User.objects.filter(owner=None, is_active=True).in_bulk(people)
    chosen = wishes.of_many(people)
    mailable = confirmed(people)
    devices = _by_person(Device.objects.filter(user__in=people))
    on = Hook.objects.filter(switched_off_at=None)
    hooks = _by_person(on.filter(user__in=people, match=None))
    at_tables = _at_tables(notices, on)
    muted = wishes.muted({(one.user_id, one.match_id) for one in notices if one.match_id is not None})
    made: list[Delivery] = []
    quiet: set[int] = set()
    for one in notices:
        made += [_delivery(one, Delivery.Way.HOOK, hook.pk, now) for hook in at_tables.get(one.pk, ())]
        if one.user_id not in users:
            continue
        ways = wishes.ways(chosen[one.user_id], one.kind)
        is_muted = (one.user_id, one.match_id) in muted
        if is_muted or wishes.SITE not in ways:
            quiet.add(one.pk)
        if not is_muted:
            targets = devices.get(one.user_id, []), hooks.get(one.user_id, [])
            made += _of_person(one, chosen[one.user_id], ways, now, one.user_id in mailable, *targets)
    return made, quiet


def _of_person(
    notice: Notice,
    chosen: Wishes,
    ways: frozenset[str],
    now: datetime,
    is_mailable: bool,
    devices: Iterable[Device],
    hooks: Iterable[Hook],
) -> list[Delivery]:
    at = wishes.not_before(chosen, now)
    made = []
    if wishes.MAIL in ways and is_mailable:
        made.append(_delivery(notice, Delivery.Way.MAIL, notice.user_id, at + GRACE if chosen.only_away else at))
    elif wishes.DIGEST in ways and is_mailable:
        made.append(_delivery(notice, Delivery.Way.DIGEST, notice.user_id, wishes.next_digest(chosen, now)))
    if wishes.PUSH in ways:
        made += [_delivery(notice, Delivery.Way.PUSH, device.pk, at) for device in devices]
    if wishes.HOOK in ways:
        # A service has quiet hours of its own.
        made += [_delivery(notice, Delivery.Way.HOOK, hook.pk, now) for hook in hooks]
    return made


def _delivery(notice: Notice, way: Delivery.Way, target: int, at: datetime) -> Delivery:
    return Delivery(way=way, target=target, key=notice.key, notice=notice, user_id=notice.user_id, due_at=at)


def _at_tables(notices: Sequence[Notice], on: QuerySet[Hook]) -> dict[int, list[Hook]]:
    """Notice → the webhooks of its table. Of all who are told the same of a table only the first notice has them."""
    told = {one.key: one.match_id for one in notices if one.match_id is not None and one.kind in OF_TABLE}
    hooks = list(on.filter(match__in=set(told.values())))
    if not hooks:
        return {}
    keys = {key for key, match_id in told.items() if match_id in {hook.match_id for hook in hooks}}
    same = Notice.objects.filter(match__in=[hook.match_id for hook in hooks], key__in=keys).order_by()
    return {
        first: [hook for hook in hooks if hook.match_id == match_id]
        for match_id, first in same.values("match_id", "key").annotate(first=Min("id")).values_list("match_id", "first")
    }


def confirmed(user_ids: Iterable[int]) -> dict[int, str]:
    """Person → the address to which mails go: the primary one, if it is confirmed."""
    found = EmailAddress.objects.filter(user__in=list(user_ids), verified=True, primary=True)
    return dict(found.values_list("user_id", "email"))


def _by_person(rows: Iterable[R]) -> dict[int, list[R]]:
    found: dict[int, list[R]] = {}
    for row in rows:
        found.setdefault(row.user_id, []).append(row)
    return found
