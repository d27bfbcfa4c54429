"""How is a match rated? Once, in one small transaction, after it is over.

The process that ends a match sends `rated_match_over` and soon rates the match in a thread of its own. If the process dies before that, a
referee's sweep finds the match. The sweep looks back for a limited time; the nightly check (`recomputation`) finds older ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db.models import Exists, F, OuterRef, QuerySet

from lobby.matches.models import Match
from lobby.platform.process import database
from lobby.ratings import background, formula
from lobby.ratings.entrants import Entrant, Player, anchor, entrants, ranks
from lobby.ratings.formula import Result, Strength
from lobby.ratings.models import Change, Pace, Pool, RatedMatch, Rating, SeasonRating, Share
from lobby.ratings.seasons import season_of

LOOKS_BACK = timedelta(days=2)
"""How long ago a match may have ended that the sweep still finds."""
BATCH = 200


def on_rated_match_over(*, match_id: str, **_: object) -> None:
    """Receiver for a match that ended in this process: rates it soon if it counts."""
    background.soon(partial(rate, match_id))


def on_referee_sweeps(*, now: datetime, **_: object) -> None:
    """Receiver of the referee's regular call: rates matches that no process has rated yet."""
    for match_id in unrated(now - LOOKS_BACK):
        background.soon(partial(rate, match_id))


def unrated(since: datetime | None = None) -> list[str]:
    """Ids of matches that should be rated and were not examined yet, in the order of their ends; at most one batch."""
    missing = waiting() if since is None else waiting().filter(finished_at__gte=since)
    return list(missing.order_by("finished_at", "pk").values_list("pk", flat=True)[:BATCH])


def waiting() -> QuerySet[Match]:
    """Rated matches that are over and were not examined yet."""
    looked_at = RatedMatch.objects.filter(match=OuterRef("pk"))
    return Match.objects.filter(~Exists(looked_at), rated=True, status=Match.Status.FINISHED, finished_at__isnull=False)


def rate_all(since: datetime | None = None) -> int:
    """Rate all waiting matches. Returns their number."""
    done = 0
    while found := unrated(since):
        rated = [match_id for match_id in found if rate(match_id)]
        done += len(rated)
        if not rated:
            # Each was tried. Those that are left are being rated elsewhere, or failed.
            break
    return done


def rate(match_id: str) -> bool:
    """Rate the match if it is over and was not examined before. Returns True if it was examined now."""
    with database.writing():
        match = Match.objects.filter(pk=match_id, rated=True, status=Match.Status.FINISHED).first()
        if match is None or match.finished_at is None:
            return False
        pool = held_pool(match.game, match.clock)
        # Checked under the lock of the pool, so no other process can rate the same match now.
        if RatedMatch.objects.filter(match=match).exists():
            return False
        seats = list(match.seats.select_related("user", "program__owner"))
        found = entrants(match, seats, match.departures.select_related("user"))
        rated = RatedMatch.objects.create(
            match=match,
            game=match.game,
            pace=pool.pace,
            verdict=RatedMatch.Verdict.COUNTS if found else RatedMatch.Verdict.NOBODY,
            finished_at=match.finished_at,
        )
        if found:
            _count(rated, found)
    return True


def held_pool(game: str, clock: str) -> Pool:
    """The row of the pool, locked until the transaction ends."""
    # A match that rates nobody gets a row as well, in any pool.
    pace = clock if clock in Pace.values else Pace.SLOW
    Pool.objects.get_or_create(game=game, pace=pace)
    return Pool.objects.select_for_update().get(game=game, pace=pace)


def _count(rated: RatedMatch, found: Sequence[Entrant]) -> None:
    ratings = {one.player: _rating_of(one.player, rated) for one in found}
    rank = ranks({one.seat.number: one.seat.place or 0 for one in found}, [e.seat.number for e in found if e.has_left])
    held = anchor(rated.game)
    after = formula.rated(
        [
            Result(
                Strength(ratings[one.player].mean, ratings[one.player].deviation),
                rank[one.seat.number],
                is_anchor=bool(one.player.bot) and one.player.bot == held,
            )
            for one in found
        ]
    )
    changes = []
    for one, strength in zip(found, after, strict=True):
        rating = ratings[one.player]
        before, was_settled = rating.points, rating.is_settled
        apply(rating, strength, rated.finished_at)
        changes.append(change_of(rated, rating, one.seat.pk, before, has_left=one.has_left))
        move_share(rating, before if was_settled else None)
        _count_in_season(rating, season_of(rated.finished_at))
    Rating.objects.bulk_update(ratings.values(), ["mean", "deviation", "points", "matches", "is_settled", "played_at"])
    Change.objects.bulk_create(changes)


def apply(rating: Rating, strength: Strength, finished_at: datetime) -> None:
    """Add one match to the rating in memory; saves nothing."""
    rating.mean, rating.deviation, rating.points = strength.mean, strength.deviation, strength.points
    rating.matches += 1
    rating.is_settled = not formula.is_provisional(rating.matches)
    rating.played_at = finished_at


def change_of(rated: RatedMatch, rating: Rating, seat_id: int, before: int, *, has_left: bool) -> Change:
    """A row that records how the match changed the rating; the rating has its new values."""
    return Change(
        rated=rated,
        rating=rating,
        seat_id=seat_id,
        has_left=has_left,
        points_before=before,
        mean=rating.mean,
        deviation=rating.deviation,
        points=rating.points,
        matches=rating.matches,
    )


def _rating_of(player: Player, rated: RatedMatch) -> Rating:
    """The player's row, created if there is none. The pool must be locked, so that no other process creates it."""
    key: dict[str, object] = {"game": rated.game, "pace": rated.pace}
    if player.user_id is not None:
        key["user_id"] = player.user_id
    elif player.program_id is not None:
        key["program_id"] = player.program_id
    else:
        key |= {"bot": player.bot, "user": None, "program": None}
    rating = Rating.objects.filter(**key).first()
    if rating is None:
        rating = Rating(
            board=player.board, **key, **fresh(is_anchor=bool(player.bot) and player.bot == anchor(rated.game))
        )
        rating.save()
    return rating


def fresh(*, is_anchor: bool) -> dict[str, object]:
    """The fields of a rating before its first match."""
    start = formula.ANCHOR if is_anchor else formula.NEW
    return {
        "mean": start.mean,
        "deviation": start.deviation,
        "points": start.points,
        "matches": 0,
        "is_settled": False,
        "played_at": None,
    }


def low_of(points: int) -> int:
    """The lower end of the range that contains these points."""
    return points // Share.WIDTH * Share.WIDTH


def move_share(rating: Rating, before: int | None) -> None:
    """Count the rating in the range of its points. `before`: the points by which it was counted so far; None: it was not counted."""
    moves: Counter[int] = Counter()
    if before is not None:
        moves[low_of(before)] -= 1
    if rating.is_settled:
        moves[low_of(rating.points)] += 1
    for low, by in moves.items():
        if by:
            key = {"board": rating.board, "game": rating.game, "pace": rating.pace, "low": low}
            if not Share.objects.filter(**key).update(players=F("players") + by):
                Share.objects.create(**key, players=by)


def _count_in_season(rating: Rating, season: str) -> None:
    row = SeasonRating.objects.filter(rating=rating, season=season).first()
    if row is None:
        row = SeasonRating(rating=rating, season=season, board=rating.board, game=rating.game, pace=rating.pace)
    row.points, row.is_settled = rating.points, rating.is_settled
    row.matches += 1
    row.save()
