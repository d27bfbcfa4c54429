"""What is answered to a request that gets no place? At once 429, if its visitor has too many at the same time, or 503, and when to try again.

The answer needs neither database nor session: JSON for programs and scripts, a page for people.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from lobby.api import errors
from lobby.api.wire import body
from lobby.operations.logs import FULL
from lobby.operations.places import Full
from lobby.platform.http import scripts


class OverloadMiddleware:
    """Answers requests that got no place. Comes before everything that reads something."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        full: Full | None = getattr(request, "scope", {}).get(FULL)
        if full is None:
            return self.get_response(request)
        answer = _answer(request, full)
        answer.headers["Retry-After"] = str(full.again_seconds)
        answer.headers["Cache-Control"] = "no-store"
        return answer


def _answer(request: HttpRequest, full: Full) -> HttpResponse:
    seconds = {"seconds": full.again_seconds}
    if full.status == 429:
        message = (
            _("You have too many requests in progress at the same time. Try again in %(seconds)s seconds.") % seconds
        )
    else:
        message = _("Too many people ask for this at the moment. Try again in %(seconds)s seconds.") % seconds
    if not (request.path.startswith(errors.ROOT) or scripts.wants_json(request)):
        return HttpResponse(
            render_to_string("crowded.html", {"message": message, "status": full.status}), status=full.status
        )
    data: dict[str, Any] = {"key": full.key, "limit": full.limit, "period": None, **seconds}
    code = "too_many" if full.status == 429 else "unavailable"
    return JsonResponse(body(code, "", message, data), status=full.status)
