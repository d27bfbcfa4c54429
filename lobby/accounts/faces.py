"""What picture has a person? An emblem on a field, drawn from their name, or one of our emblems that they have chosen. Nothing is uploaded.

The same name has the same picture everywhere. A picture has a field and an emblem of its own, so it looks alike on dark and light pages.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from lobby.accounts.models import User

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

SIDE: Final = 64
"""The box in which everything is drawn."""

_LINES: Final = 'fill="none" stroke="{ink}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"'
EMBLEMS: Final[dict[str, str]] = {
    "lighthouse": '<path d="M26 52l3-26h6l3 26zM28 19h8v5h-8zM32 12l5 5H27z"/><path d="M25 21l-15-6v13zM39 21l15-6v13z" opacity=".55"/>',
    "anchor": f'<g {_LINES}><circle cx="32" cy="16" r="4"/><path d="M32 21v30M24 28h16M15 37c1 8 8 14 17 14s16-6 17-14"/></g>',
    "star": '<path d="M32 11l6.2 13.4 14.6 1.8-10.8 10 2.9 14.5L32 43.4l-12.9 7.3L22 36.2l-10.8-10 14.6-1.8z"/>',
    "moon": '<path d="M39 12a21 21 0 1 0 13 29A17 17 0 0 1 39 12z"/><circle cx="45" cy="20" r="2"/><circle cx="51" cy="29" r="1.5"/>',
    "saturn": '<circle cx="32" cy="32" r="12"/><ellipse cx="32" cy="32" rx="22" ry="7" fill="none" stroke="{ink}" stroke-width="3.5"'
    ' transform="rotate(-22 32 32)"/>',
    "comet": f'<circle cx="41" cy="40" r="9"/><path d="M32 33L13 14M37 28L25 16M29 39L17 27" {_LINES}/>',
    "compass": f'<circle cx="32" cy="32" r="19" {_LINES}/><path d="M32 18l5 14-5 14-5-14z"/>',
    "mountain": '<path d="M9 48l17-28 8 13 5-7 16 22z"/><path d="M26 20l-6 10 6 4 4-5 4 4z" opacity=".5"/>',
    "tower": '<path d="M19 14h6v5h4v-5h6v5h4v-5h6v12l-4 4v20H36V40a4 4 0 0 0-8 0v10h-5V30l-4-4z"/>',
    "ship": '<path d="M31 12v26H16zM34 18l14 20H34zM12 41h40l-6 10H18z"/>',
    "whale": '<path d="M10 36c0-10 9-15 19-15 12 0 16 8 21 8 3 0 3-6 1-9 4 1 7 4 7 9 0 12-12 19-25 19-14 0-23-4-23-12z"/>'
    '<path d="M24 18c-1-4-4-5-7-5M26 18c1-4 4-5 7-5" fill="none" stroke="{ink}" stroke-width="3" stroke-linecap="round"/>',
    "leaf": '<path d="M14 50C12 26 26 13 52 12c1 26-13 38-32 34l-3 6z"/>',
    "key": f'<circle cx="22" cy="24" r="9" {_LINES}/><path d="M29 31l19 19M42 44l5-5M36 38l4-4" {_LINES}/>',
    "sun": f'<circle cx="32" cy="32" r="9"/><path d="M32 11v6M32 47v6M11 32h6M47 32h6M17 17l4 4M43 43l4 4M47 17l-4 4M21 43l-4 4" {_LINES}/>',
    "wave": '<path d="M10 25c6-6 10-6 15 0s9 6 15 0 9-6 14 0M10 37c6-6 10-6 15 0s9 6 15 0 9-6 14 0'
    f'M10 49c6-6 10-6 15 0s9 6 15 0 9-6 14 0" {_LINES}/>',
    "crown": '<path d="M12 20l11 11 9-17 9 17 11-11-4 24H16zM16 47h32v5H16z"/>',
}
"""What may stand on a field; `{ink}` is its colour."""
NAMES: Final[dict[str, StrPromise]] = {
    "lighthouse": _("Lighthouse"),
    "anchor": _("Anchor"),
    "star": pgettext_lazy("picture", "Star"),
    "moon": _("Moon"),
    "saturn": _("Saturn"),
    "comet": _("Comet"),
    "compass": _("Compass"),
    "mountain": _("Mountain"),
    "tower": _("Tower"),
    "ship": pgettext_lazy("picture", "Ship"),
    "whale": _("Whale"),
    "leaf": _("Leaf"),
    "key": pgettext_lazy("picture", "Key"),
    "sun": _("Sun"),
    "wave": _("Waves"),
    "crown": _("Crown"),
}
_FIELDS: Final = (
    ("#1f4e79", "#2f6ea6"),
    ("#6b2d5c", "#8d447b"),
    ("#7a3b1d", "#a3562f"),
    ("#2b573b", "#3f7c56"),
    ("#5a4a1f", "#7f6a2f"),
    ("#1b575e", "#28808a"),
    ("#463778", "#6552a3"),
    ("#7a1f2e", "#a33346"),
    ("#39434f", "#566373"),
    ("#20386b", "#3b57a0"),
)
"""A field and what divides it."""
_DIVISIONS: Final = (
    "",
    '<path d="M0 0h32v64H0z"/>',
    '<path d="M0 0h64L0 64z"/>',
    '<path d="M0 64l32-34 32 34z"/>',
    '<path d="M0 0h32v32H0zM32 32h32v32H32z"/>',
    '<path d="M20 0h24v64H20z"/>',
    '<circle cx="32" cy="32" r="25"/>',
    '<path d="M0 38c11-7 21-7 32 0s21 7 32 0v26H0z"/>',
    '<path d="M0 10h64v9H0zM0 28h64v9H0zM0 46h64v9H0z"/>',
)
_INKS: Final = ("#f6f1e4", "#ffd27a", "#cfe9f5")
_DRAWN: Final = re.compile("[0-9a-f]{8}")


def code_of(person: User) -> str:
    """The name of the person's picture, in its address."""
    return person.picture if person.picture in EMBLEMS else of_name(str(person))


def of_name(name: str) -> str:
    """The picture that is drawn from a name, however its letters are written."""
    return hashlib.sha256(name.casefold().encode()).hexdigest()[:8]


@lru_cache(maxsize=2000)
def drawn(code: str) -> str | None:
    """The picture as SVG; None if there is none of that name."""
    if code in EMBLEMS:
        # Every emblem of the set has its own field.
        place = list(EMBLEMS).index(code)
        return _svg(code, place % len(_FIELDS), 6 if place % 2 else 7, place % len(_INKS))
    if not _DRAWN.fullmatch(code):
        return None
    number, field = divmod(int(code, 16), len(_FIELDS))
    number, division = divmod(number, len(_DIVISIONS))
    number, emblem = divmod(number, len(EMBLEMS))
    return _svg(list(EMBLEMS)[emblem], field, division, number % len(_INKS))


def _svg(emblem: str, field: int, division: int, ink: int) -> str:
    ground, tone = _FIELDS[field]
    mark = EMBLEMS[emblem].replace("{ink}", _INKS[ink])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}"><path fill="{ground}" d="M0 0h{SIDE}v{SIDE}H0z"/>'
        f'<g fill="{tone}">{_DIVISIONS[division]}</g><g fill="{_INKS[ink]}" transform="translate(6.4 6.4) scale(.8)">{mark}</g></svg>'
    )
