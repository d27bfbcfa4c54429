"""Can one visitor, or everybody together, take so many places for requests that others stand still? And what is said to whom gets none?"""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

import pytest
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path, resolve
from django.utils import timezone
from django.views import View
from prometheus_client import REGISTRY

import config.urls
from lobby.accounts import bot_accounts, tokens
from lobby.accounts.models import User
from lobby.matches.models import Heartbeat
from lobby.operations import places, visitors
from lobby.operations.places import Full, Place, Places, Visitor
from lobby.operations.requests import Queue
from lobby.platform.http.request_kinds import Kind, kind_of, may_take_long

HERE = Visitor(None, "")


def person(number: int, address: str = "192.0.2.7") -> Visitor:
    return Visitor(number, address)


def enter(here: Places, visitor: Visitor, kind: Kind = Kind.SHORT) -> Place:
    place = here.enter(visitor, kind)
    assert isinstance(place, Place)
    return place


# --- Who gets a place


async def test_one_person_holds_a_quarter_and_others_go_past():
    here = Places(20)
    greedy = [enter(here, person(1)) for _ in range(24)]
    assert sum(place.given.done() for place in greedy) == 5
    assert enter(here, person(2)).given.done()
    here.leave(greedy[0])
    assert [place.given.done() for place in greedy[:7]] == [True] * 6 + [False]


async def test_somebody_whom_nobody_knows_is_their_address():
    here = Places(20)
    assert sum(enter(here, Visitor(None, "192.0.2.7")).given.done() for _ in range(24)) == 5
    assert enter(here, Visitor(None, "192.0.2.8")).given.done()


async def test_many_people_at_one_address_leave_a_quarter_to_others():
    here = Places(20)
    assert sum(enter(here, person(number)).given.done() for number in range(40)) == 15
    assert sum(enter(here, person(100 + number, "198.51.100.1")).given.done() for number in range(10)) == 5


async def test_long_requests_hold_a_quarter_together_and_are_refused_at_once():
    here = Places(20)
    given = [here.enter(person(number, f"192.0.2.{number}"), Kind.LONG) for number in range(9)]
    assert [one.given.done() for one in given[:5]] == [True] * 5
    assert {(one.status, one.key) for one in given[5:]} == {(503, "long")}
    assert enter(here, person(50)).given.done()
    here.leave(given[0])
    assert enter(here, person(51), Kind.LONG).given.done()


async def test_one_person_has_two_long_requests_and_an_address_leaves_one_to_others():
    here = Places(20)
    first = [here.enter(person(1), Kind.LONG) for _ in range(3)]
    assert isinstance(first[2], Full) and (first[2].status, first[2].key, first[2].limit) == (429, "long:person:1", 2)
    others = [here.enter(person(number), Kind.LONG) for number in (2, 3, 4)]
    assert [isinstance(one, Full) and one.status for one in others] == [False, False, 429]
    assert enter(here, person(5, "198.51.100.1"), Kind.LONG).given.done()


async def test_this_machine_itself_may_be_everybody():
    here = Places(20)
    assert sum(enter(here, HERE).given.done() for _ in range(24)) == 20
    assert sum(isinstance(Places(20).enter(HERE, Kind.LONG), Place) for _ in range(5)) == 5


async def test_whoever_holds_fewest_comes_first():
    here = Places(4)
    busy = [enter(here, person(number, f"192.0.2.{number}")) for number in range(4)]
    again = enter(here, person(0, "192.0.2.0"))
    waits = [enter(here, person(1, "192.0.2.1")), enter(here, person(9, "192.0.2.9"))]
    here.leave(busy[3])
    assert [one.given.done() for one in (again, *waits)] == [False, False, True]


async def test_one_search_is_worked_on_beside_a_page_and_two_without():
    here = Places(20)
    page = enter(here, person(1))
    searches = [enter(here, person(number, f"192.0.2.{number}"), Kind.SEARCH) for number in range(2, 8)]
    assert [one.given.done() for one in searches] == [True] + [False] * 5
    # Pages go past all searches that wait.
    assert enter(here, person(50)).given.done()
    here.leave(searches[0])
    assert [one.given.done() for one in searches[1:]] == [True] + [False] * 4
    for _ in range(2):
        here.leave(page)
        page = enter(here, person(1))
    assert sum(one.given.done() for one in searches[1:]) == 1


