"""How often does a person answer in time? The referee counts steps as it resolves them; the sum is told of matches that are over.

While a match runs its steps count for nothing yet: a figure that moves would tell who has answered, and who sits at an
anonymous table. Hot seats and sandboxes never count. A step in which a bot stood in for the person is one that the person missed; one
that the site answered by the person's own preferences, or in which a program played, does not count.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Sum

from lobby.matches import statements
from lobby.matches.models import Match, Orders, Seat
from lobby.matches.people import Departure
from lobby.matches.rows import Given

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
    # Where nobody waits there is nothing to be relied upon.
    timed = [one.exclude(match__clock=Match.Clock.NONE) for one in (seats, left)]
    sums = [one.aggregate(due=Sum("steps_due"), answered=Sum("steps_answered")) for one in timed]
    return Reliability(sum(one["due"] or 0 for one in sums), sum(one["answered"] or 0 for one in sums))


def counts(seats: Sequence[Seat], pending: Collection[int], given: Mapping[int, Given]) -> dict[int, tuple[int, int]]:
    """What a resolved step that waited for `pending`, with the newest orders of each seat, adds to its persons' figures.

    {seat: (steps that waited for its person, those of them that the person answered)} of the seats that count.
    """
    found = {}
    for seat in seats:
        if seat.number not in pending or seat.user_id is None or seat.program_id or seat.resigned:
            continue
        orders = given.get(seat.number)
        if orders is None or orders.by in {Orders.By.PERSON, Orders.By.BOT}:
            is_answered = orders is not None and orders.by == Orders.By.PERSON and not seat.autopilot
            found[seat.number] = (1, int(is_answered))
    return found


def add(seats: Sequence[tuple[int, int, int]]) -> None:
    """So many steps more have waited for whoever sits there, and been answered: (steps, steps answered, id of the seat)."""
    if not seats:
        return
    table = Seat._meta.db_table
    more = f"UPDATE {table} SET steps_due = steps_due + %s, steps_answered = steps_answered + %s WHERE"
    with statements.cursor() as cursor:
        if not statements.is_server():
            cursor.executemany(f"{more} id = %s", seats)
            return
        alike: dict[tuple[int, int], list[int]] = {}
        for due, answered, seat_id in seats:
            alike.setdefault((due, answered), []).append(seat_id)
        for counts, ids in alike.items():
            cursor.execute(f"{more} id = ANY(%s)", [*counts, ids])
