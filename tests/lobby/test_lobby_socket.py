"""Does the lobby stay true by itself, for everybody in their own language, and tell nothing that is not public?"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

import pytest
from asgiref.sync import sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client

from lobby.accounts import gate, tokens
from lobby.matches.models import Match
from lobby.pages import lobby_socket, reader
from lobby.platform.process import metrics
from lobby.routing import sockets as application
from lobby.tables import services as tables
from lobby.tables.services import Settings
from lobby.watch import access_checks
from lobby.watch.socket import CLOSE_SLOW

PATIENCE = 60


@pytest.fixture(autouse=True)
def fresh(transactional_db: None, monkeypatch) -> None:
    cache.clear()
    monkeypatch.setattr(lobby_socket.LobbyFeed, "gather_seconds", 0.01)


def cookie_of(user) -> str:
    client = Client()
    client.force_login(user)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


@pytest.fixture
async def visit() -> AsyncIterator[Callable]:
    opened: list[WebsocketCommunicator] = []

    async def connect(user=None, **query: str) -> WebsocketCommunicator:
        headers = [(b"origin", b"http://localhost"), (b"host", b"localhost")]
        if user is not None:
            headers.append((b"cookie", (await sync_to_async(cookie_of)(user)).encode()))
        text = "&".join(f"{name}={value}" for name, value in query.items())
        socket = WebsocketCommunicator(application, f"/ws/lobby/?{text}", headers=headers)
        assert (await socket.connect(timeout=PATIENCE))[0]
        opened.append(socket)
        return socket

    yield connect
    for socket in opened:
        # A test that waited in vain has ended the connection; as in `play_socket`, the tests after it shall not suffer.
        with suppress(asyncio.CancelledError):
            await socket.disconnect(timeout=PATIENCE)


async def of_type(socket: WebsocketCommunicator, kind: str) -> dict:
    async with asyncio.timeout(PATIENCE):
        while True:
            message = await socket.receive_json_from(timeout=PATIENCE)
            if message["type"] == kind:
                return message


async def next_told(socket: WebsocketCommunicator) -> dict:
    """The next message; `alive` may come at any time."""
    message = await socket.receive_json_from(timeout=PATIENCE)
    return message if message["type"] != "alive" else await next_told(socket)


async def code_of_close(socket: WebsocketCommunicator) -> int:
    async with asyncio.timeout(PATIENCE):
        while (message := await socket.receive_output(timeout=PATIENCE))["type"] != "websocket.close":
            pass
    return message["code"]


def open_table(user, **changes) -> Match:
    return tables.create_table(
        user=user, game_id="toy", options={}, settings=Settings(**{"seats": 2, "step_seconds": 30, **changes})
    )


make_table = sync_to_async(open_table)


async def test_a_visitor_gets_the_lists_and_every_change(alice, bob, visit):
    table = await make_table(alice)
    socket = await visit()
    lists = await of_type(socket, "lists")
    assert [match_id for match_id, _ in lists["open"]] == [table.pk]
    assert "Alice" in lists["open"][0][1]
    assert lists["running"] == []

    await sync_to_async(tables.join)(user=bob, match_id=table.pk)
    joined = await of_type(socket, "card")
    assert (joined["list"], joined["id"]) == ("open", table.pk)
    assert "Bob" in joined["html"]

    await sync_to_async(tables.set_table_ready)(user=bob, match_id=table.pk, ready=True)
    await sync_to_async(tables.start)(user=alice, match_id=table.pk)
    gone, running = await of_type(socket, "card"), await of_type(socket, "card")
    assert (gone["list"], gone["html"]) == ("open", None)
    assert running["list"] == "running"
    assert f"/matches/{table.pk}/" in running["html"]


@pytest.mark.postgres
async def test_a_new_table_appears_and_a_closed_one_goes(alice, visit):
    socket = await visit()
    await of_type(socket, "lists")
    table = await make_table(alice)
    assert (await of_type(socket, "card"))["id"] == table.pk
    await sync_to_async(tables.leave)(user=alice, match_id=table.pk)
    assert (await of_type(socket, "card"))["html"] is None


async def test_tables_by_link_are_told_to_nobody_else(alice, charlie, visit):
    hidden = await make_table(alice, visibility="link")
    socket = await visit(charlie)
    lists = await of_type(socket, "lists")
    assert lists["open"] == []
    await of_type(socket, "mine")
    await sync_to_async(tables.seat_bot)(user=alice, match_id=hidden.pk, number=1, bot="thrower")
    await sync_to_async(tables.start)(user=alice, match_id=hidden.pk)
    shown = await make_table(alice)
    told = await next_told(socket)
    assert (told["type"], told["id"]) == ("card", shown.pk), "nothing was told of the one by link"


async def test_one_s_own_matches_are_told_to_oneself(alice, bob, visit):
    mine, other = await visit(alice), await visit(bob)
    assert (await of_type(mine, "mine"))["html"].strip() == ""
    assert (await of_type(other, "mine"))["html"].strip() == ""
    table = await make_table(alice, visibility="link")
    assert table.pk in (await of_type(mine, "mine"))["html"]
    own = await make_table(bob, visibility="link")
    told = await next_told(other)
    assert told["type"] == "mine" and own.pk in told["html"] and table.pk not in told["html"], (
        "somebody else hears first of one's own"
    )


@pytest.mark.postgres
async def test_a_session_that_ends_takes_its_socket_with_it(alice, visit, monkeypatch):
    monkeypatch.setattr(access_checks, "ROUND_SECONDS", 0.05)
    ask, asked = access_checks.AccessChecks._ask, asyncio.Semaphore(0)

    async def tell(self, guests) -> None:
        await ask(self, guests)
        asked.release()

    monkeypatch.setattr(access_checks.AccessChecks, "_ask", tell)
    socket, stranger = await visit(alice), await visit()
    await of_type(socket, "mine")
    await of_type(stranger, "lists")
    for _ in range(3):
        await asked.acquire()
    before = await make_table(alice)
    for one in (socket, stranger):
        assert (await of_type(one, "card"))["id"] == before.pk, "as long as the session is there"
    await sync_to_async(Session.objects.all().delete)()
    assert await code_of_close(socket) == gate.CLOSE_SHUT_OUT
    table = await make_table(alice)
    assert (await of_type(stranger, "card"))["id"] == table.pk, "a stranger may always stay"
    assert await socket.receive_nothing(), "nothing follows a farewell"


async def test_a_browser_that_takes_no_farewell_keeps_nobody_else_in(alice, bob, visit, monkeypatch):
    close = AsyncWebsocketConsumer.close

    async def stall(self, *arguments):
        if self.user_id == alice.pk:
            await asyncio.Event().wait()
        await close(self, *arguments)

    monkeypatch.setattr(AsyncWebsocketConsumer, "close", stall)
    monkeypatch.setattr(reader, "SLOW_SECONDS", 0.05)
    monkeypatch.setattr(access_checks, "ROUND_SECONDS", 0.05)
    stalled, other = await visit(alice), await visit(bob)
    await of_type(stalled, "mine")
    await of_type(other, "mine")
    await sync_to_async(Session.objects.all().delete)()
    assert await code_of_close(other) == gate.CLOSE_SHUT_OUT


async def test_cards_come_in_the_language_of_the_page(alice, visit):
    await make_table(alice)
    english, chinese, odd = await visit(), await visit(language="zh-hans"), await visit(language="tlh")
    card = (await of_type(english, "lists"))["open"][0][1]
    assert "30 seconds a step" in card
    assert (await of_type(odd, "lists"))["open"][0][1] == card
    assert (await of_type(chinese, "lists"))["open"][0][0]


@pytest.mark.postgres
async def test_people_at_a_table_see_their_own_side_of_it_and_go_on_together(alice, bob, visit):
    table = await make_table(alice)
    host, guest = await visit(alice, table=table.pk), await visit(bob, table=table.pk)
    assert "Start the match" in (await of_type(host, "table"))["html"]
    assert "Join this table" in (await of_type(guest, "table"))["html"]
    await sync_to_async(tables.join)(user=bob, match_id=table.pk)
    assert "Bob" in (await of_type(host, "table"))["html"]
    assert "I am ready" in (await of_type(guest, "table"))["html"]
    await sync_to_async(tables.set_table_ready)(user=bob, match_id=table.pk, ready=True)
    await of_type(host, "table")
    await of_type(guest, "table")
    await sync_to_async(tables.start)(user=alice, match_id=table.pk)
    for socket in (host, guest):
        message = await of_type(socket, "table")
        assert (message["html"], message["url"]) == (None, f"/matches/{table.pk}/")


async def test_a_table_that_is_hidden_or_absent_leads_to_the_lobby(charlie, make_match, visit):
    hidden = await sync_to_async(make_match)(visibility="link")
    answers = [await of_type(await visit(charlie, table=pk), "table") for pk in (hidden.pk, "zzzzzzzzzz", "../../etc")]
    assert answers == [{"type": "table", "html": None, "url": "/lobby/"}] * 3


@pytest.mark.postgres
async def test_a_lost_call_is_mended_by_the_next_full_reading(alice, visit, monkeypatch):
    monkeypatch.setattr(lobby_socket.LobbyFeed, "full_seconds", 0.3)
    monkeypatch.setattr("lobby.store.wake.publish_soon", lambda match_id: None)
    socket = await visit()
    assert (await of_type(socket, "lists"))["open"] == []
    table = await make_table(alice)
    assert (await of_type(socket, "lists"))["open"][0][0] == table.pk


@pytest.fixture
def read_lists(monkeypatch) -> tuple[asyncio.Event, asyncio.Event]:
    """Tells when all lists have been read; they are handed over when the second event is set."""
    read, is_read, goes_on = lobby_socket._read, asyncio.Event(), asyncio.Event()

    async def read_slowly(function, *arguments):
        found = await read(function, *arguments)
        if function is lobby_socket._all_cards:
            is_read.set()
            await goes_on.wait()
        return found

    monkeypatch.setattr(lobby_socket, "_read", read_slowly)
    return is_read, goes_on


async def one_shown_and_one_waiting(visit, read_lists):
    """Somebody who has the lists, and somebody of another language for whom they are read until the event is set."""
    is_read, goes_on = read_lists
    goes_on.set()
    english = await visit()
    await of_type(english, "lists")
    is_read.clear(), goes_on.clear()
    chinese = await visit(language="zh-hans")
    await asyncio.wait_for(is_read.wait(), PATIENCE)
    return english, chinese, goes_on


@pytest.mark.postgres
async def test_what_changes_while_the_first_visitor_of_a_language_is_awaited_reaches_them(alice, visit, read_lists):
    english, chinese, goes_on = await one_shown_and_one_waiting(visit, read_lists)
    table = await make_table(alice)
    # The call has been answered before the lists of the other language are there.
    assert (await of_type(english, "card"))["id"] == table.pk
    goes_on.set()
    assert (await of_type(chinese, "lists"))["open"] == []
    assert (await of_type(chinese, "card"))["id"] == table.pk


async def test_the_first_visitor_who_is_gone_before_the_lists_are_there_leaves_none_behind(alice, visit, read_lists):
    is_read, goes_on = read_lists
    gone = await visit()
    await asyncio.wait_for(is_read.wait(), PATIENCE)
    (member,) = lobby_socket.feed()._members
    await lobby_socket.feed().remove(member)
    goes_on.set()
    await of_type(gone, "lists")
    table = await make_table(alice)
    assert (await of_type(await visit(), "lists"))["open"][0][0] == table.pk


async def test_whoever_talks_is_shown_out(visit):
    socket = await visit()
    await of_type(socket, "lists")
    await socket.send_to(text_data='{"type": "ping"}')
    assert await code_of_close(socket) == 4008


async def test_whoever_asks_whether_the_line_lives_hears_so_but_not_all_the_time(visit):
    socket = await visit()
    await of_type(socket, "lists")
    await socket.send_to(text_data='{"type":"alive"}')
    assert (await of_type(socket, "alive"))["within"] == reader.ALIVE_SECONDS
    await socket.send_to(text_data='{"type":"alive"}')
    assert await code_of_close(socket) == 4008


async def test_everybody_hears_first_when_the_next_sign_of_life_comes_and_then_it_comes(alice, visit, monkeypatch):
    monkeypatch.setattr(reader, "ALIVE_SECONDS", 0.05)
    table = await make_table(alice)
    for query in ({}, {"table": table.pk}, {"queue": "1"}):
        socket = await visit(alice, **query)
        alive = await socket.receive_json_from(PATIENCE)
        assert alive == {"type": "alive", "within": 0.05}
        assert (await socket.receive_json_from(PATIENCE))["type"] != "alive"
        for _ in range(3):
            await of_type(socket, "alive")


@pytest.mark.postgres
async def test_a_database_that_does_not_answer_is_no_dead_line(visit, monkeypatch):
    monkeypatch.setattr(reader, "ALIVE_SECONDS", 0.05)
    monkeypatch.setattr(lobby_socket.LobbyFeed, "full_seconds", 0.01)
    socket = await visit()
    await of_type(socket, "lists")
    is_asked = asyncio.Event()

    async def hang(*_):
        is_asked.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(lobby_socket, "_read", hang)
    await asyncio.wait_for(is_asked.wait(), PATIENCE)
    for _ in range(3):
        await of_type(socket, "alive")


async def test_signs_of_life_do_not_pile_up_before_a_slow_reader_nor_come_before_the_lists(
    visit, stalled, read_lists, monkeypatch
):
    monkeypatch.setattr(reader, "SLOW_SECONDS", 3600)
    monkeypatch.setattr(reader, "ALIVE_SECONDS", 0.01)
    monkeypatch.setattr(reader, "MOST_WAITING", 3)
    english, chinese, goes_on = await one_shown_and_one_waiting(visit, read_lists)
    for _ in range(5):
        await of_type(english, "alive")
    goes_on.set()
    for _ in range(5):
        await of_type(english, "alive")
    stalled.set()
    assert [(await chinese.receive_json_from(PATIENCE))["type"] for _ in range(3)] == ["alive", "lists", "alive"]


async def test_another_origin_is_refused(alice):
    headers = [(b"origin", b"https://evil.example"), (b"host", b"localhost")]
    socket = WebsocketCommunicator(application, "/ws/lobby/", headers=headers)
    assert not (await socket.connect(timeout=PATIENCE))[0]


@pytest.mark.postgres
@pytest.mark.parametrize("fault", [OSError("gone"), RuntimeError("closed"), None])
async def test_a_browser_that_goes_or_stalls_keeps_nobody_else_waiting(alice, bob, visit, monkeypatch, fault):
    table = await make_table(alice)
    gone, other = await visit(), await visit(bob, table=table.pk)
    await of_type(gone, "lists")
    await of_type(other, "table")
    monkeypatch.setattr(reader, "SLOW_SECONDS", 0.05)
    send_json = lobby_socket.LobbyConsumer.send_json

    async def fail(self, message):
        if self.table:
            await send_json(self, message)
        elif fault:
            raise fault
        else:
            await asyncio.Event().wait()

    monkeypatch.setattr(lobby_socket.LobbyConsumer, "send_json", fail)
    await sync_to_async(tables.join)(user=bob, match_id=table.pk)
    assert "Bob" in (await of_type(other, "table"))["html"]
    await sync_to_async(tables.set_table_ready)(user=bob, match_id=table.pk, ready=True)
    assert (await of_type(other, "table"))["html"]


@pytest.fixture
def stalled(monkeypatch) -> asyncio.Event:
    """Those who read Chinese take no message any more, until this is set."""
    send_json, reads_again = lobby_socket.LobbyConsumer.send_json, asyncio.Event()

    async def stall(self, message):
        if self.language == "zh-hans":
            await reads_again.wait()
        await send_json(self, message)

    monkeypatch.setattr(lobby_socket.LobbyConsumer, "send_json", stall)
    return reads_again


async def test_nobody_waits_for_slow_readers(alice, bob, visit, stalled, monkeypatch):
    # Whoever waited for one of them would wait in vain.
    monkeypatch.setattr(reader, "SLOW_SECONDS", 3600)
    for _ in range(3):
        await visit(language="zh-hans")
    quick = [await visit() for _ in range(3)]
    tables_made = [await make_table(alice) for _ in range(2)]
    for socket in quick:
        await of_type(socket, "lists")
        assert {(await of_type(socket, "card"))["id"] for _ in tables_made} == {one.pk for one in tables_made}


async def test_a_reader_that_is_too_slow_is_closed_and_told_everything_when_it_comes_back(
    alice, visit, stalled, monkeypatch
):
    shed = metrics.SHED._value.get()
    monkeypatch.setattr(reader, "SLOW_SECONDS", 0.05)
    slow, quick = await visit(language="zh-hans"), await visit()
    await of_type(quick, "lists")
    table = await make_table(alice)
    assert await code_of_close(slow) == CLOSE_SLOW
    assert (await of_type(quick, "card"))["id"] == table.pk
    assert metrics.SHED._value.get() == shed + 1
    monkeypatch.setattr(reader, "SLOW_SECONDS", 3600)
    stalled.set()
    assert (await of_type(await visit(language="zh-hans"), "lists"))["open"][0][0] == table.pk
    assert await slow.receive_nothing(), "nothing follows a farewell"


async def test_a_reader_that_lets_too_much_wait_is_closed(alice, visit, stalled, monkeypatch):
    monkeypatch.setattr(reader, "SLOW_SECONDS", 3600)
    monkeypatch.setattr(reader, "MOST_WAITING", 2)
    slow, quick = await visit(language="zh-hans"), await visit()
    await of_type(quick, "lists")
    for _ in range(3):
        table = await make_table(alice)
        assert (await of_type(quick, "card"))["id"] == table.pk
    assert await code_of_close(slow) == CLOSE_SLOW


@pytest.mark.postgres
async def test_whoever_comes_while_the_lobby_cannot_be_read_leaves_nothing_behind(visit, monkeypatch, alice):
    """The page is told to come again, and does."""

    def refuse() -> None:
        raise OperationalError("the database is away")

    with monkeypatch.context() as away:
        away.setattr(lobby_socket, "_all_cards", refuse)
        socket = await visit(alice)
        assert await socket.receive_output(PATIENCE) == {"type": "websocket.close", "code": reader.CLOSE_LATER}
        await socket.disconnect(timeout=PATIENCE)
    assert not lobby_socket.feed()._members and not lobby_socket.feed()._tasks
    assert not lobby_socket.feed()._access._guests
    assert await of_type(await visit(alice), "lists")


@pytest.mark.postgres
@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/play/"])
@pytest.mark.parametrize("comes", ["with a session", "with a token"])
async def test_whoever_comes_while_the_database_is_away_is_told_to_come_again(monkeypatch, caplog, path, comes):
    def away(*args, **kwargs):
        raise OperationalError("connection refused at 10.0.0.3")

    monkeypatch.setattr(SessionStore, "load", away)
    monkeypatch.setattr(tokens, "find", away)
    headers = {
        "with a session": [
            (b"origin", b"http://localhost"),
            (b"host", b"localhost"),
            (b"cookie", b"sessionid=k7m2p9qx4t"),
        ],
        "with a token": [(b"authorization", b"Bearer fog_k7m2p9qx4t")],
    }[comes]
    sent = []

    async def send(message):
        sent.append(message)

    async def receive():
        return {"type": "websocket.connect"}

    scope = {"type": "websocket", "path": path, "headers": headers, "query_string": b"", "subprotocols": []}
    await application({**scope, "extensions": {"websocket.http.response": {}}}, receive, send)
    start, body = sent
    assert (start["status"], start["headers"], body["body"]) == (503, [(b"retry-after", b"5")], b"")
    sent.clear()
    await application(scope, receive, send)
    assert sent == [{"type": "websocket.close", "code": reader.CLOSE_LATER}]
    (line, again) = caplog.records
    assert line.exc_info is None and "10.0.0.3" not in line.getMessage() + again.getMessage()
