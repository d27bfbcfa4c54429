"""How are requests refused whose address contains a NUL character? No page has such an address, and PostgreSQL rejects NUL in text."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import get_resolver

NUL = "\0"


class NullCharactersMiddleware:
    """Answers such requests with 400 before any view queries the database. Forms refuse the character themselves."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if NUL in request.path or any(NUL in word for name, words in request.GET.lists() for word in (name, *words)):
            # Not raised as an exception: each such request would put a stack trace in the log.
            refuse: Callable[..., HttpResponse] = get_resolver().resolve_error_handler(400)
            return refuse(request, exception=ValueError("NUL"))
        return self.get_response(request)
