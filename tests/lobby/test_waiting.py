"""Does every page know which matches wait for its person, does the front page begin with them, and who hears of a table that waits?"""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags
from icalendar import Calendar

from lobby.accounts import relations
from lobby.matches.models import Match, Orders
from lobby.matches.terms import Settings
from lobby.notices import open_pages, reading, table_offers
from lobby.notices import words as notice_words
from lobby.notices.models import Notice, Wishes
from lobby.pages import account_socket, crowd, lists
from lobby.play import services
from lobby.routing import sockets
from lobby.tables import challenges, queue
from lobby.tables import services as tables
from tests.games.toy import DEFAULT_ORDERS

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 60


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(account_socket.AccountFeed, "gather_seconds", 0.01)


def client_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def due(match: Match, days: float) -> Match:
    Match.objects.filter(pk=match.pk).update(deadline=timezone.now() + timedelta(days=days))
    return match


def test_what_waits_comes_by_deadline_and_without_what_one_has_answered(alice, make_match):
    late, soon, answered = due(make_match(), 3), due(make_match(), 1), due(make_match(), 2)
    seat = answered.seats.get(user=alice).number
    Orders.objects.create(match=answered, step=0, seat=seat, revision=1, orders={}, ready=True, by="person")
    assert [match.pk for match in lists.waiting(alice.pk)] == [soon.pk, late.pk]
    assert [one.card.id for one in lists.my_running(alice.pk)] == [soon.pk, late.pk, answered.pk]


def test_the_most_urgent_of_very_many_matches_is_told_without_reading_each(
    alice, make_match, monkeypatch, django_assert_max_num_queries
):
    monkeypatch.setattr(lists, "LONGEST", 3)
    soon, *others = [due(make_match(), days) for days in (1, 5, 4, 3, 2)]
    with django_assert_max_num_queries(8):
        assert [match.pk for match in lists.waiting(alice.pk)] == [soon.pk, others[3].pk, others[2].pk]
    assert soon.pk in {one.card.id for one in lists.my_running(alice.pk)}
    for match in (soon, others[3], others[2]):
        seat = match.seats.get(user=alice).number
        Orders.objects.create(match=match, step=0, seat=seat, revision=1, orders={}, ready=True, by="person")
    assert [match.pk for match in lists.waiting(alice.pk)] == [others[1].pk, others[0].pk], "answers make room"


async def page_of(user, notices: str = "only") -> WebsocketCommunicator:
    """A page of that person, which listens."""
    client = await sync_to_async(client_of)(user)
    cookie = (b"cookie", f"sessionid={client.cookies['sessionid'].value}".encode())
    page = WebsocketCommunicator(
        sockets,
        f"/ws/account/?notices={notices}",
        headers=[cookie, (b"host", b"testserver"), (b"origin", b"http://testserver")],
    )
    assert (await page.connect(timeout=PATIENCE))[0]
    return page


async def told(page: WebsocketCommunicator) -> list[str]:
    """Where what waits is, as the page is told next."""
    while (message := await page.receive_json_from(PATIENCE))["type"] != "waiting":
        pass
    return [one["url"] for one in message["matches"]]


async def test_a_page_hears_what_waits_and_when_it_waits_no_more(alice, make_match):
    match = await sync_to_async(make_match)()
    page = await page_of(alice)
    assert await told(page) == [f"/matches/{match.pk}/"]
    await services.submit_orders(user_id=alice.pk, match_id=match.pk, step=0, orders=DEFAULT_ORDERS, ready=True)
    assert await told(page) == []
    await page.disconnect()


@pytest.mark.parametrize("how", ["left", "was asked to leave", "table closed"])
async def test_what_waited_waits_no_more_for_whoever_has_no_seat_there_any_longer(alice, bob, how):
    @sync_to_async
    def full_table() -> Match:
        match = tables.create_table(user=alice, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30))
        sit(match, bob)
        return match

    match = await full_table()
    page = await page_of(bob)
    assert await told(page) == [f"/tables/{match.pk}/"]
    if how == "left":
        await sync_to_async(tables.leave)(user=bob, match_id=match.pk)
    elif how == "was asked to leave":
        await sync_to_async(tables.kick)(user=alice, match_id=match.pk, number=1)
    else:
        await sync_to_async(tables._close)(match)
    assert await told(page) == []
    await page.disconnect()


async def test_a_page_in_the_background_hears_what_waits_without_anybody_being_here(alice, bob, make_match):
    match = await sync_to_async(make_match)()
    page = await page_of(alice, "away")
    assert await told(page) == [f"/matches/{match.pk}/"]
    seen = await page_of(bob)
    await told(seen)
    assert open_pages.among([alice.pk, bob.pk]) == {bob.pk}
    for one in (page, seen):
        await one.disconnect()


