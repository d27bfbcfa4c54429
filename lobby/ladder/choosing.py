"""Who plays next? Pure: strengths in, a pairing out.

First comes the program of whose strength least is known. Its opponent is drawn by what the match would tell: most where the opponent's
strength is uncertain too and the result is open. Nobody meets a program of the same person. Now and then a built-in bot takes the
opponent's place, so that the scale of a game hangs together and has an end that does not move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from lobby.ratings.formula import Strength, expected

ANCHOR_SHARE = 0.125
"""How often the opponent is a built-in bot, where there is a program to meet."""


@dataclass(frozen=True)
class Candidate:
    """A program that could play now, or a built-in bot."""

    id: int | str
    """Of the program, or of the bot."""
    owner: int | None
    """The person behind the program; None for bots."""
    strength: Strength
    left: int = 1
    """Matches that it may still begin today."""


def choose(programs: Sequence[Candidate], bots: Sequence[Candidate], rng: Random) -> tuple[Candidate, Candidate] | None:
    """The two that play next; None if nobody may. `programs` of one game that are not in a match of the ladder now."""
    able = [one for one in programs if one.left > 0]
    if not able:
        return None
    most = max(one.strength.deviation for one in able)
    first = rng.choice([one for one in able if one.strength.deviation == most])
    others = [one for one in able if one.owner != first.owner]
    if bots and (not others or rng.random() < ANCHOR_SHARE):
        others = list(bots)
    if not others:
        return None
    (second,) = rng.choices(others, [information(first, other) for other in others])
    return first, second


def information(first: Candidate, other: Candidate) -> float:
    """What a match of the two would tell: the variance of the opponent's strength times that of the result. More than 0."""
    chance = expected(first.strength, other.strength)
    return other.strength.deviation**2 * max(chance * (1 - chance), 1e-6)
