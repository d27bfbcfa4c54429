"""Does a process that is told to stop say so first, answer what it has in hand, close its sockets with 1012, and end in bounded time?"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from lobby.matches import clock
from lobby.matches.models import Heartbeat, Match
from lobby.operations import serving
from lobby.play import timer, web_heartbeat
from tests.browser.site import Site
from tests.databases import make_database
from tests.lobby.test_kill import Table

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
BOUND = 15.0
"""Seconds from SIGTERM to the end of an idle process, on a busy machine."""


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    if "FOGBOUND_POSTGRES_DB" in os.environ or "FOGBOUND_REDIS_URL" in os.environ:
        pytest.skip("the embedded form is meant")
    monkeypatch.setenv("FOGBOUND_DRAIN_SECONDS", "2")
    site = Site()
    try:
        yield Table(site)
    finally:
        site.close()


def ready(url: str) -> tuple[int, bool]:
    try:
        with urllib.request.urlopen(f"{url}/readyz", timeout=5) as answer:
            return answer.status, json.load(answer)["parts"]["serving"]
    except urllib.error.HTTPError as answer:
        return answer.code, json.load(answer)["parts"]["serving"]


async def send_until_closed(table: Table, seat: int, tab: int) -> tuple[int, int | None]:
    """How many orders were acknowledged, and the code of the close."""
    acknowledged = 0
    try:
        async with table.connect(seat) as socket:
            while True:
                orders = {"throw": acknowledged % 24, "walk": tab - 1}
                await socket.send(table.message(acknowledged, step=0, orders=orders))
                while json.loads(await asyncio.wait_for(socket.recv(), 20)).get("ack") != acknowledged:
                    pass
                acknowledged += 1
                await asyncio.sleep(0.06)
    except ConnectionClosed as closed:
        return acknowledged, closed.rcvd.code if closed.rcvd else None


async def idle_until_closed(table: Table) -> int | None:
    async with table.connect(0) as socket:
        try:
            while True:
                await asyncio.wait_for(socket.recv(), 30)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None


async def come_with_a_bad_token(table: Table) -> int:
    headers = {"Authorization": "Bearer nobody's"}
    try:
        async with connect(f"ws://127.0.0.1:{table.site.port}/ws/play/", additional_headers=headers):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


async def stop_under_load(table: Table) -> tuple[list[tuple[int, int | None]], list[int | None], tuple[int, bool]]:
    senders = [asyncio.create_task(send_until_closed(table, seat, tab)) for seat in range(2) for tab in range(3)]
    idle = [asyncio.create_task(idle_until_closed(table)) for _ in range(5)]
    await asyncio.sleep(1)
    table.site.tell_to_stop()
    await asyncio.sleep(0.5)
    said = await asyncio.to_thread(ready, table.site.url)
    return await asyncio.gather(*senders), await asyncio.gather(*idle), said


def test_everything_is_answered_before_sockets_close(table: Table) -> None:
    table.site.start()
    assert ready(table.site.url) == (200, True)
    if hasattr(os, "sched_getaffinity"):
        assert table.site.processors() == 1, "its threads are kept together"
    assert asyncio.run(come_with_a_bad_token(table)) == 401
    began = time.monotonic()
    sent, idle, said = asyncio.run(stop_under_load(table))
    assert said == (503, False), "while it still serves, nobody new should come"
    assert {code for _count, code in sent} == {serving.CLOSE_RESTART} == set(idle)
    # Nothing is stored that was not acknowledged: whoever lost an answer would not know what holds.
    assert sum(count for count, _code in sent) == table.stored().total() > 6
    assert table.site.wait(BOUND) in {0, -signal.SIGTERM}
    assert time.monotonic() - began < BOUND
    assert " ERROR " not in table.site.log(), "neither refusals nor closes are faults of ours"


HANGS = """
import asyncio, os, signal, threading, time
from django.core.management import execute_from_command_line
from lobby.operations import serving
serving.EXIT_SECONDS = 0.5
from lobby.platform.process import threads
from lobby.play import timer
def hang(*args): time.sleep(60)
async def run():
    threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGTERM)).start()
    await threads.run(threads.REFEREE, hang)
