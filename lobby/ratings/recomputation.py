"""Do the stored ratings follow from the stored matches? All are computed again in the order in which they were rated, and compared.

Seats and places are read from the matches. The order, and for whom each seat counts, is read from the rows of `RatedMatch` and `Change`,
because a person may have been removed since. Differences are corrected.

Other matches can be rated meanwhile: only the end of a long history is read under the lock of the pool.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby, islice
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from django.db.models import F, Model, QuerySet

from lobby.matches.models import Match
from lobby.platform.process import database
from lobby.ratings import formula, rater
from lobby.ratings.entrants import anchor, ranks
from lobby.ratings.formula import Result, Strength
from lobby.ratings.models import Change, Pool, RatedMatch, Rating, SeasonRating, Share
from lobby.ratings.seasons import season_of

log = logging.getLogger("fogbound.ratings")

T = TypeVar("T")

CHUNK = 2000
"""Rows that are read or written at once."""
TRIES = 3
"""How often a pool is read, at most. It is read again if a match stopped counting meanwhile."""
CHANGED = ("points_before", "mean", "deviation", "points", "matches")
RATED = ("mean", "deviation", "points", "matches", "is_settled", "played_at")
IN_SEASON = ("points", "matches", "is_settled")


class Played(NamedTuple):
    """One seat of a match that counts, with its stored change."""

    rated_id: int
    finished_at: datetime
    rating_id: int
    bot: str
    has_left: bool
    place: int
    seat: int
    change_id: int
    stored: tuple[Any, ...]


@dataclass
class Differences:
    """The differences that were found: number of rows by kind."""

    matches: int = 0
    """Matches that were read."""
    waiting: int = 0
    """Matches that should have been examined before and were examined only now."""
    rows: Counter[str] = field(default_factory=Counter)
    """Differing rows by table."""

    def __bool__(self) -> bool:
        return bool(self.rows)

    def add(self, other: Differences) -> None:
        """Add the differences of another pool."""
        self.matches += other.matches
        self.rows += other.rows


def recompute_all(*, repair: bool, stale_only: bool = False) -> Differences:
    """Compute every pool again. `repair`: write the differences. `stale_only`: only pools in which a match was voided or restored."""
    found = Differences()
    if not stale_only:
        found.waiting = rater.rate_all() if repair else rater.waiting().count()
    pools = Pool.objects.order_by("game", "pace")
    for pool in pools.filter(is_stale=True) if stale_only else pools:
        found.add(recompute(pool, repair=repair))
    return found


def recompute(pool: Pool, *, repair: bool) -> Differences:
    """Compute one pool again."""
    for attempt in range(TRIES):
        pool.refresh_from_db()
        course = Course(pool)
        # The last part is read under the lock, so everybody else waits.
        if attempt < TRIES - 1:
            course.read()
        with database.writing():
            held = Pool.objects.select_for_update().get(pk=pool.pk)
            if held.revision != pool.revision and attempt < TRIES - 1:
                continue
            course.read()
            differences = course.compare(repair=repair)
            if repair and held.is_stale:
                Pool.objects.filter(pk=pool.pk).update(is_stale=False)
        if differences and repair:
            log.warning("ratings of %s were corrected: %s", pool, dict(differences.rows))
        return differences
    raise AssertionError("the last attempt holds the pool")


class Course:
    """The ratings of a pool, computed match by match."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._anchor = anchor(pool.game)
        self._last = 0
        """The last match that was read."""
        self._ratings: dict[int, Rating] = {}
        self._seasons: dict[tuple[int, str], SeasonRating] = {}
        self._wrong: list[Change] = []
        self.matches = 0

    def read(self) -> None:
        """Go on to the newest match that counts."""
        for _, seats in groupby(self._played(), key=itemgetter(0)):
            self._count(list(seats))

    def _played(self) -> Iterator[Played]:
        changes = Change.objects.filter(
            rated__game=self._pool.game,
            rated__pace=self._pool.pace,
            rated__verdict=RatedMatch.Verdict.COUNTS,
            rated__match__status=Match.Status.FINISHED,
            rated_id__gt=self._last,
        )
        names = ("rated_id", "rated__finished_at", "rating_id", "rating__bot", "has_left", "seat__place")
        rows = changes.order_by("rated_id", "seat__number").values_list(*names, "seat__number", "pk", *CHANGED)
        for row in rows.iterator(chunk_size=CHUNK):
            yield Played._make((*row[:8], row[8:]))

    def _count(self, seats: list[Played]) -> None:
        self._last = seats[0].rated_id
        if len(seats) < 2:
            # Somebody has deleted the rows of the other players by hand.
            return
        self.matches += 1
        ratings = [self._rating(one) for one in seats]
        rank = ranks({one.seat: one.place for one in seats}, [one.seat for one in seats if one.has_left])
        after = formula.rated(
            [
                Result(
                    Strength(rating.mean, rating.deviation),
                    rank[one.seat],
                    is_anchor=bool(one.bot) and one.bot == self._anchor,
                )
                for one, rating in zip(seats, ratings, strict=True)
            ]
        )
        for one, rating, strength in zip(seats, ratings, after, strict=True):
            before = rating.points
            rater.apply(rating, strength, one.finished_at)
            follows = (before, rating.mean, rating.deviation, rating.points, rating.matches)
            if follows != one.stored:
                self._wrong.append(Change(pk=one.change_id, **dict(zip(CHANGED, follows, strict=True))))
            season = season_of(one.finished_at)
            row = self._seasons.get((one.rating_id, season))
            if row is None:
                row = self._seasons[one.rating_id, season] = SeasonRating(rating_id=one.rating_id, season=season)
            row.points, row.is_settled = rating.points, rating.is_settled
            row.matches += 1

    def _rating(self, one: Played) -> Rating:
        rating = self._ratings.get(one.rating_id)
        if rating is None:
            is_anchor = bool(one.bot) and one.bot == self._anchor
            rating = self._ratings[one.rating_id] = Rating(pk=one.rating_id, **rater.fresh(is_anchor=is_anchor))
        return rating

    def compare(self, *, repair: bool) -> Differences:
        """The stored rows that differ. Call it with the pool locked, after all matches were read."""
        found = Differences(matches=self.matches)
        found.rows["changes"] = self._save(Change, self._wrong, CHANGED, repair=repair)
        found.rows["ratings"] = self._save(Rating, self._wrong_ratings(), RATED, repair=repair)
        found.rows["seasons"] = self._compare_seasons(repair=repair)
        found.rows["shares"] = self._compare_shares(repair=repair)
        found.rows = +found.rows
        return found

    def _save(self, model: type[Model], rows: Iterable[Any], names: Iterable[str], *, repair: bool) -> int:
        count = 0
        for some in _batches(rows, CHUNK):
            count += len(some)
            if repair:
                model._default_manager.bulk_update(some, list(names), batch_size=500)
        return count

    def _in_pool(self, model: type[Model]) -> QuerySet[Any]:
        return model._default_manager.filter(game=self._pool.game, pace=self._pool.pace)

    def _wrong_ratings(self) -> Iterator[Rating]:
        """Write the computed values."""
        for stored in list(self._in_pool(Rating)):
            is_anchor = bool(stored.bot) and stored.bot == self._anchor
            # A player whose matches were all voided has the values of a new player.
            right = self._ratings.get(stored.pk) or Rating(pk=stored.pk, **rater.fresh(is_anchor=is_anchor))
            right.board = stored.board
            self._ratings[stored.pk] = right
            if any(getattr(stored, name) != getattr(right, name) for name in RATED):
                yield right

    def _compare_seasons(self, *, repair: bool) -> int:
        stored = {(row.rating_id, row.season): row for row in self._in_pool(SeasonRating).iterator(chunk_size=CHUNK)}
        extra = [row.pk for key, row in stored.items() if key not in self._seasons]
        missing, wrong = [], []
        for key, right in self._seasons.items():
            row = stored.get(key)
            if row is None:
                right.board, right.game, right.pace = self._ratings[key[0]].board, self._pool.game, self._pool.pace
                missing.append(right)
            elif any(getattr(row, name) != getattr(right, name) for name in IN_SEASON):
                right.pk = row.pk
                wrong.append(right)
        if repair:
            for some in _batches(extra, CHUNK):
                SeasonRating.objects.filter(pk__in=some).delete()
            SeasonRating.objects.bulk_create(missing, batch_size=500)
        return len(extra) + len(missing) + self._save(SeasonRating, wrong, IN_SEASON, repair=repair)

    def _compare_shares(self, *, repair: bool) -> int:
        right = Counter(
            (rating.board, rater.low_of(rating.points)) for rating in self._ratings.values() if rating.is_settled
        )
        stored = {(row.board, row.low): row.players for row in self._in_pool(Share)}
        wrong = [key for key in right.keys() | stored.keys() if right[key] != stored.get(key, 0)]
        if repair:
            for board, low in wrong:
                Share.objects.update_or_create(
                    board=board,
                    game=self._pool.game,
                    pace=self._pool.pace,
                    low=low,
                    defaults={"players": right[board, low]},
                )
        return len(wrong)


def _batches(rows: Iterable[T], size: int) -> Iterator[list[T]]:
    waiting = iter(rows)
    while some := list(islice(waiting, size)):
        yield some


def make_stale(game: str, pace: str) -> None:
    """Note that a rated match of the pool was voided or restored. Call it in that transaction, with the pool locked."""
    Pool.objects.filter(game=game, pace=pace).update(revision=F("revision") + 1, is_stale=True)
