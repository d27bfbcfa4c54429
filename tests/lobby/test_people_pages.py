"""What do people learn of each other? Profiles, statistics, who plays where; and what does a block keep away without a word?"""

import html
import re

import pytest
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from lobby.accounts import relations
from lobby.accounts.models import User
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Match, Seat
from lobby.people import profiles
from lobby.play import referee, reliability
from lobby.store.rows import Given
from lobby.tables import services as tables
from lobby.tables.services import Settings
from lobby.talk import chat, transcript
from lobby.watch import feed
from tests.lobby.test_accounts_people import signed_in


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> None:
    cache.clear()


def finish(match: Match, *places: int, **fields) -> Match:
    for number, place in enumerate(places):
        Seat.objects.filter(match=match, number=number).update(place=place)
    status = {"status": "finished", "deadline": None, "due_at": None, "finished_at": timezone.now()}
    Match.objects.filter(pk=match.pk).update(outcome={"reason": "rounds", "places": list(places)}, **status | fields)
    Seat.objects.filter(match=match).update(finished_at=status["finished_at"])
    match.refresh_from_db()
    return match


def open_table(host: User, **fields) -> Match:
    return tables.create_table(
        user=host, game_id="toy", options={}, settings=Settings(seats=2, **{"step_seconds": 30, **fields})
    )


def text(client: Client, url: str) -> str:
    answer = client.get(url)
    assert (url, answer.status_code) == (url, 200)
    return answer.content.decode()


# --- Profiles


def test_a_person_is_found_by_name_however_capitalised_and_a_guest_by_a_random_word(alice):
    Client().post("/guest/", {"name": "Mira"})
    guest = User.objects.get(is_guest=True)
    assert "Alice" in text(Client(), "/people/Alice/")
    assert "Alice" in text(Client(), "/people/aLICE/")
    assert "Mira" in text(Client(), f"/people/{guest.slug}/")
    for absent in ("Mira", "alice@example.org", "nobody", guest.slug[:-1]):
        assert Client().get(f"/people/{absent}/").status_code == 404


def test_somebody_made_without_a_name_has_a_page_too(transactional_db):
    user = User.objects.create_superuser("keeper")
    assert "keeper" in text(signed_in(user), "/people/keeper/")
    assert '"/people/keeper/"' in text(signed_in(user), "/account/")


def test_names_of_any_script_make_addresses(alice):
    for name in ("阿丽", "A. O'Brien?", "100%", "a#b&c", "..x"):
        User.objects.filter(pk=alice.pk).update(name=name, name_key=name.casefold())
        (url,) = re.findall(r'href="(/people/[^"]+/)"', signed_in(alice).get("/account/").content.decode())
        assert Client().get(html.unescape(url)).context["person"] == alice, name


def test_statistics_count_finished_matches_by_game_and_pace(make_match, alice, bob, charlie):
    finish(make_match(), 1, 2)
    finish(make_match(), 2, 1)
    finish(make_match(), 1, 1)
    finish(make_match(clock="slow", step_seconds=3600), 1, 2)
    finish(make_match([alice, bob, charlie]), 3, 2, 1)
    finish(make_match(), 1, 2, kind="sandbox")
    finish(make_match(), 1, 2, status="aborted")
    make_match()
    live, slow = profiles.records(alice)
    assert (live.clock, live.played, live.won, live.drawn, live.lost, live.mean_place) == ("live", 4, 1, 1, 2, 1.75)
    assert (slow.clock, slow.played, slow.won, slow.mean_place) == ("slow", 1, 1, 1.0)
    page = text(Client(), "/people/Alice/")
    assert "1.75" in page and live.game_name in page


def test_a_shared_first_place_is_called_drawn_in_lists_too(make_match, alice, bob):
    for places, word in (((1, 1), "drawn"), ((1, 2), "won"), ((2, 1), "place 2")):
        match = finish(make_match(), *places)
        for page in (text(Client(), "/people/Alice/"), text(signed_in(alice), "/matches/")):
            newest = page[page.index(f'href="/matches/{match.pk}/"') :]
            assert re.findall('<span class="tag[^"]*">(?:<svg.*?</svg>)?([^<]+)', newest)[0] == word


def test_the_history_has_public_matches_that_are_over(make_match, alice, bob):
    shown = finish(make_match(), 1, 2)
    hidden = [
        finish(make_match(visibility="link"), 1, 2),
        make_match(anonymous=True),
        finish(make_match(), 1, 2, kind="hot_seat"),
    ]
    page = text(Client(), "/people/Alice/")
    assert f"/matches/{shown.pk}/" in page
    assert not [match for match in hidden if match.pk in page]


