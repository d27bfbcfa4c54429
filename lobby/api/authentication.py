"""Who sends a request? A program with a token in `Authorization: Bearer`, or a browser with its session and CSRF token."""

from __future__ import annotations

from django.http import HttpRequest
from rest_framework import authentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from lobby.accounts import tokens
from lobby.accounts.models import User
from lobby.accounts.tokens import ApiToken
from lobby.api.errors import BadForm, BadToken
from lobby.api.wire import token_in


class TokenAuthentication(authentication.BaseAuthentication):
    """Authenticates by token; `request.auth` is the token. A bad token is refused even where anonymous requests are allowed."""

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
    """Authenticates by Django's session. Requests that change something need the CSRF token."""

    def enforce_csrf(self, request: HttpRequest) -> None:
        try:
            super().enforce_csrf(request)  # type: ignore[arg-type]
        except PermissionDenied:
            raise BadForm from None
