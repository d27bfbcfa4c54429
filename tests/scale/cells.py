"""A site of two cells on this machine: each with a PostgreSQL, a Redis and a web process of its own, behind one proxy that routes by id."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psycopg

from lobby.operations.load.commands import serve
from tests import servers
from tests.bench.site import ROOT, environment
from tests.launch.site import PATIENCE, Service, caddy_configuration, is_ready
from tests.servers import free_port

GAME = "toy"
SECOND = "t,u,v,w,x,y,z"
"""Buckets of the second cell; the first has the others."""
FIRST = "2,3,4,5,6,7,8,9,a,b,c,d,e,f,g,h,j,k,m,n,p,q,r,s"
PEOPLE = ("lobby_user", "django_session", "lobby_apitoken", "lobby_block", "lobby_follow")
"""Tables of the first cell that the second has a copy of."""


class Cell:
    """One of them."""

    def __init__(self, stack: ExitStack, folder: Path, buckets: str, port: int) -> None:
        self.folder = folder
        self.buckets = buckets
        self.port = port
        self._stack = stack
        self._database_port = free_port()
        folder.mkdir()
        owner = servers.owner()
        if owner:
            os.chown(folder, owner["user"], owner["group"])
        self._database = ExitStack()
        stack.push(lambda *_: self._database.close())
        database = self._start_database()
        layer = stack.enter_context(servers.redis())
        data = folder.parent / f"{folder.name}-data"
        data.mkdir()
        more = {
            "FOGBOUND_MATCH_BUCKETS": buckets,
            "FOGBOUND_BEHIND_PROXY": "1",
            "FOGBOUND_SECRET_KEY": "the same everywhere " * 4,
        }
        self.env = environment(data, GAME, embedded=True, **database, **layer, **more)
        subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity=0"], cwd=ROOT, env=self.env, check=True)
        self.web = self._start_web()

    def _start_database(self) -> dict[str, str]:
        more = {"wal_level": "logical"}
        data = self.folder / "postgres"
        return self._database.enter_context(
            servers.postgres(durable=True, data=data, port=self._database_port, more=more)
        )

    def _start_web(self) -> Service:
        command = serve(self.port)
        service = Service(self.folder.name, command, self.env, self.folder.parent / f"{self.folder.name}.log")
        self._stack.callback(service.close)
        return service

    def kill(self) -> None:
        """Everything of it is gone at once, as if the power had failed."""
        self.web.send(signal.SIGKILL)
        postmaster = int((self.folder / "postgres/postmaster.pid").read_text().split()[0])
        os.kill(postmaster, signal.SIGKILL)
        self._database.close()

    def revive(self) -> None:
        """Start the database again; the web process has been started again and again."""
        self._start_database()

    def execute(self, *statements: str) -> Any:
        """The first row of the last statement's answer, or None."""
        place = {"host": "127.0.0.1", "port": self._database_port, "user": "fogbound", "dbname": "postgres"}
        with psycopg.connect(**place, autocommit=True) as line:
            for statement in statements:
                answer = line.execute(statement)
            return answer.fetchone() if answer.description else None

    def follow(self, first: Cell) -> None:
        """Have a copy of `first`'s people, which is always up to date."""
        first.execute(f"CREATE PUBLICATION people FOR TABLE {', '.join(PEOPLE)}")
        source = f"host=127.0.0.1 port={first._database_port} user=fogbound dbname=postgres"
        self.execute(f"CREATE SUBSCRIPTION people CONNECTION '{source}' PUBLICATION people")

    def leave(self) -> None:
        """Follow nobody, and have own people from now on."""
        self.execute("DROP SUBSCRIPTION people", "SELECT setval('lobby_user_id_seq', 1000000)")


class Cells:
    """Both, and the proxy."""

    def __init__(self, stack: ExitStack) -> None:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fogbound-cells-")))
        folder.chmod(0o755)
        self.first = Cell(stack, folder / "first", FIRST, free_port())
        self.second = Cell(stack, folder / "second", SECOND, free_port())
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        places = {
            "FOGBOUND_WEB_2": f"127.0.0.1:{self.second.port}",
            "FOGBOUND_BUCKETS_2": SECOND.replace(",", "|"),
        }
        web = [f"127.0.0.1:{self.first.port}"]
        stack.enter_context(servers.caddy(caddy_configuration(self.url, web, "cells.Caddyfile", **places), port))
        self.wait()

    def wait(self) -> None:
        """Until both answer. RuntimeError if that takes too long."""
        patience = time.monotonic() + PATIENCE
        for cell in (self.first, self.second):
            while not is_ready(f"http://127.0.0.1:{cell.port}"):
                if time.monotonic() > patience:
                    log = cell.folder.parent / f"{cell.folder.name}.log"
                    raise RuntimeError(f"{cell.folder.name} is not ready:\n{log.read_text(errors='replace')[-4000:]}")
                time.sleep(0.2)


@contextmanager
def running() -> Iterator[Cells]:
    """Two cells that are ready; everything ends with the block."""
    with ExitStack() as stack:
        yield Cells(stack)
