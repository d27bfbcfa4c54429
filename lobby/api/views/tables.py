"""Tables over HTTP: find one, open one, sit down, fill it, start."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

import games
from lobby.api.endpoint import Endpoint, page_of
from lobby.api.limits import TableLimit
from lobby.api.permissions import LOOK, TABLES
from lobby.api.play_serializers import MatchQuery
from lobby.api.serializers import (
    BotForm,
    InvitationSerializer,
    JoinForm,
    PageSerializer,
    ProgramForm,
    QuickForm,
    ReadyForm,
    SeatForm,
    TableForm,
    TablesQuery,
)
from lobby.api.shapes import MATCH, QUERY_OF_PAGES
from lobby.api.views.shown import cards, match_shown, visible_match
from lobby.matches import audience, entry, lists, tables
from lobby.matches.errors import NoMatch, NotAllowed, ServiceError
from lobby.matches.models import Match
from lobby.matches.terms import Settings

_AS_SENT = (
    *("bank_seconds", "clock", "kind", "rated", "visibility", "password", "min_reliability", "fixed_hour", "time_zone"),
    *("vacation_days", "spectator_delay", "press", "anonymous"),
)


class TablesView(Endpoint):
    """Open tables."""

    access = {"GET": LOOK, "POST": TABLES}
    limits = {"POST": TableLimit}
    prefix = "options"

    @extend_schema(
        summary="Open tables",
        description="Public ones, newest first; with `mine=true` those at which I sit.",
        operation_id="tables_list",
        parameters=[TablesQuery, *QUERY_OF_PAGES],
        responses=PageSerializer,
    )
    def get(self, request: Request) -> Response:
        asked = self.asked(TablesQuery)
        rows = listed(self.user_id, asked, [Match.Status.OPEN])
        return page_of(request, self, rows, lambda matches: cards(matches, self.user_id if asked["mine"] else None))

    @extend_schema(summary="Open a table", request=TableForm, responses={201: MATCH})
    def post(self, request: Request) -> Response:
        sent = self.sent(TableForm)
        if sent["game"] not in games.GAMES:
            raise NoMatch("game")
        try:
            match = tables.create_table(
                user=self.person, game_id=sent["game"], options=_options(sent), settings=_settings(sent)
            )
        except ServiceError as error:
            # The form of the site has a field for each seat, this one a list of them.
            error.path = error.path.replace("bot_", "bots.") if error.path.startswith("bot_") else error.path
            raise
        return Response(match_shown(match.pk, self.user_id, None), status=status.HTTP_201_CREATED)


class QuickMatchView(Endpoint):
    """Play at once."""

    access = {"POST": TABLES}
    limits = {"POST": TableLimit}

    @extend_schema(
        summary="Play against a bot at once",
        description="In the fewest seats, with the game's quick preset.",
        request=QuickForm,
        responses={201: MATCH},
    )
    def post(self, request: Request) -> Response:
        sent = self.sent(QuickForm)
        match = tables.quick_match(user=self.person, game_id=sent["game"], bot=sent.get("bot", ""))
        return Response(match_shown(match.pk, self.user_id, None), status=status.HTTP_201_CREATED)


class TableView(Endpoint):
    """One table; a match once it has begun."""

    access = {"GET": LOOK}

    @extend_schema(summary="A table", parameters=[MatchQuery], responses={200: MATCH})
    def get(self, request: Request, match_id: str) -> Response:
        return Response(match_shown(match_id, self.user_id, self.asked(MatchQuery).get("as")))


class TableAction(Endpoint):
    """One thing done at a table, by the service of that name. The answer is the table, or 204 when it closed."""

    access = {"POST": TABLES}
    serve: ClassVar[Callable[..., Match | None]]
    form: ClassVar[type[Serializer] | None] = None

    def post(self, request: Request, match_id: str) -> Response:
        sent = self.sent(self.form) if self.form else {}
        match = self.serve(user=self.person, match_id=match_id, **sent)
        if match is None:
            return Response(status=status.HTTP_204_NO_CONTENT)
        return Response(match_shown(match.pk, self.user_id, None))


@extend_schema(summary="Take the first free seat", request=JoinForm, responses={200: MATCH})
class JoinView(TableAction):
    """Sit down."""

    serve = staticmethod(tables.join)
    form = JoinForm


class InvitationView(Endpoint):
    """For a link that lets in."""

    access = {"GET": TABLES}

    @extend_schema(
        summary="What lets in without the password",
        description="For those who sit at the table, to give to others: `key` of `join`, and of the address of the page.",
        responses=InvitationSerializer,
    )
    def get(self, request: Request, match_id: str) -> Response:
        match = visible_match(match_id, self.user_id)
        audience.seat_held(match, list(match.seats.all()), self.person.pk)
        return Response({"key": entry.invitation(match)})


@extend_schema(
    summary="Get up", description="The last person closes the table.", request=None, responses={200: MATCH, 204: None}
)
class LeaveView(TableAction):
    """Get up."""

    serve = staticmethod(tables.leave)


@extend_schema(summary="Be willing to start, or not after all", request=ReadyForm, responses={200: MATCH})
class TableReadyView(TableAction):
    """Willing to start."""

    serve = staticmethod(tables.set_table_ready)
    form = ReadyForm


@extend_schema(summary="Ask somebody to leave (host)", request=SeatForm, responses={200: MATCH})
class KickView(TableAction):
    """Ask somebody to leave."""

    serve = staticmethod(tables.kick)
    form = SeatForm


@extend_schema(summary="Seat a bot (host)", request=BotForm, responses={200: MATCH})
class BotView(TableAction):
    """A bot in a free seat."""

    serve = staticmethod(tables.seat_bot)
    form = BotForm


@extend_schema(summary="Take a bot away (host)", request=SeatForm, responses={200: MATCH})
class UnbotView(TableAction):
    """A seat without its bot."""

    serve = staticmethod(tables.unseat_bot)
    form = SeatForm


@extend_schema(summary="Let my program play a seat", request=ProgramForm, responses={200: MATCH})
class ProgramView(TableAction):
    """My program in my seat, or, as host, in a free one."""

    serve = staticmethod(tables.seat_program)
    form = ProgramForm


@extend_schema(summary="Start the match (host)", request=None, responses={200: MATCH})
class StartView(TableAction):
    """Begin."""

    serve = staticmethod(tables.start)


def listed(user_id: int | None, asked: dict[str, Any], statuses: list[str]) -> QuerySet[Match]:
    """Public tables and matches, or one's own, that fit the query."""
    if asked["mine"]:
        rows = lists.involving(user_id, asked.get("game", "")) if user_id is not None else Match.objects.none()
    else:
        rows = lists.public(asked.get("game", ""))
    rows = rows.filter(status__in=statuses)
    return rows.filter(clock=asked["clock"]) if "clock" in asked else rows


def _options(sent: dict[str, Any]) -> dict[str, Any]:
    game = games.get(sent["game"])
    if "preset" not in sent:
        return dict(sent.get("options", {}))
    if sent["preset"] not in game.presets:
        raise NotAllowed("preset", gettext("There is no such preset."))
    return {**game.presets[sent["preset"]].options, **sent.get("options", {})}


def _settings(sent: dict[str, Any]) -> Settings:
    game = games.get(sent["game"])
    given = {name: sent[name] for name in _AS_SENT if name in sent}
    if "rest_days" in sent:
        given["rest_days"] = tuple(sorted(set(sent["rest_days"])))
    return Settings(
        seats=sent.get("seats", game.seats[0]),
        step_seconds=sent.get("step_seconds", game.step_seconds),
        bots=sent.get("bots", {}),
        **given,
    )
