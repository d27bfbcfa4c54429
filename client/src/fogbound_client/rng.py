"""Where does the chance of a program come from? From a seed that its seat is told: the same draws in every home of the program.

Every method is built on `getrandbits` of the Mersenne Twister, whose output is fixed, so that the same seed gives the same draws in
every Python version and on every machine.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import MutableSequence, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


class Rng:
    """What `decide` draws from."""

    def __init__(self, seed: int | str) -> None:
        self._bits = random.Random(seed).getrandbits

    def randrange(self, stop: int) -> int:
        """An int in 0..stop-1, all equally likely; ValueError when stop < 1."""
        if stop < 1:
            raise ValueError(f"randrange needs a stop of at least 1, got {stop}")
        width = stop.bit_length()
        while (value := self._bits(width)) >= stop:
            pass
        return value

    def random(self) -> float:
        """A float in [0, 1) with 53 random bits."""
        return self._bits(53) / (1 << 53)

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Put `items` in random order, in place: for i = n-1 down to 1, swap with j = randrange(i + 1)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.randrange(i + 1)
            items[i], items[j] = items[j], items[i]

    def choice(self, items: Sequence[T]) -> T:
        """One of `items`, all equally likely; IndexError when there is none."""
        if not items:
            raise IndexError("choice from nothing")
        return items[self.randrange(len(items))]

    def permutation(self, size: int) -> list[int]:
        """The numbers 0..size-1 in random order."""
        numbers = list(range(size))
        self.shuffle(numbers)
        return numbers


def program_rng(seat_seed: str, step: int) -> Rng:
    """The generator of a seat's program at one step."""
    digest = hashlib.sha256(f"{seat_seed}:program:{step}".encode()).digest()
    return Rng(int.from_bytes(digest[:8], "big"))
