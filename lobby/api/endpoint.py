"""What do all endpoints share? Authentication, reading of input, and paged lists. Each view adds the service that it calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, ClassVar

from allauth.core.internal.ratelimit import RateLimitUsage
from django.db.models import QuerySet
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page
from rest_framework import status
from rest_framework.exceptions import APIException, NotFound, ValidationError
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import IntegerField, Serializer
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from lobby.accounts.models import User
from lobby.api.limits import RequestLimit
from lobby.api.permissions import OPEN, Access


class Endpoint(APIView):
    """One address. `access` says who may use which method, `limits` what is counted besides all requests."""

    http_method_names = ["get", "post", "put", "patch", "delete", "head"]
    access: ClassVar[dict[str, Access]] = {}
    limits: ClassVar[dict[str, type[BaseThrottle]]] = {}
    prefix: ClassVar[str] = ""
    """The field that holds what a game judges, in front of the paths of its refusals."""
    is_tagged: ClassVar[bool] = False
    counts_refused: ClassVar[bool] = True
    """Does a request that is refused use up the limit of a page (`PageLimit`)?"""
    usage: RateLimitUsage | None = None

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Take back what a refused request has used of its limit, where that does not count."""
        if self.usage and not self.counts_refused and response.status_code >= status.HTTP_400_BAD_REQUEST:
            self.usage.rollback()
        answer: Response = super().finalize_response(request, response, *args, **kwargs)
        return answer

    def perform_authentication(self, request: Request) -> None:
        """Authenticate the request. Every request is counted here, before anything else can refuse it."""
        try:
            super().perform_authentication(request)
        except APIException:
            # A request with a bad token counts as anonymous.
            RequestLimit().allow_request(request, self)
            raise
        RequestLimit().allow_request(request, self)

    def get_throttles(self) -> list[BaseThrottle]:
        """The limit of the method besides the common one."""
        special = self.limits.get(self.request.method or "")
        return [special()] if special else []

    @property
    def user_id(self) -> int | None:
        """Id of the person who sends the request; None: anonymous."""
        return self.request.user.pk

    @property
    def person(self) -> User:
        """The person who sends the request. Only for methods whose `access` refuses anonymous requests."""
        user = self.request.user
        assert isinstance(user, User)
        return user

    def sent(self, form: type[Serializer], data: Any = None) -> dict[str, Any]:
        """The checked body, or the checked query when that is handed in; raises ValidationError."""
        read = form(data=self.request.data if data is None else data)
        read.is_valid(raise_exception=True)
        checked: dict[str, Any] = read.validated_data
        return checked

    def asked(self, form: type[Serializer]) -> dict[str, Any]:
        """The checked query of the address; raises ValidationError."""
        return self.sent(form, self.request.query_params.dict())


def tagged(view: type[Endpoint]) -> type[Endpoint]:
    """Decorator for views with large answers that are requested again: compression, ETag, and 304 if the client has the same answer.

    A browser may store what is open to everybody.
    """
    view.is_tagged = True
    stored = [cache_control(private=True, no_cache=True)] if view.access.get("GET") is OPEN else []
    packed: type[Endpoint] = method_decorator([conditional_page, *stored], name="dispatch")(view)
    return packed


class NewestFirst(CursorPagination):
    """Cursor pagination: pages stay stable while rows are added, and there is no total count."""

    ordering = ("-created_at", "-pk")
    page_size = 20
    max_page_size = 100
    page_size_query_param = "limit"

    def get_page_size(self, request: Request) -> int:
        """The requested number of rows, at most `max_page_size`. Raises ValidationError for an invalid number."""
        asked = request.query_params.get("limit")
        if asked is None:
            return self.page_size
        try:
            wanted: int = IntegerField(min_value=1).run_validation(asked)
        except ValidationError as error:
            raise ValidationError({"limit": error.detail}) from None
        return min(wanted, self.max_page_size)

    def decode_cursor(self, request: Request) -> Any:
        """The cursor of the request; its position is a time. Raises NotFound for an invalid one."""
        cursor = super().decode_cursor(request)
        if cursor is not None and cursor.position is not None and not _is_moment(str(cursor.position)):
            raise NotFound
        return cursor


def _is_moment(text: str) -> bool:
    """True for a time that the database can store in any time zone."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return False
    return moment.tzinfo is not None and 1970 < moment.year < 9999


def page_of(
    request: Request, view: APIView, rows: QuerySet[Any], show: Callable[[Sequence[Any]], Iterable[Any]]
) -> Response:
    """The requested page of `rows`, each rendered by `show`."""
    pages = NewestFirst()
    try:
        found = pages.paginate_queryset(rows, request, view=view) or []
    except NotFound:
        raise ValidationError({"cursor": gettext("This cursor is not valid.")}) from None
    return pages.get_paginated_response(list(show(found)))
