"""At which steps did a match turn for a seat? Found by playing on from positions that the seat could have been in.

The value of a step is the mean of its play-outs: the game imagines a position from what the seat saw there, and the strongest built-in bot
plays all seats from it to the end, or for a number of steps that is the same for all play-outs. A play-out is worth 1 if the seat wins it, its
share of a shared first place, 0 if it loses, and, if it has not ended, the chance that the game gives the seat there (`Game.chances`), or in games
without such an estimate the seat's part of the main score of itself and the best other.
The steps between which that mean changes most are the turning points, if chance alone would hardly change it so. In games with an estimate the
estimates of imagined positions say first where it may have turned, so that play-outs are spent there. Pure: whoever plays it hands in the clocks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from games.core.chances import WHOLE, chances
from games.core.contract import Game, Json, Options, State
from games.core.rng import step_rng
from games.core.simulate import play_out

MOST_PLAYS: Final = 200
"""Play-outs of one study."""
GRID: Final = 7
"""So many steps of a match are looked at first; then the middle of those between which the most has changed, until they are neighbours."""
GLANCES: Final = 60
GLANCE_PART: Final = 1 / 5
"""So many steps at most are looked at by the estimate alone before that, in this part of the work."""
FIRST_PLAYS: Final = 3
MOST_AT_A_STEP: Final = 24
"""Play-outs of one step: when it is first looked at, and at most."""
FARTHEST: Final = 150
"""Steps of a play-out at most."""
NEAREST: Final = 3
PLAY_PART: Final = 1 / 27
"""The first play-out, from the middle, may take this part of the work. All play-outs go as far as it came, but `NEAREST` steps at least."""
TURNS: Final = 3
LEAST_CHANGE: Final = 0.1
SURE: Final[tuple[tuple[float, str], ...]] = ((3.5, "sure"), (2.5, "likely"), (1.5, "hint"))
"""How much larger than its standard error a change is, for each word. A smaller one is not told."""

Found = dict[str, Json]
"""JSON: {"bot", "ahead": steps of a play-out at most or 0 before the first, "looked_at": steps, "turns": [{"step", "to", "before", "after",
"sure"}] in order of time}. `before` and `after` are {"value", "low", "high", "plays"}: the values of the positions `step` and `to` from 0 to 1,
with the borders between which they are in 19 of 20 cases; `plays` is 0 where the seat was out by then."""


@dataclass
class Value:
    """What the play-outs of one step are worth."""

    total: float = 0.0
    plays: int = 0
    known: float | None = None
    """0 where the seat was out by then; nothing is played out there."""

    @property
    def mean(self) -> float:
        """From 0 to 1; of no play-out one half."""
        if self.known is not None:
            return self.known
        return self.total / self.plays if self.plays else 0.5

    @property
    def likely(self) -> float:
        """The mean with one more play-out that is won and one that is lost (Agresti and Coull): a few play-outs are never sure of anything."""
        return (self.total + 1) / (self.plays + 2) if self.known is None else self.known

    @property
    def error(self) -> float:
        """The standard error of `likely`, as if each play-out were won or lost."""
        return math.sqrt(self.likely * (1 - self.likely) / (self.plays + 2)) if self.known is None else 0.0

    def rounded(self) -> Json:
        """Rounded to hundredths."""
        low, high = max(0.0, self.likely - 1.96 * self.error), min(1.0, self.likely + 1.96 * self.error)
        return {
            "value": round(self.mean, 2),
            "low": round(min(low, self.mean), 2),
            "high": round(max(high, self.mean), 2),
            "plays": self.plays,
        }


@dataclass
class Study:
    """One study, which is played by going through `course`."""

    game: Game
    options: Options
    seats: int
    seat: int
    view_of: Callable[[int], Json]
    """The view of the seat at a step."""
    last: int
    """The number of the last position."""
    seconds: float
    """Seconds of the processor that it may work: a busy machine makes it later, not poorer. A step that has begun is played to its end."""
    patience: float
    """Seconds of the clock after which it ends nevertheless."""
    seed: str
    now: Callable[[], float]
    """A clock in seconds."""
    worked: Callable[[], float]
    """Seconds of the processor that were worked so far."""
    plays: int = 0
    values: dict[int, Value] = field(default_factory=dict)
    ahead: int = 0
    _until: float = math.inf
    _enough: float = math.inf

    def course(self) -> Iterator[None]:
        """Play; yields after each step of a play-out, when the study may be left. `found` tells at any time what is known."""
        self._until, self._enough = self.now() + self.patience, self.worked() + self.seconds
        if self.last == 0:
            return
        yield from self._measure()
        for step in self._worth_a_look():
            yield from self._look_at(step, FIRST_PLAYS)
        while not self._is_over() and (middle := self._next_middle()) is not None:
            yield from self._look_at(middle, FIRST_PLAYS)
        while not self._is_over() and (doubtful := self._most_doubtful()) is not None:
            yield from self._look_at(doubtful, self.values[doubtful].plays + 1)

    def found(self) -> Found:
        """What is known so far."""
        turns = []
        for one, other in self._largest():
            before, after = self.values[one], self.values[other]
            change, error = abs(after.likely - before.likely), math.hypot(before.error, after.error)
            sure = next((word for times, word in SURE if change >= times * error), None)
            if sure and change >= LEAST_CHANGE:
                turns.append(
                    {"step": one, "to": other, "before": before.rounded(), "after": after.rounded(), "sure": sure}
                )
        return {
            "bot": self.game.strongest_bot.id,
            "ahead": self.ahead,
            "looked_at": sum(value.plays > 0 for value in self.values.values()),
            "turns": sorted(turns, key=lambda turn: turn["step"]),
        }

    def _is_over(self) -> bool:
        return self.plays >= MOST_PLAYS or self._is_spent()

    def _is_spent(self) -> bool:
        return self.worked() >= self._enough or self.now() >= self._until

    def _measure(self) -> Iterator[None]:
        """How far a play-out goes: as far as the first one comes in its part of the time. Beginnings are cheaper than what comes later."""
        until, self.ahead = self.worked() + self.seconds * PLAY_PART, FARTHEST
        for steps, state in self._played(self.last // 2, "measure", FARTHEST):
            yield
            is_long = self.worked() >= until or self.now() >= self._until
            if steps >= NEAREST and is_long and self.game.pending(state):
                self.ahead = steps
                return

    def _worth_a_look(self) -> list[int]:
        """Where play-outs begin: both ends of the largest changes of the estimate, in games that have one, else some steps of the whole match."""
        if self.game.chances is None or self.game.imagine is None:
            return list(grid(self.last))
        until = self.worked() + self.seconds * GLANCE_PART
        glances: dict[int, int] = {}
        # From coarse to fine, so that whatever there is time for covers the whole match.
        for step in _from_coarse_to_fine(grid(self.last, GLANCES)):
            if self.worked() >= until or self.now() >= self._until:
                break
            state = self.game.imagine(self.options, self.view_of(step), step_rng(f"{self.seed}:glance", step))
            found = chances(self.game, state)
            assert found is not None
            glances[step] = found[self.seat]
        pairs = sorted(pairwise(sorted(glances)), key=lambda pair: (-abs(glances[pair[1]] - glances[pair[0]]), pair))
        ends = {step for pair in pairs[:TURNS] for step in pair}
        return sorted(ends or grid(self.last))

    def _look_at(self, step: int, plays: int) -> Iterator[None]:
        """Play out a step until it has so many play-outs, or the study is over. One that has not come to its end does not count."""
        value = self.values.setdefault(step, Value())
        while value.known is None and value.plays < plays and not self._is_over():
            state: State = None
            for steps, state in self._played(step, f"{step}:{value.plays}", self.ahead):
                if steps == 0 and self.game.in_play is not None and self.seat not in self.game.in_play(state):
                    # Whoever is out has lost.
                    value.known = 0.0
                    return
                yield
                if self._is_spent():
                    return
            value.total += worth(self.game, state, self.seat)
            value.plays += 1
            self.plays += 1

    def _played(self, step: int, name: str, most: int) -> Iterator[tuple[int, State]]:
        """The positions of a play-out with the number of steps to each, the imagined first one included."""
        game, seed = self.game, f"{self.seed}:{name}"
        assert game.imagine is not None
        state = game.imagine(self.options, self.view_of(step), step_rng(seed, 0))
        yield 0, state
        yield from enumerate(play_out(game, state, [game.strongest_bot] * self.seats, seed, max_steps=most), start=1)

    def _pairs(self) -> list[tuple[int, int]]:
        """Neighbours among the steps that have a value, those first between which it changes most."""
        steps = sorted(step for step, value in self.values.items() if value.plays or value.known is not None)
        pairs = list(pairwise(steps))
        return sorted(pairs, key=lambda pair: (-abs(self.values[pair[1]].mean - self.values[pair[0]].mean), pair))

    def _largest(self) -> list[tuple[int, int]]:
        return self._pairs()[:TURNS]

    def _next_middle(self) -> int | None:
        """A step between those of a pair that may be a turning point; None if all of them are neighbours."""
        return next((sum(pair) // 2 for pair in self._largest() if pair[1] - pair[0] > 1), None)

    def _most_doubtful(self) -> int | None:
        """Of the steps of the turning points the one that is known least; None if all have the most play-outs."""
        ends = {step for pair in self._largest() for step in pair if self.values[step].known is None}
        open_ = [step for step in ends if self.values[step].plays < MOST_AT_A_STEP]
        return max(open_, key=lambda step: (self.values[step].error, -step), default=None)


def grid(last: int, most: int = GRID) -> Sequence[int]:
    """Steps over a whole match, `most` at most: the first, the last that has orders, and some between them."""
    count = min(most, last)
    return sorted({round(number * (last - 1) / max(1, count - 1)) for number in range(count)})


def _from_coarse_to_fine(steps: Sequence[int]) -> Iterator[int]:
    """The same steps, those of a coarse grid first."""
    done: set[int] = set()
    stride = 8
    while stride:
        for at in (*range(0, len(steps), stride), len(steps) - 1):
            if at not in done:
                done.add(at)
                yield steps[at]
        stride //= 2


def worth(game: Game, state: State, seat: int) -> float:
    """What a position at the end of a play-out is worth for a seat, from 0 to 1."""
    outcome = game.outcome(state)
    if outcome is not None:
        return worth_of_places({line.seat: line.place for line in outcome.ranking}, seat)
    estimate = chances(game, state)
    if estimate is not None:
        return estimate[seat] / WHOLE
    main = next(iter(game.scores(state).values()), None) if game.scores is not None else None
    if main is None:
        return 0.5
    own, best = (
        max(0.0, main[seat]),
        max((max(0.0, value) for one, value in enumerate(main) if one != seat), default=0.0),
    )
    return own / (own + best) if own + best else 0.5


def worth_of_places(places: dict[int, int], seat: int) -> float:
    """1 for the only first place, a part of it for a shared one, else 0."""
    firsts = [one for one, place in places.items() if place == 1]
    return 1 / len(firsts) if seat in firsts else 0.0