timer.run = run
execute_from_command_line(["manage.py", "referee"])
"""


def test_a_referee_whose_engine_hangs_ends_all_the_same(tmp_path: Path) -> None:
    if "FOGBOUND_POSTGRES_DB" in os.environ or "FOGBOUND_REDIS_URL" in os.environ:
        pytest.skip("uses a SQLite file of its own")
    environment = {**os.environ, "FOGBOUND_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    make_database(environment)
    done = subprocess.run(
        [sys.executable, "-c", "import django; django.setup()\n" + HANGS],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=30,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert "did not end by itself" in done.stderr


class Line:
    """A socket of a server that the test makes: what is sent to it, and whether it takes that."""

    def __init__(self, *, reads: bool = True) -> None:
        self.sent: list[dict[str, object]] = []
        self.came: asyncio.Queue[dict[str, object]] = asyncio.Queue()
        self.came.put_nowait({"type": "websocket.connect"})
        self._reads = reads

    async def send(self, message) -> None:
        if message["type"] == "websocket.close" and not self._reads:
            await asyncio.Event().wait()
        self.sent.append(message)
        if message["type"] == "websocket.close":
            self.came.put_nowait({"type": "websocket.disconnect"})

    def open(self, serving_: serving.Serving) -> asyncio.Task[None]:
        scope = {"type": "websocket", "extensions": {"websocket.http.response": {}}}
        return asyncio.create_task(serving_(scope, self.came.get, self.send))


async def listen_until_closed(scope, receive, send) -> None:
    assert (await receive())["type"] == "websocket.connect"
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


@pytest.mark.any_database
async def test_who_does_not_read_keeps_neither_the_end_nor_the_others(monkeypatch, settings):
    settings.DRAIN_SECONDS = 0
    monkeypatch.setattr(serving, "SOCKETS_SECONDS", 2.0)
    site = serving.Serving(listen_until_closed)
    deaf, reader = Line(reads=False), Line()
    tasks = [deaf.open(site), reader.open(site)]
    await asyncio.sleep(0)
    stopped = asyncio.Event()
    async with asyncio.timeout(60):
        draining = asyncio.create_task(site._drain(stopped.set))
        await tasks[1]
        assert not stopped.is_set()
        late = Line()
        await late.open(site)
        await draining
    assert stopped.is_set()
    assert reader.sent[-1] == {"type": "websocket.close", "code": serving.CLOSE_RESTART}
    assert [message.get("status") for message in late.sent] == [503, None]
    tasks[0].cancel()


@pytest.mark.any_database
async def test_who_is_just_coming_in_is_told_why_they_have_to_go(settings):
    """A socket that was never opened closes without a code."""
    settings.DRAIN_SECONDS = 0
    is_known = asyncio.Event()

    async def ask_who_it_is_first(scope, receive, send) -> None:
        await is_known.wait()
        await listen_until_closed(scope, receive, send)

    site = serving.Serving(ask_who_it_is_first)
    line = Line()
    coming = line.open(site)
    await asyncio.sleep(0)
    async with asyncio.timeout(60):
        draining = asyncio.create_task(site._drain(lambda: None))
        await asyncio.sleep(0.1)
        is_known.set()
        await asyncio.gather(coming, draining)
    assert [message["type"] for message in line.sent] == ["websocket.accept", "websocket.close"]
    assert line.sent[-1]["code"] == serving.CLOSE_RESTART


# --- A site whose web processes are away


@pytest.fixture
def apart(settings) -> None:
    settings.EMBEDDED = False


async def test_nobody_is_too_late_for_a_site_that_cannot_be_reached(make_match, apart, monkeypatch):
    now = timezone.now()
    match = make_match(now=now - timedelta(seconds=29.5))
    late = make_match(now=now - timedelta(seconds=100))
    before = match.deadline
    await Heartbeat.objects.acreate(pk=1, alive_at=now - timedelta(seconds=8))
    await Heartbeat.objects.acreate(pk=web_heartbeat.WEB, alive_at=now - timedelta(seconds=10))
    monkeypatch.setattr(timer, "POLL", timedelta(milliseconds=20))
    watching = asyncio.create_task(timer.run())
    await asyncio.sleep(1)
    assert (await Match.objects.aget(pk=late.pk)).step == 0, "it waits although its deadline has passed"
    assert (await Heartbeat.objects.aget(pk=1)).alive_at == now - timedelta(seconds=8)
    await Heartbeat.objects.filter(pk=web_heartbeat.WEB).aupdate(alive_at=timezone.now())
    for _ in range(100):
        if (await Match.objects.aget(pk=match.pk)).deadline > before:
            break
        await asyncio.sleep(0.05)
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
    await timer.settle()
    given_back = (await Match.objects.aget(pk=match.pk)).deadline - before
    assert timedelta(seconds=8) < given_back < timedelta(seconds=8 + BOUND)
    assert (await Match.objects.aget(pk=match.pk)).step == 0


def test_a_site_is_reachable_until_its_web_processes_have_been_silent_for_long(transactional_db, settings):
    now = timezone.now()
    settings.EMBEDDED = False
    assert not web_heartbeat.is_cut_off(now), "before the first web process of all there is nothing to wait for"
    web_heartbeat.note(now)
    web_heartbeat.note(now + timedelta(seconds=1))
    assert not web_heartbeat.is_cut_off(now + timedelta(seconds=1) + clock.SILENCE)
    assert web_heartbeat.is_cut_off(now + timedelta(seconds=2) + clock.SILENCE)
    settings.EMBEDDED = True
    assert not web_heartbeat.is_cut_off(now + timedelta(days=1)), "a web process that watches deadlines itself is there"
