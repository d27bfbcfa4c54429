"""A site of a load test's own: server processes on a free loopback port each, on data that is thrown away, killed and started again on demand."""

from __future__ import annotations

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
from pathlib import Path

from django.conf import settings

PATIENCE = 60.0
"""Seconds until a process that does not answer is given up."""
SOCKET_OPTIONS = (
    *("--ws", "websockets-sansio", "--ws-per-message-deflate", "false"),
    *("--ws-max-size", "65536", "--ws-ping-interval", "20"),
)


class OwnSite:
    """Web processes and, when there are several, referees and one process of bots.

    One process lives on SQLite in a temporary folder. Several need PostgreSQL and Redis from the environment, whose
    database then gets the tables of the site if it has none.
    """

    def __init__(self, web: int, referees: int = 1) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="fogbound-load-")
        self._environment = {
            **os.environ,
            "FOGBOUND_DATA": self._folder.name,
            "FOGBOUND_EMBEDDED": "1" if web == 1 else "0",
            "FOGBOUND_RELEASE": settings.RELEASE,
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        self._ports = [_free_port() for _ in range(web)]
        self._referees = referees
        self._processes: dict[str, subprocess.Popen[bytes]] = {}

    @property
    def urls(self) -> list[str]:
        """Addresses of the web processes."""
        return [f"http://127.0.0.1:{port}" for port in self._ports]

    @property
    def environment(self) -> dict[str, str]:
        """What a process of this site runs with."""
        return self._environment

    def start(self) -> None:
        """Make the tables, start everything, return when all web processes answer. RuntimeError with the log otherwise."""
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "-v0"], cwd=settings.BASE_DIR, env=self._environment, check=True
        )
        for name in self._names():
            self._start(name)
        for url in self.urls:
            self._wait(url)

    def restart(self, *, kill: bool) -> None:
        """End one process, SIGKILL or SIGTERM, and start it again at once."""
        name = random.choice(self._names())
        process = self._processes[name]
        process.send_signal(signal.SIGKILL if kill else signal.SIGTERM)
        process.wait(PATIENCE)
        self._start(name)

    def close(self) -> None:
        """End everything and throw the data away."""
        for process in self._processes.values():
            process.terminate()
        for process in self._processes.values():
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._folder.cleanup()

    def log(self) -> str:
        """What the processes wrote."""
        return (Path(self._folder.name) / "load.log").read_text(errors="replace")

    def _names(self) -> list[str]:
        web = [f"web {port}" for port in self._ports]
        if len(web) == 1:
            return web
        return [*web, *(f"referee {number}" for number in range(self._referees)), "botrunner"]

    def _start(self, name: str) -> None:
        kind, _, port = name.partition(" ")
        if kind == "web":
            command = [
                "-m",
                "uvicorn",
                "config.asgi:application",
                "--port",
                port,
                "--no-access-log",
                "--log-level",
                "warning",
            ]
            command += ["--timeout-graceful-shutdown", "10", *SOCKET_OPTIONS]
        else:
            command = ["manage.py", kind]
        with (Path(self._folder.name) / "load.log").open("ab") as log:
            self._processes[name] = subprocess.Popen(
                [sys.executable, *command], cwd=settings.BASE_DIR, env=self._environment, stdout=log, stderr=log
            )

    def _wait(self, url: str) -> None:
        patience = time.monotonic() + PATIENCE
        while time.monotonic() < patience:
            try:
                with urllib.request.urlopen(f"{url}/healthz", timeout=2):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        raise RuntimeError(f"{url} does not answer:\n{self.log()}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port
