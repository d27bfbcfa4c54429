"""Requests whose address holds a NUL character: no page of ours has one, and PostgreSQL refuses it in any text it is asked for."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from lobby.api.errors import bad_request

NUL = "\0"


class NullCharactersMiddleware:
    """Answers them with 400 before anybody looks for what they name; forms refuse the character themselves."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if NUL in request.path or any(NUL in word for name, words in request.GET.lists() for word in (name, *words)):
            # Not raised: the log would have a stack for every stranger who tries it.
            return bad_request(request, ValueError("NUL"))
        return self.get_response(request)
