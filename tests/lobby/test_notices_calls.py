"""Do devices and webhooks hear of a notice once, whatever their services do, and does nobody lead this site into its own network?"""

from __future__ import annotations

import asyncio
import hmac
import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from lobby.matches.models import Match
from lobby.notices import outbound_http, routing, sender, web_push, webhooks, words, writing
from lobby.notices.models import Delivery, Device, Hook, Notice, Wishes
from lobby.play import referee
from tests.lobby.notice_servers import (
    LONG_PATIENCE,
    Browser,
    MailServer,
    Silent,
    WebServer,
    at_once,
    confirm,
    subscribed,
    work,
)
from tests.readable import texts_of
from tests.servers import free_port

pytestmark = pytest.mark.django_db(transaction=True)

SLOW: dict[str, Any] = {"clock": "slow", "step_seconds": 86_400}
Kind, Way = Notice.Kind, Delivery.Way
Play = Callable[..., Match]


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(routing, "GRACE", timedelta())
    monkeypatch.setattr(sender, "AWAY_SECONDS", (0.0,))


@pytest.fixture
def mails(settings: Any) -> Iterator[MailServer]:
    with MailServer() as server:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        settings.MAIL_BACKEND = "lobby.notices.smtp.Backend"
        settings.EMAIL_BACKEND = "lobby.notices.letters.Backend"
        yield server


@pytest.fixture
def web(settings: Any) -> Iterator[WebServer]:
    settings.PRIVATE_TARGETS = True
    settings.VAPID_KEY = web_push.new_key()
    with WebServer() as server:
        server.site_key = web_push.public_key()
        yield server


# --- Push


def test_a_device_is_told_what_only_it_can_read_and_where_it_leads(make_match, web, alice):
    browser = subscribed(alice, web)
    match = make_match(**SLOW)
    work()
    (call,) = web.calls
    told = browser.read(call)
    assert (told["body"], told["url"]) == ("A match of yours has begun", f"/matches/{match.pk}/")
    assert "Lanterns" not in json.dumps(told) and b"match" not in call.body
    assert call.headers["Topic"] and int(call.headers["TTL"]) > 0
    assert not Delivery.objects.exists()


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_expired_goes(make_match, web, alice, status):
    subscribed(alice, web)
    web.status = status
    make_match(**SLOW)
    work()
    assert not Device.objects.exists() and not Delivery.objects.exists()


def test_a_push_service_that_has_trouble_is_asked_again_when_it_says(make_match, web, alice):
    subscribed(alice, web)
    web.status, web.headers = 429, {"Retry-After": "120"}
    make_match(**SLOW)
    work()
    (left,) = Delivery.objects.all()
    assert timedelta(seconds=100) < left.due_at - timezone.now() < timedelta(seconds=130)
    web.status = 201
    at_once()
    work()
    assert len(web.calls) == 2 and not Delivery.objects.exists()


@pytest.mark.postgres
def test_whoever_logs_out_or_is_logged_out_leaves_no_device_behind(make_match, web, alice, bob):
    client = Client()
    client.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    told = Browser(web.url("push/a")).subscription
    answer = client.post("/account/notices/push/", json.dumps(told), content_type="application/json")
    assert answer.status_code == 204 and Device.objects.get().user == alice
    client.post("/accounts/logout/")
    assert not Device.objects.exists()
    subscribed(alice, web)
    SessionStore(Device.objects.get().session).delete()
    make_match(**SLOW)
    work()
    assert web.calls == [] and not Device.objects.exists()


@pytest.mark.postgres
def test_one_that_cannot_be_made_holds_up_no_other(make_match, web, alice, bob):
    subscribed(alice, web, "push/1")
    subscribed(bob, web, "push/2")
    Device.objects.filter(user=alice).update(p256dh="x")
    make_match(**SLOW)
    work()
    assert [call.path for call in web.calls] == ["/push/2"]
    assert Delivery.objects.get().attempts == 1


@pytest.mark.postgres
def test_a_browser_belongs_to_whoever_subscribed_last(web, alice, bob):
    subscribed(alice, web)
    subscribed(bob, web)
    assert Device.objects.get().user == bob


def test_nobody_is_asked_about_push_before_a_slow_match(make_match, web, alice, bob):
    assert not web_push.should_ask(alice.pk)
    make_match()
    assert not web_push.should_ask(alice.pk)
    make_match(**SLOW)
    assert web_push.should_ask(alice.pk)
    client = Client()
    client.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    client.post("/account/notices/push/", "{}", content_type="application/json")
    assert not web_push.should_ask(alice.pk)


