"""How do orders and events become text and come back? By the quick libraries, and by Python's own where only that one can.

Both give the same values; Python's own takes several times as long, and is asked for every order.
"""

from __future__ import annotations

import json
from typing import Any, Final

import msgspec
import orjson

from games.core.contract import Json

_PLAIN: Final = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_SUBCLASS
"""Nothing but what JSON has: `msgspec` would write sets too, in the order of the day."""
_decode = msgspec.json.Decoder().decode
"""Keeps whole numbers of any length, which `orjson` does not."""


def to_text(value: Json) -> str:
    """JSON, without spaces. Raises TypeError for what is none."""
    try:
        return orjson.dumps(value, option=_PLAIN).decode()
    except TypeError:
        # Long whole numbers, keys that are no texts, halves of characters: Python has ways to write them.
        return json.dumps(value, separators=(",", ":"))


def from_text(text: str | bytes) -> Any:
    """The value of a JSON text. Raises ValueError for what is none."""
    try:
        return _decode(text)
    except msgspec.MsgspecError:
        return json.loads(text)
