"""How often may a program ask? Counted by token, by person in a browser, by address for strangers; a refusal says how long to wait."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from io import BytesIO
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from lobby.accounts.tokens import ApiToken
from lobby.api.errors import TooManyRequests


class Limit(SimpleRateThrottle):
    """A limit of `settings.API_LIMITS`, by the name in `scope`."""

    def __init__(self) -> None:
        self.rate = settings.API_LIMITS[self.scope or ""]
        self.num_requests, self.duration = self.parse_rate(self.rate)
        self.counted = ""

    def get_cache_key(self, request: Request, view: Any) -> str:
        self.counted = f"{self.scope}:{self.who(request)}"
        return f"limit:{hashlib.sha256(self.counted.encode()).hexdigest()}"

    def who(self, request: Request) -> str:
        """Whose requests are counted together."""
        if isinstance(request.auth, ApiToken):
            return f"token:{request.auth.prefix}"
        return by_person(request)

    def throttle_failure(self) -> bool:
        raise TooManyRequests(self.counted, self.num_requests or 0, self.duration or 0, self.wait())


class RequestLimit(Limit):
    """Everything that is asked."""

    scope = "requests"


class TableLimit(Limit):
    """Tables opened; a second token opens no more of them."""

    scope = "tables"

    def who(self, request: Request) -> str:
        return by_person(request)


class TalkLimit(TableLimit):
    """Lines of talk."""

    scope = "talk"


class ForecastLimit(Limit):
    """Forecasts, which cost the server more than other questions."""

    scope = "forecasts"


class BuildLimit(Limit):
    """Builds that a game is asked to judge or measure."""

    scope = "builds"


def count_handshake(scope: Mapping[str, Any]) -> None:
    """Whoever opens a socket with a bad token is a stranger who has asked for something. Raises TooManyRequests."""
    RequestLimit().allow_request(Request(ASGIRequest({**scope, "method": "GET"}, BytesIO())), APIView())


def by_person(request: Request) -> str:
    """The person, or the address of somebody unknown."""
    if request.user and request.user.is_authenticated:
        return f"person:{request.user.pk}"
    return f"address:{get_adapter().get_client_ip(request._request)}"