def test_what_is_no_subscription_is_refused(web, alice):
    client = Client()
    client.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    good = Browser(web.url("push/1")).subscription
    for bad in (
        {"endpoint": "x"},
        {**good, "endpoint": "file:///etc/passwd"},
        {**good, "keys": {"p256dh": "AA", "auth": "AA"}},
        {**good, "endpoint": web.url("x" * 1000)},
        [],
        "x",
    ):
        answer = client.post("/account/notices/push/", json.dumps(bad), content_type="application/json")
        assert answer.status_code == (204 if bad == [] else 400), bad
    deep = client.post("/account/notices/push/", "[" * 200_000, content_type="application/json")
    assert deep.status_code == 400
    assert not Device.objects.exists()


# --- Webhooks


def test_each_service_is_told_in_its_own_form_and_json_is_signed(make_match, web, alice):
    hooks = {form: webhooks.add(user=alice, form=form, address=web.url(form)) for form in Hook.Form.values}
    match = make_match(**SLOW)
    work()
    calls = {call.path.strip("/"): call for call in web.calls}
    url = f"http://127.0.0.1:8000/matches/{match.pk}/"
    assert calls["discord"].json == {
        "content": f"A match of yours has begun.\n{url}",
        "allowed_mentions": {"parse": []},
    }
    assert calls["slack"].json == {"text": f"A match of yours has begun.\n<{url}>"}
    plain = calls["json"]
    assert (plain.json["kind"], plain.json["match"], plain.json["url"]) == ("begun", match.pk, url)
    parts = dict(part.split("=") for part in plain.headers[webhooks.SIGNATURE].split(","))
    signed = hmac.new(hooks["json"].secret.encode(), f"{parts['t']}.".encode() + plain.body, sha256).hexdigest()
    assert parts["v1"] == signed
    assert len(web.calls) == 3


def test_names_stand_in_discord_as_they_are_and_lead_nowhere(web, alice):
    webhooks.add(user=alice, form=Hook.Form.DISCORD, address=web.url("discord"))
    Wishes.objects.create(user=alice, tells_more=True)
    data = {"contest": 1, "name": "[my_cup](https://x.test) *<@1>*", "what": "began"}
    writing.write([writing.News(alice.pk, Notice.Kind.CONTEST, "1:began", data=data)])
    work()
    (call,) = web.calls
    assert r"\[my\_cup\]\(https://x.test\) \*\<@1\>\*" in call.json["content"]


@pytest.mark.parametrize("form", Hook.Form.values)
def test_a_webhook_can_be_tested_before_anything_happens(web, client, alice, form):
    hook = webhooks.add(user=alice, form=form, address=web.url("hook"))
    client.force_login(alice)
    answer = client.post(f"/account/notices/webhooks/{hook.pk}/test/")
    assert "The message has arrived." in texts_of(answer.content.decode())
    (call,) = web.calls
    told = call.json.get("text") or call.json.get("content")
    assert told.startswith("This is a test.")
    assert ("kind" in call.json) == (webhooks.SIGNATURE in call.headers) == (form == "json")


def test_a_test_says_what_is_wrong_and_counts_as_no_failure(web, client, alice, bob, monkeypatch):
    monkeypatch.setattr(outbound_http, "SECONDS", 0.3)
    hook = webhooks.add(user=alice, form="json", address=web.url("hook"))
    client.force_login(alice)

    def told() -> str:
        return " ".join(texts_of(client.post(f"/account/notices/webhooks/{hook.pk}/test/").content.decode()))

    web.status = 404
    assert "The message was refused, with the answer 404." in told()
    web.holds = True
    assert "no answer came within five seconds" in told()
    Hook.objects.update(address=f"http://127.0.0.1:{free_port()}/")
    assert "nobody answers at this address" in told()
    Hook.objects.update(address="ftp://example.org/")
    assert "leads to no place that this site calls" in told()
    assert Hook.objects.get().failures == 0
    client.force_login(bob)
    assert client.post(f"/account/notices/webhooks/{hook.pk}/test/").status_code == 404, "it is not theirs"
    assert len(web.calls) == 2


def test_a_webhook_of_a_table_says_once_what_everybody_may_know(make_match, order, web, alice, bob):
    match = make_match(**SLOW)
    Match.objects.filter(pk=match.pk).update(host=alice)
    Notice.objects.all().delete()
    webhooks.add(user=alice, form="json", address=web.url("table"), match=Match.objects.get(pk=match.pk))
    order(match, 0)
    order(match, 1)
    referee.advance_once(match.pk)
    work()
    assert [call.json["text"] for call in web.calls] == ["Lanterns: Round 2 has begun."]
    assert "Alice" not in str(web.calls) and "Bob" not in str(web.calls)


