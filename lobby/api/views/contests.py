"""Contests over HTTP: announce one, enter, check in, challenge an organiser's program, see how it stands.

What is answered about a contest comes from `lobby.contests.serializers` alone, which keeps its secrets.
"""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

import games
from lobby.api.contest_results_serializers import ContestResultsSerializer
from lobby.api.contest_serializers import (
    AllStandingsSerializer,
    ContestChallengeForm,
    ContestForm,
    ContestMatchSerializer,
    ContestPageSerializer,
    ContestSerializer,
    ContestsQuery,
    ContestTablesSerializer,
    EntrantSerializer,
    EntryForm,
    OwnResultsSerializer,
    WholeContestSerializer,
    WithdrawQuery,
)
from lobby.api.contest_version_serializers import OwnChallengesSerializer
from lobby.api.endpoint import Endpoint, page_of
from lobby.api.limits import ContestActLimit, ContestLimit
from lobby.api.permissions import LOOK, READ, TABLES
from lobby.api.shapes import QUERY_OF_PAGES
from lobby.api.views.tables import options_of
from lobby.clubs import reading as clubs
from lobby.clubs.holding import NoClub
from lobby.contests import plans, result_files, serializers, services
from lobby.contests.models import Contest
from lobby.contests.plans import Plan, StagePlan
from lobby.matches.errors import NoGame, NotAllowed
from lobby.platform.http.request_kinds import may_take_long

_AS_SENT = (
    *("name", "note", "game", "who", "step_seconds", "bank_seconds", "budget", "per_person", "most"),
    *("closes_at", "starts_at", "check_in_minutes", "time_zone", "code", "is_seeded"),
    *("team_least", "team_most"),
)
_RULES = tuple(plans.LIMITS)


class ContestsView(Endpoint):
    """All contests."""

    access = {"GET": LOOK, "POST": TABLES}
    limits = {"POST": ContestLimit}
    counts_refused = False
    prefix = "options"

    @extend_schema(
        summary="Contests",
        description="The one that was announced last comes first.",
        operation_id="contests_list",
        parameters=[ContestsQuery, *QUERY_OF_PAGES],
        responses=ContestPageSerializer,
    )
    def get(self, request: Request) -> Response:
        rows, now = serializers.listed().filter(**self.asked(ContestsQuery)).prefetch_related("stages"), timezone.now()
        return page_of(request, self, rows, lambda found: [serializers.facts(one, now) for one in found])

    @extend_schema(
        summary="Announce a contest",
        description="I am its host. Guests announce none.",
        operation_id="contests_create",
        request=ContestForm,
        responses={201: ContestSerializer},
    )
    def post(self, request: Request) -> Response:
        sent = self.sent(ContestForm)
        plan = plan_of(sent)
        try:
            contest = services.create_contest(user=self.person, plan=plan)
        except NotAllowed as error:
            if "plan" in sent and error.path.startswith("stages"):
                error.path = "plan"
            raise
        return Response(serializers.facts(contest, timezone.now()), status=status.HTTP_201_CREATED)


