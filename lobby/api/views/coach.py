"""What can be learnt from one's own match over HTTP, after its end? What a strong bot would have ordered, and where it turned."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from lobby.api.endpoint import Endpoint
from lobby.api.limits import CoachLimit, TrialLimit
from lobby.api.permissions import PLAY, READ
from lobby.api.play_serializers import AdviceQuery, CoachQuery
from lobby.api.shapes import ADVICE, STUDY
from lobby.bots import coach
from lobby.platform.http.request_kinds import may_take_long


@may_take_long("GET")
class AdviceView(Endpoint):
    """What the strongest built-in bot orders at a step of my finished match."""

    access = {"GET": READ}
    limits = {"GET": CoachLimit}

    @extend_schema(
        summary="What a strong bot would have ordered in my place",
        description="Of my own match, when it is over, from what my seat saw at that step alone: the bot remembers no earlier steps.",
        parameters=[AdviceQuery],
        responses={(200, "application/json"): ADVICE},
    )
    def get(self, request: Request, match_id: str) -> Response:
        asked = self.asked(AdviceQuery)
        return Response(coach.advice(user=self.person, match_id=match_id, seat=asked.get("seat"), step=asked["step"]))


class StudyView(Endpoint):
    """Where my finished match turned: a job like a trial."""

    access = {"GET": READ, "POST": PLAY, "DELETE": PLAY}
    limits = {"POST": TrialLimit}

    @extend_schema(
        summary="How the study of my match stands, and what it has found",
        description="`status` is `none` if there is none; it is kept for an hour after its end, or until I begin a trial or another study.",
        operation_id="matches_study",
        parameters=[CoachQuery],
        responses={(200, "application/json"): STUDY},
    )
    def get(self, request: Request, match_id: str) -> Response:
        return Response(coach.study_of(user=self.person, match_id=match_id, seat=self._seat()))

    @extend_schema(
        summary="Find where my match turned",
        description="The site plays on from positions that my seat could have been in, and compares how that ends. The answer comes at once. "
        "A person has one trial or study at a time.",
        operation_id="matches_study_begin",
        parameters=[CoachQuery],
        request=None,
        responses={(202, "application/json"): STUDY},
    )
    def post(self, request: Request, match_id: str) -> Response:
        begun = coach.begin_study(user=self.person, match_id=match_id, seat=self._seat())
        return Response(begun, status=status.HTTP_202_ACCEPTED)

    @extend_schema(
        summary="Cancel the study of my match",
        description="What it has found can still be read.",
        operation_id="matches_study_cancel",
        parameters=[CoachQuery],
        responses={204: None},
    )
    def delete(self, request: Request, match_id: str) -> Response:
        coach.cancel_study(user=self.person, match_id=match_id, seat=self._seat())
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _seat(self) -> int | None:
        seat: int | None = self.asked(CoachQuery).get("seat")
        return seat
