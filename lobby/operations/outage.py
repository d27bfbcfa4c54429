"""What does an error page say while the database or Redis is unavailable? It asks the person to wait instead of reporting a fault."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string

from lobby.api import errors
from lobby.matches.errors import Unavailable, as_answer
from lobby.platform.storage.redis_faults import REDIS_FAULTS

AGAIN_SECONDS = "5"


def server_error(request: HttpRequest) -> HttpResponse:
    """503 if the database or Redis does not answer or the database cannot store, else 500. Django has logged the cause."""
    if not isinstance(sys.exc_info()[1], (OperationalError, InterfaceError, *REDIS_FAULTS)):
        return errors.server_error(request)
    answer: HttpResponse
    if request.path.startswith(errors.ROOT):
        answer = JsonResponse(as_answer(Unavailable()), status=503)
    else:
        answer = HttpResponse(render_to_string("503.html"), status=503)
    answer.headers["Retry-After"] = AGAIN_SECONDS
    return answer
