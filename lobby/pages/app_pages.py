"""What does a browser need to install the site as an app? The manifest, its icons and pictures, the service worker, the page without a line, shared
links."""

from __future__ import annotations

from typing import Any, get_args
from urllib.parse import urlsplit

from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

import games
from games.core.contract import Game
from lobby.pages import app_icons, drawing, pictures
from lobby.pages.app_icons import SIZES
from lobby.platform.http import site_address

MOST_SHARED = 4000
"""Characters of what is shared that are looked through for a link."""


@cache_control(no_cache=True)
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. It lies at the site's root, because it serves what lies below it; the same for everybody."""
    text = (settings.BASE_DIR / "static/app/worker.js").read_text()
    return HttpResponse(text, content_type="text/javascript; charset=utf-8")


@cache_control(no_cache=True)
@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """The manifest (W3C) in the reader's language. `?theme=light`: with the colours of that theme, which the first picture of the app has."""
    theme: drawing.Theme = "light" if request.GET.get("theme") == "light" else "dark"
    ground = drawing.colours(theme)["outline"]
    root = reverse("landing")
    told: dict[str, Any] = {
        # Under the same id it stays the same app, whatever address it begins with.
        "id": root,
        "name": "Fogbound",
        "short_name": "Fogbound",
        "description": gettext(
            "Strategy under fog of war: everyone gives orders at the same time, nobody sees everything."
        ),
        "lang": get_language(),
        "dir": "ltr",
        "start_url": root,
        "scope": root,
        "display": "standalone",
        "theme_color": ground,
        "background_color": ground,
        "categories": ["games"],
        "icons": [_icon(kind, size) for kind, sizes in SIZES.items() if kind != "touch" for size in sizes],
        "screenshots": [one for game in games.all_games() for one in _screenshots(game, theme)],
        "shortcuts": [
            {"name": gettext("My matches"), "url": reverse("my_matches"), "icons": [_icon("any", 192)]},
            {"name": gettext("Play now"), "url": reverse("quick"), "icons": [_icon("any", 192)]},
        ],
        "share_target": {
            "action": reverse("share"),
            "method": "GET",
            "enctype": "application/x-www-form-urlencoded",
            "params": {"title": "title", "text": "text", "url": "url"},
        },
    }
    return JsonResponse(told, content_type="application/manifest+json", json_dumps_params={"ensure_ascii": False})


def _icon(kind: app_icons.Kind, size: int) -> dict[str, str]:
    url = f"{reverse('app_icon', args=[kind, size])}?{settings.RELEASE}"
    return {"src": url, "sizes": f"{size}x{size}", "type": "image/png", "purpose": kind}


def _screenshots(game: Game, theme: drawing.Theme) -> list[dict[str, str]]:
    """The picture of the game's board, which browsers show before they install the site: desktops that for `wide`, phones that for `narrow`."""
    found = pictures.of_game(game.id, "hero", get_language() or "")
    if found is None:
        return []
    told = {
        "src": static(found.light if theme == "light" else found.dark),
        "sizes": f"{found.width}x{found.height}",
        "type": "image/webp",
        "label": gettext(game.name),
    }
    return [{**told, "form_factor": form} for form in ("wide", "narrow")]


@cache_control(public=True, max_age=30 * 24 * 3600)
@require_safe
def start_picture(request: HttpRequest, width: int, height: int, theme: str) -> HttpResponse:
    """What iOS shows on a screen of so many pixels while the installed site begins."""
    refused: HttpResponse | None = ratelimit.consume_or_429(request, action="preview", limit_get=True)
    if refused:
        return refused
    for known in get_args(drawing.Theme):
        if theme == known and width in app_icons.START_SIDES and height in app_icons.START_SIDES:
            return HttpResponse(app_icons.start_png(width, height, known), content_type="image/png")
    raise Http404


@cache_control(public=True, max_age=30 * 24 * 3600)
@require_safe
def icon(request: HttpRequest, kind: str, size: int) -> HttpResponse:
    """One of our icons as PNG."""
    for known in get_args(app_icons.Kind):
        if kind == known and size in SIZES[known]:
            return HttpResponse(app_icons.png(known, size), content_type="image/png")
    raise Http404


@cache_control(no_cache=True)
@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What the service worker shows without a line; it knows nobody."""
    return render(request, "lobby/offline.html")


@require_safe
def share(request: HttpRequest) -> HttpResponse:
    """Somebody shares a link with the app: one of this site opens its place, anything else is said to be none."""
    for name in ("url", "text", "title"):
        for word in request.GET.get(name, "")[:MOST_SHARED].split():
            place = _own_place(request, word)
            if place is not None:
                return redirect(place)
    messages.warning(request, gettext("What you shared is no link of this site, so there is nothing to open."))
    return redirect("lobby")


def _own_place(request: HttpRequest, word: str) -> str | None:
    """Path and query of a link of this site; None for anything else."""
    address = word.strip("<>()[]\"'.,;")
    if not address.startswith(("http://", "https://")):
        return None
    hosts = {request.get_host(), *(urlsplit(one).netloc for one in settings.CSRF_TRUSTED_ORIGINS)}
    if not url_has_allowed_host_and_scheme(address, hosts) or not site_address.is_below_root(address):
        return None
    parts = urlsplit(address)
    if parts.path == reverse("share"):
        return None
    place = f"{parts.path}?{parts.query}" if parts.query else parts.path
    # A path with two slashes would be another site's name.
    return place if url_has_allowed_host_and_scheme(place, None) else None
