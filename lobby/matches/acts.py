"""How long does one person's act wait for rows that somebody else has locked? Hardly: many acts share few threads.

On PostgreSQL a process that hangs in the middle of a transaction keeps what it has locked until the server ends that. An act that needs
such a match is tried a few times, for a moment each, and refused then; nobody who wants something of another match waits for it. SQLite
locks its whole file, where nobody can be let past: `threads.writing` says how its writers queue.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from contextvars import ContextVar
from typing import ParamSpec, TypeVar

from django.db import OperationalError

from lobby.matches import statements, threads
from lobby.matches.errors import Unavailable

log = logging.getLogger("fogbound.acts")

P = ParamSpec("P")
R = TypeVar("R")

OWN_SECONDS = 1.0
"""So long an act waits in a thread of its own: a request has one, but there is room for so many requests only."""
SHARED_SECONDS = 0.01
"""So long in one of everybody's threads. Whoever writes orders or a step has a match for less."""
PAUSES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8)
"""Seconds between two tries; together a little more than two."""

_REFUSED = "55P03"
"""PostgreSQL's word for a lock that could not be had in time."""

_hurries: ContextVar[bool] = ContextVar("hurries", default=False)
"""Does the act run in one of everybody's threads, or for somebody who comes again soon anyway?"""


class InUse(Unavailable):
    """Somebody else keeps locked what the act needs; nothing was changed."""


@contextmanager
def acting(begin: Callable[[], AbstractContextManager[object]] | None = None) -> Iterator[None]:
    """The transaction of an act, begun by `begin` or by `threads.writing`. Raises InUse rather than wait for long."""
    try:
        with (begin or threads.writing)():
            if statements.is_server():
                patience = SHARED_SECONDS if _hurries.get() else OWN_SECONDS
                with threads.database().cursor() as cursor:
                    # For this transaction only.
                    cursor.execute(f"SET LOCAL lock_timeout = {round(patience * 1000)}")
            yield
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) == _REFUSED:
            raise InUse from error
        raise


@contextmanager
def passing(begin: Callable[[], AbstractContextManager[object]] | None = None) -> Iterator[None]:
    """The transaction of something that is looked at again soon anyway: what somebody else has locked is left to the next time."""
    # Acts of which it is made hurry too.
    before = _hurries.set(True)
    try:
        with suppress(InUse), acting(begin):
            yield
    finally:
        _hurries.reset(before)


async def run(act: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    """The result of an act, whose one transaction is `acting`, from one of the threads of all people; between two tries it has none."""

    def hurried() -> R:
        _hurries.set(True)
        return act(*args, **kwargs)

    for pause in PAUSES:
        try:
            return await threads.run(threads.SERVICES, hurried)
        except InUse:
            await asyncio.sleep(pause)
    try:
        return await threads.run(threads.SERVICES, hurried)
    except InUse:
        log.warning("%s was refused: somebody else keeps locked what it needs", getattr(act, "__name__", act))
        raise
