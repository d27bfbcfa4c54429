"""Challenges over HTTP: ask somebody for a match; accept, decline, withdraw."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

import games
from lobby.accounts import services as people
from lobby.accounts.models import User
from lobby.api.challenge_serializers import (
    ChallengeForm,
    ChallengeSerializer,
    ChallengesSerializer,
    DeclineForm,
)
from lobby.api.endpoint import Endpoint
from lobby.api.limits import TableLimit
from lobby.api.permissions import READ, TABLES
from lobby.api.shapes import MATCH
from lobby.api.views.shown import match_shown
from lobby.api.views.tables import chosen_of, with_paths_of
from lobby.matches.errors import NoGame, NoMatch, ServiceError
from lobby.matches.people import PersonalChallenge
from lobby.tables import challenges


class ChallengesView(Endpoint):
    """Who asks whom."""

    access = {"GET": READ, "POST": TABLES}
    limits = {"POST": TableLimit}
    prefix = "options"

    @extend_schema(
        summary="Challenges to me and by me",
        description="Open ones; of mine also those that were declined or have lapsed within a day.",
        operation_id="challenges_list",
        responses=ChallengesSerializer,
    )
    def get(self, request: Request) -> Response:
        person_id = self.person.pk
        return Response(
            {
                "received": [shown(one) for one in challenges.received(person_id)],
                "made": [shown(one) for one in challenges.made(person_id)],
            }
        )

    @extend_schema(
        summary="Challenge somebody",
        description="Opens a table at which only that player may sit down. The match begins when they accept.",
        request=ChallengeForm,
        responses={201: ChallengeSerializer},
    )
    def post(self, request: Request) -> Response:
        sent = self.sent(ChallengeForm)
        if sent["game"] not in games.GAMES:
            raise NoGame("game")
        try:
            opponent = people.person(sent["player"])
        except User.DoesNotExist:
            raise NoMatch("player") from None
        try:
            options, settings = chosen_of(sent)
            made = challenges.challenge(
                user=self.person, opponent=opponent, game_id=sent["game"], options=options, settings=settings
            )
        except ServiceError as error:
            raise with_paths_of(error) from None
        return Response(shown(made), status=status.HTTP_201_CREATED)


class ChallengeView(Endpoint):
    """One of mine."""

    access = {"DELETE": TABLES}

    @extend_schema(summary="Withdraw a challenge of mine", responses={204: None})
    def delete(self, request: Request, challenge_id: str) -> Response:
        challenges.withdraw(user=self.person, challenge_id=challenge_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class AcceptView(Endpoint):
    """Yes."""

    access = {"POST": TABLES}

    @extend_schema(summary="Accept a challenge", request=None, responses={200: MATCH})
    def post(self, request: Request, challenge_id: str) -> Response:
        match = challenges.accept(user=self.person, challenge_id=challenge_id)
        return Response(match_shown(match.pk, self.user_id, None))


class DeclineView(Endpoint):
    """No."""

    access = {"POST": TABLES}

    @extend_schema(summary="Decline a challenge", request=DeclineForm, responses={204: None})
    def post(self, request: Request, challenge_id: str) -> Response:
        challenges.decline(user=self.person, challenge_id=challenge_id, **self.sent(DeclineForm))
        return Response(status=status.HTTP_204_NO_CONTENT)


def shown(one: PersonalChallenge) -> dict[str, Any]:
    """A challenge as JSON, for either of its people."""
    match = one.match
    return {
        "id": one.pk,
        "game": one.game,
        "status": one.status,
        "why": one.why if one.status == PersonalChallenge.Status.DECLINED else None,
        "challenger": _player(one.challenger),
        "challenged": _player(one.challenged),
        "rated": match is not None and match.rated,
        "clock": None if match is None else match.clock,
        "step_seconds": None if match is None else match.step_seconds,
        "created_at": one.created_at,
    }


def _player(user: User) -> dict[str, Any]:
    return {"name": str(user), "slug": user.slug, "is_bot": user.is_bot}
