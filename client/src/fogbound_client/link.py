"""How is a match socket kept alive? One line for up to a hundred seats: connects, comes again after a break, brings messages to their seats.

What a message means for a match is `seat`'s business; here are only lines, waits and the ends that are final.
"""

from __future__ import annotations

import asyncio
import json
import logging
import zlib
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from fogbound_client.errors import ConnectionRefused, Refused, TokenRefused
from fogbound_client.seat import Message, Seat
from fogbound_client.transport import Address, backoff, told_wait

log = logging.getLogger("fogbound")

MOST_SEATS = 100
"""Matches that the site sends on one connection."""
PROTOCOL = 1
_SHUT_OUT, _MALFORMED, _OTHER_VERSION = 4401, 4008, 4406
_REFUSALS = {
    _MALFORMED: "the site took our messages for malformed",
    _OTHER_VERSION: "the site speaks another version of the protocol",
}
_PASSING_STATUSES = {408, 425, 429}


class Link:
    """One connection to the match socket, made anew for as long as it is wanted."""

    def __init__(self, address: Address, on_news: Callable[[Seat], None], *, match_id: str = "") -> None:
        """`on_news(seat)` is called after everything that a seat has heard. `match_id`: the one match that this line is for, if there is one."""
        self._address = address
        self._on_news = on_news
        named = f"&match={match_id}" if match_id else ""
        self._url = f"{address.url.replace('http', 'ws', 1)}/ws/play/?joined=1&packed=zlib{named}"
        self._seats: dict[str, Seat] = {}
        self._line: ClientConnection | None = None
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._sending: set[asyncio.Task[None]] = set()

    @property
    def has_room(self) -> bool:
        """May another seat be added?"""
        return len(self._seats) < MOST_SEATS

    def add(self, seat: Seat) -> None:
        """Watch this match too."""
        self._seats[seat.match_id] = seat
        if self._line is not None:
            self.send(seat.opened())

    def remove(self, seat: Seat) -> None:
        """No more of it."""
        if self._seats.pop(seat.match_id, None) is not None:
            self._cancel(seat.match_id)
            self.send([{"type": "unwatch", "match": seat.match_id}])

    def send(self, messages: Iterable[Message]) -> None:
        """Send them soon, in their order; without a line nothing, for the seat will say it again."""
        line, texts = self._line, [json.dumps(message) for message in messages]
        if line is None or not texts:
            return
        task = asyncio.get_running_loop().create_task(_send_all(line, texts))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def run(self) -> None:
        """Until cancelled; raises TokenRefused, Refused or ConnectionRefused when coming again is of no use."""
        try:
            await keep_line(self._url, self._address, self._talk, self._forget_line)
        finally:
            self._forget_line()

    async def _talk(self, line: ClientConnection) -> bool:
        """Until the line ends; True if it was of use. Raises ConnectionClosed where the site or the line broke it off."""
        was_welcome = False
        self._line = line
        for seat in list(self._seats.values()):
            self.send(seat.opened())
        try:
            async for packed in line:
                for message in _unpacked(packed):
                    was_welcome = was_welcome or message["type"] == "welcome"
                    self._hear(message)
        except ConnectionClosed as error:
            check_close(error)
        else:
            check_code(line.close_code, line.close_reason or "")
        return was_welcome

    def _hear(self, message: Message) -> None:
        if message["type"] == "welcome" and message["protocol"] != PROTOCOL:
            raise ConnectionRefused(_OTHER_VERSION, _REFUSALS[_OTHER_VERSION])
        # An `ack` names no match: whoever waits for that number knows it.
        match = message.get("match")
        seats = [self._seats[match]] if match in self._seats else [] if match else list(self._seats.values())
        for seat in seats:
            self.send(seat.heard(message))
            self._remind(seat)
            self._on_news(seat)

    def _remind(self, seat: Seat) -> None:
        seconds, seat.again_in = seat.again_in, None
        if seconds is None:
            return
        self._cancel(seat.match_id)
        call = asyncio.get_running_loop().call_later(seconds, lambda: self.send(seat.again()))
        self._timers[seat.match_id] = call

    def _cancel(self, match_id: str) -> None:
        timer = self._timers.pop(match_id, None)
        if timer is not None:
            timer.cancel()

    def _forget_line(self) -> None:
        self._line = None
        for match_id in list(self._timers):
            self._cancel(match_id)
        for seat in self._seats.values():
            seat.lost()


async def keep_line(
    url: str, address: Address, talk: Callable[[ClientConnection], Awaitable[bool]], lost: Callable[[], None]
) -> None:
    """Connect, have `talk` use the line, and come again after a break, until cancelled. `lost` is called after each line.

    `talk` returns when the line has ended: True if it was of use. Raises TokenRefused, Refused or ConnectionRefused when coming again is of
    no use.
    """
    attempt = 0
    while True:
        wait: float | None = None
        try:
            async with connect(
                url, additional_headers=address.headers, max_size=None, compression=None, open_timeout=30
            ) as line:
                if await talk(line):
                    attempt = 0
        except InvalidStatus as error:
            wait = _wait_after_status(error)
        except ConnectionClosed as error:
            check_close(error)
        except (InvalidHandshake, OSError, TimeoutError, zlib.error) as error:
            log.info("no connection to %s: %s", address.url, error or type(error).__name__)
        lost()
        seconds = backoff(attempt) if wait is None else wait
        attempt += 1
        log.info("connecting again in %.1f s", seconds)
        await pause(seconds)


async def pause(seconds: float) -> None:
    """The wait between two lines."""
    await asyncio.sleep(seconds)


async def _send_all(line: ClientConnection, texts: list[str]) -> None:
    try:
        for text in texts:
            await line.send(text)
    except ConnectionClosed:
        # Whoever reads the line hears of it too, and everything is said again on the next one.
        log.debug("a message did not leave: the line is closed")


def _unpacked(packed: str | bytes) -> list[Message]:
    text = zlib.decompress(packed) if isinstance(packed, bytes) else packed
    found: Any = json.loads(text)
    return found if isinstance(found, list) else [found]


def check_close(error: ConnectionClosed) -> None:
    """Raises what is final about the end of a line."""
    if error.rcvd is not None:
        check_code(error.rcvd.code, error.rcvd.reason)


def check_code(code: int | None, reason: str) -> None:
    """Raises TokenRefused or ConnectionRefused for the code of a line that the site closed for good."""
    if code == _SHUT_OUT:
        raise TokenRefused("bad_token", "", reason or "The site has shut us out.", None, code)
    if code in _REFUSALS:
        raise ConnectionRefused(code, _REFUSALS[code])


def _wait_after_status(error: InvalidStatus) -> float | None:
    """Seconds to wait after a refused handshake, None where the site does not say; raises what is final."""
    answer = error.response
    if answer.status_code < 500 and answer.status_code not in _PASSING_STATUSES:
        said = _said(answer.body)
        kind = TokenRefused if answer.status_code == 401 else Refused
        code, message = said.get("code", f"http_{answer.status_code}"), said.get("message", answer.reason_phrase)
        raise kind(code, said.get("path", ""), message, said.get("data"), answer.status_code) from None
    return told_wait(answer.headers)


def _said(body: bytes | bytearray | None) -> dict[str, Any]:
    try:
        said = json.loads(body or b"")
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}
