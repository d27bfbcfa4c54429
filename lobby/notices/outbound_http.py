"""How does this site call an address that a person has given? Over https, on the public internet alone, without following where it points.

The name is resolved once for each connection, and the connection goes to the very address that was checked: a name that changes its mind later leads
nowhere. An address is read by what calls it (`yarl`), because other readers see other hosts in it: digits of other scripts, for one.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
import yarl
from aiohttp.abc import ResolveResult
from aiohttp.connector import AddrInfoType, Connection
from aiohttp.resolver import ThreadedResolver
from django.conf import settings

SECONDS: Final = 5.0
"""For all that the other side does: being found, connecting, hearing, the answer."""
AT_ONCE: Final = 20
PORTS: Final = frozenset({443, 8443})
"""Of https, and its usual second one. Whoever may name any port has this site try who listens where on machines of others."""


class Forbidden(OSError):
    """The address leads into this network, or is none of the web."""


class NotHanded(Exception):
    """Raised by a caller's question before the request is sent: it must not be sent any more."""


class Silent(Exception):
    """The request was sent, and no answer came: nobody knows whether it arrived."""


class Unreachable(Exception):
    """Nothing was sent: the machine was not found, refused, or did not answer in time."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the other side said: a status of HTTP, and after how many seconds to try again, if it says so."""

    status: int
    retry_after: float | None


def admit(address: str) -> None:
    """Raises Forbidden for an address that can be refused without asking for its name."""
    try:
        parts = yarl.URL(address)
        host, port = parts.host, parts.explicit_port
    except ValueError as error:
        raise Forbidden("no address") from error
    if parts.scheme not in ({"https", "http"} if settings.PRIVATE_TARGETS else {"https"}) or not host:
        raise Forbidden("not https")
    if parts.user is not None or parts.password is not None:
        raise Forbidden("a password in the address")
    if not settings.PRIVATE_TARGETS:
        if port is not None and port not in PORTS:
            raise Forbidden("a port that is none of the web")
        try:
            literal = ipaddress.ip_address(host)
        except ValueError:
            if "." not in host.rstrip("."):
                raise Forbidden("a name that only this network knows") from None
            return
        if not is_public(literal):
            raise Forbidden("not public")


def is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """True for an address of the public internet, whatever form it is wrapped in."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
        if inner is None and address in _NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
        if address.is_site_local:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")


_by_the_system = ThreadedResolver.resolve


class Checked(ThreadedResolver):
    """Finds the addresses of names, and gives the connection none but public ones."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """The public addresses of that name. Raises Forbidden if it has any other: such a name is nobody's by mistake."""
        found = await _by_the_system(self, host, port, family)
        if not settings.PRIVATE_TARGETS and not all(is_public(ipaddress.ip_address(one["host"])) for one in found):
            raise Forbidden("not public")
        return found


def _socket_to(found: AddrInfoType) -> socket.socket:
    """A socket for the address that is about to be called, whoever has read or found it. Raises Forbidden."""
    family, kind, protocol, _, (host, *_) = found
    if not settings.PRIVATE_TARGETS and not is_public(ipaddress.ip_address(host)):
        raise Forbidden("not public")
    return socket.socket(family, kind, protocol)


@asynccontextmanager
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    """Connections for some calls, without cookies, and without a proxy that the environment names."""
    connector = _Connector(
        resolver=Checked(),
        socket_factory=_socket_to,
        use_dns_cache=False,
        family=socket.AF_UNSPEC,
        limit=AT_ONCE,
        force_close=True,
    )
    async with aiohttp.ClientSession(
        connector=connector,
        # `post` has a clock of its own, which stands still while the caller is asked.
        timeout=aiohttp.ClientTimeout(total=None),
        cookie_jar=aiohttp.DummyCookieJar(),
        trust_env=False,
    ) as opened:
        yield opened


async def post(
    opened: aiohttp.ClientSession,
    address: str,
    body: bytes,
    headers: Mapping[str, str],
    handing: Callable[[], Awaitable[bool]],
) -> Answer:
    """Send it. `handing` is asked when the connection stands, before anything is sent; False: nothing is. How long it takes to say so is no fault of
    the other side. At most `AT_ONCE` of a session at a time: a further one would wait in its own five seconds.

    Raises Forbidden, NotHanded, Unreachable, Silent.
    """
    admit(address)
    was_handed = False
    clock = asyncio.timeout(SECONDS)

    async def ask() -> bool:
        nonlocal was_handed
        now = asyncio.get_running_loop().time
        left = (clock.when() or now()) - now()
        clock.reschedule(None)
        was_handed = await handing()
        clock.reschedule(now() + left)
        return was_handed

    asking = _asking.set(ask)
    try:
        async with clock, opened.post(address, data=body, headers=dict(headers), allow_redirects=False) as answer:
            return Answer(answer.status, _seconds(answer.headers.get("Retry-After", "")))
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        for cause in (error, error.__cause__, getattr(error, "os_error", None)):
            if isinstance(cause, Forbidden):
                raise cause from None
        raise (Silent if was_handed else Unreachable)(type(error).__name__) from error
    finally:
        _asking.reset(asking)


_asking: ContextVar[Callable[[], Awaitable[bool]]] = ContextVar("asking")


class _Connector(aiohttp.TCPConnector):
    """Asks whoever calls once the connection stands."""

    async def connect(self, *args: Any, **kwargs: Any) -> Connection:
        connection = await super().connect(*args, **kwargs)
        may_go = False
        try:
            may_go = await _asking.get()()
        finally:
            if not may_go:
                connection.close()
        if not may_go:
            raise NotHanded
        return connection


def _seconds(text: str) -> float | None:
    return min(float(text), 86_400.0) if text.isascii() and text.isdigit() else None
