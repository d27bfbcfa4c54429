"""When is evening? The hour of the day at which the rounds of a contest's race are drawn, and at which new versions of programs begin to count.

A contest with an evening begins with a race: a round each evening, the first one at or after the start. What follows the race begins, and
nothing new is taken any more (the freeze), on the evening after its last round. All of it follows from the terms: it tells no result.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from lobby.contests.models import Contest, Stage

DAY = timedelta(days=1)
MINUTES = 24 * 60
"""Of a day: what `every_minutes` of such a race may say, besides 0."""


def after(evening: time, zone: str, moment: datetime) -> datetime:
    """The first evening later than a moment. Where clocks skip the hour it is the moment at which they do."""
    here = ZoneInfo(zone)
    day = moment.astimezone(here).date() - DAY
    while True:
        found = datetime.combine(day, evening, here).astimezone(UTC)
        if found > moment:
            return found
        day += DAY


def later(contest: Contest, moment: datetime, evenings: int = 0) -> datetime:
    """The first evening of a contest later than a moment, or so many evenings after that one."""
    assert contest.evening is not None
    found = after(contest.evening, contest.time_zone, moment)
    for _ in range(evenings):
        found = after(contest.evening, contest.time_zone, found)
    return found


def first(contest: Contest) -> datetime:
    """The evening of the first round: the first one not before the start."""
    return later(contest, contest.starts_at - timedelta(microseconds=1))


def freeze(contest: Contest, race: Stage, next_evening: datetime, rounds: int) -> datetime:
    """The evening after the last round of the race, if `rounds` are drawn so far and the next one is at `next_evening`."""
    return later(contest, next_evening - timedelta(microseconds=1), max(0, rounds_of(race) - rounds))


def rounds_of(race: Stage) -> int:
    """Rounds that the race has."""
    return max(1, race.rules.get("rounds", 0))
