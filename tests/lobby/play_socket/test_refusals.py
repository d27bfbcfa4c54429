"""Is every message that cannot be honoured answered with its code, and does it disturb nobody?"""

import asyncio
import random
from datetime import timedelta
from types import SimpleNamespace

import pytest
from channels.testing import WebsocketCommunicator
from django.utils import timezone

from lobby.matches.models import Match, Orders, Seat
from lobby.watch import hub, socket
from tests.lobby.play_socket.conftest import HOST, ORIGIN, PATIENCE, application, in_thread, play_step, quiet
from tests.lobby.test_protocol import hostile_text

pytestmark = pytest.mark.slow

NOTE = {"note": "x"}
MESSAGES = [2_000, pytest.param(100_000, marks=pytest.mark.long)]
NOWHERE = "2222222222"


@pytest.fixture
async def match(start_match):
    return await in_thread(start_match)


@pytest.fixture
async def alice(connect):
    return await connect("alice")


def about(match_id):
    """One message of each type that names a match."""
    return [
        ("watch", {}),
        ("orders", {"step": 0, "orders": NOTE}),
        ("ready", {"step": 0, "ready": True}),
        ("forecast", {"step": 0, "orders": NOTE}),
        ("resign", {}),
        ("vote", {"kind": "pause", "value": True}),
        ("return", {}),
        ("watchable", {"value": True}),
        ("chat", {"text": "hello"}),
    ]


async def stored_orders(match):
    return [row async for row in Orders.objects.filter(match=match).order_by("id").values("seat", "step", "orders")]


@pytest.mark.parametrize(("type_", "fields"), about(""))
@pytest.mark.parametrize("name", ["charlie", None])
async def test_a_foreign_match_answers_like_one_that_does_not_exist(start_match, connect, name, type_, fields):
    match = await in_thread(start_match, visibility=Match.Visibility.LINK)
    tab = await connect(name)
    answers = []
    for match_id in (match.id, NOWHERE, "nonsense\x00", "", "A" * 40):
        await tab.send(type_, match=match_id, ack=1, **fields)
        await tab.next("error")
        answers.append(tab.heard[-1].replace(f'"match":"{match_id}"', '"match":"?"'))
    assert '"code":"no_match"' in answers[0]
    assert answers[0] == answers[1]
    for answer, match_id in zip(answers[2:], ("nonsense\\u0000", "", "A" * 40), strict=True):
        assert answer.replace(f'"match":"{match_id}"', '"match":"?"') == answers[0]
    assert await stored_orders(match) == []


@pytest.mark.parametrize(
    ("type_", "fields"), [case for case in about("") if case[0] not in {"watch", "chat"}], ids=lambda case: str(case)
)
async def test_foreign_seats(match, connect, type_, fields):
    for name in ("charlie", None):
        tab = await connect(name)
        assert (await tab.ask(type_, match=match.id, **fields))["code"] == "not_your_seat"
    assert await stored_orders(match) == []


async def test_naming_somebody_elses_seat_does_not_help(match, alice):
    for type_, fields in (
        ("orders", {"step": 0, "orders": NOTE}),
        ("ready", {"step": 0, "ready": True}),
        ("forecast", {"step": 0, "orders": NOTE}),
        ("resign", {}),
        ("return", {}),
        ("preferences", {"preferences": {}}),
        ("go_on", {"steps": 0}),
    ):
        answer = await alice.ask(type_, match=match.id, seat=1, **fields)
        assert (type_, answer["code"], answer["path"]) == (type_, "not_your_seat", "seat")
    assert await stored_orders(match) == []


async def test_strangers_without_a_name_do_not_talk(match, connect):
    stranger = await connect(None)
    assert (await stranger.ask("chat", match=match.id, text="hello"))["code"] == "not_allowed"


