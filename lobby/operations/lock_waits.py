"""How long may a migration wait for a lock? On PostgreSQL seconds: whoever needs the table waits behind it, also those who only read.

A statement that gets no lock in time is given up and tried again a little later. Between the attempts everybody else gets on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper

LOCK_SECONDS: Final = 2.0
"""Longest wait of one attempt."""
PAUSE_SECONDS: Final = 3.0
ATTEMPTS: Final = 100
"""After as many the error is raised: some transaction has held the table for minutes."""
NO_LOCK: Final = "55P03"
"""PostgreSQL's code for a lock that was not had in time (SQLSTATE)."""


def until_free(connection: BaseDatabaseWrapper, work: Callable[[], object]) -> Iterator[str]:
    """Do the work. What a transaction of it could not do, because a lock was not free, is done by calling `work` again; yields a line each time.

    A statement outside a transaction is repeated by itself: what stood before it is done. Raises OperationalError after `ATTEMPTS`.
    """
    if connection.vendor != "postgresql":
        work()
        return
    with _short_waits(connection), connection.execute_wrapper(_repeat):
        for attempt in range(1, ATTEMPTS + 1):
            try:
                work()
            except OperationalError as error:
                if attempt == ATTEMPTS or not _is_about_lock(error):
                    raise
                yield str(error).partition("\n")[0]
                time.sleep(PAUSE_SECONDS)
            else:
                return


@contextmanager
def no_limit(schema_editor: Any) -> Iterator[None]:
    """Let a statement wait as long as it takes, for those that block nobody, such as `CREATE INDEX CONCURRENTLY`: given up halfway they leave
    an index that is not valid."""
    if schema_editor.connection.vendor != "postgresql":
        yield
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        (before,) = cursor.fetchone()
    schema_editor.execute("SET lock_timeout = 0")
    yield
    schema_editor.execute(f"SET lock_timeout = '{before}'")


@contextmanager
def _short_waits(connection: BaseDatabaseWrapper) -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, false)", [f"{LOCK_SECONDS * 1000:.0f}ms"])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")


def _repeat(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    for _ in range(1, ATTEMPTS):
        try:
            return execute(sql, params, many, context)
        except OperationalError as error:
            # A transaction is broken by the error, and has to begin anew.
            if context["connection"].in_atomic_block or not _is_about_lock(error):
                raise
            time.sleep(PAUSE_SECONDS)
    return execute(sql, params, many, context)


def _is_about_lock(error: OperationalError) -> bool:
    return getattr(error.__cause__, "sqlstate", None) == NO_LOCK
