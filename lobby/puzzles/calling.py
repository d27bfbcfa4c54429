"""Who is told that the puzzles of the day are there? Whoever has asked for it, once a day, at a sensible hour, unless they have played one.

For a person that hour is the one before their mail of the day, so that it is in that mail; east of Greenwich it is not before the puzzles
change, which is at midnight UTC. The notice is untrue once that day's puzzles end for them, or they have tried one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time, timedelta
from itertools import islice
from typing import Final
from zoneinfo import ZoneInfo

from django.core.cache import cache

from lobby.accounts import sanctions
from lobby.notices import writing
from lobby.notices.models import Notice, Wishes
from lobby.notices.writing import News
from lobby.platform.process import database
from lobby.puzzles import days
from lobby.puzzles.models import PuzzleTry
from lobby.puzzles.services import games_with, of_day

EVERY: Final = timedelta(minutes=15)
"""How often somebody looks: all processes together, as far as they know of each other."""
LATEST: Final = 21
"""The hour of the evening after which nobody is told any more."""
BATCH: Final = 500
KIND: Final = Notice.Kind.PUZZLE


def on_referee_sweeps(*, now: datetime, **_: object) -> None:
    """Call `tell` once in a while. Processes that do it at once tell everybody once."""
    slot = int(now.timestamp() // EVERY.total_seconds())
    if cache.add(f"puzzles:called:{slot}", True, 2 * EVERY.total_seconds()):
        tell(now)


def tell(now: datetime) -> int:
    """Write the notices that are due. Returns how many."""
    if not games_with():
        return 0
    asked = Wishes.objects.filter(
        sanctions.may_play("user", now), ways__has_key=KIND.value, user__is_active=True, user__owner=None
    )
    due = (one for one in asked.order_by("pk").iterator(BATCH) if one.ways[KIND] and is_hour(one, now))
    count = 0
    while some := list(islice(due, BATCH)):
        count += _tell(some, now)
    return count


def is_hour(wishes: Wishes, now: datetime) -> bool:
    """True while the person may be told of the puzzles of their day."""
    here = now.astimezone(ZoneInfo(wishes.time_zone))
    return max(0, wishes.digest_hour - 1) <= here.hour <= LATEST and here.date() <= days.today(now)


def ends(wishes: Wishes, now: datetime) -> datetime:
    """When the puzzles of today end for the person: at midnight UTC or at theirs, whichever is later."""
    day = days.today(now)
    zones = (UTC, ZoneInfo(wishes.time_zone))
    return max(datetime.combine(day + days.DAY, time(), zone) for zone in zones)


def _tell(some: Sequence[Wishes], now: datetime) -> int:
    people = {one.user_id for one in some}
    known = Notice.objects.filter(user__in=people, kind=KIND).values_list("user", "key")
    told = {*known}
    done = {*_played(people, now)}
    news = [
        News(one.user_id, KIND, about, data={"until": ends(one, now).astimezone(UTC).isoformat()})
        for one in some
        if (about := _about(one, now)) and (one.user_id, f"{KIND}:{about}") not in told and one.user_id not in done
    ]
    if news:
        with database.writing():
            writing.tell(news)
    return len(news)


def _about(wishes: Wishes, now: datetime) -> str:
    return now.astimezone(ZoneInfo(wishes.time_zone)).date().isoformat()


def _played(people: set[int], now: datetime) -> Iterator[int]:
    """Those who have tried a puzzle of today, of any game."""
    day = days.today(now)
    for game in games_with():
        tried = PuzzleTry.objects.filter(user__in=people, game=game.id, puzzle=of_day(game, day).id)
        yield from tried.exclude(result=PuzzleTry.Result.OPEN).values_list("user", flat=True)
