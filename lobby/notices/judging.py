"""Is what is about to go out still true and wanted? Asked at the last moment, for many deliveries at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property

from lobby.accounts.models import User
from lobby.matches.models import Match
from lobby.notices import open_pages, reading, wishes, words
from lobby.notices.models import Delivery, Hook, Notice, Wishes

PAUSED = timedelta(minutes=10)
"""What is due in a match that stands still is looked at again after so long."""

QUIETED = frozenset({Delivery.Way.MAIL, Delivery.Way.PUSH})
"""What is held back in quiet hours. The mail of the day has an hour of its own, and services have quiet hours of their own."""


@dataclass
class Judged:
    """What is to become of some deliveries of notices."""

    send: list[Delivery] = field(default_factory=list)
    gone: list[Delivery] = field(default_factory=list)
    """Untrue, read, or not wanted any more."""
    later: dict[datetime, list[Delivery]] = field(default_factory=dict)
    """When to look at them again: the match stands still, or it is quiet there by now."""
    users: dict[int, User] = field(default_factory=dict)
    wishes: dict[int, Wishes] = field(default_factory=dict)
    notices: dict[int, Notice] = field(default_factory=dict)

    @cached_property
    def known(self) -> words.Known:
        """What all of the notices name, read at once."""
        return words.Known(self.notices.values())


def judge(deliveries: Sequence[Delivery], now: datetime) -> Judged:
    """Sort deliveries of notices, not letters, by what is to become of them."""
    judged = Judged()
    found = judged.notices = Notice.objects.in_bulk({one.notice_id for one in deliveries if one.notice_id is not None})
    people = {one.user_id for one in found.values()}
    judged.users = User.objects.filter(is_active=True).in_bulk(people)
    judged.wishes = wishes.of_many(people)
    untrue = reading.untrue(found.values())
    present = open_pages.among(people)
    matches = Match.objects.defer("options").in_bulk(
        {one.match_id for one in found.values() if one.match_id is not None}
    )
    muted = wishes.muted({(one.user_id, one.match_id) for one in found.values() if one.match_id is not None})
    hooks = [one.target for one in deliveries if one.way == Delivery.Way.HOOK]
    of_tables = set(Hook.objects.filter(pk__in=hooks, match__isnull=False).values_list("pk", flat=True))
    for one in deliveries:
        notice = found.get(one.notice_id or 0)
        if notice is None or notice.user_id not in judged.users:
            judged.gone.append(one)
            continue
        if one.way == Delivery.Way.HOOK and one.target in of_tables:
            judged.send.append(one)
            continue
        chosen = judged.wishes[notice.user_id]
        is_seen = notice.read_at is not None or (
            chosen.only_away and one.way != Delivery.Way.HOOK and notice.user_id in present
        )
        is_wanted = one.way in wishes.ways(chosen, notice.kind) and (notice.user_id, notice.match_id) not in muted
        if is_seen or not is_wanted or notice.pk in untrue:
            judged.gone.append(one)
        elif notice.kind in {Notice.Kind.STEP, Notice.Kind.SOON} and reading.waits(matches.get(notice.match_id or "")):
            judged.later.setdefault(now + PAUSED, []).append(one)
        elif one.way in QUIETED and (at := wishes.not_before(chosen, now)) > now:
            judged.later.setdefault(at, []).append(one)
        else:
            judged.send.append(one)
    return judged
