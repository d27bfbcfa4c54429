"""How does an engine say something to people? With messages marked for translation, and phrases: a message with the values of its placeholders.

The platform translates; engines never do. To show a phrase, translate its message, then fill the placeholders: numbers unchanged,
texts translated as messages, phrases as phrases.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Phrase = dict[str, Any]
"""`{"text": message, "data": {place: number | message | Phrase | Thing | name}}`, plain JSON; a name is `[English, Chinese]`."""
Thing = dict[str, Any]
"""`{"book": …, "key": …}`: something that is called by its name (`games.core.things`)."""

_PLACE = re.compile(r"%\((\w+)\)s")


def gettext_noop(text: str) -> str:
    """Return `text` unchanged. The name tells the extractor of messages that people will read it."""
    return text


def phrase(message: str, **data: Any) -> Phrase:
    """A phrase. Mark `message` with `gettext_noop` where it is written; its placeholders are `%(name)s`."""
    return {"text": message, "data": data}


def is_thing(value: Any) -> bool:
    """Whether a value in a place of a phrase is a thing."""
    return isinstance(value, dict) and "book" in value


def unnamed(one: Thing) -> str:
    """A thing where nobody knows its name."""
    return str(one.get("otherwise", one["key"]))


def spoken(
    said: Phrase, translate: Callable[[str], str] = gettext_noop, call: Callable[[Thing], str] = unnamed, side: int = 0
) -> str:
    """The phrase as text, in English or in the language of `translate`, things as `call` calls them. A single percent sign is kept.

    `side`: which text of a name is said, 0 the English, 1 the Chinese.
    """

    def place(found: re.Match[str]) -> str:
        value = said["data"].get(found[1], found[0])
        if is_thing(value):
            return call(value)
        if isinstance(value, list):
            return str(value[side])
        if isinstance(value, dict):
            return spoken(value, translate, call, side)
        return translate(value) if isinstance(value, str) else str(value)

    return _PLACE.sub(place, translate(said["text"]))
