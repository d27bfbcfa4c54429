"""What does the schema contain besides the views' declarations? Every possible error, who may call an operation, and the socket's shapes."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import Direction
from rest_framework import status

from lobby.api.endpoint import Endpoint
from lobby.api.errors import ROOT
from lobby.api.permissions import OPEN, Access, Who
from lobby.api.serializers import ErrorSerializer
from lobby.api.shapes import protocol_components

_MEANINGS = {
    status.HTTP_400_BAD_REQUEST: "Something that was sent is wrong, or not allowed now.",
    status.HTTP_401_UNAUTHORIZED: "Log in, or send a token; or the token is not good.",
    status.HTTP_403_FORBIDDEN: "Not for this person, or not for this token.",
    status.HTTP_404_NOT_FOUND: "There is no such thing, or it is not for your eyes.",
    status.HTTP_406_NOT_ACCEPTABLE: "Answers are JSON.",
    status.HTTP_413_REQUEST_ENTITY_TOO_LARGE: "The request is too large.",
    status.HTTP_415_UNSUPPORTED_MEDIA_TYPE: "Requests are JSON.",
    status.HTTP_429_TOO_MANY_REQUESTS: "Too often: `data.key` says what is counted, `data.seconds` how long to wait.",
}


class TokenScheme(OpenApiAuthenticationExtension):
    """The schema's description of authentication by token."""

    target_class = "lobby.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A token from /account/tokens/, with scopes."}


class SessionScheme(OpenApiAuthenticationExtension):
    """The schema's description of authentication by session."""

    target_class = "lobby.api.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": "A browser's session. Requests that change anything carry the form token in X-CSRFToken.",
        }


class Schema(AutoSchema):
    """One operation, with its errors."""

    def get_tags(self) -> list[str]:
        """The noun after /api/."""
        return [self.path.removeprefix(ROOT).split("/")[0] or "api"]

    def get_description(self) -> str:  # type: ignore[override]  # as drf-spectacular has it
        """What `extend_schema` says, which comes before this; docstrings of views are for whoever reads the code."""
        return ""

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        """The description, with a sentence about who may call the operation."""
        operation: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        if operation is not None:
            operation["description"] = f"{operation.get('description', '')} {self._for_whom()}".strip()
        return operation

    def _for_whom(self) -> str:
        access = self._access()
        if access.who is Who.BROWSER:
            return f"For {access.who.value}; not for tokens."
        return f"For {access.who.value}" + (f"; a token needs the scope `{access.scope}`." if access.scope else ".")

    def get_auth(self) -> list[dict[str, list[str]]]:
        """The accepted ways of authentication: none for anonymous access, no token where only a browser is allowed."""
        access = self._access()
        ways: list[dict[str, list[str]]] = [{"session": []}]
        if access.who is not Who.BROWSER:
            ways.insert(0, {"token": [access.scope] if access.scope else []})
        return [*ways, {}] if access.who is Who.ANYBODY else ways

    def _get_response_bodies(self, direction: Direction = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        error: ResolvedComponent = self.resolve_serializer(ErrorSerializer, "response")
        if _endpoint(self.view).is_tagged:
            bodies["304"] = {"description": "Nothing has changed since the answer whose ETag If-None-Match names."}
        for code in self._errors():
            bodies[str(code)] = {
                "description": _MEANINGS[code],
                "content": {"application/json": {"schema": error.ref}},
            }
        return bodies

    def _access(self) -> Access:
        return _endpoint(self.view).access[self.method]

    def _errors(self) -> list[int]:
        access = self._access()
        # A token may be bad where no token is needed.
        codes = [status.HTTP_400_BAD_REQUEST, status.HTTP_401_UNAUTHORIZED, status.HTTP_406_NOT_ACCEPTABLE]
        codes += [status.HTTP_429_TOO_MANY_REQUESTS]
        if access != OPEN:
            codes.append(status.HTTP_403_FORBIDDEN)
        if "{" in self.path or self.method == "POST" or self.path == f"{ROOT}queue/":
            codes.append(status.HTTP_404_NOT_FOUND)
        if self.method in {"POST", "PUT", "PATCH"}:
            codes += [status.HTTP_413_REQUEST_ENTITY_TOO_LARGE, status.HTTP_415_UNSUPPORTED_MEDIA_TYPE]
        return sorted(codes)


def _endpoint(view: Any) -> Endpoint:
    assert isinstance(view, Endpoint)
    return view


def only_ours(endpoints: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Hook of the generator: keeps the endpoints of this interface, without the one that answers all other addresses."""
    return [endpoint for endpoint in endpoints if endpoint[0].startswith(ROOT) and endpoint[0] != ROOT]


def add_shapes(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Hook of the generator: adds the components that have no serializer."""
    schemas = result["components"]["schemas"]
    schemas.update(protocol_components())
    return result