async def test_wrong_step(match, alice, connect):
    answer = await alice.ask("orders", match=match.id, step=1, orders=NOTE)
    assert (answer["code"], answer["path"], answer["data"]) == ("wrong_step", "step", {"step": 0})
    bob = await connect("bob")
    await play_step(match, 0, (alice, NOTE), (bob, NOTE))
    await quiet()
    for type_, fields in (("orders", {"orders": NOTE}), ("ready", {"ready": True}), ("forecast", {"orders": NOTE})):
        answer = await alice.ask(type_, match=match.id, step=0, **fields)
        assert (answer["code"], answer["data"]) == ("wrong_step", {"step": 1})


BEYOND = [2**31, 2**63, 10**40, -1]
"""Numbers that the database cannot store, or that no step and no seat has."""


@pytest.mark.any_database
async def test_a_step_a_seat_or_a_count_out_of_range_is_named(match, alice):
    numbers = [
        ("orders", "step", {"orders": NOTE}), ("ready", "step", {"ready": True}), ("forecast", "step", {"orders": NOTE}),
        ("frame", "step", {}), ("go_on", "steps", {}), ("watch", "since", {}), ("watch", "as", {}), ("vacation", "days", {}),
        *((type_, "seat", fields) for type_, fields in (
            ("orders", {"step": 0, "orders": NOTE}), ("ready", {"step": 0, "ready": True}), ("resign", {}), ("return", {}), ("substitute", {}),
            ("forecast", {"step": 0, "orders": NOTE}), ("claim", {"kind": "bot"}), ("preferences", {"preferences": {}}),
            ("go_on", {"steps": 0}),
        )),
    ]  # fmt: skip
    # Several malformed messages in a row end a connection.
    for type_, name, fields in numbers:
        for number in BEYOND:
            answer = await alice.ask(type_, match=match.id, **fields, **{name: number})
            assert (type_, answer["code"], answer["path"]) == (type_, "bad_message", name), (number, answer)
            await alice.send("ping")
            await alice.next("pong")
    answer = await alice.ask("chat", match=match.id, text="hello", to=[0, 2**31])
    assert (answer["code"], answer["path"]) == ("bad_message", "to[1]")
    assert await stored_orders(match) == []


async def test_too_late(match, alice):
    past = timezone.now() - timedelta(seconds=1)
    await Match.objects.filter(id=match.id).aupdate(deadline=past)
    assert (await alice.ask("orders", match=match.id, step=0, orders=NOTE))["code"] == "too_late"
    assert await stored_orders(match) == []


async def test_not_pending(start_match, alice, connect, people):
    match = await in_thread(start_match)
    await Seat.objects.acreate(match=match, number=2, user=people["charlie"])
    await Seat.objects.filter(match=match, number=0).aupdate(resigned=True)
    assert (await alice.ask("orders", match=match.id, step=0, orders=NOTE))["code"] == "not_pending"


@pytest.mark.parametrize(
    "status", [Match.Status.PAUSED, Match.Status.FINISHED, Match.Status.ABORTED, Match.Status.OPEN]
)
async def test_not_running(match, alice, status):
    await Match.objects.filter(id=match.id).aupdate(status=status, deadline=None)
    assert (await alice.ask("orders", match=match.id, step=0, orders=NOTE))["code"] == "not_running"


async def test_not_allowed_by_the_table(match, alice):
    answer = await alice.ask("vote", match=match.id, kind="draw", value=True)
    assert (answer["code"], answer["path"]) == ("not_allowed", "kind")


@pytest.mark.parametrize(
    ("orders", "code", "path"),
    [
        ({"note": "x" * 101}, "too_long", "orders.note"),
        ({"note": 10**30}, "too_long", "orders.note"),
        ({}, "malformed", "orders"),
        (None, "malformed", "orders"),
        ([], "malformed", "orders"),
        ("resign", "malformed", "orders"),
    ],
)
@pytest.mark.parametrize("type_", ["orders", "forecast"])
async def test_the_game_refuses_with_its_own_code_and_path(match, alice, type_, orders, code, path):
    answer = await alice.ask(type_, match=match.id, step=0, orders=orders)
    assert (answer["code"], answer["path"], answer["match"]) == (code, path, match.id)
    assert await stored_orders(match) == []


