"""How do processes of a load test's site start quickly? One process has imported everything and forks them on demand.

Processes that are killed and restarted a hundred times would otherwise spend more time importing than playing. A forked process runs the
same commands as usual, and shares only loaded code with its parent.

    python -m lobby.operations.load.fork_server      reads lines "<log file>\\t<arguments…>", answers each with a process id
"""

from __future__ import annotations

import os
import runpy
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO, cast


class Forked:
    """A forked process, with the interface of `subprocess.Popen`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def send_signal(self, number: int) -> None:
        """Send a signal; does nothing if the process has ended."""
        if self.is_alive():
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """SIGTERM."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """SIGKILL."""
        self.send_signal(signal.SIGKILL)

    def is_alive(self) -> bool:
        """True while the process exists. Its parent reaps it as soon as it ends."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def wait(self, timeout: float = 60.0) -> int:
        """Wait for the end; always returns 0, because the exit code is unknown. Raises TimeoutExpired."""
        give_up = time.monotonic() + timeout
        while self.is_alive():
            if time.monotonic() > give_up:
                raise subprocess.TimeoutExpired(str(self.pid), timeout)
            time.sleep(0.01)
        return 0


class ForkServer:
    """The process that forks, and the connection to it."""

    def __init__(self, folder: Path, environment: dict[str, str], *, group: int) -> None:
        """Start it; it and its children belong to the process group `group`."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "lobby.operations.load.fork_server"],
            cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            process_group=group,
        )  # fmt: skip
        self._lock = threading.Lock()

    def start(self, arguments: list[str], log: Path) -> Forked:
        """Fork a process that runs `python <arguments>` and writes its output to `log`."""
        with self._lock:
            cast(IO[str], self._process.stdin).write("\t".join([str(log), *arguments]) + "\n")
            cast(IO[str], self._process.stdin).flush()
            return Forked(int(cast(IO[str], self._process.stdout).readline()))

    def close(self) -> None:
        """End the fork server; its children go on."""
        cast(IO[str], self._process.stdin).close()
        cast(IO[str], self._process.stdout).close()
        self._process.wait()


def serve() -> None:
    """Fork on request until the input ends."""
    from django.core.management import load_command_class

    import config.asgi  # noqa: F401 (all that a web process needs)

    load_command_class("lobby", "referee")

    # The system reaps children that end.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        log, *arguments = line.rstrip("\n").split("\t")
        pid = os.fork()
        if pid == 0:
            _become(log, arguments)
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()


def _become(log: str, arguments: list[str]) -> None:
    """Run `python <arguments>` in this process, and exit."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    written = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(written, 1)
    os.dup2(written, 2)
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        runpy.run_path(arguments[0], run_name="__main__")
    os._exit(0)


if __name__ == "__main__":
    serve()
