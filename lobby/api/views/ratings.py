"""What can be read about ratings over HTTP? Those of a person, leaderboards, and what a match changed."""

from __future__ import annotations

from dataclasses import asdict
from datetime import timedelta
from typing import Any

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from lobby.api.endpoint import Endpoint
from lobby.api.permissions import LOOK
from lobby.api.rating_serializers import (
    UNRATED,
    CourseSerializer,
    EffectsSerializer,
    LeaderboardQuery,
    LeaderboardSerializer,
    LeagueQuery,
    LeagueSerializer,
    StandingSerializer,
)
from lobby.api.views.players import person_called
from lobby.api.views.shown import visible_match
from lobby.platform.http.paging import ShortPaginator
from lobby.ratings import leaderboards, leagues, standing
from lobby.ratings.league_rules import Division
from lobby.ratings.seasons import end, season_of

A_PAGE = 50


class PlayerRatingsView(Endpoint):
    """All ratings of a person."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="Ratings of a person", operation_id="players_ratings", responses=StandingSerializer(many=True)
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response([_standing(one) for one in standing.standings(person_called(slug))])


class PlayerRatingView(Endpoint):
    """One rating of a person."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="A rating: how it came about, and where it lies among all",
        operation_id="players_rating",
        responses=CourseSerializer,
    )
    def get(self, request: Request, slug: str, game_id: str, pace: str) -> Response:
        ratings = standing.standings(person_called(slug))
        one = next((one for one in ratings if (one.game, one.pace) == (game_id, pace)), None)
        if one is None:
            raise Http404
        shares = standing.distribution(one.board, one.game, one.pace)
        return Response(
            {
                **_standing(one),
                "best": standing.best(one.id),
                "history": [asdict(past) for past in standing.history(one.id)],
                "distribution": [{"low": low, "players": players} for low, players in shares],
            }
        )


class LeaderboardView(Endpoint):
    """A leaderboard."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="The best of a game at a pace",
        description="Provisional ratings are not listed. At most 1000 players.",
        operation_id="ratings_leaderboard",
        parameters=[LeaderboardQuery],
        responses=LeaderboardSerializer,
    )
    def get(self, request: Request) -> Response:
        asked = self.asked(LeaderboardQuery)
        now, number = timezone.now(), asked.pop("page")
        pages = ShortPaginator(leaderboards.listed(**asked, now=now), A_PAGE)
        if number > pages.num_pages:
            raise ValidationError({"page": gettext("There is no such page.")})
        page = pages.page(number)
        lines = leaderboards.lines(page.object_list, page.start_index())
        return Response(
            {
                "seasons": leaderboards.seasons(now),
                "pages": pages.num_pages,
                "results": [
                    {name: getattr(line, name) for name in ("rank", "name", "slug", "owner", "points", "matches")}
                    for line in lines
                ],
            }
        )


class LeagueView(Endpoint):
    """A division of a league."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="A division of a league of people",
        operation_id="ratings_league",
        parameters=[LeagueQuery],
        responses=LeagueSerializer,
    )
    def get(self, request: Request) -> Response:
        asked = self.asked(LeagueQuery)
        now = timezone.now()
        season = asked["season"] or season_of(now)
        where = (asked["game"], asked["pace"], season)
        division = Division(asked["league"], asked["division"])
        tiers = leagues.tiers(*where)
        if division != (1, 1) and not any(
            one.number == division.tier and division.number <= one.divisions for one in tiers
        ):
            raise Http404
        lines = leagues.standings(*where, division, len(tiers), now)
        return Response(
            {
                "season": season,
                "last_day": end(season) - timedelta(days=1),
                "leagues": [{"league": one.number, "divisions": one.divisions, "people": one.people} for one in tiers],
                "league": division.tier,
                "division": division.number,
                "results": [
                    {name: getattr(line, name) for name in ("rank", "name", "slug", "points", "matches", "move")}
                    for line in lines
                ],
            }
        )


class MatchRatingsView(Endpoint):
    """How a match changed ratings."""

    access = {"GET": LOOK}

    @extend_schema(
        summary="What a match has changed of ratings",
        description="A match is rated a moment after its end.",
        operation_id="matches_ratings",
        responses=EffectsSerializer,
    )
    def get(self, request: Request, match_id: str) -> Response:
        match = visible_match(match_id, self.user_id)
        rival = None if self.user_id is None else leaderboards.rival(match, self.user_id, timezone.now())
        return Response(
            {
                "verdict": standing.verdict(match) or UNRATED,
                "changes": [{**asdict(one), "change": one.change} for one in standing.effects(match)],
                "rival": None if rival is None else asdict(rival),
            }
        )


def _standing(one: standing.Standing) -> dict[str, Any]:
    return {name: value for name, value in asdict(one).items() if name not in {"id", "board"}}
