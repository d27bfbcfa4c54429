"""Could this name be taken for the site or its staff? Compared by how it looks, anywhere in the name: `Fogb0und`, `Site admin`, `ＳＴＡＦＦ Bob`."""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache
from importlib.resources import files

_DIGITS = {"0": "o", "1": "l", "2": "z", "3": "e", "4": "a", "5": "s", "6": "b", "7": "t", "8": "b", "9": "g"}
_SIGNS = {"@": "a", "$": "s", "!": "l", "|": "l", "€": "e", "£": "l"}
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("i", "l"), ("j", "l"))
"""What looks like something else, for whoever reads quickly."""

_ANYWHERE = ("fogbound", "moderator", "administrator", "referee")
_WORDS = ("admin", "staff", "support", "system", "official", "mod", "sysop", "operator", "webmaster", "helpdesk")
_AROUND = ("the", "a", "site", "game", "team", "server", "head", "chief", "super", "sys", "real", "x")
_CHINESE = ("管理员", "管理員", "版主", "官方", "客服", "系统", "系統", "裁判", "站长", "站長")


def is_posing(name: str) -> bool:
    """True if a word for the site or its staff stands in it, however it is written."""
    if any(word in name for word in _CHINESE):
        return True
    # Capitals within a word begin another one: SiteAdmin.
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", unicodedata.normalize("NFKC", name))
    return any(_says(read) for text in (name, spaced) for read in (_looks(text), _looks(re.sub(r"\d", " ", text))))


def _says(looks: str) -> bool:
    squeezed = looks.replace(" ", "")
    if any(_looks(word) in squeezed for word in _ANYWHERE):
        return True
    return any(_is_staff(word) for word in (*looks.split(), squeezed))


@cache
def _staff() -> re.Pattern[str]:
    words, around = ("|".join(_looks(word) for word in group) for group in (_WORDS, _AROUND))
    return re.compile(f"(?:{around})*(?:{words})s?(?:{words}|{around})*s?")


def _is_staff(word: str) -> bool:
    return _staff().fullmatch(word) is not None


def _looks(text: str) -> str:
    """What a reader takes the text for: small Latin letters, and a blank for everything between words."""
    letters = []
    for character in unicodedata.normalize("NFKD", text):
        if unicodedata.category(character).startswith("M"):
            continue
        plain = character if character.isascii() else _look_alikes().get(character, character)
        letters.append(_DIGITS.get(plain, _SIGNS.get(plain, plain)).casefold())
    seen = re.sub(r"[^a-z]+", " ", "".join(letters))
    for pair, one in _PAIRS:
        seen = seen.replace(pair, one)
    return seen.strip()


@cache
def _look_alikes() -> dict[str, str]:
    """Unicode's table of confusable characters, as far as they look like one Latin letter or digit; the package keeps it up to date."""
    table = json.loads(files("confusable_homoglyphs").joinpath("confusables.json").read_text(encoding="utf-8"))
    found = {}
    for character, others in table.items():
        plain = [
            other["c"] for other in others if len(other["c"]) == 1 and other["c"].isascii() and other["c"].isalnum()
        ]
        if plain and not character.isascii():
            found[character] = plain[0]
    return found
