"""How late are steps whose time is up, when many are up at once, and who has to wait for that?

    python -m tests.bench.deadlines [--matches 1000] [--game deep_blue] [--after 20] [--spread 0] [--live 10] [--slow 10] [--work 10000000]

One web process as `make play` starts it. In every match (of the toy, or of a `--game`, in its first step, or `--after` so many that built-in bots
have played) nobody answers, and all deadlines lie in one second, or in `--spread` seconds. In so many other matches (`--live`) both
seats play on, as fast as views come, a short rest apart. With `--slow` so many matches of a game that resolves slowly (`--work` additions
in plain Python a step) are due as well. A step is late from its deadline to the moment it can be read from the database, looked at 50 times a second.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import games
from tests.bench import site
from tests.bench.spectators import PAUSE, Reading, Watching, play

LEAD = timedelta(seconds=15)
"""From the start of the server to the first deadline: enough to start, and to see how the others play undisturbed."""
LOOK = 0.02
PATIENCE = 60.0


def play_on(ids: list[str], game_id: str, steps: int) -> None:
    """Let these matches, which have just begun, be where its middle bots have come after so many steps, all at the same position."""
    from games.core.rng import seat_rng, step_rng
    from games.core.simulate import open_table
    from lobby.matches.models import Step
    from lobby.platform.process import database
    from lobby.store import positions

    game, seed = games.get(game_id), "bench"
    bot, memories = game.bots[len(game.bots) // 2], ({}, {})
    state = game.setup(open_table(game, {}, 2, seed), 2, step_rng(seed, 0))
    for step in range(steps):
        orders = {
            seat: game.check(
                state, seat, bot.decide(game.view(state, seat), seat_rng(seed, step, seat), memories[seat])
            )
            for seat in game.pending(state)
        }
        state, _ = game.resolve(state, orders, step_rng(seed, step + 1))
    text = positions.canonical(game.to_json(state))
    with database.writing():
        Step.objects.filter(match_id__in=ids, number=0).update(
            state=positions.pack_text(text), digest=positions.digest_of_text(text)
        )


def set_deadlines(ids: list[str], first: datetime, seconds: float) -> dict[str, datetime]:
    """Spread them evenly over the seconds that begin with `first`."""
    from lobby.matches.models import Match
    from lobby.platform.process import database

    found = {match_id: first + timedelta(seconds=seconds * number / len(ids)) for number, match_id in enumerate(ids)}
    with database.writing():
        for match_id, deadline in found.items():
            Match.objects.filter(pk=match_id).update(deadline=deadline, due_at=deadline)
    return found


def watch_steps(deadlines: dict[str, datetime]) -> dict[str, float]:
    """By match, seconds from its deadline to the moment its step was seen to be resolved; those that never were are missing."""
    from lobby.matches.models import Match

    late: dict[str, float] = {}
    until = max(deadlines.values()) + timedelta(seconds=PATIENCE)
    resolved = Match.objects.filter(step__gt=0)
    while len(late) < len(deadlines) and datetime.now(UTC) < until:
        found = set(resolved.values_list("pk", flat=True)) & deadlines.keys() - late.keys()
        now = datetime.now(UTC)
        late |= {match_id: (now - deadlines[match_id]).total_seconds() for match_id in found}
        time.sleep(LOOK)
    return late


def is_early(deadlines: dict[str, datetime]) -> int:
    """How many steps were resolved before their time."""
    from lobby.matches.models import Match

    begun = Match.objects.filter(pk__in=deadlines).values_list("pk", "step_started_at")
    return sum(moment < deadlines[match_id] for match_id, moment in begun if moment is not None)


class Live:
    """Matches in which both seats play on until they are stopped."""

    def __init__(self) -> None:
        self.turns: list[tuple[float, float]] = []
        """When each turn began, and what it took; seconds."""
        self._stop = asyncio.Event()

    async def play(self, port: int, rooms: list[list[str]]) -> None:
        reading = Reading()
        seats = [
            await reading.open_all(port, [(match_id, session) for session in sessions]) for match_id, *sessions in rooms
        ]
        await asyncio.gather(*(self._room(room[0], each) for room, each in zip(rooms, seats, strict=True)))

    async def _room(self, match_id: str, seats: list[Watching]) -> None:
        step = 0
        while not self._stop.is_set():
            [(frame, began)] = (await play(seats, match_id, step, 1, PAUSE)).items()
            self.turns.append((began, max(seat.frames[frame] for seat in seats) - began))
            step += 1

    def stop(self) -> None:
        self._stop.set()


def shares(seconds: list[float]) -> dict[str, float]:
    """In milliseconds."""
    ordered = sorted(seconds)
    parts = {"p50": 0.5, "p99": 0.99, "most": 1.0}
    return {
        name: round(ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000, 1)
        for name, share in parts.items()
    }


async def measure(
    folder: Path, *, game: str, after: int, spread: float, matches: int, live: int, slow: int, work: int
) -> dict[str, Any]:
    env = site.environment(folder, "toy", "toy_wide", "toy_slow", embedded=True)
    ids = [room[0] for room in site.make_rooms(env, game, matches)]
    rooms = site.make_rooms(env, "toy_wide", live)
    heavy = [room[0] for room in site.make_rooms(env, "toy_slow", slow, work=work)]
    os.environ |= env
    import django

    django.setup()
    if after:
        await asyncio.to_thread(play_on, ids, game, after)
    first = datetime.now(UTC) + LEAD
    # Those that take long come first: everybody else is behind them.
    deadlines = await asyncio.to_thread(set_deadlines, heavy, first, spread) if heavy else {}
    deadlines |= await asyncio.to_thread(set_deadlines, ids, first, spread)
    with site.web_process(env) as (port, _):
        if datetime.now(UTC) > first:
            raise RuntimeError("the site was not up before the deadlines")
        players = Live()
        playing = asyncio.create_task(players.play(port, rooms))
        late = await asyncio.to_thread(watch_steps, deadlines)
        early = await asyncio.to_thread(is_early, deadlines)
        players.stop()
        await playing
    rush = time.perf_counter() - (datetime.now(UTC) - first).total_seconds()
    over = rush + spread + max(late.values())
    light = [seconds for match_id, seconds in late.items() if match_id in set(ids)]
    return {
        "matches": matches,
        "slow": slow,
        "resolved": len(late),
        "early": early,
        "late_ms": shares(light),
        "live_before_ms": shares([took for began, took in players.turns if began + took < rush]),
        "live_during_ms": shares([took for began, took in players.turns if began + took >= rush and began < over]),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="toy")
    parser.add_argument("--after", type=int, default=0)
    parser.add_argument("--spread", type=float, default=1)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--live", type=int, default=10)
    parser.add_argument("--slow", type=int, default=0)
    parser.add_argument("--work", type=int, default=10_000_000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="fogbound-bench-") as name:
        print(json.dumps(asyncio.run(measure(Path(name), **vars(arguments)))))


if __name__ == "__main__":
    main()
