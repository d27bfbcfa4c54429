"""How many sockets may be open in this process, and how many from one address? Each takes a file; some files stay for everything else.

A process that runs out of files can neither answer a probe nor ask its database, and nobody is told why. So the limit of the machine is
raised as far as it goes, and whoever comes when all but `KEPT` files are taken is sent away with a status.
"""

from __future__ import annotations

import ipaddress
import logging
import resource
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings

log = logging.getLogger("fogbound.serving")

KEPT: Final = 256
"""Files that are no sockets of players: the database, Redis, pages, probes, logs, and what Python has open."""
MOST_FILES: Final = 65_536
"""More are not asked for: each open socket takes memory too."""
LOG_SECONDS: Final = 10.0
"""In so long one line says how many were sent away."""


@dataclass(frozen=True)
class Full:
    """Why nobody comes in: what to answer, and when to come again."""

    status: int
    again_seconds: int


NO_ROOM: Final = Full(503, 5)
TOO_MANY: Final = Full(429, 30)


def raise_file_limit() -> int:
    """Take as many files as the machine allows this process; how many it may have open now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft


class Doors:
    """The open sockets of one process, by where they come from."""

    def __init__(self, files: int) -> None:
        self._most = max(1, files - KEPT)
        self._open = 0
        self._by_address: Counter[str] = Counter()
        self._sent_away = 0
        self._told_at = -LOG_SECONDS

    def enter(self, scope: Mapping[str, Any]) -> Full | None:
        """Count one more socket; what to answer instead if there is no room for it."""
        address = _address(scope)
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
        """That socket is closed."""
        address = _address(scope)
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


def _address(scope: Mapping[str, Any]) -> str:
    """Who comes, as far as it counts: one line to the Internet. "" for this machine itself, and for a server that does not say."""
    said = (scope.get("client") or ("", 0))[0]
    if settings.BEHIND_PROXY:
        # The last one is the proxy's own word; what stands before it anybody may write.
        lines = [value for name, value in scope.get("headers", ()) if name == b"x-forwarded-for"]
        said = lines[-1].decode("latin-1").rsplit(",", 1)[-1].strip() if lines else said
    try:
        address = ipaddress.ip_address(said)
    except ValueError:
        return ""
    # A listener of both kinds tells of IPv4 in the form of IPv6.
    address = getattr(address, "ipv4_mapped", None) or address
    if address.is_loopback:
        return ""
    # Whoever has an IPv6 line has 2**64 addresses.
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else str(address)
