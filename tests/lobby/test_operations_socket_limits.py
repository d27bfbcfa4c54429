"""Does a process keep files for its database and its probes however many sockets come, and does nobody take all the room?"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from lobby.operations import serving, socket_limits
from lobby.operations.load.commands import serve
from tests.bench.site import ROOT, environment
from tests.databases import make_database
from tests.launch.idle_sockets import idle_sockets
from tests.launch.site import is_ready
from tests.lobby.test_operations_drain import Line, listen_until_closed
from tests.servers import free_port

pytestmark = [pytest.mark.any_database, pytest.mark.slow]

PATIENCE = 90.0
HERE, ELSEWHERE = ("203.0.113.5", 1), ("198.51.100.7", 1)


def scope(client: tuple[str, int] | None) -> dict[str, object]:
    return {"type": "websocket", "client": client}


def test_one_address_has_its_share_and_others_come_in(settings):
    settings.SOCKETS_PER_ADDRESS = 2
    room = socket_limits.SocketLimits(socket_limits.KEPT + 100)
    assert [room.enter(scope(HERE)) for _ in range(3)] == [None, None, socket_limits.TOO_MANY]
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
    room = socket_limits.SocketLimits(socket_limits.KEPT + 100)
    assert room.enter(scope((first, 1))) is None
    assert (room.enter(scope((second, 1))) is socket_limits.TOO_MANY) == is_one


@pytest.mark.parametrize("client", [("127.0.0.1", 1), ("::1", 1), ("::ffff:127.0.0.1", 1), None, ("", 0)])
def test_this_machine_and_servers_that_do_not_say_are_not_counted(settings, client):
    settings.SOCKETS_PER_ADDRESS = 1
    room = socket_limits.SocketLimits(socket_limits.KEPT + 100)
    assert [room.enter(scope(client)) for _ in range(3)] == [None] * 3


def test_behind_a_proxy_who_comes_is_whom_the_proxy_names(settings):
    """Its last word counts: what stands before it anybody may write."""
    settings.SOCKETS_PER_ADDRESS, settings.BEHIND_PROXY = 1, True
    room = socket_limits.SocketLimits(socket_limits.KEPT + 100)

    def comes(said: bytes) -> dict[str, object]:
        return {**scope(("10.0.0.2", 1)), "headers": [(b"x-forwarded-for", said)]}

    assert room.enter(comes(b"203.0.113.5")) is None
    assert room.enter(comes(b"198.51.100.7, 203.0.113.5")) is socket_limits.TOO_MANY
    assert room.enter(comes(b"203.0.113.5, 198.51.100.7")) is None


def test_without_a_limit_everybody_comes_until_the_files_are_taken(settings, caplog):
    settings.SOCKETS_PER_ADDRESS = 0
    room = socket_limits.SocketLimits(socket_limits.KEPT + 3)
    with caplog.at_level(logging.WARNING, "fogbound.serving"):
        assert [room.enter(scope(HERE)) for _ in range(5)] == [None] * 3 + [socket_limits.NO_ROOM] * 2
    assert [record.getMessage() for record in caplog.records] == [
        "1 sockets were refused: this process has no room for more (3 are open, at most 3)"
    ]


def test_the_limit_of_the_machine_is_taken_as_far_as_it_goes(monkeypatch):
    asked = []
    monkeypatch.setattr(resource, "setrlimit", lambda which, limits: asked.append(limits))
    for soft, hard, taken in [
        (1024, 4096, 4096),
        (1024, resource.RLIM_INFINITY, socket_limits.MOST_FILES),
        (1024, 1024, 1024),
    ]:
        monkeypatch.setattr(resource, "getrlimit", lambda which, limits=(soft, hard): limits)
        assert socket_limits.raise_file_limit() == taken
    assert asked == [(4096, 4096), (socket_limits.MOST_FILES, resource.RLIM_INFINITY)]


async def test_whoever_has_no_room_is_told_so_in_http_and_comes_in_when_somebody_goes(settings):
    settings.SOCKETS_PER_ADDRESS = 1
    site = serving.Serving(listen_until_closed)

    def knock(line: Line) -> asyncio.Task[None]:
        asked = {**scope(HERE), "extensions": {"websocket.http.response": {}}}
        return asyncio.create_task(site(asked, line.came.get, line.send))

    first, second, third = Line(), Line(), Line()
    held = knock(first)
    await asyncio.sleep(0)
    async with asyncio.timeout(60):
        await knock(second)
        assert second.sent[0]["status"] == 429
        assert (b"retry-after", b"30") in second.sent[0]["headers"]
        first.came.put_nowait({"type": "websocket.disconnect"})
        await held
        again = knock(third)
        await asyncio.sleep(0)
    assert third.sent[0]["type"] == "websocket.accept"
    again.cancel()


@contextmanager
def site_with_files(folder: Path, limits: str) -> Iterator[tuple[str, Path, dict[str, str]]]:
    """A whole site in one process with these limits of open files (`soft:hard`): its address, its log, its environment."""
    env = environment(folder, "toy", embedded=True, FOGBOUND_AFFINITY="0")
    make_database(env)
    port = free_port()
    log = folder / "log"
    command = ["prlimit", f"--nofile={limits}", sys.executable, *serve(port)]
    with log.open("wb") as out, subprocess.Popen(command, cwd=ROOT, env=env, stdout=out, stderr=out) as process:
        try:
            url, patience = f"http://127.0.0.1:{port}", time.monotonic() + PATIENCE
            while not is_ready(url):
                assert process.poll() is None and time.monotonic() < patience, log.read_text()
                time.sleep(0.1)
            yield url, log, env
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("limits", "sockets"),
    [("300:1500", 400), pytest.param("1024:", 2000, marks=pytest.mark.long)],
    ids=["short", "long"],
)
def test_a_process_takes_more_sockets_than_the_limit_it_began_with(tmp_path, limits: str, sockets: int):
    """`1024:` is what Linux gives a process."""
    with site_with_files(tmp_path, limits) as (url, log, env), idle_sockets(url, sockets) as crowd:
        assert (crowd.opened, crowd.refused) == (sockets, {})
        assert is_ready(url)
        play = [
            sys.executable,
            "manage.py",
            "loadtest",
            f"--url={url}",
            "--game=toy",
            "--matches=1",
            "--seconds=3",
            "--json",
        ]
        found = json.loads(subprocess.run(play, cwd=ROOT, env=env, capture_output=True).stdout)
        assert found["errors"] == {} and found["proved"]["orders"] > 0
        assert "refused" not in log.read_text()


def test_a_process_that_may_not_open_more_says_so_and_stays_ready(tmp_path):
    room = 44
    files = socket_limits.KEPT + room
    with site_with_files(tmp_path, f"{files}:{files}") as (url, log, _), idle_sockets(url, room + 20) as crowd:
        assert (crowd.opened, crowd.refused) == (room, {503: 20})
        assert is_ready(url)
        assert re.findall(r"(\d+) sockets were refused: this process has no room for more", log.read_text()) == ["1"]
