"""The archive in an object store: matches go through the real client to a server of that protocol (moto), over a line that fails in every way.

Client and server come from PyPI for the run, into a folder of their own, as a host installs the client; the site is a process like any other.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from config.archive_place import ATTEMPTS
from tests.bench import site
from tests.servers import free_port

pytestmark = [pytest.mark.long, pytest.mark.slow, pytest.mark.any_database, pytest.mark.timeout(1800)]

PACKAGES = ["moto[s3]~=5.2", "flask~=3.1", "flask-cors~=6.0", "django-storages[s3]~=1.14"]
PLAY = """
from tests.bench.growth import play
from lobby.matches.models import Match
print(*[play("toy", "quick", number, [0, 0]) for number in range(3)])
"""
FAILS = ["refuses", "hangs", "answers 503", "breaks off answers"]


class Line:
    """A loopback port before the server. `how` says what becomes of the next connections: `works`, or one of `FAILS`."""

    def __init__(self, to: int) -> None:
        self.how, self.connections, self._to = "works", 0, to
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._over = threading.Event()
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._over.set()
        self._listener.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self.connections += 1
                threading.Thread(target=self._take, args=(client, self.how), daemon=True).start()

    def _take(self, client: socket.socket, how: str) -> None:
        with suppress(OSError), client:
            if how == "hangs":
                self._over.wait()
            if how == "answers 503":
                client.recv(1 << 16)
                client.sendall(b"HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            if how in {"works", "breaks off answers"}:
                with socket.create_connection(("127.0.0.1", self._to)) as server:
                    there = threading.Thread(target=_copy, args=(client, server, None), daemon=True)
                    there.start()
                    # The head and a part of the rest.
                    _copy(server, client, 250 if how == "breaks off answers" else None)


def _copy(source: socket.socket, target: socket.socket, most: int | None) -> None:
    with suppress(OSError):
        while data := source.recv(1 << 16):
            target.sendall(data[:most])
            if most is not None:
                break
    with suppress(OSError):
        target.shutdown(socket.SHUT_RDWR)


@pytest.fixture(scope="module")
def line(tmp_path_factory) -> Iterator[tuple[Line, dict[str, str]]]:
    """A line to a server with an empty bucket, and the environment of a site whose archive is at its other end."""
    folder = tmp_path_factory.mktemp("object-storage")
    packages = folder / "packages"
    uv = Path(sys.executable).parent / "uv"
    subprocess.run(
        [uv, "pip", "install", "--quiet", "--python", sys.executable, "--target", packages, *PACKAGES], check=True
    )
    # The site's own goes on.
    shutil.rmtree(packages / "django")
    port = free_port()
    paths = {"PYTHONPATH": os.pathsep.join([str(packages), str(site.ROOT)])}
    keys = {"AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_DEFAULT_REGION": "us-east-1"}
    server = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    with site.running("the object store", server, {**os.environ, **paths}, port):
        urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}/matches", method="PUT"))
        line = Line(port)
        more = {
            "FOGBOUND_ARCHIVE": "s3://matches/old",
            "AWS_ENDPOINT_URL_S3": f"http://127.0.0.1:{line.port}",
            "FOGBOUND_LOG_LEVEL": "CRITICAL",
        }
        env = site.environment(folder, "toy", embedded=True, **paths, **keys, **more)
        manage(env, "migrate")
        yield line, env
        line.close()


def manage(env: dict[str, str], *command: str) -> tuple[str, str, int]:
    """What a command of the site printed, its errors, and how it ended."""
    done = subprocess.run(
        [sys.executable, "manage.py", *command], cwd=site.ROOT, env=env, capture_output=True, text=True
    )
    return done.stdout, done.stderr, done.returncode


def played(env: dict[str, str]) -> list[str]:
    """Three matches between bots that are over."""
    program = f"import django; django.setup(){PLAY}"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=site.ROOT, env=env, check=True, capture_output=True, text=True
    )
    return done.stdout.split()


def asked(port: int, path: str) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}") as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def replays(port: int, ids: list[str]) -> list[tuple[int, bytes]]:
    return [asked(port, f"/matches/{match}/{part}") for match in ids for part in ("frames/?as=referee", "replay.json")]


@contextmanager
def serving(env: dict[str, str]) -> Iterator[int]:
    """A process that has nothing in memory yet; yields its port."""
    with site.web_process(env) as (port, _):
        patience = time.monotonic() + site.PATIENCE
        while asked(port, "/readyz")[0] != 200:
            assert time.monotonic() < patience
            time.sleep(0.1)
        yield port


def test_matches_move_to_an_object_store_and_are_read_from_it(line):
    line, env = line
    line.how = "works"
    ids = played(env)
    with serving(env) as port:
        before = replays(port, ids)
    assert {status for status, _ in before} == {200}
    assert manage(env, "archive", "--pack")[0] == "3 matches packed\n"
    assert manage(env, "archive", "--after", "0")[0] == "3 matches moved\n"
    with serving(env) as port:
        assert replays(port, ids) == before
    assert manage(env, "archive", "--check")[::2] == ("3 sound, 0 not\n", 0)
    assert manage(env, "archive", "--after", "0")[0] == "0 matches moved\n"


@pytest.mark.parametrize("fault", FAILS)
def test_a_store_that_fails_loses_nothing_and_affects_only_old_matches(line, fault):
    line, env = line
    line.how = "works"
    old = played(env)
    assert manage(env, "archive", "--after", "0")[0] == "3 matches moved\n"
    new = played(env)
    with serving(env) as port:
        before = replays(port, new)

    line.how = fault
    said, why, status = manage(env, "archive", "--after", "0")
    assert status == 1 and "The archive does not work" in why, (said, why)
    with serving(env) as port:
        line.connections = 0
        status, answer = asked(port, f"/matches/{old[0]}/frames/?as=referee")
        assert status == 503 and b"archive" in answer
        # As often as the settings say for what the client asks (the head, the file), and not for minutes.
        assert 0 < line.connections <= 2 * ATTEMPTS
        assert replays(port, new) == before
        assert (
            asked(port, "/lobby/")[0]
            == asked(port, "/readyz")[0]
            == asked(port, f"/matches/{old[0]}/replay/")[0]
            == 200
        )

        line.how = "works"
        assert asked(port, f"/matches/{old[0]}/frames/?as=referee")[0] == 200
    assert manage(env, "archive", "--after", "0")[0] == "3 matches moved\n"
    with serving(env) as port:
        assert replays(port, new) == before
    assert manage(env, "archive", "--check")[2] == 0
