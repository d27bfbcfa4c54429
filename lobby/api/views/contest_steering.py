"""Contests over HTTP, for those who steer them: how far they are, and what can be done. Everybody may read what was done."""

from __future__ import annotations

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from lobby.api.contest_steering_serializers import ContestActForm, ContestActsSerializer, ContestProgressSerializer
from lobby.api.endpoint import Endpoint
from lobby.api.limits import ContestActLimit
from lobby.api.permissions import LOOK, READ, TABLES
from lobby.api.views.contests import found_contest
from lobby.contests import oversight, services, steering
from lobby.platform.http import site_address
from lobby.platform.http.request_kinds import may_take_long
from lobby.tables.services import NotHost


class ContestActsView(Endpoint):
    """What those who steer it have done."""

    access = {"GET": LOOK, "POST": TABLES}
    limits = {"POST": ContestActLimit}

    @extend_schema(
        summary="What was done to a contest",
        description="The log of those who steer it, the latest first.",
        operation_id="contests_acts",
        responses=ContestActsSerializer,
    )
    def get(self, request: Request, contest_id: int) -> Response:
        return Response({"acts": oversight.log(found_contest(contest_id))})

    @extend_schema(
        summary="Steer a contest",
        description="For its host and co-hosts: pause it and let it go on, move its dates, remove an entrant, play a table of the last"
        " round again or make it void, write to the entrants, make a code with which many sign up from one place; for its host alone: choose"
        " co-hosts. Everybody can read it afterwards.",
        operation_id="contests_steer",
        request=ContestActForm,
        responses={204: None},
    )
    def post(self, request: Request, contest_id: int) -> Response:
        sent = self.sent(ContestActForm)
        steering.do(user=self.person, contest_id=found_contest(contest_id).pk, act=sent["act"], given=sent)
        return Response(status=status.HTTP_204_NO_CONTENT)


@may_take_long("GET")
class ContestProgressView(Endpoint):
    """How far it is."""

    access = {"GET": READ}

    @extend_schema(
        summary="How far a contest of mine is",
        description="For its host and co-hosts, while it is secret too: then without who sits where.",
        operation_id="contests_progress",
        responses=ContestProgressSerializer,
    )
    def get(self, request: Request, contest_id: int) -> Response:
        contest = found_contest(contest_id)
        if not services.steers(contest, self.person):
            raise NotHost("", services.ONLY_HOSTS)
        found = oversight.progress(contest, timezone.now())
        if found["invitation"] is not None:
            found["invitation"]["address"] = site_address.absolute(request, found["invitation"]["address"])
        return Response(found)
