"""How are messages joined and compressed for clients that ask for it?

Messages that wait for a connection at the same moment - the answer to orders, the new status, the frame - are sent as one array: the operating
system's work for each message is the same whatever its length, and more than the site's own.

The WebSocket compression extension keeps a window of 32 KB for each connection and compresses each message again for each of them. Here no
state is kept, and a frame for five hundred spectators is compressed once. Below `PACKED_FROM` bytes compression saves too little.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

PACKED: Final = b"packed=zlib"
JOINED: Final = b"joined=1"
"""A client asks for it in the query string of the socket's address."""
JOINED_MOST: Final = 256 * 1024
"""Largest size of a joined message, in bytes."""
PACKED_FROM: Final = 1024
"""Messages of at least this many bytes are compressed."""
_KEPT = 64
_LEVEL = 6


def is_asked(what: bytes, query: bytes) -> bool:
    """True if the query string asks for `what`, which is `PACKED` or `JOINED`."""
    return what in query.split(b"&")


def joined(messages: Sequence[bytes]) -> bytes:
    """One message with all of these in their order: a JSON array, or the message itself if there is only one."""
    return messages[0] if len(messages) == 1 else b"[" + b",".join(messages) + b"]"


@lru_cache(maxsize=_KEPT)
def packed(message: bytes) -> bytes:
    """The message compressed as a zlib stream (RFC 1950)."""
    return zlib.compress(message, _LEVEL)
