"""What is an achievement, and what does it know of a match? Facts that games give (`Game.achievements`); `games.core.achievements` makes the record.

A match that a seat has won alone is told as one `Played` record: sums of its steps, curves, its last position. Predicates read nothing else, so
the same match gives the same answer at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple


class Deed(NamedTuple):
    """What a step adds to a sum of one seat that only achievements ask for (`Game.deeds`)."""

    seat: int
    name: str
    amount: float = 1


@dataclass(frozen=True)
class Played:
    """A match that is over, for the seat that has won it alone."""

    seat: int
    seats: int
    """Number of seats."""
    reason: str
    """A key of `Game.reasons`."""
    options: Mapping[str, Any]
    steps: int
    sums: Mapping[str, Sequence[float]]
    """What `Game.statistics` (by row) and `Game.deeds` (by name) have counted, per seat; what was never counted is missing."""
    course: Mapping[str, Sequence[Sequence[float]]]
    """`Game.scores` of each position: series → position → seat."""
    chances: Sequence[Sequence[int]]
    """`Game.chances` of each position but the last, in thousandths by seat; empty in games without them."""
    end: Any
    """The last position, which only the game understands."""

    def mine(self, name: str) -> float:
        """The seat's own sum; 0 if nothing was counted."""
        return self.sums[name][self.seat] if name in self.sums else 0

    def others(self, name: str) -> list[float]:
        """The sums of the other seats, in their order."""
        return [self.sums[name][seat] if name in self.sums else 0 for seat in range(self.seats) if seat != self.seat]

    @property
    def main(self) -> Sequence[Sequence[float]]:
        """The curve of the main score: position → seat. Empty in games without scores."""
        return next(iter(self.course.values()), ())


Strength = Literal["easy", "medium", "hard"]


@dataclass(frozen=True)
class Feat:
    """Something that a seat has or has not done in a match. Name and text are messages (`gettext_noop`)."""

    key: str
    name: str
    text: str
    """What is to be done, as an order: "Win without losing a battle.\""""
    is_done: Callable[[Played], bool]
    """Asked of victories only."""


@dataclass(frozen=True)
class Achievement(Feat):
    """A feat that a person keeps for ever.

    Rated matches between people count. Matches against built-in bots count if each bot is of `bots` at least.
    """

    icon: str = "trophy"
    """A name of `static/icons.json`."""
    bots: Strength | None = "hard"
    """The weakest bots against which it counts; None: it counts between people only."""
    times: int = 1
    """In so many matches."""


GRADES: Mapping[str | None, int] = {None: 0, "easy": 1, "medium": 2, "hard": 3}
