"""As which address is a client counted? The only reader of what the server or the proxy says of it; every limit by address asks here.

IPv4 counts whole. IPv6 counts by its /64, of which one line has 2**64 addresses. An IPv4 address that travels inside IPv6 counts as that IPv4
address. All that cannot be read counts together.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest

UNKNOWN: Final = "0.0.0.0"
"""Stands for all addresses that cannot be read."""
_LINE: Final = 64
"""Bits of an IPv6 address that its owner cannot change at will."""
_NAT64: Final = IPv6Network("64:ff9b::/96")
"""IPv4 clients of a translator come from here (RFC 6052)."""


def of_request(request: HttpRequest) -> str:
    """The address as which a request is counted: IPv4, or the first address of an IPv6 /64; `UNKNOWN` if it cannot be read."""
    said = _said(request.META.get("REMOTE_ADDR") or "", request.headers.get("x-forwarded-for", ""))
    return _counted(said) if said else UNKNOWN


def of_scope(scope: Mapping[str, Any]) -> str:
    """As `of_request`, for an ASGI scope; "" where the server says no address."""
    peer = (scope.get("client") or ("", 0))[0]
    # Servers write the names of headers in small letters.
    lines = [value.decode("latin-1") for name, value in scope.get("headers", ()) if name == b"x-forwarded-for"]
    said = _said(peer or "", ",".join(lines))
    return _counted(said) if said else ""


def is_this_machine(address: str) -> bool:
    """True if a counted address is one of this machine itself."""
    return ipaddress.ip_address(address).is_loopback


def _said(peer: str, forwarded: str) -> str:
    """What the trusted proxy says, else the other end of the connection. Anybody may write the entries before those of our proxies."""
    proxies = getattr(settings, "ALLAUTH_TRUSTED_PROXY_COUNT", 0) or int(settings.BEHIND_PROXY)
    entries = forwarded.split(",") if proxies and forwarded else []
    return entries[-proxies].strip() if len(entries) >= proxies > 0 else peer


def _counted(said: str) -> str:
    address = _parsed(said)
    if address is None:
        return UNKNOWN
    if isinstance(address, IPv4Address):
        return str(address)
    if address.is_loopback:
        return "127.0.0.1"
    inner = _inside(address)
    # Nobody on the Internet has an inner address of a private network or of this machine: such a one is made up.
    if inner is not None and (address.ipv4_mapped is not None or inner.is_global):
        return str(inner)
    return str(IPv6Network((int(address), _LINE), strict=False).network_address)


def _parsed(said: str) -> IPv4Address | IPv6Address | None:
    """The address without port, brackets and zone; None if there is none."""
    if said.startswith("["):
        said = said[1:].partition("]")[0]
    elif said.count(":") == 1:
        said = said.partition(":")[0]
    try:
        return ipaddress.ip_address(said.partition("%")[0])
    except ValueError:
        return None


def _inside(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address to which answers go in the end: of a dual-stack listener, of 6to4, Teredo or NAT64."""
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo and address.teredo[1])
