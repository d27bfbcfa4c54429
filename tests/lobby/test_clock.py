"""When a step ends: pure, no database, no waiting."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from lobby.matches import clock

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def awaited(*seats: tuple[bool, float]) -> list[clock.Awaited]:
    """Seats as (ready, bank in seconds), against a deadline at noon."""
    return [
        clock.Awaited(number, ready, clock.person_until(NOON, round(bank * 1000), uses_bank=True))
        for number, (ready, bank) in enumerate(seats)
    ]


def judge(
    pending: list[clock.Awaited], seconds: float, hold: float | None = None, attended: bool = True
) -> clock.Verdict:
    return clock.verdict(
        pending, now=at(seconds), deadline=NOON, hold_until=None if hold is None else at(hold), attended=attended
    )


def wait_until(seconds: float) -> clock.Verdict:
    return clock.Verdict(resolve=False, look_at=at(seconds))


RESOLVE = clock.Verdict(resolve=True)


def test_the_first_step_of_a_live_match_is_longer():
    def length(**facts):
        return clock.step_length(
            **{"live": True, "step_seconds": 20, "factor": 1.0, "clock": "step", "step": 1, **facts}
        )

    assert length() == timedelta(seconds=20)
    assert length(step=0) == timedelta(seconds=60)
    assert length(step=0, live=False) == timedelta(seconds=20)
    assert length(factor=0.25) == timedelta(seconds=5)
    assert length(step=0, clock="opening", factor=2.0) == timedelta(seconds=40), "the game has said how long it wants"
    assert length(live=False, step_seconds=86_400, factor=0.5) == timedelta(hours=12)


def test_a_step_ends_when_everybody_is_ready():
    assert judge(awaited((True, 0), (True, 0)), -25) == RESOLVE
    assert judge(awaited((True, 0), (False, 0)), -25) == wait_until(0)
    assert judge([], -25) == RESOLVE, "nobody is awaited"


def test_a_step_ends_neither_early_nor_late():
    pending = awaited((True, 0), (False, 0))
    assert judge(pending, -0.000001) == wait_until(0)
    assert judge(pending, 0) == RESOLVE


def test_a_seat_that_is_not_ready_lives_on_its_bank():
    pending = awaited((False, 12.5), (True, 100))
    assert judge(pending, 0) == wait_until(12.5)
    assert judge(pending, 12.499) == wait_until(12.5)
    assert judge(pending, 12.5) == RESOLVE, "the bank of a seat that is ready is nobody's time"


def test_the_longest_bank_of_those_that_are_not_ready_counts():
    assert judge(awaited((False, 5), (False, 40)), 10) == wait_until(40)
    assert judge(awaited((False, 5), (True, 40)), 10) == RESOLVE


def test_a_kind_of_clock_may_use_no_bank():
    assert clock.person_until(NOON, 60_000, uses_bank=False) == NOON
    assert clock.person_until(NOON, 60_000, uses_bank=True) == at(60)


def test_a_secret_wait_hides_how_early_the_answers_came():
    assert judge(awaited((True, 0)), -20, hold=-15) == wait_until(-15)
    assert judge(awaited((True, 0)), -15, hold=-15) == RESOLVE
    assert judge(awaited((False, 0)), -15, hold=-15) == wait_until(0)
    assert judge(awaited((False, 0)), 1, hold=3) == wait_until(3)


def test_a_match_that_everybody_left_keeps_its_ordinary_pace():
    assert judge(awaited((True, 0), (True, 0)), -25, attended=False) == wait_until(0)
    assert judge(awaited((True, 0), (True, 0)), 0, attended=False) == RESOLVE


@pytest.mark.parametrize(("done", "left"), [(-3, 60_000), (0, 60_000), (0.25, 59_750), (59.999, 1), (60, 0), (75, 0)])
def test_a_bank_pays_for_the_time_after_the_deadline(done, left):
    assert clock.bank_left(60_000, deadline=NOON, done_at=at(done)) == left


def test_downtime_is_a_silence_that_is_too_long():
    assert clock.downtime(None, NOON, starting=True) == timedelta(0), "the site has never run"
    assert clock.downtime(at(-100), NOON, starting=True) == timedelta(seconds=100)
    assert clock.downtime(at(-100), NOON, starting=False) == timedelta(seconds=100), "the machine slept"
    assert clock.downtime(at(-4), NOON, starting=True) == timedelta(seconds=4)
    assert clock.downtime(at(-4), NOON, starting=False) == timedelta(0), "the machine is busy"
    assert clock.downtime(at(-2), NOON, starting=True) == timedelta(0), "another referee is alive"
    assert clock.downtime(at(50), NOON, starting=True) == timedelta(0), "the machine's clock was set back"


def test_moments_move_and_absent_ones_stay_absent():
    assert clock.moved(NOON, timedelta(seconds=9)) == at(9)
    assert clock.moved(None, timedelta(seconds=9)) is None


def test_a_pause_ends_by_itself():
    assert clock.pause_ends(NOON, live=True) == at(30 * 60)
    assert clock.pause_ends(NOON, live=False) == NOON + timedelta(days=7)


# --- Calendars

BERLIN = ZoneInfo("Europe/Berlin")


def berlin(day: int, hour: int, minute: int = 0, month: int = 11) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=BERLIN).astimezone(UTC)


@pytest.mark.parametrize(
    ("started", "days", "hour", "rest", "ends"),
    [
        pytest.param(berlin(17, 20, 1), 1, 20, (), berlin(18, 20), id="a step that begins at the hour lasts a day"),
        pytest.param(berlin(17, 10), 1, 20, (), berlin(18, 20), id="less than half of the time is too little"),
        pytest.param(berlin(17, 7), 1, 20, (), berlin(17, 20), id="half of the time will do"),
        pytest.param(berlin(20, 20, 1), 1, 20, (5, 6), berlin(23, 20), id="the weekend does not count"),
        pytest.param(berlin(21, 15), 1, 20, (5, 6), berlin(23, 20), id="a step may begin on a rest day"),
        pytest.param(berlin(19, 12), 3, None, (5, 6), berlin(24, 12), id="rest days without an hour"),
        pytest.param(
            berlin(24, 20, 1, 10), 1, 20, (), berlin(25, 20, 0, 10), id="20 o'clock is 20 o'clock in winter too"
        ),
        pytest.param(berlin(17, 20, 1), 3, 20, (), berlin(20, 20), id="several days"),
        pytest.param(berlin(24, 20, 1, 10), 2, 20, (), berlin(26, 20, 0, 10), id="two days are two days in autumn too"),
        pytest.param(berlin(22, 20, 1, 10), 3, 20, (5,), berlin(26, 20, 0, 10), id="and three with a day of rest"),
        pytest.param(berlin(28, 20, 1, 3), 2, 20, (), berlin(30, 20, 0, 3), id="and in spring"),
    ],
)
def test_a_calendar_says_when_a_step_ends(started, days, hour, rest, ends):
    calendar = clock.Calendar(BERLIN, hour, frozenset(rest))
    assert clock.step_ends(started, timedelta(days=days), calendar) == ends


def test_a_vacation_day_is_a_day_that_counts():
    calendar = clock.Calendar(BERLIN, 20, frozenset({5, 6}))
    assert clock.days_later(berlin(20, 20), 2, calendar) == berlin(24, 20)
    assert clock.step_ends(berlin(20, 20), timedelta(hours=1)) == berlin(20, 21)
