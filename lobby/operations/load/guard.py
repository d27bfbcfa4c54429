"""How does a load test leave nothing behind, even if it is killed? A small process waits for its end, ends the others, removes their folder.

All processes of the test's site belong to the guard's process group, so that Ctrl-C reaches only the test, which ends them in order. The guard
reads from a pipe that closes however the test ends.

    python -P guard.py FOLDER
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time

PATIENCE = 5.0
"""Seconds that the remaining processes get to end by themselves and clean up."""


class Guard:
    """The guard process, and the pipe to it."""

    def __init__(self, folder: str) -> None:
        # -P: keeps this file's folder out of the import path.
        command = [sys.executable, "-P", __file__, folder]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, process_group=0)

    @property
    def group(self) -> int:
        """Process group for everything that must not outlive this process."""
        return self._process.pid

    def close(self) -> None:
        """End the guard, after everything else has ended in order."""
        self._process.kill()
        self._process.communicate()


def main(folder: str) -> None:
    """Wait until the parent has ended, then end the process group and remove the folder."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.stdin.read()
    os.killpg(0, signal.SIGTERM)
    time.sleep(PATIENCE)
    shutil.rmtree(folder, ignore_errors=True)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    main(sys.argv[1])
