"""How much of a process do questions to engines over sockets take: forecasts, earlier frames? One thread at a time, a person after the other.

Each takes an engine's time, and a person may have many sockets. Without this they would take all threads in which everybody's orders are read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import Final, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from lobby.platform.process import threads

P = ParamSpec("P")
R = TypeVar("R")

AT_ONCE: Final = threads.SERVICES_THREADS // 4


class Questions:
    """The questions of one event loop. Each person has at most one in line, so nobody waits for the many of another."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._people: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()

    async def answer(self, person: Hashable, function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """The result of `function` in a thread. All who are not logged in are one `person`.

        Whoever is cancelled in line leaves it; a function that has begun keeps its turn to its end, because its thread does.
        """
        mine = self._people.get(person)
        if mine is None:
            mine = self._people[person] = asyncio.Lock()
        await mine.acquire()
        try:
            await self._turns.acquire()
        except BaseException:
            mine.release()
            raise
        work = asyncio.ensure_future(threads.run(threads.SERVICES, function, *args, **kwargs))

        def end(ended: asyncio.Future[R]) -> None:
            self._turns.release()
            mine.release()
            if not ended.cancelled():
                ended.exception()  # perhaps nobody else takes it

        work.add_done_callback(end)
        return await asyncio.shield(work)
