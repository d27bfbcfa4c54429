"""The whole site on this machine without containers: PostgreSQL, Redis, Caddy with the repository's file, web processes, referees, bots.

Every process of the site runs under `config.supervisor`, and is started again when it ends, as a service manager does.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import redis

from lobby.operations.load.commands import serve
from tests import servers
from tests.bench.site import ROOT, environment
from tests.servers import free_port

PATIENCE = 300.0
"""Seconds until something that does not answer is given up: a busy machine may take minutes to start it."""
WATCHDOG_SECONDS = "6"
"""As in the Dockerfile."""
RESTART_SECONDS = 0.5
GAME = "toy"
WEB, REFEREES = 2, 2
FILES = "1024"
"""The soft limit of open files with which Linux starts a process; each raises its own as far as it may."""
SMALL_DISK = "400m"
ESTABLISHED = "01"
"""State of a connection in the kernel's list."""


class Service:
    """One process of the site under its supervisor, for ever."""

    def __init__(self, name: str, command: list[str], env: dict[str, str], log: Path) -> None:
        self.name = name
        supervised = [sys.executable, "-m", "config.supervisor", WATCHDOG_SECONDS, sys.executable, *command]
        self._command = ["prlimit", f"--nofile={FILES}:", *supervised]
        self._env, self._log = env, log
        self._is_over = threading.Event()
        self._supervisor = self._start()
        self._keeper = threading.Thread(target=self._keep, daemon=True)
        self._keeper.start()

    def send(self, number: signal.Signals) -> int:
        """A signal to the process itself, which its supervisor does not hear. Returns how many got it: 0 while it is started again."""
        sent = 0
        with suppress(FileNotFoundError, ProcessLookupError):
            family = Path(f"/proc/{self._supervisor.pid}/task/{self._supervisor.pid}/children")
            for child in family.read_text().split():
                os.kill(int(child), number)
                sent += 1
        return sent

    def end_politely(self) -> None:
        """What a release does: SIGTERM; another process follows."""
        self._supervisor.terminate()

    def close(self) -> None:
        """End it for good."""
        self._is_over.set()
        self._supervisor.terminate()
        try:
            self._supervisor.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.send(signal.SIGKILL)
            self._supervisor.kill()
        self._keeper.join()

    def _start(self) -> subprocess.Popen[bytes]:
        with self._log.open("ab") as log:
            return subprocess.Popen(self._command, cwd=ROOT, env=self._env, stdout=log, stderr=log)

    def _keep(self) -> None:
        while True:
            self._supervisor.wait()
            if self._is_over.wait(RESTART_SECONDS):
                return
            self._supervisor = self._start()


class Database:
    """PostgreSQL with the data in that folder, started again when it ends, as a service manager does."""

    def __init__(self, folder: Path) -> None:
        self._data, self._port = folder / "data", free_port()
        servers.make_cluster(self._data)
        self._server = ExitStack()
        self.settings = self._start()

    def processes(self) -> list[int]:
        """Ids of its first process, then of those that this one started."""
        first = int((self._data / "postmaster.pid").read_text().split()[0])
        return [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]

    def send(self, number: signal.Signals) -> None:
        """A signal to all of its processes."""
        for process in self.processes():
            with suppress(ProcessLookupError):
                os.kill(process, number)

    def start_if_ended(self) -> None:
        """A server whose disk is full may end for good."""
        if not servers.listens(self._port):
            self._server.close()
            self._start()

    def close(self) -> None:
        """End it."""
        self._server.close()

    def _start(self) -> dict[str, str]:
        return self._server.enter_context(servers.postgres(durable=True, data=self._data, port=self._port))


