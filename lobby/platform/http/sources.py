"""From which address and which device does somebody come? The device is a random number in a signed cookie, set at log-in.

Nothing here is stored: `governance.traces` keeps keyed hashes, and says for what and how long. The cookie lets nobody in; what a device may do that
an account knows is the business of `accounts.known_devices`, which has a cookie of its own.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from datetime import timedelta
from io import BytesIO
from typing import Any, NamedTuple

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse

from lobby.platform.http import addresses

COOKIE = f"{settings.COOKIE_PREFIX}device"
KEPT = timedelta(days=365)
"""How long a browser keeps the cookie after a log-in."""
_SALT = "fogbound.device"
_HAS_LOGGED_IN = "fogbound.logged_in"


class Source(NamedTuple):
    """Each "" if it is not known, and the address also for this machine itself."""

    address: str = ""
    """As which it is counted (`addresses`)."""
    device: str = ""


UNKNOWN = Source()


def of_request(request: HttpRequest) -> Source:
    """Whence a request comes."""
    address = addresses.of_request(request)
    is_known = address != addresses.UNKNOWN and not addresses.is_this_machine(address)
    return Source(address if is_known else "", _device(request))


def of_scope(scope: Mapping[str, Any]) -> Source:
    """Whence a socket comes."""
    return of_request(ASGIRequest({**scope, "method": "GET"}, BytesIO()))


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
                path=settings.COOKIE_PATH,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response
