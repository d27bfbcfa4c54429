"""Which socket path leads where, for whom? Programs come with a token; of browsers the origin is checked, and the session read."""

from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.urls import path, re_path

from lobby.accounts.gate import SocketGate
from lobby.api.handshake import TokenHandshake
from lobby.matches.consumers import LobbyConsumer
from lobby.matches.socket import match_socket

_NOT_FOUND = 4404


async def no_such_socket(scope: Any, receive: Any, send: Any) -> None:
    """Refuse a path that nobody serves, instead of an exception per visitor."""
    await send({"type": "websocket.close", "code": _NOT_FOUND})


_for_programs = [
    path("ws/play/", match_socket),  # type: ignore[arg-type]  # Channels routes applications, not views
    re_path("", no_such_socket),  # type: ignore[arg-type]
]
_for_browsers = [
    path("ws/play/", match_socket),  # type: ignore[arg-type]
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    re_path("", no_such_socket),  # type: ignore[arg-type]
]

sockets = TokenHandshake(
    for_programs=URLRouter(_for_programs),
    for_browsers=AllowedHostsOriginValidator(AuthMiddlewareStack(SocketGate(URLRouter(_for_browsers)))),
)
"""The sockets of the site."""
