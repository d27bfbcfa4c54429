"""Does a map give every start the same chances, and how long does a match on it last? Matches of equal bots, and the share of each start.

All seats are played by one built-in bot, seat i from start i (`Workshop.fixed`). A start's share of matches is its wins; a shared first place
counts in equal parts. The borders are those of Wilson for 19 of 20 cases. A start is called better or worse only where the share that all would
have lies outside of wider ones: of 100 maps that are perfectly fair one may be called unfair (Bonferroni). Pure: whoever plays it hands in the
clocks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Final

from games.core.contract import Bot, Game, Json, Options
from games.core.rng import step_rng
from games.core.simulate import match_seed, open_table, play_out

MOST_MATCHES: Final = 200
LEAST_MATCHES: Final = 4
"""With fewer nothing is said."""
CASES: Final = 0.95
SURE: Final = 0.99
"""Part of fair maps of which no start is called better or worse."""


def borders(wins: float, matches: int, cases: float = CASES) -> tuple[float, float]:
    """Between which shares the true one lies in that part of cases (Wilson); (0, 1) without matches."""
    if not matches:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + cases) / 2)
    share, spread = wins / matches, z * z / matches
    middle = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / matches + spread / (4 * matches)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass
class Fairness:
    """One check. `course` plays it; `found` can be asked at any time."""

    game: Game
    options: Options
    """Of the table, with those that put seat i on start i."""
    seats: int
    bot: Bot
    seconds: float
    """How long it may work."""
    patience: float
    """How long it may take, its rests included."""
    seed: str
    now: Callable[[], float]
    """A clock in seconds."""
    worked: Callable[[], float]
    """Seconds of the processor that were worked so far."""
    wins: list[float] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    """Steps of each match."""

    @property
    def plays(self) -> int:
        """Matches so far."""
        return len(self.lengths)

    def course(self) -> Iterator[None]:
        """Play match after match, and pause after each step. Ends when it has worked or taken long enough, or with the last match."""
        until, enough = self.now() + self.patience, self.worked() + self.seconds
        self.wins = [0.0] * self.seats
        for number in range(MOST_MATCHES):
            seed = match_seed(self.seed, number)
            options = open_table(self.game, self.options, self.seats, seed)
            end = begun = self.game.setup(options, self.seats, step_rng(seed, 0))
            steps = 0
            for state in play_out(self.game, begun, [self.bot] * self.seats, seed, max_steps=10_000):
                end, steps = state, steps + 1
                yield
                if self.worked() >= enough or self.now() >= until:
                    return
            outcome = self.game.outcome(end)
            assert outcome is not None
            first = [line.seat for line in outcome.ranking if line.place == 1]
            for seat in first:
                self.wins[seat] += 1 / len(first)
            self.lengths.append(steps)

    def found(self) -> dict[str, Json]:
        """JSON: {"matches", "bot", "starts": [{"wins", "low", "high", "verdict": "even", "better", "worse" or "" for too few}], "steps",
        "minutes"}; shares from 0 to 1, `steps` the mean length or None, `minutes` what people need for it by `Game.pace_seconds`."""
        matches = len(self.lengths)
        even, wide = 1 / self.seats, 1 - (1 - SURE) / self.seats
        starts = []
        for wins in self.wins or [0.0] * self.seats:
            low, high = borders(wins, matches)
            surely_low, surely_high = borders(wins, matches, wide)
            verdict = "better" if surely_low > even else "worse" if surely_high < even else "even"
            starts.append(
                {
                    "wins": round(wins, 2),
                    "low": round(low, 3),
                    "high": round(high, 3),
                    "verdict": verdict if matches >= LEAST_MATCHES else "",
                }
            )
        steps = sum(self.lengths) / matches if matches else None
        minutes = None if steps is None else max(1, round(steps * self.game.pace_seconds / 60))
        return {
            "matches": matches,
            "bot": self.bot.id,
            "starts": starts,
            "steps": None if steps is None else round(steps, 1),
            "minutes": minutes,
        }
