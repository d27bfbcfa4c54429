"""How does a program open the match socket? With a token in the handshake; other connections are authenticated as browsers.

A token says who is there, so neither the session nor the page's origin matters: nobody is made to send one by visiting a page. Bad
tokens are counted by address, with what strangers ask over HTTP; good ones are not, and come in from there whatever is counted.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext

from lobby.accounts import tokens
from lobby.api.wire import body, token_in
from lobby.platform.http.refusal import refuse
from lobby.platform.process import metrics, threads
from lobby.platform.protocol.client import TOKEN_SUBPROTOCOL
from lobby.platform.storage.redis_faults import REDIS_FAULTS

if TYPE_CHECKING:
    from lobby.api.errors import TooManyRequests

log = logging.getLogger("fogbound.socket")

_CODE = "bad_token"
_TOO_MANY = "too_many"

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
            await _refuse(scope, send, await threads.run(threads.SERVICES, _counted, scope))
            return
        await self._for_programs({**scope, "user": token.user, "token": token}, receive, send)


def _token(scope: dict[str, Any]) -> str | None:
    """The token from the header, or from the subprotocols for clients that cannot set headers."""
    header = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1")
    if (found := token_in(header)) is not None:
        return found
    offered = (name for name in scope.get("subprotocols", []) if name.startswith(TOKEN_SUBPROTOCOL))
    return next((name.removeprefix(TOKEN_SUBPROTOCOL) for name in offered), None)


def _counted(scope: dict[str, Any]) -> TooManyRequests | None:
    """The refusal if the limit is used up; else None."""
    # Here alone: where all tokens are good, nobody waits for the framework behind it.
    from lobby.api.errors import TooManyRequests
    from lobby.api.limits import count_handshake

    try:
        count_handshake(scope)
    except TooManyRequests as error:
        return error
    except PermissionDenied:
        log.debug("a bad token came from no address that could be counted")
    except REDIS_FAULTS:
        log.warning("a bad token could not be counted: Redis does not answer")
    return None


async def _refuse(scope: dict[str, Any], send: Any, limit: TooManyRequests | None) -> None:
    headers = [(b"content-type", b"application/json")]
    if limit is None:
        status, code, text, data = 401, _CODE, gettext("This token is not valid."), None
        headers.append((b"www-authenticate", b"Bearer"))
    else:
        status, code, text, data = limit.status_code, _TOO_MANY, str(limit.detail), limit.data
        headers.append((b"retry-after", str(limit.wait).encode()))
    metrics.REFUSALS.labels(code).inc()
    await refuse(scope, send, status, headers, json.dumps(body(code, "", text, data)).encode())
