"""Where does a process compute ratings? In one thread, one task at a time. No request waits for it."""

from __future__ import annotations

from lobby.platform.process.worker import Worker

_WORKER = Worker("ratings")
soon = _WORKER.soon
settle = _WORKER.settle