async def test_the_answer_is_in_the_language_of_the_browser(match, connect):
    tab = await connect(None, headers=[(b"accept-language", b"zh-hans,en;q=0.5")])
    english = await connect(None)
    chinese = (await tab.ask("resign", match=match.id))["message"]
    assert chinese != (await english.ask("resign", match=match.id))["message"]
    assert not chinese.isascii()


async def test_refused_orders_leave_the_stored_ones(match, alice):
    await alice.ask("orders", match=match.id, step=0, orders={"note": "good"})
    await alice.ask("orders", match=match.id, step=0, orders={"note": 5})
    await alice.watch(match)
    assert [row["orders"] for row in await stored_orders(match)] == [{"note": "good"}]


async def test_a_duplicate_is_stored_again_and_resolves_nothing_twice(match, alice, connect):
    bob = await connect("bob")
    await bob.watch(match)
    for _ in range(2):
        assert (await alice.ask("orders", match=match.id, step=0, orders=NOTE, ready=True))["type"] == "ack"
    await play_step(match, 0, (bob, NOTE))
    again = await bob.ask("orders", match=match.id, step=0, orders=NOTE, ready=True)
    assert again["type"] == "ack" or again["code"] == "wrong_step"  # whichever came first, the step or this
    await quiet()
    assert (await Match.objects.aget(id=match.id)).step == 1


async def test_orders_are_on_disk_when_the_ack_comes(match, alice):
    for text in "abc":
        await alice.ask("orders", match=match.id, step=0, orders={"note": text})
        assert (await stored_orders(match))[-1]["orders"] == {"note": text}


async def test_too_large_and_binary(match, alice):
    await alice.send_raw('{"type": "ping"' + " " * 66_000 + "}")
    assert (await alice.next("error"))["code"] == "too_large"
    await alice.send_event({"type": "websocket.receive", "bytes": b'{"type": "ping"}'})
    assert (await alice.next("error"))["code"] == "bad_message"
    await alice.send("ping")
    await alice.next("pong")


async def test_twenty_malformed_messages_in_a_row_are_enough(alice):
    for _ in range(19):
        await alice.send_raw("{")
    await alice.send("ping")  # counts anew
    for _ in range(20):
        await alice.send_raw("{")
    assert await alice.closed() == 4008


async def test_who_sends_more_than_a_hundred_messages_in_five_seconds_is_served_more_slowly_and_stays(alice):
    for number in range(110):
        await alice.send("ping", ack=number)
    assert [(await alice.next("ack"))["ack"] for _ in range(110)] == list(range(110))
    assert (await alice.ask("unwatch", match="nowhere"))["code"] == "not_watching"


def test_the_pace_lets_a_hundred_through_at_once_and_then_twenty_a_second(monkeypatch):
    now = 1000.0
    monkeypatch.setattr(socket, "time", SimpleNamespace(monotonic=lambda: now))
    pace = socket.Pace(*socket.MESSAGES)
    waits = [pace.spend() for _ in range(120)]
    assert max(waits[:100]) <= 1e-9
    assert waits[100:] == pytest.approx([0.05 * number for number in range(1, 21)])
    now += 3.0  # one second of waiting is over, and two seconds are gained
    waits = [pace.spend() for _ in range(41)]
    assert (max(waits[:40]) <= 1e-9, waits[40]) == (True, pytest.approx(0.05))
    now += 1000.0  # silence is not saved up
    waits = [pace.spend() for _ in range(101)]
    assert (max(waits[:100]) <= 1e-9, waits[100]) == (True, pytest.approx(0.05))


