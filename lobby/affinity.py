"""On which processor do the threads of a web process run? Together on one, while it has room for them.

Only one thread at a time has the interpreter. On several processors each handing over wakes another one up and finds its caches cold: at 200
steps a second that is a seventh of a process's time. Work that leaves the interpreter to others - passwords, sandboxes, bots - roams.
Where the operating system cannot be told, everything is as it has decided.
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
"""A processor that is idle for a smaller part of the time is full."""
CROWDED: Final = 0.2
"""Others may take this part of a full one before it is left to them."""
EMPTIER: Final = 0.3
"""By so much more of its time another one must have been idle."""

_STAT = Path("/proc/stat")

_allowed: frozenset[int] = frozenset()
"""The processors that this process was given; empty while its threads run where they like."""
_home: int | None = None
_roaming: WeakSet[threading.Thread] = WeakSet()


def gather() -> bool:
    """Bring the threads of this process together, and those that they start; False where that is of no use or cannot be had."""
    global _allowed, _home
    if not hasattr(os, "sched_setaffinity"):
        return False
    allowed = frozenset(os.sched_getaffinity(0))
    if len(allowed) < 2:
        return False
    _allowed = allowed
    # By lot, so that processes that start together do not all choose the same.
    _home = random.choice(sorted(allowed))
    try:
        _bring_home()
    except OSError as error:
        log.warning("the threads of this process run where they like: %s", error)
        _home = None
        return False
    return True


def roam() -> None:
    """The thread that calls this, and those that it starts, run wherever there is room."""
    _roaming.add(threading.current_thread())
    if _home is not None:
        _send(_allowed)


@contextlib.contextmanager
def roaming() -> Iterator[None]:
    """The same for as long as it lasts."""
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
    # Processors may be taken from a process: whoever only wanted to run elsewhere does its work all the same.
    with contextlib.suppress(OSError):
        os.sched_setaffinity(0, processors)


async def keep() -> None:
    """Look after the process's place for as long as it lives."""
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
            # Its processors may have been taken from it; the system has moved it then.
            log.warning("the threads of this process could not be kept together: %s", error)
        before, used, began = now, used_now, ended


def _look(idle: Mapping[int, float], own: float) -> None:
    global _home
    assert _home is not None
    place = better_place(_home, {one: idle[one] for one in _allowed if one in idle}, own)
    # By lot again: two that are in each other's way must not go the same way together.
    if place is not None and random.random() < 0.5:
        log.info("processor %s is crowded; this process moves to %s", _home, place)
        _home = place
    # Threads too that a roaming one has started, because they inherit where it may run.
    _bring_home()


def better_place(home: int, idle: Mapping[int, float], own: float) -> int | None:
    """Where a process should go whose processor others crowd; None: it stays.

    `idle`: the part of its time that each processor had nothing to do; `own`: the part of one that this process used.
    """
    if home not in idle or idle[home] >= FULL or 1 - idle[home] - own <= CROWDED:
        return None
    place = max(idle, key=lambda one: idle[one])
    return place if idle[place] - idle[home] > EMPTIER else None


def _bring_home() -> None:
    assert _home is not None
    for thread in threading.enumerate():
        if thread not in _roaming and thread.native_id is not None:
            # It may have ended meanwhile.
            with contextlib.suppress(ProcessLookupError):
                os.sched_setaffinity(thread.native_id, {_home})


def _idle_seconds() -> dict[int, float]:
    """How long each processor has been idle since the machine started; {} where nobody says."""
    found: dict[int, float] = {}
    with contextlib.suppress(OSError, ValueError, IndexError):
        tick = os.sysconf("SC_CLK_TCK")
        for line in _STAT.read_text().splitlines():
            name, *times = line.split()
            if name.startswith("cpu") and name != "cpu":
                # Its fourth and fifth times: idle, and idle while a disk works.
                found[int(name[3:])] = (int(times[3]) + int(times[4])) / tick
    return found
