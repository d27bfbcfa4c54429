"""How does an engine say something to people? With messages marked for translation, and phrases: a message with the values of its placeholders.

The platform translates; engines never do. To show a phrase, translate its message, then fill the placeholders: numbers unchanged,
texts translated as messages, phrases as phrases.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Phrase = dict[str, Any]
"""`{"text": message, "data": {place: number | message | Phrase}}`, plain JSON."""

_PLACE = re.compile(r"%\((\w+)\)s")


def gettext_noop(text: str) -> str:
    """Return `text` unchanged. The name tells the extractor of messages that people will read it."""
    return text


def phrase(message: str, **data: Any) -> Phrase:
    """A phrase. Mark `message` with `gettext_noop` where it is written; its placeholders are `%(name)s`."""
    return {"text": message, "data": data}


def spoken(said: Phrase, translate: Callable[[str], str] = gettext_noop) -> str:
    """The phrase as text, in English or in the language of `translate`. A single percent sign is kept."""

    def place(found: re.Match[str]) -> str:
        value = said["data"].get(found[1], found[0])
        if isinstance(value, dict):
            return spoken(value, translate)
        return translate(value) if isinstance(value, str) else str(value)

    return _PLACE.sub(place, translate(said["text"]))
