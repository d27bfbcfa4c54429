"""What does the front page of somebody who plays here show beside what waits: friends, the path, the streak, and how much time is left?"""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from lobby.accounts import relations
from lobby.accounts.models import User
from lobby.achievements import path_progress
from lobby.achievements.models import StopStars
from lobby.matches.models import Match
from lobby.notices import open_pages
from lobby.operations import announcements, maintenance
from lobby.pages import lists
from lobby.people import friends
from lobby.puzzles import services
from lobby.puzzles.models import PuzzleTry, SolvedDay
from lobby.ratings.models import Rating

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nobody_is_here():
    cache.clear()
    yield
    cache.clear()


def front_of(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.get("/").content.decode()


def followed_by(user: User, *names: str, **fields) -> list[User]:
    """People whom the user follows, and who are here."""
    made = [User.objects.create_user(f"{name.lower()}@x.test", name=name, **fields) for name in names]
    for one in made:
        relations.follow(user=user, person=one)
    open_pages.note(one.pk for one in made)
    return made


def test_friends_who_are_here_are_shown_unless_they_do_not_want_to_be(alice, make_match):
    make_match()
    assert "Follow people, and you see here when they are online." in front_of(alice)
    ilse, away = followed_by(alice, "Ilse", "Away")
    cache.delete(open_pages._key(away.pk))
    followed_by(alice, "Hidden", hides_activity=True)
    followed_by(alice, "Passer", is_guest=True)
    (blocker,) = followed_by(alice, "Blocker")
    relations.block(user=blocker, person=alice)
    stranger = User.objects.create_user("stranger@x.test", name="Stranger")
    open_pages.note([stranger.pk])
    told = friends.here_now(alice)
    assert ([one.person for one in told.shown], told.number) == ([ilse], 1)
    page = front_of(alice)
    assert f'href="/people/{ilse.slug}/"' in page
    assert not re.search("Hidden|Passer|Blocker|Stranger|Away", strip_tags(page))
    cache.clear()
    assert "Nobody whom you follow is here right now." in front_of(alice)


def test_beside_a_friend_stands_their_rating_in_the_game_that_they_play_most(alice, make_match):
    make_match()
    ilse, tomo, _wen = followed_by(alice, "Ilse", "Tomo", "Wen")
    for user, game, points, matches in (
        (ilse, "frames", 1655, 40),
        (ilse, "deep_blue", 1100, 12),
        (tomo, "cosmos", 1478, 1),
    ):
        Rating.objects.create(
            board="people",
            game=game,
            pace="live",
            user=user,
            mean=0,
            deviation=1,
            points=points,
            matches=matches,
            is_settled=matches > 10,
        )
    # In the lists of machines somebody's programs stand, and a game may have left the site.
    Rating.objects.create(
        board="people", game="gone", pace="live", user=ilse, mean=0, deviation=1, points=1, matches=90
    )
    shown = {one.person: one.rating for one in friends.here_now(alice).shown}
    assert [rating and (rating.points, rating.is_provisional, rating.game_name) for rating in shown.values()] == [
        (1655, False, "Frames"),
        (1478, True, "Cosmos"),
        None,
    ]
    page = front_of(alice)
    assert 'title="Rating: Frames">1655<' in page and 'title="Provisional rating: Cosmos">1478<' in page


def test_the_puzzle_of_the_day_is_drawn_as_whoever_solves_it_sees_it(alice, make_match):
    make_match()
    client = Client()
    client.force_login(alice)
    today = timezone.now().date()
    for game in services.games_with():
        address = reverse("puzzle_picture", args=[game.id, today])
        assert f'src="{address}?theme=dark"' in client.get("/puzzles/").content.decode()
        drawn = client.get(address)
        assert drawn.status_code == 200 and drawn["Content-Type"] == "image/svg+xml"
        match = services.begin(user=alice, game=game, puzzle=services.of_day(game, today))
        board = client.get(reverse("picture", args=[match.pk]), {"step": 0, "theme": "light"})
        assert client.get(address, {"theme": "light"}).content == board.content != drawn.content, game.id


def test_no_puzzle_is_drawn_before_its_day_or_long_after_it():
    game, today = services.games_with()[0], timezone.now().date()
    for shift in (1, -services.PAST - 5):
        address = reverse("puzzle_picture", args=[game.id, today + timedelta(days=shift)])
        assert Client().get(address).status_code == 404
    assert Client().get(f"/puzzles/{game.id}/someday/picture.svg").status_code == 404
    assert Client().get(f"/puzzles/nothing/{today}/picture.svg").status_code == 404


def test_the_front_page_asks_a_puzzle_that_is_not_done_as_long_as_there_is_one(alice, make_match):
    make_match()
    today = timezone.now().date()
    first, *_others = services.games_with()

    def asked() -> str | None:
        found = re.search(r'action="/puzzles/(\w+)/begin/"', front_of(alice))
        return found and found[1]

    assert asked() == first.id
    for game in services.games_with():
        assert asked() is not None
        PuzzleTry.objects.create(user=alice, game=game.id, puzzle=services.of_day(game, today).id, result="failed")
    assert asked() is None and "All done. New ones come at midnight UTC." in front_of(alice)


def test_a_friend_s_match_is_told_as_far_as_everybody_may_see_it(alice, bob, make_match):
    match = make_match()
    relations.follow(user=alice, person=bob)
    open_pages.note([bob.pk])
    assert friends.here_now(alice).shown[0].card.id == match.pk
    Match.objects.filter(pk=match.pk).update(anonymous=True)
    assert friends.here_now(alice).shown[0].card is None


def test_guests_have_no_list_of_friends(alice, make_match):
    make_match()
    assert "friends-title" in front_of(alice)
    User.objects.filter(pk=alice.pk).update(is_guest=True)
    page = front_of(User.objects.get(pk=alice.pk))
    assert "front-title" in page and "friends-title" not in page


@pytest.fixture
def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What staff tell every page is read anew after some seconds, which pass on a busy machine."""
    for told in (announcements, maintenance):
        monkeypatch.setattr(told, "FRESH_SECONDS", float("inf"))


def test_the_page_reads_as_much_for_many_friends_as_for_few(alice, make_match, read_once):
    make_match()

    def readings() -> int:
        front_of(alice)
        with CaptureQueriesContext(
            connection,
        ) as found:
            front_of(alice)
        return len(found)

    followed_by(alice, "Ann")
    few = readings()
    followed_by(alice, *(f"Friend {number}" for number in range(12)))
    assert readings() == few
    assert len(friends.here_now(alice).shown) == friends.MOST < friends.here_now(alice).number


def test_what_is_left_of_a_step_is_told_beside_its_match(alice, make_match):
    match = make_match()
    Match.objects.filter(pk=match.pk).update(
        clock=Match.Clock.SLOW, step_seconds=86_400, deadline=timezone.now() + timedelta(hours=6, seconds=30)
    )
    (mine,) = lists.my_running(alice.pk)
    assert mine.share == 25
    assert [one.name for one in mine.others] == ["Bob"], "not oneself"
    page = front_of(alice)
    assert 'stroke-dasharray="25 100"' in page
    assert "The nearest deadline is in" in strip_tags(page)
    assert "<animate" not in page, "of hours nobody sees it move"
    Match.objects.filter(pk=match.pk).update(clock=Match.Clock.LIVE, deadline=timezone.now() + timedelta(seconds=20.5))
    assert re.search(r'<animate attributeName="stroke-dasharray" to="0 100" dur="(20|19)s"', front_of(alice))
    Match.objects.filter(pk=match.pk).update(clock=Match.Clock.NONE, deadline=None)
    page = front_of(alice)
    assert "left-ring" not in page and "nearest deadline" not in page


def test_nobody_is_asked_to_watch_a_match_of_their_own(alice, make_match):
    match = make_match()
    running = re.compile(rf'id="slot-{match.pk}"')
    assert running.search(Client().get("/").content.decode())
    client = Client()
    client.force_login(alice)
    for path in ("/", "/lobby/"):
        page = client.get(path).content.decode()
        assert f'href="/matches/{match.pk}/"' in page and not running.search(page), path


def test_the_path_and_the_streak_stand_on_the_page(alice, make_match):
    match = make_match()
    first, second, *_others = path_progress.stops_of("toy")
    StopStars.objects.create(user=alice, game="toy", stop=first.key, stars=3, match=match, at=timezone.now())
    today = timezone.now().date()
    for back in (1, 2):
        SolvedDay.objects.create(user=alice, game="toy", day=today - timedelta(days=back))
    page = front_of(alice)
    assert f'name="stop" value="{second.key}"' in page
    assert "★★☆" in page and "2 of 3 stars" in page
    assert "2 days in a row" in page
    assert re.findall(r'class="day (\w+)"', page) == ["missed"] * 4 + ["solved"] * 2 + ["open"]
