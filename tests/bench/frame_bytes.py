"""How many bytes does a step send to a seat?

    python -m tests.bench.frame_bytes [GAME] [--seats 4] [--options '{"map": "long_night"}'] [--bot medium] [--matches 2]

Matches between built-in bots; each frame as the match socket sends it: without static keys, as text, and packed for those who ask for that, as
browsers do. What else a step sends (status, ack) is a few hundred bytes. The heaviest keys of the view are listed by their mean in the text.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections import Counter
from collections.abc import Iterator
from typing import Any

import games
from games.core import simulate
from games.core.contract import Game
from games.core.events import filter_for
from lobby.platform.protocol.packing import PACKED_FROM, packed
from lobby.platform.protocol.server import FrameShown, encode

LARGEST = 6


def frames(game: Game, options: dict[str, Any], seats: int, bot: str, seed: str) -> Iterator[FrameShown]:
    """Of every seat at every step."""
    table = simulate.open_table(game, options, seats, seed)
    player = next(each for each in game.bots if each.id == bot) if bot else game.bots[len(game.bots) // 2]
    record = simulate.play(game, table, seats, [player] * seats, seed)
    for step, state, events in simulate.replay(game, table, seats, seed, record.orders):
        pending = game.pending(state)
        for seat in range(seats):
            view = game.view(state, seat)
            yield FrameShown(
                match="0123456789",
                audience=seat,
                step=step,
                view={key: value for key, value in view.items() if key not in game.static_keys},
                events=filter_for(events, seat),
                choices=game.choices(state, seat) if game.choices is not None and seat in pending else None,
                final=not pending,
            )


def measure(game: Game, options: dict[str, Any], seats: int, bot: str, matches: int) -> dict[str, Any]:
    plain: list[int] = []
    wire: list[int] = []
    parts: Counter[str] = Counter()
    for number in range(matches):
        for frame in frames(game, options, seats, bot, f"bytes {number}"):
            message = encode(frame)
            plain.append(len(message))
            wire.append(len(packed(message)) if len(message) >= PACKED_FROM else len(message))
            for key, value in {**frame.view, "(events)": frame.events, "(choices)": frame.choices}.items():
                parts[key] += len(json.dumps(value, separators=(",", ":")))
    return {
        "game": game.id,
        "seats": seats,
        "options": options,
        "frames": len(plain),
        "text": spread(plain),
        "packed": spread(wire),
        "parts": {key: round(size / len(plain)) for key, size in parts.most_common(LARGEST)},
    }


def spread(sizes: list[int]) -> dict[str, int]:
    ordered = sorted(sizes)
    return {"mean": round(statistics.mean(sizes)), "p99": ordered[len(sizes) * 99 // 100], "most": ordered[-1]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="planet_conquer")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--options", type=json.loads, default={"map": "long_night"})
    parser.add_argument("--bot", default="")
    parser.add_argument("--matches", type=int, default=2)
    arguments = parser.parse_args()
    found = measure(games.get(arguments.game), arguments.options, arguments.seats, arguments.bot, arguments.matches)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
