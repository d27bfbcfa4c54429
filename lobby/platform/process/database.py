"""How does a thread reach the database, and how do writers queue? In this package no other module knows which database it is."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TypeVar

from django.db import DEFAULT_DB_ALIAS, OperationalError, close_old_connections, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

R = TypeVar("R")


def connection_here() -> BaseDatabaseWrapper:
    """This thread's database connection, cached: Django's `connection` proxy looks it up at every access."""
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
"""True if the last writer timed out because another program locked SQLite's file. Only the holder of `_one_writer` reads or sets it."""

HELD_SECONDS = 1.0
"""Seconds that each following writer waits in that case: with the full timeout for each, their queue would never end."""

LOOK_SECONDS = 0.002
"""From one look whether another process has finished to the next. SQLite's own pauses grow to a tenth of a second, in which others overtake."""


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that will write.

    SQLite allows one writer at a time, and waits for its lock by polling. Writers of one process therefore queue here,
    and each continues at once when the one before it has finished. For those of other processes the first of them looks often.
    """
    connection = connection_here()
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with _one_writer, ExitStack() as writer:
            _let_in(connection, writer)
            yield
    else:
        with transaction.atomic():
            yield


def _let_in(connection: BaseDatabaseWrapper, writer: ExitStack) -> None:
    global _is_held
    patience = connection.settings_dict["OPTIONS"]["timeout"]
    give_up = time.monotonic() + (HELD_SECONDS if _is_held else patience)
    _wait_for_file(connection, 0)
    try:
        while True:
            try:
                writer.enter_context(transaction.atomic())
            except OperationalError as error:
                _is_held = is_busy(error)
                if not _is_held or time.monotonic() >= give_up:
                    raise
            else:
                _is_held = False
                return
            # Nothing is wrong with this connection.
            connection.errors_occurred = False
            time.sleep(LOOK_SECONDS)
    finally:
        _wait_for_file(connection, patience)


def _wait_for_file(connection: BaseDatabaseWrapper, seconds: float) -> None:
    connection.ensure_connection()
    connection.connection.execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")


def is_busy(error: Exception) -> bool:
    """True if the error says that another program kept SQLite's file locked for longer than the connection's timeout."""
    cause = error.__cause__
    return isinstance(cause, sqlite3.OperationalError) and cause.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY


def with_connection(function: Callable[[], R]) -> R:
    """Call `function` with a usable database connection of this thread, and check the connection again afterwards."""
    refresh_connection()
    try:
        return function()
    finally:
        refresh_connection()


def refresh_connection() -> None:
    """Drop this thread's connection if it is broken or too old.

    A SQLite connection does not go stale, and closing the last one of a file costs more than any query: it stays open unless it had errors.
    """
    connection = connection_here()
    if connection.vendor == "sqlite":
        if connection.errors_occurred and not connection.in_atomic_block:
            connection.close()
    else:
        close_old_connections()


def close_connection() -> None:
    """Close the calling thread's connection; it reopens when it is used again."""
    connection_here().close()
