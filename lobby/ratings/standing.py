"""What are the ratings of one player? By game and pace, with their history and their rank among all ratings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Max, Q
from django.utils.translation import gettext

import games
from lobby.matches.models import Match
from lobby.ratings import formula
from lobby.ratings.models import Board, Change, RatedMatch, Rating, Share

if TYPE_CHECKING:
    from lobby.accounts.models import User

LONGEST = 500
"""The most matches in a history: the newest ones."""


@dataclass(frozen=True)
class Shown:
    """A rating beside a name."""

    points: int
    is_provisional: bool


@dataclass(frozen=True)
class OfPerson(Shown):
    """The rating beside the name of somebody where no game is meant: which one it is of is said with it."""

    game_name: str


@dataclass(frozen=True)
class Standing:
    """A player's rating in one game at one pace."""

    id: int
    board: str
    game: str
    game_name: str
    pace: str
    points: int
    spread: int
    """The deviation in points: two of three players are really within it."""
    matches: int
    is_provisional: bool
    better_than: int | None
    """Percent of all settled ratings below it; None while it is provisional or the only one."""
    played_at: datetime | None


@dataclass(frozen=True)
class Past:
    """One match of a history, and the rating after it."""

    match: str
    at: datetime
    points: int
    change: int
    is_provisional: bool


@dataclass(frozen=True)
class Effect:
    """How a match changed the rating of a seat."""

    seat: int
    before: int
    points: int
    is_provisional: bool
    has_left: bool

    @property
    def change(self) -> int:
        """The difference in points."""
        return self.points - self.before


def standings(user: User) -> list[Standing]:
    """All ratings of a person in games that this site has, most played first."""
    ratings = Rating.objects.filter(user=user, matches__gt=0, game__in=list(games.GAMES)).order_by(
        "-matches", "game", "pace"
    )
    return [_standing(rating) for rating in ratings]


def of_people(user_ids: Collection[int]) -> dict[int, OfPerson]:
    """Person → the rating in the game and at the pace that they have played most, read at once. Who has none is not in it."""
    if not user_ids:
        return {}
    rows = Rating.objects.filter(user__in=user_ids, board=Board.PEOPLE, matches__gt=0, game__in=list(games.GAMES))
    found: dict[int, OfPerson] = {}
    for row in rows.order_by("-matches", "game", "pace"):
        assert row.user_id is not None
        if row.user_id not in found:
            found[row.user_id] = OfPerson(row.points, not row.is_settled, gettext(games.get(row.game).name))
    return found


def of_program(program_id: int, pace: str) -> Standing | None:
    """The rating of a program at a pace. None before its first match that counts, and if the site no longer has its game."""
    rating = Rating.objects.filter(program=program_id, pace=pace, matches__gt=0, game__in=list(games.GAMES)).first()
    return None if rating is None else _standing(rating)


def _standing(rating: Rating) -> Standing:
    return Standing(
        id=rating.pk,
        board=rating.board,
        game=rating.game,
        game_name=gettext(games.get(rating.game).name),
        pace=rating.pace,
        points=rating.points,
        spread=formula.Strength(rating.mean, rating.deviation).spread,
        matches=rating.matches,
        is_provisional=not rating.is_settled,
        better_than=_better_than(rating) if rating.is_settled else None,
        played_at=rating.played_at,
    )


def distribution(board: str, game: str, pace: str) -> list[tuple[int, int]]:
    """(lower end of a range, number of settled ratings in it), in ascending order without gaps. Ranges are `Share.WIDTH` points wide."""
    rows = Share.objects.filter(board=board, game=game, pace=pace, players__gt=0)
    counted = dict(rows.values_list("low", "players"))
    if not counted:
        return []
    return [(low, counted.get(low, 0)) for low in range(min(counted), max(counted) + Share.WIDTH, Share.WIDTH)]


