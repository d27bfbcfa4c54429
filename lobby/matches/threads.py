"""Where does slow work of the match service run? In threads of its own, never on the event loop and never in each other's way."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import ParamSpec, TypeVar

from django.db import close_old_connections, connection, transaction

PATIENCE = 10.0
"""Seconds until a thread that does not end its work is given up."""

P = ParamSpec("P")
R = TypeVar("R")

SERVICES_THREADS = 4
REFEREE_THREADS = 2

SERVICES = ThreadPoolExecutor(SERVICES_THREADS, thread_name_prefix="services")
"""Short questions and checks on behalf of people."""
REFEREE = ThreadPoolExecutor(REFEREE_THREADS, thread_name_prefix="referee")
"""Resolving steps."""


_one_writer = threading.Lock()


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that will write.

    SQLite lets one writer in at a time, and whoever waits for its file sleeps and asks again; writers of one process
    therefore queue here, and each is let in at once when the one before it is done.
    """
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with _one_writer, transaction.atomic():
            yield
    else:
        with transaction.atomic():
            yield


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
    if connection.vendor == "sqlite":
        if connection.errors_occurred and not connection.in_atomic_block:
            connection.close()
    else:
        close_old_connections()


def close_connections(executor: Executor, threads: int) -> None:
    """Close the database connection of each of the executor's threads; at the end of a process that leaves politely."""
    together = threading.Barrier(threads)

    def close() -> None:
        # Each thread waits for the others, so that none of them closes twice and another not at all.
        together.wait(PATIENCE)
        connection.close()

    for closing in [executor.submit(close) for _ in range(threads)]:
        closing.result()


def close_all() -> None:
    """Close the connections of all threads of this module."""
    close_connections(SERVICES, SERVICES_THREADS)
    close_connections(REFEREE, REFEREE_THREADS)
