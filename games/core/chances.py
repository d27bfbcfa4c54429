"""How likely is each seat to win? From strengths, which games count, to thousandths; all in integers, so that every machine says the same.

An estimate is for after the end: it reads the whole position and so tells what the fog hides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from games.core.contract import Game, State

WHOLE: Final = 1000
"""What the chances of all seats sum to."""


def parts(weights: Sequence[int]) -> list[int]:
    """`WHOLE` divided in the ratio of these weights, which are not negative; the largest rests are rounded up, of equals the first. Without any
    weight all have the same."""
    total = sum(weights)
    if not total:
        return parts([1] * len(weights))
    shares = [WHOLE * weight // total for weight in weights]
    rests = sorted(range(len(weights)), key=lambda seat: (-(WHOLE * weights[seat] % total), seat))
    for seat in rests[: WHOLE - sum(shares)]:
        shares[seat] += 1
    return shares


def of_strengths(strengths: Sequence[int], power: int) -> list[int]:
    """Thousandths per seat: twice the strength is a chance 2**power times as large. 0 is out of the match; nothing is negative."""
    return parts([strength**power for strength in strengths])


def grown(first: int, last: int, done: int, whole: int) -> int:
    """A number that goes from `first` to `last` as a match goes from its beginning (`done` 0) to its end (`whole`), rounded down."""
    return first + (last - first) * min(done, whole) // max(1, whole)


def chances(game: Game, state: State) -> list[int] | None:
    """Thousandths per seat: by the outcome once there is one, else as the game estimates them. None: it does not."""
    if game.chances is None:
        return None
    outcome = game.outcome(state)
    if outcome is None:
        return list(game.chances(state))
    return parts([line.place == 1 for line in sorted(outcome.ranking, key=lambda line: line.seat)])
