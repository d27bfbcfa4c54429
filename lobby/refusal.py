"""How is somebody told no who would open a socket? In HTTP, where the server can say so before it is open, with a status that says why."""

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
    """Answer with that status. A server that cannot closes with the code `otherwise`, which whoever comes takes for a 403."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": otherwise})
        return
    await send({"type": "websocket.http.response.start", "status": status, "headers": list(headers)})
    await send({"type": "websocket.http.response.body", "body": body})
    # Uvicorn calls it an error if an application ends before the line has.
    await asyncio.sleep(SETTLE_SECONDS)
