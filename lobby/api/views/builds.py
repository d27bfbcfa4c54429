"""What can be done with builds over HTTP? Read a game's workshop, check and measure builds, keep and share them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from lobby.api.build_shapes import (
    BuildChange,
    BuildForm,
    BuildSerializer,
    GameQuery,
    JudgedMineSerializer,
    JudgedSerializer,
    JudgeForm,
    JudgeMineForm,
    MeasuredSerializer,
    MeasureForm,
    SharedSerializer,
    WorkshopSerializer,
)
from lobby.api.endpoint import Endpoint, tagged
from lobby.api.limits import BuildLimit
from lobby.api.permissions import OPEN, PLAY, READ
from lobby.builds import gallery, services
from lobby.builds.models import Build
from lobby.matches.errors import as_answer


@tagged
class WorkshopView(Endpoint):
    """What can be built for a game."""

    access = {"GET": OPEN}

    @extend_schema(summary="What can be built for a game", responses=WorkshopSerializer)
    def get(self, request: Request, game_id: str) -> Response:
        workshop = services.workshop_of(game_id)
        return Response(
            {
                "word": workshop.word,
                "name": gettext(workshop.name),
                "one": gettext(workshop.one),
                "help": gettext(workshop.help),
                "most_bytes": workshop.most_bytes,
                "description": workshop.describe({}),
            }
        )


class JudgeView(Endpoint):
    """The check of a build."""

    access = {"POST": OPEN}
    limits = {"POST": BuildLimit}

    @extend_schema(
        summary="What is wrong with a build",
        description="Nothing is kept. Every fault has the path of its place in the build.",
        request=JudgeForm,
        responses=JudgedSerializer,
    )
    def post(self, request: Request, game_id: str) -> Response:
        content, faults = services.judge(game_id=game_id, **self.sent(JudgeForm))
        return Response(
            {
                "content": content,
                "faults": [as_answer(fault) for fault in faults],
                "facts": [] if faults else services.facts(game_id, content),
            }
        )


class MeasureView(Endpoint):
    """The averages of a build."""

    access = {"POST": OPEN}
    limits = {"POST": BuildLimit}

    @extend_schema(
        summary="What a build does on average",
        description="Against one of the targets of the workshop; an unfinished build is measured as far as it goes.",
        request=MeasureForm,
        responses=MeasuredSerializer,
    )
    def post(self, request: Request, game_id: str) -> Response:
        return Response({"measured": services.measure(game_id=game_id, **self.sent(MeasureForm))})


class BuildsView(Endpoint):
    """My builds."""

    access = {"GET": READ, "POST": PLAY}
    limits = {"POST": BuildLimit}

    @extend_schema(
        summary="My builds",
        description="Last changed first.",
        operation_id="builds_list",
        parameters=[GameQuery],
        responses=BuildSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        return Response([own_build(build) for build in services.mine(self.person, self.asked(GameQuery).get("game"))])

    @extend_schema(summary="Keep a build", request=BuildForm, responses={201: BuildSerializer})
    def post(self, request: Request) -> Response:
        sent = self.sent(BuildForm)
        build = services.save(user=self.person, game_id=sent["game"], name=sent["name"], content=sent["content"])
        return Response(own_build(build), status=status.HTTP_201_CREATED)


class JudgeMineView(Endpoint):
    """My builds, each with its faults for a table."""

    access = {"POST": READ}
    limits = {"POST": BuildLimit}

    @extend_schema(
        summary="What is wrong with my builds",
        description="At a table with these options. Nothing is changed; those without faults may be brought to it.",
        request=JudgeMineForm,
        responses=JudgedMineSerializer(many=True),
    )
    def post(self, request: Request) -> Response:
        sent = self.sent(JudgeMineForm)
        judged = services.judge_mine(user=self.person, game_id=sent["game"], options=sent.get("options"))
        return Response([{"id": build.pk, "faults": [as_answer(one) for one in faults]} for build, faults in judged])


class BuildView(Endpoint):
    """One of them."""

    access = {"GET": READ, "PATCH": PLAY, "DELETE": PLAY}
    limits = {"PATCH": BuildLimit}

    @extend_schema(summary="One of my builds", responses=BuildSerializer)
    def get(self, request: Request, build_id: int) -> Response:
        return Response(own_build(services.own(self.person, build_id)))

    @extend_schema(
        summary="Change a build",
        description="What is shared and has faults afterwards is not shared any more.",
        request=BuildChange,
        responses=BuildSerializer,
    )
    def patch(self, request: Request, build_id: int) -> Response:
        return Response(own_build(services.change(user=self.person, build_id=build_id, **self.sent(BuildChange))))

    @extend_schema(summary="Keep a build no longer", responses={204: None})
    def delete(self, request: Request, build_id: int) -> Response:
        services.remove(user=self.person, build_id=build_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ShareView(Endpoint):
    """The code that shares a build."""

    access = {"PUT": PLAY, "DELETE": PLAY}
    limits = {"PUT": BuildLimit}

    @extend_schema(
        summary="Share a build", description="Only one without faults.", request=None, responses=BuildSerializer
    )
    def put(self, request: Request, build_id: int) -> Response:
        return Response(own_build(services.share(user=self.person, build_id=build_id)))

    @extend_schema(summary="Take the code back", responses=BuildSerializer)
    def delete(self, request: Request, build_id: int) -> Response:
        return Response(own_build(services.unshare(user=self.person, build_id=build_id)))


class SharedView(Endpoint):
    """A shared build."""

    access = {"GET": OPEN}

    @extend_schema(summary="A build by its code", operation_id="builds_shared", responses=SharedSerializer)
    def get(self, request: Request, code: str) -> Response:
        build = services.shared(code)
        return Response({"game": build.game, "name": build.name, "content": build.content, "code": build.code})


def own_build(build: Build) -> dict[str, Any]:
    """One of one's own builds, as answers have it."""
    return {
        "id": build.pk,
        "game": build.game,
        "name": build.name,
        "content": build.content,
        "code": build.code or None,
        "is_shown": gallery.is_shown(build),
        "created_at": build.created_at,
        "updated_at": build.updated_at,
    }
