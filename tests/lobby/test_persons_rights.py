"""Do blocks, reports, acts of staff, limits and lists take all accounts of a person as one person? And two persons as two?"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import RequestFactory
from django.utils import timezone
from rest_framework.request import Request

import games
from lobby.accounts import relations, reports, sanctions
from lobby.accounts.models import Follow, Report, User
from lobby.api import limits
from lobby.bots import programs as own_programs
from lobby.builds import services as builds
from lobby.contests import services as contests
from lobby.governance import oversight, substitutes
from lobby.matches.errors import NotAllowed, TooMany
from lobby.matches.models import Match, Program, Seat
from lobby.matches.terms import Settings
from lobby.operations import running
from lobby.ratings import leaderboards
from lobby.ratings import oversight as ratings_oversight
from lobby.ratings.models import Board, RatedMatch, Rating
from lobby.tables import challenges, queue
from lobby.tables import services as tables
from lobby.talk import chat, transcript
from tests.lobby.contest_rows import plan
from tests.lobby.test_accounts_people import signed_in

pytestmark = pytest.mark.django_db(transaction=True)

IDLE = "def decide():\n    return None\n"


@pytest.fixture(autouse=True)
def fresh(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    cache.clear()


def program(owner: User, game: str = "toy_programs") -> Program:
    return Program.objects.create(owner=owner, game=game, name=f"Of {owner}", text=IDLE)


# --- Blocks, kicks, reports


def test_a_block_holds_with_all_accounts(alice, bob, bot):
    mine, theirs = bot("Robo"), bot("Robotta", bob)
    for blocked in (bob, theirs):
        Follow.objects.create(follower=theirs, followed=mine)
        relations.block(user=alice, person=blocked)
        assert not Follow.objects.exists()
        for one in (alice, mine):
            for other in (bob, theirs):
                assert relations.is_blocked(by=one.pk, whom=other.pk)
                assert not relations.is_blocked(by=other.pk, whom=one.pk)
                assert relations.are_blocked(other.pk, one.pk)
        assert relations.blockers_of(theirs.pk) == relations.blockers_of(bob.pk) == {alice.pk, mine.pk}
        blocks = relations.blocks_of([alice.pk, mine.pk, bob.pk])
        assert blocks == {alice.pk: {bob.pk, theirs.pk}, mine.pk: {bob.pk, theirs.pk}}
        relations.unblock(user=alice, person=bob)
        assert not relations.are_blocked(alice.pk, bob.pk)
    with pytest.raises(ValidationError):
        relations.block(user=alice, person=mine)


@pytest.mark.parametrize("way", ["queue", "table", "challenge", "seat"])
def test_a_blocked_person_does_not_come_with_another_account(alice, bob, bot, make_match, charlie, way):
    theirs, mine = bot("Robotta", bob), bot()
    relations.block(user=alice, person=bob)
    if way == "queue":
        for user in (mine, theirs):
            queue.enter(user=user, game_id="toy", pace="fast")
        assert not Match.objects.exists()
        return
    match = make_match([mine, charlie])
    Seat.objects.filter(match=match, user=charlie).update(autopilot="thrower")
    opened = tables.create_table(user=mine, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30))
    acts = {
        "table": lambda: tables.join(user=theirs, match_id=opened.pk),
        "challenge": lambda: challenges.challenge(
            user=theirs, opponent=mine, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30)
        ),
        "seat": lambda: substitutes.take_over(user=theirs, match_id=match.pk, number=1),
    }
    with pytest.raises(NotAllowed):
        acts[way]()


def test_lines_of_a_blocked_persons_bot_are_not_heard(alice, bob, bot, make_match):
    match = make_match([alice, bot("Robotta", bob)])
    chat.say(user_id=match.seats.get(number=1).user_id, match_id=match.pk, text="an insult")
    relations.block(user=alice, person=bob)
    assert transcript.as_data(match, alice.pk)["lines"] == []


def test_whoever_is_removed_by_the_host_does_not_return_with_another_account(pair, charlie):
    match = tables.create_table(user=charlie, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30))
    tables.join(user=pair.one, match_id=match.pk)
    tables.kick(user=charlie, match_id=match.pk, number=1)
    if pair.is_one_person:
        with pytest.raises(NotAllowed):
            tables.join(user=pair.other, match_id=match.pk)
    else:
        tables.join(user=pair.other, match_id=match.pk)


def test_nobody_reports_an_account_of_their_own(pair, monkeypatch, charlie):
    if pair.is_one_person:
        with pytest.raises(ValidationError):
            reports.report(reporter=pair.one, person=pair.other, kind="spam")
    monkeypatch.setattr(reports, "MOST_A_DAY", 1)
    reports.report(reporter=pair.one, person=charlie, kind="spam")
    if pair.is_one_person:
        with pytest.raises(ValidationError):
            reports.report(reporter=pair.other, person=charlie, kind="abuse")
    else:
        reports.report(reporter=pair.other, person=charlie, kind="abuse")


# --- Staff


@pytest.mark.parametrize(
    "how", ["about oneself", "about a bot", "made by oneself", "in a match of a bot", "in a match of a program"]
)
def test_staff_decide_no_report_in_which_they_have_a_part(alice, bob, dana, bot, make_match, how):
    robo = bot(owner=dana)
    match = make_match([alice, robo] if how == "in a match of a bot" else [alice, bob])
    if how == "in a match of a program":
        Seat.objects.filter(match=match, number=1).update(program=program(robo, "toy"))
    person = {"about oneself": dana, "about a bot": robo}.get(how, bob)
    report = reports.report(
        reporter=dana if how == "made by oneself" else alice,
        person=person,
        kind="spam",
        match_id=match.pk if "match" in how else None,
    )
    with pytest.raises(ValidationError):
        sanctions.settle_report(staff=dana, report=report, acted=False)
    listed = signed_in(dana).get("/admin/lobby/report/").content.decode()
    assert (f"/admin/lobby/report/{report.pk}/" in listed) is (how == "made by oneself")
    other = User.objects.create_user("erin", "erin@example.org", "lantern-42-oil", name="Erin", is_staff=True)
    sanctions.settle_report(staff=other, report=report, acted=False)
    assert Report.objects.get().handled_by == other


def test_staff_do_not_judge_their_own_bots_nor_those_of_other_staff(dana, bot):
    erin = User.objects.create_user("erin", "erin@example.org", "lantern-42-oil", name="Erin", is_staff=True)
    until = timezone.now() + timedelta(days=1)
    for staff, person in ((dana, bot("Robo", dana)), (erin, bot("Robotta", dana))):
        with pytest.raises(PermissionDenied):
            sanctions.mute(staff=staff, person=person, until=until, why="loud")


@pytest.mark.parametrize("how", ["account", "program"])
def test_staff_do_not_act_where_their_bot_account_plays(alice, dana, bot, make_match, how):
    robo = bot(owner=dana)
    match = make_match([alice, robo])
    if how == "program":
        Seat.objects.filter(match=match, number=1).update(user=None, program=program(robo, "toy"))
    assert oversight.is_barred(dana, match)
    assert running.played_by(dana, [match]) == {match.pk}
    client = signed_in(dana)
    assert "Robo" not in client.get(f"/admin/lobby/match/{match.pk}/change/").content.decode()
    chat.say(user_id=alice.pk, match_id=match.pk, text="between players")
    assert "between players" not in client.get("/admin/lobby/chatline/").content.decode()
    RatedMatch.objects.create(match=match, game="toy", pace="live", verdict="counts", finished_at=timezone.now())
    with pytest.raises(ValidationError):
        ratings_oversight.void(staff=dana, match_id=match.pk, why="mine")


def test_staff_cancel_no_contest_of_their_bots(alice, dana, bot):
    contest = contests.create_contest(user=alice, plan=plan(who="both"))
    contests.enter(user=bot(owner=dana), contest_id=contest.pk)
    with pytest.raises(NotAllowed):
        contests.cancel_as_staff(staff=dana, contest_id=contest.pk, why="mine")


# --- Limits and lists


def test_tables_programs_and_builds_are_counted_by_person(pair, monkeypatch):
    monkeypatch.setattr(tables, "OPEN_TABLES", 1)
    monkeypatch.setattr(own_programs, "MOST_PROGRAMS", 1)
    monkeypatch.setattr(builds, "MOST_BUILDS", 1)
    acts = [
        lambda user: tables.create_table(
            user=user, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30)
        ),
        lambda user: builds.save(user=user, game_id="toy", name="my opening", content={"throws": [1]}),
    ]
    for act in acts:
        act(pair.one)
        if pair.is_one_person:
            with pytest.raises(TooMany):
                act(pair.other)
        else:
            act(pair.other)
    program(pair.one)
    monkeypatch.setattr(own_programs, "_try_first_steps", lambda *_: None)
    monkeypatch.setattr(own_programs, "_prepare", lambda *_: None)
    saved = {"game_id": "toy_programs", "name": "Searcher", "text": IDLE}
    if pair.is_one_person:
        with pytest.raises(TooMany):
            own_programs.save_program(user=pair.other, **saved)
    else:
        own_programs.save_program(user=pair.other, **saved)


def test_requests_are_counted_by_person(pair):
    keys = set()
    for user in (pair.one, pair.other):
        request = Request(RequestFactory().get("/api/"))
        request.user = user
        keys.add((limits.by_person(request), limits._behind(request).pk))
    assert len(keys) == (1 if pair.is_one_person else 2)


def test_bot_accounts_and_programs_of_suspended_people_are_on_no_list(alice, bot):
    shown = {"board": Board.BOTS, "game": "toy", "pace": "live"}
    row = {**shown, "mean": 25, "deviation": 1, "points": 1500, "matches": 20, "is_settled": True}
    robo = bot()
    for key in (
        {"user": robo},
        {"program": program(robo, "toy")},
        {"program": program(alice, "toy")},
        {"bot": "walker"},
    ):
        Rating.objects.create(**row, **key)

    def listed():
        now = timezone.now()
        return [
            leaderboards.listed(board=board, game="toy", pace="live", season="", now=now).count() for board in Board
        ]

    assert listed() == [0, 4], "a bot account is a machine"
    User.objects.filter(pk=alice.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    assert listed() == [0, 1]
