"""What do spectators cost?

    python -m tests.bench.spectators idle [--sockets 2000] [--named]     memory of the server for each that looks on while nothing happens
    python -m tests.bench.spectators crowd [--sockets 500] [--steps 20]  renderings and times when many look at one match
    python -m tests.bench.spectators slow [--sockets 20] [--steps 250]   what happens to those who do not read, and to everybody else

One web process as `make play` starts it. `idle`: memory that grew from the first 50 sockets to all of them; people without a name, or with
`--named` some who are logged in. `crowd`: each audience of a step should be rendered once, however many look on. `slow`: frames of 60,000 characters;
whoever does not read is closed with 4009, comes back and gets the newest frame. Times run from the last order of a step to the next frame.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.bench import site

FIRST = 50
"""Sockets that are open before the memory is looked at: whatever is made once has been made then."""
AT_ONCE = 50
"""Handshakes at a time."""
REST = 6.0
"""Seconds until what a handshake leaves behind is gone."""
PAUSE = 0.05
"""Seconds between two steps of those who play."""
LATE = 1
"""Steps that spectators are behind."""
UNDISTURBED = 50
"""Steps before the slow readers come."""
PATIENCE = 30.0
IDLE = 35.0
"""Seconds in which it is seen what the server does for those who only look on: longer than any of its rounds."""
AS_A_BROWSER = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "Accept-Encoding": "gzip, deflate, br, zstd",
    "Accept-Language": "en-GB,en;q=0.9,zh-CN;q=0.8,zh;q=0.7",
    "Cache-Control": "no-cache",
    "Pragma": "no-cache",
}
"""Whoever comes brings them, and the server keeps them as long as the socket is open."""


@dataclass
class Watching:
    """One socket that watches one match, and when each frame came."""

    line: ClientConnection
    frames: dict[int, float] = field(default_factory=dict)
    known: asyncio.Event = field(default_factory=asyncio.Event)
    """Has it been told what there is to tell?"""
    news: asyncio.Event = field(default_factory=asyncio.Event)
    closed: int | None = None

    async def read(self) -> None:
        try:
            async for text in self.line:
                message = json.loads(text)
                if message["type"] == "error":
                    raise RuntimeError(message)
                if message["type"] == "chat":
                    self.known.set()
                if message["type"] == "frame":
                    self.frames[message["step"]] = time.perf_counter()
                    self.news.set()
        except ConnectionClosed:
            pass
        self.closed = self.line.close_code

    async def frame(self, step: int) -> None:
        """Wait for that frame, or a later one."""
        async with asyncio.timeout(PATIENCE):
            while not self.frames or max(self.frames) < step:
                self.news.clear()
                await self.news.wait()


async def watch(
    port: int, match_id: str, session: str | None = None, *, since: int | None = None, **more: Any
) -> Watching:
    line = await connect(
        f"ws://127.0.0.1:{port}/ws/play/",
        origin=f"http://127.0.0.1:{port}",  # type: ignore[arg-type]
        additional_headers={**AS_A_BROWSER, **({"Cookie": f"sessionid={session}"} if session else {})},
        user_agent_header=None,
        compression=None,
        max_size=None,
        ping_interval=None,
        **more,
    )
    await line.send(json.dumps({"type": "watch", "match": match_id, "since": since}))
    return Watching(line)


class Reading:
    """Sockets whose messages are read in the background."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self, port: int, match_id: str, session: str | None = None, since: int | None = None) -> Watching:
        """One that has been told how things stand."""
        watching = await watch(port, match_id, session, since=since)
        self.follow(watching)
        async with asyncio.timeout(PATIENCE):
            await watching.known.wait()
        return watching

    def follow(self, watching: Watching) -> None:
        """Read what comes until the connection ends."""
        self._tasks.add(asyncio.create_task(watching.read()))

    async def open_all(self, port: int, wanted: Sequence[tuple[str, str | None]]) -> list[Watching]:
        opened: list[Watching] = []
        for first in range(0, len(wanted), AT_ONCE):
            opened += await asyncio.gather(*(self.open(port, *each) for each in wanted[first : first + AT_ONCE]))
        return opened


def resident(pid: int) -> int:
    """Kilobytes of memory."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def processor_seconds(pid: int) -> float:
    """Of all its threads, since it began."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def idle(folder: Path, *, sockets: int, named: bool) -> dict[str, Any]:
    env = site.environment(folder, "toy_wide", embedded=True)
    rooms = site.make_rooms(env, "toy_wide", 40)
    strangers = [session for _, session, _ in rooms]
    wanted = [
        (rooms[number % 40][0], strangers[(number + 1) % 40] if named else None) for number in range(FIRST + sockets)
    ]
    with site.web_process(env) as (port, pid):
        reading = Reading()
        await reading.open_all(port, wanted[:FIRST])
        await asyncio.sleep(REST)
        before = resident(pid)
        await reading.open_all(port, wanted[FIRST:])
        await asyncio.sleep(REST)
        grown = resident(pid) - before
        cpu = processor_seconds(pid)
        await asyncio.sleep(IDLE)
        cpu = processor_seconds(pid) - cpu
    return {
        "sockets": sockets,
        "named": named,
        "before_mb": round(before / 1024),
        "kb_each": round(grown / sockets, 1),
        "cpu": round(cpu / IDLE, 2),
    }


