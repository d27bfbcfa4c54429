"""How long do people's programs take for a match of Cosmos? Two larger ones, 64 x 64, 1000 rounds, two workers.

    python -m tests.bench.programs [--rounds 1000] [--workers 2] [--json]

What is measured is what the site does in every step: `hosted.play_step` drives the round and asks each entity's program in the sandbox,
then `resolve` plays the record. Nothing is stored. Prints the seconds, the runs and what a run takes; the processor time of this process and
of the workers tells what a quiet machine would need.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
from collections import Counter
from time import perf_counter
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from games.core.rng import step_rng  # noqa: E402 - Django first
from games.core.simulate import open_table  # noqa: E402
from games.cosmos import GAME  # noqa: E402
from lobby.bots.hosted import DueStep, Player, play_step  # noqa: E402
from lobby.bots.sandbox import Sandbox  # noqa: E402
from tests.games.cosmos import steward  # noqa: E402

SEED = "programs"
SEATS = 2
OPTIONS = {"width": 64, "height": 64}
TARGET = 90.0
"""Seconds that 1000 rounds may take on two cores."""


def play(rounds: int, workers: int) -> dict[str, Any]:
    """Play a match of at most so many rounds; what it took."""
    options = open_table(GAME, {**OPTIONS, "rounds": rounds}, SEATS, SEED)
    state = GAME.setup(options, SEATS, step_rng(SEED, 0))
    memories: list[dict[str, str]] = [{} for _ in range(SEATS)]
    voids: Counter[str] = Counter()
    sandbox, runs, step = Sandbox(workers), 0, 0
    began, own = perf_counter(), _processor(resource.RUSAGE_SELF)
    while GAME.pending(state):
        players = {seat: Player(seat, steward.TEXT, memories[seat], overtimes=0, console=[]) for seat in range(SEATS)}
        records = play_step(
            DueStep("bench", step, GAME, options, SEED, state, players, is_driven=True, views={}), sandbox
        )
        runs += sum(player.runs for player in players.values())
        voids.update(
            order["void"] for record in records.values() for order in record.orders["direct"] if "void" in order
        )
        memories = [dict(records[seat].entities) if seat in records else {} for seat in range(SEATS)]
        given = {seat: record.orders for seat, record in records.items()}
        state, _ = GAME.resolve(state, given, step_rng(SEED, step + 1))
        step += 1
    seconds, own = perf_counter() - began, _processor(resource.RUSAGE_SELF) - own
    sandbox.close()
    return {
        "rounds": step,
        "runs": runs,
        "seconds": round(seconds, 1),
        "ms_per_run": round(1000 * seconds / runs, 3),
        "processor_own": round(own, 1),
        "processor_workers": round(_processor(resource.RUSAGE_CHILDREN), 1),
        "voids": dict(voids),
    }


def _processor(whose: int) -> float:
    used = resource.getrusage(whose)
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Play, print what it took, and answer 1 if a whole match took too long."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    given = parser.parse_args()
    found = play(given.rounds, given.workers)
    if given.json:
        print(json.dumps(found))
    else:
        print(
            f"{GAME.id}, programs, 64x64, {found['rounds']} rounds: {found['seconds']:.1f} s, {found['runs']:,} runs of "
            f"{found['ms_per_run']:.2f} ms (processor: {found['processor_own']} s here, "
            f"{found['processor_workers']} s in the workers); void: {found['voids'] or 'none'}"
        )
    return 1 if found["seconds"] > TARGET * found["rounds"] / 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
