"""Who is on his way in a round, and how far has he come?"""

from __future__ import annotations

from dataclasses import dataclass, field

from games.deep_blue.resolve.work import Work
from games.deep_blue.state import Element

PHASE = "move"


@dataclass(slots=True)
class Mover:
    """A unit on its way in this round."""

    unit: Element
    seat: int
    cell: int
    speed: int
    path: list[int]
    """Cells to come, as far as this round may take it."""
    length: int
    """Steps to the goal that are left, beyond this round too."""
    goal: int
    trail: list[int] = field(default_factory=list)
    """Cells it was in, the first one included."""
    want: int | None = None
    is_halted: bool = False
    has_replanned: bool = False
    blocker: Element | None = None

    def is_active(self, step: int) -> bool:
        """May it still make this step?"""
        return (
            self.unit.health > 0
            and self.speed >= step
            and self.unit.fuel > 0
            and bool(self.path)
            and not self.is_halted
        )


@dataclass(slots=True)
class Fleet:
    """Everybody who moves in this round."""

    work: Work
    movers: dict[int, Mover]
    """By ascending id."""
    fought: set[tuple[int, int]] = field(default_factory=set)
    """Pairs that have had their battle."""
    active: dict[int, Mover] = field(default_factory=dict)
    """Of the present step."""
