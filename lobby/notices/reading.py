"""Which notices does a person have, which are unread, and which are no longer true? Reading is also where outdated ones are put away."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db.models import F, QuerySet
from django.utils import timezone

from lobby.matches.models import GOES_ON, OVER, Match, Orders, Seat, Vote
from lobby.matches.people import PersonalChallenge
from lobby.notices.models import Notice

MOST_UNREAD: Final = 99
"""More are not counted."""
MOST_ROUNDS: Final = 10
"""How often older ones are looked at in place of such as are put away, before the next look goes on with that."""
IN_LIST: Final = 8
"""Notices in the list below the bell."""
KEPT: Final = timedelta(days=60)
"""A notice is deleted so long after it was written."""

Kind = Notice.Kind
DUE: Final = (Kind.STEP, Kind.BEGUN)
"""Kinds that say that orders are due."""
_OF_STEP = {Kind.STEP, Kind.SOON}


def of(user_id: int) -> QuerySet[Notice]:
    """What a person sees on the site, newest first."""
    return Notice.objects.filter(user=user_id, on_site=True).order_by("-id")


def listed(user_id: int) -> QuerySet[Notice]:
    """The same without what is read and told of a step: it has passed with that, and in a long match would push out all else."""
    return of(user_id).exclude(kind__in=_OF_STEP, read_at__isnull=False)


def unread(user_id: int, now: datetime | None = None) -> list[Notice]:
    """Unread notices that are true, newest first, at most one more than `MOST_UNREAD`; outdated ones count as read from now on."""
    found: list[Notice] = []
    for _round in range(MOST_ROUNDS):
        more = of(user_id).filter(read_at=None)
        if found:
            more = more.filter(pk__lt=found[-1].pk)
        some = list(more[: MOST_UNREAD + 1 - len(found)])
        gone = untrue(some)
        if gone:
            Notice.objects.filter(pk__in=gone).update(read_at=now or timezone.now())
        found += [one for one in some if one.pk not in gone]
        # What is put away makes room: older ones may be true.
        if not gone or len(found) > MOST_UNREAD:
            break
    return found


def concerned(match_ids: Collection[str], user_ids: Collection[int]) -> set[int]:
    """Those of these people whose unread notices may have changed with these matches."""
    found = Notice.objects.filter(match__in=match_ids, user__in=user_ids, read_at=None)
    return set(found.values_list("user_id", flat=True).distinct())


def mark_read(user_id: int, *, ids: Collection[int] | None = None, match_id: str | None = None) -> int:
    """Mark these notices of a person as read, or those of a match, or all. Returns how many were unread."""
    found = Notice.objects.filter(user=user_id, read_at=None)
    if ids is not None:
        found = found.filter(pk__in=ids)
    if match_id is not None:
        found = found.filter(match=match_id)
    return found.update(read_at=timezone.now())


def untrue(notices: Iterable[Notice]) -> set[int]:
    """Ids of those that tell what is no longer so: the orders were given meanwhile, the challenge was answered, and so on."""
    notices, now = list(notices), timezone.now().isoformat()
    # As texts they are in the order of time: all are written in UTC.
    lapsed = {one.pk for one in notices if one.data.get("until", now) < now}
    about = {one.match_id for one in notices if one.match_id is not None}
    if not about:
        return lapsed
    people = {one.user_id for one in notices}
    matches = Match.objects.defer("options").in_bulk(about)
    seats: dict[tuple[str, int], list[Seat]] = {}
    for seat in Seat.objects.filter(match__in=about, user__in=people):
        assert seat.user_id is not None
        seats.setdefault((seat.match_id, seat.user_id), []).append(seat)
    ready = ready_seats([one for one in matches.values() if one.status in GOES_ON])
    votes = set(Vote.objects.filter(match__in=about, standing=True).values_list("match_id", "kind", "seat"))
    open_challenges = PersonalChallenge.objects.filter(
        pk__in=[one.match_id for one in notices if one.kind == Kind.CHALLENGE], status=PersonalChallenge.Status.OPEN
    )
    still_open = set(open_challenges.values_list("pk", flat=True))
    wanted = {one.match_id for one in notices if one.kind == Kind.WANTED}
    with_room = {*_free_seats().filter(match__in=wanted).values_list("match_id", flat=True)} if wanted else set()
    came = {one.data["person"] for one in notices if one.kind == Kind.JOINED}
    sitting = (
        {*Seat.objects.filter(match__in=about, user__in=came).values_list("match_id", "user_id")} if came else set()
    )
    gone = lapsed
    for one in notices:
        match = matches.get(one.match_id or "")
        if match is None:
            continue
        mine = seats.get((match.pk, one.user_id), [])
        kind = Kind(one.kind)
        if kind in _OF_STEP:
            is_true = match.step == one.step and any(_is_awaited(match, seat, ready) for seat in mine)
        elif kind == Kind.BEGUN:
            is_true = (
                match.status in GOES_ON and match.step == 0 and any(_is_awaited(match, seat, ready) for seat in mine)
            )
        elif kind == Kind.REMATCH:
            is_true = match.status == Match.Status.OPEN and not mine
        elif kind == Kind.WANTED:
            is_true = match.status == Match.Status.OPEN and not mine and match.pk in with_room
        elif kind == Kind.JOINED:
            is_hosted = match.status == Match.Status.OPEN and match.host_id == one.user_id
            is_true = is_hosted and (match.pk, one.data["person"]) in sitting
        elif kind == Kind.CHALLENGE:
            is_true = one.data.get("what") != "asked" or match.pk in still_open
        elif kind == Kind.VOTE:
            asked = {number for match_id, vote, number in votes if (match_id, vote) == (match.pk, one.data["vote"])}
            is_true = match.status in GOES_ON and bool(asked) and not asked & {seat.number for seat in mine}
        elif kind == Kind.SEAT:
            taken = Seat.objects.filter(match=match, number=one.data["seat"]).exclude(autopilot="")
            is_true = match.status not in OVER and not mine and taken.exists()
        else:
            is_true = True
        if not is_true:
            gone.add(one.pk)
    return gone


def _free_seats() -> QuerySet[Seat]:
    return Seat.objects.filter(user=None, bot="", program=None)


def waits(match: Match | None) -> bool:
    """True if the match stands still: what is due there can be told when it goes on."""
    return match is not None and match.status == Match.Status.PAUSED


def _is_awaited(match: Match, seat: Seat, ready: Collection[tuple[str, int]]) -> bool:
    """Does a step that is due still wait for the orders of a seat to whom that was told?"""
    if match.status not in GOES_ON or match.set_aside or seat.resigned or seat.is_automatic:
        return False
    return (match.pk, seat.number) not in ready


def ready_seats(matches: Iterable[Match]) -> set[tuple[str, int]]:
    """(match, seat) of the seats that are done with the present step, read at once."""
    ids = [match.pk for match in matches]
    newest = Orders.objects.filter(match__in=ids, step=F("match__step")).order_by("revision")
    last = {(match_id, seat): ready for match_id, seat, ready in newest.values_list("match_id", "seat", "ready")}
    return {key for key, is_ready in last.items() if is_ready}
