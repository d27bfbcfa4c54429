"""What does a format of a contest know, and what does it answer? The shapes that all formats share. Pure.

A format is a module with `KEY`, `IS_SECRET`, `PUTS_OUT`, `FIELDS`, `VALUES`, `next_round` and `standings` (`Format`). It sees one stage of a contest:
who takes part, the rules, and the tables so far. It has no clock: who calls it says through `Rules.is_open` that the time is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, TypeAlias

from games.core.rng import Rng

Value: TypeAlias = int | Fraction


@dataclass(frozen=True)
class Rules:
    """How a stage is played. Each format uses some of these; `Format.FIELDS` says which."""

    table: int = 2
    """Seats of a full table."""
    least: int = 2
    """Seats without which the game cannot be played."""
    rounds: int = 0
    """Rounds to play; 0: as many as the format needs by itself."""
    games: int = 1
    """Games of each entrant: in a round (`points_race`), in all (`rank_sum`, `arena`), against each other (`round_robin`), in a step
    (`last_out`), at a table until it is decided who goes on (`single`, `double`)."""
    target: int = 1
    """`last_out` stops when so many are left."""
    drop_worst: int = 0
    """`rank_sum` leaves out so many of an entrant's worst games."""
    is_open: bool = True
    """False: no new rounds, because the stage's time is over."""


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part in a stage."""

    id: int
    lot: int
    """Place in the draw that decides what nothing else decides; the lower one is better. Unique in a stage."""
    is_out: bool = False
    """Has withdrawn: is not paired any more, or loses without playing where the format had fixed the table before."""


@dataclass(frozen=True)
class Pairing:
    """A table to be played. Alone at a table: a bye, which counts as a win where the format says so."""

    seats: tuple[int, ...]
    """Ids of entrants, in the order in which they are to sit."""
    lane: int = 0
    """Which of several brackets it belongs to."""


@dataclass(frozen=True)
class Round:
    """Tables that begin together."""

    number: int
    """From 0."""
    tables: tuple[Pairing, ...]


@dataclass(frozen=True)
class Wait:
    """Nothing can be paired before another table is over."""


@dataclass(frozen=True)
class Done:
    """The stage is over."""


Answer: TypeAlias = Round | Wait | Done


@dataclass(frozen=True)
class Played:
    """A table that was paired before."""

    round: int
    seats: tuple[int, ...]
    places: Mapping[int, int] | None = None
    """{entrant: place}, 1 is the best, who shares a place has the same number; None while it is not over, or if it is void."""
    is_void: bool = False
    """It could not be played. Formats that must decide something decide by lot; others do not count it."""
    lane: int = 0

    @property
    def is_bye(self) -> bool:
        """One entrant sat out this round."""
        return len(self.seats) == 1

    @property
    def is_over(self) -> bool:
        """Nothing more will happen here."""
        return self.is_void or self.places is not None

    @property
    def ranks(self) -> dict[int, Fraction]:
        """{entrant: rank}; who shares a place has the average of the places that they take together. Empty unless it counts."""
        if self.places is None:
            return {}
        places = self.places
        return {
            one: Fraction(
                2 * sum(other < place for other in places.values())
                + sum(other == place for other in places.values())
                + 1,
                2,
            )
            for one, place in places.items()
        }


@dataclass(frozen=True)
class Standing:
    """One line of the standings."""

    entrant: int
    rank: int
    """From 1; shared only where the format says so."""
    games: int
    """Games that count."""
    values: Mapping[str, Value]
    """What the rank follows from, in the order of `Format.VALUES`."""
    is_out: bool = False
    """Cannot win the stage any more."""


class Format(Protocol):
    """What each module of a format has."""

    @property
    def KEY(self) -> str:
        """Its name in rules and addresses."""
        ...

    @property
    def IS_SECRET(self) -> bool:
        """Nobody may know who meets whom before the contest is over."""
        ...

    @property
    def PUTS_OUT(self) -> bool:
        """Entrants leave while it is played; who is out (`Standing.is_out`) goes on to no further stage."""
        ...

    @property
    def FIELDS(self) -> tuple[str, ...]:
        """The fields of `Rules` that a host chooses, besides `table`."""
        ...

    @property
    def VALUES(self) -> tuple[str, ...]:
        """The columns of its standings, the weightiest first."""
        ...

    def next_round(self, rules: Rules, entrants: Sequence[Entrant], played: Sequence[Played], draw: Rng) -> Answer:
        """What comes after the tables so far. The same arguments give the same answer."""
        ...

    def standings(self, rules: Rules, entrants: Sequence[Entrant], played: Sequence[Played]) -> list[Standing]:
        """Everybody, the best first."""
        ...


def is_waiting(played: Sequence[Played]) -> bool:
    """Is a table not over?"""
    return any(not table.is_over for table in played)


def rounds_of(played: Sequence[Played]) -> int:
    """How many rounds were paired."""
    return 1 + max((table.round for table in played), default=-1)
