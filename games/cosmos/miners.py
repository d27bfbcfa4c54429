"""Which miners pay, how much and whom, and which are the oldest? Chapters 6.4 and 6.5. Follows everyone that comes or goes."""

from __future__ import annotations

from bisect import bisect_left

from games.cosmos.constants import MINING_DELAY, mining_income
from games.cosmos.entity import Entity

Payment = tuple[int, int, int]
"""The seat of a miner, the planet that built it, what it pays a round. None of that changes while it is a miner."""


class Miners:
    """All miners on the board. Who asks for a round is told of that round, and asks for no earlier one afterwards."""

    __slots__ = ("_by_age", "_gains", "_old", "_pays")

    def __init__(self) -> None:
        self._by_age: list[tuple[int, int, Payment]] = []
        """When it was built, its id and its payment; the oldest one first."""
        self._old = 0
        """So many of them, the first ones, were old enough to pay in the round last asked for."""
        self._pays: dict[int, Payment] = {}
        self._gains: dict[tuple[int, int], int] = {}

    def copy(self) -> Miners:
        """The same miners, for another position."""
        new: Miners = object.__new__(Miners)
        new._by_age, new._old, new._pays, new._gains = self._by_age[:], self._old, dict(self._pays), dict(self._gains)
        return new

    def enter(self, entity: Entity) -> None:
        """A miner has come."""
        assert entity.seat is not None
        payment = (entity.seat, entity.home or 0, mining_income(entity.energy))
        miner = (entity.born, entity.id, payment)
        place = bisect_left(self._by_age, miner)
        self._by_age.insert(place, miner)
        if place < self._old:
            self._old += 1
            self._begin(entity.id, payment)

    def leave(self, entity: Entity) -> None:
        """A miner is gone, or is one no more."""
        place = bisect_left(self._by_age, (entity.born, entity.id, (0, 0, 0)))
        _, id_, (seat, home, energy) = self._by_age.pop(place)
        if place < self._old:
            self._old -= 1
            if energy:
                del self._pays[id_]
                self._gains[seat, home] -= energy

    def pays(self, round_: int) -> dict[int, Payment]:
        """What every miner that is old enough pays in a round, by id; the poorest pay nothing. Follows who comes or goes in it."""
        self._grow_old(round_)
        return self._pays

    def gains(self, round_: int) -> dict[tuple[int, int], int]:
        """What planets get in a round from all miners that there are now, by seat and planet: if it is the seat's."""
        self._grow_old(round_)
        return self._gains

    def older(self, born: int) -> list[int]:
        """Ids of the miners built in that round or before, ascending."""
        return sorted(id_ for _, id_, _ in self._by_age[: bisect_left(self._by_age, (born + 1, 0, (0, 0, 0)))])

    def _grow_old(self, round_: int) -> None:
        by_age = self._by_age
        while self._old < len(by_age) and by_age[self._old][0] <= round_ - MINING_DELAY:
            self._begin(*by_age[self._old][1:])
            self._old += 1

    def _begin(self, id_: int, payment: Payment) -> None:
        seat, home, energy = payment
        if energy:
            self._pays[id_] = payment
            self._gains[seat, home] = self._gains.get((seat, home), 0) + energy
