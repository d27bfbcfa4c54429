"""How did two people fare against each other, and which were somebody's best wins? Of matches that are over and that the reader may see."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery

from lobby.accounts.models import User
from lobby.matches.models import Match, Seat
from lobby.ratings.leaderboards import name_of
from lobby.ratings.models import Change, RatedMatch

LOOKED_AT = 500
"""Of so many rated matches, the newest, the best are chosen."""
BEST = 3


@dataclass(frozen=True, slots=True)
class Score:
    """Matches that two people have played to the end against each other, by who had the better place."""

    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Win:
    """A rated match that somebody has won, and the best rated of those whom they left behind."""

    match: str
    game: str
    at: datetime
    rival: str
    points: int


def score(reader: User, person: User) -> Score:
    """How the reader fared against the person."""
    theirs = Seat.objects.filter(user=person, place__isnull=False)
    ended = Q(match__status=Match.Status.FINISHED, match__kind=Match.Kind.ORDINARY, match__sealed=False)
    mine = Seat.objects.filter(ended, user=reader, place__isnull=False, match__in=theirs.values("match"))
    found = mine.annotate(other=Subquery(theirs.filter(match=OuterRef("match")).order_by("place").values("place")[:1]))
    sums = found.aggregate(
        won=Count("pk", filter=Q(place__lt=F("other"))),
        drawn=Count("pk", filter=Q(place=F("other"))),
        lost=Count("pk", filter=Q(place__gt=F("other"))),
    )
    return Score(**sums)


def matches(reader: User, person: User) -> QuerySet[Match]:
    """The matches of that score, newest first."""
    both = [Seat.objects.filter(user=one, place__isnull=False).values("match") for one in (reader, person)]
    found = Match.objects.filter(status=Match.Status.FINISHED, kind=Match.Kind.ORDINARY, sealed=False)
    return found.filter(pk__in=both[0]).filter(pk__in=both[1]).order_by("-finished_at", "-created_at")


def best(person: User) -> list[Win]:
    """The person's wins over the highest rated rivals, in public matches."""
    won = Change.objects.filter(
        rating__user=person,
        has_left=False,
        seat__place=1,
        rated__verdict=RatedMatch.Verdict.COUNTS,
        rated__match__status=Match.Status.FINISHED,
        rated__match__visibility=Match.Visibility.PUBLIC,
        rated__match__kind=Match.Kind.ORDINARY,
        rated__match__sealed=False,
    )
    newest = list(won.order_by("-rated_id").values_list("pk", flat=True)[:LOOKED_AT])
    if not newest:
        return []
    shared = Seat.objects.filter(match=OuterRef("rated__match"), place=1).exclude(pk=OuterRef("seat"))
    rivals = Change.objects.filter(rated=OuterRef("rated"), seat__place__gt=1).order_by("-points_before")
    rows = (
        Change.objects.filter(~Exists(shared), pk__in=newest)
        .annotate(rival=Subquery(rivals.values("pk")[:1]), points_of_rival=Subquery(rivals.values("points_before")[:1]))
        .filter(rival__isnull=False)
        .select_related("rated")
        .order_by("-points_of_rival", "-rated_id")[:BEST]
    )
    chosen = list(rows)
    beaten = Change.objects.select_related("rating__user", "rating__program").in_bulk([one.rival for one in chosen])
    return [
        Win(
            one.rated.match_id,
            one.rated.game,
            one.rated.finished_at,
            name_of(beaten[one.rival].rating),
            one.points_of_rival,
        )
        for one in chosen
    ]
