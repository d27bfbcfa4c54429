"""Which day is it for puzzles, until when does a day count, and how long is a streak? Pure.

The puzzle of a day is the same for everybody and changes at midnight UTC. Its day lasts for a person until midnight UTC or midnight in their own
zone, whichever is later: nobody loses a streak because the site's midnight falls into their evening. It is never known before its day begins.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

DAY = timedelta(days=1)


def today(now: datetime) -> date:
    """The day whose puzzle is asked now."""
    return now.astimezone(UTC).date()


def lasting(zone: str, now: datetime) -> list[date]:
    """The days that still count for a person in this zone, the newest first."""
    newest, here = today(now), now.astimezone(ZoneInfo(zone)).date()
    return [newest] if here >= newest else [newest, newest - DAY]


def streak(solved: Collection[date], zone: str, now: datetime) -> int:
    """How many days in a row, up to now, were solved. A day that still lasts and is not solved yet ends nothing."""
    known = set(solved)
    open_days = lasting(zone, now)
    day = open_days[0]
    while day in open_days and day not in known:
        day -= DAY
    count = 0
    while day in known:
        # Of two days that last, the older one may still be solved.
        count += 1
        day -= DAY
        while day in open_days and day not in known:
            day -= DAY
    return count


def best(solved: Collection[date]) -> int:
    """The longest streak that there has been."""
    known, longest = set(solved), 0
    for day in known:
        if day - DAY not in known:
            length = 1
            while day + length * DAY in known:
                length += 1
            longest = max(longest, length)
    return longest
