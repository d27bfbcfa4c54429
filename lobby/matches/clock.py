"""When does a step end? Pure: no database, and `now` is always handed in.

A step has its ordinary time, which ends at the *deadline*; after that each pending seat that is not ready lives on its own time
bank. The step ends when every pending seat is ready, or when those that are not have nothing left. Pauses and downtime
move its beginning, and everything else with it. A slow clock may have a calendar: an hour of the day at which steps end, and
days that do not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta, tzinfo

from games.core import contract

FIRST_STEP_FACTOR = 3.0
"""A live match gives its first step more time: everybody has just arrived and sees the board for the first time."""
ORDINARY = "step"
"""The kind of clock to which that applies; a game that names another kind has said how long it wants."""
BOT_GRACE = timedelta(seconds=10)
"""How long after the deadline the step still waits for a bot, whose process may have been restarted."""
BEAT = timedelta(seconds=2)
"""How often a referee says that it is alive."""
SILENCE = timedelta(seconds=6)
"""A gap between two beats that is longer than this was downtime, not work."""
LONGEST_HOLD = timedelta(seconds=contract.LONGEST_HOLD)
PAUSE_LIMIT_LIVE = timedelta(minutes=30)
PAUSE_LIMIT_SLOW = timedelta(days=7)
"""A pause that nobody ends ends by itself."""

DAY = timedelta(days=1)
NOTHING = timedelta(0)


@dataclass(frozen=True)
class Awaited:
    """A seat that owes orders."""

    seat: int
    ready: bool
    until: datetime
    """When its own time runs out."""


@dataclass(frozen=True)
class Calendar:
    """What a slow clock goes by besides a length of time."""

    zone: tzinfo
    hour: int | None = None
    """At which ordinary steps end; None: at any."""
    rest_days: frozenset[int] = frozenset()
    """Days of the week (0: Monday) that do not count; never all seven."""


ALL_DAYS = Calendar(UTC)
"""Every moment counts."""


@dataclass(frozen=True)
class Verdict:
    """What to do with a step now: resolve it, or look again at `look_at`."""

    resolve: bool
    look_at: datetime | None = None


def step_length(*, live: bool, step_seconds: int, factor: float, clock: str, step: int) -> timedelta:
    """The ordinary time of a step of the kind `clock`, whose share of the table's `step_seconds` is `factor`."""
    if live and step == 0 and clock == ORDINARY:
        factor *= FIRST_STEP_FACTOR
    return timedelta(seconds=step_seconds * factor)


def step_ends(started: datetime, length: timedelta, calendar: Calendar = ALL_DAYS) -> datetime:
    """When a step of that length ends.

    With a fixed hour a step of a day or more ends at that hour: the last one within its length that leaves it at least half,
    else the next one. Its days are those of the zone, also one of 25 hours.
    """
    if calendar.hour is None or length < DAY:
        return _counted(started, length, calendar)
    there = started.astimezone(calendar.zone).replace(tzinfo=UTC)
    moment = _counted(there, length, replace(calendar, zone=UTC)).replace(tzinfo=calendar.zone)
    hours = _fixed_hours(started, calendar)
    ends = next(hours)
    for following in hours:
        if following > moment and ends - started >= length / 2:
            break
        ends = following
    return ends


def days_later(moment: datetime, days: int, calendar: Calendar = ALL_DAYS) -> datetime:
    """The same hour so many days later that count."""
    local = moment.astimezone(calendar.zone)
    day = local.date()
    while days:
        day += DAY
        days -= day.weekday() not in calendar.rest_days
    return datetime.combine(day, local.time(), calendar.zone).astimezone(UTC)


def goes_on_until(ends: datetime, stopped: datetime, now: datetime, calendar: Calendar = ALL_DAYS) -> datetime:
    """When a step that had until `ends` when it was stopped ends, if it goes on now: it has as much left as it had, of what counts too."""
    left = ends - stopped
    if left <= NOTHING or not calendar.rest_days:
        return now + left
    return max(now + left, _counted(now, _counted_between(stopped, ends, calendar), calendar))


