"""Runs one process of the site and kills it if it hangs: `python -m config.supervisor SECONDS COMMAND…`, the entry point of the image.

The process reports that it is alive as it would to systemd (sd_notify(3), sent by `lobby.operations.watchdog`). It is watched from `READY=1`
until `STOPPING=1`. A command that sends neither, such as `migrate`, is not watched. The exit code is that of the command, or 1 if it was killed
here; the container runtime then restarts it. The supervisor imports nothing of the site, so that it cannot hang with it.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

LOOK_SECONDS: Final = 0.25
KILLED: Final = 1


def run(command: list[str], seconds: float) -> int:
    """Run the command until it ends; kill it after `seconds` without a notice. Returns the exit code."""
    with tempfile.TemporaryDirectory(prefix="fogbound-") as folder:
        address = str(Path(folder) / "notify")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notices:
            notices.bind(address)
            notices.settimeout(LOOK_SECONDS)
            told = {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": str(int(seconds * 1_000_000))}
            child = subprocess.Popen(command, env={**os.environ, **told})
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(number, lambda number, _: child.send_signal(number))
            return _watch(child, notices, seconds)


def _watch(child: subprocess.Popen[bytes], notices: socket.socket, seconds: float) -> int:
    is_watched = False
    silent = 0.0
    while child.poll() is None:
        began = time.monotonic()
        try:
            words = notices.recv(4096).split(b"\n")
        except TimeoutError:
            words = []
        if b"READY=1" in words:
            is_watched = True
        if b"STOPPING=1" in words:
            is_watched = False
        # If the machine was suspended, both processes stood still: only time in which this process ran counts.
        silent = 0.0 if words else silent + min(time.monotonic() - began, 2 * LOOK_SECONDS)
        if is_watched and silent > seconds:
            sys.stderr.write(f"no sign of life for {seconds:g} s: process {child.pid} is killed\n")
            child.kill()
            child.wait()
            return KILLED
    # A command ended by a signal: the exit code that shells report.
    return child.returncode if child.returncode >= 0 else 128 - child.returncode


if __name__ == "__main__":
    sys.exit(run(sys.argv[2:], float(sys.argv[1])))
