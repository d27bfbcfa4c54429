"""Sockets that are open and say nothing: how many does a site take, and where are they? They are held from a thread with a loop of its own."""

from __future__ import annotations

import asyncio
import resource
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

AT_ONCE = 50
OPEN_SECONDS = 60.0
AGAIN_SECONDS = 0.3


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
    with _loop() as loop:
        lines = asyncio.run_coroutine_threadsafe(_open(url, number, crowd), loop).result()
        try:
            yield crowd
        finally:
            asyncio.run_coroutine_threadsafe(_close(lines), loop).result()


@contextmanager
def returning_sockets(url: str, number: int) -> Iterator[None]:
    """So many sockets of the lobby at this address, each of which comes again when it has ended, as pages do; until the block ends."""
    with _loop() as loop:
        coming = asyncio.run_coroutine_threadsafe(_return(url, number), loop)
        try:
            yield
        finally:
            coming.cancel()


@contextmanager
def _loop() -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield loop
    finally:
        # What was cancelled closes its line first.
        asyncio.run_coroutine_threadsafe(_rest(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _rest() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    if others:
        await asyncio.wait(others, timeout=OPEN_SECONDS)


async def _return(url: str, number: int) -> None:
    async def come() -> None:
        address = f"ws{url.removeprefix('http')}/ws/lobby/"
        while True:
            with suppress(OSError, WebSocketException):
                async with connect(address, origin=url, compression=None, open_timeout=OPEN_SECONDS) as line:  # type: ignore[arg-type]
                    async for _ in line:
                        pass
            await asyncio.sleep(AGAIN_SECONDS)

    await asyncio.gather(*(come() for _ in range(number)))


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
