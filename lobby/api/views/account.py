"""What does an account contain over HTTP? Name, preferences, tokens and bot accounts."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Count
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from lobby.accounts import bot_accounts, services, tokens
from lobby.accounts.models import User
from lobby.api.endpoint import Endpoint
from lobby.api.permissions import BOTS, BROWSER, READ
from lobby.api.serializers import (
    AccountForm,
    AccountSerializer,
    BotAccountForm,
    BotAccountSerializer,
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
            try:
                services.change_name(user=self.person, name=sent["name"])
            except ValidationError as error:
                raise ValidationError({"name": error}) from None
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
        return _shown_once({**tokens.as_data(token), "token": text})


class TokenView(Endpoint):
    """One of them."""

    access = {"DELETE": BROWSER}

    @extend_schema(summary="Revoke a token", description="What uses it is refused from now on.", responses={204: None})
    def delete(self, request: Request, token_id: int) -> Response:
        if not tokens.revoke_token(user=self.person, token_id=token_id):
            raise Http404
        return Response(status=status.HTTP_204_NO_CONTENT)


class BotAccountsView(Endpoint):
    """My bot accounts."""

    access = {"GET": BOTS, "POST": BOTS}

    @extend_schema(
        summary="My bot accounts",
        operation_id="bot_accounts_list",
        responses=BotAccountSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        found = bot_accounts.bot_accounts_of(self.person).annotate(token_count=Count("tokens"))
        return Response([_bot_account(bot, bot.token_count) for bot in found])

    @extend_schema(
        summary="Make a bot account",
        description="Programs play with it. Everybody sees a badge, and whose it is. It has no password: make a token for it.",
        request=BotAccountForm,
        responses={201: BotAccountSerializer},
    )
    def post(self, request: Request) -> Response:
        bot = bot_accounts.create_bot_account(owner=self.person, **self.sent(BotAccountForm))
        return Response(_bot_account(bot, 0), status=status.HTTP_201_CREATED)


class OfBotAccount(Endpoint):
    """Base of the endpoints for one of my bot accounts."""

    def bot(self, bot_id: int) -> User:
        """The bot account. Raises Http404 if I have no such account."""
        try:
            return bot_accounts.bot_account(self.person, bot_id)
        except User.DoesNotExist:
            raise Http404 from None


class BotAccountView(OfBotAccount):
    """One of them."""

    access = {"DELETE": BOTS}

    @extend_schema(
        summary="Close a bot account",
        description="Its tokens end, its seats go to bots. Matches that are over stay.",
        responses={204: None},
    )
    def delete(self, request: Request, bot_id: int) -> Response:
        bot_accounts.close_bot_account(owner=self.person, bot_id=self.bot(bot_id).pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class BotTokensView(OfBotAccount):
    """The tokens of a bot account."""

    access = {"GET": BOTS, "POST": BOTS}

    @extend_schema(
        summary="Tokens of a bot account", operation_id="bot_tokens_list", responses=TokenSerializer(many=True)
    )
    def get(self, request: Request, bot_id: int) -> Response:
        return Response([tokens.as_data(token) for token in tokens.tokens_of(self.bot(bot_id))])

    @extend_schema(
        summary="Make a token for a bot account",
        description="The answer is the only place where the token itself is ever shown.",
        request=TokenForm,
        responses={201: NewTokenSerializer},
    )
    def post(self, request: Request, bot_id: int) -> Response:
        token, text = tokens.create_token(user=self.bot(bot_id), **self.sent(TokenForm))
        return _shown_once({**tokens.as_data(token), "token": text})


class BotTokenView(OfBotAccount):
    """One of them."""

    access = {"DELETE": BOTS}

    @extend_schema(summary="Revoke a token of a bot account", responses={204: None})
    def delete(self, request: Request, bot_id: int, token_id: int) -> Response:
        if not tokens.revoke_token(user=self.bot(bot_id), token_id=token_id):
            raise Http404
        return Response(status=status.HTTP_204_NO_CONTENT)


def _shown_once(data: dict[str, Any]) -> Response:
    """Nobody keeps it, not even for a page that asks again."""
    return Response(data, status=status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})


def _bot_account(bot: User, token_count: int) -> dict[str, Any]:
    return {"id": bot.pk, "name": bot.name, "slug": bot.slug, "since": bot.date_joined, "tokens": token_count}


def _account(user: User) -> dict[str, Any]:
    return {
        "id": user.pk,
        "name": user.name,
        "username": user.username,
        "email": user.email,
        "is_guest": user.is_guest,
        "owner": user.owner.name if user.owner is not None else None,
        "slug": user.slug,
        "since": user.date_joined,
        "preferences": services.preferences_of(user),
    }
