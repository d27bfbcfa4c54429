"""What do the REST interface and the socket share? How a token is sent, and the format of every refusal.

Apart from the rest of this package because sockets do without the framework behind it, which takes its time to load.
"""

from __future__ import annotations

from typing import Any

BEARER = "bearer"


def token_in(header: str) -> str | None:
    """The token of an Authorization header; None if it names another scheme or nothing."""
    scheme, _, text = header.strip().partition(" ")
    return text.strip() if scheme.lower() == BEARER else None


def body(code: str, path: str, message: str, data: dict[str, Any] | None = None) -> dict[str, Any]:
    """The body of an error, in the format that REST and socket share."""
    return {"code": code, "path": path, "message": message, "data": data or {}}
