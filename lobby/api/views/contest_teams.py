"""Teams of contests over HTTP: found one, ask and answer, hand in programs, choose which one plays."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from lobby.accounts.models import User
from lobby.api.endpoint import Endpoint
from lobby.api.limits import ContestActLimit
from lobby.api.permissions import READ, TABLES
from lobby.api.team_serializers import OwnTeamSerializer, TeamActForm
from lobby.api.views.contests import found_contest
from lobby.contests import serializers, teams
from lobby.contests.models import Contest
from lobby.contests.team_pages import own_team


class ContestTeamView(Endpoint):
    """Mine."""

    access = {"GET": READ, "POST": TABLES}
    limits = {"POST": ContestActLimit}

    @extend_schema(
        summary="My team in a contest",
        description="With its programs and who is asked, or the teams that ask me.",
        operation_id="contests_team",
        responses=OwnTeamSerializer,
    )
    def get(self, request: Request, contest_id: int) -> Response:
        return Response(_own_team(found_contest(contest_id), self.person))

    @extend_schema(
        summary="Do something about my team",
        description="Everybody: found a team, accept or decline, hand in a program of theirs or take it back, leave. The captain: ask, remove, make"
        " somebody else captain, choose the program that plays, which enters the team. The answer is my team afterwards.",
        operation_id="contests_team_act",
        request=TeamActForm,
        responses={200: OwnTeamSerializer},
    )
    def post(self, request: Request, contest_id: int) -> Response:
        sent, contest = self.sent(TeamActForm), found_contest(contest_id)
        teams.do(user=self.person, contest_id=contest.pk, act=sent["act"], given=sent)
        return Response(_own_team(contest, self.person))


def _own_team(contest: Contest, person: User) -> serializers.Data:
    found = own_team(contest, person)
    return {
        "team": serializers.team(found.get("team")),
        "is_captain": found.get("is_captain", False),
        "is_entered": found.get("is_in", False),
        "asked": found.get("asked", []),
        "invited": found.get("invited", []),
        "programs": found.get("versions", []),
    }
