"""People, a match of the game of secrets, and sockets that remember every byte they were sent."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.core.cache import cache
from django.test import Client as Browser

import games
from games.core.simulate import open_table
from lobby.accounts.models import User
from lobby.matches.models import Match, Seat
from lobby.platform.process import threads
from lobby.play import referee, timer
from lobby.routing import sockets as application
from lobby.store import positions
from lobby.watch import hub as hubs

PATIENCE = 60.0
"""Seconds until what has to come is given up; on a busy machine it comes late."""
ORIGIN = (b"origin", b"http://localhost")
HOST = (b"host", b"localhost")


@pytest.fixture(autouse=True)
def _vault(monkeypatch: pytest.MonkeyPatch, transactional_db: None) -> None:
    """The game is known, and nothing is remembered from other tests."""
    monkeypatch.setitem(games.GAMES, "vault", "tests.lobby.play_socket.vault")
    cache.clear()
    positions.forget()


@pytest.fixture
def people() -> dict[str, User]:
    """Alice and Bob play, Charlie must see nothing, Dana is staff."""
    return {
        name: User.objects.create_user(username=name, name=name.title(), is_staff=name == "dana")
        for name in ("alice", "bob", "charlie", "dana")
    }


@pytest.fixture
def start_match(people: dict[str, User]) -> Callable[..., Match]:
    """Begins a match that nobody's clock ends: of Alice (seat 0) and Bob (seat 1), or of `names`, and after them `bots`."""

    def start(
        *,
        game: str = "vault",
        begin: bool = True,
        names: Sequence[str] = ("alice", "bob"),
        bots: Sequence[str] = (),
        options: dict[str, Any] | None = None,
        **fields: Any,
    ) -> Match:
        fields = {"step_seconds": 3600, "host": people["alice"], "seed": "5eed" * 8, **fields}
        prepared = open_table(games.get(game), options or {}, len(names) + len(bots), fields["seed"])
        match = Match.objects.create(game=game, options=prepared, rules_version=games.get(game).rules_version, **fields)
        for number, name in enumerate(names):
            Seat.objects.create(match=match, number=number, user=people[name])
        for number, bot in enumerate(bots, start=len(names)):
            Seat.objects.create(match=match, number=number, bot=bot)
        if begin:
            referee.begin(match)
        return match

    return start


