"""How long has somebody to wait who has done too much in a short time? The limits are `settings.ACCOUNT_RATE_LIMITS`, counted by the library."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import Any, Final

from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

APP: Final = "allauth.account"
"""Whose counters `ratelimit.consume` keeps."""


def used_up(request: HttpRequest, action: str, user: Any = None) -> Iterator[tuple[int, int, float]]:
    """Requests, seconds and the seconds to wait of each rate that allows no more."""
    for rate in ratelimit.get_rates(app=APP, action=action):
        key = ratelimit.get_cache_key(request, app=APP, action=action, rate=rate, user=user)
        newest = cache.get(key, [])[: rate.amount]
        if len(newest) == rate.amount:
            yield rate.amount, int(rate.duration), newest[-1] + rate.duration - time.time()


def wait(request: HttpRequest, action: str) -> int:
    """Count a press; 0 if it may be, else the seconds to wait, with which nothing was counted."""
    if ratelimit.consume(request, app=APP, action=action):
        return 0
    return _seconds(request, action)


def said(request: HttpRequest, action: str) -> str:
    """The same for a form that comes back with what was typed."""
    told = gettext("That was too much in a short time: nothing was done. Press again in %(seconds)s seconds.")
    return told % {"seconds": _seconds(request, action)}


def _seconds(request: HttpRequest, action: str) -> int:
    return max(1, math.ceil(max((seconds for *_, seconds in used_up(request, action)), default=1)))


def too_fast(request: HttpRequest, seconds: int, back: str) -> HttpResponse:
    """The page that says so, with the way back to the page `back`."""
    return render(request, "429.html", {"seconds": seconds, "back": back}, status=429)
