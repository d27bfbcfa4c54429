"""May a program with a token come in, do what its scopes say, and stay as long as the token is good?"""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from lobby.accounts import bot_accounts, tokens
from lobby.accounts.gate import CLOSE_SHUT_OUT
from lobby.accounts.models import User
from lobby.api import handshake, limits
from lobby.matches.models import Match
from lobby.platform.process import metrics
from lobby.platform.protocol import client
from lobby.routing import sockets
from lobby.watch import access_checks, socket
from lobby.watch.questions import Questions
from tests.lobby.play_socket.conftest import HOST, ORIGIN, PATIENCE, Tab, in_thread
from tests.lobby.test_lobby_socket import cookie_of

NOTE = {"note": "x"}


class RefusedByRedis(Exception):
    pass


@pytest.fixture
async def key(people):
    """Makes a token of Alice."""

    async def make(*scopes: str) -> tuple[tokens.ApiToken, str]:
        return await in_thread(tokens.create_token, user=people["alice"], name="bot", scopes=scopes)

    return make


@pytest.fixture
async def enter():
    """Opens a socket with what a program sends, and no origin."""
    tabs = []

    async def come(
        *headers: tuple[bytes, bytes], offer: list[str] | None = None, path: str = "/ws/play/"
    ) -> Tab | None:
        communicator = WebsocketCommunicator(sockets, path, headers=list(headers), subprotocols=offer)
        connected, spoken = await communicator.connect(PATIENCE)
        if not connected:
            return None
        assert spoken in (offer or [None])
        tab = Tab(communicator)
        tabs.append(tab)
        await tab.next("welcome")
        return tab

    yield come
    for tab in tabs:
        await tab.leave()


def bearer(text: str) -> tuple[bytes, bytes]:
    return (b"authorization", f"Bearer {text}".encode())


async def test_a_token_plays_its_owners_seat_without_an_origin(start_match, key, enter):
    match = await in_thread(start_match)
    _, text = await key("read", "play")
    for how in ({"headers": [bearer(text)]}, {"offer": ["fogbound.1", f"fogbound-token.{text}"]}):
        tab = await enter(*how.get("headers", []), offer=how.get("offer"))
        told = await tab.watch(match)
        assert next(one for one in told if one["type"] == "match")["audience"] == 0
        assert (await tab.ask("orders", match=match.id, step=0, orders=NOTE))["type"] == "ack"


async def test_the_first_message_says_whom_the_site_takes_one_for(people, connect, key, enter):
    _, text = await key("read")
    tabs = [await connect("alice"), await connect("bob"), await connect(None), await enter(bearer(text))]
    alice, bob = people["alice"].pk, people["bob"].pk
    assert [json.loads(tab.heard[0])["person"] for tab in tabs] == [alice, bob, None, alice]


async def test_questions_of_a_bot_account_stand_in_line_with_those_of_its_owner(
    start_match, people, connect, enter, monkeypatch
):
    asked, answer = [], Questions.answer

    def noted(questions: Questions, person: object, *given: Any, **named: Any) -> Any:
        asked.append(person)
        return answer(questions, person, *given, **named)

    monkeypatch.setattr(Questions, "answer", noted)
    match = await in_thread(start_match)
    bot = await in_thread(bot_accounts.create_bot_account, owner=people["alice"], name="Robot")
    _, text = await in_thread(tokens.create_token, user=bot, name="bot", scopes=["read"])
    for tab in (await connect("alice"), await enter(bearer(text)), await connect("bob")):
        await tab.watch(match)
        await tab.ask("frame", match=match.id, step=0)
    assert asked == [people["alice"].pk, people["alice"].pk, people["bob"].pk]


