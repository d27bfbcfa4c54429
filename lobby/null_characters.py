"""Requests whose address holds a NUL character: no page of ours has one, and PostgreSQL refuses it in any text it is asked for."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

NUL = "\0"


class NullCharactersMiddleware:
    """Answers them with 400 before anybody looks for what they name; forms refuse the character themselves."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if NUL in request.path or any(NUL in word for name, words in request.GET.lists() for word in (name, *words)):
            raise BadRequest("The address holds a NUL character.")
        return self.get_response(request)
