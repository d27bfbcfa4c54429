"""Does the line come again when that is of use, wait as it is told to, and stay away when it is shut out?"""

from __future__ import annotations

import asyncio
import http
import json
import zlib
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from fogbound_client import Address, ConnectionRefused, Refused, TokenRefused, link
from fogbound_client.link import Link
from fogbound_client.seat import Seat
from websockets.asyncio.server import Request, Response, Server, ServerConnection, serve
from websockets.datastructures import Headers

MATCH = "k7m2p9qx4t"
WELCOME = json.dumps({"type": "welcome", "protocol": 1, "now": 0, "release": "1", "person": 7})
Talk = Callable[[ServerConnection], Coroutine[Any, Any, None]]


class FakeSite:
    """Closes one connection after another as the test has it; refusals of the handshake come before."""

    def __init__(self) -> None:
        self.talks: list[Talk] = []
        self.refusals: list[tuple[int, dict[str, str], str]] = []
        self.came: list[Request] = []

    async def talk(self, line: ServerConnection) -> None:
        await self.talks.pop(0)(line)

    def judge(self, line: ServerConnection, request: Request) -> Response | None:
        self.came.append(request)
        if not self.refusals:
            return None
        status, headers, body = self.refusals.pop(0)
        return Response(status, http.HTTPStatus(status).phrase, Headers(headers), body.encode())


class Waits:
    """What the link waited for, without waiting."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds: list[float] = []
        monkeypatch.setattr(link, "pause", self._wait)

    async def _wait(self, seconds: float) -> None:
        self.seconds.append(seconds)


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> Waits:
    return Waits(monkeypatch)


def closing(code: int, *messages: str | bytes) -> Talk:
    async def talk(line: ServerConnection) -> None:
        for message in messages or (WELCOME,):
            await line.send(message)
        await line.recv()
        await line.close(code)

    return talk


async def follow(site: FakeSite, seat: Seat | None = None) -> None:
    """Run a link against the site, until it gives up."""
    server: Server
    async with serve(site.talk, "127.0.0.1", 0, process_request=site.judge) as server:
        port = server.sockets[0].getsockname()[1]
        followed = Link(Address(f"http://127.0.0.1:{port}", "fog_token"), lambda seat: None)
        followed.add(seat or Seat(MATCH))
        await asyncio.wait_for(followed.run(), 20)


async def test_a_line_that_breaks_is_made_again_and_the_token_comes_along(waits: Waits) -> None:
    site = FakeSite()
    site.talks = [closing(1012), closing(4009), closing(1000), closing(1011), closing(4401)]
    with pytest.raises(TokenRefused):
        await follow(site)
    assert len(site.came) == 5
    assert {request.headers["Authorization"] for request in site.came} == {"Bearer fog_token"}
    assert "packed=zlib" in site.came[0].path
    # Each of them was of use, so the wait is short again.
    assert all(0.5 <= seconds <= 1 for seconds in waits.seconds)


@pytest.mark.parametrize("code", [4008, 4406])
async def test_a_close_that_would_come_again_is_final(code: int) -> None:
    site = FakeSite()
    site.talks = [closing(code)]
    with pytest.raises(ConnectionRefused) as refusal:
        await follow(site)
    assert refusal.value.code == code
    assert len(site.came) == 1


async def test_another_version_of_the_protocol_is_refused() -> None:
    site = FakeSite()
    site.talks = [closing(1000, WELCOME.replace('"protocol": 1', '"protocol": 2'))]
    with pytest.raises(ConnectionRefused):
        await follow(site)


async def test_waits_as_long_as_the_site_says(waits: Waits) -> None:
    site = FakeSite()
    site.refusals = [(429, {"Retry-After": "17"}, "{}"), (503, {"Retry-After": "4"}, "")]
    site.talks = [closing(4401)]
    with pytest.raises(TokenRefused):
        await follow(site)
    assert waits.seconds == [17, 4]


async def test_waits_longer_and_longer_for_a_site_that_does_not_answer(waits: Waits) -> None:
    site = FakeSite()
    site.refusals = [(502, {}, "")] * 8
    site.talks = [closing(4401)]
    with pytest.raises(TokenRefused):
        await follow(site)
    ceilings = [1, 2, 4, 8, 16, 30, 30, 30]
    assert all(top / 2 <= seconds <= top for seconds, top in zip(waits.seconds, ceilings, strict=True))


@pytest.mark.parametrize(("status", "error"), [(401, TokenRefused), (403, Refused), (404, Refused)])
async def test_a_handshake_that_is_refused_for_good_is_final(status: int, error: type[Refused]) -> None:
    site = FakeSite()
    site.refusals = [(status, {}, json.dumps({"code": "bad_token", "message": "This token is not valid."}))]
    with pytest.raises(error, match="This token is not valid") as refusal:
        await follow(site)
    assert (refusal.value.code, refusal.value.status) == ("bad_token", status)
    assert len(site.came) == 1


async def test_packed_and_joined_messages_are_read() -> None:
    info = {"game": "some_game", "static": {}, "you": 0, "seat_seed": "abc"}
    shown = {"type": "match", "match": MATCH, "audience": 0, "info": info}
    frame = {
        "type": "frame",
        "match": MATCH,
        "audience": 0,
        "step": 0,
        "view": {},
        "events": [],
        "choices": 1,
        "final": False,
    }
    seat, site = Seat(MATCH), FakeSite()
    site.talks = [closing(4401, WELCOME, zlib.compress(json.dumps([shown, frame]).encode()))]
    with pytest.raises(TokenRefused):
        await follow(site, seat)
    assert (seat.game, seat.seed, seat.step) == ("some_game", "abc", 0)
