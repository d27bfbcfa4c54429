"""What is said when dates of a contest are moved, and that nothing is said where nothing moves."""

from __future__ import annotations

import re
from datetime import time, timedelta

import pytest
from django.test import Client
from django.utils import timezone

import games
from lobby.contests import evenings, oversight, scheduler, serializers, steering
from lobby.contests.models import Contest
from lobby.contests.plans import StagePlan
from lobby.matches.errors import NotAllowed
from lobby.notices import words as notices
from lobby.notices.models import Notice
from tests.lobby.contest_rows import Luck, Slow, entered, plan

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def toys(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")


def seen_by(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def by_evenings(alice, rounds=2):
    stages = (StagePlan("points_race", {"rounds": rounds, "games": 1}, advances=2), StagePlan("rank_sum"))
    return entered(alice, plan(*stages, evening=time(20)), 4)


def moved(alice, contest, stage, not_before, **given):
    steering.move_stage(user=alice, contest_id=contest.pk, stage=stage, not_before=not_before, **given)


def act(user, contest, kind, **given):
    steering.do(user=user, contest_id=contest.pk, act=kind, given=given)


def told():
    return [notices.lines([one])[0].text for one in Notice.objects.filter(kind="contest", key__contains="moved")]


def test_every_date_of_the_contest_that_is_moved_is_told_from_when_to_when(alice, client):
    contest = entered(alice, plan(), 2)
    before = {name: getattr(contest, name) for name in ("opens_at", "closes_at", "starts_at")}
    later = {name: moment + 3 * HOUR for name, moment in before.items()}
    del later["opens_at"]
    steering.do(
        user=alice, contest_id=contest.pk, act="dates", given={**later, "check_in_minutes": 15, "text": "Late."}
    )
    (line,) = oversight.log(contest)
    check_in = later["starts_at"] - timedelta(minutes=15)
    assert {one["date"]: (one["moved_from"], one["moved_to"]) for one in line["dates"]} == {
        "closes_at": (before["closes_at"], later["closes_at"]),
        "starts_at": (before["starts_at"], later["starts_at"]),
        "check_in_at": (None, check_in),
    }
    page = " ".join(re.sub(r"<[^>]*>", "", client.get(f"/contests/{contest.pk}/").content.decode()).split())
    assert page.count("Start: from ") == page.count("Entry closes: from ") == page.count("Check-in opens: at ") == 1
    assert page.count("Entry opens: ") == 0 and "– Late." in page
    steering.do(user=alice, contest_id=contest.pk, act="dates", given={"check_in_minutes": 0})
    (line, _) = client.get(f"/api/contests/{contest.pk}/acts/").json()["acts"]
    assert line["dates"] == [
        {"date": "check_in_at", "moved_from": f"{check_in:%Y-%m-%dT%H:%M:%S.%fZ}", "moved_to": None}
    ]
    assert "Check-in opens: not any more" in re.sub(
        r"<[^>]*>", "", client.get(f"/contests/{contest.pk}/").content.decode()
    )


def refused(alice, contest, stage, not_before, **given):
    before = (len(oversight.log(contest)), len(told()), list(contest.stages.values_list("not_before", "next_at")))
    with pytest.raises(NotAllowed) as found:
        moved(alice, contest, stage, not_before, **given)
    assert before == (
        len(oversight.log(contest)),
        len(told()),
        list(contest.stages.values_list("not_before", "next_at")),
    )
    return found.value


def test_a_race_by_evenings_that_would_go_on_at_the_same_evening_is_not_moved(alice):
    contest = by_evenings(alice)
    first = evenings.first(contest)
    scheduler.go_on(contest.pk, now=first, begin=Luck())
    error = refused(alice, contest, 0, first + DAY - HOUR)
    assert error.path == "not_before"
    assert f"{first + DAY:%Y-%m-%d} 20:00 (UTC)" in error.message and "Nothing would move" in error.message
    moved(alice, contest, 0, first + DAY + HOUR)
    # It goes on at an evening, and that is what is told.
    assert told()[0] == (
        "Lantern cup has other dates now: the next round of stage 1 begins no earlier than "
        f"{first + 2 * DAY:%Y-%m-%d} 20:00 (UTC)."
    )


@pytest.mark.parametrize("has_begun", [False, True])
def test_what_follows_a_race_by_evenings_is_not_moved_before_the_freeze(alice, has_begun):
    contest = by_evenings(alice)
    first = evenings.first(contest)
    if has_begun:
        scheduler.go_on(contest.pk, now=first, begin=Luck())
    freeze = first + 2 * DAY
    for early in (freeze - HOUR, freeze):
        error = refused(alice, contest, 1, early)
        assert (error.path, error.data["moment"]) == ("not_before", f"{freeze:%Y-%m-%d} 20:00 (UTC)")
    moved(alice, contest, 1, freeze + HOUR)
    assert "already" in refused(alice, contest, 1, freeze + HOUR).message
    moved(alice, contest, 1, freeze)
    assert len(oversight.log(contest)) == 2


def test_a_later_stage_is_not_moved_before_the_last_round_of_the_one_before_it_can_begin(alice):
    stages = (
        StagePlan("swiss", {"rounds": 3}, every_minutes=60),
        StagePlan("swiss", {"rounds": 1}),
        StagePlan("single"),
    )
    contest = entered(alice, plan(*stages), 4)
    now, last = timezone.now(), contest.starts_at + 2 * HOUR
    assert "anyway" in refused(alice, contest, 1, last - HOUR / 2).message
    moved(alice, contest, 1, last + HOUR)
    # A stage that comes later yet waits for that one, too.
    assert refused(alice, contest, 2, last + HOUR / 2).data["moment"] == f"{last + HOUR:%Y-%m-%d %H:%M} (UTC)"
    assert now < contest.starts_at


def test_no_round_is_moved_that_does_not_come(alice):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 1}, every_minutes=60), StagePlan("single")), 4)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Slow())
    error = refused(alice, contest, 0, contest.starts_at + DAY)
    assert error.path == "stage" and "last round" in error.message


