"""How much do HTTP requests take of a process and of PostgreSQL, in a burst and while the database says nothing?"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from lobby.operations.requests import MOST_AT_ONCE, MOST_OF_STATUS, Queue
from tests import servers

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
IS_APART = "FOGBOUND_POSTGRES_DB" in os.environ
BURST = 80
WORKERS_CONNECTIONS = 11
"""Of the threads that are not requests', at most (docs/deploy.md)."""


# --- The queue before the application


class Work:
    """An application whose answers take as long as the test likes."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.go_on = asyncio.Event()
        self.reader = asyncio.Event()

    async def __call__(self, scope, receive, send) -> None:
        while (await receive()).get("more_body"):
            pass
        self.begun.append(scope["path"])
        await self.go_on.wait()
        await send({"type": "http.response.start"})
        await send({"type": "http.response.body"})


async def ask(queue, path="/lobby/", *, body=None, read=None) -> None:
    async def receive():
        if body is not None:
            return await body.get()
        return {"type": "http.request"}

    async def send(message):
        if read is not None:
            await read.wait()

    await queue({"type": "http", "path": path}, receive, send)


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.mark.any_database
async def test_so_many_are_in_work_and_others_wait_but_neither_probes_nor_the_status_page():
    work = Work()
    queue = Queue(work, 2)
    async with asyncio.TaskGroup() as group:
        for number in range(5):
            group.create_task(ask(queue, f"/{number}"))
        await settle()
        assert work.begun == ["/0", "/1"]
        for probe in ("/healthz", "/readyz"):
            group.create_task(ask(queue, probe))
        await settle()
        assert work.begun[2:] == ["/healthz", "/readyz"]
        for _ in range(MOST_OF_STATUS + 1):
            group.create_task(ask(queue, "/status/"))
        await settle()
        assert work.begun[4:] == ["/status/"] * MOST_OF_STATUS
        work.go_on.set()
    assert sorted(work.begun) == [
        "/0",
        "/1",
        "/2",
        "/3",
        "/4",
        "/healthz",
        "/readyz",
        *(["/status/"] * (MOST_OF_STATUS + 1)),
    ]


@pytest.mark.any_database
async def test_who_sends_slowly_or_reads_slowly_has_no_place():
    work = Work()
    queue = Queue(work, 1)
    body: asyncio.Queue[dict[str, object]] = asyncio.Queue()
    reader = asyncio.Event()
    body.put_nowait({"type": "http.request", "more_body": True})
    async with asyncio.TaskGroup() as group:
        group.create_task(ask(queue, "/slow-to-send", body=body))
        work.go_on.set()
        group.create_task(ask(queue, "/slow-to-read", read=reader))
        await settle()
        group.create_task(ask(queue, "/quick"))
        await settle()
        assert work.begun == ["/slow-to-read", "/quick"]
        body.put_nowait({"type": "http.request"})
        await settle()
        assert work.begun[2:] == ["/slow-to-send"]
        reader.set()


@pytest.mark.any_database
async def test_one_that_fails_leaves_its_place():
    async def fail(scope, receive, send):
        await receive()
        raise ValueError(scope["path"])

    queue = Queue(fail, 1)
    for _ in range(3):
        with pytest.raises(ValueError):
            await asyncio.wait_for(ask(queue), 5)


# --- A process on PostgreSQL


class Running:
    """A web process on a PostgreSQL server of its own."""

    def __init__(self, database: dict[str, str], folder: Path) -> None:
        self.database = database
        self.port = servers.free_port()
        self.log = folder / "log"
        environment = {**os.environ, **database, "FOGBOUND_DATA": str(folder)}
        manage = [sys.executable, "manage.py", "migrate", "-v0"]
        subprocess.run(manage, cwd=ROOT, env=environment, check=True, timeout=120)
        with self.log.open("wb") as log:
            command = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", str(self.port)]
            self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        patience = time.monotonic() + 60
        while self.status("/readyz") != 200:
            assert time.monotonic() < patience, self.log.read_text()
            time.sleep(0.1)

    def status(self, path: str) -> int:
        """What is answered there; 0: nothing."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=30) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return 0

    def connect(self) -> psycopg.Connection:
        """A connection of the test's own to the server."""
        return psycopg.connect(
            host="127.0.0.1", port=self.database["FOGBOUND_POSTGRES_PORT"], user="fogbound", dbname="postgres"
        )


@pytest.fixture(scope="module")
def running(tmp_path_factory) -> Iterator[Running]:
    if IS_APART:
        pytest.skip("brings a server of its own")
    if servers.find_program("postgres") is None:
        pytest.skip("PostgreSQL is not installed")
    with servers.postgres() as database:
        site = Running(database, tmp_path_factory.mktemp("site"))
        try:
            yield site
        finally:
            site.process.kill()
            site.process.wait()


@pytest.mark.long
def test_a_burst_of_pages_leaves_no_connections_and_takes_few_while_it_lasts(running):
    counted = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    with running.connect() as line, ThreadPoolExecutor(BURST) as people:
        line.autocommit = True
        asked = [people.submit(running.status, "/lobby/") for _ in range(2 * BURST)]
        most = 0
        while not all(answer.done() for answer in asked):
            most = max(most, line.execute(counted).fetchone()[0])
            time.sleep(0.01)
        assert {answer.result() for answer in asked} == {200}
        time.sleep(0.3)  # a backend ends a moment after its connection
        (left,) = line.execute(counted).fetchone()
    sys.stdout.write(f"connections: {most} at most, {left} afterwards\n")
    assert most <= MOST_AT_ONCE + WORKERS_CONNECTIONS
    assert left <= WORKERS_CONNECTIONS


@pytest.mark.long
def test_while_the_database_says_nothing_probes_and_pages_are_answered(running):
    with running.connect() as line:
        pids = [
            pid for (pid,) in line.execute("SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'")
        ]
        (parent,) = [
            int(text.split()[1])
            for text in Path(f"/proc/{pids[0]}/status").read_text().splitlines()
            if text.startswith("PPid")
        ]
        try:
            for pid in (parent, *pids):
                os.kill(pid, signal.SIGSTOP)
            begun = time.monotonic()
            assert running.status("/readyz") == 503
            assert time.monotonic() - begun < 5
            assert running.status("/healthz") == 200
            begun = time.monotonic()
            assert running.status("/lobby/") == 503
            assert time.monotonic() - begun < 15
        finally:
            for pid in (parent, *pids):
                os.kill(pid, signal.SIGCONT)
    patience = time.monotonic() + 30
    while running.status("/readyz") != 200:
        assert time.monotonic() < patience, running.log.read_text()
        time.sleep(0.1)