def test_the_front_page_begins_with_what_waits_and_leads_there(alice, bob, make_match):
    strange = Client().get("/").content.decode()
    assert "front-title" not in strange
    assert strange.index('id="games-title"') < strange.index('id="puzzles-title"') < strange.index('id="open-title"')
    assert "front-title" not in client_of(bob).get("/").content.decode(), "nothing was played yet"
    match = make_match()
    page = client_of(alice).get("/").content.decode()
    assert "1 match waits for you" in page and f'href="/matches/{match.pk}/">Your move' in page
    order = [page.index(f'id="{title}"') for title in ("front-title", "puzzles-title", "open-title", "games-title")]
    assert order == sorted(order), "whoever plays here knows the games, and looks for what to play now"
    Match.objects.filter(pk=match.pk).update(status="finished", deadline=None)
    match.seats.update(finished_at=timezone.now())
    assert "Nothing waits for you" in client_of(alice).get("/").content.decode()


def test_one_s_own_list_says_for_whom_a_match_waits_unless_that_would_tell_who_plays(alice, make_match):
    match = make_match()
    seat = match.seats.get(user=alice).number
    Orders.objects.create(match=match, step=0, seat=seat, revision=1, orders={}, ready=True, by="person")
    assert "Waiting for: Bob" in strip_tags(client_of(alice).get("/matches/").content.decode())
    Match.objects.filter(pk=match.pk).update(anonymous=True)
    page = client_of(alice).get("/matches/").content.decode()
    assert "waiting for the others" in page and "Bob" not in page


# --- Tables that wait


def sit(match: Match, *people) -> None:
    for person in people:
        tables.join(user=person, match_id=match.pk)


def test_a_full_table_waits_for_guests_who_are_not_ready_and_then_for_its_host(alice, bob):
    match = tables.create_table(user=alice, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30))
    waits = lambda person: [one.pk for one in lists.waiting(person.pk)]  # noqa: E731
    assert waits(alice) == []
    sit(match, bob)
    assert (waits(alice), waits(bob)) == ([], [match.pk])
    tables.set_table_ready(user=bob, match_id=match.pk, ready=True)
    assert (waits(alice), waits(bob)) == ([match.pk], [])
    page = client_of(alice).get("/").content.decode()
    assert "1 match waits for you" in page and f'href="/tables/{match.pk}/">The table is full' in page
    assert "Nothing waits for you" in client_of(bob).get("/").content.decode()


def test_the_host_hears_once_who_sits_down_until_they_leave_or_the_match_begins(alice, bob, charlie):
    settings = Settings(seats=3, step_seconds=30)
    match = tables.create_table(user=alice, game_id="toy", options={}, settings=settings)
    sit(match, bob, charlie)
    told = reading.unread(alice.pk)
    name = "(Lanterns)."
    assert {line.text for line in notice_words.lines(told)} == {
        f"{person} has sat down at your table {name}" for person in (bob, charlie)
    }
    assert {line.url for line in notice_words.lines(told)} == {f"/tables/{match.pk}/"}
    assert reading.unread(bob.pk) == [], "only the host begins the match"
    tables.leave(user=bob, match_id=match.pk)
    assert [one.data["person"] for one in reading.unread(alice.pk)] == [charlie.pk]
    sit(match, bob, charlie)
    assert Notice.objects.filter(kind="joined").count() == 2, "nobody is told of twice"
    Match.objects.filter(pk=match.pk).update(anonymous=True)
    assert {line.text for line in notice_words.lines(told)} == {f"Somebody has sat down at your table {name}"}
    Match.objects.filter(pk=match.pk).update(status=Match.Status.RUNNING)
    assert reading.unread(alice.pk) == [], "it has begun"


def test_whoever_offers_a_table_reads_it_there_and_not_on_the_next_page(alice):
    match = tables.create_table(user=alice, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30))
    client, said = client_of(alice), "Those who asked for this game are told that you wait."
    answer = client.post(f"/tables/{match.pk}/offer/", headers={"accept": "application/json"})
    assert answer.json() == {"url": f"/tables/{match.pk}/", "said": [said]}
    assert said not in client.get("/lobby/").content.decode()
    gone = client.post("/tables/nonsense/offer/", headers={"accept": "application/json"})
    assert gone.status_code == 404 and gone.json()["code"] == "no_match"


def test_those_who_want_a_game_hear_of_an_offered_table_once_and_while_there_is_room(alice, bob, charlie):
    for person in (alice, bob, charlie):
        assert client_of(person).post("/account/notices/wanted/toy/").status_code == 302
    relations.block(user=charlie, person=alice)
    match = tables.create_table(user=alice, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30))
    assert client_of(bob).post(f"/tables/{match.pk}/offer/", follow=True).redirect_chain, "only the host"
    assert not Notice.objects.exists()
    for _ in range(2):
        client_of(alice).post(f"/tables/{match.pk}/offer/")
    (told,) = Notice.objects.filter(kind="wanted")
    assert told.user == bob, "not the host, and nobody who blocks them"
    (line,) = notice_words.lines([told])
    assert line.url == f"/tables/{match.pk}/" and reading.unread(bob.pk) == [told]
    other = tables.create_table(user=charlie, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30))
    client_of(charlie).post(f"/tables/{other.pk}/offer/")
    assert Notice.objects.filter(kind="wanted", user=bob).count() == 1, "at most one an hour"
    tables.seat_bot(user=alice, match_id=match.pk, number=1, bot="thrower")
    assert reading.unread(bob.pk) == [], "there is no room any more"
    tables.leave(user=alice, match_id=match.pk)
    again = tables.create_table(user=alice, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30))
    client_of(alice).post(f"/tables/{again.pk}/offer/")
    assert not Notice.objects.filter(kind="wanted").exists(), "also when the first table has closed"
    client_of(bob).post("/account/notices/wanted/toy/", {"no": "1"})
    assert table_offers.wanted_by(bob.pk) == set()


