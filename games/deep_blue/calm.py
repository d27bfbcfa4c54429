"""How is a round tried out of which nobody may know the dice? On what a view shows, with dice that hit nothing."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

from games.core.rng import SeededRng, T
from games.deep_blue.resolve.work import Work
from games.deep_blue.state import State

Json = Any


class Calm(SeededRng):
    """Every strike that can be dodged is dodged, every lot falls the same way."""

    def randrange(self, stop: int) -> int:
        return stop - 1

    def shuffle(self, items: MutableSequence[T]) -> None:
        return None


def calm_round(state: State, seat: int, orders: Json) -> Work:
    """A round of a position in which only `seat` has orders; nothing done yet."""
    return Work(state, {seat: orders}, Calm(""))
