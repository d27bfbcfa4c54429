"""Where do random numbers come from? From a generator seeded with the match's seed and the number of the step; there is no other source.

Every method is built on `getrandbits` of the Mersenne Twister, whose output is fixed. The same seed therefore gives the same
numbers in every Python version and on every machine.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, MutableSequence, Sequence
from functools import cached_property
from typing import Protocol, Self, TypeVar

T = TypeVar("T")


class Rng(Protocol):
    """The random number generator that engines use; tests pass scripted ones."""

    def randrange(self, stop: int) -> int:
        """An int in 0..stop-1, all equally likely; ValueError when stop < 1."""
        ...

    def random(self) -> float:
        """A float in [0, 1) with 53 random bits."""
        ...

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put `items` in random order, in place: for i = n-1 down to 1, swap with j = randrange(i + 1)."""
        ...

    def choice(self, items: Sequence[T]) -> T:
        """One of `items`, all equally likely; IndexError when there is none."""
        ...

    def permutation(self, size: int) -> list[int]:
        """The numbers 0..size-1 in random order."""
        ...

    def substream(self, name: str) -> Rng:
        """The generator of this name, always the same one. Its numbers follow from seed and name alone, whatever else is drawn.

        What a seat may know must not depend on what another does unseen, so the luck of each has a substream of its own.
        """
        ...


class SeededRng:
    """The `Rng` of real matches."""

    def __init__(self, seed: str | int) -> None:
        self._seed = seed
        self._substreams: dict[str, Self] = {}

    @cached_property
    def _bits(self) -> Callable[[int], int]:
        # Seeded on first use: most steps draw nothing, and seeding takes longer than many steps.
        return random.Random(self._seed).getrandbits

    def randrange(self, stop: int) -> int:
        if stop < 1:
            raise ValueError(f"randrange needs a stop of at least 1, got {stop}")
        width = stop.bit_length()
        while (value := self._bits(width)) >= stop:
            pass
        return value

    def random(self) -> float:
        return self._bits(53) / (1 << 53)

    def shuffle(self, items: MutableSequence[T]) -> None:
        # `randrange(i + 1)` written out, for all i + 1 of the same width: engines shuffle hundreds of entities every round.
        bits, high = self._bits, len(items) - 1
        while high > 0:
            width = (high + 1).bit_length()
            low = max(1 << width - 1, 2) - 1
            for i in range(high, low - 1, -1):
                while (j := bits(width)) > i:
                    pass
                items[i], items[j] = items[j], items[i]
            high = low - 1

    def choice(self, items: Sequence[T]) -> T:
        if not items:
            raise IndexError("choice from nothing")
        return items[self.randrange(len(items))]

    def permutation(self, size: int) -> list[int]:
        numbers = list(range(size))
        self.shuffle(numbers)
        return numbers

    def substream(self, name: str) -> Self:
        found = self._substreams.get(name)
        if found is None:
            found = self._substreams[name] = type(self)(f"{self._seed}:{name}")
        return found


def step_rng(seed: str, step: int) -> SeededRng:
    """The generator of one step: 0 for `setup`, k + 1 for the resolution from state k to state k + 1."""
    return SeededRng(f"{seed}:step:{step}")


def seat_rng(seed: str, step: int, seat: int) -> SeededRng:
    """The generator of the bot that plays `seat` at `step`; independent of the match's own draws."""
    return SeededRng(f"{seed}:step:{step}:seat:{seat}")


def seat_lots(seed: str, seats: int) -> list[int]:
    """Which seat each gets by lot, in the order in which they sat at the table; independent of all other draws."""
    return SeededRng(f"{seed}:seats").permutation(seats)


def seat_seed(seed: str, seat: int) -> str:
    """What the chance of a person's own program begins with. It may be told to the seat: nobody finds the match's seed from it."""
    return hashlib.sha256(f"{seed}:seat:{seat}:program".encode()).hexdigest()[:32]


def names_key(seed: str) -> str:
    """What the names of a match follow from (`games.core.names`). It may be told to everybody: nobody finds the match's seed from it."""
    return hashlib.sha256(f"{seed}:names".encode()).hexdigest()[:32]


def program_rng(seat_seed: str, step: int) -> SeededRng:
    """The generator of a person's own program at `step`; the same wherever it runs (`client/src/fogbound_client/rng.py`)."""
    return SeededRng(_program_bits(seat_seed, step))


def decide_seed(seed: str, seat: int, step: int) -> int:
    """The seed of that generator, for a program that the site runs; `seed` is the match's."""
    return _program_bits(seat_seed(seed, seat), step)


def program_seed(seed: str, entity: str, step: int) -> int:
    """The seed of the run of one entity's program, from the match's seed and the number of the state that the step leads to."""
    return _first_bits(f"{seed}:program:{entity}:{step}")


def _program_bits(seat_seed: str, step: int) -> int:
    return _first_bits(f"{seat_seed}:program:{step}")


def _first_bits(text: str) -> int:
    """64 bits from which nobody finds the text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def stream(seed: int) -> random.Random:
    """The generator of a program that the engine runs itself. It gives the same numbers as Python's own in every sandbox."""
    return random.Random(seed)
