"""Which matches go on, and how are they doing? What staff see of them: no seed, no position, no orders, of seats only counts. Staff may play too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Case, QuerySet, When
from django.utils import timezone
from django.utils.translation import gettext

import games
from lobby.matches import audience, faults, presence, seating, set_aside, timer, votes, words
from lobby.matches.models import Match, Seat

TROUBLE: Final = ("fault", "held", "overdue")
"""What the list can be cut down to, beside nothing: stopped by a fault, by staff, forgotten by the referees."""


@dataclass(frozen=True)
class SeatCounts:
    """How many seats there are; who sits there, as far as this member of staff may know it."""

    all: int
    people: int | None
    """None: the reader sits there, and would learn from it what the step does not tell."""
    bots: int | None
    """Bots and programs that play for nobody."""
    replaced: int | None
    """People whom a bot stands in for."""
    online: int | None


@dataclass(frozen=True)
class Row:
    """One match."""

    id: str
    game_name: str
    kind: str
    is_public: bool
    status: str
    is_held: bool
    has_fault: bool
    fault: str
    """Its kind, and all of it once the match is over. Empty too for whoever sits there."""
    paused_at: datetime | None
    is_overdue: bool
    step: int
    since: datetime | None
    """Since when the step has been due."""
    deadline: datetime | None
    seats: SeatCounts
    goes_on: str | None
    """The match in which it goes on, if it was set back."""
    goes_on_from: tuple[str, int] | None
    """The match and the position it was set back to, if this is where one goes on."""


def running(trouble: str = "", game: str = "") -> QuerySet[Match]:
    """Matches that go on, those in trouble first, then the newest."""
    matches = Match.objects.filter(status__in=seating.GOES_ON).defer("options").prefetch_related("seats")
    if game:
        matches = matches.filter(game=game)
    if trouble == "fault":
        matches = matches.exclude(fault="")
    elif trouble == "held":
        matches = matches.filter(status=Match.Status.PAUSED, due_at=None, fault="")
    elif trouble == "overdue":
        matches = matches.filter(due_at__lt=timezone.now() - timer.OVERDUE)
    # By whether there is one, not by its text: rows sorted by a text that is not shown would tell of it.
    return matches.order_by(Case(When(fault="", then=1), default=0), "-started_at")


def row(match: Match, reader_id: int | None) -> Row:
    """One match for one member of staff; texts in the active language."""
    following = set_aside.successor(match)
    is_over = audience.is_over(match)
    return Row(
        id=match.pk,
        game_name=gettext(games.get(match.game).name) if match.game in games.GAMES else match.game,
        kind=words.kind(match),
        is_public=match.visibility == Match.Visibility.PUBLIC and not match.is_private,
        status=match.status,
        is_held=votes.is_held(match) and not match.fault and following is None,
        has_fault=bool(match.fault),
        fault="" if _is_secret_from(match, reader_id) else faults.shown(match),
        paused_at=match.paused_at,
        is_overdue=not is_over and match.due_at is not None and match.due_at < timezone.now() - timer.OVERDUE,
        step=match.step,
        since=match.step_started_at,
        deadline=match.deadline,
        seats=_counts(match, list(match.seats.all()), reader_id),
        goes_on=following.pk if following else None,
        goes_on_from=_origin(match),
    )


def _origin(match: Match) -> tuple[str, int] | None:
    if match.forked_from_id is None or match.forked_step is None or match.kind == Match.Kind.SANDBOX:
        return None
    return match.forked_from_id, match.forked_step


def _is_secret_from(match: Match, reader_id: int | None) -> bool:
    return not audience.is_over(match) and audience.seat_of(list(match.seats.all()), reader_id) is not None


def _counts(match: Match, seats: Sequence[Seat], reader_id: int | None) -> SeatCounts:
    if _is_secret_from(match, reader_id):
        return SeatCounts(len(seats), None, None, None, None)
    people = [seat for seat in seats if not seat.is_machine]
    return SeatCounts(
        all=len(seats),
        people=len(people),
        bots=len(seats) - len(people),
        replaced=sum(bool(seat.autopilot) for seat in people),
        online=len(presence.online(match.pk, [seat.user_id for seat in people if seat.user_id is not None])),
    )
