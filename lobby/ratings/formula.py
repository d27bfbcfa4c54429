"""How does a match change the ratings of its players? A pure computation with the same result on every machine.

`openskill` estimates strength by the model of Bradley and Terry, as a mean and a deviation. People read points on the scale that they know
from chess. A new player has 1500 points. In a match of two, a player with 200 points more is expected to win three times out of four.

A match with more seats is compared pair by pair. The pairs of one match are not independent, so with n seats each pair counts 2 / n of a
match of two. With that weight a difference of points means the same at tables of any size. With full weight, a few matches of four would
make a rating look certain.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import BradleyTerryFull

START_MEAN = 25.0
START_DEVIATION = START_MEAN / 3
_NOISE = START_MEAN / 6
"""How much a player's performance varies from match to match, in a match of two."""
_DRIFT = START_MEAN / 300
"""How much a player's strength may change from match to match."""
_MODEL = BradleyTerryFull(mu=START_MEAN, sigma=START_DEVIATION, beta=_NOISE, tau=_DRIFT)
START_POINTS = 1500
POINTS = 400 / math.log(10) / (math.sqrt(2) * _NOISE)
"""Points for each unit of the mean: with them, the odds of a match of two are those of Elo's scale."""
SETTLED_AFTER = 10
"""A rating is provisional before this number of matches, because luck still decides too much of it."""
_DIGITS = 6
"""Decimal digits of stored values. Rounding makes results equal on machines whose exponentials differ in the last bits."""


@dataclass(frozen=True, slots=True)
class Strength:
    """An estimate of a player's strength, in the units of the model."""

    mean: float = START_MEAN
    deviation: float = START_DEVIATION

    @property
    def points(self) -> int:
        """The rating as points, as pages show it."""
        return math.floor(START_POINTS + POINTS * (self.mean - START_MEAN) + 0.5)

    @property
    def spread(self) -> int:
        """The deviation in points."""
        return math.floor(POINTS * self.deviation + 0.5)


NEW = Strength()
"""A player of whom nothing is known."""
ANCHOR = Strength(START_MEAN, 1.0)
"""The fixed rating of one built-in bot of each game. It keeps the machines' scale stable."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one player."""

    strength: Strength
    """Before the match."""
    rank: int
    """1 is best; equal ranks are ties."""
    is_anchor: bool = False
    """The rating of this player does not change; the others are measured against it."""


def rated(results: Sequence[Result]) -> list[Strength]:
    """The strength of each player after the match, in their order. Raises ValueError for fewer than two players."""
    if len(results) < 2:
        raise ValueError("a match of one says nothing about strength")
    teams = [[_MODEL.rating(mu=one.strength.mean, sigma=one.strength.deviation)] for one in results]
    after = _MODEL.rate(teams, ranks=[float(one.rank) for one in results])
    weight = 2 / len(results)
    return [
        one.strength if one.is_anchor else _part_of_the_way(one.strength, player.mu, player.sigma, weight)
        for one, (player,) in zip(results, after, strict=True)
    ]


def _part_of_the_way(before: Strength, mean: float, deviation: float, weight: float) -> Strength:
    # openskill begins with this: every rating has become a little less certain since the last match.
    variance = before.deviation**2 + _DRIFT**2
    left = variance + weight * (deviation**2 - variance)
    return Strength(round(before.mean + weight * (mean - before.mean), _DIGITS), round(math.sqrt(left), _DIGITS))


def expected(first: Strength, second: Strength) -> float:
    """The chance of the first in a match of two that nobody ties."""
    noise = math.sqrt(2 * _NOISE**2 + first.deviation**2 + second.deviation**2)
    return 1 / (1 + math.exp((second.mean - first.mean) / noise))


def is_provisional(matches: int) -> bool:
    """True while a rating after so many matches is provisional."""
    return matches < SETTLED_AFTER