async def test_without_a_page_two_searches_are_worked_on():
    here = Places(20)
    page = enter(here, person(1))
    searches = [enter(here, person(number, f"192.0.2.{number}"), Kind.SEARCH) for number in range(2, 8)]
    here.leave(page)
    assert [one.given.done() for one in searches] == [True] * 2 + [False] * 4
    here.leave(searches[0])
    assert [one.given.done() for one in searches[1:]] == [True] * 2 + [False] * 3


async def test_waiting_has_an_end(monkeypatch):
    here = Places(4)
    monkeypatch.setattr(places, "MOST_WAITING_OF_VISITOR", 3)
    monkeypatch.setattr(places, "MOST_WAITING", 5)
    alone = [here.enter(person(1), Kind.SHORT) for _ in range(5)]
    assert isinstance(alone[4], Full) and (alone[4].status, alone[4].key) == (429, "waiting:person:1")
    rest = [here.enter(person(number, f"192.0.2.{number}"), Kind.SHORT) for number in range(2, 9)]
    refused = [one for one in rest if isinstance(one, Full)]
    assert refused and {(one.status, one.key) for one in refused} == {(503, "waiting")}


async def test_everything_is_given_back(monkeypatch):
    here = Places(20)
    for kind in Kind:
        held = [here.enter(person(number % 7, f"192.0.2.{number % 3}"), kind) for number in range(60)]
        for one in reversed(held):
            if isinstance(one, Place):
                here.leave(one)
    counters = [value for value in vars(here).values() if isinstance(value, dict)]
    assert counters and not any(counters)
    assert sum(enter(here, person(number, f"192.0.2.{number}")).given.done() for number in range(25)) == 20


async def test_a_process_whose_places_are_taken_for_long_is_saturated(monkeypatch):
    clock = [100.0]
    monkeypatch.setattr(places.time, "monotonic", lambda: clock[0])
    here = Places(4)
    held = [enter(here, person(number, f"192.0.2.{number}")) for number in range(4)]
    assert not here.is_saturated
    clock[0] += places.SATURATED_SECONDS + 1
    assert here.is_saturated
    enter(here, person(9, "192.0.2.9"))
    here.leave(held[0])
    assert not here.is_saturated
    enter(here, person(10, "192.0.2.10"))
    for number in range(1, 4):
        clock[0] += 2
        enter(here, person(20 + number, "192.0.2.99"))
        here.leave(held[number])
        enter(here, person(30 + number, f"192.0.2.{30 + number}"))
    assert not here.is_saturated
    clock[0] += 4
    assert here.is_saturated


# --- Through the queue


class Work:
    """An application that works on a request until the test lets it go on."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.go_on = asyncio.Event()
        self.left: list[str] = []

    async def __call__(self, scope, receive, send) -> None:
        message = await receive()
        if message["type"] == "http.disconnect":
            self.left.append(scope["path"])
            return
        self.begun.append(scope["path"])
        await self.go_on.wait()
        await send({"type": "http.response.start"})
        await send({"type": "http.response.body"})


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.mark.any_database
async def test_one_whose_client_has_gone_waits_no_longer():
    work, gone, arrived = Work(), asyncio.Event(), []

    async def stays():
        if arrived:
            await asyncio.Event().wait()
        arrived.append(1)
        return {"type": "http.request"}

    async def goes():
        if len(arrived) < 2:
            arrived.append(2)
            return {"type": "http.request"}
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        return None

    queue = Queue(work, 1)
    first = asyncio.create_task(queue({"type": "http", "path": "/first"}, stays, send))
    await settle()
    second = asyncio.create_task(queue({"type": "http", "path": "/second"}, goes, send))
    await settle()
    assert (work.begun, work.left) == (["/first"], [])
    gone.set()
    await second
    assert (work.begun, work.left) == (["/first"], ["/second"])
    work.go_on.set()
    await first


class Slow:
    """A view that works until the test lets it go on."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.one_more = threading.Semaphore(0)
        self.begun = 0

    def __call__(self, request: HttpRequest) -> HttpResponse:
        self.begun += 1
        self.one_more.release()
        assert request.user is not None
        self.go_on.wait(20)
        return HttpResponse("done")


SLOW = Slow()


@may_take_long("GET")
def long(request: HttpRequest) -> HttpResponse:
    return SLOW(request)


class LongView(View):
    def get(self, request: HttpRequest) -> HttpResponse:
        return SLOW(request)