class ContestView(Endpoint):
    """One contest."""

    access = {"GET": LOOK, "DELETE": TABLES}
    limits = {"DELETE": ContestActLimit}

    @extend_schema(
        summary="A contest and its entrants", operation_id="contests_retrieve", responses=WholeContestSerializer
    )
    def get(self, request: Request, contest_id: int) -> Response:
        contest = found_contest(contest_id)
        return Response(
            {"contest": serializers.facts(contest, timezone.now()), "entrants": serializers.entrants(contest)}
        )

    @extend_schema(
        summary="Cancel a contest",
        description="For its host. It ends without a result.",
        operation_id="contests_cancel",
        responses={204: None},
    )
    def delete(self, request: Request, contest_id: int) -> Response:
        services.cancel(user=self.person, contest_id=found_contest(contest_id).pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ContestEntryView(Endpoint):
    """My part in it."""

    access = {"PUT": TABLES, "DELETE": TABLES}
    limits = {"PUT": ContestActLimit, "DELETE": ContestActLimit}

    @extend_schema(
        summary="Enter a contest",
        description="Myself, or with a program of mine. Guests cannot enter.",
        operation_id="contests_enter",
        request=EntryForm,
        responses={200: EntrantSerializer},
    )
    def put(self, request: Request, contest_id: int) -> Response:
        sent = self.sent(EntryForm)
        entrant = services.enter(
            user=self.person,
            contest_id=found_contest(contest_id).pk,
            program_id=sent["program"],
            is_organiser=sent["organiser"],
            shows_text=sent["shows_text"],
            code=sent["code"],
        )
        return Response(serializers.entrant(entrant))

    @extend_schema(
        summary="Withdraw from a contest",
        description="Whoever withdraws while it runs forfeits what follows.",
        operation_id="contests_withdraw",
        parameters=[WithdrawQuery],
        responses={204: None},
    )
    def delete(self, request: Request, contest_id: int) -> Response:
        program = self.asked(WithdrawQuery).get("program")
        services.withdraw(user=self.person, contest_id=found_contest(contest_id).pk, program_id=program)
        return Response(status=status.HTTP_204_NO_CONTENT)


class CheckInView(Endpoint):
    """I am there."""

    access = {"POST": TABLES}
    limits = {"POST": ContestActLimit}

    @extend_schema(
        summary="Check in",
        description="With everything that I have entered, between `check_in_at` and `starts_at`.",
        operation_id="contests_check_in",
        request=None,
        responses={204: None},
    )
    def post(self, request: Request, contest_id: int) -> Response:
        services.check_in(user=self.person, contest_id=found_contest(contest_id).pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ContestChallengeView(Endpoint):
    """A match against an organiser's program."""

    access = {"GET": READ, "POST": TABLES}
    limits = {"POST": ContestActLimit}

    @extend_schema(
        summary="My last challenges in a contest",
        description="Matches against organisers' programs, the newest first.",
        operation_id="contests_challenges",
        responses=OwnChallengesSerializer,
    )
    def get(self, request: Request, contest_id: int) -> Response:
        found = serializers.challenges(found_contest(contest_id), self.user_id)
        return Response({"left_today": services.challenges_left(self.person, timezone.now()), "challenges": found})

    @extend_schema(
        summary="Challenge an organiser's program",
        description="The match begins at once and counts for nothing.",
        operation_id="contests_challenge",
        request=ContestChallengeForm,
        responses={201: ContestMatchSerializer},
    )
    def post(self, request: Request, contest_id: int) -> Response:
        sent = self.sent(ContestChallengeForm)
        match = services.challenge(
            user=self.person,
            contest_id=found_contest(contest_id).pk,
            entrant_id=sent["entrant"],
            program_id=sent["program"],
        )
        return Response({"match": match.pk}, status=status.HTTP_201_CREATED)


@may_take_long("GET")
class ContestStandingsView(Endpoint):
    """How it stands."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="Standings of a contest",
        description="Of every stage that has begun; nothing while they are secret.",
        operation_id="contests_standings",
        responses=AllStandingsSerializer,
    )
    def get(self, request: Request, contest_id: int) -> Response:
        contest = found_contest(contest_id)
        found = serializers.standings(contest, timezone.now())
        return Response({"is_released": serializers.is_released(contest), "standings": found})


@may_take_long("GET")
class ContestTablesView(Endpoint):
    """Who meets whom."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="Tables of a contest",
        description="All that were paired; nothing while they are secret.",
        operation_id="contests_tables",
        responses=ContestTablesSerializer,
    )
    def get(self, request: Request, contest_id: int) -> Response:
        contest = found_contest(contest_id)
        return Response({"is_released": serializers.is_released(contest), "tables": serializers.tables(contest)})


class OwnResultsView(Endpoint):
    """How I did."""

    access = {"GET": READ}

    @extend_schema(
        summary="My own results in a contest",
        description="Of games that are over, with the matches to replay; also while the contest is secret.",
        operation_id="contests_own",
        responses=OwnResultsSerializer,
    )
    def get(self, request: Request, contest_id: int) -> Response:
        return Response({"results": serializers.own(found_contest(contest_id), self.user_id)})


@may_take_long("GET")
class ContestResultsView(Endpoint):
    """Everything."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="All that may be known of a contest",
        description="Terms, entrants, standings, tables and the log of those who steer it as one document.",
        operation_id="contests_results",
        responses=ContestResultsSerializer,
    )
    def get(self, request: Request, contest_id: int) -> Response:
        return Response(result_files.results_of(found_contest(contest_id), timezone.now()))


def found_contest(contest_id: int) -> Contest:
    """A contest of an installed game. Raises NoContest."""
    contest: Contest | None = serializers.listed().filter(pk=contest_id).first()
    if contest is None:
        raise services.NoContest
    return contest


def plan_of(sent: dict[str, Any]) -> Plan:
    """The contest that a form describes. Raises NoGame, or NotAllowed with the name of the field."""
    if sent["game"] not in games.GAMES:
        raise NoGame("game")
    if "plan" in sent and "stages" in sent:
        raise NotAllowed("stages", gettext("Send a plan or stages, not both."))
    _check_entry(sent)
    game, options = games.get(sent["game"]), options_of(sent)
    maps = sent.get("maps", [])
    seats = plans.sizes(game, options, maps) or game.seats if "table_size" not in sent else game.seats
    is_of_programs = sent["who"] == Contest.Who.PROGRAMS
    size = sent.get("table_size", plans.chain_size(seats) if "plan" in sent else seats[0])
    return Plan(
        opens_at=sent.get("opens_at", timezone.now()),
        options=options,
        maps=maps,
        table_size=size,
        by_list="listed" in sent,
        listed=sent.get("listed", ()),
        club_id=_club(sent["club"]) if "club" in sent else None,
        stages=plans.chain_for(size) if "plan" in sent else [_stage(one) for one in sent.get("stages", [])],
        evening=sent.get("evening", plans.EVENING if "plan" in sent and is_of_programs else None),
        **{name: sent[name] for name in _AS_SENT},
    )


def _check_entry(sent: dict[str, Any]) -> None:
    """What an entry needs is there, or nobody would have to know the code that was lost. Raises NotAllowed with the name of the field."""
    given = {"code": bool(sent["code"]), "list": "listed" in sent, "club": "club" in sent}
    entry = sent.get("entry")
    if entry in given and not given[entry]:
        raise NotAllowed("listed" if entry == "list" else entry, gettext("Needed for this kind of entry."))
    if entry is not None and any(is_given for name, is_given in given.items() if name != entry):
        raise NotAllowed("entry", gettext("Choose one: a code, a list or a club."))


def _club(slug: str) -> int:
    """The id of the club; its absence is a mistake in this field."""
    try:
        return clubs.find(slug).pk
    except NoClub:
        raise NoClub("club") from None


def _stage(sent: dict[str, Any]) -> StagePlan:
    rest = {name: value for name, value in sent.items() if name not in _RULES}
    return StagePlan(rules={name: sent[name] for name in _RULES if name in sent}, **rest)