async def test_limits_of_forecasts_and_chat(match, alice, monkeypatch):
    # However slow the machine is, all of them come within a second.
    monkeypatch.setattr(socket, "time", SimpleNamespace(monotonic=lambda: 1000.0))
    for type_, fields, limit, seconds in (
        ("forecast", {"step": 0, "orders": NOTE}, 10, 1),
        ("chat", {"text": "hello"}, 5, 10),
    ):
        answers = [await alice.ask(type_, match=match.id, **fields) for _ in range(limit + 1)]
        assert [answer["type"] == "error" for answer in answers] == [False] * limit + [True]
        assert (answers[-1]["code"], answers[-1]["data"]) == ("too_many", {"limit": limit, "seconds": seconds})


async def test_a_connection_watches_a_limited_number_of_matches(match, alice, monkeypatch):
    monkeypatch.setattr(hub, "MOST_WATCHED", 0)
    answer = await alice.ask("watch", match=match.id)
    assert (answer["code"], answer["data"]) == ("too_many", {"limit": 0, "seconds": None})


async def test_a_slow_reader_is_dropped(match, connect, monkeypatch):
    monkeypatch.setattr(socket, "MOST_QUEUED_MESSAGES", 5)
    alice, bob = await connect("alice"), await connect("bob")
    sent, held, closed = [], asyncio.Event(), asyncio.Event()
    connection = next(iter(hub.hub()._watching))

    async def stuck(event):
        sent.append(event)
        if event["type"] == "websocket.send":
            await held.wait()
        closed.set()

    monkeypatch.setattr(connection, "_send", stuck)
    for _ in range(10):
        await alice.send("ping")
    await asyncio.wait_for(closed.wait(), PATIENCE)
    assert sent[-1] == {"type": "websocket.close", "code": 4009}
    assert connection not in hub.hub()._watching
    await bob.send("ping")
    await bob.next("pong")


@pytest.mark.parametrize("most", [1000, 0], ids=["news", "too slow"])
async def test_a_line_that_the_server_has_closed_already_is_no_fault(match, alice, monkeypatch, caplog, most):
    """News that come in the moment in which it stops are for nobody, and no error of ours."""
    ended = asyncio.Event()
    connection = next(iter(hub.hub()._watching))
    leave = hub.hub().leave

    async def closed(event):
        raise RuntimeError(f"Unexpected ASGI message '{event['type']}', after sending 'websocket.close'.")

    def left(one):
        leave(one)
        ended.set()

    monkeypatch.setattr(connection, "_send", closed)
    monkeypatch.setattr(hub.hub(), "leave", left)
    monkeypatch.setattr(socket, "MOST_QUEUED_MESSAGES", most)
    await alice.send("ping")
    await asyncio.wait_for(ended.wait(), PATIENCE)
    await asyncio.wait_for(alice._communicator.future, PATIENCE)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def comes_in(page: str, host: str, *headers: tuple[bytes, bytes], scheme: str = "ws") -> bool:
    """Is somebody let in who opens a socket of that host on that page?"""
    sent = [(b"origin", page.encode()), (b"host", host.encode()), *headers]
    communicator = WebsocketCommunicator(application, "/ws/play/", headers=sent)
    communicator.scope["scheme"] = scheme
    connected, _ = await communicator.connect(PATIENCE)
    if connected:
        await communicator.disconnect(timeout=PATIENCE)
    return connected


FOREIGN = [
    *(
        "https://elsewhere.example",
        "http://elsewhere.example:8000",
        "http://localhost.elsewhere.example:8000",
        "null",
        "",
    ),
    *("http://localhost", "http://localhost:8001", "https://localhost:8000", "http://127.0.0.1:8000", "localhost:8000"),
]


@pytest.mark.parametrize("page", FOREIGN)
async def test_a_foreign_page_is_refused(people, page):
    """Another service of the same host is foreign too: browsers send it the cookies of all of them."""
    assert not await comes_in(page, "localhost:8000")


