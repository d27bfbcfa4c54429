"""Who is told of what, once, in the transaction of what happens? And what of it is still true when it is read?"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone, translation

import games
from lobby.accounts import relations, reports, sanctions, services
from lobby.contests import scheduler
from lobby.contests import services as contests
from lobby.governance import offers, votes
from lobby.matches.models import Match, Program, Seat
from lobby.matches.terms import Settings
from lobby.notices import reading, reminders, words, writing
from lobby.notices.models import Notice
from lobby.notices.writing import News
from lobby.play import records, referee, saving
from lobby.tables import challenges
from lobby.tables import services as tables
from lobby.talk import chat
from tests.lobby import contest_rows

pytestmark = pytest.mark.django_db(transaction=True)

SLOW: dict[str, Any] = {"clock": "slow", "step_seconds": 86_400}
Kind = Notice.Kind


@pytest.fixture(autouse=True)
def fresh() -> None:
    cache.clear()


def told(user: Any, kind: str = "") -> list[str]:
    found = Notice.objects.filter(user=user).order_by("id")
    return [one.key for one in (found.filter(kind=kind) if kind else found)]


def said(user: Any, kind: str) -> str:
    with translation.override("en"):
        (line,) = words.lines(list(Notice.objects.filter(user=user, kind=kind).order_by("id"))[-1:])
    return line.text


@pytest.mark.postgres
def test_whoever_plays_a_slow_match_is_told_that_it_begins_and_of_each_step(make_match, order, alice, bob, charlie):
    match = make_match(**SLOW)
    assert told(alice) == told(bob) == [f"begun:{match.pk}"]
    order(match, 0)
    order(match, 1)
    assert referee.advance_once(match.pk) == 1
    assert told(alice) == told(bob) == [f"begun:{match.pk}", f"step:{match.pk}:1"]
    assert said(alice, Kind.STEP) == "Lanterns, Round 2: your orders are due."
    assert told(charlie) == []


def test_the_rounds_of_a_live_match_are_told_to_nobody(make_match, order, alice):
    match = make_match()
    order(match, 0)
    order(match, 1)
    referee.advance_once(match.pk)
    assert told(alice) == [f"begun:{match.pk}"]


@pytest.mark.postgres
def test_a_person_is_told_once_however_many_processes_see_it(make_match, alice):
    match = make_match(**SLOW)
    news = News(alice.pk, Kind.SOON, f"{match.pk}:0", match.pk, 0)
    for _ in range(3):
        with transaction.atomic():
            writing.write([news, news])
    assert told(alice, Kind.SOON) == [f"soon:{match.pk}:0"]


@pytest.mark.postgres
def test_what_is_undone_is_told_to_nobody(make_match, alice):
    match = make_match(**SLOW)
    with pytest.raises(RuntimeError), transaction.atomic():
        writing.write([News(alice.pk, Kind.SOON, match.pk, match.pk, 0)])
        raise RuntimeError
    assert told(alice, Kind.SOON) == []


@pytest.mark.postgres
def test_a_step_whose_notices_cannot_be_stored_is_not_stored_either(make_match, order, alice, monkeypatch):
    match = make_match(**SLOW)
    order(match, 0)
    order(match, 1)

    def fail(_news: object) -> None:
        raise RuntimeError("no room")

    monkeypatch.setattr(saving.writing, "write", fail)
    assert referee.advance_once(match.pk) is None
    assert Match.objects.get(pk=match.pk).step == 0


def test_who_misses_a_deadline_reads_what_the_next_one_costs(make_match, order, alice, bob):
    match = make_match(**SLOW)

    def pass_deadline(step: int) -> None:
        order(match, 1, step=step)
        late = Match.objects.get(pk=match.pk).deadline + timedelta(seconds=1)
        assert referee.advance_once(match.pk, now=lambda: late) == step + 1

    pass_deadline(0)
    assert (
        said(alice, Kind.MISSED)
        == "Lanterns: you have missed a deadline. If you miss the next one, a bot plays your seat."
    )
    pass_deadline(1)
    assert said(alice, Kind.MISSED).startswith(
        "Lanterns: you have missed 2 deadlines in a row, and a bot plays your seat now."
    )
    assert told(bob, Kind.MISSED) == []


def test_the_end_is_told_with_ones_own_place(make_match, alice, bob):
    match = make_match(**SLOW)
    with transaction.atomic():
        saving.finish(Match.objects.select_for_update().get(pk=match.pk), "agreed_draw", [1, 2], timezone.now())
    assert said(alice, Kind.ENDED) == "Lanterns: your match is over. Your place: 1."
    assert said(bob, Kind.ENDED) == "Lanterns: your match is over. Your place: 2."


def test_a_deadline_that_is_near_is_told_to_those_who_are_not_done(make_match, order, alice, bob):
    match = make_match(**SLOW)
    order(match, 0)
    deadline = Match.objects.get(pk=match.pk).deadline
    reminders.on_referee_sweeps(now=deadline - timedelta(hours=4))
    assert told(bob, Kind.SOON) == []
    for _ in range(2):
        reminders.on_referee_sweeps(now=deadline - timedelta(hours=2))
    assert told(bob, Kind.SOON) == [f"soon:{match.pk}:0"]
    assert told(alice, Kind.SOON) == []


def test_what_is_no_longer_true_is_not_unread(make_match, order, alice, bob):
    match = make_match(**SLOW)
    order(match, 0)
    order(match, 1)
    referee.advance_once(match.pk)
    Notice.objects.filter(kind=Kind.BEGUN).update(read_at=timezone.now())
    assert [one.kind for one in reading.unread(alice.pk)] == ["step"]
    order(match, 0, step=1, ready=False)
    assert len(reading.unread(alice.pk)) == 1, "orders that may still change are no answer"
    order(match, 0, step=1)
    assert reading.unread(alice.pk) == []
    assert [one.kind for one in reading.unread(bob.pk)] == ["step"], "the other is not done"


def test_behind_many_that_are_no_longer_true_older_ones_are_found(alice, monkeypatch):
    monkeypatch.setattr(reading, "MOST_UNREAD", 3)
    past = (timezone.now() - timedelta(days=1)).isoformat()
    true = Notice.objects.create(user=alice, kind=Kind.PUZZLE, key="puzzle:true")
    Notice.objects.bulk_create(
        Notice(user=alice, kind=Kind.PUZZLE, key=f"puzzle:{number}", data={"until": past}) for number in range(9)
    )
    assert reading.unread(alice.pk) == [true]
    assert Notice.objects.filter(read_at=None).count() == 1
    Notice.objects.bulk_create(Notice(user=alice, kind=Kind.PUZZLE, key=f"puzzle:new {number}") for number in range(9))
    assert len(reading.unread(alice.pk)) == 4


def test_a_challenge_is_told_and_so_is_its_answer(alice, bob):
    two = Settings(seats=2, step_seconds=30)
    asked = challenges.challenge(user=alice, opponent=bob, game_id="toy", options={}, settings=two)
    assert said(bob, Kind.CHALLENGE) == "Alice challenges you to a match (Lanterns)."
    assert len(reading.unread(bob.pk)) == 1
    challenges.decline(user=bob, challenge_id=asked.pk)
    assert said(alice, Kind.CHALLENGE) == "Bob has declined your challenge (Lanterns)."
    assert reading.unread(bob.pk) == []


def test_who_is_asked_for_a_vote_is_told_but_not_by_whom(make_match, alice, bob):
    match = make_match(**SLOW)
    votes.vote(user_id=alice.pk, match_id=match.pk, kind="draw", value=True)
    assert said(bob, Kind.VOTE) == "Lanterns: somebody offers a draw. Your vote is missing."
    assert told(alice, Kind.VOTE) == []
    votes.vote(user_id=alice.pk, match_id=match.pk, kind="draw", value=False)
    assert Kind.VOTE not in {one.kind for one in reading.unread(bob.pk)}


def test_a_line_is_told_without_its_text_to_those_who_may_read_it(make_match, alice, bob, charlie):
    match = make_match([alice, bob, charlie], press="full", **SLOW)
    seat = {one.user_id: one.number for one in Seat.objects.filter(match=match)}
    relations.block(user=charlie, person=alice)
    chat.say(user_id=alice.pk, match_id=match.pk, text="attack at dawn", to=[seat[bob.pk]])
    assert said(bob, Kind.MESSAGE) == "Lanterns: somebody has written."
    assert told(charlie, Kind.MESSAGE) == [], "a private line is nobody else's"
    chat.say(user_id=alice.pk, match_id=match.pk, text="hello all")
    assert told(charlie, Kind.MESSAGE) == [], "whoever blocks the writer hears nothing"
    assert len(told(bob, Kind.MESSAGE)) == 1, "one that is unread is enough"
    assert "dawn" not in str(list(Notice.objects.values()))


def test_a_rematch_is_told_to_the_others(make_match, alice, bob):
    match = make_match(**SLOW)
    with transaction.atomic():
        saving.finish(Match.objects.select_for_update().get(pk=match.pk), "agreed_draw", [1, 1], timezone.now())
    table = tables.rematch(user=alice, match_id=match.pk)
    assert told(bob, Kind.REMATCH) == [f"rematch:{table.pk}"]
    assert told(alice, Kind.REMATCH) == []


def test_a_free_seat_is_told_to_those_who_follow_somebody_there(make_match, alice, bob, charlie, dana):
    match = make_match(**SLOW)
    Seat.objects.filter(match=match, user=alice).update(autopilot="thrower")
    relations.follow(user=charlie, person=bob)
    relations.follow(user=dana, person=bob)
    relations.block(user=alice, person=dana)
    for _ in range(2):
        offers.on_referee_sweeps(now=timezone.now())
    assert [one.split(":")[0] for one in told(charlie)] == ["seat"]
    assert told(dana) == told(bob, Kind.SEAT) == []


def test_a_report_that_is_decided_is_told_without_what_was_done(alice, bob, dana):
    report = reports.report(reporter=alice, person=bob, kind="spam", note="x")
    sanctions.settle_report(staff=dana, report=report, acted=True)
    assert said(alice, Kind.REPORT) == "Staff have acted on your report. Thank you."


def test_the_owner_of_a_program_that_is_switched_off_is_told(make_match, alice, settings):
    settings.PROGRAM_FAILURES = 1
    program = Program.objects.create(owner=alice, game="toy", name="Fox", text="x")
    match = make_match()
    Seat.objects.filter(match=match, number=1).update(program=program, user=None)
    with transaction.atomic():
        records._note_failures(match.pk, {1: "steps"})
    assert said(alice, Kind.PROGRAM) == "Fox failed in too many matches and was switched off."


def test_entrants_hear_when_to_check_in_and_that_it_is_cancelled(alice, bob, charlie, monkeypatch):
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    contest = contests.create_contest(user=charlie, plan=contest_rows.plan(who="people", check_in_minutes=30))
    for person in (alice, bob):
        contests.enter(user=person, contest_id=contest.pk)
    scheduler.call_to_check_in(contest.starts_at - timedelta(minutes=31))
    assert told(alice) == []
    for _ in range(2):
        scheduler.call_to_check_in(contest.starts_at - timedelta(minutes=29))
    assert told(alice) == [f"contest:{contest.pk}:check_in"]
    scheduler.cancel(contest, timezone.now())
    assert told(alice) == [f"contest:{contest.pk}:check_in", f"contest:{contest.pk}:cancelled"]


@pytest.mark.postgres
def test_nothing_of_a_closed_account_is_kept(make_match, alice, bob):
    make_match(**SLOW)
    services.close_account(user=alice)
    assert told(alice) == [] and len(told(bob)) == 1


@pytest.mark.postgres
def test_writing_costs_a_step_one_statement(make_match, order, django_assert_max_num_queries, alice, bob):
    def statements(clock: dict[str, Any]) -> int:
        match = make_match(**clock)
        order(match, 0)
        order(match, 1)
        with django_assert_max_num_queries(100) as counted:
            referee.advance_once(match.pk)
        return len(counted)

    # SQLite asks for a savepoint around the insertion of many rows.
    assert statements(SLOW) - statements({}) <= 3, connection.vendor


@pytest.mark.postgres
def test_the_list_is_ones_own_in_pages_and_each_line_leads_to_its_place(make_match, alice, bob):
    match = make_match(**SLOW)
    client = Client()
    client.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    page = client.get("/notices/").content.decode()
    (notice,) = Notice.objects.filter(user=alice)
    assert "Lanterns: your match has begun." in page and f"/notices/{notice.pk}/" in page
    assert client.get(f"/notices/{notice.pk}/").headers["Location"] == f"/matches/{match.pk}/"
    assert Notice.objects.get(pk=notice.pk).read_at is not None
    foreign = Notice.objects.get(user=bob)
    assert client.get(f"/notices/{foreign.pk}/").status_code == 404
    client.post("/notices/read/", {"id": foreign.pk})
    client.post("/notices/read/")
    assert Notice.objects.get(pk=foreign.pk).read_at is None


def test_the_list_below_the_bell_leaves_out_what_has_passed_with_its_step(make_match, order, alice, bob):
    match = make_match(**SLOW)
    for step in range(2):
        order(match, 0, step=step)
        order(match, 1, step=step)
        assert referee.advance_once(match.pk) == step + 1
    reading.unread(alice.pk)
    assert [(one.kind, one.step) for one in reading.listed(alice.pk)] == [(Kind.STEP, 2), (Kind.BEGUN, 0)]
    assert [one.step for one in reading.of(alice.pk)] == [2, 1, 0]


def test_an_empty_list_says_what_will_stand_there(alice):
    client = Client()
    client.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    assert "Nothing yet." in client.get("/notices/").content.decode()