async def in_thread(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """For what touches the database: where the site does such work too."""
    return await threads.run(threads.SERVICES, function, *args, **kwargs)


async def quiet() -> None:
    """Wait until the referee and the watchers of this process have nothing left to do."""
    idle = 0
    while idle < 3:
        await timer.settle()
        await asyncio.sleep(0.01)
        idle = 0 if hubs.hub().is_busy() else idle + 1


class Tab:
    """One websocket of one person, and everything that came over it."""

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self._communicator = communicator
        self._ack = 0
        self.heard: list[str] = []
        """Every message as it was sent, or would have been if it had not been packed."""
        self.packed: list[bytes] = []
        """Those that were packed, as they were sent."""
        self._unread: list[dict[str, Any]] = []

    async def send(self, type_: str, **fields: Any) -> None:
        await self._communicator.send_to(text_data=json.dumps({"type": type_, **fields}))

    async def send_raw(self, text: str) -> None:
        await self._communicator.send_input({"type": "websocket.receive", "text": text})

    async def send_event(self, event: dict[str, Any]) -> None:
        await self._communicator.send_input(event)

    async def ask(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Send with an ack and return its answer; other messages wait."""
        self._ack += 1
        await self.send(type_, ack=self._ack, **fields)
        return await self.until(lambda message: message.get("ack") == self._ack)

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first message not read yet that is wanted; those before it wait."""
        for place, message in enumerate(self._unread):
            if wanted(message):
                return self._unread.pop(place)
        while True:
            message = await self._receive()
            if wanted(message):
                return message
            self._unread.append(message)

    async def next(self, type_: str) -> dict[str, Any]:
        """The next message of that type."""
        return await self.until(lambda message: message["type"] == type_)

    async def frame(self, step: int) -> dict[str, Any]:
        return await self.until(lambda message: message["type"] == "frame" and message["step"] == step)

    async def watch(self, match: Match, as_: Any = None, since: int | None = None) -> list[dict[str, Any]]:
        """Watch and return everything from the `match` message to the ack."""
        await self.settle()
        answer = await self.ask("watch", match=match.id, **{"as": as_, "since": since})
        told = self.drain()
        return [*told, answer]

    def drain(self) -> list[dict[str, Any]]:
        """Everything that has come and was not read."""
        unread, self._unread = self._unread, []
        return unread

    async def settle(self) -> list[dict[str, Any]]:
        """Everything that comes until the server has nothing more to say."""
        await quiet()
        await self.send("ping")
        await self.next("pong")
        return self.drain()

    async def next_raw(self) -> None:
        """Wait for whatever comes next, a list of messages too."""
        self._note(await self._communicator.receive_output(PATIENCE), keep=False)

    async def silent(self) -> bool:
        return not self._unread and await self._communicator.receive_nothing(0.05)

    async def closed(self) -> int:
        """The code the server closes with; what comes before waits."""
        while True:
            event = await self._communicator.receive_output(PATIENCE)
            if event["type"] == "websocket.close":
                return int(event["code"])
            self._note(event)

    async def leave(self) -> None:
        # Waiting in vain has ended the connection. What would be raised again is no Exception: pytest would let it through, put nothing
        # else back in order, and every test after this one would meet the people of this one.
        with suppress(asyncio.CancelledError):
            await self._communicator.disconnect()

    async def _receive(self) -> dict[str, Any]:
        return self._note(await self._communicator.receive_output(PATIENCE), keep=False)

    def _note(self, event: dict[str, Any], *, keep: bool = True) -> dict[str, Any]:
        assert event["type"] == "websocket.send", event
        if event.get("bytes") is not None:
            self.packed.append(event["bytes"])
        text = event["text"] if event.get("bytes") is None else zlib.decompress(event["bytes"]).decode()
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        if keep:
            self._unread.append(message)
        return message


Connect = Callable[..., Awaitable[Tab]]


@pytest.fixture
async def connect(people: dict[str, User]) -> AsyncIterator[Connect]:
    """`await connect("alice")` opens a tab of hers; `connect(None)` one of a stranger. All are closed after the test."""
    open_tabs: list[Tab] = []

    async def open_tab(name: str | None, *, headers: list[tuple[bytes, bytes]] | None = None, query: str = "") -> Tab:
        cookies = []
        if name is not None:
            browser = Browser()
            await sync_to_async(browser.force_login)(people[name], "django.contrib.auth.backends.ModelBackend")
            cookies = [(b"cookie", f"{settings.SESSION_COOKIE_NAME}={browser.cookies['sessionid'].value}".encode())]
        communicator = WebsocketCommunicator(
            application, f"/ws/play/{query}", headers=[ORIGIN, HOST, *cookies, *(headers or [])]
        )
        connected, _ = await communicator.connect(PATIENCE)
        assert connected
        tab = Tab(communicator)
        open_tabs.append(tab)
        await tab.next("welcome")
        return tab

    yield open_tab
    for tab in open_tabs:
        await tab.leave()
    # What was begun for them is at its end: PostgreSQL may lock itself up between somebody who reads and who empties the tables.
    await asyncio.to_thread(threads.in_each, threads.SERVICES, threads.SERVICES_THREADS, lambda: None)


async def play_step(match: Match, step: int, *tabs: tuple[Tab, Any]) -> None:
    """Each tab gives its orders for the step and is ready."""
    for tab, orders in tabs:
        answer = await tab.ask("orders", match=match.id, step=step, orders=orders, ready=True)
        assert answer["type"] == "ack", answer
