"""Who waits for a quick match, and who plays with whom? Tickets are in the database, so that any process may pair any two people.

A person has one ticket, whatever pages are open; it lives as long as one of them says so (`stay`). After a while without a
partner a ticket fits a neighbouring pace as well. A match that was found is written on the tickets; wake-up calls of the
match bring the pages there.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import games
from games.core.contract import Game
from lobby.accounts import relations
from lobby.accounts.models import User
from lobby.matches import acts, seating, threads, wake
from lobby.matches.errors import NoMatch, NotAllowed
from lobby.matches.models import Match
from lobby.matches.people import Ticket
from lobby.matches.terms import DAY_SECONDS, Settings

log = logging.getLogger("fogbound.queue")

Pace = Ticket.Pace
CALM = (Pace.FAST, Pace.NORMAL, Pace.SLOW)
"""Paces, the calmest last."""
PACES = {
    Pace.FAST: pgettext_lazy("pace", "Fast"),
    Pace.NORMAL: _("Relaxed"),
    Pace.SLOW: _("A step a day"),
}
FAST_FACTOR = 0.5
"""Of the time that a game suggests for a step."""
BANK_STEPS = 2
"""A live quick match has a reserve of so many steps."""
PRESENT = timedelta(seconds=15)
"""Whoever has not said for so long that they wait has gone; a page that is loaded anew is quicker."""
WIDENS_AFTER = timedelta(seconds=10)
BOTS_AFTER = timedelta(seconds=20)
"""When the page offers a bot instead."""
FORGOTTEN = timedelta(minutes=2)
"""What nobody has fetched by then is thrown away."""


def enter(*, user: User, game_id: str, pace: str, now: datetime | None = None) -> Ticket:
    """Wait for a match of that game and pace, in place of whatever the person waited for before. Raises ServiceError."""
    now = now or timezone.now()
    if game_id not in games.GAMES:
        raise NoMatch("game", _("There is no such game."))
    if pace not in Pace.values:
        raise NotAllowed("pace", _("There is no such pace."))
    with acts.acting():
        waits = {"game": game_id, "pace": pace, "created_at": now, "seen_at": now, "match": None}
        ticket, _made = Ticket.objects.update_or_create(user=user, defaults=waits)
    pair(now)
    ticket.refresh_from_db()
    return ticket


def leave(*, user: User) -> None:
    """Wait no more. A match that has been found meanwhile is the person's all the same. Raises ServiceError."""
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
    # Nobody is kept from the match by who has locked the ticket: it leads there once more, or is forgotten.
    with acts.passing():
        ticket.delete()
    return match_id


def stay(user_ids: Iterable[int], now: datetime | None = None) -> None:
    """These people still look at the page on which they wait. A ticket that somebody else has locked is left to the next time."""
    waiting = Ticket.objects.filter(user_id__in=list(user_ids), match=None)
    with threads.writing():
        free = waiting.select_for_update(skip_locked=True, no_key=True).values_list("pk", flat=True)
        Ticket.objects.filter(pk__in=list(free)).update(seen_at=now or timezone.now())


def pair(now: datetime | None = None) -> list[str]:
    """Begin a match for everybody who fits together; the ids of the matches."""
    now = now or timezone.now()
    if not Ticket.objects.exists():
        return []
    # What another process is at, or hangs in the middle of, is left to it or to the next look.
    with acts.passing():
        return _pair(now)
    return []


def _pair(now: datetime) -> list[str]:
    Ticket.objects.filter(seen_at__lt=now - FORGOTTEN).delete()
    # In the order of their ids, so that two processes that pair at once wait for each other and do not deadlock.
    locked = Ticket.objects.select_for_update(of=("self",)).filter(match=None, seen_at__gte=now - PRESENT)
    tickets = [one for one in locked.select_related("user").order_by("pk") if one.game in games.GAMES]
    begun = []
    for together in partners(tickets, now, relations.are_apart):
        match = _begin(together)
        Ticket.objects.filter(pk__in=[one.pk for one in together]).update(match=match)
        begun.append(match.pk)
        wake.publish_soon(match.pk)
    return begun


def partners(tickets: Sequence[Ticket], now: datetime, are_apart: Callable[[int, int], bool]) -> list[list[Ticket]]:
    """Tickets that make a match together, whoever has waited longest first; each at most once."""
    groups: list[list[Ticket]] = []
    left = sorted(tickets, key=lambda one: (one.created_at, one.pk))
    while left:
        group = [left.pop(0)]
        size = games.get(group[0].game).seats[0]
        for other in list(left):
            if len(group) < size and all(_fit(one, other, now, are_apart) for one in group):
                group.append(other)
        if len(group) == size:
            groups.append(group)
            left = [one for one in left if one not in group]
    return groups


def _fit(one: Ticket, other: Ticket, now: datetime, are_apart: Callable[[int, int], bool]) -> bool:
    if one.game != other.game:
        return False
    apart = abs(CALM.index(Pace(one.pace)) - CALM.index(Pace(other.pace)))
    is_wide = min(now - one.created_at, now - other.created_at) >= WIDENS_AFTER
    # Nobody who wants to play now gets a step a day.
    if apart and not (apart == 1 and is_wide and Pace.SLOW not in {one.pace, other.pace}):
        return False
    return not are_apart(one.user_id, other.user_id)


def _begin(together: Sequence[Ticket]) -> Match:
    game = games.get(together[0].game)
    calmest = max((Pace(one.pace) for one in together), key=CALM.index)
    return seating.begin_together(people=[one.user for one in together], game=game, settings=settings_of(game, calmest))


def settings_of(game: Game, pace: str) -> Settings:
    """The clock of a quick match."""
    if pace == Pace.SLOW:
        return Settings(seats=game.seats[0], clock=Match.Clock.SLOW, step_seconds=DAY_SECONDS)
    seconds = round(game.step_seconds * (FAST_FACTOR if pace == Pace.FAST else 1))
    return Settings(seats=game.seats[0], step_seconds=seconds, bank_seconds=seconds * BANK_STEPS)
