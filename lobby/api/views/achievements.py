"""What can be read about achievements and paths over HTTP? Those there are, those of a person, and what a match has brought."""

from __future__ import annotations

from dataclasses import asdict

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

import games
from lobby.achievements import path_progress, reading
from lobby.api.achievement_serializers import (
    AchievementSerializer,
    EarnedSerializer,
    ShelfSerializer,
    StopSerializer,
)
from lobby.api.endpoint import Endpoint, tagged
from lobby.api.permissions import LOOK
from lobby.api.views.players import person_called
from lobby.api.views.shown import visible_match
from lobby.fog import audience


class SiteAchievementsView(Endpoint):
    """The achievements of the site."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="Achievements in all games",
        operation_id="achievements_list",
        responses=AchievementSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        return Response([asdict(one) for one in reading.of_game("", self.user_id)])


@tagged
class GameAchievementsView(Endpoint):
    """The achievements of a game."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="Achievements of a game, with what you have of them",
        operation_id="games_achievements",
        responses=AchievementSerializer(many=True),
    )
    def get(self, request: Request, game_id: str) -> Response:
        return Response([asdict(one) for one in reading.of_game(_known(game_id), self.user_id)])


@tagged
class PathView(Endpoint):
    """The path of a game."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="The path of a game: bots one after the other, with your stars",
        operation_id="games_path",
        responses=StopSerializer(many=True),
    )
    def get(self, request: Request, game_id: str) -> Response:
        return Response([asdict(one) for one in path_progress.of(_known(game_id), self.user_id)])


class PlayerAchievementsView(Endpoint):
    """What a person has achieved."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="Achievements of a person", operation_id="players_achievements", responses=ShelfSerializer(many=True)
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response([asdict(one) for one in reading.of_person(person_called(slug), self.user_id)])


class MatchAchievementsView(Endpoint):
    """What a match has brought you."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="What you have achieved with a match",
        description="A match is looked through a moment after its end.",
        operation_id="matches_achievements",
        responses=EarnedSerializer,
    )
    def get(self, request: Request, match_id: str) -> Response:
        match = visible_match(match_id, self.user_id)
        if self.user_id is None or not audience.is_over(match):
            return Response({"is_counted": False, "earned": [], "stop": None})
        key = path_progress.stop_of(match, list(match.seats.all()))
        stop = next((one for one in path_progress.of(match.game, self.user_id) if one.key == key), None)
        return Response(
            {
                "is_counted": reading.is_counted(match_id),
                "earned": [asdict(one) for one in reading.earned_in(match_id, self.user_id)],
                "stop": stop and asdict(stop),
            }
        )


def _known(game_id: str) -> str:
    if game_id not in games.GAMES:
        raise Http404
    return game_id
