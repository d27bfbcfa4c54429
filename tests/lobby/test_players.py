"""Whom does the search find, in which order; and what does a profile say about its person?"""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from lobby.accounts import faces, services
from lobby.accounts.models import Report, User
from lobby.matches.models import Match, Seat
from lobby.people import countries, encounters, portrait, searching
from lobby.ratings.models import Change, RatedMatch, Rating
from tests.lobby.test_accounts_people import signed_in
from tests.lobby.test_people_pages import finish


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> None:
    cache.clear()


def called(name: str, points: int | None = None, **fields) -> User:
    word = "".join(f"{ord(letter):x}" for letter in name)
    user = User.objects.create_user(word, f"{word}@example.org", "lantern-42-oil", name=name, **fields)
    if points is not None:
        Rating.objects.create(
            board="people", game="toy", pace="live", user=user, mean=25, deviation=2, points=points, is_settled=True
        )
    return user


def found(typed: str) -> list[str]:
    return [one.person.name for one in searching.search(typed, timezone.now())]


# --- The search


def test_the_same_name_comes_first_then_beginnings_then_parts_each_by_rating():
    called("Admiral Mirth", 2000)
    called("Mirabel", 1500)
    called("Mirko", 1700)
    called("Mir")
    called("Miron")
    assert found("mir")[:3] == ["Mir", "Mirko", "Mirabel"]
    assert found("MIR")[-1] == "Admiral Mirth"
    assert found("mirth") == ["Admiral Mirth"]


def test_who_was_here_last_comes_first_among_the_unrated():
    now = timezone.now()
    called("Mira", last_login=now - timedelta(days=9))
    called("Miro", last_login=now)
    assert found("mir") == ["Miro", "Mira"]


def test_nobody_is_found_who_is_suspended_left_a_guest_or_unlisted():
    called("Mira", suspended_until=timezone.now() + timedelta(days=1))
    called("Mirb", is_unlisted=True)
    services.close_account(user=called("Mirc"))
    services.create_guest(name="Mird")
    called("Mire")
    assert found("mir") == ["Mire"]


def test_one_letter_finds_nobody_and_one_chinese_character_finds_names():
    called("Mira")
    called("林小雨")
    assert found("m") == []
    assert found("林") == ["林小雨"]
    assert found("小雨") == ["林小雨"]


@pytest.mark.parametrize("typed", ["%", "_%", "\\", "'; --", "\x00ab", "a" * 5000, "ﬁ", "\ud7ff\u0301\u0301"])
def test_whatever_is_typed_is_text(typed):
    called("Mira")
    assert found(typed) == []
    # No page takes a zero.
    assert Client().get("/players/", {"q": typed}).status_code == (400 if "\x00" in typed else 200)


def test_only_some_of_very_many_names_are_ranked(monkeypatch, django_assert_max_num_queries):
    monkeypatch.setattr(searching, "MOST_RANKED", 3)
    for number in range(6):
        called(f"Mira {number}")
    with django_assert_max_num_queries(6):
        assert len(found("mira")) == 3


@pytest.mark.postgres
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no such index")
def test_parts_of_names_are_found_by_an_index():
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        plan = User.objects.order_by().filter(name_key__contains="oli").values("pk").explain()
    assert "names_by_parts" in plan


def test_the_page_finds_without_a_script_and_says_why_it_finds_nobody():
    called("Mira", 1500)
    page = Client().get("/players/?q=mir").content.decode()
    assert 'href="/people/Mira/"' in page
    assert "1500" in page
    assert "at least two letters" in Client().get("/players/?q=m").content.decode()
    assert "Nobody is called" in Client().get("/players/?q=xyz").content.decode()


def test_a_script_gets_a_short_list():
    for number in range(12):
        called(f"Mira {number}")
    answer = Client().get("/players/?q=mira", headers={"Accept": "application/json"}).json()
    assert len(answer["found"]) == searching.IN_LIST
    assert {"name", "url", "face", "points", "is_bot"} == set(answer["found"][0])


def test_searches_are_limited(settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "search": "1/m/ip"}
    assert [Client().get("/players/?q=mira").status_code for _ in range(2)] == [200, 429]


# --- Pictures


def test_a_name_always_has_the_same_picture_and_others_have_others():
    assert faces.of_name("Mira") == faces.of_name("MIRA")
    drawn = {faces.drawn(faces.of_name(f"name {number}")) for number in range(200)}
    assert len(drawn) > 180