def test_entrants_read_every_date_that_is_another_now_and_no_other(alice):
    contest = entered(alice, plan(), 2)
    dates = steering.dates_of(contest, closes_at=contest.closes_at + HOUR / 4, check_in_minutes=10)
    steering.move(user=alice, contest_id=contest.pk, dates=dates)
    assert set(told()) == {
        f"Lantern cup has other dates now: the entry closes {dates.closes_at:%Y-%m-%d %H:%M} (UTC), "
        "check-in 10 minutes before the start."
    }
    # The log says nothing of a start that stays.
    assert oversight.log(contest)[0]["moved_to"] is None


@pytest.mark.parametrize("check_in", [0, 20])
def test_the_start_is_moved_after_the_entry_has_closed_and_during_check_in(alice, check_in):
    contest = entered(alice, plan(check_in_minutes=check_in), 2)
    now = timezone.now()
    begins = now + timedelta(minutes=10)
    Contest.objects.filter(pk=contest.pk).update(
        opens_at=now - timedelta(days=200), closes_at=now - HOUR, starts_at=begins
    )
    contest.refresh_from_db()
    assert serializers.phase(contest, now) == ("check_in" if check_in else "closed")
    closed, host, later = contest.closes_at, seen_by(alice), begins + HOUR
    page = host.get(f"/contests/{contest.pk}/steer/").content.decode()
    shown = dict(re.findall(r'name="(\w+_at)" value="([^"]+)"', page))
    sent = shown | {"starts_at": f"{later:%Y-%m-%dT%H:%M}", "check_in_minutes": f"{check_in}"}
    assert host.post(f"/contests/{contest.pk}/steer/", {"act": "dates", **sent}).status_code == 302
    contest.refresh_from_db()
    assert (contest.closes_at, contest.starts_at) == (closed, later.replace(second=0, microsecond=0))
    assert serializers.phase(contest, now) == "closed", "the entry does not open again"
    seconds = {"opens_at": contest.opens_at.replace(microsecond=0), "closes_at": closed.replace(microsecond=0)}
    for given in ({}, {"closes_at": closed}, seconds):
        later += HOUR
        steering.do(user=alice, contest_id=contest.pk, act="dates", given={"starts_at": later, **given})
        contest.refresh_from_db()
        assert (contest.closes_at, contest.starts_at) == (closed, later)
    for name in ("starts_at", "closes_at"):
        given = {name: now - timedelta(minutes=30)}
        with pytest.raises(NotAllowed) as found:
            steering.do(user=alice, contest_id=contest.pk, act="dates", given=given)
        assert found.value.path == name, "what is moved is not moved into the past"


def test_the_log_says_what_was_moved_and_from_when_to_when(alice):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 2}, advances=2), StagePlan("single")), 2)
    begins, later = contest.starts_at, contest.starts_at + timedelta(hours=30)
    act(alice, contest, "stage", stage=1, not_before=later, text="The hall is taken.")
    act(alice, contest, "stage", stage=1, not_before=later + timedelta(hours=1))
    act(alice, contest, "dates", starts_at=begins + timedelta(hours=2))
    told = [(one["stage"], one["format"], one["moved_from"], one["moved_to"]) for one in oversight.log(contest)]
    assert told == [
        (None, None, begins, begins + timedelta(hours=2)),
        (1, "single", later, later + timedelta(hours=1)),
        (1, "single", None, later),
    ]
    page = " ".join(re.sub(r"<[^>]*>", "", Client().get(f"/contests/{contest.pk}/").content.decode()).split())
    assert page.count("Stage 2, Single elimination:") == 2
    assert "Start: from " in page and "no earlier than " in page
    (line,) = [one for one in Client().get(f"/api/contests/{contest.pk}/acts/").json()["acts"] if one["stage"] is None]
    assert line["moved_to"] == (begins + timedelta(hours=2)).isoformat().replace("+00:00", "Z")


@pytest.mark.parametrize(
    ("stage", "hours", "path"), [(0, 5, "stage"), (7, 5, "stage"), (1, -5, "not_before"), (1, 24 * 200, "not_before")]
)
def test_a_date_that_makes_no_sense_is_refused_with_its_field(alice, stage, hours, path):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 1}), StagePlan("single")), 4)
    with pytest.raises(NotAllowed) as refused:
        act(alice, contest, "stage", stage=stage, not_before=contest.starts_at + timedelta(hours=hours))
    assert refused.value.path == path
