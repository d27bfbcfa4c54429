"""How does a program come in at the match socket? With a token in the handshake; everybody else goes the browser's way.

A token says who is there, so neither the session nor the page's origin matters: nobody is made to send one by visiting a page.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from django.utils.translation import gettext

from lobby import metrics
from lobby.accounts import tokens
from lobby.api.wire import body, token_in
from lobby.matches import threads
from lobby.matches.protocol import TOKEN_SUBPROTOCOL
from lobby.refusal import refuse

_CODE = "bad_token"

Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


class TokenHandshake:
    """Calls `for_programs` with the token's owner in the scope, or `for_browsers` when there is no token."""

    def __init__(self, *, for_programs: Application, for_browsers: Application) -> None:
        self._for_programs = for_programs
        self._for_browsers = for_browsers

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        text = _token(scope)
        if text is None:
            await self._for_browsers(scope, receive, send)
            return
        token = await threads.run(threads.SERVICES, tokens.find, text)
        if token is None:
            await _refuse(scope, send)
            return
        await self._for_programs({**scope, "user": token.user, "token": token}, receive, send)


def _token(scope: dict[str, Any]) -> str | None:
    """From the header, or from the list of subprotocols for those who cannot set headers."""
    header = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1")
    if (found := token_in(header)) is not None:
        return found
    offered = (name for name in scope.get("subprotocols", []) if name.startswith(TOKEN_SUBPROTOCOL))
    return next((name.removeprefix(TOKEN_SUBPROTOCOL) for name in offered), None)


async def _refuse(scope: dict[str, Any], send: Any) -> None:
    metrics.REFUSALS.labels(_CODE).inc()
    said = json.dumps(body(_CODE, "", gettext("This token is not valid."))).encode()
    headers = [(b"content-type", b"application/json"), (b"www-authenticate", b"Bearer")]
    await refuse(scope, send, 401, headers, said)
