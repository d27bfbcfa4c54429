"""Where do the tests get PostgreSQL and Redis from? Both start here, empty, on free loopback ports, and end with the caller.

    python -m tests.servers COMMAND…      runs a command whose site uses both

Nothing that already runs on the machine is used. Data lives in a temporary folder; durability is off unless asked for.
"""

from __future__ import annotations

import json
import os
import pwd
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

PATIENCE = 60.0
"""Seconds until a server that does not answer is given up."""
CADDY = Path(sys.executable).parent / "caddy"
"""From PyPI, beside Python."""
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin") or ""
"""Debian package nginx-light; "" where it is not installed."""
NGINX_FILE = Path(__file__).resolve().parent.parent / "config/hosting/nginx.conf"


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


def owner() -> dict[str, Any]:
    """As whom PostgreSQL's programs run, for `subprocess`: it refuses to run as root, and its Debian package brings an account."""
    if os.geteuid() != 0:
        return {}
    account = pwd.getpwnam("postgres")
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def make_cluster(data: Path) -> None:
    """An empty PostgreSQL cluster in a new folder there; the folder around it becomes that of PostgreSQL's account."""
    as_owner = owner()
    if as_owner:
        os.chown(data.parent, as_owner["user"], as_owner["group"])
    subprocess.run(
        [_required("initdb"), "-D", data, "-U", "fogbound", "-A", "trust", "-E", "UTF8", "--no-sync"],
        check=True, cwd=data.parent, env={**os.environ, "LC_ALL": "C.UTF-8"}, stdout=subprocess.DEVNULL, **as_owner,
    )  # fmt: skip


@contextmanager
def postgres(
    *,
    durable: bool = False,
    data: Path | None = None,
    port: int | None = None,
    more: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[dict[str, str]]:
    """A PostgreSQL server with an empty database; yields the site's settings for it. RuntimeError if it fails.

    Tests do not wait for the disk; with `durable` everything is written as PostgreSQL does by itself. `data`: a cluster that stays, and is
    made unless it is there; `port`: where the server listens, on a free one by default; `more`: settings of the server.
    """
    folder = Path(tempfile.mkdtemp(prefix="fogbound-postgres-"))
    data, port = data or folder / "data", port or free_port()
    is_new = not data.exists()
    as_owner = owner()
    if as_owner:
        os.chown(folder, as_owner["user"], as_owner["group"])
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "HOME": str(folder)}
    try:
        if is_new:
            make_cluster(data)
        settings: dict[str, object] = {
            **more,
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
            command = [str(CADDY), "run", "--config", str(folder / "caddy.json")]
            server = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
        with _ending(server):
            _wait("Caddy", server, lambda: listens(port), folder / "log")
            yield
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def nginx(sites: str, port: int) -> Iterator[None]:
    """nginx with that file of sites, by which it listens on that port. RuntimeError if it fails."""
    with _nginx_folder(sites) as folder, (folder / "log").open("wb") as log:
        server = subprocess.Popen([*_nginx(folder), "-g", "daemon off;"], cwd=folder, stdout=log, stderr=log)
        with _ending(server):
            _wait("nginx", server, lambda: listens(port), folder / "log")
            yield


def nginx_sites(port: int, web: list[str]) -> str:
    """The repository's file for nginx, listening on that port without TLS, with two web processes at those addresses."""
    text = NGINX_FILE.read_text()
    for number, address in enumerate(web, 1):
        assert f"127.0.0.1:800{number}" in text
        text = text.replace(f"127.0.0.1:800{number}", address)
    text = re.sub(r"server \{\s+listen 80;.*?\n\}", "", text, flags=re.DOTALL)
    text = re.sub(r"listen 443 .*;", f"listen 127.0.0.1:{port};", text)
    return re.sub(r"\n *(listen \[::\]|ssl_).*;", "", text)


def nginx_complaints(sites: str) -> str:
    """What nginx says against a file of sites; "" for a good one."""
    with _nginx_folder(sites) as folder:
        run = subprocess.run([*_nginx(folder), "-t", "-q"], capture_output=True, text=True)
    return run.stderr


@contextmanager
def _nginx_folder(sites: str) -> Iterator[Path]:
    """Around the sites stands no more than what Debian's nginx.conf has as well."""
    folder = Path(tempfile.mkdtemp(prefix="fogbound-nginx-"))
    kept = "".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "sites").write_text(sites)
    (folder / "nginx.conf").write_text(
        f"pid {folder}/pid; error_log stderr; worker_processes 2; events {{}}\n"
        f"http {{ access_log off; {kept} include {folder}/sites; }}\n"
    )
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _nginx(folder: Path) -> list[str | Path]:
    return [NGINX, "-p", folder, "-c", folder / "nginx.conf"]


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
