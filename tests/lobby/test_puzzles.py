"""Puzzles on the site: the first try counts once, nothing is told before it, days and streaks, ratings, and who may see what."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import games
from games.core import puzzles
from lobby.accounts.models import User
from lobby.accounts.services import close_account
from lobby.bots import builtin
from lobby.lessons import services as lessons
from lobby.lessons.models import Run
from lobby.matches.models import Match
from lobby.notices import reading
from lobby.notices.models import Notice, Wishes
from lobby.people import data
from lobby.play import referee
from lobby.puzzles import calling, days, pages, playing, services
from lobby.puzzles.models import PuzzleStrength, PuzzleTry, SolvedDay, SolverStrength
from tests.games.toy_puzzles import GAME as TOY
from tests.games.toy_puzzles import POOL

pytestmark = pytest.mark.django_db(transaction=True)

GAME = "toy_puzzles"
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def pool(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy with puzzles is the only game that has some."""
    cache.clear()
    monkeypatch.setitem(games.GAMES, GAME, "tests.games.toy_puzzles")
    monkeypatch.setattr(puzzles, "stored", lambda package: ("1", POOL if package == TOY.puzzles.package else ()))


@pytest.fixture
def answer(order):
    """Gives orders in a puzzle's match, lets the bot give the script's, and resolves the step."""
    runner = builtin.Runner()

    def step(match: Match, **orders) -> None:
        match.refresh_from_db()
        order(match, 0, step=match.step, **orders)
        for turn in builtin.owed_orders(match.pk) or []:
            order(match, turn.seat, step=match.step, by="bot", **runner._decide(turn))
        assert referee.advance_once(match.pk) == match.step + 1

    return step


def begin(user: User, puzzle=POOL[0], **fields) -> Match:
    return services.begin(user=user, game=games.get(GAME), puzzle=puzzle, **fields)


def ask(user: User, match: Match, now: datetime | None = None) -> services.Progress:
    return services.progress(user=user, match_id=match.pk, now=now or timezone.now())


def right(puzzle=POOL[0]) -> dict:
    return {key: puzzle.solution[key] for key in ("walk", "throw")}


WRONG = {"walk": 0, "throw": 5}


# --- The first try


def test_the_right_answer_solves_the_puzzle_and_moves_both_ratings(alice, answer):
    match = begin(alice)
    answer(match, **right())
    told = ask(alice, match)
    assert (told.standing.verdict, told.first.result) == ("passed", "solved")
    assert told.first.points > told.first.points_before == 1500
    hard = PuzzleStrength.objects.get(game=GAME, puzzle=POOL[0].id)
    assert (hard.points < POOL[0].points, hard.tries) == (True, 1)


def test_a_wrong_answer_fails_it_and_a_later_right_one_does_not_count(alice, answer):
    match = begin(alice)
    answer(match, **WRONG)
    lost = ask(alice, match).first
    assert (lost.result, lost.points < 1500) == ("failed", True)
    again = begin(alice, again=True)
    answer(again, **right())
    told = ask(alice, again)
    assert (told.standing.verdict, told.first.result, told.first.points) == ("passed", "failed", lost.points)
    assert SolverStrength.objects.get(user=alice).tries == 1


def test_asking_twice_and_in_two_windows_counts_once(alice, answer):
    match = begin(alice)
    assert begin(alice).pk == match.pk
    answer(match, **right())
    for _ in range(3):
        ask(alice, match)
    assert SolverStrength.objects.get(user=alice).tries == PuzzleStrength.objects.get(puzzle=POOL[0].id).tries == 1


def test_two_windows_that_judge_at_the_same_moment_count_once(alice, answer):
    """Both have read that the try is open; only one of them writes."""
    match = begin(alice)
    answer(match, **right())
    one, other = (PuzzleTry.objects.get(user=alice) for _ in range(2))
    assert services.strengths.judge(one, alice, POOL[0], solved=True)
    assert not services.strengths.judge(other, alice, POOL[0], solved=False)
    assert PuzzleTry.objects.get(user=alice).result == "solved"
    assert SolverStrength.objects.get(user=alice).tries == 1


def test_beginning_again_without_having_asked_does_not_hide_a_wrong_try(alice, answer):
    answer(begin(alice), **WRONG)
    answer(second := begin(alice, again=True), **right())
    assert ask(alice, second).first.result == "failed"


def test_a_try_whose_match_is_forgotten_counts_for_nothing(alice, answer):
    match = begin(alice)
    answer(match, **WRONG)
    match.delete()
    answer(again := begin(alice), **right())
    told = ask(alice, again)
    assert (told.first.result, told.first.points) == ("lapsed", None)
    assert not SolverStrength.objects.exists()


