"""Which leagues are there, and who plays in them? Seasons of leagues begin and end by themselves; `league_rules` has the rules.

People with a settled rating play in a division of about twenty for a game at a pace. It is ranked by the ratings that exist.
"""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time

from django.db.models import Count, QuerySet

import games
from lobby.accounts import sanctions
from lobby.notices import writing
from lobby.notices.models import Notice
from lobby.platform.process import database
from lobby.ratings import league_rules as rules
from lobby.ratings import rater, seasons
from lobby.ratings.league_rules import Candidate, Division, Member
from lobby.ratings.models import Board, LeaguePlace, Pool, Rating, SeasonRating

log = logging.getLogger("fogbound.ratings")

A_BATCH = 500


@dataclass(frozen=True)
class Line:
    """One person of a division."""

    rank: int
    name: str
    slug: str
    is_staff: bool
    points: int
    matches: int
    """Rated matches in the season."""
    move: int
    """-1: goes up a league, 1: goes down, 0: stays; if the season ended now."""


@dataclass(frozen=True)
class Tier:
    """One league of a season."""

    number: int
    divisions: int
    people: int


def advance(now: datetime) -> int:
    """End the seasons that are over and begin those of now, and place whoever is new. Returns how many pools have changed.

    Any number of processes may call it at any time: each pool is locked, and a season begins in it once.
    """
    pools = Pool.objects.filter(game__in=list(games.GAMES)).order_by("pk")
    return sum(_advance_pool(pool, now) for pool in pools)


def _advance_pool(pool: Pool, now: datetime) -> bool:
    season = seasons.season_of(now)
    if not _newcomers(pool, season, now).exists() and _places(pool, season).exists():
        return False
    with database.writing():
        held = rater.held_pool(pool.game, pool.pace)
        if _places(held, season).exists():
            return _join(held, season, now)
        # What was played in the old season must count before its end is settled.
        late = rater.waiting().filter(game=held.game, clock=held.pace, finished_at__lt=_start(season))
        if held.is_stale or late.exists():
            return False
        return _begin(held, season, now)


def _begin(pool: Pool, season: str, now: datetime) -> bool:
    last = _places(pool, "").filter(season__lt=season).order_by("-season").values_list("season", flat=True).first()
    candidates = _settle(pool, last, now) if last else {}
    # Whoever has played in the last season, or in this one before it was begun.
    for user_id, points in _newcomers(pool, season, now, since=seasons.before(season)).values_list("user", "points"):
        candidates.setdefault(user_id, Candidate(user_id, points, None))
    _place(pool, season, rules.arranged(candidates.values()))
    _tell(pool, last, season)
    if candidates:
        log.info("the season %s of %s has begun with %s people", season, pool, len(candidates))
    return bool(candidates)


def _settle(pool: Pool, season: str, now: datetime) -> dict[int, Candidate]:
    """Write down the ranks of a season that is over. Who has played in it and may play on is a candidate for the next."""
    places = {one.user_id: one for one in _active(_places(pool, season), now)}
    divisions = _members(pool, season, places)
    lowest = max((one.tier for one in divisions), default=1)
    candidates = {}
    for division, members in divisions.items():
        moves = rules.moves(members, is_first=division.tier == 1, is_last=division.tier == lowest)
        for rank, (one, move) in enumerate(zip(members, moves, strict=True), 1):
            if one.matches:
                places[one.user_id].rank = rank
                candidates[one.user_id] = Candidate(one.user_id, one.points, division.tier + move)
    LeaguePlace.objects.bulk_update([places[user] for user in candidates], ["rank"], batch_size=A_BATCH)
    return candidates


def _tell(pool: Pool, last: str | None, season: str) -> None:
    """A notice for everybody who has played in the season that is over and plays on."""
    ended = _places(pool, last or "-").filter(rank__isnull=False)
    before = {user: (tier, rank) for user, tier, rank in ended.values_list("user", "tier", "rank")}
    news = [
        writing.News(
            user_id,
            Notice.Kind.SEASON,
            f"{pool.game}:{pool.pace}:{last}",
            data={
                "game": pool.game,
                "pace": pool.pace,
                "rank": before[user_id][1],
                "tier": tier,
                "move": (tier > before[user_id][0]) - (tier < before[user_id][0]),
            },
        )
        for user_id, tier in _places(pool, season).values_list("user", "tier")
        if user_id in before
    ]
    writing.tell(news)


def _join(pool: Pool, season: str, now: datetime) -> bool:
    newcomers = list(_newcomers(pool, season, now).order_by("played_at", "pk").values_list("user", flat=True))
    _place(pool, season, rules.joined(newcomers, _sizes(pool, season)))
    return bool(newcomers)


