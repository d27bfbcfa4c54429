"""Who waits for a quick match, and who plays with whom? Tickets are in the database, so that any process may pair any two people.

A person has one ticket, however many pages are open; it lives as long as one of them renews it (`stay`). At first a ticket fits only
people of about the same rating; the range widens with the waiting time. After a while without a partner a ticket also fits a
neighbouring pace, and people who want a casual match. The tickets store the match that was found; wake-up calls of the match lead the
pages there.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import DatabaseError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import games
from games.core.contract import Game
from lobby.accounts import persons, relations, switches
from lobby.accounts.models import User
from lobby.matches.errors import NoGame, NotAllowed
from lobby.matches.models import Match, Seat
from lobby.matches.people import Ticket
from lobby.matches.terms import DAY_SECONDS, Settings
from lobby.platform.process import database
from lobby.ratings import standing
from lobby.ratings.formula import START_POINTS
from lobby.store import acts, wake
from lobby.tables import seating, switched

log = logging.getLogger("fogbound.queue")

Pace = Ticket.Pace
CALM = (Pace.FAST, Pace.NORMAL, Pace.SLOW)
"""Paces, the slowest last."""
PACES = {
    Pace.FAST: pgettext_lazy("pace", "Fast"),
    Pace.NORMAL: _("Relaxed"),
    Pace.SLOW: _("A step a day"),
}
FAST_FACTOR = 0.5
"""Length of a fast step, as a part of the time that the game suggests."""
BANK_STEPS = 2
"""Time bank of a live quick match, in steps."""
PRESENT = timedelta(seconds=15)
"""A ticket that was not renewed for this long no longer counts; reloading a page takes less."""
WIDENS_AFTER = timedelta(seconds=10)
NEAR = 100
"""Largest difference of ratings, in points, at the beginning."""
WIDENS_BY = 10
"""Points by which the range grows with each second of waiting."""
ANYBODY_AFTER = timedelta(seconds=30)
"""Time after which ratings no longer matter."""
BOTS_AFTER = timedelta(seconds=20)
"""Time after which the page offers a bot instead."""
FORGOTTEN = timedelta(minutes=2)
"""Time after which tickets are deleted that nobody has fetched."""


def enter(*, user: User, game_id: str, pace: str, rated: bool = True, now: datetime | None = None) -> Ticket:
    """Wait for a match of that game and pace, in place of whatever the person waited for before. Raises ServiceError.

    `rated`: the person wants a match that counts, as a guest cannot.
    """
    now = now or timezone.now()
    if game_id not in games.GAMES:
        raise NoGame("game")
    if pace not in Pace.values:
        raise NotAllowed("pace", _("There is no such pace."))
    switched.require_game(game_id)
    with acts.acting():
        waits = {"game": game_id, "pace": pace, "created_at": now, "seen_at": now, "match": None}
        waits["rated"] = rated and not user.is_guest
        ticket, _made = Ticket.objects.update_or_create(user=user, defaults=waits)
    pair(now)
    ticket.refresh_from_db()
    return ticket


def leave(*, user: User) -> None:
    """Leave the queue. A match that was found meanwhile is kept. Raises ServiceError."""
    with acts.acting():
        Ticket.objects.filter(user=user, match=None).delete()


def waiting(user_id: int) -> Ticket | None:
    """The ticket of a person who waits or whose match was found; None for everybody else."""
    return Ticket.objects.filter(user_id=user_id).first()


def fetch(*, user: User) -> str | None:
    """The id of the match that was found, once: the ticket is used up."""
    ticket = Ticket.objects.filter(user=user).exclude(match=None).first()
    if ticket is None:
        return None
    match_id = ticket.match_id
    # A locked ticket must not keep the person from the match: it stays, and leads there again or expires.
    with acts.skip_if_locked():
        ticket.delete()
    return match_id


def stay(user_ids: Iterable[int], now: datetime | None = None) -> None:
    """Renew the tickets of these people, whose pages are still open. A ticket that another process has locked is skipped."""
    waiting = Ticket.objects.filter(user_id__in=list(user_ids), match=None)
    with database.writing():
        free = waiting.select_for_update(skip_locked=True, no_key=True).values_list("pk", flat=True)
        Ticket.objects.filter(pk__in=list(free)).update(seen_at=now or timezone.now())


def number(now: datetime | None = None) -> int:
    """How many people wait."""
    return Ticket.objects.filter(match=None, seen_at__gte=(now or timezone.now()) - PRESENT).count()


def on_referee_looks(*, now: datetime, **_: object) -> None:
    """Pair waiting people. An error in a quick match does not affect other matches; raises DatabaseError."""
    try:
        pair(now)
    except DatabaseError:
        raise
    except Exception:
        log.exception("nobody could be paired for a quick match")


def pair(now: datetime | None = None) -> list[str]:
    """Begin matches for all tickets that fit together. Returns the ids of the matches."""
    now = now or timezone.now()
    if not Ticket.objects.exists():
        return []
    # Tickets that another process has locked are left to the next look.
    with acts.skip_if_locked():
        return _pair(now)
    return []


def _pair(now: datetime) -> list[str]:
    Ticket.objects.filter(seen_at__lt=now - FORGOTTEN).delete()
    # In the order of their ids, so that two processes that pair at the same time cannot deadlock.
    locked = Ticket.objects.select_for_update(of=("self",)).filter(match=None, seen_at__gte=now - PRESENT)
    tickets = [
        one
        for one in locked.select_related("user").order_by("pk")
        if one.game in games.GAMES and not switches.is_game_off(one.game)
    ]
    elsewhere = _sat_down_elsewhere(tickets)
    if elsewhere:
        Ticket.objects.filter(pk__in=[one.pk for one in tickets if one.user_id in elsewhere]).delete()
        tickets = [one for one in tickets if one.user_id not in elsewhere]
        # The pages on which they waited learn that the wait is over.
        for match_id in set(elsewhere.values()):
            wake.publish_soon(match_id)
    begun = []
    users = {one.user_id: one.user for one in tickets}

    def are_apart(one: int, other: int) -> bool:
        # Whoever looks for people does not get a bot account, nor the other way round.
        if users[one].is_bot != users[other].is_bot or persons.is_same(users[one], users[other]):
            return True
        return relations.are_blocked(one, other)

    for together in partners(tickets, now, are_apart, _points(tickets)):
        match = _begin(together)
        Ticket.objects.filter(pk__in=[one.pk for one in together]).update(match=match)
        begun.append(match.pk)
        wake.publish_soon(match.pk)
    return begun


def _sat_down_elsewhere(tickets: Sequence[Ticket]) -> dict[int, str]:
    """{person: match} of those who wait for a live match although another has begun with them since: nobody plays two at once.

    Programs do: bot accounts are left out.
    """
    since = {one.user_id: one.created_at for one in tickets if one.pace != Pace.SLOW and not one.user.is_bot}
    live = {"match__status": Match.Status.RUNNING, "match__clock": Match.Clock.LIVE}
    seats = Seat.objects.filter(user__in=list(since), resigned=False, autopilot="", **live)
    begun = seats.values_list("user_id", "match_id", "match__started_at")
    return {user: match for user, match, at in begun if user is not None and at is not None and at > since[user]}


def partners(
    tickets: Sequence[Ticket], now: datetime, are_apart: Callable[[int, int], bool], points: Mapping[int, int]
) -> list[list[Ticket]]:
    """Groups of tickets that make a match, the longest waiting first; each ticket at most once. `points`: {user: rating}.

    `are_apart(one, other)`: these two users may not play with each other.

    Among the tickets that fit, the nearest in rating come first.
    """
    groups: list[list[Ticket]] = []
    left = sorted(tickets, key=lambda one: (one.created_at, one.pk))
    while left:
        group = [left.pop(0)]
        own = points[group[0].user_id]
        size = games.get(group[0].game).seats[0]
        # Python's sort is stable: of two who are equally near, whoever has waited longer comes first.
        for other in sorted(left, key=lambda one: abs(points[one.user_id] - own)):
            if len(group) < size and all(_fit(one, other, now, are_apart, points) for one in group):
                group.append(other)
        if len(group) == size:
            groups.append(group)
            left = [one for one in left if one not in group]
    return groups


def window(waited: timedelta) -> float:
    """Largest difference of ratings, in points, for a ticket that has waited so long; infinite after a while."""
    if waited >= ANYBODY_AFTER:
        return math.inf
    return NEAR + max(0.0, waited / timedelta(seconds=1)) * WIDENS_BY


def _fit(
    one: Ticket, other: Ticket, now: datetime, are_apart: Callable[[int, int], bool], points: Mapping[int, int]
) -> bool:
    if one.game != other.game:
        return False
    distance = abs(CALM.index(Pace(one.pace)) - CALM.index(Pace(other.pace)))
    longest = max(now - one.created_at, now - other.created_at)
    shortest = min(now - one.created_at, now - other.created_at)
    is_wide = shortest >= WIDENS_AFTER
    # A person who wants a live match must not get a step a day.
    if distance and not (distance == 1 and is_wide and Pace.SLOW not in {one.pace, other.pace}):
        return False
    if one.rated != other.rated and not is_wide:
        return False
    # The longer waiting time counts, so that a newcomer can be matched at once.
    if abs(points[one.user_id] - points[other.user_id]) > window(longest):
        return False
    return not are_apart(one.user_id, other.user_id)


def _points(tickets: Sequence[Ticket]) -> dict[int, int]:
    """{person: points in the game and at the pace they wait for}; who is not rated there is as strong as somebody new."""
    known = standing.points_of(one.user_id for one in tickets)
    return {one.user_id: known.get((one.user_id, one.game, _clock(one.pace)), START_POINTS) for one in tickets}


def _clock(pace: str) -> str:
    return Match.Clock.SLOW if pace == Pace.SLOW else Match.Clock.LIVE


def _begin(together: Sequence[Ticket]) -> Match:
    game = games.get(together[0].game)
    calmest = max((Pace(one.pace) for one in together), key=CALM.index)
    settings = replace(settings_of(game, calmest), rated=all(one.rated for one in together))
    return seating.begin_together(people=[one.user for one in together], game=game, settings=settings)


def settings_of(game: Game, pace: str) -> Settings:
    """The clock of a quick match."""
    public = Settings(
        seats=game.seats[0],
        clock=_clock(pace),
        visibility=Match.Visibility.PUBLIC,
        step_seconds=DAY_SECONDS,
        spectators_see_all=True,
    )
    if pace == Pace.SLOW:
        return public
    seconds = round(game.step_seconds * (FAST_FACTOR if pace == Pace.FAST else 1))
    return replace(public, step_seconds=seconds, bank_seconds=seconds * BANK_STEPS)