async def play(seats: Sequence[Watching], match_id: str, first: int, steps: int, pause: float) -> dict[int, float]:
    """Both seats play so many steps; by the number of each frame, when the last order was sent that led to it."""
    sent = {}
    for step in range(first, first + steps):
        text = {"type": "orders", "match": match_id, "step": step, "orders": {"walk": 1}, "ready": True, "ack": step}
        for seat in seats:
            await seat.line.send(json.dumps(text))
        sent[step + 1] = time.perf_counter()
        await asyncio.gather(*(seat.frame(step + 1) for seat in seats))
        await asyncio.sleep(pause)
    return sent


def delays(watching: Sequence[Watching], sent: Mapping[int, float]) -> dict[str, float]:
    """From the last order of a step to its frame, all steps and sockets."""
    seconds = [each.frames[step] - moment for each in watching for step, moment in sent.items()]
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    return {"p50_ms": round(cuts[49] * 1000, 1), "p99_ms": round(cuts[98] * 1000, 1)}


async def crowd(folder: Path, *, sockets: int, steps: int) -> dict[str, Any]:
    """Many who look at one match."""
    notes = folder / "rendered"
    env = site.environment(folder, "toy_counted", embedded=True, TOY_COUNTED=str(notes))
    [[match_id, *sessions]] = site.make_rooms(env, "toy_counted", 1)
    with site.web_process(env) as (port, _):
        reading = Reading()
        seats = await reading.open_all(port, [(match_id, session) for session in sessions])
        await play(seats, match_id, 0, LATE, PAUSE)
        watching = await reading.open_all(port, [(match_id, None)] * sockets)
        notes.write_text("")
        sent = await play(seats, match_id, LATE, steps, PAUSE)
        await asyncio.gather(*(each.frame(steps) for each in watching))
        rendered = Counter(notes.read_text().splitlines())
    # What a spectator sees is one step old, and comes when the step after it has been resolved.
    seen = {step - LATE: moment for step, moment in sent.items()}
    return {
        "sockets": sockets,
        "steps": steps,
        "renderings": sum(rendered.values()),
        "audiences": len({line.split()[0] for line in rendered}),
        "most_of_one_frame": max(rendered.values()),
        "seats": delays(seats, sent),
        "spectators": delays(watching, seen),
    }


async def slow(folder: Path, *, sockets: int, steps: int) -> dict[str, Any]:
    """Some who read nothing after their first frame, beside as many who read everything."""
    env = site.environment(folder, "toy_wide", embedded=True)
    [[match_id, *sessions]] = site.make_rooms(env, "toy_wide", 1, width=60_000)
    with site.web_process(env) as (port, pid):
        reading = Reading()
        seats = await reading.open_all(port, [(match_id, session) for session in sessions])
        await play(seats, match_id, 0, LATE, PAUSE)
        watching = await reading.open_all(port, [(match_id, None)] * sockets)
        before = await play(seats, match_id, LATE, UNDISTURBED, PAUSE)
        lazy = [await watch(port, match_id, max_queue=1, sock=_small_socket(port)) for _ in range(sockets)]
        memory = resident(pid)
        sent = await play(seats, match_id, LATE + UNDISTURBED, steps, PAUSE)
        grown = resident(pid) - memory
        await asyncio.gather(*(each.read() for each in lazy))
        back = await asyncio.gather(*(reading.open(port, match_id, None, max(each.frames)) for each in lazy))
        newest = UNDISTURBED + steps
        await asyncio.gather(*(each.frame(newest) for each in [*watching, *back]))
        return {
            "sockets": sockets,
            "steps": steps,
            "closed": dict(Counter(each.closed for each in lazy)),
            "frames_after_return": sorted({len(each.frames) for each in back}),
            "grown_mb": round(grown / 1024),
            "seats_before": delays(seats, before),
            "seats": delays(seats, sent),
            "spectators": delays(watching, {step - LATE: moment for step, moment in sent.items()}),
        }


def _small_socket(port: int) -> socket.socket:
    """One that takes little before its reader has to read."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
    line.connect(("127.0.0.1", port))
    line.setblocking(False)
    return line


KINDS = {"idle": 2000, "crowd": 500, "slow": 20}
"""Kind → sockets."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--sockets", type=int)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--named", action="store_true")
    arguments = parser.parse_args()
    sockets = arguments.sockets or KINDS[arguments.kind]
    with tempfile.TemporaryDirectory(prefix="fogbound-bench-") as name:
        if arguments.kind == "idle":
            found = asyncio.run(idle(Path(name), sockets=sockets, named=arguments.named))
        elif arguments.kind == "crowd":
            found = asyncio.run(crowd(Path(name), sockets=sockets, steps=arguments.steps or 20))
        else:
            found = asyncio.run(slow(Path(name), sockets=sockets, steps=arguments.steps or 250))
    print(arguments.kind, json.dumps(found))


if __name__ == "__main__":
    main()
