"""Could this name be taken for the site or its staff? Compared by how it looks, anywhere in the name: `Fogb0und`, `Site admin`, `ＳＴＡＦＦ Bob`."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from lobby.platform.characters import looks

_DIGITS = {"0": "o", "1": "l", "2": "z", "3": "e", "4": "a", "5": "s", "6": "b", "7": "t", "8": "b", "9": "g"}
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("i", "l"), ("j", "l"))
"""(letters, look-alike): what a quick reader may confuse."""

# Latin words are compared by look.
_ANYWHERE = (
    *("fogbound", "admin", "amministrat", "moderator", "moderation", "moderateur", "moderatrice", "moderador"),
    *("moderacion", "referee"),
)
_INNOCENT = ("badminton", "padmini")
"""Words and names that contain one of `_ANYWHERE` by chance."""
_WORDS = (
    *("staff", "support", "system", "official", "mod", "sysop", "operator", "webmaster", "helpdesk"),
    *("soporte", "oficial", "officiel", "offiziell", "yonetici"),
)
"""Words for staff that ordinary names contain (Wagstaff, Modest). They are refused alone or between words of the next lists."""
_AROUND = (
    *("the", "a", "site", "game", "team", "server", "head", "chief", "super", "sys", "real", "x"),
    *("member", "person", "crew", "group", "account"),
)
_PLACES = ("site", "website", "game", "server", "forum", "platform")
_OFFICES = ("owner", "master", "manager", "team", "crew", "boss", "host", "developer", "dev", "creator", "director")
"""Refused after one of `_PLACES`: Site owner, Game master."""

# Words of other scripts are compared as they are written, without the characters between letters.
_OTHER_SCRIPTS = (
    *(
        "管理",
        "网管",
        "網管",
        "版主",
        "官方",
        "客服",
        "系统",
        "系統",
        "裁判",
        "站长",
        "站長",
        "运营",
        "運營",
        "運営",
        "公式",
    ),
    *("モデレーター", "スタッフ", "サポート", "관리자", "운영자", "운영진"),
    *("модерат", "админ", "адмін", "поддержк", "підтримк", "официальн", "офіційн", "фогбаунд"),
    *("διαχειριστ", "συντονιστ", "ادمن", "أدمن", "एडमिन", "แอดมิน"),
)
_CYRILLIC_DIGITS = str.maketrans("034", "озч")


def is_impersonation(name: str) -> bool:
    """True if the text contains a word that looks like one for the site or its staff."""
    written = "".join(letter for letter in unicodedata.normalize("NFKC", name).casefold() if letter.isalnum())
    if any(word in text for text in (written, written.translate(_CYRILLIC_DIGITS)) for word in _OTHER_SCRIPTS):
        return True
    # A capital within a word begins a new word: SiteAdmin.
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", unicodedata.normalize("NFKC", name))
    return any(_says(read) for text in (name, spaced) for read in (_looks(text), _looks(re.sub(r"\d", " ", text))))


def _says(looks: str) -> bool:
    squeezed = looks.replace(" ", "")
    if _anywhere().search(_innocent().sub(" ", squeezed)):
        return True
    if any(_staff().fullmatch(word) for word in (*looks.split(), squeezed)):
        return True
    return any(_office().search(text) for text in (looks, squeezed))


@cache
def _anywhere() -> re.Pattern[str]:
    return re.compile(_any_of(_ANYWHERE))


@cache
def _innocent() -> re.Pattern[str]:
    return re.compile(_any_of(_INNOCENT))


@cache
def _staff() -> re.Pattern[str]:
    words, around = (_any_of(group) for group in (_WORDS, _AROUND))
    return re.compile(f"{around}*{words}s?(?:{words}|{around})*s?")


@cache
def _office() -> re.Pattern[str]:
    return re.compile(rf"\b{_any_of(_PLACES)} ?{_any_of(_OFFICES)}s?\b")


def _any_of(words: tuple[str, ...]) -> str:
    return f"(?:{'|'.join(_looks(word) for word in words)})"


def _looks(text: str) -> str:
    """The text as a reader perceives it: lower-case Latin letters, with a blank for everything between words."""
    letters = []
    for character in unicodedata.normalize("NFKD", text):
        if unicodedata.category(character).startswith("M"):
            continue
        plain = character if character.isascii() else looks.latin(character)
        letters.append(_DIGITS.get(plain, looks.SIGNS.get(plain, plain)).casefold())
    seen = re.sub(r"[^a-z]+", " ", "".join(letters))
    for pair, one in _PAIRS:
        seen = seen.replace(pair, one)
    return seen.strip()