urlpatterns = [
    path("long/", long),
    path("api/long/", may_take_long("GET")(LongView).as_view()),
    path("short/", SLOW),
    *config.urls.urlpatterns,
]
handler400, handler500 = config.urls.handler400, config.urls.handler500


class Site:
    """The site's HTTP application with the addresses of this module."""

    def __init__(self) -> None:
        self.queue = Queue(ASGIHandler())
        self.asked: list[asyncio.Task[tuple[int, dict[str, str], str]]] = []

    def ask(self, address: str, client: Client | None = None, **headers: str) -> asyncio.Task[Any]:
        """(status, headers, text) of the answer, when it comes."""
        cookies = (
            {} if client is None else {"cookie": "; ".join(f"{one.key}={one.value}" for one in client.cookies.values())}
        )
        given = {"host": "localhost", "x-forwarded-for": "192.0.2.1", **cookies, **headers}
        scope = {
            "type": "http",
            "method": "GET",
            "path": address,
            "query_string": b"",
            "client": ("192.0.2.1", 5000),
            "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in given.items()],
        }
        self.asked.append(asyncio.create_task(self._answer(scope)))
        return self.asked[-1]

    async def _answer(self, scope: dict[str, Any]) -> tuple[int, dict[str, str], str]:
        sent: list[dict[str, Any]] = []
        arrived: list[dict[str, str]] = [{"type": "http.request"}]

        async def receive():
            return arrived.pop() if arrived else await asyncio.Event().wait()

        async def send(message):
            sent.append(message)

        await self.queue(scope, receive, send)
        start, *rest = sent
        headers = {name.decode().lower(): value.decode() for name, value in start["headers"]}
        return start["status"], headers, b"".join(one.get("body", b"") for one in rest).decode()


@pytest.fixture
async def site(settings):
    settings.ROOT_URLCONF = __name__
    SLOW.go_on.clear()
    SLOW.begun = 0
    visitors.forget()
    here = Site()
    yield here
    SLOW.go_on.set()
    await asyncio.gather(*here.asked)
    visitors.forget()


async def begun(number: int) -> None:
    """Wait until so many slow requests are in progress."""
    while SLOW.begun < number:
        assert await asyncio.to_thread(SLOW.one_more.acquire, timeout=60)


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.django_db(transaction=True)
async def test_whoever_asks_too_much_is_told_at_once_and_others_read_pages(site, alice):
    held = [site.ask("/long/") for _ in range(2)]
    await begun(2)
    status, headers, text = await site.ask("/long/")
    assert (status, headers["retry-after"], headers["cache-control"]) == (429, "3", "no-store")
    assert "too many requests in progress" in text and "content-security-policy" in headers
    status, headers, text = await site.ask("/api/long/")
    assert (status, headers["retry-after"]) == (429, "3")
    assert json.loads(text) == {
        "code": "too_many",
        "path": "",
        "message": "You have too many requests in progress at the same time. Try again in 3 seconds.",
        "data": {"key": "long:address:192.0.2.1", "limit": 2, "period": None, "seconds": 3},
    }
    status, _, text = await site.ask("/long/", accept="application/json")
    assert (status, json.loads(text)["code"]) == (429, "too_many")
    assert (await site.ask("/games/"))[0] == 200
    _, _, text = await site.ask("/long/", accept_language="zh-hans")
    assert "3 秒" in text
    SLOW.go_on.set()
    assert [(await one)[0] for one in held] == [200, 200]


@pytest.mark.django_db(transaction=True)
async def test_without_a_trusted_proxy_its_header_makes_nobody_another_visitor(site):
    asked = [site.ask("/long/", x_forwarded_for=f"198.51.100.{number}") for number in range(5)]
    await begun(2)
    assert sorted([(await one)[0] for one in asked[2:]]) == [429, 429, 429]


@pytest.mark.django_db(transaction=True)
async def test_behind_a_proxy_it_is_503_when_the_quarter_is_taken(site, settings):
    settings.BEHIND_PROXY = True
    for number in range(5):
        site.ask("/long/", x_forwarded_for=f"198.51.100.{number}")
    await begun(5)
    status, headers, text = await site.ask("/api/long/", x_forwarded_for="203.0.113.9")
    assert (status, headers["retry-after"], json.loads(text)["code"]) == (503, "3", "unavailable")
    status, _, text = await site.ask("/long/", x_forwarded_for="203.0.113.9")
    assert status == 503 and "Too many people" in text
    assert (await site.ask("/games/", x_forwarded_for="203.0.113.9"))[0] == 200


