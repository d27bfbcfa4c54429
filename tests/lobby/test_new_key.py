"""After the site has a new secret key and lists the old one: does everybody stay who they are?"""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.signing import Signer
from django.test import Client

from lobby.accounts import known_devices
from lobby.governance import traces
from lobby.matches.models import Match
from lobby.matches.people import Trace
from lobby.platform.http.sources import Source
from lobby.routing import sockets
from lobby.tables import entry
from tests.lobby.test_accounts_guests import guest

OLD, NEW = "old" * 20, "new" * 20


@pytest.fixture(autouse=True)
def fresh(settings, transactional_db: None) -> None:
    settings.SECRET_KEY = OLD
    cache.clear()


@pytest.fixture
def change(settings):
    """Has the site start with another key, which knows the old one or not."""

    def do(*fallbacks: str) -> None:
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, list(fallbacks)

    return do


def is_known(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def test_a_guest_stays_while_the_old_key_is_listed_and_after(client, change):
    guest(client)
    change(OLD)
    assert is_known(client)
    change()
    assert is_known(client), "the page has moved the session to the new key"


def test_a_guest_is_lost_without_the_old_key(client, change):
    guest(client)
    change()
    assert not is_known(client)


async def hears(client: Client) -> str | None:
    """As whom a match socket takes the session."""
    cookie = f"sessionid={client.cookies['sessionid'].value}".encode()
    headers = [(b"origin", b"http://localhost"), (b"host", b"localhost"), (b"cookie", cookie)]
    line = WebsocketCommunicator(sockets, "/ws/play/", headers=headers)
    connected, _ = await line.connect(20)
    assert connected
    welcome = await line.receive_json_from(20)
    await line.disconnect()
    return welcome["person"]


@pytest.mark.parametrize("fallbacks", [[OLD], []])
async def test_a_page_that_was_open_connects_again_and_its_session_is_not_deleted(change, fallbacks):
    client = Client()
    user = await sync_to_async(guest)(client)
    change(*fallbacks)
    assert await hears(client) == (user.pk if fallbacks else None)
    assert await Session.objects.aexists(), "a socket ends no session: the key may have been left out by mistake"
    change(OLD)
    assert await sync_to_async(is_known)(client)


def test_a_device_that_was_known_is_known(rf, alice, change):
    request = rf.get("/")
    request.COOKIES[known_devices.COOKIE] = cookie_of(rf, alice)
    change(OLD)
    assert known_devices.known(request, alice)
    change()
    assert not known_devices.known(request, alice)


def cookie_of(rf, user) -> str:
    client = Client()
    user.set_password("lantern-42-oil")
    user.save()
    client.post("/accounts/login/", {"login": user.username, "password": "lantern-42-oil"})
    return client.cookies[known_devices.COOKIE].value


def test_nobody_takes_a_second_seat_because_the_key_is_new(alice, bob, make_match, change):
    match = make_match([alice, bob])
    source = Source("203.0.113.1", "")
    traces.note(match.pk, alice.pk, source)
    assert Trace.objects.exists()
    change(OLD)
    assert traces.is_connected(match, bob, source, besides=None)


def test_an_invitation_still_opens_its_table(monkeypatch):
    match = Match(pk="k7m2p9qx4t", password=entry.hashed("lantern"))
    monkeypatch.setattr(entry, "_SIGNER", Signer(key=OLD, salt="fogbound.invitation"))
    key = entry.invitation(match)
    monkeypatch.setattr(entry, "_SIGNER", Signer(key=NEW, fallback_keys=[OLD], salt="fogbound.invitation"))
    assert entry.is_invited(match, key)
    assert entry.is_invited(match, entry.invitation(match))
    monkeypatch.setattr(entry, "_SIGNER", Signer(key=NEW, fallback_keys=[], salt="fogbound.invitation"))
    assert not entry.is_invited(match, key)
