"""Small things that any template may use: an icon of the sprite, a seat's mark, text that people wrote inside a line of the site."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from django import template
from django.forms import BaseForm
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import timesince, timeuntil
from django.utils.translation import gettext, pgettext

import games
from lobby.accounts import faces
from lobby.matches.words import SEAT_LETTERS
from lobby.platform.assets import browser_modules

register = template.Library()

# Drawn in a box of 24 × 24; the shapes of the seats in their order.
_SEAT_SHAPES = (
    '<circle cx="12" cy="12" r="10"/>',
    '<rect x="2.5" y="2.5" width="19" height="19" rx="1.5"/>',
    '<path d="M12 1.5 23 21.5H1z"/>',
    '<path d="M12 1 23 12 12 23 1 12z"/>',
    '<path d="M6.5 2.5h11L23 12l-5.5 9.5h-11L1 12z"/>',
    '<path d="m12 .8 3.4 7.2 7.9 1-5.8 5.5 1.5 7.8-7-3.8-7 3.8 1.5-7.8L.7 9l7.9-1z"/>',
    '<path d="M8 1.5h8V8h6.5v8H16v6.5H8V16H1.5V8H8z"/>',
    '<circle cx="12" cy="12" r="8.5" class="hollow"/>',
)


@register.filter
def apart(text: object) -> SafeString:
    """Isolate text that people wrote from the line around it, so that right-to-left text does not reorder the line."""
    return format_html("<bdi>{}</bdi>", text)


@register.filter
def loses_text(form: BaseForm) -> bool:
    """True if a refused form comes back with an empty field, as no page repeats a password or a file."""
    lost = {"password", "file"} if form.files else {"password"}
    return any(getattr(field.widget, "input_type", "") in lost for field in form.fields.values())


@register.simple_tag
def icon(name: str) -> SafeString:
    """The icon `name` of the sprite. Icons always stand beside words, so a page without the sprite loses no information."""
    return format_html(
        '<svg class="icon" width="18" height="18" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>',
        static("vendor/icons.svg"),
        name,
    )


@register.simple_tag
def module(name: str) -> SafeString:
    """A script element for the static module `name`, with preload links for the modules that it imports."""
    return format_html(
        '{}<script type="module" src="{}"></script>', _module_links(browser_modules.needs(name)), static(name)
    )


@register.simple_tag
def later_module(name: str) -> SafeString:
    """Preload links for the module `name`, which a script of the page will import, and for the modules that it imports."""
    return _module_links((name, *browser_modules.needs(name)))


@register.simple_tag
def style_sheet(name: str) -> SafeString:
    """A link to the static style sheet `name`, with preload links for the sheets that it imports."""
    links = format_html_join(
        "", '<link rel="preload" as="style" href="{}">', ((static(needed),) for needed in browser_modules.needs(name))
    )
    return format_html('{}<link rel="stylesheet" href="{}">', links, static(name))


def _module_links(names: Sequence[str]) -> SafeString:
    return format_html_join("", '<link rel="modulepreload" href="{}">', ((static(name),) for name in names))


@register.simple_tag
def staff_badge() -> SafeString:
    """The badge beside the name of a member of staff. It is an element of the page, so nobody can write it into a name."""
    return format_html('<span class="tag staff">{}</span>', gettext("staff"))


@register.simple_tag
def face(person: Any, side: int = 24) -> SafeString:
    """The picture of a person, `side` pixels wide, beside the name, which says the same: it has no words of its own."""
    return format_html(
        '<img class="face" src="{}" width="{side}" height="{side}" alt="" loading="lazy" decoding="async">',
        reverse("face", args=[faces.code_of(person)]),
        side=side,
    )


@register.filter
def game_name(game_id: str) -> str:
    """The name of a game in the language of the page."""
    return gettext(games.get(game_id).name) if game_id in games.GAMES else game_id


@register.simple_tag
def bot_badge() -> SafeString:
    """The badge beside the name of a bot account, which a program uses to play."""
    return format_html('<span class="tag bot">{}</span>', gettext("bot"))


@register.simple_tag
def rating(shown: Any, game: str = "") -> SafeString | str:
    """A rating beside a name: its points, with a question mark while it is provisional. Empty if there is no rating.

    `game`: the name of the game in which it is, where nothing else says so.
    """
    if not shown:
        return ""
    kind = gettext("Provisional rating") if shown.is_provisional else pgettext("points", "Rating")
    # A title reaches neither a finger nor everybody who listens.
    of_game = format_html('<span class="visually-hidden"> ({})</span>', game) if game else ""
    title = f"{kind}: {game}" if game else kind
    if not shown.is_provisional:
        return format_html('<span class="rating" title="{}">{}{}</span>', title, shown.points, of_game)
    return format_html(
        '<span class="rating" title="{}">{}<span aria-hidden="true">?</span><span class="visually-hidden"> {}</span>{}</span>',
        title,
        shown.points,
        gettext("provisional"),
        of_game,
    )


MOMENTS = {"moment": "DATETIME_FORMAT", "short": "SHORT_DATETIME_FORMAT", "day": "DATE_FORMAT"}


@register.simple_tag
def moment(at: datetime | None, kind: str = "moment") -> SafeString | str:
    """A moment of somebody's, in UTC; the page's script writes it in the reader's zone and keeps `kind` "ago" up to date. None: nothing.

    `kind`: a key of `MOMENTS`, "ago" for how long ago it was, or "left" for how long it is until then.
    """
    if at is None:
        return ""
    at = at.astimezone(UTC)
    if kind == "left":
        left = max(0, int((at - timezone.now()).total_seconds()))
        text = gettext("%(time)s left") % {"time": timeuntil(at)}
        return format_html(
            '<time datetime="{}" data-local="left" data-left="{}">{}</time>',
            at.isoformat(timespec="seconds"),
            left,
            text,
        )
    if kind == "ago":
        age = max(0, int((timezone.now() - at).total_seconds()))
        text = gettext("%(time)s ago") % {"time": timesince(at)}
        return format_html(
            '<time datetime="{}" data-local="ago" data-age="{}">{}</time>', at.isoformat(timespec="seconds"), age, text
        )
    text = date_format(at, MOMENTS[kind]) + ("" if kind == "day" else " UTC")
    return format_html('<time datetime="{}" data-local="{}">{}</time>', at.isoformat(timespec="seconds"), kind, text)


@register.simple_tag
def seat_mark(number: int) -> SafeString:
    """The shape, colour and letter of a seat."""
    letter = SEAT_LETTERS[number]
    shape = mark_safe(_SEAT_SHAPES[number])
    return format_html(
        '<svg class="seat-mark seat-{}" viewBox="0 0 24 24" width="24" height="24" role="img" aria-label="{}">{}'
        '<text x="12" y="16.5" text-anchor="middle" aria-hidden="true">{}</text></svg>',
        number,
        letter,
        shape,
        letter,
    )
