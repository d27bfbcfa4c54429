"""How does one person's act wait for rows that another process has locked? Only briefly, because many acts share few threads.

On PostgreSQL a process that hangs in a transaction keeps its locks until the server ends the transaction. An act that needs such
a match is tried a few times, for a moment each, and then refused; acts on other matches do not wait. SQLite
locks its whole file: `database.writing` says how its writers queue.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from contextvars import ContextVar
from typing import ParamSpec, TypeVar

from django.db import OperationalError

from lobby.matches.errors import NoMatch, Unavailable
from lobby.matches.models import Match
from lobby.platform.process import database, threads
from lobby.platform.storage import statements

log = logging.getLogger("fogbound.acts")

P = ParamSpec("P")
R = TypeVar("R")

OWN_SECONDS = 1.0
"""Longest wait for a lock in a thread of its own. A request has such a thread, but the number of requests is limited."""
SHARED_SECONDS = 0.01
"""Longest wait for a lock in a shared thread. Writers of orders and steps hold a lock for less."""
PAUSES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8)
"""Seconds between attempts; a little more than two in total."""

_REFUSED = "55P03"
"""PostgreSQL's SQLSTATE for a lock that was not available in time."""

_hurries: ContextVar[bool] = ContextVar("hurries", default=False)
"""True if the act runs in a shared thread, or for a caller that tries again soon anyway."""


class InUse(Unavailable):
    """Another process has locked what the act needs; nothing has changed."""


@contextmanager
def acting(begin: Callable[[], AbstractContextManager[object]] | None = None) -> Iterator[None]:
    """The transaction of an act, begun by `begin` or by `database.writing`. Raises InUse instead of waiting for long."""
    try:
        with (begin or database.writing)():
            if statements.is_server():
                patience = SHARED_SECONDS if _hurries.get() else OWN_SECONDS
                with database.connection_here().cursor() as cursor:
                    # For this transaction only.
                    cursor.execute(f"SET LOCAL lock_timeout = {round(patience * 1000)}")
            yield
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) == _REFUSED:
            raise InUse from error
        raise


def lock(match_id: str) -> Match:
    """The match, locked until the transaction of the act ends; its options are read when they are asked for. Raises NoMatch."""
    match = Match.objects.select_for_update(no_key=True).defer("options").filter(pk=match_id).first()
    if match is None:
        raise NoMatch
    return match


@contextmanager
def skip_if_locked(begin: Callable[[], AbstractContextManager[object]] | None = None) -> Iterator[None]:
    """The transaction of a regular task. It skips its work if another process has locked a row; the next run tries again."""
    # Acts inside it must not wait either.
    before = _hurries.set(True)
    try:
        with suppress(InUse), acting(begin):
            yield
    finally:
        _hurries.reset(before)


async def run(act: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    """Run an act, whose one transaction is `acting`, in a shared thread and return its result. Between attempts it occupies no thread."""

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
