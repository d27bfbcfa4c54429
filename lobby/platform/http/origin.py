"""Does a browser's socket come from a page of this site? Compares scheme, host and port, as Django does for forms.

Comparing only the host is not enough: browsers also send cookies for pages of another port or without TLS, which could then act for people.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.middleware.csrf import CsrfViewMiddleware
from django.utils.http import is_same_domain

DEFAULT_PORTS = {"http": ":80", "https": ":443"}
"""Default ports by scheme, as they are written at the end of an origin."""

Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


class SameOrigin:
    """Passes sockets to `application` only from pages of this site and of `CSRF_TRUSTED_ORIGINS`; closes all others."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if is_ours(scope):
            await self._application(scope, receive, send)
        else:
            await send({"type": "websocket.close"})


def is_ours(scope: dict[str, Any]) -> bool:
    """True if a page of this site opens this socket. Without an Origin header the answer is False: browsers always send one."""
    request = HttpRequest()
    for name, value in scope["headers"]:
        if b"_" not in name:
            request.META[f"HTTP_{name.decode('latin-1').upper().replace('-', '_')}"] = value.decode("latin-1")
    origin = request.META.get("HTTP_ORIGIN", "")
    return bool(origin) and (_short(origin) == _own(request, scope) or _is_trusted(origin))


def _own(request: HttpRequest, scope: dict[str, Any]) -> str | None:
    is_secure = scope.get("scheme") == "wss" or request.is_secure()
    try:
        return _short(f"{'https' if is_secure else 'http'}://{request.get_host()}")
    except (DisallowedHost, KeyError):
        return None


def _short(origin: str) -> str:
    """The origin without its default port: browsers leave that out of both headers, but programs and proxies may write it."""
    scheme, _, _ = origin.partition("://")
    return origin.removesuffix(DEFAULT_PORTS.get(scheme, ""))


def _is_trusted(origin: str) -> bool:
    trusted = CsrfViewMiddleware(lambda request: None)  # type: ignore[arg-type]
    if origin in trusted.allowed_origins_exact:
        return True
    try:
        page = urlsplit(origin)
    except ValueError:
        return False
    return any(is_same_domain(page.netloc, host) for host in trusted.allowed_origin_subdomains.get(page.scheme, ()))
