"""What is on: the best public match of each game as strangers see it, the last one where none is running, and a frame for sites that are named."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

import games
from lobby.contests import services
from lobby.contests.models import Table
from lobby.matches.models import Match
from lobby.pages import lists, tv
from lobby.ratings.standing import Shown
from tests.lobby.contest_rows import plan

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh() -> None:
    cache.clear()


def begun(match: Match, **fields) -> Match:
    """Public, and so far on that spectators see something."""
    Match.objects.filter(pk=match.pk).update(
        **{"visibility": "public", "spectator_delay": 0, "status": "running", "started_at": timezone.now()} | fields
    )
    match.refresh_from_db()
    return match


@pytest.fixture
def all_seen(monkeypatch):
    """Strangers see every match from its beginning."""
    monkeypatch.setattr(tv.picture_pages, "shown_to_strangers", lambda match, seats, as_, step: ("public", match.step))


def test_the_match_of_the_best_players_is_on_and_then_the_next_best(make_match, monkeypatch, all_seen):
    weak, strong = begun(make_match()), begun(make_match())
    points = {weak.pk: 1200, strong.pk: 1900}
    monkeypatch.setattr(
        tv.standing, "of_players", lambda matches: {one.pk: {0: Shown(points[one.pk], False)} for one in matches}
    )
    first = Client().get("/tv/toy/now/").json()
    assert f"/matches/{strong.pk}/" in first["html"]
    Match.objects.filter(pk=strong.pk).update(status="finished")
    cache.clear()
    second = Client().get("/tv/toy/now/").json()
    assert f"/matches/{weak.pk}/" in second["html"]
    assert first["mark"] != second["mark"]
    Match.objects.filter(pk=weak.pk).update(status="finished")
    cache.clear()
    third = Client().get("/tv/toy/now/").json()
    assert "No public match now" in third["html"]
    assert "/replay/" in third["html"]


@pytest.mark.parametrize(
    "hidden",
    [{"visibility": "link"}, {"arranged": "ladder"}, {"set_aside": True}, {"status": "open"}, {"kind": "sandbox"}],
)
def test_what_strangers_may_not_see_is_not_on(make_match, hidden):
    match = begun(make_match(), **hidden)
    told = Client().get("/tv/toy/now/").json()
    assert match.pk not in told["html"]
    assert "shows spectators anything" in told["html"]


def test_under_fog_nothing_is_on_before_spectators_see_it_and_then_as_late_as_they_do(make_match):
    match = begun(make_match(), spectator_delay=5)
    assert match.pk not in Client().get("/tv/toy/now/").json()["html"]


def test_hidden_names_stay_hidden_and_count_for_nothing(make_match, monkeypatch, all_seen):
    match = begun(make_match(), anonymous=True)
    monkeypatch.setattr(tv.standing, "of_players", lambda matches: {match.pk: {0: Shown(2000, False)}})
    html = Client().get("/tv/toy/now/").json()["html"]
    assert match.pk in html
    assert "Alice" not in html and "Bob" not in html and "2000" not in html
    assert tv._worth(match, {0: Shown(2000, False)})[1] == 0


def test_what_shows_only_what_everybody_knows_comes_last_and_says_so(make_match, monkeypatch):
    dark, lit = begun(make_match()), begun(make_match(), spectators_see_all=True)
    monkeypatch.setattr(tv.audience, "has_fog", lambda match: True)
    monkeypatch.setattr(
        tv.picture_pages,
        "shown_to_strangers",
        lambda match, seats, as_, step: ("referee" if match.pk == lit.pk else "public", match.step),
    )
    monkeypatch.setattr(
        tv.standing,
        "of_players",
        lambda matches: {one.pk: {0: Shown(1000 if one == lit else 2000, False)} for one in matches},
    )
    said = "spectators see only what everybody knows"
    first = Client().get("/tv/toy/now/").json()["html"]
    assert lit.pk in first and said not in first
    Match.objects.filter(pk=lit.pk).update(status="aborted")
    cache.clear()
    second = Client().get("/tv/toy/now/").json()["html"]
    assert dark.pk in second and said in second


def test_pages_say_what_is_on_in_both_languages(make_match, all_seen):
    begun(make_match())
    assert "On now" in Client().get("/tv/").content.decode()
    page = Client().get("/tv/toy/", headers={"accept-language": "zh-hans"}).content.decode()
    assert "正在进行" in page
    assert Client().get("/tv/chess/").status_code == 404


def test_other_sites_may_frame_it_only_where_they_are_named(make_match, settings, all_seen):
    begun(make_match())
    assert Client().get("/tv/toy/frame/").status_code == 404
    settings.EMBEDDERS = ["https://club.example"]
    framed = Client().get("/tv/toy/frame/")
    ancestors = re.search(r"frame-ancestors ([^;]*)", framed.headers["Content-Security-Policy"])
    assert ancestors is not None and ancestors[1].split() == ["https://club.example"]
    assert "X-Frame-Options" not in framed.headers
    assert '<base target="_blank">' in framed.content.decode()
    for page in ("/tv/toy/", "/tv/"):
        shut = Client().get(page)
        assert "frame-ancestors 'none'" in shut.headers["Content-Security-Policy"]
        assert shut.headers["X-Frame-Options"] == "DENY"


def test_games_of_which_nothing_is_on_share_one_place_that_leads_to_a_table(make_match):
    cache.clear()
    page = Client().get("/tv/").content.decode()
    assert page.count('class="tv-silent empty"') == 1
    assert page.count("/tables/new/") == len(games.GAMES)
    assert "tv-match" not in page


def test_a_match_at_a_table_of_an_open_contest_is_on_and_in_the_lists(make_match, all_seen):
    match = begun(make_match(), arranged="contest")

    def shown_in() -> list[bool]:
        cache.clear()
        match.refresh_from_db()
        pages = [Client().get(page).content.decode() for page in ("/tv/toy/now/", "/lobby/", "/games/toy/")]
        return [match.pk in page for page in pages] + [lists.list_of(match) == "running"]

    assert not any(shown_in()), "against an organiser's program"
    contest = services.store(plan(game="toy", who="people"), host=None)
    Table.objects.create(stage=contest.stages.get(), round=0, number=0, match=match)
    assert all(shown_in())
    Match.objects.filter(pk=match.pk).update(visibility="link", sealed=True)
    assert not any(shown_in())
