"""Is a game's estimate of who wins worth anything? Matches of bots are played, and the estimate of each position is held against their ends.

    python -m tests.bench.chances GAME [--matches 100] [--preset NAME ...] [--seed TEXT]

For each quarter of the matches: how often the later winner was first by the estimate and by the main score alone (a shared first place
counts as its part), and the mean of (1 - the estimate of the winner). Then, for estimates of about so much, how often they came true.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import games
from games.core.chances import WHOLE, chances
from games.core.contract import Bot, Game
from games.core.errors import OptionError
from games.core.rng import SeededRng, step_rng
from games.core.simulate import open_table, play_out

QUARTERS = (25, 50, 75)
"""Per cent of the steps of a match."""
BANDS = 5
"""So many bands of estimates are held against what came of them."""
MOST_STEPS = 5000
MOST_SEATS = 6


@dataclass
class Found:
    """Sums over all matches that one seat alone won."""

    matches: int = 0
    first: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    first_by_score: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    doubt: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    bands: list[list[float]] = field(default_factory=lambda: [[0, 0.0, 0.0] for _ in range(BANDS)])
    """For each band the number of estimates, their sum and how many came true; of positions at the quarters."""

    def add(self, game: Game, states: Sequence[object], winner: int) -> None:
        """What the positions of a match said of its end."""
        assert game.scores is not None
        self.matches += 1
        for per_cent in QUARTERS:
            state = states[(len(states) - 1) * per_cent // 100]
            estimate = chances(game, state)
            assert estimate is not None
            self.first[per_cent] += _share(estimate, winner)
            self.first_by_score[per_cent] += _share(next(iter(game.scores(state).values())), winner)
            self.doubt[per_cent] += 1 - estimate[winner] / WHOLE
            for seat, value in enumerate(estimate):
                band = self.bands[min(BANDS - 1, value * BANDS // WHOLE)]
                band[0] += 1
                band[1] += value / WHOLE
                band[2] += seat == winner


def _share(values: Sequence[float], seat: int) -> float:
    most = max(values)
    return 1 / list(values).count(most) if values[seat] == most else 0.0


def matches(game: Game, presets: Sequence[str], number: int, seed: str) -> Iterator[tuple[list[object], int]]:
    """The positions of each match that one seat alone won, and that seat. Half of them between equal bots, which the score tells least of."""
    for one in range(number):
        lot = SeededRng(f"{seed}:{one}")
        options = dict(game.presets[presets[one % len(presets)]].options)
        seats = _seats(game, options, lot.randrange(MOST_SEATS))
        terms = open_table(game, options, seats, f"{seed}:{one}")
        state = game.setup(terms, seats, step_rng(f"{seed}:{one}", 0))
        middle = game.bots[len(game.bots) // 2]
        bots: list[Bot] = [middle if one % 2 else lot.choice(game.bots) for _ in range(seats)]
        states = [state, *play_out(game, state, bots, f"{seed}:{one}", max_steps=MOST_STEPS)]
        outcome = game.outcome(states[-1])
        firsts = [line.seat for line in outcome.ranking if line.place == 1] if outcome else []
        if len(firsts) == 1:
            yield states, firsts[0]


def _seats(game: Game, options: dict[str, object], lot: int) -> int:
    good = []
    for seats in game.seats:
        try:
            game.check_options(options, seats)
        except OptionError:
            continue
        good.append(seats)
    good = [seats for seats in good if seats <= MOST_SEATS] or good[:1]
    return good[lot % len(good)]


def measure(game: Game, number: int, presets: Sequence[str] = (), seed: str = "chances") -> Found:
    """Of so many matches, on all presets in turn or on these."""
    found = Found()
    for states, winner in matches(game, presets or list(game.presets), number, seed):
        found.add(game, states, winner)
    return found


def lines(found: Found) -> Iterator[str]:
    """The figures in words."""
    count = max(1, found.matches)
    yield f"{found.matches} matches with one winner"
    for per_cent in QUARTERS:
        yield (
            f"at {per_cent} %: first by the estimate {found.first[per_cent] / count:.2f}, by the score alone "
            f"{found.first_by_score[per_cent] / count:.2f}, doubt {found.doubt[per_cent] / count:.2f}"
        )
    for number, total, true in found.bands:
        if number:
            yield f"estimates of about {total / number:.2f}: {true / number:.2f} came true ({number:.0f})"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=list(games.GAMES))
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--preset", nargs="*", default=[])
    parser.add_argument("--seed", default="chances")
    given = parser.parse_args()
    print(*lines(measure(games.get(given.game), given.matches, given.preset, given.seed)), sep="\n")


if __name__ == "__main__":
    main()
