"""Puzzles over HTTP: those of today, begin one, and what has become of it. The orders themselves go the way of every match."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from lobby.api.endpoint import Endpoint
from lobby.api.limits import TableLimit
from lobby.api.permissions import PLAY, READ
from lobby.api.puzzle_serializers import PuzzleForm, PuzzleSerializer, PuzzlesSerializer
from lobby.matches.errors import NotAllowed
from lobby.platform.http.request_kinds import may_take_long
from lobby.puzzles import pages, services
from lobby.puzzles.models import PuzzleTry
from lobby.puzzles.services import Progress


class PuzzlesView(Endpoint):
    """The puzzles of today."""

    access = {"GET": READ, "POST": PLAY}
    limits = {"POST": TableLimit}

    @extend_schema(
        summary="The puzzles of today, my streaks and ratings",
        description="The same puzzle for everybody; a new one at midnight UTC.",
        operation_id="puzzles_today",
        responses=PuzzlesSerializer,
    )
    def get(self, request: Request) -> Response:
        now = timezone.now()
        services.settle(self.person, now)
        shown = {"streak": pages.overall(self.person, now), "games": pages.of_games(self.person, now)}
        return Response(PuzzlesSerializer(shown).data)

    @extend_schema(
        summary="Begin a puzzle",
        description="Answers with the open match of the puzzle, if there is one.",
        operation_id="puzzles_begin",
        request=PuzzleForm,
        responses={201: PuzzleSerializer},
    )
    def post(self, request: Request) -> Response:
        asked = self.sent(PuzzleForm)
        now = timezone.now()
        game = services.game_with(asked["game"])
        day = asked.get("day")
        puzzle = services.to_practise(self.person, game, now) if day is None else services.asked(game, day, now)
        if puzzle is None:
            raise NotAllowed("game", services.ALL_TRIED)
        match = services.begin(user=self.person, game=game, puzzle=puzzle, again=asked["again"])
        progress = services.progress(user=self.person, match_id=match.pk, now=now)
        return Response(_shown(progress), status=status.HTTP_201_CREATED)


@may_take_long("GET")
class PuzzleView(Endpoint):
    """One puzzle that I have begun."""

    access = {"GET": READ}

    @extend_schema(
        summary="How my puzzle stands",
        description="Judges the first try as soon as it is decided. The answer is there from then on.",
        operation_id="puzzles_result",
        responses=PuzzleSerializer,
    )
    def get(self, request: Request, match_id: str) -> Response:
        return Response(_shown(services.progress(user=self.person, match_id=match_id, now=timezone.now())))


def _shown(progress: Progress) -> dict[str, Any]:
    scene = progress.standing.scene
    is_open = progress.first.result == PuzzleTry.Result.OPEN
    return {
        "match": progress.standing.match.pk,
        "game": progress.standing.game.id,
        "seat": progress.puzzle.seat,
        "goal": pages.said(progress, scene.goal),
        "limit": scene.limit,
        **pages.verdict(progress),
        "solution": None if is_open else progress.puzzle.solution,
    }
