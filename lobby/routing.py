"""Which socket path leads where, for whom? Programs come with a token; of browsers the origin is checked, and the session read.

All that happens once, as a socket opens; then it is served outside of what found out who comes. A layer that waited below an open socket
until its end would cost memory for every one of them, and time for every message.
"""

import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from channels.routing import URLRouter
from channels.sessions import SessionMiddlewareStack
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import InterfaceError, OperationalError
from django.urls import path, re_path

from lobby.accounts import persons
from lobby.accounts.gate import SocketGate
from lobby.accounts.models import User
from lobby.accounts.socket_person import SessionPerson
from lobby.api.handshake import TokenHandshake
from lobby.pages.account_socket import AccountConsumer
from lobby.pages.lobby_socket import LobbyConsumer
from lobby.pages.reader import CLOSE_LATER
from lobby.platform.http import access_log
from lobby.platform.http.origin import SameOrigin
from lobby.platform.http.refusal import refuse
from lobby.watch.socket import match_socket

log = logging.getLogger("fogbound.socket")

Application = Callable[[Any, Any, Any], Awaitable[None]]

_ROOT = settings.ROOT[1:]
_NOT_FOUND = 4404
_ARRIVED = "fogbound.arrived"
_AGAIN_SECONDS = b"5"


class Reception:
    """Lets `desk` find out who comes and where to, then serves them there: `desk` ends in applications that are made by `later`."""

    def __init__(self, desk: Application) -> None:
        self._desk = desk

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        arrived: list[tuple[Application, Any]] = []
        try:
            await self._desk({**scope, _ARRIVED: arrived}, receive, send)
        except (OperationalError, InterfaceError) as fault:
            # A line, no traceback: every page tries again and again while the database is away.
            log.warning("somebody was not let in: the database does not answer (%s)", type(fault).__name__)
            await refuse(scope, send, 503, [(b"retry-after", _AGAIN_SECONDS)], otherwise=CLOSE_LATER)
            return
        # Whoever was turned away has been told so, and never arrived.
        if arrived:
            application, found = arrived.pop()
            # Before it is served: a scope is not kept for as long as its socket is open.
            path, person, began = found["path"], _person(found["user"]), time.monotonic()
            try:
                await application(found, receive, send)
            finally:
                access_log.socket_closed(path, time.monotonic() - began, person)


def _person(user: User | AnonymousUser) -> int | None:
    return persons.person_id(user) if isinstance(user, User) else None


def later(application: Application) -> Any:
    """Notes that somebody has come to `application`, with the scope as it is there."""

    async def arrive(scope: Any, receive: Any, send: Any) -> None:
        scope = dict(scope)
        scope.pop(_ARRIVED).append((application, scope))

    return arrive


async def no_such_socket(scope: Any, receive: Any, send: Any) -> None:
    """Refuse a path that nobody serves, instead of an exception per visitor."""
    await send({"type": "websocket.close", "code": _NOT_FOUND})


_for_programs = [
    path(f"{_ROOT}ws/play/", later(match_socket)),
    path(f"{_ROOT}ws/account/", later(AccountConsumer.as_asgi())),
    re_path("", later(no_such_socket)),
]
_for_browsers = [
    path(f"{_ROOT}ws/play/", later(match_socket)),
    path(f"{_ROOT}ws/account/", later(AccountConsumer.as_asgi())),
    path(f"{_ROOT}ws/lobby/", later(LobbyConsumer.as_asgi())),
    re_path("", later(no_such_socket)),
]

sockets = Reception(
    TokenHandshake(
        for_programs=URLRouter(_for_programs),
        for_browsers=SameOrigin(SessionMiddlewareStack(SessionPerson(SocketGate(URLRouter(_for_browsers))))),
    )
)
"""The sockets of the site."""
