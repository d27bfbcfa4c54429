"""How do processes of a load test's site start in an instant? One process has imported everything and forks them on demand.

Killed and begun anew a hundred times they would else spend more time importing than playing. What is forked runs the same commands as
ever, with nothing of its parent's but the code.

    python -m lobby.operations.load.nursery      reads lines "<log file>\\t<arguments…>", answers each with a process id
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
    """One process that a nursery has forked, handled as one of `subprocess`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def send_signal(self, number: int) -> None:
        """Nothing happens to one that has ended."""
        if self.is_alive():
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """SIGTERM."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """SIGKILL."""
        self.send_signal(signal.SIGKILL)

    def is_alive(self) -> bool:
        """Is it there? Its parent reaps it at once."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def wait(self, timeout: float = 60.0) -> int:
        """0 when it has ended; its code is not known. Raises TimeoutExpired."""
        give_up = time.monotonic() + timeout
        while self.is_alive():
            if time.monotonic() > give_up:
                raise subprocess.TimeoutExpired(str(self.pid), timeout)
            time.sleep(0.01)
        return 0


class Nursery:
    """The process that forks, and the way to it."""

    def __init__(self, folder: Path, environment: dict[str, str], *, group: int) -> None:
        """It and what it forks are of that process group."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "lobby.operations.load.nursery"],
            cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            process_group=group,
        )  # fmt: skip
        self._lock = threading.Lock()

    def start(self, arguments: list[str], log: Path) -> Forked:
        """A new process that runs `python <arguments>` and writes to `log`."""
        with self._lock:
            cast(IO[str], self._process.stdin).write("\t".join([str(log), *arguments]) + "\n")
            cast(IO[str], self._process.stdin).flush()
            return Forked(int(cast(IO[str], self._process.stdout).readline()))

    def close(self) -> None:
        """No more; what it has forked is not touched."""
        cast(IO[str], self._process.stdin).close()
        cast(IO[str], self._process.stdout).close()
        self._process.wait()


def serve() -> None:
    """Fork until the input ends."""
    import config.asgi  # noqa: F401 (all that a web process needs)
    from lobby.management.commands import referee  # noqa: F401

    # Children that end are reaped by nobody but the system.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        log, *arguments = line.rstrip("\n").split("\t")
        pid = os.fork()
        if pid == 0:
            _become(log, arguments)
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()


def _become(log: str, arguments: list[str]) -> None:
    """Run what `python <arguments>` would, and end."""
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
