"""What is one planet or ship? Chapter 4.1."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from games.core.records import shallow
from games.cosmos.constants import PLANET
from games.cosmos.geometry import Place

Json = Any


class Entity(Struct, eq=False):
    """One planet or ship (4.1). `seat` is None for neutral planets; `defence` and `initial` mean nothing for planets.

    Positions share entities. Whoever changes one has a copy with its own `stamp` first (`Work.change`).
    """

    id: int
    kind: int
    seat: int | None
    at: Place
    energy: int
    defence: int
    initial: int
    cooldown: float
    """As it was after the tick of round `ticked`. One less a round, exact in float64, until it is 0 (4.3)."""
    ticked: int
    radio: int
    born: int
    home: int | None
    stamp: object = None
    row: dict[str, Json] | None = None
    """What a view has told of it, kept by views: never changed, it may stand in many of them."""
    old_row: dict[str, Json] | None = None
    """What one told of the entity that this is a copy of, if it was of the same kind and seat."""

    def copy(self, stamp: object) -> Entity:
        """The same entity for a position that may change it."""
        new = shallow(self)
        new.stamp, new.row, new.old_row = stamp, None, self.row or self.old_row
        return new

    def waits(self, round_: int) -> float:
        """The cooldown after the tick of a round."""
        left = self.cooldown - (round_ - self.ticked)
        return left if left > 0 else 0.0

    @property
    def shield(self) -> int:
        """The defence that the rules speak of: a planet's is its energy."""
        return self.energy if self.kind == PLANET else self.defence
