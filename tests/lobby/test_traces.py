"""Is it known, and of no address more than a keyed hash, who in a match plays from one address or device? And does nobody take a seat over there?"""

from __future__ import annotations

import json

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client, RequestFactory

from lobby.accounts import bot_accounts, relations, services, tokens
from lobby.accounts.models import User
from lobby.governance import substitutes, traces
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Match, Seat
from lobby.matches.people import Trace
from lobby.matches.terms import Settings
from lobby.people import data
from lobby.platform.http import sources
from lobby.platform.http.sources import Source
from lobby.tables import entry
from lobby.tables import services as tables
from tests.lobby.test_accounts_people import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)

HERE, THERE = "203.0.113.7", "198.51.100.8"


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> None:
    cache.clear()


def browser(user: User, address: str = HERE, device: Client | None = None) -> Client:
    """A browser in which the person has logged in; with the cookies of `device`, that one in which somebody had logged in before."""
    client = Client(REMOTE_ADDR=address)
    if device is not None:
        client.cookies[sources.COOKIE] = device.cookies[sources.COOKIE].value
    assert client.post("/accounts/login/", {"login": user.username, "password": PASSWORD}).status_code == 302
    return client


@pytest.fixture
def left(make_match, alice, bob):
    """A match of Alice and Bob, which Bob has left to a bot."""
    match = make_match([alice, bob])
    Seat.objects.filter(match=match, user=bob).update(autopilot="thrower")
    return match


# --- The source


@pytest.mark.parametrize("said", ["127.0.0.1", "::1", "::ffff:127.0.0.1", "", "unknown", "testclient"])
def test_this_machine_and_what_is_no_address_count_as_nobodys(said):
    request = RequestFactory().get("/", REMOTE_ADDR=said)
    assert sources.of_request(request).address == ""


def test_a_device_is_known_from_the_log_in_on(alice):
    client = Client()
    assert sources.COOKIE not in client.get("/").cookies
    guest = client.post("/guest/", {"name": "Mira"})
    cookie = guest.cookies[sources.COOKIE]
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and cookie["max-age"] == sources.KEPT.total_seconds()
    request = RequestFactory().get("/")

    def device(value):
        request.COOKIES[sources.COOKIE] = value
        return sources.of_request(request).device

    known = device(cookie.value)
    assert len(known) >= 16
    assert device(f"x{cookie.value}") == device(cookie.value[:-1]) == device("nonsense") == "", "it is signed"
    again = browser(alice, device=client)
    assert device(again.cookies[sources.COOKIE].value) == known, "another person on the same device"
    assert device(browser(alice).cookies[sources.COOKIE].value) not in {known, ""}


def test_over_tls_the_cookie_is_sent_over_tls_only(alice, settings):
    settings.SESSION_COOKIE_SECURE = True
    assert Client().post("/guest/", {"name": "Mira"}).cookies[sources.COOKIE]["secure"]


# --- What is stored


def test_a_hash_tells_nothing_of_another_match(make_match):
    whence = Source(HERE, "tablet")
    one, other = traces.digests("aaaaaaaaaa", whence), traces.digests("bbbbbbbbbb", whence)
    assert one.keys() == other.keys() == {"address", "device"}
    assert len({*one.values(), *other.values()}) == 4
    assert traces.digests("aaaaaaaaaa", Source("tablet", HERE)).items().isdisjoint(one.items())


def test_the_key_of_the_site_is_in_it(settings):
    before = traces.digests("aaaaaaaaaa", Source(HERE))
    settings.SECRET_KEY = "another key of the site, long enough"
    assert traces.digests("aaaaaaaaaa", Source(HERE)) != before


@pytest.mark.postgres
def test_whoever_acts_at_a_table_is_noted_and_no_address_is_stored(alice, bob, charlie):
    match = tables.create_table(user=alice, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30))
    client = browser(bob)
    client.get(f"/tables/{match.pk}/")
    assert not Trace.objects.exists()
    client.post(f"/tables/{match.pk}/join/")
    assert set(Trace.objects.values_list("match", "user", "kind")) == {
        (match.pk, bob.pk, "address"),
        (match.pk, bob.pk, "device"),
    }
    assert all(HERE not in str(row) for row in Trace.objects.values())
    client.post(f"/tables/{match.pk}/ready/", {"ready": "1"})
    browser(charlie).post(f"/tables/{match.pk}/ready/", {"ready": "1"})
    assert Trace.objects.count() == 2, "nothing twice, and of nobody without a seat"
    client.defaults["REMOTE_ADDR"] = THERE
    client.post(f"/tables/{match.pk}/ready/", {"ready": "1"})
    assert Trace.objects.count() == 3


