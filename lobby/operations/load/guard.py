"""How does nothing of a load test outlive it, even if it is killed? A small process waits for its end, ends the others and removes their folder.

All processes of a test's site are of the guard's process group, so that a Ctrl-C reaches the test alone, which ends them in order. The guard
holds the other end of a pipe: that closes whatever becomes of the test.

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
"""Seconds for processes whose test is gone to end by themselves and take away what they made."""


class Guard:
    """The process that waits, and the pipe to it."""

    def __init__(self, folder: str) -> None:
        # -P: what lies beside this file is not what its imports mean.
        command = [sys.executable, "-P", __file__, folder]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, process_group=0)

    @property
    def group(self) -> int:
        """The process group of everything that must not outlive this process."""
        return self._process.pid

    def close(self) -> None:
        """Everything has been ended in order: wait no more."""
        self._process.kill()
        self._process.communicate()


def main(folder: str) -> None:
    """Wait until the one who started this is gone, then end its group."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.stdin.read()
    os.killpg(0, signal.SIGTERM)
    time.sleep(PATIENCE)
    shutil.rmtree(folder, ignore_errors=True)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    main(sys.argv[1])
