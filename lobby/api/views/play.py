"""How is a match played over HTTP? Orders, readiness, votes, talk: the services of the socket, with one address for each message."""

from __future__ import annotations

from asgiref.sync import async_to_sync
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from lobby.api.endpoint import Endpoint
from lobby.api.limits import ForecastLimit, TableLimit, TalkLimit
from lobby.api.permissions import LOOK, PLAY, READ, TABLES
from lobby.api.play_serializers import (
    ClaimForm,
    ForecastForm,
    ForecastSerializer,
    ForkForm,
    GoingOnSerializer,
    GoOnForm,
    NoteSerializer,
    OrdersForm,
    OwnSeatForm,
    PreferencesForm,
    SayForm,
    StepReadyForm,
    StoredSerializer,
    VacationForm,
    VoteForm,
    WatchableForm,
)
from lobby.api.serializers import SeatForm
from lobby.api.shapes import MATCH, TALK
from lobby.api.views.shown import match_shown, visible_match
from lobby.governance import absence, substitutes, votes
from lobby.platform.http import sources
from lobby.platform.http.request_kinds import may_take_long, searches
from lobby.play import going_on, services
from lobby.tables import forks
from lobby.tables import services as tables
from lobby.talk import chat, notes, transcript
from lobby.watch import feed


class OrdersView(Endpoint):
    """The orders of my seat for the current step."""

    access = {"GET": READ, "PUT": PLAY}
    prefix = "orders"

    @extend_schema(summary="My stored orders", parameters=[OwnSeatForm], responses=StoredSerializer)
    def get(self, request: Request, match_id: str) -> Response:
        stored = feed.stored_orders(match_id=match_id, user_id=self.person.pk, **self.asked(OwnSeatForm))
        return Response({"step": stored.step, "orders": stored.orders, "ready": stored.ready})

    @extend_schema(
        summary="Give orders",
        description="They replace earlier ones. The answer leaves when they are on disk, and has them in normal form.",
        request=OrdersForm,
        responses=StoredSerializer,
    )
    def put(self, request: Request, match_id: str) -> Response:
        sent = self.sent(OrdersForm)
        stored = async_to_sync(services.submit_orders)(user_id=self.person.pk, match_id=match_id, **sent)
        return Response({"step": sent["step"], "orders": stored.orders, "ready": stored.ready})


class ReadyView(Endpoint):
    """Readiness of my seat."""

    access = {"PUT": PLAY}

    @extend_schema(summary="Mark my seat as ready, or not ready", request=StepReadyForm, responses=StoredSerializer)
    def put(self, request: Request, match_id: str) -> Response:
        sent = self.sent(StepReadyForm)
        stored = async_to_sync(services.set_ready)(user_id=self.person.pk, match_id=match_id, **sent)
        return Response({"step": sent["step"], "orders": stored.orders, "ready": stored.ready})


@searches("POST")
class ForecastView(Endpoint):
    """A forecast of draft orders."""

    access = {"POST": READ}
    limits = {"POST": ForecastLimit}
    prefix = "orders"

    @extend_schema(
        summary="Forecast of draft orders",
        description="From what my seat knows; nothing is stored.",
        request=ForecastForm,
        responses=ForecastSerializer,
    )
    def post(self, request: Request, match_id: str) -> Response:
        forecast = services.forecast(user_id=self.person.pk, match_id=match_id, **self.sent(ForecastForm))
        return Response({"forecast": forecast})


class ResignView(Endpoint):
    """Resignation of my seat."""

    access = {"POST": PLAY}

    @extend_schema(
        summary="Give up my seat",
        description="A match of two ends at once; where others play on, the seat ends with the step.",
        request=OwnSeatForm,
        responses={204: None},
    )
    def post(self, request: Request, match_id: str) -> Response:
        async_to_sync(services.resign)(user_id=self.person.pk, match_id=match_id, **self.sent(OwnSeatForm))
        return Response(status=status.HTTP_204_NO_CONTENT)


class VoteView(Endpoint):
    """My votes to pause, resume, extend, draw or abort."""

    access = {"POST": PLAY}

    @extend_schema(
        summary="Vote for a proposal, withdraw the vote, or decline",
        description="False takes my own vote back; without one it declines what others have proposed.",
        request=VoteForm,
        responses={204: None},
    )
    def post(self, request: Request, match_id: str) -> Response:
        votes.vote(user_id=self.person.pk, match_id=match_id, **self.sent(VoteForm))
        return Response(status=status.HTTP_204_NO_CONTENT)


class SubstituteView(Endpoint):
    """A substitute for my seat."""

    access = {"POST": PLAY}

    @extend_schema(
        summary="Ask for a substitute",
        description="In slow matches that are not rated: a bot plays my seat from now on, and somebody else may take it over, until I return.",
        request=OwnSeatForm,
        responses={204: None},
    )
    def post(self, request: Request, match_id: str) -> Response:
        substitutes.ask(user_id=self.person.pk, match_id=match_id, **self.sent(OwnSeatForm))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ReturnView(Endpoint):
    """End of the stand-in for my seat."""

    access = {"POST": PLAY}

    @extend_schema(summary="Take my seat back from the bot that stands in", request=OwnSeatForm, responses={204: None})
    def post(self, request: Request, match_id: str) -> Response:
        services.come_back(user_id=self.person.pk, match_id=match_id, **self.sent(OwnSeatForm))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ClaimView(Endpoint):
    """Claims against absent players."""

    access = {"POST": PLAY}

    @extend_schema(
        summary="Claim the win, or call a bot, against somebody who is gone", request=ClaimForm, responses={204: None}
    )
    def post(self, request: Request, match_id: str) -> Response:
        sent = self.sent(ClaimForm)
        if sent["kind"] == "win":
            absence.claim_win(user_id=self.person.pk, match_id=match_id)
        else:
            absence.call_bot(user_id=self.person.pk, match_id=match_id, number=sent.get("seat"))
        return Response(status=status.HTTP_204_NO_CONTENT)


