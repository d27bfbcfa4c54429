"""Which names hide something, which are written by people of this world, and what is left of a text when it is cleaned?"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable

import regex
from django.core.exceptions import ValidationError
from rest_framework import serializers

from lobby.platform.characters import cleaning

ALL = [chr(code) for code in range(sys.maxunicode + 1)]
IGNORED = regex.findall(r"\p{Default_Ignorable_Code_Point}", "".join(ALL))
TURNING = regex.findall(r"\p{Bidi_Control}", "".join(ALL))
FORMATS = [one for one in ALL if unicodedata.category(one) in {"Cc", "Cf", "Zl", "Zp"}]
FILLERS = [
    *"\u3164\u115f\u1160\uffa0\u2800\ufe0f\u034f\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u00ad\u200b\u2060\ufeff\ufffc\U000e0100\U000e0041"
]
PILES = ["a" + mark * count for mark in "\u0301\u0489\u20dd\u0e47\u064b\u05b0\u0f71\u1036" for count in (3, 4, 30)]
PILES += [
    "é\u0301\u0302",
    "ก\u0e31\u0e34\u0e47",
    "སྒྒྒྒ",
    "a\u0f72\u0f74\u0f7a",
    "a\u200d\u0301\u0301\u0301",
    "a\ufe0f\u0301\ufe0f\u0301\ufe0f\u0301",
]
NOTHING = [
    "",
    " ",
    "\u3000",
    "\u3164\u3164",
    "\u2800\u2800",
    "\u200b\u200d\u200c",
    "\ufe0f\ufe0f",
    "\u0301\u0302",
    " \u0301",
    "\u00ad\u2060",
]
HOSTILE = sorted({
    *(f"Mari{one}gold" for one in [*FILLERS, *TURNING, "\x00", "\x1b", "\x7f", "\x9b", "\ud800", "\ufff9", "\U000e007f"]),
    *(f"{one}Marigold{one}" for one in [*FILLERS, *TURNING]),
    *PILES,
    *NOTHING,
})  # fmt: skip

NAMES = {
    "Latin": ["Nguyễn Thị Hồng", "Łukasz", "Jürgen", "Zoë O'Neil", "Ann-Marie", "Ştefan", "Þórr"],
    "Greek": ["Αλέξανδρος", "Χρῆστος"], "Cyrillic": ["Сергей", "Ђорђе", "Ѓорѓи"], "Armenian": ["Արամ"], "Georgian": ["ნინო"],
    "Hebrew": ["דוד", "שִׁמְעוֹן"], "Arabic": ["مُحَمَّد", "مینا", "می‌نا", "شاهین‌دخت"],
    "Devanagari": ["श्रीकृष्ण", "बिस्मिल्लाह ख़ाँ", "शर्‍मा"], "Bengali": ["রবীন্দ্রনাথ", "সত্যজিৎ"], "Gurmukhi": ["ਗੁਰਪ੍ਰੀਤ"], "Gujarati": ["ગાંધી"],
    "Oriya": ["ଓଡ଼ିଆ"], "Tamil": ["தமிழ்ச்செல்வி"], "Telugu": ["శ్రీనివాస్"], "Kannada": ["ಕೃಷ್ಣ"], "Malayalam": ["ശ്രീജിത്ത്"],
    "Sinhala": ["ශ්‍රී ලංකා"], "Thai": ["สมชาย", "น้ำฝน"], "Lao": ["ສົມພອນ"], "Tibetan": ["སྒྲོལ་མ", "བསྟན་འཛིན"],
    "Myanmar": ["အောင်ဆန်း", "မြို့မ"], "Khmer": ["សុភ័ក្រ", "ភ្នំពេញ"], "Ethiopic": ["አበበ"], "Han": ["诸葛亮", "山田太郎"],
    "Kana": ["さくら", "ポール", "ガブリエル"], "Hangul": ["김민준"], "Mongolian": ["ᠲᠡᠮᠦᠵᠢᠨ"], "Cherokee": ["ᏍᏏᏉᏯ"], "Tifinagh": ["ⵉⴷⵉⵔ"], "N'Ko": ["ߛߏߟߏ"],
}  # fmt: skip


def seen(text: str) -> str:
    """What an English name is allowed to contain of that text."""
    assert not regex.search(r"[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{C}\u2800\ufffc]", text), ascii(text)
    assert not regex.search(
        r"(?:^|\s)\p{M}|[^\p{Tibetan}\p{Myanmar}\p{Khmer}]\p{M}{3}", unicodedata.normalize("NFD", text)
    ), ascii(text)
    assert regex.search(r"[\p{L}\p{N}\p{P}\p{S}]", text), ascii(text)
    return text


def kept(clean: Callable[[str], str], raw: str) -> str | None:
    try:
        return clean(raw)
    except (ValidationError, serializers.ValidationError):
        return None


def label(raw: str) -> str:
    return cleaning.label(raw, longest=40)


def line(raw: str) -> str:
    return cleaning.line(raw, longest=500)
