"""Is every part of the kit of boards alive? `/kit/`, for whoever changes one: only where FOGBOUND_DEBUG is on."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render


def page(request: HttpRequest) -> HttpResponse:
    """What docs/kit.md says, with an example of each part; 404 elsewhere than in development."""
    if not settings.DEBUG:
        raise Http404
    return render(request, "lobby/kit.html", {"kit": (settings.BASE_DIR / "docs/kit.md").read_text(encoding="utf-8")})
