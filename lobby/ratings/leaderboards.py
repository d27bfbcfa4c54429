"""Who is the best? Lists of settled ratings, of all time or of a season, without people who have closed their account or are suspended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

import games
from lobby.accounts import faces, sanctions
from lobby.matches.models import Match
from lobby.ratings import formula
from lobby.ratings.models import Board, Change, Pace, RatedMatch, Rating, SeasonRating
from lobby.ratings.seasons import back_to, season_of


@dataclass(frozen=True)
class Line:
    """One player of a list."""

    rank: int
    name: str
    slug: str
    """The account in addresses; "" for programs and built-in bots."""
    face: str
    """The account's picture; "" where there is none."""
    owner: str
    """The owner of a program or a bot account, if they still have an account."""
    owner_slug: str
    is_staff: bool
    points: int
    matches: int
    """Matches that counted, in total or in the season."""


def listed(*, board: str, game: str, pace: str, season: str, now: datetime) -> QuerySet[Any]:
    """Rows of the list for `lines`, best first. `season=""`: the list of all time."""
    where = {"board": board, "game": game, "pace": pace, "is_settled": True}
    if season:
        rows: QuerySet[Any] = SeasonRating.objects.filter(season=season, **where)
        way = "rating__"
    else:
        rows, way = Rating.objects.filter(**where), ""
    account = Q(**{f"{way}user__is_active": True}) & sanctions.may_play(f"{way}user", now)
    if board == Board.PEOPLE:
        rows = rows.filter(account).select_related(f"{way}user")
    else:
        # A rating stays without a player when its program or account was removed.
        program = Q(**{f"{way}program__isnull": False}) & sanctions.may_play(f"{way}program__owner", now)
        rows = rows.filter(program | ~Q(**{f"{way}bot": ""}) | account)
        rows = rows.select_related(f"{way}program__owner", f"{way}user__owner")
    return rows.order_by("-points", "id")


@dataclass(frozen=True)
class Rival:
    """The next better player of a list."""

    name: str
    slug: str
    """The account in addresses; "" for programs and built-in bots."""
    points: int
    chance: int
    """Percent: how often the other is expected to win against them."""


def rival(match: Match, user_id: int, now: datetime) -> Rival | None:
    """Who is next above the person in the list of all time that this match counts in. None: nobody, or it has not changed their rating."""
    change = Change.objects.filter(rated__match=match, seat__user=user_id).select_related("rating").first()
    if change is None:
        return None
    own = change.rating
    above = listed(board=own.board, game=own.game, pace=own.pace, season="", now=now).filter(points__gt=own.points)
    best = above.order_by("points", "-id").first()
    if best is None:
        return None
    chance = formula.expected(formula.Strength(own.mean, own.deviation), formula.Strength(best.mean, best.deviation))
    slug = best.user.slug if best.user is not None else ""
    return Rival(name_of(best), slug, best.points, round(chance * 100))


def lines(rows: Iterable[Rating | SeasonRating], first: int) -> list[Line]:
    """The rows of a page whose first one has the rank `first`."""
    return [_line(row, rank) for rank, row in enumerate(rows, first)]


def _line(row: Rating | SeasonRating, rank: int) -> Line:
    rating = row.rating if isinstance(row, SeasonRating) else row
    owner = rating.program.owner if rating.program is not None else rating.user.owner if rating.user else None
    is_there = owner is not None and owner.is_active
    return Line(
        rank=rank,
        name=name_of(rating),
        slug=rating.user.slug if rating.user is not None else "",
        face=faces.code_of(rating.user) if rating.user is not None else "",
        owner=str(owner) if is_there else "",
        owner_slug=owner.slug if owner is not None and is_there else "",
        is_staff=rating.user is not None and rating.user.is_staff,
        points=row.points,
        matches=row.matches,
    )


def name_of(rating: Rating) -> str:
    """The name of the player, in the active language."""
    if rating.bot:
        known = {bot.id: bot.name for bot in games.get(rating.game).bots}
        return gettext(known[rating.bot]) if rating.bot in known else rating.bot
    return str(rating.user or rating.program or gettext("Somebody"))


def seasons(now: datetime) -> list[str]:
    """Every season with a rated match, and the current season; newest first."""
    first = RatedMatch.objects.order_by("pk").values_list("finished_at", flat=True).first()
    return list(back_to(season_of(first or now), season_of(now)))


PACES = list(Pace.values)
BOARDS = list(Board.values)