def test_whoever_closed_the_page_too_early_is_judged_at_the_next_visit(alice, answer):
    answer(begin(alice), **right())
    services.settle(alice, timezone.now())
    assert PuzzleTry.objects.get(user=alice).result == "solved"


def test_a_puzzle_that_a_release_has_taken_out_is_in_nobodys_way(alice, client, answer):
    answer(begin(alice), **right())
    PuzzleTry.objects.filter(user=alice).update(puzzle="gone")
    Run.objects.filter(user=alice).update(scene="gone")
    services.settle(alice, timezone.now())
    assert PuzzleTry.objects.get(user=alice).result == "open"
    client.force_login(alice)
    assert client.get("/puzzles/").status_code == 200


def test_a_running_match_of_a_puzzle_that_a_release_has_taken_out_goes_on(alice, client, answer, monkeypatch):
    match = begin(alice)
    monkeypatch.setattr(puzzles, "stored", lambda package: ("1", POOL[1:] if package == TOY.puzzles.package else ()))
    (turn,) = builtin.owed_orders(match.pk)
    assert turn.written == TOY.default_orders(None, turn.seat)
    answer(match, **right())
    client.force_login(alice)
    assert client.get(reverse("puzzle_match", args=[match.pk]), follow=True).status_code == 200
    monkeypatch.setattr(puzzles, "stored", lambda package: ("1", ()))
    assert builtin.owed_orders(match.pk)


def test_the_accounts_of_programs_are_not_rated(alice, bob, answer):
    User.objects.filter(pk=bob.pk).update(owner=alice)
    bob.refresh_from_db()
    match = begin(bob)
    answer(match, **right())
    assert ask(bob, match).first.result == "solved"
    assert not SolverStrength.objects.exists() and not PuzzleStrength.objects.exists()


# --- No spoilers


def test_nothing_that_helps_leaves_the_server_before_the_first_try(alice, client, answer):
    client.force_login(alice)
    match = begin(alice)
    page = client.get(f"/matches/{match.pk}/puzzle/").content.decode()
    shown = pages.shown(ask(alice, match))
    assert (shown["hint"], shown["learned"]) == ("", "")
    assert "stood there" not in page and "Where does" not in page
    refused = client.get(f"/matches/{match.pk}/puzzle/solution/")
    assert refused.status_code == 400 and "orders" not in refused.json()
    # Nor by the pages of lessons, which give hints from the beginning.
    assert client.get(f"/matches/{match.pk}/lesson/").headers["Location"] == f"/matches/{match.pk}/puzzle/"
    assert client.post(f"/games/{GAME}/lessons/{puzzles.LESSON}/", {"scene": POOL[1].id}).status_code == 404


def test_after_a_wrong_try_there_are_a_hint_and_the_answer(alice, client, answer):
    client.force_login(alice)
    match = begin(alice)
    answer(match, **WRONG)
    told = client.get(f"/matches/{match.pk}/puzzle/verdict/").json()
    assert (told["verdict"], told["first"], told["hint"]) == ("failed", "failed", "Where does Seat 1 stand?")
    found = client.get(f"/matches/{match.pk}/puzzle/solution/").json()
    assert found["orders"]["throw"] == 1 and found["why"] == "Seat 1 stood there."


def test_nobody_else_sees_the_puzzle_or_its_answer(alice, bob, client, answer):
    match = begin(alice)
    answer(match, **WRONG)
    ask(alice, match)
    for who in (bob, None):
        stranger = Client()
        if who is not None:
            stranger.force_login(who)
        for page in ("", "verdict/", "solution/"):
            assert stranger.get(f"/matches/{match.pk}/puzzle/{page}").status_code == 404


def test_the_puzzle_of_tomorrow_cannot_be_begun(alice, client):
    client.force_login(alice)
    tomorrow = days.today(timezone.now()) + timedelta(days=1)
    for day in (tomorrow.isoformat(), "never", (tomorrow - timedelta(days=40)).isoformat()):
        assert client.post(f"/puzzles/{GAME}/begin/", {"day": day}).status_code == 404
    assert not PuzzleTry.objects.exists()


def test_what_the_others_will_do_is_not_in_the_page(alice, client):
    client.force_login(alice)
    match = begin(alice, POOL[1])
    shown = pages.shown(ask(alice, match))
    assert not {"script", "orders", "position", "share"} & shown.keys()
    page = client.get(f"/matches/{match.pk}/puzzle/").content.decode()
    assert '"walk": 1' not in page and POOL[1].position not in page


