"""What is in the text of a program that is a WebAssembly module? The module as a data URL (RFC 2397); `bots.modules` says how it plays."""

from __future__ import annotations

import base64
import binascii
import hashlib
from dataclasses import dataclass
from typing import Final

from django.db.models import F
from django.db.models.lookups import StartsWith

from games.core.deciding import MODULE

MODULE_FILE: Final = ".wasm"
"""What the name of a file with a module ends with."""


def is_module(text: str) -> bool:
    """True for the text of a module, valid or not."""
    return text.startswith(MODULE)


def has_module(text: str) -> StartsWith:
    """The same of the column of that name, for `annotate`: whole texts are large."""
    return StartsWith(F(text), MODULE)


def module_text(source: bytes) -> str:
    """The text of a module."""
    return MODULE + base64.b64encode(source).decode()


def content(text: str) -> bytes:
    """The file in that text; b"" if there is none."""
    try:
        return base64.b64decode(text[len(MODULE) :], validate=True)
    except (binascii.Error, ValueError):
        return b""


@dataclass(frozen=True)
class Facts:
    """What its page says of a module."""

    size: int
    """Bytes."""
    sha256: str
    """In hexadecimal."""


def facts(text: str) -> Facts | None:
    """Size and hash of the module in a program's text; None for a program in Python."""
    if not is_module(text):
        return None
    source = content(text)
    return Facts(len(source), hashlib.sha256(source).hexdigest())
