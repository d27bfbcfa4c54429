"""How many steps a second does an engine make, with the events and views of all seats, on one core?

    python -m tests.bench.engine GAME [--json] [--seconds 15]

Only public functions of the game run inside the clock: `resolve`, `filter_for` for every seat, `view` for every seat. Orders
are made before it starts. Memory is looked after as in every process of the site. What is played is told by `tests/bench/<game>.py`.
"""

from __future__ import annotations

import argparse
import gc
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from time import perf_counter
from typing import Any

import games
from games.core.contract import Game
from games.core.events import filter_for
from games.core.rng import step_rng
from lobby.operations.memory import keep_what_is_loaded


@dataclass(frozen=True)
class Recording:
    """A match to play again: its first state and the orders of every step."""

    name: str
    seats: int
    first: Any
    seed: str
    orders: Sequence[Mapping[int, Any]]


def run_once(game: Game, recording: Recording) -> list[float]:
    """Seconds that each step of the recording takes."""
    rngs = [step_rng(recording.seed, step + 1) for step in range(len(recording.orders))]
    seats = range(recording.seats)
    state = recording.first
    resolve, view = game.resolve, game.view
    took = []
    for orders, rng in zip(recording.orders, rngs, strict=True):
        started = perf_counter()
        state, events = resolve(state, orders, rng)
        for seat in seats:
            filter_for(events, seat)
            view(state, seat)
        took.append(perf_counter() - started)
    return took


def measure(game: Game, recording: Recording, seconds: float) -> dict[str, Any]:
    """Steps a second, from the best time of each step over as many runs as fit into `seconds`, at least three.

    The same steps are played in every run, with the garbage collected at the same places; what makes one of them slower now and
    then is the rest of the machine. On a machine shared with others it takes more than a hundred runs until each step has been played
    undisturbed once.
    """
    best = run_once(game, recording)
    spent, repeats = 0.0, 0
    while repeats < 3 or spent < seconds:
        gc.collect()
        took = run_once(game, recording)
        best = list(map(min, best, took))
        spent, repeats = spent + sum(took), repeats + 1
    return {"case": recording.name, "steps_per_s": round(len(best) / sum(best), 1), "repeats": repeats}


def main() -> None:
    """Print one line, or one JSON entry, per case."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(games.GAMES))
    parser.add_argument("--json", action="store_true", help="print a JSON list")
    parser.add_argument("--seconds", type=float, default=15.0, help="time for each case")
    given = parser.parse_args()
    game = games.get(given.game)
    keep_what_is_loaded()
    found = [
        measure(game, recording, given.seconds) for recording in import_module(f"tests.bench.{given.game}").recordings()
    ]
    if given.json:
        print(json.dumps(found))
        return
    for entry in found:
        print(f"{game.id}, {entry['case']}: {entry['steps_per_s']:,.0f} steps/s (best of {entry['repeats']})")


if __name__ == "__main__":
    main()
