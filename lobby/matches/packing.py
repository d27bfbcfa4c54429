"""How do messages travel to those who can take more than one at a time, in fewer bytes? Together, and compressed, if they ask for it.

What waits for a connection at the same moment - the answer to orders, the new status, the frame - goes as one array: the system's work for a
message of any length is the same, and more than the site's own.

The compression that websockets themselves offer keeps a window of 32 KB for every connection and does the work anew for each of them; this keeps
nothing, and a frame for five hundred spectators is packed once. Messages differ too little in length to be worth it below `PACKED_FROM`.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

PACKED: Final = b"packed=zlib"
JOINED: Final = b"joined=1"
"""Who asks for it says so in the query of the socket's address."""
JOINED_MOST: Final = 256 * 1024
"""Bytes after which no further message is joined to others."""
PACKED_FROM: Final = 1024
"""Bytes of the shortest message that is packed."""
_KEPT = 64
_LEVEL = 6


def is_asked(what: bytes, query: bytes) -> bool:
    """Does the query of an address ask for `PACKED` or `JOINED` messages?"""
    return what in query.split(b"&")


def joined(messages: Sequence[bytes]) -> bytes:
    """One message for all of these, in their order."""
    return messages[0] if len(messages) == 1 else b"[" + b",".join(messages) + b"]"


@lru_cache(maxsize=_KEPT)
def packed(message: bytes) -> bytes:
    """The message as a zlib stream (RFC 1950)."""
    return zlib.compress(message, _LEVEL)
