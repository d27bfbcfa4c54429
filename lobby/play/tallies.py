"""What has a person done in all matches that are over? Sums by game and clock, of ordinary matches that are not sealed.

Old matches are summed once: an hourly task adds those that have ended since it last ran, and a reader adds what has ended since
then from the seats themselves. The transaction that ends a match writes no sum, because all matches of a person would wait for that row.
`recompute` makes the sums again.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from django.db.models import Case, Count, F, IntegerField, Model, OuterRef, QuerySet, Subquery, Sum, When

from lobby.matches.models import OVER, Match, Seat
from lobby.matches.people import Departure, TalliedUntil, Tally
from lobby.store import acts

SETTLED_AFTER = timedelta(minutes=10)
"""A match that ended so long ago is visible to every transaction: none lasts longer, and clocks differ less."""
AT_ONCE = timedelta(days=1)
"""Longest time whose matches are added in one transaction."""
SUMS = ("played", "won", "drawn", "places", "steps_due", "steps_answered")

M = TypeVar("M", bound=Model)
Key = tuple[int, str, str]
"""Person, game, clock."""


def of(user_id: int) -> list[Tally]:
    """The person's sums until now; they are not to be saved."""
    while True:
        until = _until()
        found = {_key(one): one for one in Tally.objects.filter(user_id=user_id)}
        seats = Seat.objects.filter(user_id=user_id, finished_at__isnull=False)
        left = Departure.objects.filter(user_id=user_id, match__status__in=OVER)
        if until is not None:
            seats = seats.filter(finished_at__gte=until)
            left = left.filter(match__finished_at__gte=until)
        for more in (*_of_seats(seats), *_of_departures(left)):
            _add(found, more)
        # Otherwise a match may have moved from one to the other meanwhile.
        if _until() == until:
            return list(found.values())


def advance(now: datetime) -> bool:
    """Add matches of at most `AT_ONCE`; True if there may be more. A second process leaves it to the first."""
    with acts.skip_if_locked():
        TalliedUntil.objects.get_or_create(pk=1, defaults={"at": datetime(1970, 1, 1, tzinfo=UTC)})
        begin = TalliedUntil.objects.select_for_update().get(pk=1).at
        over = Match.objects.filter(finished_at__gte=begin, finished_at__lt=now - SETTLED_AFTER)
        first = over.order_by("finished_at").values_list("finished_at", flat=True).first()
        if first is None:
            return False
        end = min(first + AT_ONCE, now - SETTLED_AFTER)
        _add_between(first, end)
        TalliedUntil.objects.filter(pk=1).update(at=end)
        return True
    return False


def advance_all(now: datetime) -> None:
    """Add everything that has ended."""
    while advance(now):
        pass


def add_unsealed(match_id: str) -> None:
    """Add a match that was sealed while it ended, inside the transaction that unseals it."""
    until = TalliedUntil.objects.select_for_update().values_list("at", flat=True).first()
    if until is not None:
        of_it = {"match": match_id, "match__finished_at__lt": until}
        _fold(Seat.objects.filter(**of_it), Departure.objects.filter(**of_it))


def recompute(now: datetime) -> None:
    """Make all sums again. Readers get the right ones meanwhile, but wait longer for them."""
    with acts.acting():
        TalliedUntil.objects.all().delete()
        Tally.objects.all().delete()
    advance_all(now)


def _add_between(begin: datetime, end: datetime) -> None:
    span = {"match__finished_at__gte": begin, "match__finished_at__lt": end}
    # A process of an older release has ended such a match.
    untold = Seat.objects.filter(finished_at__isnull=True, **span).values("pk")
    ended_at = Match.objects.filter(pk=OuterRef("match_id")).values("finished_at")
    Seat.objects.filter(pk__in=untold).update(finished_at=Subquery(ended_at))
    _fold(Seat.objects.filter(**span), Departure.objects.filter(**span))


def _fold(seats: QuerySet[Seat], left: QuerySet[Departure]) -> None:
    """Add these to the stored sums."""
    more: dict[Key, Tally] = {}
    for one in (*_of_seats(seats), *_of_departures(left)):
        _add(more, one)
    people = {user_id for user_id, _game, _clock in more}
    known = {_key(one): one for one in Tally.objects.filter(user_id__in=people)}
    for one in more.values():
        _add(known, one)
    changed = [known[key] for key in more]
    Tally.objects.bulk_update([one for one in changed if one.pk], SUMS, batch_size=500)
    Tally.objects.bulk_create([one for one in changed if not one.pk], batch_size=500)


def _of_seats(seats: QuerySet[Seat]) -> Iterator[Tally]:
    firsts = Seat.objects.filter(match=OuterRef("match"), place=1).order_by().values("match").annotate(n=Count("pk"))
    ended = When(match__status=Match.Status.FINISHED, place__isnull=False, then=F("place"))
    asked = _ordinary(seats).annotate(firsts=Subquery(firsts.values("n"), output_field=IntegerField()))
    return _summed(
        asked,
        played=Count(Case(ended)),
        won=Count(Case(When(match__status=Match.Status.FINISHED, place=1, firsts=1, then=1))),
        drawn=Count(Case(When(match__status=Match.Status.FINISHED, place=1, firsts__gt=1, then=1))),
        places=Sum(Case(ended, default=0)),
    )


def _of_departures(left: QuerySet[Departure]) -> Iterator[Tally]:
    # Seats that others have taken over count for as long as they were the person's.
    return _summed(_ordinary(left))


def _ordinary(rows: QuerySet[M]) -> QuerySet[M]:
    return rows.filter(match__kind=Match.Kind.ORDINARY, match__sealed=False, user__isnull=False)


def _summed(rows: QuerySet[M], **sums: Count | Sum) -> Iterator[Tally]:
    groups = rows.order_by().values("user_id", "match__game", "match__clock")
    for row in groups.annotate(due=Sum("steps_due"), answered=Sum("steps_answered"), **sums):
        yield Tally(
            user_id=row["user_id"],
            game=row["match__game"],
            clock=row["match__clock"],
            steps_due=row["due"],
            steps_answered=row["answered"],
            **{name: row[name] for name in sums},
        )


def _add(known: dict[Key, Tally], more: Tally) -> None:
    one = known.setdefault(_key(more), Tally(user_id=more.user_id, game=more.game, clock=more.clock))
    for name in SUMS:
        setattr(one, name, getattr(one, name) + getattr(more, name))


def _key(one: Tally) -> Key:
    return one.user_id, one.game, one.clock


def _until() -> datetime | None:
    return TalliedUntil.objects.values_list("at", flat=True).first()
