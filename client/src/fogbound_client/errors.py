"""What can go wrong for good? Whatever passes by itself (a restart, a full minute, a lost line) is not here: the package waits and comes again."""

from __future__ import annotations

from typing import Any


class FogboundError(Exception):
    """Whatever this package raises."""


class SiteUnreachable(FogboundError):
    """No answer for as long as one was willing to wait."""


class Refused(FogboundError):
    """The site refuses a request. `code` is a word to act on, `path` the wrong field, `data` facts; `status` is HTTP's, 0 at the socket."""

    def __init__(self, code: str, path: str, message: str, data: dict[str, Any] | None = None, status: int = 0) -> None:
        self.code = code
        self.path = path
        self.message = message
        self.data: dict[str, Any] = data or {}
        self.status = status
        place = f" at {path}" if path else ""
        super().__init__(f"{code}{place}: {message}")


class TokenRefused(Refused):
    """The token is not good, or not any more: do not come again with it."""


class ConnectionRefused(FogboundError):
    """The site closes the connection and would do so again: another version is spoken, or our messages were taken for malformed.

    `code` is that of the websocket.
    """

    def __init__(self, code: int, message: str) -> None:
        self.code = code
        super().__init__(f"closed with {code}: {message}")


class NoEngines(FogboundError):
    """Playing at home needs the engines of a checkout of the site."""


class NotADecider(FogboundError):
    """What was handed in is no `decide` that a match could ask."""


class NoSuchName(FogboundError):
    """A game or a built-in bot that is not there was named at home; the text begins with the argument."""


class ContestRefused(FogboundError):
    """A contest at home could not be played: what the command of the checkout said."""


class NotHosted(FogboundError):
    """The site would not take a file: where, and why."""


class BadRecord(FogboundError):
    """A file is no record of a match that can be played again."""
