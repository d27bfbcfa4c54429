"""Which matches and challenges does the account have? One line to the account socket, made anew for as long as it is wanted."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from fogbound_client.link import check_close, check_code, keep_line
from fogbound_client.transport import Address

log = logging.getLogger("fogbound")

Message = dict[str, Any]
LATE_SECONDS = 10.0
"""So much later than promised a sign of life may come; after that the line counts as dead."""


class Stream:
    """Tells of every match and challenge of the account, first all that there are, then each that changes."""

    def __init__(
        self,
        address: Address,
        on_match: Callable[[Message], None],
        on_challenge: Callable[[Message], None],
        on_notices: Callable[[Message], None] | None = None,
    ):
        """All are called with the message of the socket, again after every break. Without `on_notices` the site tells of no notices."""
        self._address = address
        self._url = f"{address.url.replace('http', 'ws', 1)}/ws/account/{'?notices=also' if on_notices else ''}"
        self._on_match = on_match
        self._on_challenge = on_challenge
        self._on_notices = on_notices

    async def run(self) -> None:
        """Until cancelled; raises TokenRefused, Refused or ConnectionRefused when coming again is of no use."""
        await keep_line(self._url, self._address, self._talk, lambda: None)

    async def _talk(self, line: ClientConnection) -> bool:
        was_of_use, patience = False, None
        try:
            while True:
                message = json.loads(await asyncio.wait_for(line.recv(), patience))
                was_of_use = True
                if message["type"] == "alive":
                    patience = message["within"] + LATE_SECONDS
                self._hear(message)
        except TimeoutError:
            log.info("the line to the account is silent")
        except ConnectionClosed as error:
            check_close(error)
            check_code(line.close_code, line.close_reason or "")
        return was_of_use

    def _hear(self, message: Message) -> None:
        match message["type"]:
            case "account":
                for one in message["matches"]:
                    self._on_match(one)
                for one in message["challenges"]:
                    self._on_challenge(one)
            case "match":
                self._on_match(message)
            case "challenge":
                self._on_challenge(message)
            case "notices" if self._on_notices is not None:
                self._on_notices(message)