async def test_scopes_say_what_a_token_may(start_match, key, enter):
    match = await in_thread(start_match)
    looks = {"watch", "unwatch", "frame", "forecast"}
    for scope in ("read", "play", "tables"):
        _, text = await key(scope)
        tab = await enter(bearer(text))
        for kind in client.CLIENT_MESSAGES:
            type_ = kind.__struct_config__.tag
            fields = {
                "step": 7,
                "orders": NOTE,
                "ready": True,
                "kind": "pause",
                "value": True,
                "text": "",
                "preferences": {},
                "days": 99,
                "steps": 0,
            }
            known = {field.encode_name for field in msgspec.structs.fields(kind)}
            if type_ == "claim":
                fields["kind"] = "win"
            answer = await tab.ask(type_, **({"match": match.id} if "match" in known else {}), **{
                name: value for name, value in fields.items() if name in known and type_ != "watch"
            })  # fmt: skip
            is_refused = answer.get("code") == "no_scope"
            needs = None if type_ == "ping" else "read" if type_ in looks else "play"
            assert is_refused == (needs not in {None, scope}), (scope, type_, answer)
            if is_refused:
                assert (answer["path"], answer["data"]) == ("type", {"scope": needs})
            tab.drain()


@pytest.mark.parametrize("text", ["", "nonsense", "fog_nonsense", "fog_é"])
async def test_a_bad_token_is_refused_and_counted_and_no_session_helps(people, enter, text):
    refused = metrics.REFUSALS.labels("bad_token")
    before = refused._value.get()
    # With the origin of a page of ours, which would do for a stranger.
    assert await enter(bearer(text), ORIGIN, HOST) is None
    assert refused._value.get() == before + 1
    if text.isascii() and text:
        assert await enter(ORIGIN, HOST, offer=["fogbound.1", f"fogbound-token.{text}"]) is None
        assert refused._value.get() == before + 2


async def test_a_bad_token_is_told_so_where_the_server_can():
    scope = {
        "type": "websocket", "path": "/ws/play/", "headers": [bearer("fog_x")], "subprotocols": [],
        "extensions": {"websocket.http.response": {}},
    }  # fmt: skip
    sent = []

    async def send(event):
        sent.append(event)

    await sockets(scope, None, send)
    assert [event["type"] for event in sent] == ["websocket.http.response.start", "websocket.http.response.body"]
    assert sent[0]["status"] == 401
    assert json.loads(sent[1]["body"])["code"] == "bad_token"


async def knock(text: str, address: str, *, behind: str = "") -> tuple[int, dict[str, str], dict]:
    """Status, headers and body that answer a program which would come in with a bad token."""
    headers = [bearer(text), *([(b"x-forwarded-for", behind.encode())] if behind else [])]
    scope = {
        "type": "websocket", "path": "/ws/play/", "query_string": b"", "headers": headers, "subprotocols": [],
        "client": [address, 4711], "extensions": {"websocket.http.response": {}},
    }  # fmt: skip
    sent = []

    async def send(event):
        sent.append(event)

    await sockets(scope, None, send)
    start, said = sent
    return (
        start["status"],
        {name.decode(): value.decode() for name, value in start["headers"]},
        json.loads(said["body"]),
    )


async def test_bad_tokens_are_counted_by_address_with_what_strangers_ask(settings, key, enter):
    await sync_to_async(cache.clear)()
    settings.API_LIMITS = {**settings.API_LIMITS, "requests": "3/m"}
    refused = metrics.REFUSALS.labels("too_many")
    before = refused._value.get()
    assert (await sync_to_async(Client().get)("/api/games/", REMOTE_ADDR="192.0.2.1")).status_code == 200
    assert [(await knock(f"fog_{number}", "192.0.2.1"))[0] for number in range(4)] == [401, 401, 429, 429]
    status, headers, said = await knock("fog_x", "192.0.2.1")
    assert (status, said["code"], said["data"]["key"]) == (429, "too_many", "requests:address:192.0.2.1")
    assert headers["retry-after"] == str(said["data"]["seconds"])
    assert 0 < said["data"]["seconds"] <= 60
    assert refused._value.get() == before + 3
    # Elsewhere nobody hears of it, and what an honest client says of itself counts behind a proxy of ours alone.
    assert (await knock("fog_x", "192.0.2.2"))[0] == 401
    assert (await knock("fog_x", "192.0.2.1", behind="192.0.2.3"))[0] == 429
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert (await knock("fog_x", "192.0.2.1", behind="192.0.2.1, 192.0.2.3"))[0] == 401
    assert (await knock("fog_x", "192.0.2.9", behind="192.0.2.3, 192.0.2.1"))[0] == 429
    # Whoever has a good token comes in from there all the same, without being counted.
    _, text = await key("read")
    for _ in range(5):
        assert await enter(bearer(text), (b"x-forwarded-for", b"192.0.2.1"))


