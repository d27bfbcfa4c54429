"""The interface for people who write programs: its reference, and the guides of `docs/`."""

import re
from dataclasses import replace
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from lobby.api import reference
from lobby.pages import rules

GUIDES = ("bots", "api", "protocol")
_LINK = re.compile(r'href="(?:\.\./)?(rules/)?(\w+)\.md(#[^"]*)?"')


@gzip_page
@require_safe
def documentation(request: HttpRequest) -> HttpResponse:
    """Every operation with what it takes and answers."""
    return render(request, "api/reference.html", {"chapters": reference.chapters(), "guides": GUIDES})


@gzip_page
@require_safe
def guide(request: HttpRequest, name: str) -> HttpResponse:
    """One of the guides. They are in English."""
    if name not in GUIDES:
        raise Http404
    text = rules.page(Path(settings.BASE_DIR) / "docs" / f"{name}.md", "en")
    # The files refer to each other as they lie in the folder; tables that are wider than a phone scroll by keyboard too.
    body = mark_safe(_LINK.sub(_address, text.body).replace("<table>", '<table tabindex="0">'))
    return render(request, "lobby/rules.html", {"game": {"name": name}, "rules": replace(text, body=body)})


def _address(link: re.Match[str]) -> str:
    folder, name, anchor = link.groups()
    if not folder and name not in GUIDES:
        return link[0]
    address = reverse("full_rules", args=[name]) if folder else reverse("api_guide", args=[name])
    return f'href="{address}{anchor or ""}"'
