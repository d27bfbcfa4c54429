"""What does it cost to ask a program for its orders, by the way in which it runs? For the comparison of programs in Python, modules and executables.

    python -m tests.bench.calls [planet_conquer] [--calls 300] [--json]

Each program is asked the same question again and again: the view of a seat in the first position of the game, with its choices. *empty* answers at
once, with the default orders; *example* is the game's example in Python, and the bot of the kit in C, which is built here as a module (zig) and as an
executable (cc). Microseconds of the fastest call and of the middle one.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from time import perf_counter

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

import games  # noqa: E402 - Django first
from games.core.contract import Game, Turn  # noqa: E402
from games.core.rng import step_rng  # noqa: E402
from games.core.simulate import OwnBot, TurnBot, begin, open_table  # noqa: E402
from lobby.bots import at_home  # noqa: E402
from lobby.bots.modules import module_source  # noqa: E402
from lobby.operations.own_bots import file_bot  # noqa: E402
from tests.lobby.module_texts import DEFAULT  # noqa: E402
from tests.sources import ROOT  # noqa: E402

SEED = "calls"
KIT = ROOT / "client/examples/c/bot.c"
EMPTY = "def decide():\n    return None\n"


def programs(game: Game, folder: Path) -> dict[str, OwnBot | TurnBot]:
    """The programs by what they are, in files of that folder."""
    assert game.programs is not None
    empty, example = folder / "empty.py", folder / "example.py"
    empty.write_text(EMPTY)
    example.write_text(game.programs.rules(EMPTY).example)
    nothing, module, built = folder / "empty.wasm", folder / "bot.wasm", folder / "bot"
    nothing.write_bytes(module_source(DEFAULT))
    zig = [sys.executable, "-m", "ziglang", "cc", "--target=wasm32-wasi", "-O2", "-s"]
    subprocess.run([*zig, "-o", str(module), KIT.name], check=True, cwd=KIT.parent)
    subprocess.run(["cc", "-O2", "-o", str(built), str(KIT)], check=True)
    return {
        "Python at home, empty": file_bot(game, str(empty)),
        "Python at home, example": file_bot(game, str(example)),
        "Python in the sandbox, empty": at_home.hosted_bot(game, str(empty)),
        "Python in the sandbox, example": at_home.hosted_bot(game, str(example)),
        "module in the sandbox, empty": at_home.hosted_bot(game, str(nothing)),
        "module in the sandbox, example": at_home.hosted_bot(game, str(module)),
        "executable over stdin, example": file_bot(game, str(built)),
    }


def microseconds(game: Game, bot: OwnBot | TurnBot, calls: int) -> tuple[float, float]:
    """Of the fastest call, and of the middle one; the first ones, in which a worker starts, do not count."""
    seats = game.seats[0]
    options = open_table(game, {}, seats, SEED)
    state = game.setup(options, seats, step_rng(SEED, 0))
    seat = min(game.pending(state))
    choices = game.choices
    failed: list[str] = []
    answer = begin(bot, options, SEED, seat, lambda *told: failed.append(str(told)))
    took = []
    for number in range(calls + 10):
        turn = Turn(seat, game.view(state, seat), partial(choices, state, seat) if choices else lambda: None, None)
        began = perf_counter()
        answer(turn, number)
        took.append(1e6 * (perf_counter() - began))
    if failed:
        raise SystemExit(f"{bot.id}: {failed[0]}")
    return min(took[10:]), statistics.median(took[10:])


def main() -> None:
    """Print what was measured."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="?", default="planet_conquer")
    parser.add_argument("--calls", type=int, default=300)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    game = games.get(asked.game)
    with tempfile.TemporaryDirectory() as folder:
        found = {name: microseconds(game, bot, asked.calls) for name, bot in programs(game, Path(folder)).items()}
    at_home.close()
    if asked.json:
        print(json.dumps({name: {"fastest": least, "middle": middle} for name, (least, middle) in found.items()}))
        return
    for name, (least, middle) in found.items():
        print(f"{name:<34}{least:8.0f} µs fastest{middle:8.0f} µs middle")


if __name__ == "__main__":
    main()
