"""Who sends a request, before anything is asked of the database? The person whose session or token it bears, if this process has seen it before.

Whatever nobody has authenticated yet counts by address, so an invented session or token wins nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, parse_cookie

from lobby.accounts import persons
from lobby.accounts.models import User
from lobby.operations import socket_limits
from lobby.operations.places import Visitor
from lobby.platform.storage.lru import ByteLRU

MOST_KNOWN: Final = 20_000
_WEIGHT: Final = 200

_people: ByteLRU[bytes, int] = ByteLRU(most_bytes=MOST_KNOWN * _WEIGHT, most=MOST_KNOWN)
"""Digest of a token or session key → id of its person."""


class VisitorMiddleware:
    """Remembers whose session or token a request bore. Comes after the authentication."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        borne = _digests(request.headers.get("Authorization", ""), request.COOKIES)
        new = [digest for digest in borne if digest not in _people]
        # The REST interface has put the owner of a token here.
        if new and isinstance(request.user, User):
            for digest in new:
                # A person and their bot accounts are one visitor.
                _people.put(digest, persons.person_id(request.user), _WEIGHT)
        return response


def visitor_of(scope: Mapping[str, Any]) -> Visitor:
    """Who sends this request."""
    given = {name: value.decode("latin-1") for name, value in scope.get("headers", ())}
    borne = _digests(given.get(b"authorization", ""), parse_cookie(given.get(b"cookie", "")))
    known = (_people.get(digest) for digest in borne)
    return Visitor(next((person for person in known if person is not None), None), socket_limits.address_of(scope))


def forget() -> None:
    """Forget everybody."""
    _people.clear()


def _digests(authorization: str, cookies: Mapping[str, str]) -> Iterator[bytes]:
    for borne in (authorization, cookies.get(settings.SESSION_COOKIE_NAME, "")):
        if borne:
            yield hashlib.blake2b(borne.encode(), digest_size=16).digest()
