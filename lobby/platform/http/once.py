"""How is what a page asks for twice done once? It asks again under the same key if it got no answer, and gets the answer to the first request.

Of the same kind are two presses on a button of a form. Keys are secrets of one person's page: under another person, or at another address, a
key says nothing. What was refused was not done, so it is done when it is asked for again.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from collections.abc import Callable
from typing import Any, Final

from django.core.cache import cache
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.utils.translation import gettext as _

HEADER: Final = "Idempotency-Key"
FIELD: Final = "once"
"""The same in a form, where a page may write it (`new_key`): of such a key each content is done once."""
KEPT_SECONDS: Final = 300
LONGEST_SECONDS: Final = 60
"""A process that ended in the middle of a request bars its key for so long."""
PATIENCE_SECONDS: Final = 3.0
PAUSE_SECONDS: Final = 0.1
MOST_BYTES: Final = 64_000
_KEY = re.compile(r"[0-9a-f]{32}")
_BUSY = "busy"
_FORM = "application/x-www-form-urlencoded"


def new_key() -> str:
    """A key for a form that is sent without a script."""
    return secrets.token_hex(16)


class OnceMiddleware:
    """Comes last, after whatever may refuse the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        place = _place(request)
        if place is None:
            return self.get_response(request)
        if not cache.add(place, _BUSY, LONGEST_SECONDS):
            return _first(place)
        kept = None
        try:
            response = self.get_response(request)
            kept = _kept(response)
        finally:
            if kept is None:
                cache.delete(place)
            else:
                cache.set(place, kept, KEPT_SECONDS)
        return response


def _place(request: HttpRequest) -> str | None:
    """Where the answer is kept; None: the request has no key, or nobody asks."""
    if request.method != "POST" or not request.user.is_authenticated:
        return None
    key, said = request.headers.get(HEADER, ""), ""
    if not key and request.content_type == _FORM:
        try:
            # Whoever comes after may read the body as it is, or as a form.
            # Whoever goes back in a browser without scripts finds a form with its old key, and may write something else.
            said = hashlib.sha256(request.body).hexdigest()[:32]
            key = request.POST.get(FIELD, "")
        except (UnreadablePostError, RequestDataTooBig, TooManyFieldsSent):
            return None
    return f"once:{request.user.pk}:{key}{said}:{request.path}"[:240] if _KEY.fullmatch(key) else None


def _kept(response: HttpResponse) -> dict[str, Any] | None:
    """What is kept of an answer; None: nothing was done, it is too long, or it is a page or a secret, which nobody stores."""
    if (
        response.streaming
        or len(response.content) > MOST_BYTES
        or "no-store" in response.headers.get("Cache-Control", "")
    ):
        return None
    is_json = response.headers.get("Content-Type", "").startswith("application/json")
    if not (
        300 <= response.status_code < 400 or (200 <= response.status_code < 300 and (is_json or not response.content))
    ):
        return None
    names = ("Content-Type", "Location")
    headers = {name: response.headers[name] for name in names if name in response.headers}
    return {"content": response.content, "status": response.status_code, "headers": headers}


def _first(place: str) -> HttpResponse:
    """The answer to the first request under that key; it may still be at work."""
    patience = time.monotonic() + PATIENCE_SECONDS
    while (kept := cache.get(place)) == _BUSY and time.monotonic() < patience:
        time.sleep(PAUSE_SECONDS)
    if isinstance(kept, dict):
        return HttpResponse(**kept)
    refused = {"code": "unavailable", "path": "", "message": _("This is under way. Try again in a moment."), "data": {}}
    return JsonResponse(refused, status=503, headers={"Retry-After": "2", "Cache-Control": "no-store"})