def _place(pool: Pool, season: str, divisions: dict[int, Division]) -> None:
    LeaguePlace.objects.bulk_create(
        [
            LeaguePlace(
                season=season, game=pool.game, pace=pool.pace, user_id=user_id, tier=one.tier, division=one.number
            )
            for user_id, one in divisions.items()
        ],
        batch_size=A_BATCH,
    )


def _newcomers(pool: Pool, season: str, now: datetime, since: str = "") -> QuerySet[Rating]:
    """Settled ratings of people who have played since the season `since` began, by default this one, and have no place in this one."""
    ratings = Rating.objects.filter(
        sanctions.may_play("user", now),
        board=Board.PEOPLE,
        game=pool.game,
        pace=pool.pace,
        is_settled=True,
        user__is_active=True,
        played_at__gte=_start(since or season),
    )
    return ratings.exclude(user__in=_places(pool, season).values("user"))


def _start(season: str) -> datetime:
    return datetime.combine(seasons.first_day(season), time(), UTC)


def _places(pool: Pool, season: str) -> QuerySet[LeaguePlace]:
    """Of one season, or of all if it is ""."""
    found = LeaguePlace.objects.filter(game=pool.game, pace=pool.pace)
    return found.filter(season=season) if season else found


def _sizes(pool: Pool, season: str) -> Counter[Division]:
    rows = _places(pool, season).values_list("tier", "division").annotate(n=Count("pk"))
    return Counter({Division(tier, division): n for tier, division, n in rows})


def _active(places: QuerySet[LeaguePlace], now: datetime) -> QuerySet[LeaguePlace]:
    """Without people who have closed their account or are suspended."""
    return places.filter(sanctions.may_play("user", now), user__is_active=True)


def _members(pool: Pool, season: str, places: Mapping[int, LeaguePlace]) -> dict[Division, list[Member]]:
    """By division, best first, how those stand who have these places. `places`: by person."""
    ratings = Rating.objects.filter(game=pool.game, pace=pool.pace, user__isnull=False)
    played = SeasonRating.objects.filter(game=pool.game, pace=pool.pace, season=season, rating__user__isnull=False)
    if len(places) <= A_BATCH:
        ratings, played = ratings.filter(user__in=places), played.filter(rating__user__in=places)
    now = dict(ratings.values_list("user", "points"))
    then = {user: (points, n) for user, points, n in played.values_list("rating__user", "points", "matches")}
    found = defaultdict(list)
    for user_id, place in places.items():
        points, matches = then.get(user_id, (now.get(user_id, 0), 0))
        found[Division(place.tier, place.division)].append(Member(user_id, points, matches))
    return {division: rules.ranked(members) for division, members in found.items()}


# --- What is read


def tiers(game: str, pace: str, season: str) -> list[Tier]:
    """The leagues of a season, the highest first."""
    sizes = _sizes(Pool(game=game, pace=pace), season)
    divisions = Counter(one.tier for one in sizes)
    people: Counter[int] = Counter()
    for one, size in sizes.items():
        people[one.tier] += size
    return [Tier(number, divisions[number], people[number]) for number in sorted(divisions)]


def division_of(user_id: int, game: str, pace: str, season: str) -> Division | None:
    """Where somebody plays."""
    place = LeaguePlace.objects.filter(user=user_id, game=game, pace=pace, season=season).first()
    return None if place is None else Division(place.tier, place.division)


def own_pools(user_id: int, season: str) -> list[tuple[str, str]]:
    """(game, pace) of the leagues that somebody plays in."""
    found = LeaguePlace.objects.filter(user=user_id, season=season, game__in=list(games.GAMES))
    return list(found.order_by("pk").values_list("game", "pace"))


def standings(game: str, pace: str, season: str, division: Division, lowest: int, now: datetime) -> list[Line]:
    """A division, best first, without people who have closed their account or are suspended. `lowest`: the number of the last league."""
    pool = Pool(game=game, pace=pace)
    there = _places(pool, season).filter(tier=division.tier, division=division.number)
    places = {one.user_id: one for one in _active(there, now).select_related("user")}
    members = _members(pool, season, places).get(division, [])
    moves = rules.moves(members, is_first=division.tier == 1, is_last=division.tier == lowest)
    return [
        Line(rank, str(user := places[one.user_id].user), user.slug, user.is_staff, one.points, one.matches, move)
        for rank, (one, move) in enumerate(zip(members, moves, strict=True), 1)
    ]


def known_seasons(game: str, pace: str, now: datetime) -> list[str]:
    """Seasons with leagues, and that of now, newest first."""
    places = LeaguePlace.objects.filter(game=game, pace=pace)
    first = places.order_by("season").values_list("season", flat=True).first()
    season = seasons.season_of(now)
    return list(seasons.back_to(first or season, season))