def test_the_history_is_paged(make_match, alice, monkeypatch):
    monkeypatch.setattr("lobby.people.views.MATCHES_A_PAGE", 1)
    older, newer = finish(make_match(), 1, 2), finish(make_match(), 1, 2)
    assert newer.pk in text(Client(), "/people/Alice/")
    assert older.pk in text(Client(), "/people/Alice/?page=2")
    assert older.pk not in text(Client(), "/people/Alice/")


def test_where_somebody_plays_is_shown_unless_it_is_secret_or_they_do_not_want_it(make_match, alice, bob, charlie):
    shown = [make_match(), open_table(alice)]
    secret = [make_match(anonymous=True), make_match(visibility="link"), open_table(alice, visibility="link")]
    page = text(signed_in(charlie), "/people/Alice/")
    assert all(match.pk in page for match in shown)
    assert not [match for match in secret if match.pk in page]
    relations.follow(user=charlie, person=alice)
    assert shown[0].pk in text(signed_in(charlie), "/people/")
    relations.block(user=alice, person=charlie)
    relations.follow(user=charlie, person=alice)
    assert shown[0].pk not in text(signed_in(charlie), "/people/") + text(signed_in(charlie), "/people/Alice/")
    alice.hides_activity = True
    alice.save()
    assert shown[0].pk not in text(Client(), "/people/Alice/")


def test_names_lead_to_their_pages_unless_they_are_hidden(make_match, alice, bob, charlie):
    assert 'href="/people/Alice/"' in text(signed_in(bob), f"/tables/{open_table(alice).pk}/")
    match = make_match([alice, bob], ["thrower"])
    client = signed_in(charlie)
    assert client.get(f"/matches/{match.pk}/seats/1/").headers["Location"] == "/people/Bob/"
    for number in (2, 3):
        assert client.get(f"/matches/{match.pk}/seats/{number}/").status_code == 404
    for hidden in (make_match(anonymous=True), make_match(visibility="link")):
        assert client.get(f"/matches/{hidden.pk}/seats/1/").status_code == 404


def test_following_many_costs_no_more_than_following_few(
    alice, bob, charlie, make_match, django_assert_max_num_queries
):
    """Each question to the database is asked once, however many people it is about."""
    make_match([bob, charlie])
    client = signed_in(alice)
    for number in range(15):
        one = User.objects.create_user(f"u{number}", name=f"Number {number}")
        relations.follow(user=alice, person=one)
    relations.follow(user=alice, person=bob)
    with django_assert_max_num_queries(14):
        text(client, "/people/")


# --- Reliability


def test_reliability_counts_what_persons_answer_once_the_match_is_over(make_match, alice, bob, order):
    match = make_match()
    order(match, 0, step=0)
    Match.objects.filter(pk=match.pk).update(deadline=timezone.now(), due_at=timezone.now(), bank_seconds=0)
    Seat.objects.filter(match=match).update(bank_ms=0)
    assert referee.advance_once(match.pk) == 1
    counted = (
        dict(match.seats.values_list("number", "steps_due")),
        dict(match.seats.values_list("number", "steps_answered")),
    )
    assert counted == ({0: 1, 1: 1}, {0: 1, 1: 0})
    assert reliability.of(alice.pk).due == 0
    Seat.objects.filter(match=match).update(steps_due=40)
    Seat.objects.filter(match=match, number=0).update(steps_answered=39)
    finish(match, 1, 2)
    assert (reliability.of(alice.pk).percent, reliability.of(bob.pk).percent) == (97, 0)
    assert "97 %" in text(Client(), "/people/Alice/")
    Seat.objects.filter(match=match).update(steps_due=19)
    assert reliability.of(alice.pk).percent is None
    assert "too few steps" in text(Client(), "/people/Alice/")


def test_a_bot_that_stands_in_answers_for_nobody(make_match, alice, bob):
    match = make_match()
    seats = list(match.seats.all())
    seats[1].autopilot = "thrower"
    given = {
        seat.number: Given(seat.number, 1, True, "bot" if seat.autopilot else "auto", "{}", timezone.now())
        for seat in seats
    }
    assert reliability.counts(seats, [0, 1], given) == {1: (1, 0)}


# --- Follow and block


