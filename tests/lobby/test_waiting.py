"""Does every page know which matches wait for its person, and does the front page begin with them?"""

from __future__ import annotations

from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from lobby.matches.models import Match, Orders
from lobby.pages import account_socket, lists
from lobby.play import services
from lobby.routing import sockets
from tests.games.toy import DEFAULT_ORDERS

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 10


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


async def test_a_page_hears_what_waits_and_when_it_waits_no_more(alice, make_match):
    match = await sync_to_async(make_match)()
    client = await sync_to_async(client_of)(alice)
    cookie = (b"cookie", f"sessionid={client.cookies['sessionid'].value}".encode())
    page = WebsocketCommunicator(
        sockets,
        "/ws/account/?notices=only",
        headers=[cookie, (b"host", b"testserver"), (b"origin", b"http://testserver")],
    )
    assert (await page.connect(timeout=PATIENCE))[0]

    async def waiting() -> list[str]:
        while (message := await page.receive_json_from(PATIENCE))["type"] != "waiting":
            pass
        return [one["url"] for one in message["matches"]]

    assert await waiting() == [f"/matches/{match.pk}/"]
    await services.submit_orders(user_id=alice.pk, match_id=match.pk, step=0, orders=DEFAULT_ORDERS, ready=True)
    assert await waiting() == []
    await page.disconnect()


def test_the_front_page_begins_with_what_waits_and_leads_there(alice, bob, make_match):
    assert "front-title" not in Client().get("/").content.decode()
    assert "front-title" not in client_of(bob).get("/").content.decode(), "nothing was played yet"
    match = make_match()
    page = client_of(alice).get("/").content.decode()
    assert "1 match waits for you" in page and f'href="/matches/{match.pk}/">Your move' in page
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
