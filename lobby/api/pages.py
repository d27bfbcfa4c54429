"""The interface for people who write programs: its reference, and the guides of `docs/`."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from lobby.api import reference
from lobby.pages import documents
from lobby.pages.documents import GUIDES


@require_safe
def documentation(request: HttpRequest) -> HttpResponse:
    """Every operation with what it takes and answers."""
    return render(request, "api/reference.html", {"chapters": reference.chapters(), "guides": GUIDES})


@require_safe
def guide(request: HttpRequest, name: str) -> HttpResponse:
    """One of the guides. They are in English."""
    if name not in GUIDES:
        raise Http404
    return render(request, "lobby/rules.html", {"game": {"name": name}, "rules": documents.read(name)})