def test_pictures_are_fetched_by_their_names_alone_and_never_change():
    for code in (*faces.EMBLEMS, faces.of_name("Mira")):
        answer = Client().get(f"/faces/{code}.svg")
        assert answer["Content-Type"] == "image/svg+xml"
        assert "immutable" in answer["Cache-Control"]
        assert b"script" not in answer.content and b"{ink}" not in answer.content
    for code in ("nothing", "0", "0123456z", "<svg>"):
        assert Client().get(f"/faces/{code}.svg").status_code == 404


# --- The profile


def test_what_is_said_beside_the_fields_of_a_profile_is_in_the_readers_language(alice):
    page = signed_in(alice).get("/account/profile/", headers={"Accept-Language": "zh-CN"}).content.decode()
    assert "所有人都能看到。最多" in page and "Everybody can read it" not in page


def test_a_person_says_who_they_are_and_others_read_it(alice, bob):
    client = signed_in(alice)
    sent = {"about": "Strong  tea & <b>fog</b>", "country": "PT", "picture": "whale"}
    assert client.post("/account/profile/", sent).status_code == 302
    page = signed_in(bob).get("/people/Alice/").content.decode()
    assert "Strong tea &amp; &lt;b&gt;fog&lt;/b&gt;" in page
    assert "Portugal" in page
    assert "/faces/whale.svg" in page


@pytest.mark.parametrize("wrong", [{"country": "XX"}, {"picture": "mine"}, {"about": "a" * 161}, {"about": "a\u202eb"}])
def test_what_is_not_on_the_form_is_refused(alice, wrong):
    assert (
        signed_in(alice).post("/account/profile/", {"about": "", "country": "", "picture": "", **wrong}).status_code
        == 400
    )
    alice.refresh_from_db()
    assert (alice.about, alice.country, alice.picture) == ("", "", "")


def test_the_names_of_countries_follow_the_language():
    from django.utils import translation

    assert countries.names()["SE"] == "Sweden"
    with translation.override("zh-hans"):
        assert countries.name("SE") == "瑞典"
    assert not countries.is_known("EU")


def test_a_report_keeps_the_line_that_was_there(alice, bob):
    portrait.change(user=alice, about="an insult")
    signed_in(bob).post("/people/Alice/report/", {"kind": "abuse", "note": ""})
    portrait.change(user=alice, about="")
    assert Report.objects.get().text == "an insult"


def test_the_record_counts_better_places_in_matches_of_both(make_match, alice, bob, charlie):
    finish(make_match(), 1, 2)
    finish(make_match(), 1, 2)
    finish(make_match(visibility="link"), 2, 1)
    finish(make_match(), 1, 1)
    finish(make_match(), 1, 2, status="aborted")
    finish(make_match([alice, charlie]), 1, 2)
    make_match()
    score = encounters.score(alice, bob)
    assert (score.won, score.drawn, score.lost) == (2, 1, 1)
    page = signed_in(alice).get("/people/Bob/").content.decode()
    assert re.search(r"2 : 1 .*and 1 draw", page)
    shared = signed_in(alice).get("/people/Bob/?with=me").content.decode()
    assert len(set(re.findall("/matches/(\\w+)/replay/", shared))) == 4
    assert "You against" not in Client().get("/people/Bob/").content.decode()


def test_the_best_wins_are_public_won_alone_and_by_the_rating_of_the_rival(make_match, alice, bob):
    mine = Rating.objects.create(board="people", game="toy", pace="live", user=alice, mean=25, deviation=2, points=1500)
    theirs = Rating.objects.create(board="people", game="toy", pace="live", user=bob, mean=25, deviation=2, points=1500)

    def rated(points: int, *places: int, **fields) -> Match:
        match = finish(make_match(**fields), *places)
        row = RatedMatch.objects.create(
            match=match, game="toy", pace="live", verdict="counts", finished_at=timezone.now()
        )
        for rating, number, before in ((mine, 0, 1500), (theirs, 1, points)):
            seat = Seat.objects.get(match=match, number=number)
            told = {"mean": 25, "deviation": 2, "points": before, "matches": 1}
            Change.objects.create(rated=row, rating=rating, seat=seat, points_before=before, **told)
        return match

    weak, strong = rated(1400, 1, 2), rated(1900, 1, 2)
    rated(2500, 2, 1)
    rated(2400, 1, 1)
    rated(2300, 1, 2, visibility="link")
    assert [(win.match, win.points, win.rival) for win in encounters.best(alice)] == [
        (strong.pk, 1900, "Bob"),
        (weak.pk, 1400, "Bob"),
    ]
    assert "Best wins" in Client().get("/people/Alice/").content.decode()
