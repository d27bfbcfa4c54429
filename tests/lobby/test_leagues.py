"""Leagues: who plays in which division, who goes up and down, when a season ends, and what the page and the interface say."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from lobby.accounts import services as accounts
from lobby.accounts.models import User
from lobby.matches.models import Match
from lobby.notices.models import Notice
from lobby.notices.words import lines
from lobby.ratings import league_rules as rules
from lobby.ratings import leagues, seasons
from lobby.ratings.league_rules import Candidate, Division, Member
from lobby.ratings.models import LeaguePlace, Pool, Rating, SeasonRating
from tests.readable import texts_of

candidates = st.lists(
    st.builds(
        Candidate, user_id=st.integers(1, 10**6), points=st.integers(500, 2500), tier=st.none() | st.integers(1, 6)
    ),
    unique_by=lambda one: one.user_id,
    max_size=300,
)


def text_of(page: HttpResponse) -> str:
    return " ".join(texts_of(page.content.decode()))


# --- The rules


@given(candidates)
def test_everybody_has_one_division_and_none_is_much_larger_than_twenty(found):
    places = rules.arranged(found)
    assert places.keys() == {one.user_id for one in found}
    sizes = Counter(places.values())
    assert all(size < rules.SIZE + rules.SMALLEST for size in sizes.values())
    tiers = Counter(division.tier for division in sizes)
    assert sorted(tiers) == list(range(1, len(tiers) + 1))
    assert all(count <= rules.most_divisions(tier) for tier, count in tiers.items())
    for tier in tiers:
        of_tier = [sizes[one] for one in sizes if one.tier == tier]
        assert max(of_tier) - min(of_tier) <= 2, "divisions of a league are equally large, to the turn of the deal"


@given(candidates)
def test_nobody_of_a_higher_league_is_passed_by_somebody_of_a_lower_one(found):
    places = rules.arranged(found)
    known = [one for one in found if one.tier is not None]
    for one in known:
        for other in known:
            if one.tier < other.tier:
                assert places[one.user_id].tier <= places[other.user_id].tier


def test_the_first_season_is_arranged_by_rating():
    found = rules.arranged([Candidate(number, 1000 + number, None) for number in range(1, 101)])
    assert {user for user, one in found.items() if one.tier == 1} == set(range(81, 101))
    assert {user for user, one in found.items() if one.tier == 2} == set(range(41, 81))
    assert Counter(found.values()) == {
        Division(1, 1): 20, Division(2, 1): 20, Division(2, 2): 20, Division(3, 1): 20, Division(3, 2): 20
    }  # fmt: skip
    assert (found[80], found[79], found[78], found[77]) == (
        Division(2, 1), Division(2, 2), Division(2, 2), Division(2, 1)
    )  # fmt: skip


def test_a_lowest_league_of_four_is_not_begun():
    assert set(rules.arranged([Candidate(n, n, None) for n in range(24)]).values()) == {Division(1, 1)}
    assert Counter(rules.arranged([Candidate(n, n, None) for n in range(25)]).values()) == {
        Division(1, 1): 20,
        Division(2, 1): 5,
    }


def test_as_many_go_down_as_come_up():
    members = [Member(n, 2000 - n, 5) for n in range(20)]
    top = rules.moves(members, is_first=True, is_last=False)
    below = rules.moves(members, is_first=False, is_last=True)
    middle = rules.moves(members, is_first=False, is_last=False)
    assert (top.count(1), top.count(-1), below.count(1), below.count(-1)) == (4, 0, 0, 2)
    assert middle == [-1] * 2 + [0] * 14 + [1] * 4


def test_whoever_has_hardly_played_stands_behind_and_does_not_go_up():
    strong, keen, idle = Member(1, 1900, 2), Member(2, 1500, 3), Member(3, 1950, 0)
    order = rules.ranked([strong, idle, keen])
    assert order == [keen, idle, strong]
    assert rules.moves(order, is_first=False, is_last=True) == [-1, 0, 0]
    assert rules.moves([keen], is_first=False, is_last=False) == [-1]
    assert rules.moves([], is_first=False, is_last=False) == []


def test_newcomers_fill_the_lowest_league_and_open_a_new_division_when_it_is_full():
    assert rules.joined([7], Counter()) == {7: Division(1, 1)}
    sizes = Counter({Division(1, 1): 20, Division(2, 1): 19})
    assert rules.joined([1, 2, 3], sizes) == {1: Division(2, 1), 2: Division(2, 2), 3: Division(2, 2)}
    full = Counter({Division(1, 1): 20})
    assert rules.joined([1], full) == {1: Division(2, 1)}


# --- Seasons that end and begin

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
LATER = datetime(2027, 1, 1, 1, tzinfo=UTC)


@pytest.fixture
def settled(db):
    """Makes people with settled ratings in the toy game: points, and rated matches in a season."""
    Pool.objects.create(game="toy", pace="live")

    def make(count: int, *, best: int = 1800, at: datetime = NOW, matches: int = 5, name: str = "P") -> list[User]:
        people = [User.objects.create_user(f"{name}{n}", password="x", email="") for n in range(count)]
        for n, person in enumerate(people):
            where = {"board": "people", "game": "toy", "pace": "live", "is_settled": True, "points": best - n}
            rating = Rating.objects.create(user=person, mean=25, deviation=1, matches=12, played_at=at, **where)
            SeasonRating.objects.create(rating=rating, season=seasons.season_of(at), matches=matches, **where)
        return people

    return make


def placed(season: str = "2026-11") -> dict[str, tuple[int, int]]:
    places = LeaguePlace.objects.filter(season=season).select_related("user")
    return {str(one.user): (one.tier, one.division) for one in places}


def test_a_season_begins_once_and_whoever_comes_later_joins_the_lowest_league(settled):
    settled(30)
    assert leagues.advance(NOW) == 1
    assert leagues.advance(NOW) == 0
    before = placed()
    assert Counter(before.values()) == {(1, 1): 20, (2, 1): 10}
    settled(1, best=2400, name="Late")
    assert leagues.advance(NOW) == 1
    assert placed() == {**before, "Late0": (2, 1)}


def test_at_its_end_the_best_go_up_the_last_go_down_and_who_has_not_played_is_out(settled):
    people = settled(30)
    leagues.advance(NOW)
    # The best of league 2 has passed the last of league 1; the second of league 1 has not played at all.
    SeasonRating.objects.filter(rating__user=people[20]).update(points=1900)
    SeasonRating.objects.filter(rating__user=people[1]).delete()
    Rating.objects.filter(user=people[1]).update(played_at=NOW - timedelta(days=200))
    assert leagues.advance(LATER) == 1
    after = placed("2027-01")
    assert "P1" not in after, "who has not played"
    assert after["P20"] == (1, 1)
    assert after["P19"] == (2, 1)
    assert len(after) == 29
    assert Counter(after.values()) == {(1, 1): 20, (2, 1): 9}
    old = {str(one.user): one.rank for one in LeaguePlace.objects.filter(season="2026-11")}
    assert (old["P0"], old["P2"], old["P20"], old["P21"], old["P1"]) == (1, 2, 1, 2, None)
    (told,) = Notice.objects.filter(user=people[20])
    assert told.kind == "season"
    (line,) = lines([told])
    assert line.text.endswith("the season is over. You were number 1 of your division and go up to league 1.")
    assert line.url == "/leagues/?game=toy&pace=live"
    assert Notice.objects.filter(user=people[1]).count() == 0
    assert leagues.advance(LATER) == 0
    assert Notice.objects.count() == 29, "once each"


def test_a_season_does_not_end_before_its_last_match_counts(settled, alice, bob, make_match):
    settled(6)
    leagues.advance(NOW)
    match = make_match([alice, bob])
    Match.objects.filter(pk=match.pk).update(
        rated=True, status="finished", finished_at=datetime(2026, 12, 31, 23, 59, tzinfo=UTC)
    )
    assert leagues.advance(LATER) == 0
    assert placed("2027-01") == {}
    match.delete()
    Pool.objects.update(is_stale=True)
    assert leagues.advance(LATER) == 0, "ratings that are to be computed again are no end either"
    Pool.objects.update(is_stale=False)
    assert leagues.advance(LATER) == 1
    assert len(placed("2027-01")) == 6


def test_machines_provisional_suspended_and_closed_people_have_no_place(settled, bot):
    people = settled(6)
    Rating.objects.filter(user=people[0]).update(is_settled=False)
    Rating.objects.filter(user=people[1]).update(board="bots")
    people[2].suspended_until = NOW + timedelta(days=1)
    people[2].save()
    accounts.close_account(user=people[3])
    leagues.advance(NOW)
    assert placed().keys() == {"P4", "P5"}


def test_the_command_does_it_too(settled, capsys):
    settled(3, at=timezone.now())
    call_command("leagues")
    assert "Ratings whose league has changed: 1." in capsys.readouterr().out
    assert len(placed(seasons.season_of(timezone.now()))) == 3


# --- The page and the interface


@pytest.fixture
def running(settled):
    people = settled(70, at=timezone.now())
    leagues.advance(timezone.now())
    return people


def test_the_page_begins_with_my_division_and_says_who_goes_up_and_down(running, client: Client):
    client.force_login(running[65])
    page = client.get("/leagues/?game=toy")
    own = leagues.division_of(running[65].pk, "toy", "live", seasons.season_of(timezone.now()))
    assert page.context["shown"] == own
    assert own is not None and own.tier == 3
    text = text_of(page)
    assert "League 3" in text and "you" in text and "goes up" in text and "goes down" not in text
    first = text_of(client.get("/leagues/?game=toy&league=1"))
    assert first.count("goes down") == 4 and "goes up" not in first and "My division" in first
    assert len(client.get("/leagues/?game=toy&league=2&division=2").context["lines"]) == 20


def test_a_reader_who_plays_no_league_sees_the_first_and_an_empty_one_says_what_it_takes(running, client: Client):
    assert client.get("/leagues/?game=toy").context["shown"] == Division(1, 1)
    assert "It takes 10 rated matches" in text_of(client.get("/leagues/?game=toy&pace=slow"))
    for odd in ("league=0", "league=99", "league=x&division=-1", "division=99999999", "season=2026-10", "game=nothing"):
        assert client.get(f"/leagues/?game=toy&{odd}").status_code == 200


def test_who_is_suspended_is_not_shown_while_it_lasts(running, client: Client):
    running[0].suspended_until = timezone.now() + timedelta(days=1)
    running[0].save()
    lines = client.get("/leagues/?game=toy").context["lines"]
    assert len(lines) == 19 and lines[0].name == "P1" and lines[0].rank == 1


def test_the_number_of_questions_does_not_grow_with_the_league(running, client: Client, django_assert_max_num_queries):
    client.get("/leagues/?game=toy")
    with django_assert_max_num_queries(14):
        client.get("/leagues/?game=toy&league=3")


def test_programs_read_the_same(running, client: Client):
    answer = client.get("/api/leagues/?game=toy&league=2&division=2").json()
    assert (answer["league"], answer["division"], len(answer["results"])) == (2, 2, 20)
    assert [one["move"] for one in answer["results"]] == [-1] * 2 + [0] * 14 + [1] * 4
    assert answer["leagues"] == [
        {"league": 1, "divisions": 1, "people": 20},
        {"league": 2, "divisions": 2, "people": 40},
        {"league": 3, "divisions": 1, "people": 10},
    ]
    assert answer["results"][0].keys() == {"rank", "name", "slug", "points", "matches", "move"}
    assert client.get("/api/leagues/?game=toy&league=9").status_code == 404
    assert client.get("/api/leagues/?game=chess").status_code == 400
    assert client.get("/api/leagues/?game=toy&pace=slow").json()["results"] == []
