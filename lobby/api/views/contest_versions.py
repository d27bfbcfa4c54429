"""Contests over HTTP, for authors of programs: hand in a new version while the race runs, read organisers' programs that are open."""

from __future__ import annotations

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from lobby.api.contest_version_serializers import (
    HandInForm,
    HandInsSerializer,
    OpenProgramSerializer,
    VersionsOfEntrantSerializer,
)
from lobby.api.endpoint import Endpoint
from lobby.api.limits import ContestActLimit
from lobby.api.permissions import LOOK, READ, TABLES
from lobby.api.views.contests import found_contest
from lobby.contests import hand_ins, serializers


class HandInsView(Endpoint):
    """My versions."""

    access = {"GET": READ, "POST": TABLES}
    limits = {"POST": ContestActLimit}

    @extend_schema(
        summary="Versions of my programs in a contest",
        description="Of each program of mine that takes part, the newest first.",
        operation_id="contests_versions",
        responses=HandInsSerializer,
    )
    def get(self, request: Request, contest_id: int) -> Response:
        contest = found_contest(contest_id)
        is_open = hand_ins.is_open(contest, timezone.now())
        return Response({"is_open": is_open, "entrants": serializers.versions(contest, self.user_id)})

    @extend_schema(
        summary="Hand in a version",
        description="A program of mine is the newest version of an entrant of mine and counts from the next evening on, before the start at once,"
        " until `frozen_at`."
        " The program of an earlier version goes back to that one.",
        operation_id="contests_hand_in",
        request=HandInForm,
        responses={201: VersionsOfEntrantSerializer},
    )
    def post(self, request: Request, contest_id: int) -> Response:
        contest, sent = found_contest(contest_id), self.sent(HandInForm)
        hand_ins.hand_in(
            user=self.person, contest_id=contest.pk, entrant_id=sent["entrant"], program_id=sent["program"]
        )
        mine = serializers.versions(contest, self.user_id)
        answer = next(one for one in mine if one["entrant"]["id"] == sent["entrant"])
        return Response(answer, status=status.HTTP_201_CREATED)


class OpenProgramView(Endpoint):
    """Its text."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="The text of an organiser's program",
        description="Of one whose `shows_text` is true; every other one is not found.",
        operation_id="contests_program",
        responses=OpenProgramSerializer,
    )
    def get(self, request: Request, contest_id: int, entrant_id: int) -> Response:
        found = serializers.open_text(found_contest(contest_id), entrant_id)
        if found is None:
            raise Http404
        return Response(found)
