"""Which socket path leads where? Origin and session are checked before anything here is reached."""

from typing import Any

from django.urls import path, re_path

from lobby.matches.consumers import LobbyConsumer
from lobby.matches.socket import match_socket

_NOT_FOUND = 4404


async def no_such_socket(scope: Any, receive: Any, send: Any) -> None:
    """Refuse a path that nobody serves, instead of an exception per visitor."""
    await send({"type": "websocket.close", "code": _NOT_FOUND})


websocket_urlpatterns = [
    path("ws/play/", match_socket),  # type: ignore[arg-type]  # Channels routes applications, not views
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    re_path("", no_such_socket),  # type: ignore[arg-type]
]
