"""A whole site for browser tests: a real server process that can be killed and started again on the same data."""

from __future__ import annotations

import email
import email.policy
import json
import os
import resource
import secrets
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path

from lobby.operations.load.commands import serve
from tests.browser import run_in_server
from tests.databases import HANGS, make_database
from tests.servers import free_port

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 180.0
"""Seconds until a server that does not answer is given up."""


def collect(folder: Path) -> None:
    """Have `collectstatic` put the static files there, joined as a host's; those of pages that are not ours, a third of the work, stay out."""
    made = folder.with_name(f"{folder.name}-making")
    environment = {**os.environ, "FOGBOUND_STATIC": str(made), "FOGBOUND_DATA": str(made.with_name("data"))}
    command = [sys.executable, "manage.py", "collectstatic", "--noinput", "-v0", "-i", "admin", "-i", "rest_framework"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=HANGS)
    made.rename(folder)


TOYS = "toy=tests.games.toy,toy_answers=tests.games.toy_answers,toy_programs=tests.games.toy_programs"


class Site:
    """The embedded form: one process, SQLite, deadlines and bots inside; with the toy games beside the real ones."""

    application = "tests.browser.same_luck:application"

    def __init__(self, **settings: str) -> None:
        """`settings`: environment variables beside those of all tests."""
        self._folder = tempfile.TemporaryDirectory(prefix="fogbound-site-")
        self.folder = Path(self._folder.name)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self.around: list[str] = []
        """A command that starts the server, with all of its command as further arguments."""
        self._key = secrets.token_hex(16)
        self._environment = {
            **os.environ,
            run_in_server.KEY: self._key,
            "FOGBOUND_DATA": str(self.folder),
            "FOGBOUND_EXTRA_GAMES": TOYS,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            # All people of the tests come from one address.
            "FOGBOUND_LIMIT_GUESTS": "1000/m/ip",
            "FOGBOUND_LIMIT_PICTURES": "100000/m/ip",
            "FOGBOUND_LIMIT_QUICK_MATCHES": "1000/m/user",
            "FOGBOUND_LIMIT_TABLES": "1000/m/user",
            "PYTHONUNBUFFERED": "1",
            **settings,
        }
        make_database(self._environment)

    def start(self) -> None:
        """Serve, and return when the first page has come."""
        log = (self.folder / "server.log").open("ab")
        self._process = subprocess.Popen(
            [*self.around, sys.executable, *serve(self.port, self.application)],
            cwd=ROOT, env=self._environment, stdout=log, stderr=log,
        )  # fmt: skip
        log.close()
        give_up = time.monotonic() + PATIENCE
        while time.monotonic() < give_up:
            try:
                with urllib.request.urlopen(self.url, timeout=5):
                    return
            except urllib.error.HTTPError:
                return
            except OSError:
                if self._process.poll() is not None:
                    break
                time.sleep(0.1)
        raise RuntimeError(f"the site did not start:\n{self.log()}")

    def beside(self, *command: str) -> subprocess.Popen[bytes]:
        """Another process of the site, `manage.py <command>`, for the caller to end."""
        with (self.folder / "server.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "manage.py", *command], cwd=ROOT, env=self._environment, stdout=log, stderr=log
            )

    def kill(self) -> None:
        """SIGKILL: what was acknowledged must be on disk."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(30)

    def tell_to_stop(self) -> None:
        """SIGTERM, without waiting for what comes of it."""
        assert self._process is not None
        self._process.terminate()

    def wait(self, seconds: float) -> int:
        """The exit code; TimeoutExpired if it lives longer."""
        assert self._process is not None
        return self._process.wait(seconds)

    def processors(self) -> int:
        """On how many processors the server may run, that is its main thread."""
        assert self._process is not None
        return len(os.sched_getaffinity(self._process.pid))

    def limit_files(self, size: int | None) -> None:
        """From now on no file of the server may grow beyond that; None: any may. The server notices what a full disk is like."""
        assert self._process is not None
        limit = resource.RLIM_INFINITY if size is None else size
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))

    def close(self) -> None:
        """End politely and remove the data."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()
        self._folder.cleanup()

    @contextmanager
    def running(self) -> Iterator[Site]:
        """Started, and closed whatever happens."""
        try:
            self.start()
            yield self
        finally:
            self.close()

    def log(self) -> str:
        """What the server wrote."""
        path = self.folder / "server.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def mail(self, to: str, about: str) -> str:
        """The text of the newest mail to that address of which the subject has these words. The outbox sends it a moment after the page has told so."""
        give_up = time.monotonic() + PATIENCE
        while time.monotonic() < give_up:
            for path in sorted((self.folder / "mail").glob("*.log"), reverse=True):
                message = email.message_from_bytes(path.read_bytes(), EmailMessage, policy=email.policy.default)
                body = message.get_body(("plain",))
                if message["To"] == to and about in message["Subject"] and body is not None:
                    return str(body.get_content())
            time.sleep(0.1)
        raise RuntimeError(f"no mail came to {to}:\n{self.log()}")

    def run(self, code: str) -> str:
        """Have the server run this Python; what it printed. A thousandth of what a process of its own takes (`manage`)."""
        asked = urllib.request.Request(self.url + run_in_server.PATH, code.encode(), {run_in_server.KEY: self._key})
        try:
            with urllib.request.urlopen(asked, timeout=HANGS) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as refused:
            raise RuntimeError(f"{refused.code}\n{refused.read().decode()}") from None

    def differences(self, match: str) -> list[str]:
        """What a match that is over has otherwise than it follows from options, seed and orders."""
        code = "from lobby.matches.models import Match; from lobby.watch.replay import verify; import json"
        return list(json.loads(self.run(f"{code}; print(json.dumps(verify(Match.objects.get(pk={match!r}))))")))

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a `manage.py` command on this site's data."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT, env=self._environment, capture_output=True, text=True, timeout=HANGS,
        )  # fmt: skip
