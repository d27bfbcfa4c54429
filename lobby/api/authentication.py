"""Who asks? A program with a token in `Authorization: Bearer`, or a browser with its session and form token."""

from __future__ import annotations

from django.http import HttpRequest
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from lobby.accounts import tokens
from lobby.accounts.models import User
from lobby.accounts.tokens import ApiToken
from lobby.api.errors import BadForm, BadToken

BEARER = "bearer"


def token_in(header: str) -> str | None:
    """The token of an Authorization header; None if it names another scheme or nothing."""
    scheme, _, text = header.strip().partition(" ")
    return text.strip() if scheme.lower() == BEARER else None


class TokenAuthentication(authentication.BaseAuthentication):
    """`request.auth` is the token. A bad one is refused, even where strangers are welcome: its sender believes to be somebody."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        text = token_in(request.headers.get("Authorization", ""))
        if text is None:
            return None
        token = tokens.find(text)
        if token is None:
            raise BadToken
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class SessionAuthentication(authentication.SessionAuthentication):
    """Django's session; what changes anything must carry the form token."""

    def enforce_csrf(self, request: HttpRequest) -> None:
        try:
            super().enforce_csrf(request)  # type: ignore[arg-type]
        except PermissionDenied:
            raise BadForm from None


class TokenScheme(OpenApiAuthenticationExtension):
    """How the schema says it."""

    target_class = "lobby.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A token from /account/tokens/, with scopes."}


class SessionScheme(OpenApiAuthenticationExtension):
    """How the schema says it."""

    target_class = "lobby.api.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "A browser's session. Requests that change anything carry the form token in X-CSRFToken.",
        }