async def test_good_tokens_are_not_counted(monkeypatch, key, enter):
    monkeypatch.setattr(limits, "count_handshake", pytest.fail)
    _, text = await key("read")
    assert await enter(bearer(text))


@pytest.mark.parametrize("fault", [PermissionDenied, RefusedByRedis])
async def test_a_bad_token_that_cannot_be_counted_is_a_bad_token(monkeypatch, transactional_db, fault):
    def fail(_):
        raise fault

    monkeypatch.setattr(limits, "count_handshake", fail)
    monkeypatch.setattr(handshake, "REDIS_FAULTS", (RefusedByRedis,))
    assert (await knock("fog_x", "192.0.2.1"))[0] == 401


async def test_without_token_or_origin_nobody_comes_in(enter, transactional_db):
    assert await enter(HOST) is None
    assert await enter(HOST, (b"origin", b"https://evil.example")) is None
    assert await enter(ORIGIN) is None


async def test_a_token_opens_the_match_socket_only(key, enter):
    _, text = await key("read", "play", "tables")
    assert await enter(bearer(text), path="/ws/lobby/") is None
    assert await enter(bearer(text), path="/ws/nothing/") is None


async def test_who_speaks_another_version_is_told_so(key):
    _, text = await key("read")
    communicator = WebsocketCommunicator(
        sockets, "/ws/play/", headers=[bearer(text)], subprotocols=["fogbound.2", "fogbound.99"]
    )
    await communicator.connect(PATIENCE)
    assert (await communicator.receive_output(PATIENCE))["code"] == socket.CLOSE_VERSION


async def test_a_revoked_token_and_a_shut_out_person_are_shown_out(
    start_match, key, enter, connect, people, monkeypatch
):
    monkeypatch.setattr(access_checks, "ROUND_SECONDS", 0.05)
    token, text = await key("read")
    program, browser, other = await enter(bearer(text)), await connect("alice"), await connect("bob")
    await asyncio.sleep(0.2)
    assert (await program.ask("ping"))["type"] in {"pong", "ack"}
    await in_thread(tokens.revoke_token, user=people["alice"], token_id=token.pk)
    assert await program.closed() == CLOSE_SHUT_OUT

    def shut_out() -> None:
        people["alice"].is_active = False
        people["alice"].save()

    await in_thread(shut_out)
    assert await browser.closed() == CLOSE_SHUT_OUT
    assert (await other.ask("ping"))["type"] in {"pong", "ack"}


async def test_a_session_that_ends_takes_its_socket_with_it(connect, monkeypatch, people):
    from django.contrib.sessions.models import Session

    monkeypatch.setattr(access_checks, "ROUND_SECONDS", 0.05)
    tab = await connect("alice")
    await in_thread(Session.objects.all().delete)
    assert await tab.closed() == CLOSE_SHUT_OUT


async def test_a_new_password_takes_the_sockets_of_older_sessions_with_it(connect, monkeypatch, people):
    monkeypatch.setattr(access_checks, "ROUND_SECONDS", 0.05)
    tab = await connect("alice")
    people["alice"].set_password("another-lantern-43")
    await in_thread(people["alice"].save)
    assert await tab.closed() == CLOSE_SHUT_OUT


