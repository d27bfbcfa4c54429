"""Where do sessions of the sandbox come from? From worker processes of this process's own; some are kept ready, restored ahead of time.

A session serves one run or one preparation and is gone. To restore a program takes as long as an ordinary run of it, so the next
session of a program is made while its last one still thinks. Knows nothing of what runs in it.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pydantic_monty import Monty, MontyError, MontySession

log = logging.getLogger("fogbound.sandbox")

LIMITS: Any = {
    "max_memory": 4 * 2**20,
    "max_recursion_depth": 100,
    "max_feed_duration_secs": 0.2,
    "max_suspensions": 20,
}
# What the machine would tell is the same on all of them.
POLICY: Any = {"datetime": datetime(2000, 1, 1, tzinfo=UTC), "sleep": "zero", "random_start": {"seed": 0}}
GRACE = 0.5
"""Seconds that a worker may overstay its time before it is killed."""
REQUEST_SECONDS = 5.0
"""Longer than anything takes that a worker is asked for; one that does not answer is killed."""


@dataclass(frozen=True)
class Session:
    """A session in a worker, to be finished by whoever took it."""

    checkout: MontySession
    feed: MontySession
    is_kept: bool = False
    """It was made ahead of time, and its worker may have died since."""


class Workers:
    """The worker processes of one sandbox: `size` of them at work, as many ready, as many on their way. For any thread."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._most = 3 * size
        self._changed = threading.Condition()
        self._pool: Monty | None = None
        self._helpers: ThreadPoolExecutor | None = None
        self._alive = 0
        """Sessions that have a worker."""
        self._ready: OrderedDict[bytes, Session] = OrderedDict()
        self._making: set[bytes] = set()

    def close(self) -> None:
        """End all workers, once what runs is done; a later session starts new ones."""
        with self._changed:
            helpers, self._helpers = self._helpers, None
        if helpers is not None:
            helpers.shutdown(wait=True)
        with self._changed:
            ready, pool = list(self._ready.values()), self._pool
            self._ready.clear()
            self._pool = None
        for session in ready:
            self._finish(session)
        if pool is not None:
            pool.__exit__(None, None, None)

    @contextmanager
    def fresh(self) -> Iterator[MontySession]:
        """A session with nothing in it. Raises MontyError."""
        session = self._begin(None)
        try:
            yield session.feed
        finally:
            self._finish(session)

    @contextmanager
    def restored(self, dump: bytes) -> Iterator[Session]:
        """A session as it was when it was dumped. Raises MontyError."""
        with self._changed:
            kept = self._ready.pop(dump, None)
        session = kept or self._begin(dump)
        self._help(dump)
        try:
            yield session
        finally:
            self._dismiss(session)

    # --- Counting

    def _begin(self, dump: bytes | None, *, is_kept: bool = False) -> Session:
        """Wait for a worker and restore `dump` in it."""
        with self._changed:
            while self._alive >= self._most:
                if not self._drop_oldest():
                    self._changed.wait()
            self._alive += 1
        try:
            return self._open(dump, is_kept=is_kept)
        except BaseException:
            self._release()
            raise

    def _release(self) -> None:
        with self._changed:
            self._alive -= 1
            self._changed.notify_all()

    def _drop_oldest(self) -> bool:
        """Give up the session that was ready for longest; False if none is. Under the lock."""
        if not self._ready:
            return False
        _, oldest = self._ready.popitem(last=False)
        self._dismiss(oldest)
        return True

    # --- Sessions

    def _open(self, dump: bytes | None, *, is_kept: bool) -> Session:
        checkout = self._running().checkout(
            script_name="program", limits=LIMITS, os_policy=POLICY, assert_message_annotations=False
        )
        feed = checkout.__enter__()
        try:
            if dump is not None:
                feed.load_session(dump)
        except BaseException:
            self._leave(checkout)
            raise
        return Session(checkout, feed, is_kept)

    def _finish(self, session: Session) -> None:
        self._leave(session.checkout)
        self._release()

    @staticmethod
    def _leave(checkout: MontySession) -> None:
        try:
            checkout.__exit__(None, None, None)
        except MontyError:
            log.warning("a worker of the sandbox died at the end of its session")

    def _running(self) -> Monty:
        with self._changed:
            if self._pool is None:
                pool = Monty(
                    min_processes=1,
                    max_processes=self._most,
                    request_timeout=REQUEST_SECONDS,
                    feed_duration_limit_grace=GRACE,
                )
                self._pool = pool.__enter__()
            return self._pool

    # --- Ahead of time

    def _dismiss(self, session: Session) -> None:
        """Finish a session while somebody else goes on."""
        with self._changed:
            if self._helpers is not None:
                self._helpers.submit(self._finish, session)
                return
        self._finish(session)

    def _help(self, dump: bytes) -> None:
        """Have a session of this program made ready."""
        with self._changed:
            if dump in self._ready or dump in self._making:
                return
            if len(self._ready) + len(self._making) >= self._size and not self._drop_oldest():
                return
            if self._alive >= self._most:
                return
            # Counted here, so that no helper ever waits for a worker.
            self._alive += 1
            self._making.add(dump)
            if self._helpers is None:
                self._helpers = ThreadPoolExecutor(self._size, thread_name_prefix="sandbox")
            self._helpers.submit(self._make_ready, dump)

    def _make_ready(self, dump: bytes) -> None:
        session = None
        try:
            session = self._open(dump, is_kept=True)
        except MontyError:
            log.warning("a worker of the sandbox died while a program was restored")
        with self._changed:
            self._making.discard(dump)
            if session is not None:
                self._ready[dump] = session
        if session is None:
            self._release()
