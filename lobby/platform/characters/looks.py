"""What does a text look like at a glance? Compares by Unicode's table of confusable characters, and by what hurried readers mix up."""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache
from importlib.resources import files
from typing import Final

import regex

LONGEST: Final = 190
"""Characters of a skeleton. Unicode may write one of a name as several."""
SIGNS: Final = {"@": "a", "$": "s", "!": "l", "|": "l", "¡": "i", "€": "e", "£": "l"}
"""Signs that are read as letters."""
_SHAPES: Final = {
    "Ʌ": "a",
    "ʌ": "a",
    "ᴧ": "a",
    "Λ": "a",
    "Δ": "a",
    "∆": "a",
    "∂": "d",
    "Σ": "e",
    "∑": "e",
    "И": "n",
    "Я": "r",
}
"""Look-alikes at a glance that Unicode's table does not count as confusable."""
_NAMED: Final = re.compile(r"(?:.* )?(?:LATIN|REGIONAL INDICATOR) .*\bLETTER (?:[A-Z-]{2,} )*([A-Z])(?: WITH .*)?")
"""Unicode names of letters that are a form of one Latin letter: small capitals, with a stroke, turned, squared."""
_DIGITS: Final = {"0": "o", "1": "l", "2": "z", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g"}
"""Digits as letters, each as another one, so that names with different numbers look different."""
_PAIRS: Final = ((re.compile("rn"), "m"), (re.compile("vv"), "w"), (re.compile("c[lI1|]"), "d"))
"""Two letters that together look like one."""
_UNSEEN: Final = regex.compile(r"[\p{Default_Ignorable_Code_Point}\u0640]")
"""What does not change how a name looks: what is ignored, and the stroke that makes an Arabic word longer."""
_ACCENTED: Final = regex.compile(r"([\p{Latin}\p{Greek}\p{Cyrillic}\p{Common}])\p{M}+")
"""Letters of alphabets where a mark is overlooked; in others it is a vowel."""
_BETWEEN: Final = regex.compile(r"[\p{P}\p{Z}--[@!¡]]+", regex.V1)


def skeleton(name: str) -> str:
    """Equal for two names that one may take for each other. For comparing; nobody reads it.

    Capitals, marks of Latin, Greek and Cyrillic letters, and which sign separates words do not count. I, l, i and 1 are one letter, because a
    name is the same in capitals.
    """
    plain = _ACCENTED.sub(r"\1", _UNSEEN.sub("", unicodedata.normalize("NFKD", name)))
    shown = "".join(_alike(character) for character in plain)
    for pair, one in _PAIRS:
        shown = pair.sub(one, shown)
    words = _BETWEEN.sub(" ", shown.rstrip("!")).strip()
    read = "".join(_DIGITS.get(letter, SIGNS.get(letter, letter)) for letter in words)
    return read.casefold().replace("i", "l")[:LONGEST]


def latin(character: str) -> str:
    """The ASCII letter, digit or sign that a character looks like; else the character."""
    if character in _SHAPES:
        return _SHAPES[character]
    if character in _confusables():
        return _confusables()[character]
    named = _NAMED.fullmatch(unicodedata.name(character, ""))
    return named[1] if named else character


def _alike(character: str) -> str:
    if character.isascii():
        return character
    plain = latin(character)
    return plain if plain != character else _classes().get(character, character)


@cache
def _table() -> dict[str, list[str]]:
    """Character → characters that look like it. Unicode's table; the package keeps it up to date."""
    table = json.loads(files("confusable_homoglyphs").joinpath("confusables.json").read_text(encoding="utf-8"))
    return {key.strip("\u200e"): [other["c"].strip("\u200e") for other in others] for key, others in table.items()}


@cache
def _confusables() -> dict[str, str]:
    """Character → the one Latin letter or digit that it looks like."""
    found = {}
    for character, others in _table().items():
        plain = [other for other in others if len(other) == 1 and other.isascii() and other.isalnum()]
        if plain and not character.isascii():
            found[character] = plain[0]
    return found


@cache
def _classes() -> dict[str, str]:
    """Character of another script → what stands for all that look like it: Latin letters, a sign, or the first of them in Unicode's order."""
    found: dict[str, str] = {}
    for character, others in _table().items():
        if len(character) != 1 or character.isascii():
            continue
        letters = [other for other in others if other.isascii() and other.isalpha()]
        signs = [other for other in others if other.isascii() and len(other) == 1]
        alike = [other for other in others if len(other) == 1 and not other.isascii()]
        if signs and unicodedata.category(character) == "Lo":  # 丿 and ノ look like a slash, and separate no words
            alike = [other for other in _table().get(signs[0], []) if unicodedata.category(other[0]) == "Lo"]
            signs = []
        found[character] = (letters or signs or [min([character, *alike])])[0]
    return {character: found.get(one, one) for character, one in found.items()}
