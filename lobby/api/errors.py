"""How does the REST interface answer errors? Every refusal is `{code, path, message, data}` with a matching HTTP status.

`code` is a word of the closed list in `docs/api.md` or of a game's rules, `path` the wrong field, `message` a sentence in the
language of the request, `data` facts. Nothing else about a refusal leaves the site.
"""

from __future__ import annotations

import logging
import math
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.core.exceptions import ValidationError as DjangoValidationError
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.utils.encoding import force_str
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views import defaults
from rest_framework import exceptions, status
from rest_framework.response import Response

from games.core.errors import OrderError
from lobby.accounts.models import User
from lobby.api.wire import body
from lobby.bots.forms import refusal_answer
from lobby.bots.loader import ProgramRefused
from lobby.matches.errors import ServiceError, Unavailable, as_answer
from lobby.pages import answers
from lobby.platform.storage.redis_faults import REDIS_FAULTS

log = logging.getLogger("fogbound.api")

ROOT = f"{settings.ROOT}api/"
LONGEST = 600
"""Characters of a text of a refusal."""
_CODES = {
    exceptions.NotAuthenticated: "not_authenticated",
    exceptions.NotFound: "not_found",
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.NotAcceptable: "not_acceptable",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
    exceptions.ParseError: "bad_json",
}


class BadToken(exceptions.AuthenticationFailed):
    """The token is unknown, revoked, or its owner may not enter."""

    default_detail = _("This token is not valid.")
    default_code = "bad_token"


class BadForm(exceptions.PermissionDenied):
    """A browser's request without the CSRF token of its session."""

    default_detail = _("The form token is missing or wrong.")
    default_code = "csrf"


class NoScope(exceptions.PermissionDenied):
    """The token lacks the scope that the operation needs."""

    default_detail = _("The token has no scope for this.")
    default_code = "no_scope"

    def __init__(self, scope: str) -> None:
        super().__init__()
        self.data = {"scope": scope}


class SessionOnly(exceptions.PermissionDenied):
    """Only possible in a browser session: a token must not be able to extend its own rights."""

    default_detail = _("A token cannot do this: log in with a browser.")
    default_code = "session_only"


class Suspended(exceptions.PermissionDenied):
    """The person is suspended. `data`: `until`, `reason`."""

    default_detail = _("You are suspended.")
    default_code = "suspended"

    def __init__(self, user: User) -> None:
        super().__init__()
        until = user.suspension_ends.isoformat() if user.suspension_ends else None
        self.data = {"until": until, "reason": user.suspension_reason}


class TooManyRequests(exceptions.Throttled):
    """`data`: `key` (what is counted for whom), `limit` requests in `period` seconds, `seconds` to wait."""

    def __init__(self, key: str, limit: int, period: int, wait: float | None) -> None:
        super().__init__()
        self.wait = max(1, math.ceil(wait or 1))
        self.data = {"key": key, "limit": limit, "period": period, "seconds": self.wait}
        self.detail = exceptions.ErrorDetail(
            gettext("Too many requests: wait %(seconds)s seconds.") % self.data, code="too_many"
        )


def answer(error: Exception, context: dict[str, Any]) -> Response:
    """The refusal that `error` means; for the framework, which calls this for whatever a view raises."""
    code, shown = _refusal(error, context)
    shown = {key: _without_echo(value) for key, value in shown.items()}
    response = Response(shown, status=code)
    if challenge := getattr(error, "auth_header", None):
        response.headers["WWW-Authenticate"] = challenge
    return answers.with_wait(response, shown["data"])


def _refusal(error: Exception, context: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    match error:
        case ServiceError():
            return answers.status_of(error), _service(error)
        case OrderError():
            return answers.status_of(error), as_answer(error, prefix=context["view"].prefix)
        case exceptions.ValidationError():
            path, message = first_error(error.detail)
            return error.status_code, body("bad_value", path, message)
        case exceptions.APIException():
            shown = _CODES.get(type(error)) or str(getattr(error.detail, "code", error.default_code))
            return error.status_code, body(shown, "", str(error.detail), getattr(error, "data", None))
        case DjangoValidationError():
            path, message, code = _first_of_django(error)
            return status.HTTP_400_BAD_REQUEST, body(code, path, message)
        case ProgramRefused():
            return status.HTTP_400_BAD_REQUEST, refusal_answer(error)
        case Http404():
            return status.HTTP_404_NOT_FOUND, body("not_found", "", gettext("There is nothing here."))
        case DjangoPermissionDenied():
            return status.HTTP_403_FORBIDDEN, body("not_allowed", "", gettext("This is not allowed here."))
        case RequestDataTooBig():
            return status.HTTP_413_REQUEST_ENTITY_TOO_LARGE, body("too_large", "", gettext("The request is too large."))
        case SuspiciousOperation() | UnreadablePostError():
            return status.HTTP_400_BAD_REQUEST, body(
                "bad_request", "", gettext("This request could not be understood.")
            )
    request = context["request"]
    log.error("%s %s failed", request.method, request.path, exc_info=error)
    if isinstance(error, (OperationalError, InterfaceError, *REDIS_FAULTS)):
        return status.HTTP_503_SERVICE_UNAVAILABLE, as_answer(Unavailable())
    return status.HTTP_500_INTERNAL_SERVER_ERROR, body(
        "internal", "", gettext("The site made an error. It has been logged.")
    )


def _without_echo(value: Any) -> Any:
    """The same with the middle of long texts left out: what was sent stands in some of them."""
    match value:
        case str() if len(value) > LONGEST:
            return f"{value[: LONGEST - 100]}…{value[-99:]}"
        case dict():
            return {key: _without_echo(inner) for key, inner in value.items()}
        case list():
            return [_without_echo(inner) for inner in value]
    return value


def _service(error: ServiceError) -> dict[str, Any]:
    shown = as_answer(error)
    if answers.status_of(error) == status.HTTP_429_TOO_MANY_REQUESTS:
        # What services limit is counted by person, whichever way the person came.
        shown["data"] = {"key": error.code, "seconds": None, **shown["data"]}
    return shown


def first_error(detail: Any, path: str = "") -> tuple[str, str]:
    """The first error of a form, and the path of its field."""
    if isinstance(detail, dict):
        name, inner = next(iter(detail.items()))
        if isinstance(name, int):  # a place in a list
            return first_error(inner, f"{path}[{name}]")
        name = "" if name == "non_field_errors" else str(name)
        return first_error(inner, f"{path}.{name}" if path and name else path or name)
    if isinstance(detail, list):
        place, inner = next((place, inner) for place, inner in enumerate(detail) if inner)
        return first_error(inner, f"{path}[{place}]" if isinstance(inner, dict) else path)
    return path, force_str(detail)


def _first_of_django(error: DjangoValidationError) -> tuple[str, str, str]:
    if hasattr(error, "error_dict"):
        path, errors = next(iter(error.error_dict.items()))
        return path, errors[0].messages[0], errors[0].code or "bad_value"
    first = error.error_list[0]
    return "", first.messages[0], first.code or "bad_value"


# Before a view of ours is reached


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400 outside the views: as JSON to programs, as a page to people."""
    if request.path.startswith(ROOT):
        return JsonResponse(body("bad_request", "", gettext("This request could not be understood.")), status=400)
    return defaults.bad_request(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """500 outside the views, likewise; Django has logged it."""
    if request.path.startswith(ROOT):
        return JsonResponse(body("internal", "", gettext("The site made an error. It has been logged.")), status=500)
    return defaults.server_error(request)