def test_a_webhook_that_fails_again_and_again_is_switched_off_and_its_person_is_told(make_match, web, alice):
    hook = webhooks.add(user=alice, form="json", address=web.url("hook"))
    Hook.objects.filter(pk=hook.pk).update(failures=webhooks.MOST_FAILURES - 1)
    web.status = 500
    make_match(**SLOW)
    work()
    assert Hook.objects.get(pk=hook.pk).switched_off_at is not None
    assert Notice.objects.filter(user=alice, kind=Kind.HOOK).count() == 1
    web.status = 200
    make_match(**SLOW)
    work()
    assert len(web.calls) == 1


def test_a_redirect_is_not_followed(make_match, web, alice):
    webhooks.add(user=alice, form="json", address=web.url("hook"))
    web.status, web.headers = 302, {"Location": web.url("elsewhere")}
    make_match(**SLOW)
    work()
    assert [call.path for call in web.calls] == ["/hook"] and not Delivery.objects.exists()
    assert Hook.objects.get().failures == 1


def test_what_is_not_answered_comes_again_only_where_it_is_known_to_be_the_same(make_match, web, alice, monkeypatch):
    """Plain JSON has an id and a push message a topic; Discord and Slack would show it twice."""
    browser = subscribed(alice, web)
    for form in Hook.Form.values:
        webhooks.add(user=alice, form=form, address=web.url(form))
    monkeypatch.setattr(outbound_http, "SECONDS", 0.3)
    web.holds = True
    make_match(**SLOW)
    work()
    web.release()
    at_once()
    work()
    by_path: dict[str, list[Any]] = {}
    for call in web.calls:
        by_path.setdefault(call.path, []).append(call)
    assert {path: len(calls) for path, calls in by_path.items()} == {
        "/push/1": 2, "/json": 2, "/discord": 1, "/slack": 1,
    }  # fmt: skip
    assert len({call.json["id"] for call in by_path["/json"]}) == 1
    assert len({(call.headers["Topic"], browser.read(call)["tag"]) for call in by_path["/push/1"]}) == 1
    assert not Delivery.objects.exists()


@pytest.mark.postgres
def test_a_webhook_that_cannot_be_reached_is_tried_again(make_match, web, alice):
    webhooks.add(user=alice, form="json", address=f"http://127.0.0.1:{free_port()}/")
    make_match(**SLOW)
    work()
    (left,) = Delivery.objects.all()
    assert left.attempts == 1 and left.handed_at is None


INSIDE = [
    "127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1",
    "::1", "::", "fe80::1", "fc00::1", "fec0::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "ff02::1",
    # Readers of addresses differ about these: what calls them reads 127.0.0.1.
    "\uff11\uff12\uff17.0.0.1", "127.0.0\u30021", "\u2460\u2461\u2466.\u24ea.\u24ea.\u2460", "2130706433",
]  # fmt: skip


@pytest.mark.parametrize("address", INSIDE)
def test_no_address_of_this_network_is_called(address, alice):
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(outbound_http.Forbidden):
        outbound_http.admit(f"https://{host}/")


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "https://u:p@example.org/",
        "https:///x",
        "ftp://example.org/",
        "https://[::1/",
        "https://localhost/",
        "https://intranet./x",
        "https://example.org:22/",
        "https://example.org:80/",
        "https://8.8.8.8:6379/",
    ],
)
def test_only_plain_addresses_of_the_web_are_taken(url):
    with pytest.raises(outbound_http.Forbidden):
        outbound_http.admit(url)


@pytest.mark.parametrize("url", ["https://example.org/x?y=1", "https://example.org:443/", "https://8.8.8.8:8443/x"])
def test_ports_on_which_services_take_webhooks_are_called(url):
    outbound_http.admit(url)


def test_an_address_of_another_kind_is_refused_in_the_words_that_say_which_are_taken(client, alice):
    client.force_login(alice)
    for address in ("nothing", "https://example.org:6379/"):
        answer = client.post("/account/notices/webhooks/", {"form": "json", "address": address})
        assert "on port 443 or 8443" in " ".join(texts_of(answer.content.decode()))
    assert not Hook.objects.exists()


