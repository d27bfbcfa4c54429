"""How long do people's programs take for a match of a game, and what does the sandbox add to it?

    python -m tests.bench.programs [planet_conquer] [--seats 4] [--steps 200] [--preset standard] [--workers 2] [--text FILE] [--bare] [--json]
    python -m tests.bench.programs cosmos --large [--steps 1000]

What is measured is what the site does in every step: `hosted.play_step` asks the program of each seat in the sandbox, then `resolve` plays
the orders. Nothing is stored. Every seat has the game's example for `decide`, or the program of `--text`. Prints the steps a second, and what a
run takes here and without a sandbox: the same program, called in this process with the same copies. With `--bare` no layer of the operating system confines
the workers: measure both in turn. `--large` plays two larger programs of entities in Cosmos on 64 x 64, driven as on the site; a
thousand rounds of them may take 90 s on two cores.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import resource
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

import games  # noqa: E402 - Django first
from games.core.contract import Game, Options, Programs, Turn  # noqa: E402
from games.core.deciding import is_decider  # noqa: E402
from games.core.rng import program_rng, seat_seed, step_rng  # noqa: E402
from games.core.simulate import open_table  # noqa: E402
from lobby.bots import confinement  # noqa: E402
from lobby.bots.hosted import DueStep, Player, play_step  # noqa: E402
from lobby.bots.sandbox import Sandbox  # noqa: E402
from tests.games.cosmos import steward  # noqa: E402

SEED = "programs"


def play(game: Game, text: str, *, seats: int, steps: int, options: Options, workers: int) -> dict[str, Any]:
    """Play at most so many steps; what they took."""
    assert game.programs is not None
    rules = game.programs.rules(text)
    options = open_table(game, options, seats, SEED)
    state = game.setup(options, seats, step_rng(SEED, 0))
    is_driven = rules is game.programs and game.drive is not None and game.drive(state, step_rng(SEED, 1)) is not None
    memories: list[dict[str, str]] = [{} for _ in range(seats)]
    at_home = [_at_home(text) for _ in range(seats)]
    voids: Counter[str] = Counter()
    sandbox, runs, asked, step, resolving, home = Sandbox(workers), 0, 0.0, 0, 0.0, 0.0
    sandbox.prepare(rules, text)
    own = _processor(resource.RUSAGE_SELF)
    while (pending := game.pending(state)) and step < steps:
        players = {seat: _player(seat, text, rules, memories[seat]) for seat in pending}
        turns = {} if is_driven else {seat: _turn(game, state, seat) for seat in pending}
        due = DueStep("bench", step, game, options, SEED, state, players, is_driven=is_driven, turns=turns)
        began = perf_counter()
        records = play_step(due, sandbox)
        asked += perf_counter() - began
        runs += sum(player.runs for player in players.values())
        for player in players.values():
            voids.update(player.counts)
        began = perf_counter()
        for seat, turn in turns.items():
            at_home[seat](turn, step)
        home += perf_counter() - began
        for seat, record in records.items():
            memories[seat] = {**memories[seat], **record.entities}
        began = perf_counter()
        state, _ = game.resolve(
            state, {seat: record.orders for seat, record in records.items()}, step_rng(SEED, step + 1)
        )
        resolving += perf_counter() - began
        step += 1
    own = _processor(resource.RUSAGE_SELF) - own
    sandbox.close()
    return {
        "game": game.id,
        "seats": seats,
        "steps": step,
        "runs": runs,
        "steps_per_second": round(step / (asked + resolving), 1),
        "ms_per_run": round(1000 * asked / max(1, runs), 2),
        "ms_per_run_at_home": None if is_driven else round(1000 * home / max(1, runs), 2),
        "ms_added": None if is_driven else round(1000 * (asked - home) / max(1, runs), 2),
        "processor_own": round(own, 1),
        "processor_workers": round(_processor(resource.RUSAGE_CHILDREN), 1),
        "voids": dict(voids),
    }


def _player(seat: int, text: str, rules: Programs, memories: dict[str, str]) -> Player:
    return Player(seat=seat, text=text, rules=rules, entities=memories, overtimes=0, console=[])


def _turn(game: Game, state: Any, seat: int) -> Turn:
    choices = game.choices
    return Turn(seat, game.view(state, seat), partial(choices, state, seat) if choices else lambda: None, None)


def _at_home(text: str) -> Any:
    """`answer(turn, step)` of the same program in this process."""
    if not is_decider(text):
        return lambda turn, step: None
    names: dict[str, Any] = {}
    exec(compile(text, "program", "exec"), names)
    decide, memory = names["decide"], {}
    takes = inspect.signature(decide).parameters

    def answer(turn: Turn, step: int) -> Any:
        rng = program_rng(seat_seed(SEED, turn.seat), step)
        told = {"view": _copied(turn.view), "choices": _copied(turn.choices()), "refused": turn.refused}
        told |= {"rng": rng, "memory": memory}
        return _copied(decide(**{name: told[name] for name in takes}))

    return answer


def _copied(value: Any) -> Any:
    return json.loads(json.dumps(value, sort_keys=True))


def _processor(whose: int) -> float:
    used = resource.getrusage(whose)
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Play and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="planet_conquer", choices=list(games.GAMES))
    parser.add_argument("--seats", type=int)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--preset", default="")
    parser.add_argument("--large", action="store_true", help="two larger programs of entities, in Cosmos")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--text", type=Path, help="the file of a program; by default the game's example for decide")
    parser.add_argument("--bare", action="store_true", help="workers that the operating system does not confine")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    given = parser.parse_args()
    if given.bare:
        confinement.find = confinement.Confinement
    game = games.get(given.game)
    assert game.programs is not None
    text = given.text.read_text() if given.text else game.programs.rules("def decide(): return None\n").example
    options = dict(game.presets[given.preset].options) if given.preset else {}
    seats = given.seats or min(4, game.seats[-1])
    if given.large:
        text, seats, options = steward.TEXT, 2, {"width": 64, "height": 64, "rounds": given.steps}
    found = play(game, text, seats=seats, steps=given.steps, options=options, workers=given.workers)
    if given.json:
        print(json.dumps(found))
    else:
        at_home = "" if found["ms_added"] is None else f", {found['ms_per_run_at_home']:.2f} of them without a sandbox"
        print(
            f"{found['game']}, {found['seats']} programs: {found['steps_per_second']} steps/s, {found['runs']:,} runs of "
            f"{found['ms_per_run']:.2f} ms{at_home} (processor: {found['processor_own']} s here, "
            f"{found['processor_workers']} s in the workers); went wrong: {found['voids'] or 'nothing'}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
