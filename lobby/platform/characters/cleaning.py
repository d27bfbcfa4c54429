"""What remains of a text that others will see? A label is a name of anything, a line is said, paragraphs tell more.

In a label nothing is invisible: variation selectors, and joiners that join nothing, are dropped, everything else that cannot be seen is refused.
Lines and paragraphs keep what emoji and scripts are written with, and lose what only hides something.
"""

from __future__ import annotations

import unicodedata
from typing import Any, Final

import regex
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MOST_READ: Final = 1000
"""Characters of a label that are read at all."""
MOST_MARKS: Final = 2
"""Combining marks on one letter of a label."""
MOST_STACKED: Final = 4
"""Different marks on one letter of a script that writes consonants and vowels below and above each other."""

_BLANK: Final = r"\u2800\uFFFC\U0001D159\U00013441\U00013442"
"""Symbols and letters by category that show nothing: blanks of Braille, of music and of hieroglyphs, and the place of an object."""
_JOINING: Final = (
    # After a virama, for the form of the conjunct.
    r"(?<=\p{ccc=9})[\u200C\u200D]"
    # Between letters that would be joined (RFC 5892, appendix A).
    r"|(?<=[\p{jt=L}\p{jt=D}]\p{jt=T}{0,4})\u200C(?=\p{jt=T}{0,4}[\p{jt=R}\p{jt=D}])"
)
"""Joiners that change what is seen. They look a few characters far: a text may be long, and its time must grow as it does."""
_OF_EMOJI: Final = (
    r"(?<=\p{Emoji})\uFE0F|(?<=\p{Emoji})\uFE0E"
    r"|(?<=\p{Extended_Pictographic}[\uFE0F\p{EMod}]?)\u200D(?=\p{Extended_Pictographic})"
    r"|(?<=\U0001F3F4[\U000E0020-\U000E007E]{0,6})[\U000E0020-\U000E007F]"
)
"""What emoji are made with: how a sign is shown, what joins two, and the flags of regions."""
_OF_LETTERS: Final = r"(?<=\p{Han})[\uFE00-\uFE02\U000E0100-\U000E01EF]|(?<=\p{Mongolian})\p{Variation_Selector}"
"""Selectors of the form of a Chinese or Mongolian letter."""

_DROPPED_FROM_LABELS: Final = regex.compile(rf"(?=[\u200C\u200D\p{{Variation_Selector}}])(?!{_JOINING}).", regex.S)
_DROPPED_FROM_LINES: Final = regex.compile(
    rf"(?=\p{{Default_Ignorable_Code_Point}})(?!{_JOINING}|{_OF_EMOJI}|{_OF_LETTERS}).", regex.S
)
_INVISIBLE: Final = regex.compile(
    rf"[\p{{C}}\p{{Default_Ignorable_Code_Point}}\p{{Bidi_Control}}{_BLANK}--[\u200C\u200D]]", regex.V1
)
"""In a label, after its joiners were dropped."""
_UNSAFE: Final = regex.compile(r"[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\uFFF9-\uFFFB]")
"""In a line: control characters, lone surrogates, and what changes the direction of the text around."""
_VISIBLE: Final = regex.compile(
    rf"[\p{{L}}\p{{N}}\p{{P}}\p{{S}}--[\p{{Default_Ignorable_Code_Point}}{_BLANK}]]", regex.V1
)
_MARKED: Final = regex.compile(r"(\P{M}?)(\p{M}+)")
"""A letter and its marks."""
_DOT: Final = regex.compile(r"\p{ccc=7}")
"""The nukta, which makes a letter of Indian scripts another one."""
_STACKED: Final = regex.compile(r"\p{Tibetan}+|\p{Myanmar}+|\p{Khmer}+")
_PILED: Final = regex.compile(r"(\p{M}{4})\p{M}+")


def label(raw: str, *, longest: int, shortest: int = 1) -> str:
    """A name of anything in normal form (NFKC), on one line, with single spaces.

    Raises ValidationError: `length`, `invisible`, `marks`, or `nothing` if nothing visible is left.
    """
    if len(raw) > MOST_READ:  # to put many marks in order takes the square of their number
        raise _wrong_length(shortest, longest)
    name = unicodedata.normalize("NFKC", _DROPPED_FROM_LABELS.sub("", unicodedata.normalize("NFKC", raw)))
    name = " ".join(name.split())
    if _INVISIBLE.search(name):
        raise ValidationError(_("A name cannot have invisible characters."), code="invisible")
    if not shortest <= len(name) <= longest:
        raise _wrong_length(shortest, longest)
    if not _VISIBLE.search(name):
        raise ValidationError(_("A name needs something that can be seen."), code="nothing")
    if not all(_is_written(*marked) for marked in _MARKED.findall(name)):
        raise ValidationError(
            _("A letter of a name has at most %(most)d marks."), code="marks", params={"most": MOST_MARKS}
        )
    return name


def line(raw: str, *, longest: int) -> str:
    """A text on one line with single spaces. Raises ValidationError: `control`, `nothing`, `length`."""
    # Once more, because what was dropped may have stood between two spaces.
    text = " ".join(shown(" ".join(raw.split())).split())
    if not is_visible(text):
        raise ValidationError(_("Write something first."), code="nothing")
    if len(text) > longest:
        raise ValidationError(_("A line has at most %(limit)s characters."), code="length", params={"limit": longest})
    return text


def paragraphs(raw: str, *, longest: int) -> str:
    """A text of several lines, without blanks at their ends; "" if there is nothing visible. Raises ValidationError: `control`, `length`."""
    text = "\n".join(shown(part.expandtabs(4)).rstrip() for part in raw.splitlines()).strip()
    if len(text) > longest:
        raise ValidationError(_("At most %(limit)s characters, please."), code="length", params={"limit": longest})
    return text if is_visible(text) else ""


def strings(value: Any) -> Any:
    """A JSON value whose texts are as `shown` makes them, those of keys as well. Raises ValidationError: `control`."""
    if isinstance(value, str):
        return "\n".join(shown(part.expandtabs(4)) for part in value.replace("\r\n", "\n").split("\n"))
    if isinstance(value, dict):
        return {strings(key): strings(inner) for key, inner in value.items()}
    return [strings(inner) for inner in value] if isinstance(value, list) else value


def shown(text: str) -> str:
    """The text without what only hides something. Raises ValidationError `control` for what changes the text around."""
    if _UNSAFE.search(text):
        raise ValidationError(_("A text may not contain control characters."), code="control")
    return _PILED.sub(r"\1", _DROPPED_FROM_LINES.sub("", text))


def is_visible(text: str) -> bool:
    """True if a reader sees something of the text: a letter, a number, a sign or a symbol. Marks and joiners alone are invisible."""
    return _VISIBLE.search(text) is not None


def _wrong_length(shortest: int, longest: int) -> ValidationError:
    message = _("A name has %(shortest)d to %(longest)d characters.")
    return ValidationError(message, code="length", params={"shortest": shortest, "longest": longest})


def _is_written(letter: str, marks: str) -> bool:
    """True if somebody writes these marks on this letter."""
    if not letter.strip():
        return False
    # A letter with its own dot, as in ख़, is one letter.
    apart = unicodedata.normalize("NFD", letter + _DOT.sub("", marks, count=1))
    if len(apart) - 1 <= MOST_MARKS:
        return True
    is_different = len(set(marks)) == len(marks) <= MOST_STACKED
    return is_different and _STACKED.fullmatch(letter + marks) is not None
