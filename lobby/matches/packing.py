"""How do long messages travel to those who can unpack them? Compressed one by one, once for all who get the same bytes.

The compression that websockets themselves offer keeps a window of 32 KB for every connection and does the work anew for each of them; this keeps
nothing, and a frame for five hundred spectators is packed once. Messages differ too little in length to be worth it below `PACKED_FROM`.
"""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import Final

QUERY: Final = b"packed=zlib"
"""Who asks for it says so in the address of the socket."""
PACKED_FROM: Final = 1024
"""Bytes of the shortest message that is packed."""
_KEPT = 64
_LEVEL = 6


def is_asked(query: bytes) -> bool:
    """Does the query of an address ask for packed messages?"""
    return QUERY in query.split(b"&")


@lru_cache(maxsize=_KEPT)
def packed(message: bytes) -> bytes:
    """The message as a zlib stream (RFC 1950)."""
    return zlib.compress(message, _LEVEL)