# --- Days and streaks


def test_a_day_lasts_until_midnight_of_the_site_or_of_the_person():
    late = datetime(2026, 11, 29, 3, tzinfo=UTC)
    assert days.lasting("UTC", late) == [date(2026, 11, 29)]
    assert days.lasting("America/Los_Angeles", late) == [date(2026, 11, 29), date(2026, 11, 28)]
    # Nobody knows the puzzle of tomorrow, however early their own day begins.
    assert days.lasting("Pacific/Auckland", datetime(2026, 11, 28, 22, tzinfo=UTC)) == [date(2026, 11, 28)]


@pytest.mark.parametrize(
    ("solved", "zone", "length"),
    [
        ((), "UTC", 0),
        ((28,), "UTC", 1),
        ((27, 26), "UTC", 2),
        ((28, 27, 25), "UTC", 2),
        ((26, 25), "UTC", 0),
        ((28, 27, 26, 25), "UTC", 4),
    ],
)
def test_a_streak_ends_with_a_day_that_was_missed(solved, zone, length):
    assert days.streak([date(2026, 11, day) for day in solved], zone, NOON) == length


def test_the_evening_of_the_west_still_saves_a_streak():
    night = datetime(2026, 11, 29, 3, tzinfo=UTC)
    solved = [date(2026, 11, 27), date(2026, 11, 26)]
    assert days.streak(solved, "UTC", night) == 0
    assert days.streak(solved, "America/Los_Angeles", night) == 2


def test_the_longest_streak_is_kept():
    assert days.best([date(2026, 11, day) for day in (1, 2, 3, 7, 8, 20)]) == 3


def test_solving_the_puzzle_of_the_day_makes_the_day_count(alice, answer):
    today = services.of_day(games.get(GAME), days.today(timezone.now()))
    match = begin(alice, today)
    answer(match, **WRONG)
    ask(alice, match)
    assert not SolvedDay.objects.exists()
    again = begin(alice, today, again=True)
    answer(again, **right(today))
    ask(alice, again)
    shown = pages.of_games(alice, timezone.now())[0]
    assert (shown.streak, shown.state) == (1, "late")


def test_yesterdays_puzzle_counts_in_the_zone_where_it_is_still_yesterday(alice, answer):
    night = datetime(2026, 11, 29, 3, tzinfo=UTC)
    puzzle = services.of_day(games.get(GAME), date(2026, 11, 28))
    match = begin(alice, puzzle)
    answer(match, **right(puzzle))
    ask(alice, match, night)
    assert not SolvedDay.objects.exists()
    Wishes.objects.create(user=alice, time_zone="America/Los_Angeles")
    ask(alice, match, night)
    assert SolvedDay.objects.get().day == date(2026, 11, 28)


# --- Practice, pages, what is kept


def test_practice_offers_what_is_new_and_about_as_hard_as_one_is_good(alice):
    game = games.get(GAME)
    now = timezone.now()
    kept = {services.of_day(game, days.today(now) + timedelta(days=shift)).id for shift in (-1, 0, 1)}
    seen = []
    while (found := services.to_practise(alice, game, now)) is not None:
        seen.append(found)
        PuzzleTry.objects.create(user=alice, game=GAME, puzzle=found.id, result="solved")
    assert {one.id for one in seen} == {one.id for one in POOL} - kept
    far = [abs(one.points - 1500) for one in seen]
    assert far == sorted(far)


def test_a_stranger_becomes_a_guest_and_keeps_what_was_solved(answer):
    visitor = Client()
    assert visitor.get("/puzzles/").status_code == 200
    day = days.today(timezone.now()).isoformat()
    begun = visitor.post(f"/puzzles/{GAME}/begin/", {"day": day})
    assert begun.status_code == 302 and begun.headers["Location"].endswith("/puzzle/")
    assert visitor.get(begun.headers["Location"]).status_code == 200
    assert PuzzleTry.objects.get().user.is_guest


def test_the_pages_say_how_one_stands(alice, client, answer):
    client.force_login(alice)
    today = services.of_day(games.get(GAME), days.today(timezone.now()))
    match = begin(alice, today)
    answer(match, **right(today))
    index = client.get("/puzzles/").content.decode()
    assert "solved at the first try" in index and "1 day in a row" in index
    assert "Past days" in client.get(f"/puzzles/{GAME}/").content.decode()
    assert client.get("/puzzles/nothing/").status_code == 404
    assert "Puzzles of the day" in client.get("/").content.decode()


