"""On which processor do the threads of a web process run? All on one, as long as it has enough free time.

Only one thread at a time holds the interpreter lock. With several processors, each hand-over wakes another processor with cold caches: at 200
steps a second that costs a seventh of a process's time (decision 020). Work that releases the lock - passwords, sandboxes, bots -
may run on any processor.
Where the operating system has no such setting, its scheduler decides.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import threading
import time
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Final
from weakref import WeakSet

log = logging.getLogger("fogbound.affinity")

LOOK_SECONDS: Final = 1.0
FULL: Final = 0.1
"""A processor is full if it is idle for less than this fraction of the time."""
CROWDED: Final = 0.2
"""The process moves away from a full processor if others use more than this fraction of it."""
EMPTIER: Final = 0.3
"""The other processor must have been idle for this much more of the time, as a fraction."""

_STAT = Path("/proc/stat")

_allowed: frozenset[int] = frozenset()
"""The processors that this process may use; empty while its threads are not bound to one."""
_home: int | None = None
_roaming: WeakSet[threading.Thread] = WeakSet()


def gather() -> bool:
    """Bind the threads of this process, and those they start, to one processor. False if that is impossible or there is only one."""
    global _allowed, _home
    if not hasattr(os, "sched_setaffinity"):
        return False
    allowed = frozenset(os.sched_getaffinity(0))
    if len(allowed) < 2:
        return False
    _allowed = allowed
    # Random, so that processes that start together do not all choose the same processor.
    _home = random.choice(sorted(allowed))
    try:
        _bring_home()
    except OSError as error:
        log.warning("the threads of this process run where they like: %s", error)
        _home = None
        return False
    return True


def roam() -> None:
    """Let the calling thread, and threads that it starts, run on any allowed processor."""
    _roaming.add(threading.current_thread())
    if _home is not None:
        _send(_allowed)


@contextlib.contextmanager
def roaming() -> Iterator[None]:
    """As `roam`, until the context ends."""
    here = threading.current_thread()
    if here in _roaming:
        yield
        return
    roam()
    try:
        yield
    finally:
        _roaming.discard(here)
        if _home is not None:
            _send({_home})


def _send(processors: Collection[int]) -> None:
    # The system may have taken processors from this process. The thread then runs where it is.
    with contextlib.suppress(OSError):
        os.sched_setaffinity(0, processors)


async def keep() -> None:
    """Check every `LOOK_SECONDS` whether the process should move to another processor; runs until cancelled."""
    before, used = _idle_seconds(), time.process_time()
    began = time.monotonic()
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        now, used_now, ended = _idle_seconds(), time.process_time(), time.monotonic()
        seconds = ended - began
        idle = {one: (now[one] - before[one]) / seconds for one in now.keys() & before.keys()}
        try:
            _look(idle, (used_now - used) / seconds)
        except OSError as error:
            # The system may have taken processors from this process, and has then moved its threads.
            log.warning("the threads of this process could not be kept together: %s", error)
        before, used, began = now, used_now, ended


def _look(idle: Mapping[int, float], own: float) -> None:
    global _home
    assert _home is not None
    place = better_place(_home, {one: idle[one] for one in _allowed if one in idle}, own)
    # Random again, so that two processes on one processor do not both move to the same one.
    if place is not None and random.random() < 0.5:
        log.info("processor %s is crowded; this process moves to %s", _home, place)
        _home = place
    # Includes threads that a roaming thread has started, because they inherit its processors.
    _bring_home()


def better_place(home: int, idle: Mapping[int, float], own: float) -> int | None:
    """The processor to which a process should move because others crowd its own; None: it stays.

    `idle`: processor → fraction of the time that it was idle; `own`: fraction of one processor that this process used.
    """
    if home not in idle or idle[home] >= FULL or 1 - idle[home] - own <= CROWDED:
        return None
    place = max(idle, key=lambda one: idle[one])
    return place if idle[place] - idle[home] > EMPTIER else None


def _bring_home() -> None:
    assert _home is not None
    for thread in threading.enumerate():
        if thread not in _roaming and thread.native_id is not None:
            # The thread may have ended meanwhile.
            with contextlib.suppress(ProcessLookupError):
                os.sched_setaffinity(thread.native_id, {_home})


def _idle_seconds() -> dict[int, float]:
    """Processor → seconds that it has been idle since the machine started; {} where the system has no /proc/stat."""
    found: dict[int, float] = {}
    with contextlib.suppress(OSError, ValueError, IndexError):
        tick = os.sysconf("SC_CLK_TCK")
        for line in _STAT.read_text().splitlines():
            name, *times = line.split()
            if name.startswith("cpu") and name != "cpu":
                # The fourth and fifth times: idle, and waiting for input and output.
                found[int(name[3:])] = (int(times[3]) + int(times[4])) / tick
    return found
