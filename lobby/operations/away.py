"""What does a page say while the database or Redis is away? Not that something broke, but that one waits a moment."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string

from lobby.api import errors
from lobby.matches.errors import Unavailable, as_answer
from lobby.redis_faults import REDIS_FAULTS

AGAIN_SECONDS = "5"


def server_error(request: HttpRequest) -> HttpResponse:
    """503 while one of them does not answer or the database takes nothing, else 500. Django has logged which it was."""
    if not isinstance(sys.exc_info()[1], (OperationalError, InterfaceError, *REDIS_FAULTS)):
        return errors.server_error(request)
    answer: HttpResponse
    if request.path.startswith(errors.ROOT):
        answer = JsonResponse(as_answer(Unavailable()), status=503)
    else:
        answer = HttpResponse(render_to_string("503.html"), status=503)
    answer.headers["Retry-After"] = AGAIN_SECONDS
    return answer
