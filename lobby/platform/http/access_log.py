"""What does the log say of each answer and each socket? Who asked for what kind of page, and how long it took; nothing that opens a door.

Addresses of pages can be keys, as those of calendars or invitations, so a line has the route and no address. Of a person it has a digest: the
same on every line, and no name. Off unless `FOGBOUND_ACCESS_LOG` is set.
"""

from __future__ import annotations

import logging
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

log = logging.getLogger("fogbound.access")

_DIGITS: Final = 12
_NOBODY: Final = "-"
_NOTHING: Final = "-"
"""The route of an address that there is not."""


def digest(person: int) -> str:
    """How lines call the person with that id. A new secret key makes new digests."""
    return salted_hmac("fogbound.access", str(person), algorithm="sha256").hexdigest()[:_DIGITS]


def is_on() -> bool:
    """Does the host want these lines?"""
    return log.isEnabledFor(logging.INFO)


def answered(request: HttpRequest, response: HttpResponse, seconds: float, person: int | None) -> None:
    """A line for an answer of a page or of the interface; none for files, which the proxy counts."""
    if request.path.startswith(settings.STATIC_URL) or not is_on():
        return
    found = request.resolver_match
    _say(str(request.method), f"/{found.route}" if found else _NOTHING, response.status_code, seconds, person)


def socket_closed(path: str, seconds: float, person: int | None) -> None:
    """A line for a socket that was open for so long. Its path is one of few, and names nothing."""
    if is_on():
        _say("SOCKET", path, 101, seconds, person)


def _say(method: str, route: str, status: int, seconds: float, person: int | None) -> None:
    who = _NOBODY if person is None else digest(person)
    fields = {"method": method, "route": route, "status": status, "seconds": round(seconds, 4), "person": who}
    log.info("%s %s %s in %.4f s by %s", method, route, status, seconds, who, extra=fields)
