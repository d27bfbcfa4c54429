"""In which threads does blocking work run? In separate pools for each kind, so that nothing blocks the event loop or another kind."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Generic, ParamSpec, TypeVar

from lobby.platform.process.database import close_connection, with_connection

log = logging.getLogger("fogbound.threads")

PATIENCE = 10.0
"""Seconds to wait for a thread to finish its work before giving up."""

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

SERVICES_THREADS = 4
REFEREE_THREADS = 2

SERVICES = ThreadPoolExecutor(SERVICES_THREADS, thread_name_prefix="services")
"""Short queries and checks for people's requests."""
REFEREE = ThreadPoolExecutor(REFEREE_THREADS, thread_name_prefix="referee")
"""Resolving steps."""
ARCHIVE = ThreadPoolExecutor(1, thread_name_prefix="archive")
"""Packing and moving old matches, and reading all those of a person; separate, because to compress one may take seconds."""
TIMER = ThreadPoolExecutor(1, thread_name_prefix="timer")
"""Looks for due steps; separate, so that it never waits behind a slow engine."""
OUTBOX = ThreadPoolExecutor(1, thread_name_prefix="outbox")
"""What the outbox of notices asks the database."""
LETTERS = ThreadPoolExecutor(1, thread_name_prefix="letters")
MAILS_THREADS = 4
MAILS = ThreadPoolExecutor(MAILS_THREADS, thread_name_prefix="mails")
"""Talk to the mail server, one about accounts, the others about notices: most of their time they wait for its answers, sometimes for minutes."""
PROBE = ThreadPoolExecutor(1, thread_name_prefix="probe")
"""Checks whether the database answers; separate, because a caller stops waiting for it while the check still hangs."""


class BatchWorker(Generic[T]):
    """A queue with its own thread, which processes all waiting items as one batch: many cost little more than one."""

    def __init__(self, name: str, work: Callable[[Sequence[T]], float | None], *, most: int) -> None:
        """`work` gets at most `most` items at once, oldest first; it must not raise.

        It returns the seconds after which it is called again even if no item arrives; None: only when one arrives.
        """
        self._name = name
        self._work = work
        self._most = most
        self._queue: SimpleQueue[T | Future[Any]] = SimpleQueue()
        self._calls: dict[Future[Any], Callable[[], object]] = {}
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None

    def put(self, items: Iterable[T]) -> None:
        """Queue items. May be called from any thread."""
        for item in items:
            self._queue.put(item)
        self._start()

    def call(self, function: Callable[[], R]) -> R:
        """Run `function` in the queue's thread after the items queued now; waits for and returns its result."""
        future: Future[R] = Future()
        self._calls[future] = function
        self._queue.put(future)
        self._start()
        return future.result()

    def _start(self) -> None:
        if self._thread is None:
            with self._starting:
                if self._thread is None:
                    # A daemon: it waits for work until the process ends, and needs no clean-up.
                    self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                    self._thread.start()

    def _run(self) -> None:
        pause: float | None = None
        while True:
            batch: list[T] = []
            try:
                item: T | Future[Any] = self._queue.get(timeout=pause)
            except Empty:
                pause = self._work_on(batch)
                continue
            while not isinstance(item, Future):
                batch.append(item)
                if len(batch) == self._most or self._queue.empty():
                    break
                item = self._queue.get()
            if batch or pause is not None:
                pause = self._work_on(batch)
            if isinstance(item, Future):
                self._answer(item)

    def _work_on(self, batch: Sequence[T]) -> float | None:
        try:
            return self._work(batch)
        except Exception:
            log.exception("a batch of %s was not worked on", len(batch))
            return None

    def _answer(self, future: Future[Any]) -> None:
        try:
            future.set_result(self._calls.pop(future)())
        except Exception as error:  # noqa: BLE001 - it is whoever asked who hears of it
            future.set_exception(error)


BATCH_ROUNDS = 2


class LoopBatch(Generic[T]):
    """Collects items of one event loop and sends them together, if they were ready in sockets at the same time.

    Otherwise the first of many items would get a commit of its own, and the others would wait for the disk twice. Collecting takes a
    fixed number of loop iterations, not a time span: no item waits for one that does not come.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, send: Callable[[Sequence[T]], None]) -> None:
        self._loop = loop
        self._send = send
        self._waiting: list[T] = []

    def add(self, item: T) -> None:
        """Send the item with the others of this moment. Only from the loop's thread."""
        if not self._waiting:
            self._loop.call_soon(self._wait, BATCH_ROUNDS)
        self._waiting.append(item)

    def _wait(self, rounds: int) -> None:
        if rounds:
            self._loop.call_soon(self._wait, rounds - 1)
            return
        waiting, self._waiting = self._waiting, []
        self._send(waiting)


class CompletionQueue:
    """Delivers results from threads to the futures of one event loop, several with one wake-up.

    Otherwise the loop would wake up for the first result and take the interpreter lock from the thread that still has others to post.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._lock = threading.Lock()
        self._waiting: list[tuple[asyncio.Future[Any], Any]] = []

    def post(self, future: asyncio.Future[Any], result: Any) -> None:
        """Set the future's result, or its exception if `result` is one. May be called from any thread."""
        with self._lock:
            self._waiting.append((future, result))
            if len(self._waiting) > 1:
                return
        try:
            self._loop.call_soon_threadsafe(self._deliver)
        except RuntimeError:
            log.debug("nobody waits for a result any more: the loop is closed")

    def _deliver(self) -> None:
        with self._lock:
            arrived, self._waiting = self._waiting, []
        for future, result in arrived:
            if future.done():
                continue
            if isinstance(result, Exception):
                future.set_exception(result)
            else:
                future.set_result(result)


async def run(executor: Executor, function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    """Run `function` in one of the executor's threads with a usable database connection; returns its result.

    Context variables of the caller, such as the active language, apply there too.
    """
    context = contextvars.copy_context()
    call = partial(context.run, with_connection, partial(function, *args, **kwargs))
    return await asyncio.get_running_loop().run_in_executor(executor, call)


def in_each(executor: Executor, threads: int, function: Callable[[], object]) -> None:
    """Call `function` once in each of the executor's threads, after their queued work."""
    together = threading.Barrier(threads)

    def call() -> None:
        # Each thread waits for the others, so that none takes two calls while another takes none.
        together.wait(PATIENCE)
        function()

    for calling in [executor.submit(call) for _ in range(threads)]:
        calling.result()


def close_all() -> None:
    """Close the connections of all threads of this module; called when a process ends in order."""
    in_each(SERVICES, SERVICES_THREADS, close_connection)
    in_each(REFEREE, REFEREE_THREADS, close_connection)
    in_each(ARCHIVE, 1, close_connection)
    in_each(TIMER, 1, close_connection)
    in_each(PROBE, 1, close_connection)
