"""What can be read about matches over HTTP? Lists, what an audience may see, and records."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from lobby.api.endpoint import Endpoint, page_of, tagged
from lobby.api.permissions import LOOK
from lobby.api.play_serializers import FramesQuery, MatchQuery, ViewQuery
from lobby.api.serializers import MatchesQuery, PageSerializer
from lobby.api.shapes import EVENTS, FRAMES, MATCH, MATCH_RECORD, QUERY_OF_PAGES, STATISTICS, VIEW
from lobby.api.views.shown import cards, match_shown, seen_by_default, view_shown, visible_match
from lobby.api.views.tables import listed
from lobby.matches.models import GOES_ON, OVER
from lobby.platform.http.request_kinds import may_take_long
from lobby.watch import replay, statistics

BEGUN = GOES_ON | OVER


class MatchesView(Endpoint):
    """Matches that have begun."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="Matches",
        description="Public ones, newest first; with `mine=true` those in which I sit, and whether they wait for me.",
        operation_id="matches_list",
        parameters=[MatchesQuery, *QUERY_OF_PAGES],
        responses=PageSerializer,
    )
    def get(self, request: Request) -> Response:
        asked = self.asked(MatchesQuery)
        statuses = [asked["status"]] if "status" in asked else list(BEGUN)
        rows = listed(self.user_id, asked, statuses)
        return page_of(request, self, rows, lambda matches: cards(matches, self.user_id if asked["mine"] else None))


class MatchView(Endpoint):
    """One match, without its positions."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="A match: who plays, who is awaited, how it ended",
        description="`info` and `status` as in the messages `match` and `status` of the socket. Once it is over, `you`, `yours` and "
        "`seat_seed` also tell of seats that programs of mine played.",
        parameters=[MatchQuery],
        responses={200: MATCH},
    )
    def get(self, request: Request, match_id: str) -> Response:
        return Response(match_shown(match_id, self.user_id, self.asked(MatchQuery).get("as")))


@tagged
class PositionView(Endpoint):
    """The view of an audience at a step."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="The view of an audience at a step",
        description="By default the newest that this audience may have. Constant keys are in `view` too.",
        parameters=[ViewQuery],
        responses={200: VIEW},
    )
    def get(self, request: Request, match_id: str) -> Response:
        asked = self.asked(ViewQuery)
        return Response(view_shown(match_id, self.user_id, asked.get("as"), asked.get("step")))


@may_take_long("GET")
@tagged
class FramesView(Endpoint):
    """Frames of an audience."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="Frames of an audience, one after the other",
        description=f"At most {replay.FRAMES_AT_ONCE} at once; `count` says how many there are. With an ETag.",
        parameters=[FramesQuery],
        responses={200: FRAMES},
    )
    def get(self, request: Request, match_id: str) -> Response:
        return Response(_frames(self, match_id))


@may_take_long("GET")
@tagged
class EventsView(Endpoint):
    """Events that an audience saw."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="Events that an audience saw, by step",
        description=f"At most {replay.FRAMES_AT_ONCE} steps at once. With an ETag.",
        parameters=[FramesQuery],
        responses={200: EVENTS},
    )
    def get(self, request: Request, match_id: str) -> Response:
        shown = _frames(self, match_id)
        steps = [{"step": frame["step"], "events": frame["events"]} for frame in shown["frames"]]
        return Response({"steps": steps, "count": shown["count"]})


@may_take_long("GET")
@tagged
class ReplayView(Endpoint):
    """The record of a match that is over."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="The record of a match that is over",
        description="Options, seed and all orders: enough to play it again to the byte. `yours` are the seats in which I "
        "sat or that programs of mine played. Closed until the end. With an ETag.",
        responses={200: MATCH_RECORD},
    )
    def get(self, request: Request, match_id: str) -> Response:
        return Response(replay.record_of_owners(visible_match(match_id, self.user_id), self.user_id))


@may_take_long("GET")
@tagged
class StatisticsView(Endpoint):
    """What made a finished match, in numbers."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="Points by source, luck and spending of a match that is over",
        description="With an ETag.",
        responses={(200, "application/json"): STATISTICS},
    )
    def get(self, request: Request, match_id: str) -> Response:
        return Response(statistics.of_match(visible_match(match_id, self.user_id)))


def _frames(view: Endpoint, match_id: str) -> dict[str, Any]:
    asked = view.asked(FramesQuery)
    match = visible_match(match_id, view.user_id)
    seen_as = seen_by_default(match, view.user_id, asked.get("as"))
    return replay.frames(match, view.user_id, seen_as, asked.get("first"), asked.get("last"), for_owners=True)
