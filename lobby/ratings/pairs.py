"""Which people meet unusually often in rated matches, give up to each other, or share devices and addresses? A list for staff, with the evidence.

Nothing follows from it by itself: friends meet often, and families share an address. It is counted anew every hour from the matches of the
last `WINDOW`, by the database and in a fixed number of questions. People are persons: all accounts of one are one.

Strength adds three parts, each at most 10 but the last, which may reach 20. How unlikely the number of meetings is: the decimal logarithm of the
chance that opponents drawn by lot meet that often. How one-sidedly early resignations fall: 2 for each by which one person's exceed the
other's. What is shared: 4 for each meeting on one device, 2 for each from one address.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Avg, Count, F, Q, QuerySet, Sum
from django.utils import timezone

from lobby.accounts import persons
from lobby.accounts.models import User
from lobby.matches.models import Match
from lobby.matches.people import Trace
from lobby.ratings.models import Change, Pair, RatedMatch

WINDOW = timedelta(days=90)
"""How far back matches are counted. Traces are kept as long."""
FEWEST = 3
"""Meetings that are counted at all, unless a device or an address is shared."""
EARLY = 1 / 3
"""A resignation is early before this part of the steps that matches of the game have on average,"""
FIRST_STEPS = 3
"""or within these steps, where nearly all matches of a game end early."""
CANDIDATES = 1000
"""Pairs that are looked at for each kind of evidence, those with most of it."""
LISTED = 500
LEAST = 3.0
"""Strength from which a pair is listed."""
MATCHES_SHOWN = 50

Key = tuple[int, int]
"""Two persons, the lower id first."""


@dataclass
class Met:
    """What is known of a pair."""

    meetings: int = 0
    expected: float = 0.0
    gave_up: tuple[int, int] = (0, 0)
    gained: tuple[int, int] = (0, 0)
    shared: dict[str, int] = field(default_factory=dict)
    """{kind of trace: meetings}"""

    @property
    def strength(self) -> float:
        """How unusual it is."""
        often = unlikely(self.meetings, self.expected) if self.meetings >= FEWEST else 0.0
        sided = 2.0 * abs(self.gave_up[0] - self.gave_up[1]) if self.meetings >= FEWEST else 0.0
        shared = 4.0 * self.shared.get(Trace.Kind.DEVICE, 0) + 2.0 * self.shared.get(Trace.Kind.ADDRESS, 0)
        return min(10.0, often) + min(10.0, sided) + min(20.0, shared)


def unlikely(count: int, expected: float) -> float:
    """-log10 of the chance of so many meetings or more, if `expected` are expected (Poisson); 0 if there are no more than that."""
    if expected <= 0 or count <= expected:
        return 0.0
    first = count * math.log(expected) - expected - math.lgamma(count + 1)
    # The terms after the first fall faster than a geometric series.
    rest, term, number = 1.0, 1.0, count
    while term > 1e-9:
        number += 1
        term *= expected / number
        rest += term
    return max(0.0, -(first + math.log(rest)) / math.log(10))


def refresh(now: datetime | None = None) -> int:
    """Count all pairs anew and replace the list. Returns its length."""
    now = now or timezone.now()
    found = _evidence(now - WINDOW)
    there = set(
        User.objects.filter(pk__in={pk for key in found for pk in key}, closed_at=None).values_list("pk", flat=True)
    )
    strongest = sorted(found.items(), key=lambda item: (-item[1].strength, item[0]))
    listed = [_row(key, met, now) for key, met in strongest if met.strength >= LEAST and there >= {*key}][:LISTED]
    with transaction.atomic():
        Pair.objects.bulk_create(
            listed,
            update_conflicts=True,
            unique_fields=["one", "other"],
            update_fields=[one.name for one in Pair._meta.fields if one.name not in {"id", "one", "other"}],
        )
        keys = {(row.one_id, row.other_id) for row in listed}
        gone = [pk for pk, *key in Pair.objects.values_list("pk", "one", "other") if tuple(key) not in keys]
        Pair.objects.filter(pk__in=gone).delete()
    return len(listed)


def _row(key: Key, met: Met, now: datetime) -> Pair:
    return Pair(
        one_id=key[0],
        other_id=key[1],
        meetings=met.meetings,
        expected=round(met.expected, 2),
        one_gave_up=met.gave_up[0],
        other_gave_up=met.gave_up[1],
        one_gained=met.gained[0],
        other_gained=met.gained[1],
        devices=met.shared.get(Trace.Kind.DEVICE, 0),
        addresses=met.shared.get(Trace.Kind.ADDRESS, 0),
        strength=round(met.strength, 1),
        computed_at=now,
    )


def _evidence(since: datetime) -> dict[Key, Met]:
    met = _met(since)
    often = met.filter(meetings__gte=FEWEST)
    rows = {(row["one"], row["other"]): row for row in often.order_by("-meetings", "one", "other")[:CANDIDATES]}
    given = often.annotate(given=F("one_gave_up") + F("other_gave_up")).filter(given__gt=1)
    rows |= {(row["one"], row["other"]): row for row in given.order_by("-given", "one", "other")[:CANDIDATES]}
    shared = _shared(since)
    if left := shared.keys() - rows.keys():
        some = met.filter(one__in={one for one, _ in left}, other__in={other for _, other in left})
        rows |= {key: row for row in some if (key := (row["one"], row["other"])) in left}
    expected = _expected(since, rows.keys())
    return {
        key: Met(
            meetings=row["meetings"],
            expected=expected[key],
            gave_up=(row["one_gave_up"], row["other_gave_up"]),
            gained=(row["one_gained"], row["other_gained"]),
            shared=shared.get(key, {}),
        )
        for key, row in rows.items()
    }


def _counted(since: datetime, way: str = "rated__") -> Q:
    """Condition for rows of the rated matches of the window, by an index of matches."""
    return Q(
        **{
            f"{way}verdict": RatedMatch.Verdict.COUNTS,
            f"{way}match__rated": True,
            f"{way}match__status": Match.Status.FINISHED,
            f"{way}match__finished_at__gte": since,
        }
    )


def _changes(since: datetime) -> QuerySet[Change]:
    """What matches of the window changed for accounts. Programs are paired by the site, so they tell nothing of their owners."""
    return Change.objects.filter(_counted(since), rating__user__isnull=False).order_by()


def _pairs(changes: QuerySet[Any]) -> QuerySet[Any]:
    """A row for each two persons of each match; what is of the other begins with `rated__changes`."""
    return changes.annotate(
        one=persons.person("rating__user"), other=persons.person("rated__changes__rating__user")
    ).filter(one__lt=F("other"))


def _met(since: datetime) -> QuerySet[Any, dict[str, Any]]:
    """{one, other, meetings, one_gave_up, other_gave_up, one_gained, other_gained} for all who met."""
    usual = (
        RatedMatch.objects.filter(_counted(since, "")).order_by().values_list("game").annotate(steps=Avg("match__step"))
    )
    # A condition that nothing fulfils, for a window without matches.
    early = Q(pk__isnull=True)
    for game, steps in usual:
        early |= Q(rated__game=game, rated__match__step__lte=max(FIRST_STEPS, steps * EARLY))
    one_left, other_left = Q(seat__resigned=True), Q(rated__changes__seat__resigned=True)
    return (
        _pairs(_changes(since))
        .values("one", "other")
        .annotate(
            meetings=Count("pk"),
            one_gave_up=Count("pk", filter=early & one_left & Q(rated__changes__seat__resigned=False)),
            other_gave_up=Count("pk", filter=early & other_left & Q(seat__resigned=False)),
            one_gained=Sum(F("points") - F("points_before")),
            other_gained=Sum(F("rated__changes__points") - F("rated__changes__points_before")),
        )
    )


def _shared(since: datetime) -> dict[Key, dict[str, int]]:
    """{pair: {kind of trace: rated matches with a common one}} for those with most of them."""
    rows = (
        Trace.objects.filter(_counted(since, "match__rated_match__"))
        .annotate(
            one=persons.person("user"),
            other=persons.person("match__traces__user"),
            other_digest=F("match__traces__digest"),
        )
        .filter(one__lt=F("other"), digest=F("other_digest"))
        .order_by()
        .values_list("one", "other", "kind")
        .annotate(matches=Count("match", distinct=True))
        .order_by("-matches", "one", "other")[:CANDIDATES]
    )
    found: dict[Key, dict[str, int]] = defaultdict(dict)
    for one, other, kind, matches in rows:
        found[one, other][kind] = matches
    return found


def _expected(since: datetime, keys: Collection[Key]) -> dict[Key, float]:
    """Meetings of each pair if every seat beside a person went to the others of the pool by lot, in proportion to their matches."""
    pool = ("rated__game", "rated__pace", "rating__board")
    changes = _changes(since)
    total = {tuple(row[name] for name in pool): row["n"] for row in changes.values(*pool).annotate(n=Count("pk"))}
    wanted = {pk for key in keys for pk in key}
    played = (
        changes.annotate(person=persons.person("rating__user"))
        .filter(person__in=wanted)
        .values("person", *pool)
        .annotate(n=Count("pk", distinct=True), seats=Count("rated__changes"))
    )
    of: dict[int, dict[tuple[str, ...], tuple[int, int]]] = defaultdict(dict)
    for row in played:
        # (matches, seats beside this person)
        of[row["person"]][tuple(row[name] for name in pool)] = row["n"], row["seats"] - row["n"]
    return {
        (one, other): sum(
            beside * of[other][where][0] / (total[where] - n)
            for where, (n, beside) in of[one].items()
            if where in of[other] and total[where] > n
        )
        for one, other in keys
    }


@dataclass(frozen=True)
class Meeting:
    """One match of a pair, as evidence."""

    match: str
    game: str
    at: datetime
    steps: int
    gave_up: tuple[bool, bool]
    change: tuple[int, int]
    """Of the points of each."""
    shared: Sequence[str]
    """Kinds of traces that both have there."""


def meetings(pair: Pair) -> list[Meeting]:
    """The newest rated matches of the window that both played, newest first."""
    since = pair.computed_at - WINDOW
    rows = (
        _pairs(_changes(since))
        .filter(one=pair.one_id, other=pair.other_id)
        .order_by("-rated__match__finished_at")
        .values(
            *("rated__match", "rated__game", "rated__match__finished_at", "rated__match__step"),
            *("seat__resigned", "rated__changes__seat__resigned"),
            mine=F("points") - F("points_before"),
            theirs=F("rated__changes__points") - F("rated__changes__points_before"),
        )[:MATCHES_SHOWN]
    )
    shared = _shared_in([row["rated__match"] for row in rows], pair)
    return [
        Meeting(
            match=row["rated__match"],
            game=row["rated__game"],
            at=row["rated__match__finished_at"],
            steps=row["rated__match__step"],
            gave_up=(row["seat__resigned"], row["rated__changes__seat__resigned"]),
            change=(row["mine"], row["theirs"]),
            shared=shared.get(row["rated__match"], ()),
        )
        for row in rows
    ]


def _shared_in(match_ids: Iterable[str], pair: Pair) -> dict[str, list[str]]:
    traces = Trace.objects.filter(match__in=list(match_ids)).annotate(person=persons.person("user"))
    seen: dict[tuple[str, str, str], set[int]] = defaultdict(set)
    for match, kind, digest, person in traces.values_list("match", "kind", "digest", "person"):
        seen[match, kind, digest].add(person)
    found: dict[str, set[str]] = defaultdict(set)
    for (match, kind, _digest), people in seen.items():
        if people >= {pair.one_id, pair.other_id}:
            found[match].add(kind)
    return {match: sorted(kinds) for match, kinds in found.items()}
