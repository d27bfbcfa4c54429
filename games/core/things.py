"""How does an engine speak of things by their names, which the match's seed makes and only the platform knows?

A *thing* stands in a place of a phrase: `{"book": book, "key": key}`, with `"otherwise"` where the data of a phrase keep what they have and only its
text says the name. The platform puts the name in (`named`) before anybody reads the phrase. Where nobody does, as in a program's own loop, a
thing is called by its key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.core.names import LANGUAGES, Book, called, in_language
from games.core.text import Thing, gettext_noop, is_thing, spoken, unnamed

Json = Any
Books = Mapping[str, Book]


def thing(book: str, key: Any, otherwise: Json = None) -> Thing:
    """A thing by its key in a book of names; `key` may be a cell `[x, y]` of a book with rows. Nothing that only the fog knows may be one."""
    return {"book": book, "key": key, **({} if otherwise is None else {"otherwise": otherwise})}


def name_of(one: Thing, books: Books) -> list[str] | None:
    """Its name in both languages; None: the books have none."""
    book, key = books.get(one["book"]), one["key"]
    if book is None:
        return None
    try:
        x, y = key if isinstance(key, list | tuple) else (None, None)
        return list(called(book, key if y is None else book["rows"][y][x]))
    except (KeyError, IndexError):
        return None


def caller(books: Books, language: str = LANGUAGES[0]) -> Callable[[Thing], str]:
    """What `spoken` calls things by, for readers of this language."""

    def call(one: Thing) -> str:
        found = name_of(one, books)
        return unnamed(one) if found is None else in_language(found, language)

    return call


def named(value: Json, books: Books) -> Json:
    """A copy of any JSON in which the name `[English, Chinese]` stands in place of every thing, and labels say it."""
    if isinstance(value, list):
        return [named(one, books) for one in value]
    if not isinstance(value, dict):
        return value
    if is_thing(value):
        found = None if "otherwise" in value else name_of(value, books)
        return unnamed(value) if found is None and "otherwise" not in value else found or value["otherwise"]
    inner = {key: named(one, books) for key, one in value.items()}
    if "label" in value and value.get("data"):
        inner["label"] = spoken({"text": value["text"], "data": value["data"]}, gettext_noop, caller(books))
    return inner
