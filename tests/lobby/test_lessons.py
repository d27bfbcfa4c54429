"""A lesson on the site: who plays it, what the others order, when it is passed, who hears of it, when it is forgotten."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

import games
from lobby.accounts.models import User
from lobby.accounts.services import close_account
from lobby.bots import builtin
from lobby.fog import audience
from lobby.lessons import services
from lobby.lessons.models import Passed, Run
from lobby.matches.errors import NoMatch, NotAllowed
from lobby.matches.models import Match
from lobby.matches.terms import Settings
from lobby.pages import lists
from lobby.people import data, guests, profiles
from lobby.play import referee, reliability
from lobby.tables import forks, seating
from lobby.tables import services as tables
from lobby.watch import replay
from tests.games.toy import DEFAULT_ORDERS

pytestmark = pytest.mark.django_db(transaction=True)

GAME = "toy_lessons"


@pytest.fixture(autouse=True)
def lessons(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy with lessons is among the games."""
    cache.clear()
    monkeypatch.setitem(games.GAMES, GAME, "tests.games.toy_lessons")


def enter(user: User, lesson="first", **fields) -> Match:
    return services.enter(user=user, game_id=GAME, lesson_id=lesson, **fields)


@pytest.fixture
def play(order):
    """Gives the person's orders, lets bots give theirs as their runner does, and resolves the step."""

    def step(match: Match, **orders) -> services.Standing:
        match.refresh_from_db()
        order(match, 0, step=match.step, **orders)
        for turn in builtin.owed_orders(match.pk) or []:
            found = builtin.Runner._decide(RUNNER, turn)
            order(match, turn.seat, step=match.step, by="bot", **found)
        assert referee.advance_once(match.pk) == match.step + 1
        return services.standing(user_id=Run.objects.get(match=match).user_id, match_id=match.pk)

    RUNNER = builtin.Runner()
    return step


# --- Playing


def test_a_scene_is_passed_by_doing_it_and_the_next_one_follows(alice, play):
    match = enter(alice)
    standing = play(match, walk=0)
    assert (standing.verdict, standing.steps, standing.number) == ("open", 1, 1)
    standing = play(match, walk=1)
    assert (standing.verdict, standing.following.id) == ("passed", "dodge")
    assert services.next_scene(alice.pk, GAME, standing.lesson).id == "dodge"
    # What is passed stays passed, whatever one does then.
    assert play(match, walk=-1).verdict == "passed"


def test_the_others_play_the_script_and_default_orders_after_it(alice, play):
    match = enter(alice, scene_id="dodge")
    assert [turn.written for turn in builtin.owed_orders(match.pk)] == [DEFAULT_ORDERS | {"throw": 0}]
    assert play(match, walk=-1).verdict == "open"
    assert [turn.written for turn in builtin.owed_orders(match.pk)] == [DEFAULT_ORDERS]
    assert play(match, walk=1, throw=1).verdict == "passed"


def test_a_bot_plays_where_the_scene_wants_one(alice):
    match = enter(alice, "win")
    (turn,) = builtin.owed_orders(match.pk)
    assert turn.written is None and turn.bot.id == "thrower"


def test_a_scene_that_went_wrong_is_tried_again_from_the_same_position(alice, play):
    match = enter(alice, scene_id="dodge")
    assert play(match, walk=0).verdict == "failed"
    assert not Passed.objects.exists()
    again = enter(alice, scene_id="dodge")
    assert again.pk != match.pk and again.seed == match.seed
    assert audience.seat_view(again, 0, 0) == audience.seat_view(match, 0, 0)


def test_too_many_steps_are_too_many(alice, play):
    match = enter(alice, scene_id="dodge")
    assert [play(match, walk=-1).verdict for _ in range(3)] == ["open", "open", "failed"]


def test_the_end_of_the_match_decides_a_puzzle(alice, play):
    match = enter(alice, "win")
    assert play(match, throw=1).verdict == "passed"
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED


def test_one_goes_on_where_one_was(alice, play):
    match = enter(alice)
    play(match, walk=0)
    assert enter(alice).pk == match.pk
    assert enter(alice, again=True).pk != match.pk


def test_whoever_gave_up_begins_anew(alice, play):
    match = enter(alice)
    assert play(match, resign=True).verdict == "failed"
    assert enter(alice).pk != match.pk


def test_all_passed_begins_with_the_first_again(alice):
    lesson = services.lesson_of(GAME, "first")[1]
    for scene in lesson.scenes:
        Passed.objects.create(user=alice, game=GAME, lesson=lesson.id, scene=scene.id)
    assert services.next_scene(alice.pk, GAME, lesson).id == "walk"


@pytest.mark.parametrize(
    ("game", "lesson", "scene"), [("toy", "first", ""), (GAME, "none", ""), (GAME, "first", "none")]
)
def test_what_is_not_there_cannot_be_entered(alice, game, lesson, scene):
    with pytest.raises(services.NoLesson):
        services.enter(user=alice, game_id=game, lesson_id=lesson, scene_id=scene)
    assert not Match.objects.exists()


# --- Nobody else's business


def test_a_lesson_has_no_clock_is_on_no_list_and_counts_for_nothing(alice, play):
    match = enter(alice, "win")
    assert (match.clock, match.kind) == ("none", "lesson")
    assert lists.list_of(match) == "" and not lists.my_running(alice.pk)
    play(match, throw=1)
    assert not lists.my_finished(alice.pk).exists() and not lists.involving(alice.pk).exists()
    assert profiles.records(alice) == [] and reliability.of(alice.pk).due == 0