def _counted(started: datetime, length: timedelta, calendar: Calendar) -> datetime:
    """The moment at which so much time has passed since `started` on days that count."""
    moment, left = started, length
    while calendar.rest_days:
        counts, midnight = _day(moment, calendar)
        if counts:
            if left <= midnight - moment:
                break
            left -= midnight - moment
        moment = midnight
    return moment + left


def _counted_between(start: datetime, end: datetime, calendar: Calendar) -> timedelta:
    """How much of the time between two moments is on days that count."""
    moment, passed = start, NOTHING
    while moment < end:
        counts, midnight = _day(moment, calendar)
        if counts:
            passed += min(midnight, end) - moment
        moment = midnight
    return passed


def _day(moment: datetime, calendar: Calendar) -> tuple[bool, datetime]:
    """Does the day of that moment count, and when is it over?"""
    local = moment.astimezone(calendar.zone)
    midnight = datetime.combine(local.date() + DAY, time(), calendar.zone).astimezone(UTC)
    return local.weekday() not in calendar.rest_days, midnight


def _fixed_hours(started: datetime, calendar: Calendar) -> Iterator[datetime]:
    """The calendar's hour on every day that counts, after `started`."""
    assert calendar.hour is not None
    day = started.astimezone(calendar.zone).date()
    while True:
        moment = datetime.combine(day, time(calendar.hour), calendar.zone).astimezone(UTC)
        if moment > started and day.weekday() not in calendar.rest_days:
            yield moment
        day += DAY


def person_until(deadline: datetime, bank_ms: int, *, uses_bank: bool) -> datetime:
    """Until when a person may answer."""
    return deadline + timedelta(milliseconds=bank_ms if uses_bank else 0)


def bot_until(deadline: datetime) -> datetime:
    """Until when the step waits for a bot."""
    return deadline + BOT_GRACE


def verdict(
    pending: Sequence[Awaited], *, now: datetime, deadline: datetime, hold_until: datetime | None, attended: bool
) -> Verdict:
    """Is the step over?

    `attended`: somebody sits at the table. A match whose every person is away and replaced keeps its ordinary pace, so that
    it is not played to the end by bots in the minute in which a browser was closed.
    """
    late = [seat.until for seat in pending if not seat.ready]
    earliest = max(late, default=now if attended else deadline)
    if hold_until is not None:
        earliest = max(earliest, hold_until)
    return Verdict(resolve=True) if earliest <= now else Verdict(resolve=False, look_at=earliest)


def bank_left(bank_ms: int, *, deadline: datetime, done_at: datetime) -> int:
    """Milliseconds left in a bank after a step in which the seat was done at `done_at`."""
    used = max(NOTHING, done_at - deadline)
    return max(0, bank_ms - round(used / timedelta(milliseconds=1)))


def moved(moment: datetime | None, by: timedelta) -> datetime | None:
    """The same moment after a pause or a downtime of that length; None stays None."""
    return None if moment is None else moment + by


def downtime(alive_at: datetime | None, now: datetime, *, starting: bool) -> timedelta:
    """For how long no referee was alive, zero if one was.

    A referee that starts counts every gap longer than an ordinary one between beats: it was not there itself.
    """
    if alive_at is None:
        return NOTHING
    gap = now - alive_at
    return gap if gap > (BEAT * 1.5 if starting else SILENCE) else NOTHING


def is_set_back(alive_at: datetime, now: datetime) -> bool:
    """Does the last beat lie so far in the future that it is not for two machines whose clocks differ a little?"""
    return alive_at - now > SILENCE


def pause_ends(paused_at: datetime, *, live: bool) -> datetime:
    """When a pause that nobody ends is over."""
    return paused_at + (PAUSE_LIMIT_LIVE if live else PAUSE_LIMIT_SLOW)
