"""Is the site up, in words that anybody understands? `/status/` says which parts answer and which maintenance is announced.

The page is the same for everybody, so nobody's session is read, and it works while the database or Redis is away. It names no server, no version,
no number and no match. A process looks at most every few seconds and keeps the finished page until then.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, TypeVar

from django.conf import settings
from django.core.cache import cache
from django.db import Error as DatabaseError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from lobby.notices import outbox
from lobby.notices.models import Delivery
from lobby.operations import health, maintenance
from lobby.platform.process import database, threads
from lobby.store.wake import AWAY

log = logging.getLogger("fogbound.status")

T = TypeVar("T")
Way = Delivery.Way

FRESH_SECONDS: Final = 5.0
"""Seconds after which the next reader has the process look again; browsers keep the page as long."""
STALE_SECONDS: Final = 20.0
"""While somebody looks, others get a page that is no older than this; a look takes at most about 7 s."""


@dataclass(frozen=True)
class Found:
    """What one look has found."""

    at: datetime
    ticks: float
    """The same by the monotonic clock."""
    stores: bool
    """Positions and orders can be read and written."""
    watched: bool
    """A referee watches deadlines."""
    informed: bool
    """Processes hear of each other's news at once, and limits are counted."""
    mailed: bool
    """There is a mail server, and what is to go out does."""
    pages: dict[str, str] = field(default_factory=dict)
    """Language → the finished page."""


_found: Found | None = None
_looking = threading.Lock()


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The status page. 200 even while parts are away, because it is the right answer; `/readyz` is for programs."""
    found = current()
    language = get_language() or ""
    text = found.pages.get(language)
    if text is None:
        text = found.pages[language] = render_to_string("operations/status.html", _words(found))
    response = HttpResponse(text)
    patch_cache_control(response, public=True, max_age=int(FRESH_SECONDS))
    # The language is in a cookie, or in what the browser asks for.
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


def current() -> Found:
    """What was found lately. One thread at a time looks; meanwhile others get what was found before."""
    found = _found
    if found is not None and _age(found) <= FRESH_SECONDS:
        return found
    if not _looking.acquire(blocking=found is None or _age(found) > STALE_SECONDS):
        assert found is not None
        return found
    try:
        # Whoever waited for the lock finds a new answer here.
        if _found is None or _age(_found) > FRESH_SECONDS:
            _look()
        assert _found is not None
        return _found
    finally:
        _looking.release()


def forget() -> None:
    """Forget what was found; the next call looks."""
    global _found
    _found = None


def _age(found: Found) -> float:
    return time.monotonic() - found.ticks


def _look() -> None:
    global _found
    parts = health.parts()
    is_mailed = bool(settings.EMAIL_HOST) and not (parts["database"] and _asks(_is_late, otherwise=False))
    stores = parts["database"] and parts["migrations"] and parts["disk"]
    if parts["database"]:
        _read_announcement()
    _found = Found(timezone.now(), time.monotonic(), stores, parts["referee"], _is_informed(), is_mailed)


def _read_announcement() -> None:
    """Update what `maintenance.last_known` returns."""
    _asks(maintenance.current, otherwise=None)


def _is_late() -> bool:
    return outbox.is_late([Way.LETTER, Way.MAIL, Way.DIGEST], timezone.now())


def _asks(question: Callable[[], T], *, otherwise: T) -> T:
    """The database's answer. In the thread of probes, because a request must not wait for a database that hangs."""
    asked = threads.PROBE.submit(database.with_connection, question)
    try:
        return asked.result(health.DATABASE_SECONDS)
    except (DatabaseError, TimeoutError):
        asked.cancel()
        log.warning("the database does not answer the page about the status")
        return otherwise


def _is_informed() -> bool:
    try:
        cache.get("status")
    except AWAY as error:
        log.warning("Redis does not answer: %s", type(error).__name__)
        return False
    return True


def _words(found: Found) -> dict[str, object]:
    return {
        "found": found,
        "is_well": found.stores and found.watched and found.informed and (found.mailed or not settings.EMAIL_HOST),
        "has_mail": bool(settings.EMAIL_HOST),
        "maintenance": maintenance.last_known(),
    }
