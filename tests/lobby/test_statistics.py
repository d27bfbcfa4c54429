"""What made a finished match, in numbers: sums of what the game says of each step, open to whoever may see the match, and only after its end."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

import games
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Match
from lobby.play import series
from lobby.watch import statistics
from tests.lobby.whole_matches import whole_match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def fresh() -> None:
    cache.clear()


@pytest.mark.parametrize("game_id", [game.id for game in games.all_games() if game.statistics])
def test_every_game_tells_something_of_a_match(alice, game_id):
    match = whole_match(alice, game_id)
    told = statistics.of_match(match)
    assert set(told) == {"points", "luck", "spent"}
    assert any(any(row["values"]) for rows in told.values() for row in rows)
    for rows in told.values():
        for row in rows:
            assert row["name"] and len(row["values"]) == match.seats.count()


def test_before_the_end_nobody_gets_them(alice):
    match = whole_match(alice, "deep_blue", steps=3, visibility="public")
    with pytest.raises(NotAllowed):
        statistics.of_match(match)
    client = Client()
    client.force_login(alice)
    for one in (client, Client()):
        answer = one.get(f"/api/matches/{match.pk}/statistics/")
        assert (answer.status_code, answer.json()["code"]) == (400, "not_allowed")


def test_after_it_they_are_for_whoever_may_see_the_match(alice):
    match = whole_match(alice, "deep_blue")
    answer = Client().get(f"/api/matches/{match.pk}/statistics/")
    assert answer.status_code == 200 and answer.json()["points"]
    Match.objects.filter(pk=match.pk).update(kind=Match.Kind.SANDBOX)
    assert Client().get(f"/api/matches/{match.pk}/statistics/").status_code == 404


def test_the_points_of_deep_blue_are_its_score(alice):
    match = whole_match(alice, "deep_blue")
    total = [sum(row["values"][seat] for row in statistics.of_match(match)["points"]) for seat in (0, 1)]
    assert total == series.of_match(match)["score"][-1]


def test_the_weapon_points_of_cosmos_are_its_points(alice):
    match = whole_match(alice, "cosmos")
    total = [sum(row["values"][seat] for row in statistics.of_match(match)["points"]) for seat in (0, 1)]
    assert total == series.of_match(match)["points"][-1]


def test_a_game_without_statistics_has_none(make_match):
    match = make_match()
    Match.objects.filter(pk=match.pk).update(status=Match.Status.ABORTED)
    assert statistics.of_match(Match.objects.get(pk=match.pk)) == {}
