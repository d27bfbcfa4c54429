"""Does a process leak under constant load? It is sampled from outside; only the second half of a run is judged."""

from __future__ import annotations

import statistics
import urllib.request
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from prometheus_client.parser import text_string_to_metric_families

MB = 1_000_000
PATIENCE = 120.0
"""Seconds in which a process must expose its metrics. Generous: this test does not measure speed, and the machine may stand still."""
COUNTS = {"tasks": 25, "timers": 25, "threads": 4, "files": 12, "children": 2}
"""What is counted, and by how much more of it may be there at one moment than at another, whatever the number of matches:
a thread of a pool begins with its first work and opens files, a worker that took too long is replaced."""
AT_REST = 3
"""Allowed extra tasks and timers after the last match, compared with before the first: a regular check may be running."""
MEMORY_SLACK = 8 * MB
"""Bytes by which the memory of a process varies without a leak."""
MEMORY_OF_STEP = 200
"""Allowed growth in bytes per step: a long run finds a leak of a thousand bytes per step."""
MEMORY_OF_MATCH = 1_000
"""Allowed growth in bytes per match: some data is kept after the end, with a limit that a soak test does not reach."""


@dataclass(frozen=True)
class Sample:
    """Measurements of a process at one moment."""

    at: float
    """Seconds since the first match."""
    steps: int
    """Steps resolved since the process began."""
    begun: int
    """Matches that have begun."""
    resident: int
    """Resident memory in bytes."""
    tasks: int
    timers: int
    threads: int
    files: int
    children: int


def sample(pid: int, figures: str, *, at: float, begun: int) -> Sample:
    """Measure a process of this machine; `figures` is the address of its metrics."""
    with urllib.request.urlopen(figures, timeout=PATIENCE) as answer:
        found: Counter[str] = Counter()
        for family in text_string_to_metric_families(answer.read().decode()):
            for one in family.samples:
                found[one.name] += int(one.value)
    process = Path("/proc") / str(pid)
    tasks = list((process / "task").iterdir())
    return Sample(
        at=round(at, 1),
        steps=found["fogbound_steps_total"],
        begun=begun,
        resident=found["process_resident_memory_bytes"],
        tasks=found["fogbound_tasks"],
        timers=found["fogbound_timers"],
        threads=len(tasks),
        files=found["process_open_fds"],
        children=sum(len((task / "children").read_text().split()) for task in tasks if task.exists()),
    )


def growth(samples: Sequence[Sample]) -> float:
    """Growth of the memory in bytes from the first to the last sample, by linear regression."""
    slope = statistics.linear_regression([one.at for one in samples], [one.resident for one in samples]).slope
    return slope * (samples[-1].at - samples[0].at)


def judge(samples: Sequence[Sample]) -> dict[str, int]:
    """Excessive growth within the second half, by name; empty if there is none. The first half fills the caches."""
    second = samples[len(samples) // 2 :]
    early, late = second[: len(second) // 2], second[len(second) // 2 :]
    found = {}
    for name, slack in COUNTS.items():
        grown = most(late, name) - most(early, name)
        if grown > slack:
            found[f"more_{name}"] = grown
    excess = growth(second) - memory_allowed(second)
    if excess > 0:
        found["more_memory_kb"] = round(excess / 1000)
    return found


def memory_allowed(samples: Sequence[Sample]) -> int:
    """Allowed growth of the memory in bytes from the first to the last sample."""
    steps, begun = samples[-1].steps - samples[0].steps, samples[-1].begun - samples[0].begun
    return MEMORY_SLACK + MEMORY_OF_STEP * steps + MEMORY_OF_MATCH * begun


def left_over(before: Sample, after: Sample) -> dict[str, int]:
    """Growth of tasks and timers from `before` to `after`, by name, if it is more than `AT_REST`."""
    grown = {name: getattr(after, name) - getattr(before, name) for name in ("tasks", "timers")}
    return {f"left_{name}": more for name, more in grown.items() if more > AT_REST}


def most(samples: Iterable[Sample], name: str) -> int:
    """The greatest value of that measurement among the samples."""
    return max(getattr(one, name) for one in samples)


def summary(samples: Sequence[Sample]) -> dict[str, Any]:
    """The measurements as `manage.py soak --json` prints them."""
    second = samples[len(samples) // 2 :]
    seconds = samples[-1].at - samples[0].at
    steps = samples[-1].steps - samples[0].steps
    return {
        "seconds": round(seconds, 1),
        "steps": steps,
        "steps_per_s": round(steps / seconds, 1),
        "start": asdict(samples[0]),
        "middle": asdict(second[0]),
        "end": asdict(samples[-1]),
        "memory_mb_each_minute": [
            round(statistics.mean(one.resident for one in group) / MB, 1)
            for _, group in groupby(samples, lambda one: one.at // 60)
        ],
        "grown_kb": round(growth(second) / 1000),
        "allowed_kb": round(memory_allowed(second) / 1000),
        "most": {name: [most(samples[: len(samples) // 2], name), most(second, name)] for name in COUNTS},
    }
