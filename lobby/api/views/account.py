"""Oneself over HTTP: who am I, and which tokens act for me?"""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from lobby.accounts import services, tokens
from lobby.accounts.models import User
from lobby.api.endpoint import Endpoint
from lobby.api.permissions import BROWSER, READ
from lobby.api.serializers import (
    AccountForm,
    AccountSerializer,
    NewTokenSerializer,
    TokenForm,
    TokenSerializer,
)


class AccountView(Endpoint):
    """Name and preferences."""

    access = {"GET": READ, "PATCH": BROWSER}

    @extend_schema(summary="Who am I?", responses=AccountSerializer)
    def get(self, request: Request) -> Response:
        return Response(_account(self.person))

    @extend_schema(summary="Change my name or preferences", request=AccountForm, responses=AccountSerializer)
    def patch(self, request: Request) -> Response:
        sent = self.sent(AccountForm)
        if "name" in sent:
            services.change_name(user=self.person, name=sent["name"])
        if "preferences" in sent:
            services.change_preferences(user=self.person, **sent["preferences"])
        return Response(_account(self.person))


class TokensView(Endpoint):
    """The tokens of a member."""

    access = {"GET": BROWSER, "POST": BROWSER}

    @extend_schema(summary="My tokens", operation_id="tokens_list", responses=TokenSerializer(many=True))
    def get(self, request: Request) -> Response:
        return Response([tokens.as_data(token) for token in tokens.tokens_of(self.person)])

    @extend_schema(
        summary="Make a token",
        description="The answer is the only place where the token itself is ever shown.",
        request=TokenForm,
        responses={201: NewTokenSerializer},
    )
    def post(self, request: Request) -> Response:
        token, text = tokens.create_token(user=self.person, **self.sent(TokenForm))
        return Response({**tokens.as_data(token), "token": text}, status=status.HTTP_201_CREATED)


class TokenView(Endpoint):
    """One of them."""

    access = {"DELETE": BROWSER}

    @extend_schema(summary="Revoke a token", description="What uses it is refused from now on.", responses={204: None})
    def delete(self, request: Request, token_id: int) -> Response:
        if not tokens.revoke_token(user=self.person, token_id=token_id):
            raise Http404
        return Response(status=status.HTTP_204_NO_CONTENT)


def _account(user: User) -> dict[str, Any]:
    return {
        "id": user.pk,
        "name": user.name,
        "username": user.username,
        "email": user.email,
        "is_guest": user.is_guest,
        "slug": user.slug,
        "since": user.date_joined,
        "preferences": services.preferences_of(user),
    }
