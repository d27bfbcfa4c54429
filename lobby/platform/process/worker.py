"""Where is work done that nobody waits for? In one thread for each kind of work, one task after the other."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from lobby.platform.process import database, threads

log = logging.getLogger("fogbound.worker")

Task = Callable[[], object]
TOGETHER = 100
"""Tasks that the thread takes at a time."""


class Worker:
    """A thread for one kind of work, which `name` says in the log. It starts with the first task."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._batches: threads.BatchWorker[Task] = threads.BatchWorker(name, self._work, most=TOGETHER)

    def soon(self, task: Task) -> None:
        """Run a task in that thread. A failure is logged; whoever looks for what was left must find it."""
        self._batches.put([task])

    def settle(self) -> None:
        """Wait until all tasks of this process are finished."""
        self._batches.call(database.close_connection)

    def _work(self, tasks: Sequence[Task]) -> None:
        for task in tasks:
            try:
                database.with_connection(task)
            except Exception:
                log.exception("a task of %s failed", self._name)
