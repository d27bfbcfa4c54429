"""How many HTTP requests does a process work on at once? A fixed number, each with a database connection while it works.

Sockets are not counted here; their database work goes through `lobby.platform.process.threads`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.db import connections
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

from lobby.operations.health import SATURATED
from lobby.operations.logs import FULL, PROBES, STATUS
from lobby.operations.places import Full, Places
from lobby.operations.serving import Message, Receive, Scope, Send
from lobby.operations.visitors import visitor_of
from lobby.platform.http import access_log
from lobby.platform.http.request_kinds import Kind, kind_of
from lobby.platform.process import metrics, request_id, tracing

Application = Callable[[Any, Any, Any], Awaitable[None]]
Leave = Callable[[], None]

MOST_AT_ONCE: Final = 20
"""Each takes a thread and a connection. Threads of one process share one processor, so a larger number would answer nothing sooner, and a burst
would use up the database's connections: PostgreSQL accepts a hundred by default, for all processes together."""
MOST_OF_STATUS: Final = 2
"""Places of the status page, besides. It is read when a database that hangs has taken all the others, and needs none itself."""

MOST_OF_REFUSALS: Final = 2
"""Threads for answers to requests that get no place; such an answer reads nothing and takes milliseconds."""


class RequestMiddleware:
    """Counts and times responses, names the request in them, and closes its connection to PostgreSQL as soon as they are ready, before they are sent.

    Each request has its own thread, so no other request could use the connection; if left open, it would stay open until the garbage
    collector finds it. The threads of `lobby.platform.process.threads` keep their connections. So does SQLite, which has no limit.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.monotonic()
        with tracing.span(str(request.method)) as span:
            try:
                response = self.get_response(request)
            finally:
                for connection in connections.all(initialized_only=True):
                    if connection.vendor == "postgresql" and not connection.in_atomic_block:
                        connection.close()
            if span is not None:
                found = request.resolver_match
                span.update_name(f"{request.method} /{found.route if found else '-'}")
                span.set_attribute("http.response.status_code", response.status_code)
        _measure(request, response, time.monotonic() - began)
        return response


def _measure(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    name = request_id.current()
    # Nobody follows a file, and a page loads many.
    if name and not request.path.startswith(settings.STATIC_URL):
        response.headers[request_id.HEADER] = name
    found = request.resolver_match
    metrics.RESPONSES.labels(found.route if found else "", str(response.status_code)).inc()
    if found:
        kind = kind_of(found, request.method or "GET", request.META.get("QUERY_STRING", "").encode())
        metrics.RESPONSE_SECONDS.labels(kind).observe(seconds)
    scope = getattr(request, "scope", None)
    if scope is not None and access_log.is_on() and request.path not in PROBES:
        access_log.answered(request, response, seconds, visitor_of(scope).person)


class Queue:
    """Django's application behind a queue: a fixed number of requests are worked on at once, others wait or are refused, health checks are not.

    The status page has places of its own, and so have refusals. A request takes a place only after its body has arrived, and gives it back
    before the response is sent. Otherwise a few slow clients could block everybody else. One whose client has gone waits no longer.
    """

    def __init__(self, application: Application, most: int = MOST_AT_ONCE) -> None:
        self._application = application
        self._places = Places(most)
        self._status_places = asyncio.Semaphore(MOST_OF_STATUS)
        self._refusals = asyncio.Semaphore(MOST_OF_REFUSALS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] in PROBES:
            scope[SATURATED] = self._places.is_saturated
            await self._application(scope, receive, send)
            return
        stay = _Stay(receive, send, partial(self._enter, scope))
        try:
            await self._application(scope, stay.receive, stay.send)
        finally:
            stay.leave()

    def _enter(self, scope: Scope) -> tuple[asyncio.Future[Any], Leave]:
        """When the request is worked on, and what to call when it no longer is, or no longer waits."""
        if scope["path"] == STATUS:
            return _acquire(self._status_places)
        place = self._places.enter(visitor_of(scope), _kind_of(scope))
        if isinstance(place, Full):
            scope[FULL] = place
            return _acquire(self._refusals)
        return place.given, partial(self._places.leave, place)


class _Stay:
    """One request between server and application."""

    def __init__(self, receive: Receive, send: Send, enter: Callable[[], tuple[asyncio.Future[Any], Leave]]) -> None:
        self._receive = receive
        self._send = send
        self._enter = enter
        self._is_whole = False
        self._leave: Leave | None = None
        self._heard: asyncio.Future[Message] | None = None
        """The message after the body, for which it was listened while the request waited."""

    async def receive(self) -> Message:
        """The next message; the last one of the body when the request has a place."""
        if self._heard is not None:
            return await self._heard
        message = await self._receive()
        if not self._is_whole and message["type"] == "http.request" and not message.get("more_body", False):
            self._is_whole = True
            given, self._leave = self._enter()
            if not given.done():
                self._heard = asyncio.ensure_future(self._receive())
                await asyncio.wait({given, self._heard}, return_when=asyncio.FIRST_COMPLETED)
                if not given.done() and self._heard.result()["type"] == "http.disconnect":
                    return self._heard.result()
                await given
        return message

    async def send(self, message: Message) -> None:
        """Sends it, when the place has been given back: who reads slowly holds none."""
        self._give_back()
        await self._send(message)

    def leave(self) -> None:
        """The request is over, however it ended."""
        self._give_back()
        if self._heard is not None:
            self._heard.cancel()

    def _give_back(self) -> None:
        if self._leave is not None:
            self._leave()
            self._leave = None


def _acquire(places: asyncio.Semaphore) -> tuple[asyncio.Future[Any], Leave]:
    given = asyncio.ensure_future(places.acquire())

    def leave() -> None:
        if given.done() and not given.cancelled():
            places.release()
        else:
            given.cancel()

    return given, leave


def _kind_of(scope: Scope) -> Kind:
    if scope["path"].startswith(settings.STATIC_URL):
        return Kind.SHORT
    try:
        found = resolve(scope["path"])
    except Resolver404:
        return Kind.SHORT
    return kind_of(found, scope.get("method", "GET"), scope.get("query_string", b""))
