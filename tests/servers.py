"""Where do the tests get PostgreSQL and Redis from? Both start here, empty, on free loopback ports, and end with the caller.

    python -m tests.servers COMMAND…      runs a command whose site uses both

Nothing that already runs on the machine is used. Data lives in a temporary folder; durability is off unless asked for.
"""

from __future__ import annotations

import json
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 60.0
"""Seconds until a server that does not answer is given up."""
CADDY = Path(sys.executable).parent / "caddy"
"""From PyPI, beside Python."""


def free_port() -> int:
    """A loopback port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def listens(port: int) -> bool:
    """Does somebody take connections at that loopback port?"""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def find_program(name: str) -> str | None:
    """Path of a server program; Debian keeps those of PostgreSQL outside the PATH."""
    versions = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]))
    return str(versions[-1]) if versions else shutil.which(name)


@contextmanager
def postgres(*, durable: bool = False) -> Iterator[dict[str, str]]:
    """A PostgreSQL server with an empty database; yields the site's settings for it. RuntimeError if it fails.

    Tests do not wait for the disk; with `durable` everything is written as PostgreSQL does by itself.
    """
    folder = Path(tempfile.mkdtemp(prefix="fogbound-postgres-"))
    data, port = folder / "data", free_port()
    as_owner: dict[str, object] = {}
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root; its Debian package brings an account.
        account = pwd.getpwnam("postgres")
        os.chown(folder, account.pw_uid, account.pw_gid)
        as_owner = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "HOME": str(folder)}
    try:
        subprocess.run(
            [_required("initdb"), "-D", data, "-U", "fogbound", "-A", "trust", "-E", "UTF8", "--no-sync"],
            check=True, cwd=folder, env=environment, stdout=subprocess.DEVNULL, **as_owner,
        )  # fmt: skip
        settings = {
            "port": port, "listen_addresses": "127.0.0.1", "unix_socket_directories": "", "max_connections": 200,
        }  # fmt: skip
        if not durable:
            settings |= {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(
                [_required("postgres"), "-D", data, *(f"-c{key}={value}" for key, value in settings.items())],
                cwd=folder, env=environment, stdout=log, stderr=log, **as_owner,
            )  # fmt: skip
        with _ending(server):
            ready = [_required("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
            _wait("PostgreSQL", server, lambda: subprocess.run(ready).returncode == 0, folder / "log")
            yield {
                "FOGBOUND_POSTGRES_DB": "postgres",
                "FOGBOUND_POSTGRES_USER": "fogbound",
                "FOGBOUND_POSTGRES_HOST": "127.0.0.1",
                "FOGBOUND_POSTGRES_PORT": str(port),
            }
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def redis(port: int | None = None) -> Iterator[dict[str, str]]:
    """A Redis server that keeps nothing, on that port or a free one; yields the site's settings for it. RuntimeError if it fails."""
    folder = Path(tempfile.mkdtemp(prefix="fogbound-redis-"))
    port = port or free_port()
    command = [
        _required("redis-server"), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no",
        "--dir", str(folder),
    ]  # fmt: skip
    try:
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
        with _ending(server):
            _wait("Redis", server, lambda: _answers_ping(port), folder / "log")
            yield {"FOGBOUND_REDIS_URL": f"redis://127.0.0.1:{port}/0"}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def caddy(configuration: object, port: int) -> Iterator[None]:
    """Caddy with that configuration (JSON), by which it listens on that port. RuntimeError if it fails."""
    folder = Path(tempfile.mkdtemp(prefix="fogbound-caddy-"))
    (folder / "caddy.json").write_text(json.dumps(configuration))
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    try:
        with (folder / "log").open("wb") as log:
            command = [CADDY, "run", "--config", folder / "caddy.json"]
            server = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
        with _ending(server):
            _wait("Caddy", server, lambda: listens(port), folder / "log")
            yield
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _required(name: str) -> str:
    path = find_program(name)
    if path is None:
        raise RuntimeError(f"{name} is not installed (Debian packages postgresql and redis-server)")
    return path


@contextmanager
def _ending(server: subprocess.Popen[bytes]) -> Iterator[None]:
    try:
        yield
    finally:
        server.send_signal(2)  # PostgreSQL: close connections and stop; the others: stop
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _wait(name: str, server: subprocess.Popen[bytes], is_ready: Callable[[], bool], log: Path) -> None:
    patience = time.monotonic() + PATIENCE
    while not is_ready():
        if server.poll() is not None or time.monotonic() > patience:
            raise RuntimeError(f"{name} did not start:\n{log.read_text(errors='replace')}")
        time.sleep(0.05)


def _answers_ping(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
    except OSError:
        return False


def main(command: list[str]) -> int:
    """Run `command` with both servers up; its exit code."""
    with postgres() as database, redis() as layer:
        return subprocess.run(command, env={**os.environ, **database, **layer}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