def test_a_site_without_puzzles_says_so(client, monkeypatch):
    monkeypatch.setattr(puzzles, "stored", lambda package: ("", ()))
    assert "There are no puzzles on this site yet." in client.get("/puzzles/").content.decode()
    assert "Puzzles of the day" not in client.get("/").content.decode().partition("<main")[2]


def test_one_plays_on_from_a_puzzle_only_after_the_first_try(alice, client, answer):
    match = begin(alice)
    assert client.post(f"/matches/{match.pk}/puzzle/play-on/").status_code == 404, "nobody is logged in"
    client.force_login(alice)
    assert client.post(f"/matches/{match.pk}/puzzle/play-on/").status_code == 302
    assert Match.objects.count() == 1
    answer(match, **WRONG)
    ask(alice, match)
    played = playing.play_on(alice, ask(alice, match))
    assert (played.kind, played.rated, played.step) == ("ordinary", False, 0)


def test_an_amount_is_said_without_its_sign(alice):
    told = ask(alice, begin(alice))
    least = replace(told, puzzle=replace(told.puzzle, goal={**told.puzzle.goal, "least": -19}))
    assert pages.said(least, "Bring %(what)s down to %(least)s.") == "Bring Seat 1 down to 19."


def test_a_puzzle_is_no_passed_scene(alice, answer):
    match = begin(alice)
    answer(match, **right())
    ask(alice, match)
    assert lessons.passed(alice.pk, GAME) == set()


def test_a_closed_account_takes_its_tries_along_and_the_data_has_them(alice, answer):
    match = begin(alice)
    answer(match, **right())
    ask(alice, match)
    kept = json.loads(json.dumps(data.all_of(alice), default=str))["puzzles"]
    assert [one["result"] for one in kept["tries"]] == ["solved"]
    assert [(one["game"], one["tries"]) for one in kept["ratings"]] == [(GAME, 1)]
    close_account(user=alice)
    assert not PuzzleTry.objects.exists() and not SolverStrength.objects.exists()
    assert PuzzleStrength.objects.count() == 1


# --- Being told of the puzzles of the day


def wishing(user: User, zone: str = "UTC", ways: list[str] | None = None) -> Wishes:
    return Wishes.objects.create(user=user, time_zone=zone, ways={"puzzle": ["site"] if ways is None else ways})


def called(user: User) -> list[str]:
    return list(Notice.objects.filter(user=user, kind="puzzle").order_by("pk").values_list("key", flat=True))


def test_whoever_asked_is_told_once_a_day_however_many_look(alice, bob, charlie):
    wishing(alice)
    wishing(charlie, ways=[])
    assert [calling.tell(NOON), calling.tell(NOON), calling.tell(NOON + timedelta(hours=3))] == [1, 0, 0]
    assert calling.tell(NOON + days.DAY) == 1
    assert called(alice) == ["puzzle:2026-11-28", "puzzle:2026-11-29"]
    assert called(bob) == called(charlie) == []


@pytest.mark.parametrize(
    ("zone", "hour", "is_called"),
    [
        ("UTC", 6, False),
        ("UTC", 7, True),
        ("UTC", 22, False),
        ("America/New_York", 7, False),
        ("America/New_York", 12, True),
        # It is noon there of a day whose puzzles are not there yet.
        ("Pacific/Kiritimati", 11, False),
        ("Asia/Tokyo", 0, True),
        ("Asia/Tokyo", 22, False),
    ],
)
def test_the_hour_is_that_before_the_mail_of_the_day_and_never_before_the_puzzles_change(alice, zone, hour, is_called):
    assert calling.is_hour(wishing(alice, zone), NOON.replace(hour=hour)) is is_called


def test_whoever_has_played_today_is_not_told_and_playing_takes_the_notice_back(alice, bob, answer, monkeypatch):
    now = timezone.now()
    monkeypatch.setattr(calling, "is_hour", lambda *_: True)
    today = services.of_day(games.get(GAME), days.today(now))

    def fail(user: User) -> None:
        match = begin(user, today)
        answer(match, **WRONG)
        ask(user, match)

    for one in (alice, bob):
        wishing(one)
    fail(alice)
    calling.tell(now)
    assert called(alice) == []
    assert len(reading.unread(bob.pk)) == 1
    fail(bob)
    assert reading.unread(bob.pk) == []


def test_a_puzzle_of_yesterday_is_no_news(alice, monkeypatch):
    wishing(alice)
    calling.tell(NOON)
    monkeypatch.setattr(timezone, "now", lambda: NOON + timedelta(hours=11))
    assert len(reading.unread(alice.pk)) == 1
    monkeypatch.setattr(timezone, "now", lambda: NOON + timedelta(hours=13))
    assert reading.unread(alice.pk) == []
