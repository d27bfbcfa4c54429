"""The match socket: one connection, from its first message to its close (`docs/protocol.md`).

A thin ASGI application: it parses a message (`protocol`), passes it to its receiver (`receivers`), and answers. News come from the `hub`.
It contains no rules, sees no states, and trusts no input: every message of a client is answered with a code and
affects nobody else.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings
from django.db import Error as DatabaseError
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.translation import gettext

from games.core.errors import OrderError
from lobby.accounts import persons
from lobby.accounts.passes import Pass
from lobby.accounts.tokens import ApiToken
from lobby.matches import errors
from lobby.matches.clock import milliseconds
from lobby.matches.errors import NoMatch, ServiceError, TooMany, Unavailable
from lobby.platform.http import sources
from lobby.platform.http.sources import UNKNOWN
from lobby.platform.process import metrics
from lobby.platform.protocol import client, packing, server
from lobby.platform.protocol.client import ProtocolError
from lobby.platform.protocol.server import AnyServerMessage
from lobby.watch.hub import hub
from lobby.watch.receivers import RECEIVERS, SCOPES

log = logging.getLogger("fogbound.socket")

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

_MATCH_ID = re.compile("[0-9a-z]{1,10}")
"""The form of ids; other texts are not looked up."""
CLOSE_VERSION = 4406
"""The client offers no version of the protocol that the server supports."""
CLOSE_MISBEHAVED = 4008
CLOSE_SLOW = 4009
MALFORMED_IN_A_ROW = 20
MESSAGES = (100, 5.0)
"""Messages at once, and seconds in which as many may follow; further messages are read later."""
FORECASTS = (10, 1.0)
CHAT_LINES = (5, 10.0)
"""Forecasts and chat lines: the number allowed, and within how many seconds."""
MOST_QUEUED_MESSAGES = 1000
MOST_QUEUED_BYTES = 8_000_000
"""Bytes that may wait for a reader before it counts as too slow: a few hundred frames."""
LAST_WORD_SECONDS = 20.0
"""Longest wait to close a connection whose peer does not read; about as long as the server waits for the answer to a ping."""


class NoScope(ServiceError):
    """The connection's token lacks the scope. `data`: `scope`."""

    code = "no_scope"
    text = translation.gettext_lazy("The token has no scope for this.")


class Quota:
    """At most `limit` in any `seconds`."""

    __slots__ = ("_used", "limit", "seconds")

    def __init__(self, limit: int, seconds: float) -> None:
        self.limit = limit
        self.seconds = seconds
        self._used: list[float] = []
        """Times of use, oldest first. A deque would need half a kilobyte for each silent connection."""

    def spend(self) -> None:
        """Count one use; raises TooMany above the limit."""
        now = time.monotonic()
        while self._used and self._used[0] <= now - self.seconds:
            del self._used[0]
        if len(self._used) >= self.limit:
            raise TooMany(limit=self.limit, seconds=round(self.seconds))
        self._used.append(now)


class Pace:
    """Allows `limit` messages at once, then the same number evenly spread over `seconds`. Delays messages, refuses none.

    A program that answers quick bots at once sends hundreds of messages a second without bad intent.
    """

    __slots__ = ("_between", "_seconds", "_until")

    def __init__(self, limit: int, seconds: float) -> None:
        self._between = seconds / limit
        self._seconds = seconds
        self._until = 0.0
        """Time at which all counted messages have used up their share, `_between` seconds each."""

    def spend(self) -> float:
        """Count one message. Returns the seconds that it has to wait; 0 or less: none."""
        now = time.monotonic()
        self._until = max(self._until, now - self._seconds) + self._between
        return self._until - now


async def match_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """ASGI application of one connection."""
    connection = Connection(scope, receive, send)
    # It is not needed any more, and would stay in memory, with the person in it, as long as the socket is open.
    scope.clear()
    await connection.run()


