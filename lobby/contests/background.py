"""Where does a process work on contests? In one thread, one task at a time. No request waits for it."""

from __future__ import annotations

from lobby.platform.process.worker import Worker

_WORKER = Worker("contests")
soon = _WORKER.soon
settle = _WORKER.settle
