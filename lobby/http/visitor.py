"""From which Internet connection and which device does somebody come? The device is a random number in a signed cookie, set at log-in.

Nothing here is stored: `accord.traces` keeps keyed hashes, and says for what and how long.
"""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import Callable, Mapping
from datetime import timedelta
from io import BytesIO
from typing import Any, NamedTuple

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse

COOKIE = "device"
KEPT = timedelta(days=365)
"""How long a browser keeps the cookie after a log-in."""
_SALT = "fogbound.device"
_HAS_LOGGED_IN = "fogbound.logged_in"


class Visitor(NamedTuple):
    """Each "" if it is not known."""

    network: str = ""
    device: str = ""


UNKNOWN = Visitor()


def of_request(request: HttpRequest) -> Visitor:
    """Whence a request comes."""
    try:
        said = get_adapter().get_client_ip(request)
    except PermissionDenied:
        said = ""
    return Visitor(network_of(said), _device(request))


def of_scope(scope: Mapping[str, Any]) -> Visitor:
    """Whence a socket comes."""
    return of_request(ASGIRequest({**scope, "method": "GET"}, BytesIO()))


def network_of(address: str) -> str:
    """One Internet connection: an IPv4 address, or the /64 of an IPv6 address. "" for this machine itself and for what is no address."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return ""
    # A dual-stack listener reports IPv4 addresses in IPv6 form.
    found = getattr(found, "ipv4_mapped", None) or found
    if found.is_loopback:
        return ""
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else str(found)


def _device(request: HttpRequest) -> str:
    return request.get_signed_cookie(COOKIE, default="", salt=_SALT, max_age=KEPT) or ""


def on_logged_in(sender: object, *, request: HttpRequest | None, **_kwargs: object) -> None:
    """Receiver of `user_logged_in`, which a new guest sends too: the answer sets the cookie."""
    if request is not None:
        request.META[_HAS_LOGGED_IN] = True


class DeviceMiddleware:
    """Sets the cookie of a browser that has none when somebody logs in or becomes a guest."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if _HAS_LOGGED_IN in request.META:
            response.set_signed_cookie(
                COOKIE,
                _device(request) or secrets.token_urlsafe(16),
                salt=_SALT,
                max_age=KEPT,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response
