"""Small things that any template may use: an icon of the sprite, a seat's mark, people's words inside a line of ours."""

from collections.abc import Sequence

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from lobby import browser_modules
from lobby.matches.words import SEAT_LETTERS

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
    """What people have written, inside a line of ours: words from right to left must not take along what stands beside them."""
    return format_html("<bdi>{}</bdi>", text)


@register.simple_tag
def icon(name: str) -> SafeString:
    """The icon `name` of the sprite; always beside words, so that a page without the sprite lacks nothing."""
    return format_html(
        '<svg class="icon" width="18" height="18" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>',
        static("vendor/icons.svg"),
        name,
    )


@register.simple_tag
def module(name: str) -> SafeString:
    """The module `name` of static files as a script of the page; what it needs is fetched with it, not one file after the other."""
    return format_html(
        '{}<script type="module" src="{}"></script>', _module_links(browser_modules.needs(name)), static(name)
    )


@register.simple_tag
def later_module(name: str) -> SafeString:
    """Have the module `name`, which a script of the page will import, and what it needs fetched with the page."""
    return _module_links((name, *browser_modules.needs(name)))


@register.simple_tag
def style_sheet(name: str) -> SafeString:
    """The style sheet `name` of static files; those that it imports are fetched with it."""
    links = format_html_join(
        "", '<link rel="preload" as="style" href="{}">', ((static(needed),) for needed in browser_modules.needs(name))
    )
    return format_html('{}<link rel="stylesheet" href="{}">', links, static(name))


def _module_links(names: Sequence[str]) -> SafeString:
    return format_html_join("", '<link rel="modulepreload" href="{}">', ((static(name),) for name in names))


@register.simple_tag
def staff_badge() -> SafeString:
    """Beside the name of somebody of the site's staff: no name can look like it, for it is no text of anybody."""
    return format_html('<span class="tag staff">{}</span>', gettext("staff"))


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
