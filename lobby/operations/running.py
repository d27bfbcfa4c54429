"""Which matches are running, and in which condition? What staff see: no seed, position or orders, only counts of seats. Staff may also play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Case, QuerySet, When
from django.utils import timezone
from django.utils.translation import gettext

import games
from lobby.accounts import persons
from lobby.accounts.models import User
from lobby.fog import audience, faults
from lobby.governance import set_aside
from lobby.matches import words
from lobby.matches.models import GOES_ON, Match, Seat
from lobby.play import interruptions, presence, timer

TROUBLE: Final = ("fault", "held", "overdue")
"""Filters of the list: stopped by a fault, stopped by staff, overdue."""


@dataclass(frozen=True)
class SeatCounts:
    """Number of seats, and the players as far as this member of staff may know them."""

    all: int
    people: int | None
    """None if the viewer plays in this match: it would reveal more than the step does."""
    bots: int | None
    """Number of bots and programs that have their own seat."""
    replaced: int | None
    """Number of people for whom a bot plays at present."""
    online: int | None


@dataclass(frozen=True)
class SeatRow:
    """A seat of one match, as staff see it who do not play there."""

    number: int
    """From 1 on."""
    person: User | None
    """None: nobody, or a name that the table hides."""
    machine: str
    """A program's name, or the id of a bot that has its own seat."""
    stand_in: str
    """The bot that plays for the person at present."""
    missed: int
    has_given_up: bool


@dataclass(frozen=True)
class Row:
    """One running match, as staff see it."""

    id: str
    game_name: str
    kind: str
    is_public: bool
    status: str
    is_held: bool
    has_fault: bool
    fault: str
    """Type of the fault; the full text once the match is over. Empty if the viewer plays in this match."""
    paused_at: datetime | None
    is_overdue: bool
    step: int
    since: datetime | None
    """When the step became due."""
    deadline: datetime | None
    seats: SeatCounts
    goes_on: str | None
    """The match that continues this one, if it was set back."""
    goes_on_from: tuple[str, int] | None
    """The match and the step that this one continues, if that one was set back."""


def running(trouble: str = "", game: str = "") -> QuerySet[Match]:
    """Running matches: first those in trouble, then the newest."""
    matches = Match.objects.filter(status__in=GOES_ON).defer("options").prefetch_related("seats")
    if game:
        matches = matches.filter(game=game)
    if trouble == "fault":
        matches = matches.exclude(fault="")
    elif trouble == "held":
        matches = matches.filter(status=Match.Status.PAUSED, due_at=None, fault="")
    elif trouble == "overdue":
        matches = matches.filter(due_at__lt=timezone.now() - timer.OVERDUE)
    # Sorted by whether there is a fault, not by its text: the order of rows would reveal something of a hidden text.
    return matches.order_by(Case(When(fault="", then=1), default=0), "-started_at")


def played_by(staff: User, matches: Iterable[Match]) -> frozenset[str]:
    """Ids of those of the matches in which this member of staff plays, with any account, or a program of theirs."""
    seats = Seat.objects.filter(persons.playing(staff), match__in=[match.pk for match in matches])
    return frozenset(seats.values_list("match", flat=True))


def row(match: Match, *, is_own: bool) -> Row:
    """One match as this member of staff may see it, who plays in it if `is_own`; texts in the active language."""
    is_secret = is_own and not audience.is_over(match)
    following = set_aside.successor(match)
    is_over = audience.is_over(match)
    return Row(
        id=match.pk,
        game_name=gettext(games.get(match.game).name) if match.game in games.GAMES else match.game,
        kind=words.kind(match),
        is_public=match.visibility == Match.Visibility.PUBLIC and not match.is_private,
        status=match.status,
        is_held=interruptions.awaits_staff(match) and not match.fault and following is None,
        has_fault=bool(match.fault),
        fault="" if is_secret else faults.shown(match),
        paused_at=match.paused_at,
        is_overdue=not is_over and match.due_at is not None and match.due_at < timezone.now() - timer.OVERDUE,
        step=match.step,
        since=match.step_started_at,
        deadline=match.deadline,
        seats=_counts(match, list(match.seats.all()), is_secret=is_secret),
        goes_on=following.pk if following else None,
        goes_on_from=_origin(match),
    )


def seats(match: Match, *, is_own: bool) -> list[SeatRow]:
    """Who sits where; nobody for a member of staff who plays in the match, as long as it goes on."""
    if is_own and not audience.is_over(match):
        return []
    names_hidden = audience.hides_names(match)
    found = match.seats.select_related("user", "program").order_by("number")
    return [
        SeatRow(
            number=seat.number + 1,
            person=None if seat.user is None or names_hidden else seat.user,
            machine=seat.bot if seat.program is None else "" if names_hidden else seat.program.name,
            stand_in=seat.autopilot,
            missed=seat.missed,
            has_given_up=seat.resigned,
        )
        for seat in found
    ]


def _origin(match: Match) -> tuple[str, int] | None:
    if match.forked_from_id is None or match.forked_step is None or match.kind == Match.Kind.SANDBOX:
        return None
    return match.forked_from_id, match.forked_step


def _counts(match: Match, seats: Sequence[Seat], *, is_secret: bool) -> SeatCounts:
    if is_secret:
        return SeatCounts(len(seats), None, None, None, None)
    people = [seat for seat in seats if not seat.is_machine]
    return SeatCounts(
        all=len(seats),
        people=len(people),
        bots=len(seats) - len(people),
        replaced=sum(bool(seat.autopilot) for seat in people),
        online=len(presence.online(match.pk, [seat.user_id for seat in people if seat.user_id is not None])),
    )
