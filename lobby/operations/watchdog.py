"""Tells systemd, or `config.supervisor` in a container, that the event loop of this process runs (see sd_notify(3)).

Without a notice for `WATCHDOG_USEC` microseconds they kill the process and start a new one. Nothing is sent if `NOTIFY_SOCKET` is not set.
"""

from __future__ import annotations

import asyncio
import os
import socket
from typing import Final

PARTS: Final = 3
"""Notices sent in each period of `WATCHDOG_USEC`."""


class Watchdog:
    """The connection to the process that watches this one."""

    def __init__(self) -> None:
        # Children of this process are not watched.
        self._address = os.environ.pop("NOTIFY_SOCKET", "")
        microseconds = os.environ.pop("WATCHDOG_USEC", "0")
        watched = os.environ.pop("WATCHDOG_PID", str(os.getpid()))
        self._seconds = int(microseconds) / 1_000_000 if watched == str(os.getpid()) else 0.0

    def tell(self, words: str) -> None:
        """Send one notice, if there is a socket for it. A lost notice does no harm: others follow."""
        if not self._address:
            return
        # A name that begins with @ is in Linux's abstract namespace.
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK) as line:
            try:
                line.sendto(words.encode(), address)
            except OSError:
                # The watcher is gone or its buffer is full. That must not end this process.
                return

    async def run(self) -> None:
        """Send READY once, then send WATCHDOG for ever while the event loop runs."""
        self.tell("READY=1")
        while self._seconds:
            await asyncio.sleep(self._seconds / PARTS)
            self.tell("WATCHDOG=1")


WATCHDOG: Final = Watchdog()
