"""What does the ladder offer over HTTP? Standings, a program's matches, and entries of one's own programs."""

from __future__ import annotations

from dataclasses import asdict

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from lobby.accounts.models import User
from lobby.api.endpoint import Endpoint
from lobby.api.ladder_serializers import LadderMatchesSerializer, LadderQuery, LadderSerializer, PageQuery
from lobby.api.permissions import LOOK, PLAY
from lobby.bots import programs
from lobby.ladder import services
from lobby.matches.errors import NoMatch, NotAllowed
from lobby.matches.models import Program
from lobby.platform.http.paging import ShortPaginator

A_PAGE = 50
MATCHES_A_PAGE = 30


class LadderView(Endpoint):
    """The standings."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="The ladder of a game",
        description="Programs whose rating is provisional stand below all others. At most 1000.",
        operation_id="ladder_standings",
        parameters=[LadderQuery],
        responses=LadderSerializer,
    )
    def get(self, request: Request) -> Response:
        asked = self.asked(LadderQuery)
        pages = ShortPaginator(services.standings(asked["game"], timezone.now()), A_PAGE)
        if asked["page"] > pages.num_pages:
            raise ValidationError({"page": gettext("There is no such page.")})
        page = pages.page(asked["page"])
        lines = services.lines(list(page.object_list), page.start_index())
        return Response({"pages": pages.num_pages, "results": [asdict(line) for line in lines]})


class LadderMatchesView(Endpoint):
    """Matches of a program."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="Matches of a program on the ladder",
        description="Newest first. What went wrong is told in numbers to everybody, in words to the program's owner.",
        operation_id="ladder_matches",
        parameters=[PageQuery],
        responses=LadderMatchesSerializer,
    )
    def get(self, request: Request, program_id: int) -> Response:
        try:
            program = services.shown_program(program_id)
        except NoMatch:
            raise Http404 from None
        number = self.asked(PageQuery)["page"]
        pages = ShortPaginator(services.results(program), MATCHES_A_PAGE)
        if number > pages.num_pages:
            raise ValidationError({"page": gettext("There is no such page.")})
        is_owner = self.user_id is not None and program.owner_id == self.user_id
        played = services.played(list(pages.page(number).object_list), for_owner=is_owner)
        return Response({"pages": pages.num_pages, "results": [asdict(one) for one in played]})


class EntryView(Endpoint):
    """One's own program on the ladder."""

    access = {"PUT": PLAY, "DELETE": PLAY}

    @extend_schema(
        summary="Put a program of mine on the ladder",
        description="It plays rated matches with other programs whenever the site has time. Guests have no entry.",
        operation_id="programs_enter_ladder",
        request=None,
        responses={204: None},
    )
    def put(self, request: Request, program_id: int) -> Response:
        services.enter(user=self.person, program_id=_own(self.person, program_id).pk)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="Take a program of mine off the ladder",
        description="It plays its match to the end; its rating stays.",
        operation_id="programs_leave_ladder",
        responses={204: None},
    )
    def delete(self, request: Request, program_id: int) -> Response:
        services.leave(user=self.person, program_id=_own(self.person, program_id).pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _own(person: User, program_id: int) -> Program:
    """The person's program of that id. Raises Http404."""
    try:
        return programs.own(person, program_id)
    except NotAllowed:
        raise Http404 from None