@pytest.mark.django_db(transaction=True)
async def test_an_address_that_is_not_marked_cannot_take_all_places(site, settings, alice):
    settings.BEHIND_PROXY = True
    client = await asyncio.to_thread(logged_in, alice)
    SLOW.go_on.set()
    assert (await site.ask("/short/", client))[0] == 200
    SLOW.go_on.clear()
    # The same person from everywhere, and with an invented token.
    for number in range(30):
        site.ask("/short/", client, x_forwarded_for=f"198.51.100.{number}", authorization=f"Bearer {number}")
    await begun(1 + 5)
    assert (await site.ask("/games/", x_forwarded_for="203.0.113.9"))[0] == 200
    assert SLOW.begun == 1 + 5


@pytest.mark.django_db(transaction=True)
async def test_the_accounts_of_a_persons_bots_are_the_person(site, settings, alice):
    settings.BEHIND_PROXY = True

    def made() -> str:
        bot = bot_accounts.create_bot_account(owner=alice, name="Lantern")
        return tokens.create_token(user=bot, name="t", scopes=["read"])[1]

    token = await asyncio.to_thread(made)
    client = await asyncio.to_thread(logged_in, alice)
    SLOW.go_on.set()
    assert (await site.ask("/short/", client))[0] == 200
    assert (await site.ask("/api/account/", authorization=f"Bearer {token}"))[0] == 200
    SLOW.go_on.clear()
    site.ask("/long/", client, x_forwarded_for="198.51.100.1")
    site.ask("/api/long/", x_forwarded_for="198.51.100.2", authorization=f"Bearer {token}")
    await begun(1 + 2)
    assert (await site.ask("/long/", client, x_forwarded_for="198.51.100.3"))[0] == 429


def kind(address: str, method: str = "GET") -> Kind:
    place, _, query = address.partition("?")
    return kind_of(resolve(place), method, query.encode())


async def test_a_form_for_what_is_long_only_to_read_is_not_long(site):
    assert kind("/long/", "HEAD") is Kind.LONG and kind("/long/", "POST") is Kind.SHORT
    assert kind("/tables/7k3mvq2xpa/fork/", "POST") is Kind.LONG
    assert kind("/tables/7k3mvq2xpa/join/", "POST") is Kind.SHORT
    assert kind("/api/matches/7k3mvq2xpa/frames/?after=3") is Kind.LONG
    assert kind("/api/matches/7k3mvq2xpa/coach/?step=3") is Kind.LONG
    assert kind("/api/matches/7k3mvq2xpa/study/", "POST") is Kind.SHORT
    assert kind("/api/long/") is Kind.LONG and kind("/games/") is Kind.SHORT


async def test_a_list_in_another_way_than_it_comes_first_is_a_search_and_so_is_a_forecast(site):
    assert kind("/lobby/?game=toy") is Kind.SEARCH and kind("/lobby/") is Kind.SHORT
    assert kind("/api/matches/?limit=100", "HEAD") is Kind.SEARCH
    assert kind("/tables/7k3mvq2xpa/join/?next=/", "POST") is Kind.SHORT
    assert kind("/api/matches/7k3mvq2xpa/forecast/", "POST") is Kind.SEARCH


def held() -> float:
    return REGISTRY.get_sample_value("fogbound_requests", {"kind": "short"}) or 0


@pytest.mark.django_db(transaction=True)
async def test_probes_answer_while_all_places_are_taken_and_readiness_tells(site, settings, monkeypatch):
    settings.BEHIND_PROXY = True
    # Other tests of this process may hold places that nobody gives back.
    before = held()
    await asyncio.to_thread(Heartbeat.objects.create, pk=1, alive_at=timezone.now())
    for number in range(20):
        site.ask("/short/", x_forwarded_for=f"198.51.100.{number}")
    await begun(20)
    assert held() - before == 20
    monkeypatch.setattr(places, "SATURATED_SECONDS", 0.0)
    assert (await site.ask("/healthz"))[0] == 200
    status, _, text = await site.ask("/readyz")
    assert (status, json.loads(text)["parts"]["places"]) == (503, False)
    assert (await site.ask("/status/"))[0] == 200
    SLOW.go_on.set()
    await asyncio.gather(*site.asked)
    status, _, text = await site.ask("/readyz")
    assert (status, json.loads(text)["parts"]["places"]) == (200, True)
    assert held() == before
