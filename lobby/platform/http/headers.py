"""Which headers does every response carry besides those that Django and django-csp set?"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse


class HeadersMiddleware:
    """Disables browser features that no page uses, and keeps pages out of shared caches; what a person gets is stored nowhere.

    Every page that somebody sees who is logged in has something personal on it, if only a name. What is the same for everybody, such as
    files, rules and catalogs, says itself that it may be stored.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault(
            "Permissions-Policy",
            "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()",
        )
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        is_personal = (
            "Authorization" in request.headers
            or settings.SESSION_COOKIE_NAME in request.COOKIES
            or settings.SESSION_COOKIE_NAME in response.cookies
        )
        response.headers.setdefault("Cache-Control", "private, no-store" if is_personal else "private, no-cache")
        return response