def _better_than(rating: Rating) -> int | None:
    shares = distribution(rating.board, rating.game, rating.pace)
    others = sum(players for _, players in shares) - 1
    if others < 1:
        return None
    low = rating.points // Share.WIDTH * Share.WIDTH
    below = sum(players for start, players in shares if start < low)
    # The ratings of its own range are taken to be spread evenly.
    beside = sum(players for start, players in shares if start == low) - 1
    return round(100 * (below + max(0, beside) * (rating.points - low) / Share.WIDTH) / others)


def history(rating_id: int) -> list[Past]:
    """The newest matches that count, oldest first."""
    changes = Change.objects.filter(rating=rating_id, rated__verdict=RatedMatch.Verdict.COUNTS).select_related("rated")
    return [
        Past(
            match=change.rated.match_id,
            at=change.rated.finished_at,
            points=change.points,
            change=change.points - change.points_before,
            is_provisional=formula.is_provisional(change.matches),
        )
        for change in reversed(changes.order_by("-rated_id")[:LONGEST])
    ]


def best(rating_id: int) -> int | None:
    """The highest settled rating that the player had."""
    settled = Change.objects.filter(
        rating=rating_id, rated__verdict=RatedMatch.Verdict.COUNTS, matches__gte=formula.SETTLED_AFTER
    )
    found: int | None = settled.aggregate(best=Max("points"))["best"]
    return found


def of_players(matches: Sequence[Match]) -> dict[str, dict[int, Shown]]:
    """{match: {seat: current rating}} for all players who have one, in a fixed number of queries.

    The caller must make sure that the reader may know who sits there.
    """
    wanted = [match for match in matches if match.clock in ("live", "slow")]
    seats = [(match, seat) for match in wanted for seat in match.seats.all()]
    people = {seat.user_id for _, seat in seats if seat.user_id is not None}
    programs = {seat.program_id for _, seat in seats if seat.user_id is None and seat.program_id is not None}
    bots = {seat.bot for _, seat in seats if seat.bot}
    found = _found(people, programs, bots, {match.game for match in wanted})
    shown: dict[str, dict[int, Shown]] = {}
    for match, seat in seats:
        rating = found.get((_kind(seat.user_id, seat.program_id, seat.bot), match.game, match.clock))
        if rating is not None:
            shown.setdefault(match.pk, {})[seat.number] = Shown(rating.points, not rating.is_settled)
    return shown


_Key = tuple[object, str, str]


def _kind(user_id: int | None, program_id: int | None, bot: str) -> object:
    return (
        ("user", user_id)
        if user_id is not None
        else ("program", program_id)
        if program_id is not None
        else ("bot", bot)
    )


def _found(
    people: Collection[int], programs: Collection[int], bots: Collection[str], known: Collection[str]
) -> Mapping[_Key, Rating]:
    asked = []
    if people:
        asked.append(Q(user__in=people))
    if programs:
        asked.append(Q(program__in=programs))
    if bots:
        asked.append(Q(bot__in=bots))
    found: dict[_Key, Rating] = {}
    for condition in asked:
        for rating in Rating.objects.filter(condition, game__in=known, matches__gt=0):
            found[_kind(rating.user_id, rating.program_id, rating.bot), rating.game, rating.pace] = rating
    return found


def effects(match: Match) -> list[Effect]:
    """How a match changed ratings, by seat. Empty before it is rated and if it counts for nobody."""
    changes = Change.objects.filter(rated__match=match, rated__verdict=RatedMatch.Verdict.COUNTS).select_related("seat")
    return [
        Effect(
            seat=change.seat.number,
            before=change.points_before,
            points=change.points,
            is_provisional=formula.is_provisional(change.matches),
            has_left=change.has_left,
        )
        for change in changes.order_by("seat__number")
    ]


def verdict(match: Match) -> str | None:
    """True if the match counts. None: it was not examined, because it is not over or not rated."""
    return RatedMatch.objects.filter(match=match).values_list("verdict", flat=True).first()


def points_of(user_ids: Iterable[int]) -> dict[tuple[int, str, str], int]:
    """{(person, game, pace): points}, for pairing."""
    rows = Rating.objects.filter(user__in=list(user_ids)).values_list("user", "game", "pace", "points")
    return {(user, game, pace): points for user, game, pace, points in rows if user is not None}
