"""What does a match bring its people, once and in any order? And who may read of it?"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.core.feats import Achievement
from lobby.accounts import services as accounts
from lobby.achievements import counting, path_progress, reading
from lobby.achievements.models import Gain, StopStars
from lobby.matches.models import Match, Program, Seat
from lobby.matches.people import Uncounted
from lobby.notices import words as notice_words
from lobby.notices.models import Notice
from lobby.play import referee, saving
from lobby.ratings import background
from lobby.ratings.models import Change
from lobby.store.positions import position
from lobby.tables import services as tables
from tests.games.toy import GAME as TOY
from tests.readable import texts_of

pytestmark = pytest.mark.django_db(transaction=True)

UNHURT = Achievement("unhurt", "Unhurt", "Win without a scratch.", lambda played: played.end.hearts[played.seat] == 1)
EASY = Achievement("easy", "Easy", "Beat any bot.", bool, bots="easy", icon="star")
TWICE = Achievement("twice", "Twice", "Win two matches.", bool, icon="star", times=2)
SLOW = Achievement("slow", "Slow", "Win after three steps.", lambda played: played.steps >= 3)


@pytest.fixture(autouse=True)
def toy_to_achieve(replace_toy):
    """The toy with achievements, and bots of two strengths."""
    (thrower,) = TOY.bots
    bots = (replace(thrower, strength="easy"), replace(thrower, id="master", name="Master", strength="hard"))
    replace_toy(achievements=(UNHURT, EASY, TWICE, SLOW), bots=bots)
    path_progress.stops_of.cache_clear()
    yield
    path_progress.stops_of.cache_clear()


@pytest.fixture
def win(make_match, order):
    """Plays a match of two that seat 0 wins in one step."""

    def play(*people, bots=(), **fields) -> Match:
        match = make_match(people, bots, options={"rounds": 3, "hearts": 1}, seed="lanterns", **fields)
        return end(match, order)

    return play


def end(match: Match, order) -> Match:
    """The first person throws at the seat after theirs, which waits, and is out."""
    match.refresh_from_db()
    cells = position(match.pk, match.step).state.cells
    winner = match.seats.exclude(user=None).order_by("number").first().number
    for seat in range(len(cells)):
        if seat != winner:
            order(match, seat, step=match.step)
    order(match, winner, step=match.step, throw=cells[(winner + 1) % len(cells)])
    referee.advance_and_tell(match.pk)
    match.refresh_from_db()
    assert match.status == "finished", match.status
    counting.settle()
    background.settle()
    return match


def had(user) -> set[tuple[str, str]]:
    return {*Gain.objects.filter(user=user).values_list("game", "key")}


def text_of(page) -> str:
    return " ".join(texts_of(page.content.decode()))


def client_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


# --- What counts


def test_a_rated_victory_counts_for_the_game_and_for_the_site(alice, bob, win):
    match = win(alice, bob, rated=True)
    assert had(alice) == {
        ("toy", "unhurt"),
        ("toy", "easy"),
        ("toy", "twice"),
        ("", "person"),
        ("", "all"),
        ("", "rivals"),
    }
    assert had(bob) == {("", "rivals")}, "who loses has met somebody"
    assert not Uncounted.objects.exists()
    assert {*Gain.objects.filter(user=alice).values_list("match", "at")} == {(match.pk, match.finished_at)}


def test_each_person_is_told_once_of_what_is_whole(alice, bob, win):
    win(alice, bob, rated=True)
    told = Notice.objects.filter(user=alice, kind="achievement")
    assert {one.data["key"] for one in told} == {"unhurt", "easy", "person"}, "of two needed there is one"
    win(alice, bob, rated=True)
    assert {one.data["key"] for one in told.all()} == {"unhurt", "easy", "person", "twice"}
    line = next(one for one in notice_words.lines(list(told)) if one.text == "You have achieved “Unhurt”.")
    assert line.url == "/games/toy/achievements/"


def test_unrated_matches_of_people_count_for_nothing(alice, bob, win):
    win(alice, bob)
    assert had(alice) == had(bob) == set()


def test_a_bot_counts_only_where_it_is_strong_enough(alice, win):
    win(alice, bots=["thrower"], clock="none")
    assert had(alice) == {("toy", "easy")}
    win(alice, bots=["master"], clock="none")
    assert had(alice) == {("toy", "unhurt"), ("toy", "easy"), ("toy", "twice"), ("", "machines")}


def test_tables_of_ones_own_making_do_not_count_against_bots(alice, make_match, order):
    end(make_match([alice], ["master"], options={"rounds": 4, "hearts": 1}, clock="none"), order)
    assert had(alice) == set()


@pytest.mark.parametrize("fields", [{"kind": "sandbox"}, {"kind": "hot_seat"}])
def test_matches_alone_count_for_nothing(alice, win, fields):
    win(alice, bots=["master"], **fields)
    assert had(alice) == set()


def test_what_is_played_on_counts_for_nothing(alice, win, make_match):
    origin = make_match()
    win(alice, bots=["master"], forked_from=origin)
    assert had(alice) == set()


def test_a_program_wins_for_nobody_but_on_the_ladder(alice, win):
    program = Program.objects.create(owner=alice, game="toy", name="Robo", text="")
    match = win(alice, bots=["master"], clock="none")
    Seat.objects.filter(match=match, number=0).update(program=program)
    counting.recompute()
    assert had(alice) == set()
    Match.objects.filter(pk=match.pk).update(arranged="ladder")
    counting.recompute()
    assert had(alice) == {("", "ladder")}


def test_a_bot_account_achieves_nothing_for_its_game(alice, bob, bot, win):
    robot = bot()
    win(robot, bob, rated=True)
    assert not Gain.objects.filter(user=robot).exists()


def test_a_sealed_match_counts_when_it_is_unsealed(alice, bob, win):
    match = win(alice, bob, rated=True, sealed=True)
    assert had(alice) == set()
    Match.objects.filter(pk=match.pk).update(sealed=False)
    counting.on_referee_sweeps()
    counting.settle()
    assert ("toy", "unhurt") in had(alice)


def test_a_giant_is_somebody_settled_and_two_hundred_points_higher(alice, bob, win):
    match = win(alice, bob, rated=True)
    changes = Change.objects.filter(rated__match=match)
    changes.update(matches=50, points_before=1500)
    counting.recompute()
    assert ("", "giant") not in had(alice)
    changes.filter(seat__number=1).update(points_before=1700)
    counting.recompute()
    assert ("", "giant") in had(alice) and ("", "giant") not in had(bob)
    changes.filter(seat__number=1).update(matches=2)
    counting.recompute()
    assert ("", "giant") not in had(alice), "a provisional rating says little"


def test_a_slow_match_without_a_missed_deadline_is_punctual(alice, bob, win):
    match = win(alice, bob, rated=True, clock="slow")
    Seat.objects.filter(match=match).update(steps_due=10, steps_answered=10)
    Seat.objects.filter(match=match, number=1).update(steps_answered=9)
    counting.recompute()
    assert ("", "punctual") in had(alice) and ("", "punctual") not in had(bob)


# --- Once, in any order, and again


def rows() -> tuple[set, set]:
    gains = {*Gain.objects.values_list("user", "game", "key", "value", "match", "at")}
    return gains, {*StopStars.objects.values_list("user", "game", "stop", "stars", "match", "at")}


def test_made_again_from_the_matches_all_rows_are_equal(alice, bob, charlie, win):
    for people in ((alice, bob), (alice, charlie), (bob, alice), (alice, bob)):
        win(*people, rated=True)
    win(alice, bots=["master"], clock="none")
    before = rows()
    assert before[0] and before[1]
    notices = Notice.objects.count()
    lost, wrong = Gain.objects.filter(key="twice").first(), Gain.objects.filter(key="unhurt").first()
    Gain.objects.create(user=bob, game="toy", key="slow", value=wrong.match_id, match=wrong.match, at=wrong.at)
    lost.delete()
    StopStars.objects.update(stars=7)
    call_command("achievements", recompute=True, verbosity=0)
    assert rows() == before
    assert Notice.objects.count() == notices, "nobody is told again"


def test_the_first_matches_count_in_whatever_order_they_are_looked_through(alice, bob, win):
    matches = [win(alice, bob, rated=True) for _ in range(3)]
    expected = rows()
    Gain.objects.all().delete()
    for match in reversed(matches):
        Uncounted.objects.create(match=match)
        assert counting.count(match.pk)
        assert not counting.count(match.pk), "once"
    assert rows() == expected
    assert Gain.objects.filter(user=alice, key="twice").count() == 2


def test_a_voided_match_takes_its_achievements_along(alice, bob, win):
    match, later = win(alice, bob, rated=True), win(alice, bob, rated=True)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.ABORTED)
    counting.recompute()
    assert not Gain.objects.filter(match=match).exists()
    assert Gain.objects.get(user=alice, key="unhurt").match == later


def test_who_was_stored_before_a_process_died_is_told_once(alice, bob, win, monkeypatch):
    match = win(alice, bob, rated=True)
    before = rows()
    notices = Notice.objects.filter(kind="achievement")
    told = notices.count()
    Gain.objects.all().delete()
    notices.delete()
    Uncounted.objects.create(match=match)
    store = counting._store

    def dies_with_bob(match, brought, user_id):
        if user_id == bob.pk:
            raise MemoryError
        return store(match, brought, user_id)

    with monkeypatch.context() as patch, pytest.raises(MemoryError):
        patch.setattr(counting, "_store", dies_with_bob)
        counting.count(match.pk)
    assert had(alice) and not had(bob) and Uncounted.objects.exists()
    assert counting.count(match.pk)
    assert rows() == before and notices.count() == told


def test_what_a_dead_process_left_is_found_by_the_command(alice, bob, win):
    match = win(alice, bob, rated=True)
    Gain.objects.all().delete()
    Uncounted.objects.create(match=match)
    call_command("achievements", verbosity=0)
    assert ("toy", "unhurt") in had(alice)


def test_a_step_that_is_undone_leaves_nothing_to_count(alice, bob, make_match):
    match = make_match([alice, bob])
    with pytest.raises(RuntimeError), transaction.atomic():
        saving.finish(match, "agreed_draw", [1, 1], timezone.now())
        raise RuntimeError
    assert not Uncounted.objects.exists()


def test_a_closed_account_takes_its_achievements_along(alice, bob, win):
    win(alice, bob, rated=True)
    accounts.close_account(user=alice)
    assert not Gain.objects.filter(user=alice.pk).exists()


# --- Where it is read


def test_the_page_says_what_there_is_what_i_have_and_how_many_have_it(alice, bob, win):
    match = win(alice, bob, rated=True)
    page = client_of(alice).get("/games/toy/achievements/")
    told = text_of(page)
    assert "You have 2 of 4." in told
    assert "Win without a scratch." in told and "nobody has it yet" in told and "1 of 2" in told
    assert f"/matches/{match.pk}/replay/".encode() in page.content
    assert "Whoever plays here keeps what they achieve" in text_of(Client().get("/achievements/"))
    assert Client().get("/games/none/achievements/").status_code == 404


def test_a_profile_shows_achievements_and_links_only_to_public_matches(alice, bob, win):
    match = win(alice, bob, rated=True)
    link = f"/matches/{match.pk}/replay/".encode()
    address = f"/people/{alice.slug}/"
    page = client_of(bob).get(address)
    assert "Unhurt" in text_of(page) and link in page.content
    shelf = reading.of_person(alice, bob.pk)
    assert all(line.match == match.pk for one in shelf for line in one.lines)
    Match.objects.filter(pk=match.pk).update(visibility="link")
    assert all(line.match is None for one in reading.of_person(alice, bob.pk) for line in one.lines)
    assert all(line.match for one in reading.of_person(alice, alice.pk) for line in one.lines)


def test_the_end_of_a_match_tells_each_reader_their_own(alice, bob, win):
    match = win(alice, bob, rated=True)
    address = f"/api/matches/{match.pk}/achievements/"
    mine = client_of(alice).get(address).json()
    assert mine["is_counted"] and {one["key"] for one in mine["earned"]} == {"unhurt", "easy", "person"}
    assert client_of(bob).get(address).json()["earned"] == []
    assert Client().get(address).json() == {"is_counted": False, "earned": [], "stop": None}


# --- The path


def stop_named(user, key) -> path_progress.StopLine:
    return next(one for one in path_progress.of("toy", user.pk) if one.key == key)


def test_the_path_is_walked_by_playing_its_stops(alice, order):
    first, second = path_progress.of("toy", None)[:2]
    assert first.is_next and not second.is_next
    match = tables.quick_match(user=alice, game_id="toy", stop=first.key)
    end(match, order)
    walked = stop_named(alice, first.key)
    assert walked.stars[0].is_had and not walked.is_next
    assert next(one.key for one in path_progress.of("toy", alice.pk) if one.is_next) == second.key
    assert StopStars.objects.get().match == match


def test_a_guest_keeps_the_stars_with_the_account(order):
    guest = accounts.create_guest()
    end(tables.quick_match(user=guest, game_id="toy", stop=path_progress.of("toy", None)[0].key), order)
    assert StopStars.objects.get().user_id == guest.pk


def test_stars_of_several_matches_add_up(alice, win):
    match = win(alice, bots=["master"], clock="none")
    row = StopStars.objects.get()
    with transaction.atomic():
        counting._keep_stars(alice.pk, match, row.stop, 4)
    row.refresh_from_db()
    assert row.stars & 4


def test_an_unknown_stop_is_refused_in_words(alice):
    page = client_of(alice).post("/play/", {"game": "toy", "stop": "nowhere"}, follow=True)
    assert "There is no such stop on the path." in text_of(page)


def test_the_page_of_a_game_names_the_next_opponent(alice):
    page = client_of(alice).get("/games/toy/")
    assert "The path" in text_of(page)
    assert page.content.count(b'aria-current="step"') == 1


def test_programs_read_the_path_and_play_a_stop(alice):
    client = client_of(alice)
    stops = client.get("/api/games/toy/path/").json()
    assert [one["key"] for one in stops][:2] == ["quick-thrower-2", "quick-master-2"]
    assert client.get("/api/games/toy/achievements/").json()[0]["key"] == "unhurt"
    assert {one["key"] for one in client.get("/api/achievements/").json()} >= {"giant", "rivals"}
    assert client.get(f"/api/players/{alice.slug}/achievements/").json() == []


def test_old_matches_wait_for_nobody(alice, bob, win):
    """The row of a match that was counted is gone, so a sweep has nothing to do."""
    match = win(alice, bob, rated=True)
    Match.objects.filter(pk=match.pk).update(finished_at=timezone.now() - timedelta(days=9))
    assert counting.count_all() == 0