def test_only_its_person_knows_of_it(alice, bob, play):
    match = enter(alice, "win")
    for is_over in (False, True):
        if is_over:
            play(match, throw=1)
            match.refresh_from_db()
        with pytest.raises(NoMatch):
            audience.may_watch(match, bob.pk, None)
        with pytest.raises(NoMatch):
            services.standing(user_id=bob.pk, match_id=match.pk)
        client = Client()
        client.force_login(bob)
        for page in ("", "lesson/", "lesson/verdict/", "replay/", "frames/", "run/"):
            assert client.get(f"/matches/{match.pk}/{page}").status_code == 404


def test_its_person_sees_their_seat_and_nothing_behind_the_fog(alice):
    match = enter(alice)
    with pytest.raises(NotAllowed):
        audience.may_watch(match, alice.pk, "referee")
    with pytest.raises(NotAllowed):
        audience.may_watch(match, alice.pk, 1)


def test_no_table_is_opened_as_a_lesson_and_none_is_asked_for_a_rematch(alice, play):
    with pytest.raises(NotAllowed) as refused:
        tables.create_table(
            user=alice, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30, kind="lesson")
        )
    assert refused.value.path == "kind"
    match = enter(alice, "win")
    play(match, throw=1)
    with pytest.raises(NotAllowed):
        tables.rematch(user=alice, match_id=match.pk)


def test_it_takes_no_place_among_the_matches_that_one_has_alone(alice, make_match, monkeypatch):
    enter(alice)
    monkeypatch.setattr(seating, "ALONE", 1)
    origin = make_match([alice], ["thrower"], options={"fog": False})
    assert forks.fork(user=alice, match_id=origin.pk, step=0).kind == Match.Kind.SANDBOX
    tables.expire_tables()
    assert Match.objects.filter(kind=Match.Kind.LESSON).exists()


def test_a_lesson_plays_again_to_the_same_states(alice, play):
    match = enter(alice, "win")
    play(match, throw=1)
    match.refresh_from_db()
    assert replay.verify(match) == []


# --- Being forgotten


def test_only_the_match_one_comes_from_stays_beside_the_new_one(alice, bob):
    other = enter(bob)
    seen = [enter(alice, again=True) for _ in range(3)]
    left = set(Match.objects.filter(kind=Match.Kind.LESSON).values_list("pk", flat=True))
    assert left == {other.pk, seen[1].pk, seen[2].pk}


def test_matches_are_forgotten_after_a_while_and_what_was_passed_is_not(alice, play):
    match = enter(alice)
    play(match, walk=1)
    assert services.expire(timezone.now() + services.KEPT - timedelta(hours=1)) == 0
    assert services.expire(timezone.now() + services.KEPT) == 1
    assert not Match.objects.exists() and Passed.objects.count() == 1


def test_a_guest_who_learned_something_lately_is_not_forgotten(alice, play):
    User.objects.filter(pk=alice.pk).update(is_guest=True, date_joined=timezone.now() - guests.KEPT)
    match = enter(alice)
    play(match, walk=1)
    Match.objects.all().delete()
    assert guests.expire_guests(timezone.now()) == 0
    assert guests.expire_guests(timezone.now() + guests.KEPT) == 1


def test_a_closed_account_leaves_nothing(alice, play):
    match = enter(alice)
    play(match, walk=1)
    assert [line["scene"] for line in data.all_of(alice)["lessons"]] == ["walk"]
    close_account(user=alice)
    assert not Passed.objects.exists() and not Match.objects.exists()


# --- Pages


def test_a_stranger_begins_at_once_as_a_guest(client):
    page = client.get(f"/games/{GAME}/lessons/").content.decode()
    assert "Begin the lesson" in page and "Try it" in page
    answer = client.post(f"/games/{GAME}/lessons/first/")
    match = Match.objects.get()
    assert answer["Location"] == f"/matches/{match.pk}/lesson/"
    assert client.get(f"/matches/{match.pk}/")["Location"] == answer["Location"]
    page = client.get(answer["Location"]).content.decode()
    shown = json.loads(page.split('<script id="page" type="application/json">')[1].split("</script>")[0])["lesson"]
    assert (shown["title"], shown["number"], shown["count"], shown["following"]) == ("Walk", 1, 2, "dodge")
    assert shown["learned"] == "", "it is told to whoever has passed"
    assert "You walked." not in page


def test_the_pages_say_what_is_passed(alice, play):
    match = enter(alice)
    play(match, walk=1)
    client = Client()
    client.force_login(alice)
    told = client.get(f"/matches/{match.pk}/lesson/verdict/").json()
    assert told == {"verdict": "passed", "steps": 1, "learned": "You walked."}
    assert "1 of 2 passed" in client.get(f"/games/{GAME}/lessons/").content.decode()
    assert "1 of 2 passed" in client.get("/lessons/").content.decode()


def test_a_script_hears_where_to_go_and_why_not(alice):
    client = Client(headers={"accept": "application/json"})
    client.force_login(alice)
    answer = client.post(f"/games/{GAME}/lessons/first/", {"scene": "dodge"})
    assert answer.json() == {"url": f"/matches/{Match.objects.get().pk}/lesson/"}
    answer = client.post(f"/games/{GAME}/lessons/first/", {"scene": "none"})
    assert (answer.status_code, answer.json()["code"]) == (404, "no_lesson")


@pytest.mark.parametrize("path", ["/games/toy/lessons/", "/games/none/lessons/"])
def test_a_game_without_lessons_has_no_page_of_them(client, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("game", ["toy", "none"])
def test_nobody_becomes_a_guest_for_a_lesson_that_is_not_there(client, game):
    assert client.post(f"/games/{game}/lessons/first/").status_code == 404
    assert not User.objects.exists()
