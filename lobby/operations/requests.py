"""How much may HTTP requests take of a process and of the database? So many at once, each with a connection for as long as it works.

Sockets are no requests and are not counted here; what they ask of the database goes through `lobby.matches.threads`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from django.db import connections
from django.http import HttpRequest, HttpResponse

from lobby.operations.logs import PROBES
from lobby.operations.serving import Message, Receive, Scope, Send

Application = Callable[[Any, Any, Any], Awaitable[None]]

MOST_AT_ONCE: Final = 20
"""Each has a thread and a connection of its own, and threads of one process take turns at one processor: more of them would answer none
sooner, and a burst would fill the database, in which all processes together have room for a hundred by default."""


class ConnectionMiddleware:
    """Gives a request's connection to PostgreSQL back as soon as its answer is made, before anybody reads that.

    Each request has a thread of its own, so nobody could use the connection again; left open it would go with the thread, at the next
    visit of the cyclic collector. The threads of `lobby.matches.threads` keep theirs. So does SQLite: a file has room for all.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            return self.get_response(request)
        finally:
            for connection in connections.all(initialized_only=True):
                if connection.vendor == "postgresql" and not connection.in_atomic_block:
                    connection.close()


class Queue:
    """Django's application with a queue before it: so many requests are in work at once, others wait, probes do not.

    Only work counts. Whoever sends a request slowly has no place before all of it is there, and whoever reads an answer slowly has
    none any more: a few such would keep everybody else out.
    """

    def __init__(self, application: Application, most: int = MOST_AT_ONCE) -> None:
        self._application = application
        self._places = asyncio.Semaphore(most)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] in PROBES:
            await self._application(scope, receive, send)
            return
        is_whole = has_place = False

        async def receive_and_wait() -> Message:
            nonlocal is_whole, has_place
            message = await receive()
            if not is_whole and message["type"] == "http.request" and not message.get("more_body", False):
                is_whole = True
                await self._places.acquire()
                has_place = True
            return message

        async def leave_and_send(message: Message) -> None:
            leave()
            await send(message)

        def leave() -> None:
            nonlocal has_place
            if has_place:
                has_place = False
                self._places.release()

        try:
            await self._application(scope, receive_and_wait, leave_and_send)
        finally:
            leave()
