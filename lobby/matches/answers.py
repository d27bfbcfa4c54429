"""How does a page or a script hear that a service refused? One HTTP status for each kind of refusal."""

from django.http import HttpRequest, JsonResponse

from games.core.errors import OrderError
from lobby.matches.errors import NoMatch, NotYourSeat, ServiceError, TooMany, Unavailable, as_answer
from lobby.matches.tables import NotHost

_STATUS: tuple[tuple[type[Exception], int], ...] = (
    (NoMatch, 404),
    (TooMany, 429),
    (NotHost, 403),
    (NotYourSeat, 403),
    (Unavailable, 503),
)


def status_of(error: ServiceError | OrderError) -> int:
    """404 for what is not there, 429 for too many, 403 for the wrong person, 503 while nothing can be stored, 400 for everything else."""
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 400)


def refusal(error: ServiceError | OrderError) -> JsonResponse:
    """The refusal as JSON: code, path, message, data."""
    return JsonResponse(as_answer(error), status=status_of(error))


def wants_json(request: HttpRequest) -> bool:
    """Does a script ask?"""
    return request.headers.get("Accept", "").startswith("application/json")
