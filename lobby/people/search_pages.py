"""The page that finds people by their names, and the list below its field while somebody types."""

from __future__ import annotations

from typing import Any

from allauth.core import ratelimit
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from lobby.accounts import faces
from lobby.people import searching
from lobby.people.searching import Found
from lobby.platform.http import scripts


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """The field, and whom it finds; for a script that asks while somebody types the first of them as JSON."""
    typed = request.GET.get("q", "")
    key = searching.cleaned(typed)
    is_script = scripts.wants_json(request)
    if key:
        refused: HttpResponse | None = ratelimit.consume_or_429(request, action="search", limit_get=True)
        if refused:
            return refused
    found = searching.search(typed, timezone.now(), searching.IN_LIST if is_script else searching.MOST_FOUND)
    if is_script:
        return JsonResponse({"found": [_shown(one) for one in found]}, headers={"Cache-Control": "no-store"})
    context = {
        "typed": typed[: searching.LONGEST],
        "is_asked": bool(key),
        "is_enough": searching.is_enough(key),
        "found": found,
        "is_full": len(found) == searching.MOST_FOUND,
    }
    return render(request, "people/search.html", context)


def _shown(one: Found) -> dict[str, Any]:
    return {
        "name": str(one.person),
        "url": reverse("person", args=[one.person.slug]),
        "face": reverse("face", args=[faces.code_of(one.person)]),
        "points": one.points,
        "is_bot": one.person.is_bot,
    }
