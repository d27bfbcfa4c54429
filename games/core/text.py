"""What does a game say to people? Messages marked for translation, and phrases: a message with what stands in its places.

The platform translates, an engine never does. Whoever shows a phrase translates its message, then fills the places: numbers as they
are, texts as messages of their own, phrases as phrases.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Phrase = dict[str, Any]
"""`{"text": message, "data": {place: number | message | Phrase}}`, plain JSON."""

_PLACE = re.compile(r"%\((\w+)\)s")


def gettext_noop(text: str) -> str:
    """Return `text` unchanged; the name tells the extractor that a player will see it."""
    return text


def phrase(message: str, **data: Any) -> Phrase:
    """A phrase. `message` is marked with `gettext_noop` where it is written; its places are `%(name)s`."""
    return {"text": message, "data": data}


def spoken(said: Phrase, translate: Callable[[str], str] = gettext_noop) -> str:
    """A phrase as a text, in English or in the language of `translate`. A percent sign stands for itself."""

    def place(found: re.Match[str]) -> str:
        value = said["data"].get(found[1], found[0])
        if isinstance(value, dict):
            return spoken(value, translate)
        return translate(value) if isinstance(value, str) else str(value)

    return _PLACE.sub(place, translate(said["text"]))
