"""Do sockets that a release has left on one web process come back to all of them, each once, and nobody in their last seconds?"""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from lobby.matches.models import Match
from lobby.operations import balance
from lobby.operations.balance import Balance, surplus
from lobby.operations.serving import CLOSE_RESTART, Serving

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nobody_has_told_anything():
    cache.delete(balance._KEY)
    yield
    cache.delete(balance._KEY)


async def application(scope, receive, send):
    """Answers each message with itself."""
    while (message := await receive())["type"] != "websocket.disconnect":
        await send({"type": "websocket.accept"} if message["type"] == "websocket.connect" else message)


class Process:
    """A web process, as far as its sockets are concerned."""

    def __init__(self):
        self.serving = Serving(application)
        self.balance = Balance()

    @property
    def sockets(self):
        return self.serving._sockets

    async def turn(self):
        for socket in await self.balance.turn(self.sockets):
            await socket.leave()


class Client:
    """A socket that connects again when it is closed, wherever its proxy leads it then."""

    def __init__(self, match, path="/ws/play/"):
        self.scope = {
            "type": "websocket",
            "path": path,
            "query_string": b"" if match is None else f"match={match}&joined=1".encode(),
            "client": ("127.0.0.1", 1),
            "headers": [],
        }
        self.match = match
        self.codes = []
        self.inbox: asyncio.Queue = asyncio.Queue()

    async def connect(self, process):
        self.inbox = asyncio.Queue()
        self.inbox.put_nowait({"type": "websocket.connect"})
        self.line = asyncio.create_task(process.serving(self.scope, self.inbox.get, self.send))
        await asyncio.sleep(0)

    async def send(self, message):
        if message["type"] == "websocket.close":
            self.codes.append(message["code"])
            self.inbox.put_nowait({"type": "websocket.disconnect", "code": message["code"]})

    async def come_back(self, process):
        await self.line
        await self.connect(process)

    async def end(self):
        self.inbox.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self.line


async def rehearse(clients, home, turns):
    """All clients are on a process that has served for long when a second one comes; each that is asked goes where `home` says."""
    old = Process()
    for client in clients:
        await client.connect(old)
    await asyncio.sleep(0.05)
    new = Process()
    for _ in range(turns):
        await old.turn()
        await new.turn()
        await asyncio.sleep(0.02)
        for client in clients:
            if client.line.done():
                await client.come_back({"old": old, "new": new}[home(client)])
    counts = len(old.sockets), len(new.sockets)
    for client in clients:
        await client.end()
    return counts


def test_sockets_come_to_a_process_that_has_come_and_each_is_asked_once():
    async def run():
        clients = [Client(f"m{number}") for number in range(40)] + [Client(None, "/ws/lobby/") for _ in range(10)]
        counts = await rehearse(clients, lambda client: "new", turns=12)
        return counts, Counter(tuple(client.codes) for client in clients)

    (old, new), codes = asyncio.run(run())
    assert old + new == 50
    assert 20 <= new <= 25, "no more than its share"
    assert codes == {(CLOSE_RESTART,): new, (): old}


def test_a_socket_that_a_proxy_brings_back_is_not_asked_again():
    async def run():
        clients = [Client(f"m{number}") for number in range(40)]
        await rehearse(clients, lambda client: "old", turns=12)
        return [len(client.codes) for client in clients]

    assert asyncio.run(run()) == [1] * 40


def test_nobody_is_asked_in_the_last_seconds_or_without_a_word_about_which_match(make_match):
    soon, later = make_match(), make_match()
    Match.objects.filter(pk=soon.pk).update(deadline=timezone.now() + timedelta(seconds=10))
    Match.objects.filter(pk=later.pk).update(deadline=timezone.now() + timedelta(hours=1))

    async def run():
        urgent = [Client(soon.pk) for _ in range(15)]
        programs = [Client(None) for _ in range(15)]
        others = [Client(later.pk) for _ in range(15)]
        await rehearse([*urgent, *programs, *others], lambda client: "new", turns=12)
        return [[sum(len(client.codes) for client in group) for group in (urgent, programs)], others]

    stayed, others = asyncio.run(run())
    assert stayed == [0, 0]
    assert all(client.codes == [CLOSE_RESTART] for client in others)


def test_a_socket_whose_message_is_answered_just_now_leaves_after_the_answer():
    async def run():
        answered, go = [], asyncio.Event()

        async def slow(scope, receive, send):
            while (message := await receive())["type"] != "websocket.disconnect":
                if message["type"] == "websocket.receive":
                    await go.wait()
                    answered.append(message["text"])

        client, process = Client("m"), Process()
        process.serving._application = slow
        await client.connect(process)
        client.inbox.put_nowait({"type": "websocket.receive", "text": "orders"})
        await asyncio.sleep(0.01)
        (socket,) = process.sockets
        await socket.leave()
        before = list(client.codes)
        go.set()
        await client.line
        return before, answered, client.codes

    assert asyncio.run(run()) == ([], ["orders"], [CLOSE_RESTART])


@pytest.mark.parametrize(
    ("own", "others", "more"),
    [(83, [0], 41), (81, [2], 39), (50, [50], 0), (55, [45], 0), (7, [0], 0), (90, [0, 0], 60), (90, [90, 0], 30)],
)
def test_a_process_has_too_many_when_it_has_far_more_than_its_share(own, others, more):
    assert surplus(own, others) == more