async def test_a_page_of_this_site_comes_in(people, settings):
    assert await comes_in("http://localhost:8000", "localhost:8000")
    assert await comes_in("https://localhost", "localhost", scheme="wss")
    assert not await comes_in("http://elsewhere.example", "elsewhere.example")
    behind = (b"x-forwarded-proto", b"https")
    assert not await comes_in("https://localhost", "localhost", behind)
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert await comes_in("https://localhost", "localhost", behind)
    assert not await comes_in("https://localhost", "localhost", (b"x_forwarded_proto", b"https"))


@pytest.mark.parametrize(
    ("page", "host", "scheme", "is_ours"),
    [
        ("http://localhost:80", "localhost", "ws", True),
        ("https://localhost:443", "localhost", "wss", True),
        ("http://localhost", "localhost:80", "ws", True),
        ("https://localhost", "localhost:443", "wss", True),
        ("http://localhost:443", "localhost", "ws", False),
        ("https://localhost:80", "localhost", "wss", False),
        ("http://localhost", "localhost:443", "ws", False),
        ("https://localhost:443", "localhost", "ws", False),
        ("http://localhost:80:80", "localhost", "ws", False),
        ("http://localhost:8080", "localhost:80", "ws", False),
    ],
)
async def test_a_port_that_goes_without_saying_may_be_said(people, page, host, scheme, is_ours):
    assert await comes_in(page, host, scheme=scheme) is is_ours


async def test_a_page_comes_in_through_a_proxy_that_changes_the_host(people, settings):
    settings.CSRF_TRUSTED_ORIGINS = ["https://play.example", "https://*.club.example"]
    pages = ("https://play.example", "https://chess.club.example", "http://play.example", "https://club.example.org")
    assert [await comes_in(page, "localhost:8000") for page in pages] == [True, True, False, False]


async def test_a_path_that_is_no_socket(people):
    communicator = WebsocketCommunicator(application, "/ws/nowhere/", headers=[ORIGIN, HOST])
    assert await communicator.connect() == (False, 4404)


@pytest.mark.parametrize("messages", MESSAGES)
async def test_random_messages_crash_nothing_and_change_nothing_for_others(
    match, connect, monkeypatch, caplog, messages
):
    """Whatever comes is answered; the match goes on and only the sender's own seat may have changed."""
    monkeypatch.setattr(socket, "MESSAGES", (10**9, 5.0))
    monkeypatch.setattr(socket, "MALFORMED_IN_A_ROW", 10**9)
    luck = random.Random(11)
    charlie, bob = await connect("charlie"), await connect("bob")
    await bob.watch(match)
    for number in range(messages):
        await charlie.send_raw(hostile_text(luck).replace("k7m2p9qx4t", luck.choice([match.id, NOWHERE])))
        if number % 50 == 0:
            await charlie.send("ping")
            await charlie.next("pong")
            charlie.drain()
            charlie.heard.clear()
    codes = {message["code"] for message in await charlie.settle() if message["type"] == "error"}
    assert "internal" not in codes
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    assert await stored_orders(match) == []
    alice = await connect("alice")
    await play_step(match, 0, (alice, NOTE), (bob, NOTE))
    await bob.frame(1)


@pytest.mark.parametrize("messages", MESSAGES)
async def test_random_messages_from_a_seat_hurt_only_that_seat(match, connect, monkeypatch, caplog, messages):
    monkeypatch.setattr(socket, "MESSAGES", (10**9, 5.0))
    monkeypatch.setattr(socket, "MALFORMED_IN_A_ROW", 10**9)
    luck = random.Random(12)
    alice, bob = await connect("alice"), await connect("bob")
    await bob.watch(match)
    for number in range(messages // 2):
        text = hostile_text(luck).replace("k7m2p9qx4t", match.id)
        if "resign" not in text:
            await alice.send_raw(text)
        if number % 50 == 0:
            await alice.send("ping")
            await alice.next("pong")
            alice.drain()
            alice.heard.clear()
    await alice.settle()
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    assert {row["seat"] for row in await stored_orders(match)} <= {0}
    told = [message for message in await bob.settle() if message["type"] not in {"status", "match"}]
    assert {message["type"] for message in told} <= {"frame", "chat"}
