"""Do texts show people what only programs should see, or English where they should be Chinese? And what does a page of the server say?

Of pages in a browser: `tests/browser/raw_text.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po
from django.test.html import Element, parse_html

CATALOGS = Path(__file__).resolve().parent.parent / "locale" / "zh_Hans" / "LC_MESSAGES"
RAW = {
    "JSON": re.compile(r"""\{\s*["'}]|\[\s*["'{\[\]]|["']\s*:\s*[\["'{\d]|["'\d]\s*,\s*["'\[{]|[}\]]\s*,"""),
    "a key or an id": re.compile(r"[^\W_]_+[^\W_]|(?<!\w)_[a-z]"),
    "a key in camel case": re.compile(r"(?<![A-Za-z])[a-z]{2,}[A-Z][a-z]+"),
    "an object": re.compile(r"\[object\b|=>"),
    "a value of the language": re.compile(r"\b(?:undefined|null|NaN|Infinity|None|True|False)\b"),
    "true or false": re.compile(r"^(?:true|false)$|[:=]\s*(?:true|false)\b"),
    "an unfilled gap": re.compile(r"\{\w*\}|%\(\w+\)[sdrf]|%[sdr]\b|\$\{"),
}
"""What it is → how it looks."""
NAMES = {
    *("Fogbound", "MIT", "JSON", "YAML", "JavaScript", "Python", "Flora", "Lanterns"),
    *("Ctrl", "Shift", "Tab", "Enter", "Esc", "Backspace", "Space", "def", "res", "cos", "max", "EN", "UTC"),
}
"""Words that are the same in every language."""
CHINESE = re.compile("[\u4e00-\u9fff]")
SPOKEN = ("aria-label", "aria-description", "aria-valuetext", "aria-roledescription", "title", "alt", "placeholder")
UNREAD = {"script", "style", "template", "textarea", "bdi", "code", "kbd", "pre"}
"""Elements with what is typed and with what people write themselves."""


def raw(text: str) -> str | None:
    """What a person should not have to read in that text; None if there is nothing."""
    return next((what for what, form in RAW.items() if form.search(text)), None)


@cache
def translations() -> dict[str, str]:
    """Every text that the site is written with, in each of its forms → the Chinese of its first form."""
    found: dict[str, str] = {}
    for domain in ("django", "djangojs"):
        with (CATALOGS / f"{domain}.po").open("rb") as file:
            for message in read_po(file):
                sources: list[str] = [message.id] if isinstance(message.id, str) else list(message.id)
                chinese = message.string if isinstance(message.string, str) else message.string[0]
                found |= dict.fromkeys(sources, chinese)
    return found


def english_sources() -> set[str]:
    """The sources of all translated texts that hold a word and no gap, those aside that are the same in Chinese."""
    return {text for text, chinese in translations().items() if _is_whole(text) and text != chinese}


def _is_whole(source: str) -> bool:
    return len(source) > 3 and not re.search(r"[{%]", source)


def is_english(text: str) -> bool:
    """English words with no Chinese around them, or several in a row; a Chinese sentence may quote what is to be typed."""
    rest = re.sub(rf"\b({'|'.join(NAMES)})\b|“[a-z ]+”", "", text)
    return re.search(r"[A-Za-z]{3,} +[a-z]{3,}" if CHINESE.search(text) else r"[A-Za-z]{3,}", rest) is not None


def assert_chinese(texts: Iterable[str], place: str, known: Iterable[str] = ()) -> None:
    """They are Chinese, but for names and those that are `known`."""
    told = {*texts} - {*known}
    assert sum(bool(CHINESE.search(text)) for text in told) > 5, f"{place} is hardly Chinese: {told}"
    left = {text for text in told if is_english(text)} | (english_sources() & told)
    assert not left, f"{place}: {left}"


def elements(html: str) -> Iterator[Element]:
    """Every element of a page of the server, in its order. Raises HTMLParseError if its tags do not close each other."""
    return _below(parse_html(html))


def _below(element: Element) -> Iterator[Element]:
    for child in element.children:
        if isinstance(child, Element):
            yield child
            yield from _below(child)


def texts_of(html: str, is_unread: Callable[[Element], bool] = lambda element: False) -> list[str]:
    """All that can be read or is spoken on a page of the server, hidden or not, without what stands in elements that are `is_unread`."""

    def read(element: Element) -> Iterator[str]:
        if element.name in UNREAD or is_unread(element):
            return
        yield from (text for name, text in element.attributes if name in SPOKEN and text)
        for child in element.children:
            yield from read(child) if isinstance(child, Element) else [child]

    return [folded for text in read(parse_html(html)) if (folded := " ".join(text.split()))]
