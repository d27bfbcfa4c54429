"""Where does slow work of the match service run? In threads of its own, never on the event loop and never in each other's way."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Generic, ParamSpec, TypeVar

from django.db import DEFAULT_DB_ALIAS, OperationalError, close_old_connections, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

log = logging.getLogger("fogbound.threads")

PATIENCE = 10.0
"""Seconds until a thread that does not end its work is given up."""

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

SERVICES_THREADS = 4
REFEREE_THREADS = 2

SERVICES = ThreadPoolExecutor(SERVICES_THREADS, thread_name_prefix="services")
"""Short questions and checks on behalf of people."""
REFEREE = ThreadPoolExecutor(REFEREE_THREADS, thread_name_prefix="referee")
"""Resolving steps."""
TIMER = ThreadPoolExecutor(1, thread_name_prefix="timer")
"""Looking for what is due: never in the queue behind a step that takes its engine long."""
PROBE = ThreadPoolExecutor(1, thread_name_prefix="probe")
"""Asking whether the database answers: whoever asks goes on when it does not."""


def database() -> BaseDatabaseWrapper:
    """This thread's connection. Django's `connection` stands for it, and looks for it anew with every question."""
    try:
        return _here.connection
    except AttributeError:
        _here.connection = connections[DEFAULT_DB_ALIAS]
        return _here.connection


class _Here(threading.local):
    connection: BaseDatabaseWrapper


_here = _Here()
_one_writer = threading.Lock()
_is_held = False
"""Has another program held SQLite's file for as long as the last writer waited? Only the holder of `_one_writer` asks."""

HELD_SECONDS = 1.0
"""So long each of the next writers waits then, not as long as the first: their queue would never end."""


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that will write.

    SQLite lets one writer in at a time, and whoever waits for its file sleeps and asks again; writers of one process
    therefore queue here, and each is let in at once when the one before it is done.
    """
    connection = database()
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with _one_writer, ExitStack() as writer:
            _let_in(connection, writer)
            yield
    else:
        with transaction.atomic():
            yield


def _let_in(connection: BaseDatabaseWrapper, writer: ExitStack) -> None:
    global _is_held
    was_held = _is_held
    try:
        if was_held:
            _wait_for_file(connection, HELD_SECONDS)
        writer.enter_context(transaction.atomic())
        _is_held = False
    except OperationalError as error:
        _is_held = is_busy(error)
        raise
    finally:
        if was_held:
            _wait_for_file(connection, connection.settings_dict["OPTIONS"]["timeout"])


def _wait_for_file(connection: BaseDatabaseWrapper, seconds: float) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")


def is_busy(error: Exception) -> bool:
    """Does another program write to SQLite's file, and has not ended in all the time that the connection waits for it?"""
    cause = error.__cause__
    return isinstance(cause, sqlite3.OperationalError) and cause.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY


class Station(Generic[T]):
    """A queue that a thread of its own empties: whatever waits is worked on together, so that many cost little more than one."""

    def __init__(self, name: str, work: Callable[[Sequence[T]], float | None], *, most: int) -> None:
        """`work` gets at most `most` items at once, oldest first; it must not raise.

        It returns in how many seconds it is called again though nothing has come meanwhile; None: only when something has.
        """
        self._name = name
        self._work = work
        self._most = most
        self._queue: SimpleQueue[T | Future[Any]] = SimpleQueue()
        self._calls: dict[Future[Any], Callable[[], object]] = {}
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None

    def put(self, items: Iterable[T]) -> None:
        """Queue items. From any thread."""
        for item in items:
            self._queue.put(item)
        self._start()

    def call(self, function: Callable[[], R]) -> R:
        """The result of `function` in the thread, after what is queued now."""
        future: Future[R] = Future()
        self._calls[future] = function
        self._queue.put(future)
        self._start()
        return future.result()

    def _start(self) -> None:
        if self._thread is None:
            with self._starting:
                if self._thread is None:
                    # It waits for work for as long as the process lives, and holds nothing that must be put in order.
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


GATHERING_ROUNDS = 2


class Gathering(Generic[T]):
    """Items from one event loop on their way to a thread: those that lie ready in sockets at the same time go together.

    Else the first of many would have a commit for itself, and the others wait for the disk twice. It takes some rounds of the loop and no
    clock: nobody waits for somebody who does not come.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, send: Callable[[Sequence[T]], None]) -> None:
        self._loop = loop
        self._send = send
        self._waiting: list[T] = []

    def add(self, item: T) -> None:
        """Send it in a moment. In the loop's thread."""
        if not self._waiting:
            self._loop.call_soon(self._wait, GATHERING_ROUNDS)
        self._waiting.append(item)

    def _wait(self, rounds: int) -> None:
        if rounds:
            self._loop.call_soon(self._wait, rounds - 1)
            return
        waiting, self._waiting = self._waiting, []
        self._send(waiting)


class Mailbox:
    """Results on their way from threads to the futures of one event loop: those that come together cross over together.

    Else the loop would wake up at the first of many and take the interpreter from the thread that has not told the others yet.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._lock = threading.Lock()
        self._waiting: list[tuple[asyncio.Future[Any], Any]] = []

    def post(self, future: asyncio.Future[Any], result: Any) -> None:
        """Give the future its result, or raise it if it is an exception. From any thread."""
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
    """The result of `function` in one of the executor's threads, with its database connection cared for.

    The language of the caller is active there too.
    """
    context = contextvars.copy_context()
    call = partial(context.run, with_connection, partial(function, *args, **kwargs))
    return await asyncio.get_running_loop().run_in_executor(executor, call)


def with_connection(function: Callable[[], R]) -> R:
    """Call `function` on a connection of this thread that is fit for use."""
    refresh_connection()
    try:
        return function()
    finally:
        refresh_connection()


def refresh_connection() -> None:
    """Drop this thread's connection if it is broken or too old.

    A SQLite connection cannot go stale, and closing the last one of a file costs more than any query; it is kept.
    """
    connection = database()
    if connection.vendor == "sqlite":
        if connection.errors_occurred and not connection.in_atomic_block:
            connection.close()
    else:
        close_old_connections()


def close_connection() -> None:
    """Close the connection of the thread that calls this; one that needs it again opens another."""
    database().close()


def in_each(executor: Executor, threads: int, function: Callable[[], object]) -> None:
    """Call `function` in each of the executor's threads, after what they have in hand."""
    together = threading.Barrier(threads)

    def call() -> None:
        # Each thread waits for the others, so that none of them calls twice and another not at all.
        together.wait(PATIENCE)
        function()

    for calling in [executor.submit(call) for _ in range(threads)]:
        calling.result()


def close_all() -> None:
    """Close the connections of all threads of this module; at the end of a process that leaves politely."""
    in_each(SERVICES, SERVICES_THREADS, close_connection)
    in_each(REFEREE, REFEREE_THREADS, close_connection)
    in_each(TIMER, 1, close_connection)
    in_each(PROBE, 1, close_connection)
