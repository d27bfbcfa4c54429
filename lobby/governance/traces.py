"""Who in a match comes from one address, or plays on one device? So that nobody with a connection to a seat takes over another one, and that staff
see it of rated matches (`ratings.pairs`).

No address is stored: only a keyed hash, with another key for each match, so that rows of two matches cannot be linked. Traces of a match that is
not rated are deleted when it is over, those of a rated match when the list of pairs no longer reads them (`people.expiry`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

from django.conf import settings
from django.core.cache import cache
from django.db import Error as DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from lobby.accounts import persons
from lobby.accounts.models import User
from lobby.matches.models import UNFINISHED, Match, Seat
from lobby.matches.people import Trace
from lobby.platform.http.sources import Source, of_request
from lobby.play import presence
from lobby.store import acts

log = logging.getLogger("fogbound.traces")

NOTED_SECONDS = 3600
"""For how long nobody looks again whether a source is noted."""
SAFE = ("GET", "HEAD", "OPTIONS")


def digests(match_id: str, source: Source, key: str | None = None) -> dict[str, str]:
    """{kind: keyed hash} of what is known of a source, for this match alone. `key`: an earlier secret key of the site."""
    known = {Trace.Kind.ADDRESS.value: source.address, Trace.Kind.DEVICE.value: source.device}
    return {
        kind: salted_hmac("fogbound.trace", f"{match_id}:{kind}:{value}", key, algorithm="sha256").hexdigest()
        for kind, value in known.items()
        if value
    }


def note(match_id: str, user_id: int, source: Source) -> None:
    """Keep whence a person acts who has a seat in the match. Never fails: a match goes on without."""
    found = digests(match_id, source)
    key = f"trace:{match_id}:{user_id}:{':'.join(digest[:16] for digest in found.values())}"
    if not found or presence.ask(partial(cache.get, key), otherwise=True, what="whence somebody plays was not asked"):
        return
    try:
        if not Seat.objects.filter(match=match_id, user=user_id, match__status__in=UNFINISHED).exists():
            return
        with acts.skip_if_locked():
            Trace.objects.bulk_create(
                [Trace(match_id=match_id, user_id=user_id, kind=kind, digest=digest) for kind, digest in found.items()],
                ignore_conflicts=True,
            )
    except DatabaseError:
        log.warning("match %s: whence somebody plays was not noted", match_id, exc_info=True)
        return
    mark = partial(cache.set, key, 1, NOTED_SECONDS)
    presence.ask(mark, otherwise=None, what="whence somebody plays was not noted")


def is_connected(match: Match, user: User, source: Source, *, besides: int | None) -> bool:
    """True if somebody else has played in the match from the address or the device, apart from the user `besides`."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    noted = [digest for key in keys for digest in digests(match.pk, source, key).values()]
    others = Trace.objects.filter(match=match, digest__in=noted)
    return others.exclude(persons.of(user, "user")).exclude(user=besides).exists()


class TracesMiddleware:
    """Notes whence those come who act in a match over HTTP; the match socket notes its own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method in SAFE or request.resolver_match is None or response.status_code >= 400:
            return response
        match_id = request.resolver_match.kwargs.get("match_id")
        # Of a request with a token, the interface for programs has found out who comes.
        if isinstance(match_id, str) and request.user.is_authenticated:
            note(match_id, request.user.pk, of_request(request))
        return response
