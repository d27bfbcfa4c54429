"""Which countries and regions may a person name as theirs? Those of ISO 3166, with their names in CLDR."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from babel import Locale
from django.utils.translation import get_language

_NO_COUNTRIES: Final = {"AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "ZZ"}
"""Two letters that CLDR names besides: unions, parts of other territories, and what is there for tests."""


def names() -> dict[str, str]:
    """{code: name} in the active language, by name."""
    return _names(get_language() or "en")


def is_known(code: str) -> bool:
    """True if that is one of them."""
    return code in _names("en")


def name(code: str) -> str:
    """The name of one; "" for a code that CLDR no longer has, and for none."""
    return names().get(code, "")


@lru_cache(maxsize=8)
def _names(language: str) -> dict[str, str]:
    # Every name, as the language orders it: Chinese has no alphabet, so its names come by the codes.
    found = Locale.parse(language, sep="-").territories
    english = {str(code): str(told) for code, told in Locale.parse("en").territories.items()}
    wanted = [code for code in english if len(code) == 2 and code.isalpha() and code not in _NO_COUNTRIES]
    told = {code: str(found.get(code, english[code])) for code in wanted}
    return dict(sorted(told.items(), key=lambda one: one[0] if language.startswith("zh") else one[1]))
