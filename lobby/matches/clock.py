"""When does a step end? Pure: no database, and `now` is always a parameter.

A step has its ordinary time, which ends at the *deadline*. After that each pending seat that is not ready uses its own time
bank. The step ends when every pending seat is ready or has used up its bank. Pauses and downtime
move the beginning of the step and all its times. A slow clock may have a calendar, with an hour of the day at which steps end and with
days that do not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta, tzinfo

from games.core import clocks

FIRST_STEP_FACTOR = 3.0
"""Factor for the first step of a live match, because everybody sees the board for the first time."""
ORDINARY = "step"
"""The kind of clock to which the factor applies; other kinds of a game have their own length."""
BOT_GRACE = timedelta(seconds=10)
"""How long after the deadline the step still waits for a bot, whose process may have been restarted."""
BEAT = timedelta(seconds=2)
"""Interval of a referee's heartbeat."""
SILENCE = timedelta(seconds=6)
"""A longer gap between two heartbeats is downtime."""
LONGEST_HOLD = timedelta(seconds=clocks.LONGEST_HOLD)
PAUSE_LIMIT_LIVE = timedelta(minutes=30)
PAUSE_LIMIT_SLOW = timedelta(days=7)
"""Length after which a pause of a slow match ends by itself."""

DAY = timedelta(days=1)
NOTHING = timedelta(0)


@dataclass(frozen=True)
class Awaited:
    """A seat that owes orders."""

    seat: int
    ready: bool
    until: datetime
    """When the seat's time bank is used up."""


@dataclass(frozen=True)
class Calendar:
    """The calendar of a slow clock."""

    zone: tzinfo
    hour: int | None = None
    """Hour of the day at which ordinary steps end; None: any time."""
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
    """The ordinary time of a step of the kind `clock`, which has `factor` times the table's `step_seconds`."""
    if live and step == 0 and clock == ORDINARY:
        factor *= FIRST_STEP_FACTOR
    return timedelta(seconds=step_seconds * factor)


def step_ends(started: datetime, length: timedelta, calendar: Calendar = ALL_DAYS) -> datetime:
    """When a step of that length ends.

    With a fixed hour, a step of a day or more ends at that hour. The last such time within the length of the step counts, if it leaves at
    least half of that length; else the next one. Days are those of the time zone, which may have 23 or 25 hours.
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
    """The same hour after `days` days that count."""
    local = moment.astimezone(calendar.zone)
    day = local.date()
    while days:
        day += DAY
        days -= day.weekday() not in calendar.rest_days
    return datetime.combine(day, local.time(), calendar.zone).astimezone(UTC)


def goes_on_until(ends: datetime, stopped: datetime, now: datetime, calendar: Calendar = ALL_DAYS) -> datetime:
    """The new end of a step that resumes now. It was stopped at `stopped`, should have ended at `ends`, and keeps its remaining time."""
    left = ends - stopped
    if left <= NOTHING or not calendar.rest_days:
        return now + left
    return max(now + left, _counted(now, _counted_between(stopped, ends, calendar), calendar))


def _counted(started: datetime, length: timedelta, calendar: Calendar) -> datetime:
    """The time at which `length` has passed since `started` on days that count."""
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
    """Time between `start` and `end` that is on days that count."""
    moment, passed = start, NOTHING
    while moment < end:
        counts, midnight = _day(moment, calendar)
        if counts:
            passed += min(midnight, end) - moment
        moment = midnight
    return passed


def _day(moment: datetime, calendar: Calendar) -> tuple[bool, datetime]:
    """(True if the day of that time counts, end of the day)."""
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
    """The time until which a person may answer."""
    return deadline + timedelta(milliseconds=bank_ms if uses_bank else 0)


def bot_until(deadline: datetime) -> datetime:
    """The time until which the step waits for a bot."""
    return deadline + BOT_GRACE


def verdict(
    pending: Sequence[Awaited], *, now: datetime, deadline: datetime, hold_until: datetime | None, attended: bool
) -> Verdict:
    """What to do with the step now.

    `attended`: at least one person plays. If bots stand in for all people, the match keeps its ordinary pace. Otherwise bots would play it
    to the end within a minute after a browser was closed.
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
    """The time moved by a pause or a downtime of that length; None stays None."""
    return None if moment is None else moment + by


def downtime(alive_at: datetime | None, now: datetime, *, starting: bool) -> timedelta:
    """Time without a living referee; zero if there was one.

    A referee that starts counts every gap longer than the interval of heartbeats, because it was not running itself.
    """
    if alive_at is None:
        return NOTHING
    gap = now - alive_at
    return gap if gap > (BEAT * 1.5 if starting else SILENCE) else NOTHING


def is_set_back(alive_at: datetime, now: datetime) -> bool:
    """True if the last heartbeat is further in the future than the clocks of two machines usually differ."""
    return alive_at - now > SILENCE


def pause_ends(paused_at: datetime, *, live: bool) -> datetime:
    """The time at which a pause ends by itself."""
    return paused_at + (PAUSE_LIMIT_LIVE if live else PAUSE_LIMIT_SLOW)


def milliseconds(moment: datetime) -> int:
    """Milliseconds since 1970, as in messages."""
    return round(moment.timestamp() * 1000)
