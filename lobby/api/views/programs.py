"""One's own programs over HTTP: which are there to play a seat?"""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

import games
from lobby.api.endpoint import Endpoint
from lobby.api.permissions import READ
from lobby.api.serializers import ProgramSerializer
from lobby.matches import tables


class ProgramsView(Endpoint):
    """The programs that a person has brought."""

    access = {"GET": READ}

    @extend_schema(
        summary="My programs",
        description="By game, newest first. Their ids are what a seat of a table takes; they are written on the site.",
        operation_id="programs_list",
        responses=ProgramSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        mine = [one for game in games.all_games() for one in tables.programs_of(self.person.pk, game)]
        return Response(
            [{"id": one.pk, "game": one.game, "name": one.name, "created_at": one.created_at} for one in mine]
        )
