"""How do pages and scripts get the refusal of a service? With one HTTP status for each kind of refusal."""

from collections.abc import Mapping
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy as _
from django.views import csrf

from games.core.errors import OrderError
from lobby.matches.errors import NoMatch, NotYourSeat, ServiceError, TooMany, Unavailable, as_answer
from lobby.platform.http import scripts
from lobby.tables.services import NotHost

Answer = TypeVar("Answer", bound=HttpResponseBase)


class OldPage(ServiceError):
    """The CSRF token belongs to another session: this browser has logged in since the page was rendered."""

    code = "csrf"
    text = _(
        "This page is older than the login of this browser. Nothing was changed: keep what you wrote, load the page again and try once more."
    )


_STATUS: tuple[tuple[type[Exception], int], ...] = (
    (NoMatch, 404),
    (TooMany, 429),
    (NotHost, 403),
    (NotYourSeat, 403),
    (OldPage, 403),
    (Unavailable, 503),
)


def status_of(error: ServiceError | OrderError) -> int:
    """404 for what is not there, 429 for too many, 403 for the wrong person, 503 while nothing can be stored, 400 for everything else."""
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 400)


def refusal(error: ServiceError | OrderError) -> JsonResponse:
    """The refusal as JSON: code, path, message, data."""
    return with_wait(JsonResponse(as_answer(error), status=status_of(error)), error.data)


def with_wait(answer: Answer, data: Mapping[str, Any]) -> Answer:
    """The answer, which says in its headers too when to try again, if the data of a refusal with status 429 say it."""
    if answer.status_code == 429 and data.get("seconds"):
        answer.headers["Retry-After"] = str(data["seconds"])
    return answer


def form_expired(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The answer to a request without a valid CSRF token: JSON for a script, else a page that explains it."""
    if scripts.wants_json(request):
        return refusal(OldPage())
    return csrf.csrf_failure(request, reason=reason)
