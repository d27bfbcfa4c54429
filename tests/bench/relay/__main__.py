"""How many turns a second does the match socket relay, and how long does one take, beside boardgame.io and Colyseus?

    python -m tests.bench.relay [--rooms 50,500] [--seconds 10] [--repeats 3] [--pace 206] [--only fogbound | --web 1,2 [--scattered]] [--folder DIR] [--json]

Rooms of two seats; orders of 200 bytes from both complete a turn; each seat is shown 4,000 characters of its own. Fogbound runs as `make play`
starts it: one process, sessions, SQLite with `synchronous=FULL`, deadlines and bots. The peers keep everything in memory; only
`boardgame.io on disk` writes files, without fsync. With `--web 1,2` Fogbound runs as one and as two web processes, with a referee, a process of
bots, PostgreSQL and Redis. Both seats of a room come to the same process, as the proxy of docs/deploy.md brings them; `--scattered`: each to any.
The same client plays all of them, one server at a time, in turn; only medians of ratios within a run are comparable between machines.
With `--folder` the peers' packages stay there for the next time.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests import servers
from tests.bench import site
from tests.bench.relay import peers
from tests.servers import free_port

OURS = "fogbound"
STALLED = 0.5
"""Seconds by which a measurement may be longer than asked; a virtual machine that was put to rest makes it longer."""
TRIES = 3

Figures = dict[str, Any]


@contextmanager
def running(server: str, rooms: int, packages: Path) -> Iterator[Figures]:
    """A server with nothing on it but what the rooms need; yields the part of the client's plan that is about it."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fogbound-bench-")))
        if server in peers.NAMES:
            port = free_port()
            env = {**os.environ, "NODE_ENV": "production"}
            pid = stack.enter_context(site.running(server, peers.command(server, packages, port, folder), env, port))
            yield {"kind": peers.kind(server), "urls": [f"http://127.0.0.1:{port}"], "pids": [pid], "rooms": rooms}
            return
        if server == OURS:
            env = site.environment(folder, "toy_wide", embedded=True)
            made = site.make_rooms(env, "toy_wide", rooms)
            web = [stack.enter_context(site.web_process(env))]
            pids = []
        else:
            database, layer = stack.enter_context(servers.postgres(durable=True)), stack.enter_context(servers.redis())
            env = site.environment(folder, "toy_wide", embedded=False, **database, **layer)
            made = site.make_rooms(env, "toy_wide", rooms)
            pids = [stack.enter_context(site.command(env, name)) for name in ("referee", "botrunner")]
            web = [stack.enter_context(site.web_process(env)) for _ in range(int(server.split()[0]))]
        yield {
            "kind": OURS,
            "urls": [f"http://127.0.0.1:{port}" for port, _ in web],
            "pids": [pid for _, pid in web] + pids,
            "rooms": made,
        }


def measure(
    server: str, rooms: int, packages: Path, *, warm: float, seconds: float, pace: float | None, scattered: bool
) -> Figures:
    """One run of one server; again if the machine stood still meanwhile."""
    for _ in range(TRIES):
        with running(server, rooms, packages) as plan:
            plan |= {"server": server, "warm": warm, "seconds": seconds, "pace": pace, "scattered": scattered}
            client = subprocess.run(
                ["node", str(packages / "client.mjs")],
                input=json.dumps(plan).encode(),
                stdout=subprocess.PIPE,
                check=True,
            )
        figures: Figures = json.loads(client.stdout)
        if figures["stalled"] < STALLED:
            break
    return {**figures, "pace": pace}


def line(figures: Figures) -> str:
    """One run, for people."""
    kind = f"{figures['pace']:g} turns/s asked" if figures["pace"] else "closed loop"
    return (
        "{rooms:4} rooms, {kind:16} {server:21}{turns_per_second:8.1f} turns/s   p50 {p50_ms:7.2f}   p99 {p99_ms:7.2f} ms"
        "   CPU: server {server_cpu:.2f}, client {client_cpu:.2f}   {server_mb:.0f} MB".format(kind=kind, **figures)
    )


def ratios(runs: list[list[Figures]], name: str, of: str) -> dict[str, float]:
    """Every other server → median over the runs of what `of` has, in parts of what the other has."""
    found = defaultdict(list)
    for run in runs:
        ours = next(figures for figures in run if figures["server"] == of)
        for figures in run:
            if figures is not ours:
                found[figures["server"]].append(ours[name] / figures[name])
    return {other: round(statistics.median(each), 2) for other, each in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", default="50,500", help="closed loops of so many rooms; empty: none")
    parser.add_argument("--pace", type=float, help="turns a second over 500 rooms, as well")
    parser.add_argument("--warm", type=float, default=3, help="seconds before the measurement")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--only", default=",".join((OURS, *peers.NAMES)), help="which servers")
    parser.add_argument("--web", help="instead: so many web processes with PostgreSQL and Redis, as in 1,2")
    parser.add_argument("--scattered", action="store_true", help="then: each seat comes to any of the processes")
    parser.add_argument("--folder", type=Path, help="where the peers' packages are, or go")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    names = arguments.only.split(",")
    if arguments.web:
        names = [f"{number} web" for number in arguments.web.split(",")]
    kinds = [(int(rooms), None) for rooms in arguments.rooms.split(",") if rooms]
    if arguments.pace:
        kinds.append((500, arguments.pace))
    with ExitStack() as ending:
        packages = arguments.folder or Path(ending.enter_context(tempfile.TemporaryDirectory(prefix="fogbound-peers-")))
        packages = packages.absolute()
        peers.install(packages)
        for rooms, pace in kinds:
            runs: list[list[Figures]] = []
            for _ in range(arguments.repeats):
                runs.append([])
                for server in names:
                    figures = measure(
                        server,
                        rooms,
                        packages,
                        warm=arguments.warm,
                        seconds=arguments.seconds,
                        pace=pace,
                        scattered=arguments.scattered,
                    )
                    runs[-1].append(figures)
                    print(json.dumps(figures) if arguments.json else line(figures), flush=True)
            name = "p99_ms" if pace else "turns_per_second"
            found = ratios(runs, name, names[-1] if arguments.web else names[0])
            words = ", ".join(f"{ratio:g} x {other}" for other, ratio in found.items())
            if found:
                report = {"rooms": rooms, "pace": pace, "ratio": name, **found}
                print(json.dumps(report) if arguments.json else f"{rooms} rooms, {name}: {words}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