def test_the_games_that_one_wants_are_chosen_on_the_page_of_notices_and_by_programs(alice):
    client = client_of(alice)
    page = {"time_zone": "UTC", "digest_hour": "8", "game-toy": "on"}
    assert client.post("/account/notices/", page).status_code == 302
    assert client.get("/api/account/notices/").json()["games"] == ["toy"]
    patched = client.patch("/api/account/notices/", {"games": []}, content_type="application/json")
    assert patched.json()["games"] == [] and table_offers.wanted_by(alice.pk) == set()
    refused = client.patch("/api/account/notices/", {"games": ["chess"]}, content_type="application/json")
    assert refused.status_code == 400 and "games" in refused.content.decode()


def test_a_table_behind_a_password_is_not_offered(alice, bob):
    table_offers.want(bob, {"toy"})
    locked = Settings(seats=2, step_seconds=30, password="lantern")
    match = tables.create_table(user=alice, game_id="toy", options={}, settings=locked)
    client_of(alice).post(f"/tables/{match.pk}/offer/")
    assert not Notice.objects.exists()
    assert 'id="offer"' not in client_of(alice).get(f"/tables/{match.pk}/").content.decode()


@pytest.mark.parametrize(
    ("online", "looking", "said"),
    [
        (0, 0, ""),
        (1, 0, "Somebody is online"),
        (3, 1, "A few people are online · somebody looks for a match"),
        (11, 11, "More than 10 people are online · more than 10 people look for a match"),
        (57, 4, "More than 50 people are online · a few people look for a match"),
    ],
)
def test_the_lobby_counts_people_coarsely(monkeypatch, online, looking, said):
    open_pages.note_number(online)
    monkeypatch.setattr(queue, "number", lambda: looking)
    assert crowd.sentence() == said
    assert (said in Client().get("/lobby/").content.decode()) or not said


@pytest.mark.parametrize("path", ["/", "/lobby/", "/matches/"])
def test_a_challenge_is_seen_where_ones_matches_are_by_whoever_has_none(alice, bob, path):
    two = Settings(seats=2, step_seconds=30)
    challenges.challenge(user=alice, opponent=bob, game_id="toy", options={}, settings=two)
    page = client_of(bob).get(path).content.decode()
    section = re.search(r"data-mine-section[^>]*>", page)
    assert section is not None and "hidden" not in section[0]
    assert "challenges you" in page and "You are not in a match right now." not in page


# --- The calendar


def test_a_calendar_has_the_deadlines_of_slow_matches_and_says_no_more_than_a_mail(alice, bob, make_match):
    match = due(make_match(clock="slow", step_seconds=86_400), 1)
    make_match()
    client = client_of(alice)
    assert client.post("/account/notices/calendar/").status_code == 302
    # Its row says nothing of when it is quiet there: the page still proposes the zone of the device.
    assert 'data-zone="unknown"' in client.get("/account/notices/").content.decode()
    address = Wishes.objects.get(user=alice).calendar
    answer = Client().get(f"/calendar/{address}.ics")
    assert answer.headers["Content-Type"].startswith("text/calendar")
    assert f'value="http://testserver/calendar/{address}.ics"' in client.get("/account/notices/").content.decode()
    # RFC 7986, 5.7: without the type programs do not know how often they may ask. The id stays, or each look would be at a new calendar.
    assert b"\r\nREFRESH-INTERVAL;VALUE=DURATION:PT30M\r\n" in answer.content
    assert b"\r\nX-PUBLISHED-TTL:PT30M\r\n" in answer.content
    again = Client().get(f"/calendar/{address}.ics").content
    assert Calendar.from_ical(again)["uid"] == Calendar.from_ical(answer.content)["uid"]
    (entry,) = Calendar.from_ical(answer.content).walk("VEVENT")
    assert entry.end.replace(microsecond=0) == Match.objects.get(pk=match.pk).deadline.replace(microsecond=0)
    assert entry["summary"] == "A match waits for your orders" and f"/matches/{match.pk}/" in entry["url"]
    Wishes.objects.filter(user=alice).update(tells_more=True)
    assert b"Lanterns" in Client().get(f"/calendar/{address}.ics").content
    assert client.post("/account/notices/calendar/", {"end": "1"}).status_code == 302
    assert Client().get(f"/calendar/{address}.ics").status_code == 404
    assert Client().get("/calendar/.ics").status_code == 404, "nobody's calendar is that of everybody without one"
