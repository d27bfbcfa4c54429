"""How does an open page learn of announcements? `static/app/maintenance.js` asks this view once a minute, and which release is served."""

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from lobby.operations import announcements, maintenance


@require_safe
def announced(request: HttpRequest) -> JsonResponse:
    """`{"maintenance": {"mark", "at", "text"} or null, "announcements": [{"mark", "text", "language"}], "release"}` in the language of the page;
    `at` in milliseconds since 1970 or null: now."""
    found = maintenance.current()
    told = None
    if found is not None:
        at = None if found.at is None else round(found.at.timestamp() * 1000)
        told = {"mark": found.mark, "at": at, "text": found.text}
    others = [vars(one) for one in announcements.current()]
    return JsonResponse({"maintenance": told, "announcements": others, "release": settings.RELEASE})
