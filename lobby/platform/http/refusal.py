"""How is the opening of a socket refused? With an HTTP status that says why, if the server supports an HTTP answer to the handshake."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

SETTLE_SECONDS: Final = 0.05
NORMAL: Final = 1000


async def refuse(
    scope: Mapping[str, Any],
    send: Callable[[dict[str, Any]], Awaitable[None]],
    status: int,
    headers: Sequence[tuple[bytes, bytes]],
    body: bytes = b"",
    *,
    otherwise: int = NORMAL,
) -> None:
    """Answer the handshake with `status`. Without support by the server, close with the code `otherwise`, which clients see as a 403."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": otherwise})
        return
    await send({"type": "websocket.http.response.start", "status": status, "headers": list(headers)})
    await send({"type": "websocket.http.response.body", "body": body})
    # Uvicorn logs an error if the application ends before the connection does.
    await asyncio.sleep(SETTLE_SECONDS)
