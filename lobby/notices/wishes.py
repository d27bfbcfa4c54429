"""By which ways does a person hear of what, and when? The defaults, what each has chosen, and when the quiet is over."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from lobby.accounts.models import User
from lobby.notices.models import Mute, Notice, Wishes

SITE, MAIL, DIGEST, PUSH, HOOK = WAYS = ("site", "mail", "digest", "push", "hook")
"""On the site; a mail at once, or one mail a day; devices of the person; webhooks of the person."""

Kind = Notice.Kind
_ALL = (SITE, MAIL, PUSH, HOOK)
DEFAULTS: Mapping[str, tuple[str, ...]] = {
    Kind.STEP: _ALL,
    Kind.SOON: _ALL,
    Kind.MISSED: _ALL,
    Kind.BEGUN: _ALL,
    Kind.CHALLENGE: _ALL,
    Kind.ENDED: (SITE, DIGEST, HOOK),
    Kind.REMATCH: (SITE, DIGEST, PUSH, HOOK),
    Kind.VOTE: (SITE, DIGEST, PUSH),
    Kind.MESSAGE: (SITE, DIGEST, PUSH),
    Kind.SEAT: (SITE,),
    Kind.CONTEST: (SITE, MAIL, PUSH, HOOK),
    Kind.PROGRAM: (SITE, DIGEST),
    Kind.REPORT: (SITE, DIGEST),
    Kind.HOOK: (SITE, MAIL),
    Kind.ACHIEVEMENT: (SITE,),
    Kind.WANTED: (SITE, PUSH, HOOK),
    Kind.JOINED: _ALL,
    Kind.SEASON: (SITE, DIGEST),
    Kind.CLUB: (SITE, DIGEST),
    # Nobody is called to a game that they have not asked for.
    Kind.PUZZLE: (),
}
"""Kind → ways of somebody who has chosen nothing."""


def of(user: User) -> Wishes:
    """The wishes of a person; the defaults, not stored, of one who has none."""
    return Wishes.objects.filter(user=user).first() or Wishes(user=user)


def has_chosen(wishes: Wishes) -> bool:
    """Has the person said by which ways or when they hear of what? Else their time zone is a guess of the site: a row may exist for other reasons."""
    said = wishes.ways, wishes.quiet_from, wishes.digest_hour, wishes.time_zone
    fresh = Wishes()
    return said != (fresh.ways, fresh.quiet_from, fresh.digest_hour, fresh.time_zone)


def of_many(user_ids: Collection[int]) -> dict[int, Wishes]:
    """The same for many people at once."""
    found = Wishes.objects.in_bulk(list(user_ids))
    return {user_id: found.get(user_id) or Wishes(user_id=user_id) for user_id in user_ids}


def ways(wishes: Wishes, kind: str) -> frozenset[str]:
    """By which ways the person hears of this kind."""
    chosen = wishes.ways.get(kind)
    return frozenset(DEFAULTS[Kind(kind)] if chosen is None else chosen)


def choose(wishes: Wishes, chosen: Mapping[str, Iterable[str]]) -> None:
    """Set the ways of these kinds in `wishes`, without storing them; what equals the default is not kept."""
    for kind, picked in chosen.items():
        kept = [way for way in WAYS if way in set(picked)]
        if set(kept) == set(DEFAULTS[Kind(kind)]):
            wishes.ways.pop(kind, None)
        else:
            wishes.ways[kind] = kept


def without(wishes: Wishes, way: str, kind: str = "") -> None:
    """Take a way out of one kind, or of all, in `wishes`, without storing them. Mail of a day goes with mail."""
    gone = {MAIL, DIGEST} if way in {MAIL, DIGEST} else {way}
    for one in [kind] if kind else Kind.values:
        choose(wishes, {one: ways(wishes, one) - gone})


def muted(pairs: Collection[tuple[int, str]]) -> set[tuple[int, str]]:
    """Those of the pairs (person, match) in which the person wants to hear nothing of the match."""
    people, matches = {user for user, _ in pairs}, {match for _, match in pairs}
    found = Mute.objects.filter(user__in=people, match__in=matches).values_list("user_id", "match_id")
    return {*found} & {*pairs} if pairs else set()


def not_before(wishes: Wishes, now: datetime) -> datetime:
    """When something may be sent: `now`, or the end of the person's quiet hours."""
    if wishes.quiet_from is None or wishes.quiet_to is None or wishes.quiet_from == wishes.quiet_to:
        return now
    here = now.astimezone(ZoneInfo(wishes.time_zone))
    length = (wishes.quiet_to - wishes.quiet_from) % 24
    if (here.hour - wishes.quiet_from) % 24 >= length:
        return now
    return _next_hour(here, wishes.quiet_to).astimezone(now.tzinfo)


def next_digest(wishes: Wishes, now: datetime) -> datetime:
    """When the next mail of the day is sent."""
    here = now.astimezone(ZoneInfo(wishes.time_zone))
    return _next_hour(here, wishes.digest_hour).astimezone(now.tzinfo)


def _next_hour(here: datetime, hour: int) -> datetime:
    """The next moment after `here` at which the clocks there show that hour; the clocks may be set meanwhile."""
    at = here.replace(hour=hour, minute=0, second=0, microsecond=0)
    return at if at > here else (at + timedelta(days=1)).replace(hour=hour)
