"""How many steps a second does an engine make, with the events and views of all seats, on one core?

    python -m tests.bench.engine GAME [--json] [--seconds 15] [--batch 1,16,256]

Only public functions of the game run inside the clock: `resolve`, `filter_for` for every seat, `view` for every seat. Orders
are made before it starts. Memory is looked after as in every process of the site. What is played is told by `tests/bench/<game>.py`.

A game that has a form for it (`Game.batch`) also plays the same match so many times in one call, in seconds of the processor: the step alone, as who trains or counts
results needs it, and with the events and views of all seats of every match.
"""

from __future__ import annotations

import argparse
import gc
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from time import perf_counter, process_time
from typing import Any

import games
from games.core.contract import Game
from games.core.events import filter_for
from games.core.rng import step_rng
from games.core.simulate import side_by_side
from lobby.operations.memory import keep_what_is_loaded

FEW = 16


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


def run_batch(game: Game, recording: Recording, orders: Sequence[Any], matches: int, *, looks: bool) -> float:
    """Seconds of the processor for the recording, so many times side by side. `looks`: with events and views."""
    batch = side_by_side(game, [recording.first] * matches)
    rngs = [[step_rng(recording.seed, step + 1) for _ in range(matches)] for step in range(len(orders))]
    spent = 0.0
    for given, chance in zip(orders, rngs, strict=True):
        started = process_time()
        batch.step(given, chance)
        for match in range(matches if looks else 0):
            events = batch.events(match)
            for seat in range(recording.seats):
                filter_for(events, seat)
                batch.view(match, seat)
        spent += process_time() - started
    return spent


def measure_batch(game: Game, recording: Recording, matches: int, seconds: float) -> dict[str, Any]:
    """Steps a second of one match in a batch, each the best of as many runs as fit into `seconds`, at least three.

    Events and views cost each match the same in every batch: they are measured in small ones.
    """
    batch = side_by_side(game, [recording.first] * matches)
    orders = [batch.arranged([one] * matches) for one in recording.orders]
    found: dict[str, Any] = {"case": recording.name, "batch": matches}
    for key, looks in (("steps_per_s", False), ("seen_steps_per_s", True))[: 1 if matches > FEW else 2]:
        took: list[float] = []
        while len(took) < 3 or sum(took) < seconds:
            gc.collect()
            took.append(run_batch(game, recording, orders, matches, looks=looks))
        found[key] = round(len(recording.orders) * matches / min(took), 1)
    return found


def main() -> None:
    """Print one line, or one JSON entry, per case."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(games.GAMES))
    parser.add_argument("--json", action="store_true", help="print a JSON list")
    parser.add_argument("--seconds", type=float, default=15.0, help="time for each case")
    parser.add_argument("--batch", default="1,16,256", help="sizes of batches (default 1,16,256)")
    given = parser.parse_args()
    game = games.get(given.game)
    sizes = [int(size) for size in given.batch.split(",") if size] if game.batch else []
    keep_what_is_loaded()
    found = []
    for recording in import_module(f"tests.bench.{given.game}").recordings():
        found.append(entry := measure(game, recording, given.seconds))
        if not given.json:
            case = f"{game.id}, {entry['case']}"
            print(f"{case}: {entry['steps_per_s']:,.0f} steps/s (best of {entry['repeats']})", flush=True)
        for size in sizes:
            found.append(entry := measure_batch(game, recording, size, given.seconds / 5))
            if not given.json:
                seen = f"; {entry['seen_steps_per_s']:,.0f} with all events and views" if size <= FEW else ""
                print(f"{case}, {size} in one call: {entry['steps_per_s']:,.0f} steps/s{seen}", flush=True)
    if given.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
