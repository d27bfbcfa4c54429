"""Does a browser's socket come from a page of this very site? As Django asks of forms: by scheme, host and port.

By the host alone a page of whatever else it serves, on another port or without TLS, could speak for people: browsers send their cookies along.
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
"""As an origin spells them."""

Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


class SameOrigin:
    """Lets nobody through to `application` but pages of this site and of `CSRF_TRUSTED_ORIGINS`."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if is_ours(scope):
            await self._application(scope, receive, send)
        else:
            await send({"type": "websocket.close"})


def is_ours(scope: dict[str, Any]) -> bool:
    """Is it a page of this site that opens this socket? What says nothing of where it comes from is no page."""
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
    """Without a port that goes without saying: browsers leave it out of both headers, programs and proxies may not."""
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
