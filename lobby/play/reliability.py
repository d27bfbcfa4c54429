"""How often does a person answer in time? The referee counts steps as it resolves them; the sum covers matches that are over.

Steps of a running match do not count yet: a changing figure would reveal who has answered, and who plays at an
anonymous table. Hot seats and sandboxes never count. A step in which a bot stood in counts as missed. A step that
the site answered by the person's preferences, or in which a program played, does not count.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from lobby.matches.models import Match, Orders, Seat
from lobby.platform.storage import statements
from lobby.play import tallies
from lobby.store.rows import Given

LEAST_STEPS = 20
"""With fewer steps no share is shown: one missed step of three says nothing about a person."""


@dataclass(frozen=True)
class Reliability:
    """Steps that waited for a person, and those of them that the person answered."""

    due: int
    answered: int

    @property
    def percent(self) -> int | None:
        """The share in percent, rounded down; None with fewer than `LEAST_STEPS` steps."""
        return None if self.due < LEAST_STEPS else 100 * self.answered // self.due


def of(user_id: int) -> Reliability:
    """The person's figures over all matches that are over."""
    # Without a clock nobody waits for the person.
    timed = [one for one in tallies.of(user_id) if one.clock != Match.Clock.NONE]
    return Reliability(sum(one.steps_due for one in timed), sum(one.steps_answered for one in timed))


def counts(seats: Sequence[Seat], pending: Collection[int], given: Mapping[int, Given]) -> dict[int, tuple[int, int]]:
    """What a resolved step adds to its persons' figures. `pending`: the seats it waited for; `given`: the newest orders of each seat.

    Returns {seat: (steps that waited for its person, those of them that the person answered)} for the seats that count.
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
    """Add to the stored figures. Each item is (steps that waited, steps answered, id of the seat)."""
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