def test_a_webhook_of_a_table_is_chosen_by_what_its_host_knows_it_by(client, make_match, alice):
    client.force_login(alice)
    match = make_match(**SLOW)
    page = client.get("/account/notices/").content.decode()
    (said,) = re.findall(rf'<option value="{match.pk}">([^<]+)</option>', page)
    assert said.startswith(words.game_name(match.game)) and said.endswith(words.step_name(match, match.step))
    assert match.pk not in said and match.game not in said
    assert "localtime" not in page


def test_nobody_learns_from_a_webhook_which_matches_there_are(client, make_match, alice, bob):
    match = make_match(**SLOW)
    assert match.host_id == alice.pk
    client.force_login(bob)

    def told(match_id: str) -> tuple[int, bytes]:
        asked = {"form": "json", "address": "https://hooks.example.org/1", "match": match_id}
        answer = client.post("/api/account/webhooks/", asked, content_type="application/json")
        return answer.status_code, answer.content

    assert told(match.pk) == told("zzzzzzzzzz") == told("z" * 5000)
    assert told(match.pk)[0] == 400
    client.force_login(alice)
    assert told(match.pk)[0] == 201


@pytest.mark.parametrize("found", [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["::ffff:10.0.0.1"]])
async def test_a_name_that_leads_inside_is_refused_whenever_it_is_resolved(monkeypatch, found):
    """Also one that led elsewhere when it was given, and one that has a public address besides."""

    async def resolve(_self, host, port=0, family=0):
        return [
            {"hostname": host, "host": one, "port": port, "family": family, "proto": 0, "flags": 0} for one in found
        ]

    monkeypatch.setattr(outbound_http, "_by_the_system", resolve)

    async def hand() -> bool:
        raise AssertionError("it was called")

    async with outbound_http.session() as opened:
        with pytest.raises(outbound_http.Forbidden):
            await outbound_http.post(opened, "https://rebinding.example.org/", b"", {}, hand)


@pytest.mark.parametrize("written", ["127.0.0.1", "\uff11\uff12\uff17.0.0.1", "127.0.0\u30021"])
async def test_no_connection_leads_inside_however_the_address_was_read(monkeypatch, settings, web, written):
    """The last gate is the address of the connection itself."""
    monkeypatch.setattr(outbound_http, "admit", lambda _address: None)
    settings.PRIVATE_TARGETS = False

    async def hand() -> bool:
        raise AssertionError("it was called")

    async with outbound_http.session() as opened:
        with pytest.raises(outbound_http.Forbidden):
            await outbound_http.post(opened, f"http://{written}:{web.port}/x", b"", {}, hand)
    assert not web.calls


async def test_a_database_that_is_slow_to_note_a_call_is_no_fault_of_the_receiver(monkeypatch, web):
    monkeypatch.setattr(outbound_http, "SECONDS", 0.3)
    is_noted = asyncio.Event()

    async def hand() -> bool:
        asyncio.get_running_loop().call_later(2 * outbound_http.SECONDS, is_noted.set)
        return await is_noted.wait()

    async with outbound_http.session() as opened:
        assert (await outbound_http.post(opened, web.url("hook"), b"{}", {}, hand)).status == 201
    assert len(web.calls) == 1


async def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch, web):
    """The name is resolved once: what it leads to a moment later does not matter."""
    asked = []

    async def resolve(_self, host, port=0, family=0):
        asked.append(host)
        return [{"hostname": host, "host": "127.0.0.1", "port": port, "family": 2, "proto": 0, "flags": 0}]

    monkeypatch.setattr(outbound_http, "_by_the_system", resolve)

    async def hand() -> bool:
        return True

    async with outbound_http.session() as opened:
        answer = await outbound_http.post(opened, f"http://nowhere.example.org:{web.port}/x", b"{}", {}, hand)
    assert answer.status == 201 and asked == ["nowhere.example.org"]
    assert web.calls[0].headers["Host"] == f"nowhere.example.org:{web.port}"


def test_a_mail_server_that_is_away_holds_up_no_push_message(make_match, mails, web, settings, alice, monkeypatch):
    confirm(alice)
    subscribed(alice, web)
    make_match(**SLOW)
    with Silent() as port:
        settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = port, 30

        async def until_pushed() -> None:
            running = asyncio.ensure_future(sender.run())
            assert await asyncio.to_thread(web.called.wait, LONG_PATIENCE)
            assert not running.done()
            # Whoever stops waits so long for what is on its way, which is a mail that will not go.
            monkeypatch.setattr(outbound_http, "SECONDS", 0.0)
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

        async_to_sync(until_pushed)()
