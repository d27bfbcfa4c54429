"""How many sockets does a site take that are open and say nothing? Opens them, and holds them from a thread with a loop of its own."""

from __future__ import annotations

import asyncio
import resource
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

AT_ONCE = 50
OPEN_SECONDS = 60.0


@dataclass
class Crowd:
    """What became of the sockets."""

    opened: int = 0
    refused: Counter[int] = field(default_factory=Counter)
    """Status of the refusal → how many got it."""


@contextmanager
def idle_sockets(url: str, number: int) -> Iterator[Crowd]:
    """So many match sockets at this address, opened before the block begins and closed with it. The process needs a file for each."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    crowd = Crowd()
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        lines = asyncio.run_coroutine_threadsafe(_open(url, number, crowd), loop).result()
        try:
            yield crowd
        finally:
            asyncio.run_coroutine_threadsafe(_close(lines), loop).result()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _open(url: str, number: int, crowd: Crowd) -> list[ClientConnection]:
    gate = asyncio.Semaphore(AT_ONCE)
    lines: list[ClientConnection] = []

    async def come() -> None:
        async with gate:
            try:
                address = f"ws{url.removeprefix('http')}/ws/play/"
                lines.append(await connect(address, origin=url, compression=None, open_timeout=OPEN_SECONDS))  # type: ignore[arg-type]
                crowd.opened += 1
            except InvalidStatus as error:
                crowd.refused[error.response.status_code] += 1

    await asyncio.gather(*(come() for _ in range(number)))
    return lines


async def _close(lines: list[ClientConnection]) -> None:
    for line in lines:
        line.transport.abort()
    await asyncio.gather(*(line.wait_closed() for line in lines))
