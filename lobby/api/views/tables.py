"""What can be done at a table over HTTP? Find or open one, join, fill seats, start."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
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
from lobby.api.limits import LengthLimit, TableLimit
from lobby.api.permissions import LOOK, TABLES
from lobby.api.play_serializers import MatchQuery
from lobby.api.serializers import (
    BotForm,
    InvitationSerializer,
    JoinForm,
    LengthSerializer,
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
from lobby.builds.admission import NotAdmitted
from lobby.clubs import reading as clubs
from lobby.fog import audience
from lobby.matches import length, terms
from lobby.matches.errors import NoGame, NotAllowed, ServiceError
from lobby.matches.models import Match
from lobby.matches.terms import Settings
from lobby.pages import lists
from lobby.tables import entry
from lobby.tables import services as tables

_AS_SENT = (
    *("bank_seconds", "clock", "kind", "rated", "visibility", "password", "min_reliability", "fixed_hour", "time_zone"),
    *("vacation_days", "spectator_delay", "spectators_see_all", "press", "anonymous"),
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
            raise NoGame("game")
        try:
            options, settings = chosen_of(sent)
            match = tables.create_table(user=self.person, game_id=sent["game"], options=options, settings=settings)
        except ServiceError as error:
            raise with_paths_of(error) from None
        return Response(match_shown(match.pk, self.user_id, None), status=status.HTTP_201_CREATED)


class LengthView(Endpoint):
    """How long a match would last."""

    access = {"POST": TABLES}
    limits = {"POST": LengthLimit}
    prefix = "options"

    @extend_schema(
        summary="How long a match lasts at most",
        description="Takes the form of a new table and opens none.",
        request=TableForm,
        responses=LengthSerializer,
    )
    def post(self, request: Request) -> Response:
        sent = self.sent(TableForm)
        if sent["game"] not in games.GAMES:
            raise NoGame("game")
        game = games.get(sent["game"])
        options, chosen = chosen_of(sent)
        chosen = terms.settled(chosen)
        terms.check_settings(game, chosen)
        most = length.longest(game, game.check_options(options, chosen.seats), chosen)
        if most is None:
            return Response({"rounds": None, "steps": None, "seconds": None, "text": ""})
        return Response({**asdict(most), "text": length.in_words(most, chosen)})


class QuickMatchView(Endpoint):
    """A quick match against a bot."""

    access = {"POST": TABLES}
    limits = {"POST": TableLimit}

    @extend_schema(
        summary="Play against a bot at once",
        description="In the fewest seats, with the game's quick preset, or as a stop of its path says.",
        request=QuickForm,
        responses={201: MATCH},
    )
    def post(self, request: Request) -> Response:
        sent = self.sent(QuickForm)
        match = tables.quick_match(
            user=self.person, game_id=sent["game"], bot=sent.get("bot", ""), stop=sent.get("stop", "")
        )
        return Response(match_shown(match.pk, self.user_id, None), status=status.HTTP_201_CREATED)


class TableView(Endpoint):
    """One table; a match once it has begun."""

    access = {"GET": LOOK}

    @extend_schema(summary="A table", parameters=[MatchQuery], responses={200: MATCH})
    def get(self, request: Request, match_id: str) -> Response:
        return Response(match_shown(match_id, self.user_id, self.asked(MatchQuery).get("as")))


class TableAction(Endpoint):
    """Base of the actions at a table: calls a service. The answer is the table, or 204 if it was closed."""

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
    """Join."""

    serve = staticmethod(tables.join)
    form = JoinForm


class InvitationView(Endpoint):
    """The key of an invitation link."""

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
    """Leave."""

    serve = staticmethod(tables.leave)


@extend_schema(summary="Be ready to start, or not ready", request=ReadyForm, responses={200: MATCH})
class TableReadyView(TableAction):
    """Readiness to start."""

    serve = staticmethod(tables.set_table_ready)
    form = ReadyForm


@extend_schema(summary="Ask somebody to leave (host)", request=SeatForm, responses={200: MATCH})
class KickView(TableAction):
    """Removal of a person by the host."""

    serve = staticmethod(tables.kick)
    form = SeatForm


@extend_schema(summary="Seat a bot (host)", request=BotForm, responses={200: MATCH})
class BotView(TableAction):
    """Seating a bot."""

    serve = staticmethod(tables.seat_bot)
    form = BotForm


@extend_schema(summary="Take a bot away (host)", request=SeatForm, responses={200: MATCH})
class UnbotView(TableAction):
    """Removing a bot."""

    serve = staticmethod(tables.unseat_bot)
    form = SeatForm


@extend_schema(summary="Let my program play a seat", request=ProgramForm, responses={200: MATCH})
class ProgramView(TableAction):
    """Seating a program: in my own seat, or as host in a free one."""

    serve = staticmethod(tables.seat_program)
    form = ProgramForm


@extend_schema(summary="Start the match (host)", request=None, responses={200: MATCH})
class StartView(TableAction):
    """Start."""

    serve = staticmethod(tables.start)


def listed(user_id: int | None, asked: dict[str, Any], statuses: list[str]) -> QuerySet[Match]:
    """Public tables and matches, or one's own, that fit the query."""
    if asked["mine"]:
        rows = lists.involving(user_id, asked.get("game", "")) if user_id is not None else Match.objects.none()
    else:
        rows = lists.public(asked.get("game", ""))
    rows = rows.filter(status__in=statuses)
    if statuses == [Match.Status.OPEN] and not asked["mine"]:
        rows = lists.for_everybody(rows)
    return rows.filter(clock=asked["clock"]) if "clock" in asked else rows


def with_paths_of(error: ServiceError) -> ServiceError:
    """The refusal with paths of this form, which lists bots where the site's form has a field for each seat, and has options under `options`."""
    if isinstance(error, NotAdmitted):
        error.path = f"options.{error.path}"
    error.path = error.path.replace("bot_", "bots.") if error.path.startswith("bot_") else error.path
    return error


def chosen_of(sent: dict[str, Any]) -> tuple[dict[str, Any], Settings]:
    """Options and settings that a form chooses, with what its rhythm makes of them. Raises as `options_of` does, and OptionError."""
    options, settings = options_of(sent), settings_of(sent)
    if "rhythm" not in sent:
        return options, settings
    game = games.get(sent["game"])
    return length.at_rhythm(game, game.check_options(options, settings.seats), settings, sent["rhythm"])


def options_of(sent: dict[str, Any]) -> dict[str, Any]:
    """The options that a form chooses, without defaults. Raises NotAllowed for an unknown preset."""
    game = games.get(sent["game"])
    if "preset" not in sent:
        return dict(sent.get("options", {}))
    if sent["preset"] not in game.presets:
        raise NotAllowed("preset", gettext("There is no such preset."))
    return {**game.presets[sent["preset"]].options, **sent.get("options", {})}


def settings_of(sent: dict[str, Any]) -> Settings:
    """The settings of a table that a form chooses."""
    game = games.get(sent["game"])
    given = {name: sent[name] for name in _AS_SENT if name in sent}
    if "rest_days" in sent:
        given["rest_days"] = tuple(sorted(set(sent["rest_days"])))
    if not sent.keys().isdisjoint({"step_seconds", "bank_seconds"}):
        # Who names seconds wants a clock.
        given.setdefault("clock", Match.Clock.LIVE)
    if "club" in sent:
        given["club"] = clubs.find(sent["club"]).pk
    return Settings(
        seats=sent.get("seats", game.seats[0]),
        step_seconds=sent.get("step_seconds", game.step_seconds),
        bots=sent.get("bots", {}),
        **given,
    )
