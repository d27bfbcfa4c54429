"""How does a table of a contest end? By its match, because its entrants have left, or because somebody who steers the contest says so.

Whoever leaves, or is removed, while a match runs forfeits it: at a table that is too small then the match stops, at others it goes on to its end
without counting them. Each function works inside the caller's transaction, which holds the contest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Q

from lobby.contests.models import Contest, Place, Table
from lobby.matches.models import GOES_ON, Match
from lobby.play import interruptions
from lobby.store import acts, wake

ATTEMPTS = 2
"""Of a table, before it is void."""


def settle(table: Table, left: Mapping[int, datetime], least: int, now: datetime) -> bool:
    """Write down how its match ended; False while it goes on. `left`: since when entrants take part no more; a table needs `least`."""
    match = table.match
    if match is None:
        return False
    if match.set_aside and (following := _successor(match)) is not None:
        table.match = following
        table.save(update_fields=["match"])
        return True
    if match.status == Match.Status.FINISHED:
        places = match.outcome["places"] if match.outcome else [seat.place for seat in match.seats.all()]
        _finished(table, places, left, match.finished_at)
        return True
    if match.status in GOES_ON and left and _is_given_up(table, left, least):
        _stop_at(Q(pk=match.pk), Q(forked_from=match.pk), now)
        _finished(table, [1] * table.places.filter(is_forfeit=False).count(), left, now)
        return True
    has_fault = match.status == Match.Status.PAUSED and bool(match.fault)
    if match.status != Match.Status.ABORTED and not has_fault:
        return False
    if following := _successor(match):
        table.match = following
        table.save(update_fields=["match"])
    elif table.attempts < ATTEMPTS:
        table.earlier, table.match = [*table.earlier, match.pk], None
        table.save(update_fields=["earlier", "match"])
        table.places.update(is_forfeit=False)
    else:
        void(table)
    return True


def _is_given_up(table: Table, left: Mapping[int, datetime], least: int) -> bool:
    """Have so many left it that those who stay could not play it?"""
    sat = [place.entrant_id for place in table.places.all() if not place.is_forfeit]
    staying = [one for one in sat if one not in left]
    return len(staying) < min(least, len(sat))


def _finished(table: Table, places: Sequence[Any], left: Mapping[int, datetime], ended_at: datetime | None) -> None:
    """With these places of those who sat there; who left before the end is behind all others, whose places follow each other."""
    everybody = list(table.places.all())
    sat = [place for place in everybody if not place.is_forfeit]
    reached = dict(zip(sat, places, strict=True))
    gone = [one for one in sat if one.entrant_id in left and ended_at is not None and left[one.entrant_id] <= ended_at]
    if gone:
        reached = {one: place for one, place in reached.items() if one not in gone}
        reached = {one: 1 + sum(other < place for other in reached.values()) for one, place in reached.items()}
    if reached:
        write(
            table,
            {one.pk: place for one, place in reached.items()},
            [*gone, *(place for place in everybody if place.is_forfeit)],
        )
    else:
        void(table)


def _successor(match: Match) -> Match | None:
    """The match in which staff have let it go on."""
    return match.forks.filter(arranged=Match.Arranged.CONTEST).order_by("-created_at").first()


def write(table: Table, ended: Mapping[int, int], gone: Sequence[Place]) -> None:
    """Who has ended where, by the ids of places, and who forfeits."""
    for pk, place in ended.items():
        Place.objects.filter(pk=pk).update(place=place)
    Place.objects.filter(pk__in=[place.pk for place in gone]).update(is_forfeit=True, place=len(ended) + 1)
    table.is_over = True
    table.save(update_fields=["is_over"])


def void(table: Table) -> None:
    """It counts for nobody."""
    table.is_over = table.is_void = True
    table.save(update_fields=["is_over", "is_void"])


def reopen(table: Table, now: datetime) -> None:
    """Forget what was played at a table: its match stops, and another one begins."""
    _stop_at(Q(contest_table=table), Q(forked_from__contest_table=table), now)
    table.earlier = [*table.earlier, *([table.match_id] if table.match_id else [])]
    table.match, table.is_over, table.is_void = None, False, False
    table.save(update_fields=["earlier", "match", "is_over", "is_void"])
    table.places.update(place=None, is_forfeit=False)


def annul(table: Table, now: datetime) -> None:
    """A table is void, and its match stops."""
    _stop_at(Q(contest_table=table), Q(forked_from__contest_table=table), now)
    table.places.update(place=None)
    void(table)


def stop(contest: Contest, now: datetime) -> None:
    """Whatever runs is aborted, and counts for nobody."""
    here = Q(contest_table__stage__contest=contest)
    _stop_at(here, Q(forked_from__contest_table__stage__contest=contest), now)
    Table.objects.filter(stage__contest=contest, is_over=False).update(is_over=True, is_void=True)


def _stop_at(here: Q, forked: Q, now: datetime) -> None:
    again = forked & Q(arranged=Match.Arranged.CONTEST)
    for match_id in sorted(Match.objects.filter(here | again, status__in=GOES_ON).values_list("pk", flat=True)):
        match = acts.lock(match_id)
        if match.status in GOES_ON:
            interruptions.abort(match, now)
            wake.publish_soon(match_id)
