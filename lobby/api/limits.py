"""How many requests are allowed? They are counted by token, by person in a browser, or by address if anonymous. A refusal says how long to wait."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from io import BytesIO
from typing import Any, ClassVar

from allauth.core.internal import ratelimit as allauth_rates
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle, SimpleRateThrottle
from rest_framework.views import APIView

from lobby.accounts import persons
from lobby.accounts.models import User
from lobby.accounts.tokens import ApiToken
from lobby.api.errors import TooManyRequests
from lobby.platform.http import addresses, page_limits


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
        """The key under which requests are counted together."""
        if isinstance(request.auth, ApiToken):
            return f"token:{request.auth.prefix}"
        return by_person(request)

    def throttle_failure(self) -> bool:
        raise TooManyRequests(self.counted, self.num_requests or 0, self.duration or 0, self.wait())


class RequestLimit(Limit):
    """All requests."""

    scope = "requests"


class TableLimit(Limit):
    """Opened tables, counted by person: a second token does not allow more."""

    scope = "tables"

    def who(self, request: Request) -> str:
        return by_person(request)


class TalkLimit(TableLimit):
    """Lines of talk."""

    scope = "talk"


class ForecastLimit(Limit):
    """Forecasts, which cost the server more than other questions."""

    scope = "forecasts"


class CoachLimit(TableLimit):
    """Questions to the coach: each takes a bot's time."""

    scope = "coach"


class BuildLimit(Limit):
    """Requests to judge or measure a build."""

    scope = "builds"


class PageLimit(BaseThrottle):
    """A limit of `settings.ACCOUNT_RATE_LIMITS`: pages and programs of a person are counted together."""

    action: ClassVar[str]
    limits_reading: ClassVar[bool] = False
    """The library leaves out GET unless it is told not to."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the request. Raises TooManyRequests with the longest wait of the rates that are used up."""
        asked = request._request
        usage = allauth_rates.consume(
            asked, app=page_limits.APP, action=self.action, user=_behind(request), limit_get=self.limits_reading
        )
        if usage:
            view.usage = usage
            return True
        known = page_limits.used_up(asked, self.action, _behind(request))
        limit, period, wait = max(known, key=lambda one: one[2], default=(0, 0, 1.0))
        raise TooManyRequests(f"{self.action}:{by_person(request)}", limit, period, wait)


class LengthLimit(PageLimit):
    """Questions how long a match would last."""

    action = "table_length"


class ProgramLimit(PageLimit):
    """Texts of programs saved."""

    action = "program"


class TrialLimit(PageLimit):
    """Trial matches."""

    action = "program_trial"


class PeopleLimit(PageLimit):
    """What somebody does about others: reports."""

    action = "people"


class MessageLimit(PageLimit):
    """Private messages."""

    action = "message"


class SearchLimit(PageLimit):
    """Searches for players."""

    action = "search"
    limits_reading = True


class ClubLimit(PageLimit):
    """What somebody does in a club."""

    action = "club"


class ClubMadeLimit(PageLimit):
    """Clubs founded."""

    action = "club_made"


class ContestLimit(PageLimit):
    """Contests announced."""

    action = "contest"


class ContestActLimit(PageLimit):
    """What somebody does about a contest: enter, withdraw, check in, challenge, cancel."""

    action = "contest_act"


def count_handshake(scope: Mapping[str, Any]) -> None:
    """Count a socket that was opened with a bad token as an anonymous request. Raises TooManyRequests."""
    RequestLimit().allow_request(Request(ASGIRequest({**scope, "method": "GET"}, BytesIO())), APIView())


def by_person(request: Request) -> str:
    """The person behind the account, or the address of an anonymous client."""
    if request.user and request.user.is_authenticated:
        return f"person:{persons.person_id(request.user)}"
    return f"address:{addresses.of_request(request._request)}"


def _behind(request: Request) -> Any:
    """Whose requests are counted together: the owner's for a bot account."""
    return persons.behind(request.user) if isinstance(request.user, User) else request.user