class VacationView(Endpoint):
    """Vacation days for the current step."""

    access = {"POST": PLAY}

    @extend_schema(summary="Take some days of my vacation for this step", request=VacationForm, responses={204: None})
    def post(self, request: Request, match_id: str) -> Response:
        services.take_vacation(user_id=self.person.pk, match_id=match_id, **self.sent(VacationForm))
        return Response(status=status.HTTP_204_NO_CONTENT)


class TakeOverView(Endpoint):
    """Taking over an open seat."""

    access = {"POST": TABLES}

    @extend_schema(summary="Take over an open seat of a match that goes on", request=SeatForm, responses={200: MATCH})
    def post(self, request: Request, match_id: str) -> Response:
        source = sources.of_request(request._request)
        match = substitutes.take_over(user=self.person, match_id=match_id, source=source, **self.sent(SeatForm))
        return Response(match_shown(match.pk, self.user_id, None))


class NoteView(Endpoint):
    """My note about the match."""

    access = {"GET": READ, "PUT": PLAY}

    @extend_schema(summary="My note on a match", responses=NoteSerializer)
    def get(self, request: Request, match_id: str) -> Response:
        return Response({"text": notes.read(user=self.person, match_id=match_id)})

    @extend_schema(summary="Write my note on a match", request=NoteSerializer, responses=NoteSerializer)
    def put(self, request: Request, match_id: str) -> Response:
        notes.write(user=self.person, match_id=match_id, **self.sent(NoteSerializer))
        return Response({"text": notes.read(user=self.person, match_id=match_id)})


@may_take_long("POST")
class ForkView(Endpoint):
    """A match of mine from a position of the match."""

    access = {"POST": TABLES}
    limits = {"POST": TableLimit}

    @extend_schema(
        summary="A sandbox, or a match against bots, that begins at a position of this match",
        description="Without `seat` a sandbox; of a match that goes on, what is hidden from me is as the game guesses it, where it can. "
        "With `seat` the match is played on against built-in bots, without a clock; both this match and those from which it was forked must "
        "be over.",
        request=ForkForm,
        responses={201: MATCH},
    )
    def post(self, request: Request, match_id: str) -> Response:
        sent = self.sent(ForkForm)
        if "seat" in sent:
            match = forks.play_on(user=self.person, match_id=match_id, **{"bots": {}, **sent})
        else:
            match = forks.fork(user=self.person, match_id=match_id, step=sent["step"])
        return Response(match_shown(match.pk, self.user_id, None), status=status.HTTP_201_CREATED)


class WatchableView(Endpoint):
    """Whether spectators may watch from my seat."""

    access = {"PUT": PLAY}

    @extend_schema(summary="Let spectators watch from my seat", request=WatchableForm, responses={204: None})
    def put(self, request: Request, match_id: str) -> Response:
        services.set_watchable(user_id=self.person.pk, match_id=match_id, **self.sent(WatchableForm))
        return Response(status=status.HTTP_204_NO_CONTENT)


class PreferencesView(Endpoint):
    """My preferences for automatic answers."""

    access = {"PATCH": PLAY}
    prefix = "preferences"

    @extend_schema(summary="What the site may answer for my seat", request=PreferencesForm, responses={204: None})
    def patch(self, request: Request, match_id: str) -> Response:
        services.set_preferences(user_id=self.person.pk, match_id=match_id, **self.sent(PreferencesForm))
        return Response(status=status.HTTP_204_NO_CONTENT)


class GoOnView(Endpoint):
    """Going on by itself."""

    access = {"GET": READ, "PUT": PLAY}

    @extend_schema(summary="For what my seat goes on", parameters=[OwnSeatForm], responses=GoingOnSerializer)
    def get(self, request: Request, match_id: str) -> Response:
        return Response(feed.goes_on(match_id=match_id, user_id=self.person.pk, **self.asked(OwnSeatForm)))

    @extend_schema(summary="Go on for many steps until something happens", request=GoOnForm, responses={204: None})
    def put(self, request: Request, match_id: str) -> Response:
        going_on.go_on(user_id=self.person.pk, match_id=match_id, **self.sent(GoOnForm))
        return Response(status=status.HTTP_204_NO_CONTENT)


class TalkView(Endpoint):
    """Chat lines that I may read, and new lines."""

    access = {"GET": LOOK, "POST": PLAY}
    limits = {"POST": TalkLimit}

    @extend_schema(summary="Talk that I may read now", responses={200: TALK})
    def get(self, request: Request, match_id: str) -> Response:
        return Response(transcript.as_data(visible_match(match_id, self.user_id), self.user_id))

    @extend_schema(summary="Say something", request=SayForm, responses={204: None})
    def post(self, request: Request, match_id: str) -> Response:
        sent = self.sent(SayForm)
        chat.say(user_id=self.person.pk, match_id=match_id, text=sent["text"], to=sent.get("to", []))
        return Response(status=status.HTTP_204_NO_CONTENT)


class RematchView(Endpoint):
    """A rematch."""

    access = {"POST": TABLES}
    limits = {"POST": TableLimit}

    @extend_schema(
        summary="Once more, with the same options",
        description="Whoever asks second sits down at the first one's table. When all have asked, it begins with swapped seats.",
        request=None,
        responses={200: MATCH},
    )
    def post(self, request: Request, match_id: str) -> Response:
        match = tables.rematch(user=self.person, match_id=match_id)
        return Response(match_shown(match.pk, self.user_id, None))
