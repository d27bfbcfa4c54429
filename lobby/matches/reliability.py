"""How often does a person answer in time? The referee counts steps as it resolves them; the sum is told of matches that are over.

While a match runs its steps count for nothing yet: a figure that moves would tell who has answered, and who sits at an
anonymous table. Hot seats and sandboxes never count. A step in which a bot stood in for the person is one that the person missed; one
that the site answered by the person's own preferences, or in which a program played, does not count.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, Sum

from lobby.matches.models import Match, Orders, Seat
from lobby.matches.people import Departure

LEAST_STEPS = 20
"""Of fewer steps no share is told: one missed of three says nothing about a person."""


@dataclass(frozen=True)
class Reliability:
    """Steps that waited for a person, and those of them that the person answered."""

    due: int
    answered: int

    @property
    def percent(self) -> int | None:
        """The share, rounded down; None while there is too little to go by."""
        return None if self.due < LEAST_STEPS else 100 * self.answered // self.due


def of(user_id: int) -> Reliability:
    """The person's figures over all matches that are over."""
    over = [Match.Status.FINISHED, Match.Status.ABORTED]
    seats = Seat.objects.filter(user_id=user_id, match__status__in=over, match__kind=Match.Kind.ORDINARY)
    # Seats that others have taken over count for as long as they were the person's.
    left = Departure.objects.filter(user_id=user_id, match__status__in=over)
    sums = [one.aggregate(due=Sum("steps_due"), answered=Sum("steps_answered")) for one in (seats, left)]
    return Reliability(sum(one["due"] or 0 for one in sums), sum(one["answered"] or 0 for one in sums))


def count(seats: Sequence[Seat], pending: Collection[int], orders: Mapping[int, Orders]) -> None:
    """A step that waited for `pending` has been resolved with the newest `orders` of each seat; inside the referee's transaction."""
    waited = [
        seat
        for seat in seats
        if seat.number in pending and seat.user_id is not None and not seat.program_id and not seat.resigned
    ]
    counted = [
        seat
        for seat in waited
        if seat.number not in orders or orders[seat.number].by in {Orders.By.PERSON, Orders.By.BOT}
    ]
    answered = [
        seat.pk
        for seat in counted
        if not seat.autopilot and seat.number in orders and orders[seat.number].by == Orders.By.PERSON
    ]
    if counted:
        Seat.objects.filter(pk__in=[seat.pk for seat in counted]).update(steps_due=F("steps_due") + 1)
    if answered:
        Seat.objects.filter(pk__in=answered).update(steps_answered=F("steps_answered") + 1)
