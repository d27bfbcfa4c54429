"""What does it cost to look at a match that is over: bytes over the wire, work of the server, time until a step is there?

    python -m tests.bench.replay [GAME] [--bots hard,hard] [--options '{"rounds": 200}'] [--seed 1] [--parts] [--browser | --page-only]

Without more the match of `MATCHES`: for Cosmos 1,000 rounds with some 200 entities. Bots play it here (some 15 s), it is stored as the site
would have stored it, in a database of its own, and then read by HTTP as the replay page reads it. *Cold* is a process that has just been
started, as far as this one can forget what it knows; *warm* the same request once more. `--parts` tells what each key of a frame adds to the
whole; `--browser` seeks on the page in Chromium, `--page-only` does nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from tests.bench import site

MATCHES: dict[str, tuple[str, dict[str, Any]]] = {
    "cosmos": (
        "hard,hard,hard,hard",
        {"rounds": 1000, "width": 64, "height": 64, "neutral_planets": 4, "start_planets": 3},
    ),
    "planet_conquer": ("medium,medium,medium,medium", {}),
    "hundred_clubs": ("medium,medium,medium,medium", {}),
    "deep_blue": ("medium,medium", {}),
    "frames": ("medium,medium", {}),
}
"""Bots by seat and options of a typical match; of Cosmos the longest."""
SEEKS = 25
"""Places of the match that are asked for, in an order that jumps."""
RUN = 100
"""Steps that the replay page asks for at once (`static/match/reader.js`)."""
UNREAD = {"cosmos": "last_sequence"}
"""Keys of a view that the page of a game does without (`unread` of its module)."""
MOST_PARTS = 14


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="cosmos", choices=list(MATCHES))
    parser.add_argument("--bots", default="")
    parser.add_argument("--options", type=json.loads, default=None)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--parts", action="store_true")
    parser.add_argument("--browser", action="store_true")
    parser.add_argument("--page-only", action="store_true", help="nothing but --browser")
    arguments = parser.parse_args()
    bots, options = MATCHES[arguments.game]
    with tempfile.TemporaryDirectory(prefix="fogbound-replay-") as folder:
        os.environ |= site.environment(Path(folder), embedded=False)
        import django

        django.setup()
        from django.core.management import call_command

        from lobby.matches.models import Match

        call_command("migrate", verbosity=0)
        match_id = store(
            arguments.game,
            (arguments.bots or bots).split(","),
            options if arguments.options is None else arguments.options,
            arguments.seed,
        )
        if not arguments.page_only:
            for line in report(match_id, parts=arguments.parts):
                print(line, flush=True)
        if arguments.browser or arguments.page_only:
            from tests.bench.replay_page import browse

            match = Match.objects.get(pk=match_id)
            for line in browse(match_id, {**os.environ, "FOGBOUND_EMBEDDED": "1"}, jumps(match.step)):
                print(line, flush=True)


def store(game_id: str, bots: list[str], options: dict[str, Any], seed: str) -> str:
    """Plays a match between these bots and stores it, finished, as the site does; returns its id."""
    from django.utils import timezone

    import games
    from games.core import simulate
    from lobby.matches.models import Match, Seat
    from lobby.platform.process import database
    from lobby.play import resolving, saving, series
    from lobby.store import rows
    from lobby.store.positions import canonical

    game = games.get(game_id)
    table = simulate.open_table(game, options, len(bots), seed)
    record = simulate.play(game, table, len(bots), [game.bot(bot) for bot in bots], seed)
    now = timezone.now()
    with database.writing():
        match = Match.objects.create(
            game=game_id,
            options=record.options,
            seed=seed,
            rules_version=game.rules_version,
            step_seconds=30,
            step=record.steps,
            started_at=now,
            **saving.finished_fields(record.reason, list(record.ranks), now),
        )
        Seat.objects.bulk_create(
            Seat(match=match, number=number, bot=bot, ready=True, place=record.ranks[number])
            for number, bot in enumerate(bots)
        )
        played = simulate.replay(game, record.options, len(bots), seed, record.orders)
        for step, state, events in played:
            orders = record.orders[step - 1] if step else {}
            rows.insert_steps(
                [
                    resolving.step_row(
                        match,
                        step,
                        canonical(game.to_json(state)),
                        canonical(list(events)),
                        json.dumps({str(seat): given for seat, given in orders.items()}),
                        series.scores_text(game, state),
                        now,
                    )
                ]
            )
    return match.pk


def report(match_id: str, *, parts: bool) -> Iterator[str]:
    """Lines about bytes and times of reading it by HTTP."""
    from lobby.matches.models import Match

    match = Match.objects.get(pk=match_id)
    yield f"{match.game}: {match.step} steps, {match.seats.count()} seats, digest of the last step {last_digest(match)}"
    for perspective in ("referee", "0"):
        forget()
        began = time.thread_time()
        wire, plain, runs = whole(match, perspective)
        seconds = time.thread_time() - began
        yield (
            f"  as {perspective:<8} the whole: {len(runs) + 1} requests, {wire / 1e6:.2f} MB on the wire of {plain / 1e6:.1f} MB of text, "
            f"{seconds:.1f} s of the processor"
        )
        if parts:
            for key, size in shares(runs):
                yield f"    {key:<24} {size / 1e3:8.0f} KB"
    steps = jumps(match.step)
    for what, address, count in (("the opening", "frames", 1), ("one step", "run", 1), ("a run", "run", RUN)):
        cold: list[float] = []
        warm: list[float] = []
        counts: list[dict[str, int]] = []
        for step in steps:
            wanted = partial(ask, match, address, "referee", step, count)
            forget()
            with counted() as count_of:
                cold.append(timed(wanted))
            counts.append(dict(count_of))
            warm.append(timed(wanted))
        most = {key: max(one[key] for one in counts) for key in counts[0]}
        yield f"  {what}: cold {spread(cold)}, warm {spread(warm)}, {ratio(cold, warm)}; at most {most}"


def whole(match: Any, perspective: str) -> tuple[int, int, list[dict[str, Any]]]:
    """Bytes on the wire, bytes of text, and all runs: what the page asks for until it has read the match."""
    import brotli

    opening = ask(match, "frames", perspective, 0, 1)
    wire, plain, runs = len(opening), len(brotli.decompress(opening)), []
    for first in range(0, match.step + 1, RUN):
        packed = ask(match, "run", perspective, first, RUN)
        text = brotli.decompress(packed)
        wire += len(packed)
        plain += len(text)
        runs.append(json.loads(text)["run"])
    return wire, plain, runs


def ask(match: Any, address: str, perspective: str, first: int, count: int) -> bytes:
    """The packed answer for these steps, as a browser gets it."""
    from django.test import Client

    answer = Client(SERVER_NAME="localhost").get(
        f"/matches/{match.pk}/{address}/?as={perspective}&first={first}&last={first + count - 1}&without={UNREAD.get(match.game, '')}",
        headers={"accept-encoding": "gzip, deflate, br"},
    )
    assert answer.status_code == 200, answer.content
    return bytes(answer.content)


def shares(runs: list[dict[str, Any]]) -> list[tuple[str, int]]:
    """By how much each part makes the packed runs longer; what it has in common with others counts for none."""
    import brotli
    import orjson

    from lobby.watch.replay import BROTLI_QUALITY, BROTLI_WINDOW

    def size(made: Iterable[dict[str, Any]]) -> int:
        return sum(len(brotli.compress(orjson.dumps(run), quality=BROTLI_QUALITY, lgwin=BROTLI_WINDOW)) for run in made)

    everything = size(runs)
    found = [(part, everything - size({**run, part: None} for run in runs)) for part in runs[0]]
    for key in sorted({key for run in runs for change in run["changes"] if change for key in change[1]}):
        lighter = (
            {**run, "changes": [change and [change[0], {**change[1], key: None}, []] for change in run["changes"]]}
            for run in runs
        )
        found.append((f"changes of {key}", everything - size(lighter)))
    return sorted(found, key=lambda part: -part[1])[:MOST_PARTS]


def last_digest(match: Any) -> str:
    """The first digits: the same match has the same."""
    from lobby.matches.models import Step

    return str(Step.objects.get(match=match, number=match.step).digest[:8])


def jumps(last: int) -> list[int]:
    """Steps all over the match, far from each other in time."""
    return [(number * 617 * last // 1000 + 7) % (last + 1) for number in range(SEEKS)]


def forget() -> None:
    """As if the process had just been started."""
    from lobby.fog import audience
    from lobby.play import series
    from lobby.store import positions
    from lobby.watch import replay

    positions.forget()
    audience._FRAMES.clear()
    audience._static.cache_clear()
    series._of_match.cache_clear()
    replay._RUNS.clear()


@contextmanager
def counted() -> Iterator[dict[str, int]]:
    """How many statements, positions read, views made and steps resolved there are inside."""
    from django.db import connection

    from lobby.store import positions

    counts = {"statements": 0, "positions": 0}
    unpack_text = positions.unpack_text

    def count_statement(execute: Any, *rest: Any) -> Any:
        counts["statements"] += 1
        return execute(*rest)

    def count_text(stored: bytes | memoryview) -> bytes:
        counts["positions"] += 1
        return unpack_text(stored)

    positions.unpack_text = count_text
    try:
        with connection.execute_wrapper(count_statement):
            yield counts
    finally:
        positions.unpack_text = unpack_text


def timed(act: Callable[[], object]) -> float:
    """Milliseconds of the processor, whatever else the machine does."""
    began = time.thread_time()
    act()
    return 1000 * (time.thread_time() - began)


def spread(times: list[float]) -> str:
    ordered = sorted(times)
    return f"{statistics.median(times):.0f} ms (most {ordered[-1]:.0f})"


def ratio(cold: list[float], warm: list[float]) -> str:
    return f"cold/warm {statistics.median(cold) / statistics.median(warm):.1f}"


if __name__ == "__main__":
    main()
