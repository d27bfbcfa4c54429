"""How does a test change rows of a running site without starting a process, which takes seconds? The server of tests has an address for it.

Only whoever started the server knows the key of that address. What comes through is Python; it runs in a thread of the server, beside the
referee and the bots, and the answer is what it printed.
"""

from __future__ import annotations

import asyncio
import hmac
import io
import os
import traceback
from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from typing import Any

from django.db import connections

PATH = "/run-code-of-tests/"
KEY = "DOOR_OF_THE_TESTS"
"""The environment variable with the key, and the header that shows it."""

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Receive, Send], Awaitable[None]]


def with_code_address(application: Application) -> Application:
    """The same site; without a key in the environment nothing is added to it."""
    key = os.environ.get(KEY)
    if key is None:
        return application

    async def served(scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != PATH:
            await application(scope, receive, send)
            return
        shown = dict(scope["headers"]).get(KEY.lower().encode(), b"").decode()
        body = await _body(receive)
        status, text = await asyncio.to_thread(_run, body) if hmac.compare_digest(shown, key) else (403, "")
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": text.encode()})

    return served


async def _body(receive: Receive) -> str:
    parts, more = [], True
    while more:
        message = await receive()
        parts.append(message.get("body", b""))
        more = message.get("more_body", False)
    return b"".join(parts).decode()


def _run(code: str) -> tuple[int, str]:
    """Status and what was printed; of a failure its traceback."""
    printed = io.StringIO()
    try:
        exec(code, {"print": partial(print, file=printed)})
    except Exception:  # noqa: BLE001 -- whoever asked hears what failed
        return 500, traceback.format_exc()
    finally:
        connections.close_all()
    return 200, printed.getvalue()
