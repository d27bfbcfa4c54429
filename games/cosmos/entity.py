"""What is one planet or ship? Chapter 4.1."""

from __future__ import annotations

from typing import Any

from games.cosmos.constants import PLANET
from games.cosmos.geometry import Place

Json = Any


class Entity:
    """One planet or ship (4.1). `seat` is None for neutral planets; `defence` and `initial` mean nothing for planets.

    Positions share entities. Whoever changes one has a copy with its own `stamp` first (`Work.change`).
    """

    __slots__ = (
        "at", "born", "cooldown", "defence", "energy", "home", "id", "initial", "kind", "old_row", "radio", "row", "seat",
        "stamp", "ticked",
    )  # fmt: skip

    def __init__(
        self, id: int, kind: int, seat: int | None, at: Place, energy: int, defence: int, initial: int,
        cooldown: float, ticked: int, radio: int, born: int, home: int | None, stamp: object = None,
    ) -> None:  # fmt: skip
        self.id = id
        self.kind = kind
        self.seat = seat
        self.at = at
        self.energy = energy
        self.defence = defence
        self.initial = initial
        self.cooldown = cooldown
        """As it was after the tick of round `ticked`. One less a round, exact in float64, until it is 0 (4.3)."""
        self.ticked = ticked
        self.radio = radio
        self.born = born
        self.home = home
        self.stamp = stamp
        self.row: dict[str, Json] | None = None
        """What a view has told of it, kept by views: never changed, it may stand in many of them."""
        self.old_row: dict[str, Json] | None = None
        """What one told of the entity that this is a copy of, if it was of the same kind and seat."""

    def copy(self, stamp: object) -> Entity:
        """The same entity for a position that may change it."""
        new: Entity = object.__new__(Entity)
        new.id, new.kind, new.seat, new.at = self.id, self.kind, self.seat, self.at
        new.energy, new.defence, new.initial = self.energy, self.defence, self.initial
        new.cooldown, new.ticked, new.radio = self.cooldown, self.ticked, self.radio
        new.born, new.home, new.stamp = self.born, self.home, stamp
        new.row, new.old_row = None, self.row or self.old_row
        return new

    def waits(self, round_: int) -> float:
        """The cooldown after the tick of a round."""
        left = self.cooldown - (round_ - self.ticked)
        return left if left > 0 else 0.0

    @property
    def shield(self) -> int:
        """The defence that the rules speak of: a planet's is its energy."""
        return self.energy if self.kind == PLANET else self.defence
