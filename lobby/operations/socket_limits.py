"""How many sockets may be open in this process, and how many from one address? Each needs a file descriptor; some are reserved.

A process without free file descriptors can neither answer a health check nor query its database, and cannot say why. So the process raises
its limit as far as the machine allows, and refuses new sockets with an HTTP status when only `KEPT` descriptors are left.
"""

from __future__ import annotations

import logging
import resource
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings

from lobby.platform.http import addresses

log = logging.getLogger("fogbound.serving")

KEPT: Final = 256
"""File descriptors reserved for everything but players' sockets: database, Redis, pages, health checks, logs, Python itself."""
MOST_FILES: Final = 65_536
"""The process does not raise its limit above this: each open socket takes memory too."""
LOG_SECONDS: Final = 10.0
"""Seconds between log lines that say how many sockets were refused."""


@dataclass(frozen=True)
class Full:
    """Why a socket is refused: the status to answer, and when the client may try again."""

    status: int
    again_seconds: int


NO_ROOM: Final = Full(503, 5)
TOO_MANY: Final = Full(429, 30)


def raise_file_limit() -> int:
    """Raise the process's limit of open files, up to `MOST_FILES`; returns the limit that applies now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft


class SocketLimits:
    """Counts the open sockets of one process by client address."""

    def __init__(self, files: int) -> None:
        self._most = max(1, files - KEPT)
        self._open = 0
        self._by_address: Counter[str] = Counter()
        self._sent_away = 0
        self._told_at = -LOG_SECONDS

    def enter(self, scope: Mapping[str, Any]) -> Full | None:
        """Count one more socket. Returns None, or the refusal if there is no room."""
        address = address_of(scope)
        full = None
        if self._open >= self._most:
            full = NO_ROOM
        elif address and 0 < settings.SOCKETS_PER_ADDRESS <= self._by_address[address]:
            full = TOO_MANY
        if full is not None:
            self._tell(full)
            return full
        self._open += 1
        self._by_address[address] += 1
        return None

    def leave(self, scope: Mapping[str, Any]) -> None:
        """Count the socket as closed."""
        address = address_of(scope)
        self._open -= 1
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]

    def _tell(self, full: Full) -> None:
        self._sent_away += 1
        now = time.monotonic()
        if now - self._told_at < LOG_SECONDS:
            return
        why = "this process has no room for more" if full is NO_ROOM else "one address has too many open"
        log.warning(
            "%s sockets were refused: %s (%s are open, at most %s)", self._sent_away, why, self._open, self._most
        )
        self._told_at, self._sent_away = now, 0


def address_of(scope: Mapping[str, Any]) -> str:
    """The address that is counted. "" for this machine itself, and if the server gives no address."""
    address = addresses.of_scope(scope)
    return "" if address and addresses.is_this_machine(address) else address
