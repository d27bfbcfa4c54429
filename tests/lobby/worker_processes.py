"""Which workers of the sandbox has a process? Those that it has started itself, and those behind bubblewrap."""

from __future__ import annotations

import re
from pathlib import Path


def workers_of(process: int) -> list[int]:
    """Process ids of the living interpreters below that process."""
    parents: dict[int, int] = {}
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            status = (entry / "status").read_text()
        except OSError:
            continue
        parents[int(entry.name)] = int(re.search(r"PPid:\t(\d+)", status)[1])
        if "Name:\tmonty\n" in status and "State:\tZ" not in status:
            found.append(int(entry.name))
    return [worker for worker in found if process in _ancestors(worker, parents)]


def _ancestors(process: int, parents: dict[int, int]) -> set[int]:
    found = set()
    while process := parents.get(process, 0):
        found.add(process)
    return found