def test_programs_are_noted_too(make_match, alice, order):
    match = make_match()
    _row, text = tokens.create_token(user=alice, name="bot", scopes=["read", "play"])
    client = Client(REMOTE_ADDR=HERE, headers={"authorization": f"Bearer {text}"})
    sent = {"kind": "pause", "value": True}
    answer = client.post(f"/api/matches/{match.pk}/vote/", json.dumps(sent), content_type="application/json")
    assert answer.status_code < 300, answer.content
    assert list(Trace.objects.values_list("user", "kind")) == [(alice.pk, "address")]


@pytest.mark.postgres
def test_a_match_goes_on_while_nothing_can_be_noted(make_match, alice, monkeypatch):
    def away(*_args, **_kwargs):
        raise OperationalError

    match = make_match()
    monkeypatch.setattr(Trace.objects, "bulk_create", away)
    traces.note(match.pk, alice.pk, Source(HERE))
    monkeypatch.undo()
    traces.note(match.pk, alice.pk, Source(HERE))
    assert Trace.objects.count() == 1, "tried again"


def test_ones_own_traces_are_in_the_download_and_go_with_the_account(make_match, alice):
    match = make_match()
    traces.note(match.pk, alice.pk, Source(HERE, "tablet"))
    told = data.all_of(alice)["traces"]
    assert [(one["match_id"], one["kind"]) for one in told] == [(match.pk, "address"), (match.pk, "device")]
    assert not any("digest" in one for one in told)
    services.close_account(user=alice)
    assert not Trace.objects.exists()


# --- Who may take a seat over


@pytest.mark.parametrize("way", ["page", "REST"])
@pytest.mark.parametrize(("shared", "is_refused"), [("address", True), ("device", True), ("nothing", False)])
def test_nobody_takes_a_seat_over_who_plays_there_from_the_same_place(left, alice, charlie, way, shared, is_refused):
    first = browser(alice)
    first.post(f"/matches/{left.pk}/notes/", json.dumps({"text": ""}), content_type="application/json")
    assert Trace.objects.filter(user=alice).count() == 2
    second = browser(charlie, HERE if shared == "address" else THERE, first if shared == "device" else None)
    if way == "page":
        answer = second.post(f"/tables/{left.pk}/take/", {"number": "1"}, headers={"accept": "application/json"})
    else:
        answer = second.post(
            f"/api/matches/{left.pk}/take-over/", json.dumps({"number": 1}), content_type="application/json"
        )
    seat = left.seats.get(number=1)
    assert (seat.user != charlie) is is_refused
    if is_refused:
        assert answer.status_code in {400, 403, 409} and str(entry.SHUT_OUT) in answer.content.decode()
    else:
        assert Trace.objects.filter(user=charlie).count() == 2, "whoever comes is noted as well"


def test_the_place_of_whoever_left_the_seat_does_not_matter(left, bob, charlie):
    traces.note(left.pk, bob.pk, Source(HERE))
    substitutes.take_over(user=charlie, match_id=left.pk, number=1, source=Source(HERE))


def test_whoever_had_a_seat_before_matters(left, alice, bob, charlie, dana):
    traces.note(left.pk, bob.pk, Source(HERE))
    substitutes.take_over(user=charlie, match_id=left.pk, number=1)
    Seat.objects.filter(match=left, user=charlie).update(autopilot="thrower")
    with pytest.raises(NotAllowed):
        substitutes.take_over(user=dana, match_id=left.pk, number=1, source=Source(HERE))


def test_all_connections_are_refused_alike(left, alice, charlie, dana):
    traces.note(left.pk, alice.pk, Source("2001:db8:1:2::"))
    said = []
    for block in (False, True):
        if block:
            relations.block(user=alice, person=charlie)
        with pytest.raises(NotAllowed) as refused:
            whence = sources.UNKNOWN if block else Source("2001:db8:1:2::")
            substitutes.take_over(user=charlie, match_id=left.pk, number=1, source=whence)
        said.append((refused.value.path, refused.value.message))
    assert said[0] == said[1]
    robo = bot_accounts.create_bot_account(owner=charlie, name="Robo")
    with pytest.raises(NotAllowed):
        substitutes.take_over(user=robo, match_id=left.pk, number=1)
    assert Match.objects.get(pk=left.pk).seats.get(number=1).autopilot
