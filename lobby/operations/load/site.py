"""How does a load test run its own site? Server processes on free loopback ports with temporary data, killed and restarted on demand."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone

from config import apart
from lobby.accounts.models import User
from lobby.matches.models import Heartbeat, Match
from lobby.operations import health
from lobby.operations.load.commands import serve
from lobby.operations.load.fork_server import Forked, ForkServer
from lobby.operations.load.guard import Guard
from lobby.play import web_heartbeat

PATIENCE = 60.0
"""Seconds until a process that does not answer counts as failed."""
CONNECTIONS = (
    *("FOGBOUND_POSTGRES_DB", "FOGBOUND_POSTGRES_USER", "FOGBOUND_POSTGRES_PASSWORD", "FOGBOUND_POSTGRES_HOST"),
    *("FOGBOUND_POSTGRES_PORT", "FOGBOUND_REDIS_URL"),
)
"""Variables that several processes need besides: the database and Redis that they share."""


@dataclass(frozen=True)
class Restart:
    """Which kind of process was restarted, and when, in seconds of the wall clock."""

    kind: str
    at: float


class OwnSite:
    """Web processes and, when there are several, referees. No bots: in a load test people sit in every seat.

    One process lives on SQLite in a temporary folder, whatever the environment says. Several need PostgreSQL and Redis from the
    environment, whose database then gets the tables of the site if it has none. Nothing outlives the process that has it.
    """

    def __init__(
        self, web: int, referees: int = 1, *, forked: bool = False, extra: Mapping[str, str] | None = None
    ) -> None:
        """`extra`: environment variables for its processes."""
        self._folder = tempfile.TemporaryDirectory(prefix="fogbound-load-")
        self._environment = environment_of(self._folder.name, web, extra or {})
        self._ports = [free_port() for _ in range(web)]
        self._referees = referees
        self._processes: dict[str, subprocess.Popen[bytes] | Forked] = {}
        self._forked = forked
        self._fork_server: ForkServer | None = None
        self._guard = Guard(self._folder.name)

    @property
    def urls(self) -> list[str]:
        """Addresses of the web processes."""
        return [f"http://127.0.0.1:{port}" for port in self._ports]

    @property
    def folder(self) -> Path:
        """The folder of its data, until it is closed."""
        return Path(self._folder.name)

    def start(self) -> None:
        """Create the tables and start all processes; returns when all web processes answer. Raises RuntimeError with the log."""
        with self._command("migrate", "-v0") as migrate:
            if migrate.wait():
                raise RuntimeError("the tables could not be made")
        if self._forked:
            self._fork_server = ForkServer(settings.BASE_DIR, self._environment, group=self._guard.group)
        for name in self._names():
            self._start(name)
        for url in self.urls:
            self._wait(url)

    def run(self, *arguments: str) -> Any:
        """What a management command prints as JSON, run on the data of this site. RuntimeError with the site's log if it prints nothing.

        A separate process is needed because one process has only one database.
        """
        with self._command(*arguments, stdout=subprocess.PIPE) as command:
            written, _ = command.communicate()
        if not written:
            raise RuntimeError(f"{arguments[0]} went wrong; the site wrote:\n{self.log()[-4000:]}")
        return json.loads(written)

    def restart(self, *, kill: bool) -> Restart:
        """End one process by SIGKILL or SIGTERM, and start it again at once. After SIGTERM, wait until it serves, as a release does."""
        name = random.choice(self._names())
        process = self._processes[name]
        at = time.time()
        process.send_signal(signal.SIGKILL if kill else signal.SIGTERM)
        process.wait(PATIENCE)
        self._start(name)
        kind, _, port = name.partition(" ")
        if not kill and kind == "web":
            self._wait(f"http://127.0.0.1:{port}")
        return Restart(kind, at)

    def ended(self) -> list[str]:
        """Names of the processes that ended without being told to."""
        return [name for name, process in self._processes.items() if not _is_alive(process)]

    def pid(self) -> int:
        """Process id of the only process."""
        (process,) = self._processes.values()
        return process.pid

    def stop(self) -> bool:
        """End all processes by SIGTERM; False if one had to be killed."""
        is_polite = True
        for process in self._processes.values():
            process.terminate()
        for process in self._processes.values():
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                is_polite = False
                process.kill()
                process.wait()
        self._processes.clear()
        return is_polite

    def close(self) -> None:
        """End all processes and delete the data."""
        self.stop()
        if self._fork_server is not None:
            self._fork_server.close()
        self._guard.close()
        self._folder.cleanup()

    def log(self) -> str:
        """The output of the processes."""
        log = self.folder / "load.log"
        return log.read_text(errors="replace") if log.exists() else ""

    @contextmanager
    def _command(self, *arguments: str, stdout: int | None = None) -> Iterator[subprocess.Popen[str]]:
        """Run a management command on the data of this site. If this process is interrupted, the command ends and cleans up first."""
        command = subprocess.Popen(
            [sys.executable, "manage.py", *arguments],
            cwd=settings.BASE_DIR, env=self._environment, stdout=stdout, text=True, process_group=self._guard.group,
        )  # fmt: skip
        try:
            yield command
        finally:
            if command.poll() is None:
                command.terminate()
                try:
                    command.communicate(timeout=PATIENCE)
                except subprocess.TimeoutExpired:
                    command.kill()
                    command.communicate()

    def _names(self) -> list[str]:
        web = [f"web {port}" for port in self._ports]
        if len(web) == 1:
            return web
        return [*web, *(f"referee {number}" for number in range(self._referees))]

    def _start(self, name: str) -> None:
        kind, _, port = name.partition(" ")
        if kind == "web":
            command = serve(port)
        else:
            command = ["manage.py", kind]
        if self._fork_server is not None:
            self._processes[name] = self._fork_server.start(command, self.folder / "load.log")
            return
        with (self.folder / "load.log").open("ab") as log:
            self._processes[name] = subprocess.Popen(
                [sys.executable, *command],
                cwd=settings.BASE_DIR, env=self._environment, stdout=log, stderr=log, process_group=self._guard.group,
            )  # fmt: skip

    def _wait(self, url: str) -> None:
        patience = time.monotonic() + PATIENCE
        while time.monotonic() < patience:
            try:
                with urllib.request.urlopen(f"{url}/healthz", timeout=2):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        raise RuntimeError(f"{url} does not answer:\n{self.log()}")


def _is_alive(process: subprocess.Popen[bytes] | Forked) -> bool:
    return process.is_alive() if isinstance(process, Forked) else process.poll() is None


def environment_of(folder: str, web: int, extra: Mapping[str, str]) -> dict[str, str]:
    """The environment of the processes of a site of its own in that folder, with so many web processes."""
    shared = () if web == 1 else CONNECTIONS
    return {
        **apart.environment(folder),
        **{name: os.environ[name] for name in shared if name in os.environ},
        "FOGBOUND_EMBEDDED": "1" if web == 1 else "0",
        "FOGBOUND_RELEASE": settings.RELEASE,
        # Empty, so that compiled code is written: restarted processes find it, as in an image.
        "PYTHONDONTWRITEBYTECODE": "",
        **extra,
    }


def whose_database() -> str:
    """Why this process's database should not be used for a load test; "" if nobody uses it. Raises DatabaseError."""
    tables = set(connection.introspection.table_names())
    found = [
        f"{name}: {rows}"
        for model, name in ((User, "people"), (Match, "matches"))
        if model._meta.db_table in tables and (rows := model._default_manager.count())
    ]
    if Heartbeat._meta.db_table in tables and (health.is_watched() or web_heartbeat.is_served(timezone.now())):
        found.append("a site that runs")
    return ", ".join(found)


def free_port() -> int:
    """A loopback port on which nothing listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port
