"""A pause in a match with a calendar: what is left of the step afterwards? At least what was left before, by either way of counting."""

import random
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from lobby.matches import clock
from lobby.matches.models import Match
from lobby.play import interruptions, referee, timer

pytestmark = pytest.mark.django_db(transaction=True)

ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo", "America/Havana"]
HOUR = timedelta(hours=1)


def at(day: int, hour: int, minute: int = 0) -> datetime:
    """In March 2026, whose first day is a Sunday."""
    return datetime(2026, 3, day, hour, minute, tzinfo=UTC)


def counted(start: datetime, end: datetime, calendar: clock.Calendar) -> timedelta:
    """The time between them on days that count, by small pieces: to the quarter of an hour."""
    piece, passed = timedelta(minutes=15), timedelta()
    while start < end:
        if start.astimezone(calendar.zone).weekday() not in calendar.rest_days:
            passed += min(piece, end - start)
        start += piece
    return passed


def test_time_on_days_that_count():
    weekend = clock.Calendar(UTC, None, frozenset({5, 6}))
    assert clock.goes_on_until(at(6, 12), at(6, 2), at(7, 12), weekend) == at(9, 10), "ten hours of Monday"
    assert clock.goes_on_until(at(9, 12), at(8, 20), at(10, 8), weekend) == at(11, 0), "sixteen hours on any clock"
    assert clock.goes_on_until(at(6, 12), at(6, 13), at(7, 12), weekend) == at(7, 11), "the banks have run for an hour"
    assert clock.goes_on_until(at(6, 12), at(6, 2), at(7, 12)) == at(7, 22)


def test_a_step_has_at_least_what_it_had_before_the_pause():
    luck = random.Random(7)
    for _ in range(400):
        rest_days = frozenset(luck.choice([(), (5, 6), (6,), (0, 1, 2, 3, 4, 5), (1, 3)]))
        calendar = clock.Calendar(ZoneInfo(luck.choice(ZONES)), luck.choice([None, 0, 2, 18]), rest_days)
        started = at(1, 0) + timedelta(minutes=15) * luck.randrange(4 * 24 * 365)
        ends = clock.step_ends(started, luck.choice([HOUR, 6 * HOUR, clock.DAY, 3 * clock.DAY]), calendar)
        stopped = started + timedelta(minutes=15) * luck.randrange(max(1, (ends - started) // timedelta(minutes=15)))
        now = stopped + luck.choice([1, 5, 12, 24, 31, 72, 168]) * HOUR
        deadline = clock.goes_on_until(ends, stopped, now, calendar)
        facts = (calendar, started, ends, stopped, now, deadline)
        assert deadline - now >= ends - stopped, facts
        assert counted(now, deadline, calendar) >= counted(stopped, ends, calendar), facts
        is_least = deadline - now == ends - stopped
        assert is_least or counted(now, deadline, calendar) == counted(stopped, ends, calendar), facts


CASES = [
    ({"rest_days": [5, 6]}, at(6, 12), at(8, 20), at(10, 8)),
    ({"fixed_hour": 18}, at(3, 6, 30), at(4, 17), at(5, 13)),
]


@pytest.mark.parametrize(("fields", "start", "paused", "resumed"), CASES)
def test_the_calendar_takes_nothing_away_in_a_pause(make_match, fields, start, paused, resumed):
    match = make_match(clock="slow", step_seconds=86400, now=start, **fields)
    left = match.deadline - paused
    for _ in range(2):
        interruptions.pause(match, paused)
        match.refresh_from_db()
        interruptions.resume(match, resumed)
        match.refresh_from_db()
        assert match.deadline - resumed >= left
        assert referee.advance_once(match.pk, lambda now=resumed: now) is None
        # And once more, from there.
        left, paused, resumed = match.deadline - resumed, resumed, resumed + 30 * HOUR


def test_a_pause_at_random_takes_nothing_away(make_match):
    luck = random.Random(3)
    for _ in range(40):
        calendar = {
            "fixed_hour": luck.choice([None, 0, 18]),
            "rest_days": luck.choice([[], [5, 6], [6]]),
            "time_zone": luck.choice(ZONES),
        }
        start = at(1, 0) + timedelta(seconds=luck.randrange(300 * 86400), microseconds=luck.randrange(10**6))
        days = luck.choice([1, 3])
        match = make_match(clock="slow", step_seconds=days * 86400, now=start, **calendar)
        if luck.random() < 0.5:
            interruptions.extend(match, start)
            match.refresh_from_db()
        now = start
        for _ in range(3):
            now += (match.deadline - now) * luck.random()
            left = match.deadline - now
            interruptions.pause(match, now)
            match.refresh_from_db()
            now += luck.choice([1, 5, 12, 24, 48, 168]) * HOUR
            interruptions.resume(match, now)
            match.refresh_from_db()
            assert match.deadline - now >= left, (calendar, start, days)


def vote(match: Match, now: datetime) -> None:
    interruptions.pause(match, now)


def fail(match: Match, now: datetime) -> None:
    referee.stop_for_fault(match.pk, RuntimeError("a wheel has come off"), now, step=0)


@pytest.mark.parametrize("pause", [vote, fail])
def test_what_a_downtime_gave_back_survives_a_pause(make_match, pause):
    start = at(3, 6, 30)
    match = make_match(clock="slow", step_seconds=86400, fixed_hour=18, now=start)
    timer.beat(start)
    assert timer.beat(start + 5 * HOUR, starting=True) == [match.pk]
    before = match.deadline
    match.refresh_from_db()
    assert match.deadline == before + 5 * HOUR
    paused = start + 6 * HOUR
    left = match.deadline - paused
    pause(match, paused)
    match.refresh_from_db()
    assert match.status == "paused"
    interruptions.resume(match, paused + timedelta(minutes=1))
    match.refresh_from_db()
    assert match.deadline - paused - timedelta(minutes=1) == left


def test_without_a_calendar_a_pause_adds_nothing(make_match):
    start = at(3, 6, 30)
    match = make_match(clock="slow", step_seconds=86400, now=start)
    interruptions.pause(match, start + HOUR)
    match.refresh_from_db()
    interruptions.resume(match, start + 3 * HOUR)
    match.refresh_from_db()
    assert (match.deadline, match.extra_seconds) == (start + 26 * HOUR, 0)
    assert Match.objects.get(pk=match.pk).due_at == start + 3 * HOUR
