"""How does an open page learn of an announcement? `static/app/maintenance.js` asks this view once a minute, and which release is served."""

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from lobby.operations import maintenance


@require_safe
def announced(request: HttpRequest) -> JsonResponse:
    """`{"maintenance": {"mark", "at", "text"}, "release"}` in the language of the page, or null; `at` in milliseconds since 1970 or null: now."""
    found = maintenance.current()
    if found is None:
        return JsonResponse({"maintenance": None, "release": settings.RELEASE})
    at = None if found.at is None else round(found.at.timestamp() * 1000)
    told = {"mark": found.mark, "at": at, "text": found.text}
    return JsonResponse({"maintenance": told, "release": settings.RELEASE})
