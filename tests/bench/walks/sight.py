"""What does the page in front of somebody show of the match? The frames that its own socket brought, so nothing that fog hides."""

from __future__ import annotations

import json
import zlib
from typing import Any

from playwright.sync_api import Page, WebSocket

Json = Any


class Sight:
    """The newest position that the page has received. Playwright hands frames on while it waits for something."""

    def __init__(self, page: Page) -> None:
        self.match = ""
        self.info: Json = {}
        self.frame: Json = {}
        self.status: Json = {}
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        if "/ws/play/" in socket.url:
            socket.on("framereceived", self._take)

    def _take(self, payload: str | bytes) -> None:
        text = zlib.decompress(payload).decode() if isinstance(payload, bytes) else payload
        messages = json.loads(text)
        for message in messages if isinstance(messages, list) else [messages]:
            kind = message["type"]
            if kind == "match":
                if message["match"] != self.match:
                    self.frame, self.status = {}, {}
                self.match, self.info = message["match"], message["info"]
            elif kind == "frame" and message["step"] >= self.step:
                self.frame = message
            elif kind == "status":
                self.status = message

    @property
    def step(self) -> int:
        """Number of the newest position; -1: none yet."""
        return int(self.frame.get("step", -1))

    @property
    def view(self) -> Json:
        """The newest view, with what never changes."""
        return {**self.info.get("static", {}), **self.frame["view"]}

    @property
    def choices(self) -> Json:
        """What could be ordered; None where nothing is due."""
        return self.frame.get("choices")

    @property
    def is_over(self) -> bool:
        """Whether the newest position is the last."""
        return bool(self.frame.get("final"))

    @property
    def place(self) -> int | None:
        """The own place in a match that is over; None if others share it."""
        places = (self.status.get("outcome") or {}).get("places")
        if not places:
            return None
        own = places[self.info["you"]]
        return int(own) if places.count(own) == 1 else None
