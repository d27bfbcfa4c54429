"""How many HTTP requests does a process work on at once? A fixed number, each with a database connection while it works.

Sockets are not counted here; their database work goes through `lobby.process.threads`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from django.db import connections
from django.http import HttpRequest, HttpResponse

from lobby.operations.logs import PROBES, STATUS
from lobby.operations.serving import Message, Receive, Scope, Send

Application = Callable[[Any, Any, Any], Awaitable[None]]

MOST_AT_ONCE: Final = 20
"""Each takes a thread and a connection. Threads of one process share one processor, so a larger number would answer nothing sooner, and a burst
would use up the database's connections: PostgreSQL accepts a hundred by default, for all processes together."""
MOST_OF_STATUS: Final = 2
"""Places of the status page, besides. It is read when a database that hangs has taken all the others, and needs none itself."""


class ConnectionMiddleware:
    """Closes a request's connection to PostgreSQL as soon as the response is ready, before it is sent.

    Each request has its own thread, so no other request could use the connection; if left open, it would stay open until the garbage
    collector finds it. The threads of `lobby.process.threads` keep their connections. So does SQLite, which has no limit.
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
    """Django's application behind a queue: a fixed number of requests are worked on at once, others wait, health checks do not.

    The status page has places of its own. A request takes a place only after its body has arrived, and gives it back before the response
    is sent. Otherwise a few slow clients could block everybody else.
    """

    def __init__(self, application: Application, most: int = MOST_AT_ONCE) -> None:
        self._application = application
        self._places = asyncio.Semaphore(most)
        self._status_places = asyncio.Semaphore(MOST_OF_STATUS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] in PROBES:
            await self._application(scope, receive, send)
            return
        places = self._status_places if scope["path"] == STATUS else self._places
        is_whole = has_place = False

        async def receive_and_wait() -> Message:
            nonlocal is_whole, has_place
            message = await receive()
            if not is_whole and message["type"] == "http.request" and not message.get("more_body", False):
                is_whole = True
                await places.acquire()
                has_place = True
            return message

        async def leave_and_send(message: Message) -> None:
            leave()
            await send(message)

        def leave() -> None:
            nonlocal has_place
            if has_place:
                has_place = False
                places.release()

        try:
            await self._application(scope, receive_and_wait, leave_and_send)
        finally:
            leave()
