"""Where do sessions of the sandbox come from? From worker processes that this process starts. Some sessions are restored ahead of time.

A session serves one run or one preparation and then ends, unless its user says that it may be used again. Restoring a program takes longer
than an ordinary run, so the next session of a program is made while the last one still runs. The module knows nothing about what runs.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from typing import Any

from pydantic_monty import Monty, MontyError, MontySession

from lobby.bots import policy
from lobby.platform.process import affinity

log = logging.getLogger("fogbound.sandbox")

if find_spec("opentelemetry") is None:
    # The sandbox's client tries to import it at every call. None makes that fail at once, which saves a third of a short call.
    sys.modules["opentelemetry"] = None  # type: ignore[assignment]

LIMITS: Any = {
    "max_memory": 4 * 2**20,
    "max_recursion_depth": 100,
    "max_feed_duration_secs": 0.2,
    "max_suspensions": 20,
    # A run leaves cycles behind, of functions and the cells they share, and a session may be used for hundreds of runs.
    "gc_interval": 3000,
}
# A program gets the same time, sleep and chance on every machine.
POLICY: Any = {"datetime": datetime(2000, 1, 1, tzinfo=UTC), "sleep": "zero", "random_start": {"seed": 0}}
GRACE = 0.5
"""Seconds that a worker may overstay its time before it is killed."""
REQUEST_SECONDS = 5.0
"""Longer than any request to a worker takes. A worker that does not answer by then is killed."""
RUNS_IN_A_SESSION = 500
"""The limit is needed because a session keeps every text that it was fed."""


SESSIONS_OF_A_WORKER = 2000
"""Then another one takes its place: what a program has done to it does not last, and `confinement.CPU_SECONDS` are more than it needs."""


class NoWorker(Exception):
    """The machine cannot start more processes now. No program is to blame, and a later try may succeed."""


@dataclass
class Session:
    """A session in a worker. Whoever takes it must finish it."""

    dump: bytes | None
    checkout: MontySession
    feed: MontySession
    runs: int = 0
    has_waited: bool = False
    """It was ready for some time, and its worker may have died since."""
    is_sound: bool = False
    """Set by its user: what ran in it has ended without a failure."""


class Workers:
    """The worker processes of one sandbox. For each busy worker two more may wait, start or end. Thread-safe."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._most = 3 * size
        self._changed = threading.Condition()
        self._pool: Monty | None = None
        self._helpers: ThreadPoolExecutor | None = None
        self._alive = 0
        """Sessions that have a worker."""
        self._ready: list[Session] = []
        """Sessions that wait for a run, the one that has waited longest first."""
        self._making: set[bytes] = set()

    def close(self) -> None:
        """End all workers after their current runs. A later session starts new ones."""
        with self._changed:
            helpers, self._helpers = self._helpers, None
        if helpers is not None:
            helpers.shutdown(wait=True)
        with self._changed:
            ready, self._ready = self._ready, []
            pool, self._pool = self._pool, None
        for session in ready:
            self._finish(session)
        if pool is not None:
            pool.__exit__(None, None, None)

    @contextmanager
    def fresh(self, times: int = 1) -> Iterator[MontySession]:
        """An empty session, in which a run may take so many `times` the usual time. Raises MontyError, NoWorker."""
        session = self._begin(None, times)
        try:
            yield session.feed
        finally:
            self._finish(session)

    @contextmanager
    def restored(self, dump: bytes, *, is_fresh: bool = True, times: int = 1) -> Iterator[Session]:
        """A session restored from its dump, with the `times` of the session that was dumped. Without `is_fresh` it may be one in which the same
        program has run before.

        Raises MontyError, NoWorker.
        """
        session = self._take(dump, is_fresh=is_fresh) or self._begin(dump, times, is_fresh=is_fresh)
        if is_fresh:
            self._help(dump, times)
        session.is_sound = False
        try:
            yield session
        finally:
            session.runs += 1
            if is_fresh or not session.is_sound or not self._keep(session):
                self._dismiss(session)
            if not session.is_sound:
                # Most failed runs are repeated in a session that is fresh from the dump.
                self._help(dump, times)

    # --- Counting

    def _begin(self, dump: bytes | None, times: int = 1, *, is_fresh: bool = True) -> Session:
        """Wait for a worker and restore `dump` in it, or take a session that a helper has made ready meanwhile."""
        with self._changed:
            while self._alive >= self._most:
                # Else the oldest that is dropped may be just the one that is wanted.
                made = None if dump is None else self._take(dump, is_fresh=is_fresh)
                if made is not None:
                    return made
                if not self._drop_oldest():
                    self._changed.wait()
            self._alive += 1
        try:
            return self._open(dump, times)
        except BaseException:
            self._release()
            raise

    def _release(self) -> None:
        with self._changed:
            self._alive -= 1
            self._changed.notify_all()

    def _drop_oldest(self) -> bool:
        """Drop the session that has been ready longest; False if none is ready. Call it under the lock."""
        if not self._ready:
            return False
        self._dismiss(self._ready.pop(0))
        return True

    # --- Waiting sessions

    def _take(self, dump: bytes, *, is_fresh: bool) -> Session | None:
        with self._changed:
            for place, session in enumerate(self._ready):
                if session.dump is dump and not (is_fresh and session.runs):
                    return self._ready.pop(place)
        return None

    def _keep(self, session: Session) -> bool:
        """Keep a session for its next run; False if it is not to be used again."""
        with self._changed:
            if session.runs >= RUNS_IN_A_SESSION or self._pool is None or not self._has_room():
                return False
            session.has_waited = True
            self._ready.append(session)
            self._changed.notify_all()
            return True

    def _has_room(self) -> bool:
        """Make room for one more waiting session; False if there is none. Call it under the lock."""
        return len(self._ready) + len(self._making) < self._most - self._size or self._drop_oldest()

    # --- Sessions

    def _open(self, dump: bytes | None, times: int = 1) -> Session:
        # A dump has limits too, and the shorter time counts.
        limits: Any = {**LIMITS, "max_feed_duration_secs": times * LIMITS["max_feed_duration_secs"]}
        checkout = self._running().checkout(
            script_name="program", limits=limits, os_policy=POLICY, assert_message_annotations=False
        )
        feed = self._enter(checkout)
        try:
            if dump is not None:
                feed.load_session(dump)
        except BaseException:
            self._leave(checkout)
            raise
        return Session(dump, checkout, feed)

    @staticmethod
    def _enter(checkout: MontySession) -> MontySession:
        try:
            policy.ask_for_worker()
            return checkout.__enter__()
        except (OSError, RuntimeError) as error:
            raise NoWorker(str(error)) from error

    def _finish(self, session: Session) -> None:
        try:
            self._leave(session.checkout)
        finally:
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
                try:
                    launcher = policy.interpreter()
                    policy.ask_for_worker()
                    pool = Monty(
                        binary_path=launcher.path if launcher else None,
                        min_processes=1,
                        max_processes=self._most,
                        max_checkouts_per_worker=SESSIONS_OF_A_WORKER,
                        request_timeout=REQUEST_SECONDS,
                        feed_duration_limit_grace=GRACE,
                    )
                    # Worker processes inherit the processor binding of the thread that starts them. They may run on any processor.
                    with affinity.roaming():
                        self._pool = pool.__enter__()
                except (OSError, RuntimeError, policy.NotConfined) as error:
                    raise NoWorker(str(error)) from error
            return self._pool

    # --- Ahead of time

    def _dismiss(self, session: Session) -> None:
        """Finish a session in a helper thread."""
        with self._changed:
            if self._helpers is not None:
                self._helpers.submit(self._finish, session)
                return
        self._finish(session)

    def _help(self, dump: bytes, times: int = 1) -> None:
        """Restore a session of this program in a helper thread."""
        with self._changed:
            if dump in self._making or any(session.dump is dump and not session.runs for session in self._ready):
                return
            if not self._has_room() or self._alive >= self._most:
                return
            # Counted here, so that no helper ever waits for a worker.
            self._alive += 1
            self._making.add(dump)
            if self._helpers is None:
                self._helpers = ThreadPoolExecutor(self._size, thread_name_prefix="sandbox", initializer=affinity.roam)
            self._helpers.submit(self._make_ready, dump, times)

    def _make_ready(self, dump: bytes, times: int) -> None:
        session = None
        try:
            session = self._open(dump, times)
            session.has_waited = True
        except MontyError:
            log.warning("a worker of the sandbox died while a program was restored")
        except NoWorker as error:
            log.warning("no session was made ready: %s", error)
        finally:
            with self._changed:
                self._making.discard(dump)
                if session is not None:
                    self._ready.append(session)
                    self._changed.notify_all()
            if session is None:
                self._release()
