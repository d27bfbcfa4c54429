"""Who hears that a seat can be taken over? Those who follow somebody in the match, once for each seat. Looked up at the referee's sweeps."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, OuterRef

from lobby.accounts import relations
from lobby.accounts.models import Follow
from lobby.governance import substitutes
from lobby.matches.models import Match, Seat
from lobby.notices import writing
from lobby.notices.models import Notice
from lobby.notices.writing import News
from lobby.platform.process import database

MOST = 100
"""People who hear of one seat."""


def on_referee_sweeps(*, now: datetime, **_: object) -> None:
    """Offer the seats that have become free, of matches whose players let followers see what they play."""
    told = Notice.objects.filter(match=OuterRef("match"), kind=Notice.Kind.SEAT)
    replaced = Seat.objects.filter(
        ~Exists(told),
        finished_at=None,
        user__isnull=False,
        match__status=Match.Status.RUNNING,
        match__clock=Match.Clock.SLOW,
        match__visibility=Match.Visibility.PUBLIC,
        match__rated=False,
    ).exclude(autopilot="")
    matches = Match.objects.filter(pk__in=replaced.values("match")).prefetch_related("seats__user")
    for match in matches:
        offer(match)


def offer(match: Match) -> None:
    """Tell the followers of the people in the match of the first seat that is free."""
    seats = list(match.seats.all())
    free = substitutes.open_seats(match, seats)
    people = {seat.user_id for seat in seats if seat.user_id is not None}
    shown = [seat.user_id for seat in seats if seat.user is not None and not seat.user.hides_activity]
    if not free or not shown:
        return
    left = set(match.departures.values_list("user_id", flat=True))
    found = Follow.objects.filter(followed__in=shown, follower__is_active=True).exclude(follower__in=people | left)
    followers = list(found.order_by().values_list("follower", flat=True).distinct()[:MOST])
    blocks = relations.blocks_of(followers)
    blocked_by = relations.blocks_of(people)
    news = [
        News(one, Notice.Kind.SEAT, f"{match.pk}:{free[0]}", match.pk, match.step, {"seat": free[0]})
        for one in followers
        if not blocks.get(one, frozenset()) & people and not any(one in theirs for theirs in blocked_by.values())
    ]
    with database.writing():
        writing.tell(news)