def test_following_and_blocking_by_the_buttons(alice, bob):
    client = signed_in(bob)
    for action, followed, blocked in (
        ("follow", 1, 0),
        ("follow", 1, 0),
        ("block", 0, 1),
        ("unblock", 0, 0),
        ("unfollow", 0, 0),
    ):
        assert client.post(f"/people/Alice/{action}/").headers["Location"] == "/people/Alice/"
        assert (len(relations.following(bob)), len(relations.blocking(bob))) == (followed, blocked)
    assert client.post("/people/Alice/poke/").status_code == 404
    assert client.get("/people/Alice/follow/").status_code == 405
    assert Client().post("/people/Alice/follow/").headers["Location"].startswith("/accounts/login/")
    client.post("/people/Bob/follow/")
    assert relations.following(bob) == []
    with pytest.raises(ValidationError):
        relations.block(user=bob, person=bob)


def test_whoever_is_blocked_cannot_join_and_does_not_learn_why(alice, bob, charlie):
    table = open_table(alice)
    relations.block(user=alice, person=bob)
    with pytest.raises(NotAllowed) as blocked:
        tables.join(user=bob, match_id=table.pk)
    tables.join(user=charlie, match_id=table.pk)
    seat = table.seats.get(user=charlie)
    tables.kick(user=alice, match_id=table.pk, number=seat.number)
    with pytest.raises(NotAllowed) as kicked:
        tables.join(user=charlie, match_id=table.pk)
    assert (blocked.value.message, blocked.value.path) == (kicked.value.message, kicked.value.path)
    relations.unblock(user=alice, person=bob)
    tables.join(user=bob, match_id=table.pk)


def test_a_rematch_is_no_way_around_a_block(make_match, alice, bob):
    match = finish(make_match(), 1, 2)
    relations.block(user=alice, person=bob)
    tables.rematch(user=alice, match_id=match.pk)
    with pytest.raises(NotAllowed):
        tables.rematch(user=bob, match_id=match.pk)


def read(match: Match, user: User) -> list[str]:
    (news,) = feed.read({match.pk: [feed.Asker(user.pk, None, feed.Cursor())]})[match.pk].answers
    assert isinstance(news, feed.News)
    said = " ".join(message.decode() for message in news.messages)
    return [line.text for line in transcript.as_channels(match, user.pk)[0].lines if line.text in said]


def test_what_the_blocked_say_is_read_by_all_but_the_blocker(make_match, alice, bob, charlie):
    match = make_match([alice, bob, charlie], press="full")
    relations.block(user=alice, person=bob)
    for user, words in ((bob, "hello to all"), (charlie, "good morning")):
        chat.say(user_id=user.pk, match_id=match.pk, text=words)
    assert chat.say(user_id=bob.pk, match_id=match.pk, text="just you", to=[0]).number == 1
    assert read(match, alice) == ["good morning"]
    assert read(match, bob) == read(match, charlie) == ["hello to all", "good morning"]
    assert "just you" not in str(transcript.as_data(match, alice.pk))


def test_a_missing_line_does_not_tell_who_sits_where(make_match, alice, bob, charlie):
    match = make_match([alice, bob, charlie], anonymous=True)
    relations.block(user=alice, person=bob)
    chat.say(user_id=bob.pk, match_id=match.pk, text="who am I?")
    assert read(match, alice) == ["who am I?"]
    finish(match, 1, 2, 3)
    assert read(match, alice) == []


def test_a_name_in_a_line_of_ours_stands_apart_and_stays_text(alice, bob):
    User.objects.filter(pk=bob.pk).update(name="אב <i>")
    client = Client()
    client.force_login(alice)
    page = client.get("/people/Bob/report/").content.decode()
    assert "<h1>Report <bdi>אב &lt;i&gt;</bdi> to staff</h1>" in page
    table = open_table(bob)
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert "<bdi>אב &lt;i&gt;</bdi>" in page and "<i>" not in page


def test_people_pages_open_in_both_languages(alice, bob, make_match):
    finish(make_match(), 1, 2)
    relations.follow(user=alice, person=bob)
    relations.block(user=alice, person=User.objects.create_user("eve", name="Eve"))
    for language in ("en", "zh-hans"):
        client = Client(headers={"accept-language": language})
        client.force_login(alice)
        for url in (
            "/people/",
            "/people/Bob/",
            "/people/Eve/",
            "/people/Alice/",
            "/people/Bob/report/",
            "/account/preferences/",
            "/account/data/",
        ):
            text(client, url)