class Connection:
    """One open socket: its person, its queue of messages, and its limits."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        user = scope["user"]
        self.user_id: int | None = user.pk if user.is_authenticated else None
        self.person_id = persons.person_id(user) if user.is_authenticated else None
        """The person behind the user."""
        self.source = UNKNOWN if self.user_id is None else sources.of_scope(scope)
        self._language = _language(scope)
        self._token: ApiToken | None = scope.get("token")
        session = scope.get("session")
        self.pass_: Pass | None = None
        if self.user_id is not None:
            # The end of a session closes its sockets.
            key = None if session is None or self._token else session.session_key
            self.pass_ = Pass(self.user_id, key, self._token.pk if self._token else None)
        self._offered = [name for name in scope.get("subprotocols", []) if name.startswith(client.SUBPROTOCOL)]
        query = scope.get("query_string", b"")
        self._packs, self._joins = (packing.is_asked(what, query) for what in (packing.PACKED, packing.JOINED))
        self._receive = receive
        self._send = send
        self._queue: list[bytes | int] = []
        self._queued_bytes = 0
        self._filled: asyncio.Future[None] | None = None
        """Done when there is something to write; None while the writer is not waiting."""
        self._closing = False
        self._is_too_slow = False
        self._ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._malformed = 0
        self._messages = Pace(*MESSAGES)
        self.forecasts = Quota(*FORECASTS)
        self.chat_lines = Quota(*CHAT_LINES)
        self.hub = hub()
        self._access = self.hub.access

    # Sending

    def send(self, message: bytes) -> None:
        """Queue one message. Closes the connection if too much is waiting."""
        if self._closing:
            return
        if len(self._queue) >= MOST_QUEUED_MESSAGES or self._queued_bytes + len(message) > MOST_QUEUED_BYTES:
            self._closing = self._is_too_slow = True
            self._end()
            return
        self._queued_bytes += len(message)
        self._fill(message)

    def close(self, code: int) -> None:
        """Close after the queued messages."""
        if not self._closing:
            self._closing = True
            self._fill(code)

    def _fill(self, item: bytes | int) -> None:
        self._queue.append(item)
        if self._filled is not None and not self._filled.done():
            self._filled.set_result(None)

    def answer(self, message: AnyServerMessage) -> None:
        """Queue one message for this connection only."""
        self.send(server.encode(message))

    # Life

    async def run(self) -> None:
        """From the handshake to the close."""
        event = await self._receive()
        if event["type"] != "websocket.connect":
            return
        spoken = f"{client.SUBPROTOCOL}{client.VERSION}"
        if self._offered and spoken not in self._offered:
            await self._send({"type": "websocket.accept"})
            await self._send({"type": "websocket.close", "code": CLOSE_VERSION})
            return
        await self._send({"type": "websocket.accept", "subprotocol": spoken if self._offered else None})
        self.hub.join(self)
        metrics.SOCKETS.inc()
        now, release, person = milliseconds(timezone.now()), settings.RELEASE, self.user_id
        self.answer(server.Welcome(protocol=client.VERSION, now=now, release=release, person=person))
        tasks = [asyncio.create_task(work) for work in (self._read(), self._write())]
        for task in tasks:
            task.add_done_callback(self._end)
        self._access.let_in(self)
        try:
            await self._ended
        finally:
            self._closing = True
            self._end()
            self._access.let_go(self)
            metrics.SOCKETS.dec()
            self.hub.leave(self)
            for task in tasks:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
        if self._is_too_slow:
            self._queue.clear()
            metrics.SHED.inc()
            await self._last_word(CLOSE_SLOW)
        for result in results:
            if isinstance(result, Exception):
                log.error("connection of user %s failed", self.user_id, exc_info=result)

    def _end(self, _: object = None) -> None:
        if not self._ended.done():
            self._ended.set_result(None)

    async def _last_word(self, code: int) -> None:
        try:
            await asyncio.wait_for(self._send({"type": "websocket.close", "code": code}), LAST_WORD_SECONDS)
        except (OSError, RuntimeError, TimeoutError):
            return  # the peer is gone, or the connection is closed already

    async def _write(self) -> None:
        try:
            while True:
                while self._queue:
                    if isinstance(self._queue[0], int):
                        await self._send({"type": "websocket.close", "code": self._queue[0]})
                        return
                    message = packing.joined(self._take_from_queue())
                    if self._packs and len(message) >= packing.PACKED_FROM:
                        await self._send({"type": "websocket.send", "bytes": packing.packed(message)})
                    else:
                        await self._send({"type": "websocket.send", "text": message.decode()})
                self._filled = asyncio.get_running_loop().create_future()
                await self._filled
        except (OSError, RuntimeError):
            return  # the peer is gone, or the server has closed the connection: it stops, or a ping was not answered

    def _take_from_queue(self) -> list[bytes]:
        """The messages to send next: one, or several for clients that asked for joined messages."""
        taken: list[bytes] = []
        size = 0
        for item in self._queue:
            if isinstance(item, int) or (taken and (not self._joins or size > packing.JOINED_MOST)):
                break
            taken.append(item)
            size += len(item)
        del self._queue[: len(taken)]
        self._queued_bytes -= size
        return taken

    async def _read(self) -> None:
        translation.activate(self._language)  # this task's alone
        while True:
            event = await self._receive()
            if event["type"] == "websocket.disconnect":
                return
            await self._take(event)
            if self._closing:
                await asyncio.Event().wait()  # send and read nothing more until the close is sent
            await asyncio.sleep(0)  # a row of waiting messages must not keep answers from leaving

    async def _take(self, event: dict[str, Any]) -> None:
        wait = self._messages.spend()
        if wait > 0:
            # While messages wait the server reads no more from the connection, so a client cannot fill the memory.
            await asyncio.sleep(wait)
        text = event.get("text")
        try:
            if text is None:
                raise ProtocolError("bad_message", "", "A message is one JSON object in a text frame.")
            message = client.parse(text)
        except ProtocolError as error:
            self._refuse_malformed(error)
            return
        self._malformed = 0
        _COUNTS[type(message)].inc()
        await self._dispatch(message)

    async def _dispatch(self, message: client.AnyClientMessage) -> None:
        match_id = getattr(message, "match", None)
        try:
            self._check_scope(type(message))
            if match_id is not None and not _MATCH_ID.fullmatch(match_id):
                raise NoMatch
            await RECEIVERS[type(message)](self, message)
        except ServiceError as refusal:
            self.refuse(message.ack, match_id, refusal)
        except OrderError as refusal:
            self.refuse(message.ack, match_id, refusal, prefix="orders")
        except DatabaseError:
            log.exception("the database did not answer %s of user %s", type(message).__name__, self.user_id)
            self.refuse(message.ack, match_id, Unavailable())
        except Exception:
            log.exception(
                "%s of user %s in match %s, step %s",
                type(message).__name__,
                self.user_id,
                match_id,
                getattr(message, "step", None),
            )
            self._answer_refused(
                message.ack,
                match_id,
                {
                    "code": "internal",
                    "path": "",
                    "message": gettext("The site made an error. It has been logged."),
                    "data": {},
                },
            )

    def _check_scope(self, kind: type) -> None:
        scope = SCOPES[kind]
        if self._token is not None and scope is not None and not self._token.has(scope):
            raise NoScope("type", scope=str(scope))

    # Answers

    def refuse(
        self, ack: int | None, match_id: str | None, refusal: ServiceError | OrderError, *, prefix: str = ""
    ) -> None:
        """Send an `error`. `prefix`: the field of the message that contains the path of the refusal."""
        self._answer_refused(ack, match_id, errors.as_answer(refusal, prefix=prefix))

    def _refuse_malformed(self, error: ProtocolError) -> None:
        text = gettext(error.template)
        message = text % error.data if error.data else text
        self._answer_refused(
            error.ack,
            error.match,
            {"code": error.code, "path": error.path, "message": message, "data": error.data},
        )
        self._malformed += 1
        if self._malformed >= MALFORMED_IN_A_ROW:
            self.close(CLOSE_MISBEHAVED)

    def _answer_refused(self, ack: int | None, match_id: str | None, answer: dict[str, Any]) -> None:
        metrics.REFUSALS.labels(answer["code"]).inc()
        self.answer(server.Refused(ack=ack, match=match_id, **answer))

    def acknowledge(self, message: client.ClientMessage) -> None:
        """Send an `ack` if the message asks for one."""
        if message.ack is not None:
            self.answer(server.Acked(ack=message.ack))


_COUNTS = {kind: metrics.MESSAGES.labels(kind.__struct_config__.tag) for kind in client.CLIENT_MESSAGES}


def _language(scope: Scope) -> str:
    """The language of this browser, chosen as for pages; a member's own setting comes first."""
    chosen = getattr(scope["user"], "language", "")
    if chosen and translation.check_for_language(chosen):
        return chosen
    request = HttpRequest()
    request.COOKIES = scope.get("cookies", {})
    headers = dict(scope.get("headers", []))
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", b"").decode("latin-1")
    return translation.get_language_from_request(request)