async def test_somebody_suspended_gets_no_socket(people):
    cookie = (b"cookie", (await in_thread(cookie_of, people["alice"])).encode())
    await in_thread(User.objects.update, suspended_until=timezone.now() + timedelta(days=1))
    for path in ("/ws/play/", "/ws/lobby/"):
        communicator = WebsocketCommunicator(sockets, path, headers=[ORIGIN, HOST, cookie])
        assert await communicator.connect(PATIENCE) == (True, None)
        closed = await communicator.receive_output(PATIENCE)
        assert (closed["type"], closed["code"]) == ("websocket.close", CLOSE_SHUT_OUT), path


async def test_nobody_is_shown_out_because_the_database_is_away(connect, monkeypatch):
    loop, asked_again = asyncio.get_running_loop(), asyncio.Event()
    times: list[float] = []

    def fail(passes):
        times.append(loop.time())
        if len(times) > 1:
            loop.call_soon_threadsafe(asked_again.set)
        raise OperationalError("the database is away")

    monkeypatch.setattr(access_checks, "ROUND_SECONDS", 0.02)
    monkeypatch.setattr(access_checks, "still_good", fail)
    tab = await connect("alice")
    await asyncio.wait_for(asked_again.wait(), PATIENCE)
    assert (await tab.ask("ping"))["type"] in {"pong", "ack"}


async def test_whoever_cannot_be_asked_about_is_shown_out(connect, monkeypatch):
    monkeypatch.setattr(access_checks, "ROUND_SECONDS", 0.02)
    monkeypatch.setattr(access_checks, "still_good", lambda passes: 1 / 0)
    stranger = await connect(None)
    assert await (await connect("alice")).closed() == CLOSE_SHUT_OUT
    assert (await stranger.ask("ping"))["type"] in {"pong", "ack"}


async def test_everybody_is_asked_about_once_in_a_round_and_some_at_a_time(connect, monkeypatch):
    asked, enough, real, loop = [], asyncio.Event(), access_checks.still_good, asyncio.get_running_loop()
    monkeypatch.setattr(access_checks, "ROUND_SECONDS", 0.1)
    monkeypatch.setattr(access_checks, "TOGETHER", 2)

    def ask(passes):
        asked.append(list(passes))
        if len(asked) == 8:
            loop.call_soon_threadsafe(enough.set)
        return real(passes)

    monkeypatch.setattr(access_checks, "still_good", ask)
    tabs = [await connect(name) for name in ("alice", "bob", "charlie")]
    await asyncio.wait_for(enough.wait(), PATIENCE)
    for tab in tabs:
        assert (await tab.ask("ping"))["type"] in {"pong", "ack"}
    sizes = [len(passes) for passes in asked]
    assert max(sizes) <= 2
    assert len({one for passes in asked[-4:] for one in passes}) == 3


async def test_a_wrong_or_stale_token_changes_nothing_for_whoever_sits_there(start_match, key, enter, connect):
    match = await in_thread(start_match)
    alice = await connect("alice")
    await alice.watch(match)
    assert (await alice.ask("orders", match=match.id, step=0, orders=NOTE))["type"] == "ack"
    good, stale = await key("read", "play")
    gone, revoked = await key("read", "play")
    await in_thread(gone.delete)
    await alice.settle()
    before = await in_thread(_all_of, match.id)
    for text in (revoked, "fb_nonsense", stale[:-1] + ("a" if stale[-1] != "a" else "b")):
        assert await enter(bearer(text)) is None
    # A token that is revoked while its program plays: the program goes, the person in the seat notices nothing.
    program = await enter(bearer(stale))
    await program.watch(match)
    await alice.settle()
    await in_thread(good.delete)
    assert await alice.silent()
    assert await in_thread(_all_of, match.id) == before
    assert (await alice.ask("orders", match=match.id, step=0, orders={"note": "y"}))["type"] == "ack"


def _all_of(match_id):
    match = Match.objects.get(pk=match_id)
    return list(match.seats.values_list("number", "user", "autopilot", "missed")), list(
        match.orders.values_list("seat", "step", "revision", "orders", "ready")
    )
