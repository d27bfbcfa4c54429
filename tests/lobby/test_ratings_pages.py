"""What do pages and the API say of ratings, and to whom? Nothing beside a name that is hidden, and nothing of people who are gone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from lobby.accounts import services as accounts
from lobby.matches.models import Match, Program, Seat
from lobby.pages import lists
from lobby.people import data
from lobby.ratings import background, leaderboards, rater, seasons
from lobby.ratings.models import RatedMatch, Rating

NOW = timezone.now()


@pytest.fixture
def played(alice, bob, charlie):
    """Alice has won twelve matches against Bob, one of the last season, and one against Charlie."""

    def play(*players, at=NOW, **fields) -> Match:
        made = {
            "rated": True,
            "status": "finished",
            "finished_at": at,
            "started_at": at,
            "game": "cosmos",
            "options": {},
        }
        match = Match.objects.create(rules_version="1", step_seconds=30, **{**made, **fields})
        for number, player in enumerate(players):
            is_program = isinstance(player, Program)
            Seat.objects.create(
                match=match,
                number=number,
                user=None if is_program else player,
                program=player if is_program else None,
                place=number + 1,
                finished_at=match.finished_at,
            )
        rater.rate(match.pk)
        return match

    before = seasons.first_day(seasons.season_of(NOW)) - timedelta(days=3)
    play(alice, bob, at=NOW.replace(year=before.year, month=before.month, day=before.day))
    for _ in range(11):
        play(alice, bob)
    play(alice, charlie)
    return play


def board(client: Client, **asked: str) -> list[tuple[int, str, int]]:
    answer = client.get("/ratings/", {"game": "cosmos", **asked})
    assert answer.status_code == 200
    return [(line.rank, line.name, line.points) for line in answer.context["lines"]]


def points(user) -> int:
    return Rating.objects.get(user=user, game="cosmos").points


def test_the_best_are_listed_by_game_pace_and_season(played, client, alice, bob):
    best = [(1, "Alice", points(alice)), (2, "Bob", points(bob))]
    assert board(client) == board(client, season="all") == best, "Charlie's rating is provisional"
    assert board(client, pace="slow") == board(client, game="toy") == board(client, board="bots") == []
    now = seasons.season_of(NOW)
    last = list(seasons.back_to("2000-01", now))[1]
    assert board(client, season=now) == best
    assert board(client, season=last) == [], "both were provisional then"
    assert board(client, season="1066-01") == best, "what is not there is the season that goes on"


def test_who_is_gone_or_may_not_play_is_not_listed(played, client, alice, bob):
    alice.suspended_until = timezone.now() + timedelta(days=1)
    alice.save()
    assert [name for _, name, _ in board(client)] == ["Bob"]
    alice.suspended_until = timezone.now() - timedelta(days=1)
    alice.save()
    assert len(board(client)) == 2
    accounts.close_account(user=bob)
    assert [name for _, name, _ in board(client)] == ["Alice"]
    assert board(client, season="all")[0][1] == "Alice"


def test_a_new_name_is_everywhere_at_once(played, client, alice):
    alice.name = "Alicia"
    alice.save()
    assert board(client)[0][1] == "Alicia"


def test_programs_are_listed_with_whoever_has_written_them(played, client, alice, bob):
    written = (("Comet", alice), ("Star", bob))
    one, other = (Program.objects.create(owner=owner, game="cosmos", name=name, text="") for name, owner in written)
    for _ in range(10):
        played(one, other)
    assert [name for _, name, _ in board(client, board="bots")] == ["Comet", "Star"]
    assert "by <bdi>Alice</bdi>" in client.get("/ratings/?game=cosmos&board=bots").content.decode()
    accounts.close_account(user=alice)
    accounts.close_account(user=bob)
    assert "by <bdi>" not in client.get("/ratings/?game=cosmos&board=bots").content.decode()


def test_a_page_of_a_person_says_how_they_stand(played, client, alice, charlie):
    page = client.get("/people/Alice/")
    assert page.context["shown"].better_than == 100
    assert page.context["best"] == points(alice)
    assert len(page.context["past"]) == 13
    assert sum(players for _, _, players in page.context["shares"]) == 2
    text = page.content.decode()
    assert f'<strong class="rating-points">{points(alice)}</strong>' in text
    assert "app/ratings.js" in text
    assert "provisional until 10 matches" in client.get("/people/Charlie/").content.decode()
    assert client.get("/people/Alice/?rating=nothing.ever").context["shown"].game == "cosmos"


def test_who_has_no_rating_has_no_part_of_the_page_for_it(client, alice):
    text = client.get("/people/Alice/").content.decode()
    assert "ratings-title" not in text
    assert "app/ratings.js" not in text


def test_names_of_a_list_have_their_rating(played, alice, charlie, make_match):
    match = make_match([alice, charlie], game="cosmos")
    (card,) = lists.cards([match])
    shown = {sitter.name: (sitter.rating.points, sitter.rating.is_provisional) for sitter in card.sitters}
    assert shown == {"Alice": (points(alice), False), "Charlie": (points(charlie), True)}


def test_where_names_are_hidden_no_rating_tells_them(played, alice, bob, dana, make_match):
    """Not in lists, on the page of the match, or over the API; not to players either."""
    match = make_match([alice, bob], game="cosmos", anonymous=True)
    (card,) = lists.cards([match])
    assert [sitter.rating for sitter in card.sitters] == [None, None]
    hidden = str(points(bob))
    for reader in (None, alice, dana):
        client = Client()
        if reader:
            client.force_login(reader)
        page = client.get(f"/matches/{match.pk}/")
        assert page.context["page"]["ratings"] == {}
        for address in (
            f"/api/matches/{match.pk}/",
            f"/api/matches/{match.pk}/ratings/",
            "/api/matches/?game=cosmos&status=running",
        ):
            assert hidden not in client.get(address).content.decode()
        assert client.get(f"/api/matches/{match.pk}/ratings/").json() == {
            "verdict": "unrated",
            "changes": [],
            "rival": None,
        }
    Match.objects.filter(pk=match.pk).update(status="finished")
    assert client.get(f"/matches/{match.pk}/").context["page"]["ratings"][1] == [points(bob), False, "Bob"]


def test_the_page_of_a_match_knows_the_ratings(played, client, alice, bob, make_match):
    match = make_match([alice, bob], game="cosmos")
    assert client.get(f"/matches/{match.pk}/").context["page"]["ratings"] == {
        0: [points(alice), False, "Alice"],
        1: [points(bob), False, "Bob"],
    }


def test_the_api_tells_the_same(played, client, alice, charlie):
    (mine,) = client.get("/api/players/Alice/ratings/").json()
    assert (mine["game"], mine["pace"], mine["points"], mine["matches"]) == ("cosmos", "live", points(alice), 13)
    course = client.get("/api/players/Alice/ratings/cosmos/live/").json()
    assert [one["points"] for one in course["history"]][-1] == course["points"] == course["best"]
    assert sum(one["players"] for one in course["distribution"]) == 2
    assert client.get("/api/players/Alice/ratings/cosmos/slow/").status_code == 404
    best = client.get("/api/ratings/?game=cosmos").json()
    assert [(one["rank"], one["name"]) for one in best["results"]] == [(1, "Alice"), (2, "Bob")]
    assert best["seasons"] == leaderboards.seasons(NOW)
    assert client.get("/api/ratings/?game=cosmos&page=2").status_code == 400
    for wrong in ("game=chess", "game=cosmos&season=2026-10", "game=cosmos&pace=none", "game=cosmos&page=0", ""):
        assert client.get(f"/api/ratings/?{wrong}").status_code == 400
    last = RatedMatch.objects.order_by("pk").last()
    effect = client.get(f"/api/matches/{last.match_id}/ratings/").json()
    assert effect["verdict"] == "counts"
    assert [(one["seat"], one["change"] > 0, one["is_provisional"]) for one in effect["changes"]] == [
        (0, True, False),
        (1, False, True),
    ]


def test_who_is_next_above_is_told_to_whoever_was_rated_and_to_nobody_else(played, alice, bob, charlie, dana):
    last = RatedMatch.objects.order_by("pk").last()

    def told(reader):
        client = Client()
        if reader:
            client.force_login(reader)
        return client.get(f"/api/matches/{last.match_id}/ratings/").json()["rival"]

    assert told(alice) is None, "nobody is above her"
    assert told(None) is told(bob) is told(dana) is None, "they did not play here"
    rival = told(charlie)
    assert points(bob) < points(charlie) < points(alice)
    assert (rival["name"], rival["points"]) == ("Alice", points(alice))
    assert 0 < rival["chance"] < 50
    accounts.close_account(user=alice)
    assert told(charlie) is None, "the list has nobody who has left"


def test_the_download_of_ones_data_has_the_ratings(played, alice):
    (mine,) = data.all_of(alice)["ratings"]
    assert (mine["game"], mine["points"], len(mine["history"])) == ("cosmos", points(alice), 13)


def test_the_rules_of_rating_are_there_in_both_languages(client, transactional_db):
    assert "How ratings work" in client.get("/ratings/rules/").content.decode()
    assert "等级分如何计算" in client.get("/ratings/rules/", HTTP_ACCEPT_LANGUAGE="zh-hans").content.decode()


def test_staff_take_a_match_back_in_the_admin_with_a_reason(played, dana, alice):
    client, rated = Client(), RatedMatch.objects.order_by("pk").last()
    client.force_login(dana)
    before = points(alice)
    assert rated.match_id in client.get("/admin/lobby/ratedmatch/?q=Alice").content.decode()
    sent = {"action": "take_back", "_selected_action": [rated.pk]}
    assert "Why?" in client.post("/admin/lobby/ratedmatch/", sent).content.decode()
    client.post("/admin/lobby/ratedmatch/", {**sent, "why": "a second account"})
    background.settle()
    assert RatedMatch.objects.get(pk=rated.pk).verdict == "void"
    assert points(alice) < before
    client.post("/admin/lobby/ratedmatch/", {**sent, "action": "restore", "why": "it was not"})
    background.settle()
    assert points(alice) == before