class Site:
    """All of it; `running` makes one."""

    def __init__(self, stack: ExitStack, *, small_disk: bool, senders: int, **settings: str) -> None:
        self.folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fogbound-launch-")))
        self.disk = self.folder / "disk"
        """Where PostgreSQL's data are: in a file system of their own if the disk is to be small."""
        self.disk.mkdir()
        self.folder.chmod(0o711)
        if small_disk:
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SMALL_DISK}", "tmpfs", self.disk], check=True)
            stack.callback(subprocess.run, ["umount", self.disk], check=True)
        self.database = Database(self.disk)
        stack.callback(self.database.close)
        self._redis = ExitStack()
        stack.push(lambda *_: self._redis.close())
        layer = self._redis.enter_context(servers.redis())
        self._redis_port = int(layer["FOGBOUND_REDIS_URL"].rsplit(":", 1)[1].split("/")[0])
        more = {"FOGBOUND_BEHIND_PROXY": "1", "FOGBOUND_DRAIN_SECONDS": "3", **settings}
        self.env = environment(self.folder, GAME, embedded=False, **self.database.settings, **layer, **more)
        subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity=0"], cwd=ROOT, env=self.env, check=True)
        self._ports = [free_port() for _ in range(WEB)]
        self.direct = [f"http://127.0.0.1:{port}" for port in self._ports]
        """Addresses of the web processes, past the proxy."""
        self.web = [self._serve(stack, "web", serve(port)) for port in self._ports]
        self.referees = [self._serve(stack, "referee", ["manage.py", "referee"]) for _ in range(REFEREES)]
        self.bots = self._serve(stack, "bots", ["manage.py", "botrunner"])
        self.senders = [self._serve(stack, "notices", ["manage.py", "notices"]) for _ in range(senders)]
        self._proxy_port = free_port()
        self._proxy = ExitStack()
        stack.push(lambda *_: self._proxy.close())
        self.url = f"http://127.0.0.1:{self._proxy_port}"
        self.start_proxy()
        self.wait()

    def _serve(self, stack: ExitStack, name: str, command: list[str]) -> Service:
        service = Service(name, command, self.env, self.folder / "log")
        stack.callback(service.close)
        return service

    def lines(self) -> list[int]:
        """How many connections each web process has open."""
        ends = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        ports = [int(local.rpartition(":")[2], 16) for _, local, _, state, *_ in ends if state == ESTABLISHED]
        return [ports.count(port) for port in self._ports]

    def wait(self) -> None:
        """Until every web process is ready, referees included. RuntimeError with the log if that takes too long."""
        patience = time.monotonic() + PATIENCE
        for url in [*self.direct, self.url]:
            while not is_ready(url):
                if time.monotonic() > patience:
                    raise RuntimeError(f"{url} is not ready:\n{self.log()[-4000:]}")
                time.sleep(0.2)

    def log(self) -> str:
        """What all processes wrote."""
        return (self.folder / "log").read_text(errors="replace")

    def start_proxy(self) -> None:
        """Caddy as compose.yaml starts it, but for addresses."""
        self._proxy.enter_context(
            servers.caddy(
                caddy_configuration(self.url, [f"127.0.0.1:{port}" for port in self._ports]), self._proxy_port
            )
        )

    def stop_proxy(self) -> None:
        """End Caddy; nobody comes in."""
        self._proxy.close()

    def redis_process(self) -> int:
        """Its id."""
        with redis.Redis(port=self._redis_port) as line:
            process: int = line.info()["process_id"]
            return process

    def start_redis(self) -> None:
        """A new one at the old place, which knows nothing."""
        self._redis.enter_context(servers.redis(self._redis_port))

    def stop_redis(self) -> None:
        """End it, and with it all that it kept."""
        self._redis.close()


@contextmanager
def running(*, small_disk: bool = False, senders: int = 1, **settings: str) -> Iterator[Site]:
    """A site that is ready; everything ends with the block. `small_disk`: PostgreSQL has one of its own, in memory, which only root may make.
    `senders`: processes that send notices; `settings`: more of the environment of all processes."""
    with ExitStack() as stack:
        yield Site(stack, small_disk=small_disk, senders=senders, **settings)


def is_ready(url: str) -> bool:
    """Does it say that people may come?"""
    try:
        with urllib.request.urlopen(f"{url}/readyz", timeout=5):
            return True
    except (urllib.error.URLError, OSError):
        return False


def caddy_configuration(url: str, web: list[str], file: str | Path = "Caddyfile", **more: str) -> object:
    """One of the repository's Caddyfiles as JSON, for a site at `url` (with its port) whose web processes are at those `host:port`; `more`: what
    else the file takes from the environment."""
    places = {"FOGBOUND_HOST": url, "FOGBOUND_WEB": " ".join(web), **more}
    adapted = subprocess.run(
        [servers.CADDY, "adapt", "--adapter", "caddyfile", "--config", ROOT / "config/hosting" / file],
        env={**os.environ, **places},
        check=True,
        capture_output=True,
    )
    config = json.loads(adapted.stdout)
    config["admin"] = {"disabled": True}
    return config
