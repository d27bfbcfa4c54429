"""Does a process keep files for its database and its probes however many sockets come, and does nobody take all the room?"""

from __future__ import annotations

import asyncio
import logging
import resource

import pytest

from lobby.operations import doors, serving
from tests.lobby.test_operations_drain import Line, listen_until_closed

pytestmark = pytest.mark.any_database

HERE, ELSEWHERE = ("203.0.113.5", 1), ("198.51.100.7", 1)


def scope(client: tuple[str, int] | None) -> dict[str, object]:
    return {"type": "websocket", "client": client}


def test_one_address_has_its_share_and_others_come_in(settings):
    settings.SOCKETS_PER_ADDRESS = 2
    room = doors.Doors(doors.KEPT + 100)
    assert [room.enter(scope(HERE)) for _ in range(3)] == [None, None, doors.TOO_MANY]
    assert room.enter(scope(ELSEWHERE)) is None
    room.leave(scope(HERE))
    assert room.enter(scope(HERE)) is None


@pytest.mark.parametrize(
    ("first", "second", "is_one"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("203.0.113.5", "203.0.113.6", False),
        ("::ffff:203.0.113.5", "203.0.113.5", True),
        ("::ffff:203.0.113.5", "::ffff:203.0.113.6", False),
    ],
)
def test_an_ipv6_line_is_one_address(settings, first: str, second: str, is_one: bool):
    settings.SOCKETS_PER_ADDRESS = 1
    room = doors.Doors(doors.KEPT + 100)
    assert room.enter(scope((first, 1))) is None
    assert (room.enter(scope((second, 1))) is doors.TOO_MANY) == is_one


@pytest.mark.parametrize("client", [("127.0.0.1", 1), ("::1", 1), ("::ffff:127.0.0.1", 1), None, ("", 0)])
def test_this_machine_and_servers_that_do_not_say_are_not_counted(settings, client):
    settings.SOCKETS_PER_ADDRESS = 1
    room = doors.Doors(doors.KEPT + 100)
    assert [room.enter(scope(client)) for _ in range(3)] == [None] * 3


def test_behind_a_proxy_who_comes_is_whom_the_proxy_names(settings):
    """Its last word counts: what stands before it anybody may write."""
    settings.SOCKETS_PER_ADDRESS, settings.BEHIND_PROXY = 1, True
    room = doors.Doors(doors.KEPT + 100)

    def comes(said: bytes) -> dict[str, object]:
        return {**scope(("10.0.0.2", 1)), "headers": [(b"x-forwarded-for", said)]}

    assert room.enter(comes(b"203.0.113.5")) is None
    assert room.enter(comes(b"198.51.100.7, 203.0.113.5")) is doors.TOO_MANY
    assert room.enter(comes(b"203.0.113.5, 198.51.100.7")) is None


def test_without_a_limit_everybody_comes_until_the_files_are_taken(settings, caplog):
    settings.SOCKETS_PER_ADDRESS = 0
    room = doors.Doors(doors.KEPT + 3)
    with caplog.at_level(logging.WARNING, "fogbound.serving"):
        assert [room.enter(scope(HERE)) for _ in range(5)] == [None] * 3 + [doors.NO_ROOM] * 2
    assert [record.getMessage() for record in caplog.records] == [
        "1 sockets were refused: this process has no room for more (3 are open, at most 3)"
    ]


def test_the_limit_of_the_machine_is_taken_as_far_as_it_goes(monkeypatch):
    asked = []
    monkeypatch.setattr(resource, "setrlimit", lambda which, limits: asked.append(limits))
    for soft, hard, taken in [(1024, 4096, 4096), (1024, resource.RLIM_INFINITY, doors.MOST_FILES), (1024, 1024, 1024)]:
        monkeypatch.setattr(resource, "getrlimit", lambda which, limits=(soft, hard): limits)
        assert doors.raise_file_limit() == taken
    assert asked == [(4096, 4096), (doors.MOST_FILES, resource.RLIM_INFINITY)]


async def test_whoever_has_no_room_is_told_so_in_http_and_comes_in_when_somebody_goes(settings):
    settings.SOCKETS_PER_ADDRESS = 1
    site = serving.Serving(listen_until_closed)

    def knock(line: Line) -> asyncio.Task[None]:
        asked = {**scope(HERE), "extensions": {"websocket.http.response": {}}}
        return asyncio.create_task(site(asked, line.came.get, line.send))

    first, second, third = Line(), Line(), Line()
    held = knock(first)
    await asyncio.sleep(0)
    async with asyncio.timeout(10):
        await knock(second)
        assert second.sent[0]["status"] == 429
        assert (b"retry-after", b"30") in second.sent[0]["headers"]
        first.came.put_nowait({"type": "websocket.disconnect"})
        await held
        again = knock(third)
        await asyncio.sleep(0)
    assert third.sent[0]["type"] == "websocket.accept"
    again.cancel()
