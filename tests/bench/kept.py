"""Which matches of a long series were already played? Plays those that are missing, and keeps what counts of each in a file.

A line of the file is one match. The file is named by its game and by the sources that decide how it is played, so that nothing that
another engine or another bot has played is taken for a result of this one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from tests.bench.series import Series

ROOT = Path(__file__).parents[2]
SOURCES = (".py", ".json")
AHEAD = 2
"""Matches given to each process beforehand, so that none waits for the file."""


@dataclass(frozen=True)
class Task:
    """A series, and the name by which its matches are kept."""

    name: str
    series: Series
    matches: int


Fact = Callable[[Series, int], Any]
"""What counts of match `number` of a series, as JSON."""


def fingerprint(game_id: str) -> str:
    """Twelve digits that change with the engine, the bots and the gallery of a game."""
    files = [ROOT / "tests" / "bench" / "gallery" / f"{game_id}.py"]
    for folder in ("core", game_id):
        files += sorted(path for path in (ROOT / "games" / folder).rglob("*") if path.suffix in SOURCES)
    whole = sha256()
    for path in files:
        whole.update(f"{path.relative_to(ROOT)}\n".encode())
        whole.update(path.read_bytes() if path.exists() else b"")
    return whole.hexdigest()[:12]


def file_of(folder: Path, game_id: str) -> Path:
    """Where the matches of this game are kept, as its sources are now."""
    return folder / f"{game_id}-{fingerprint(game_id)}.jsonl"


def read(file: Path) -> dict[tuple[str, int], Any]:
    """The facts by name of the series and number of the match; a last line that was cut off is left out."""
    found: dict[tuple[str, int], Any] = {}
    for line in file.read_text().splitlines() if file.exists() else ():
        try:
            name, number, fact = json.loads(line)
        except ValueError:
            continue
        found[name, number] = fact
    return found


def play(tasks: Sequence[Task], fact: Fact, jobs: int, file: Path | None) -> dict[str, list[Any]]:
    """The facts of all matches of all series, by name, in their order; with a file only those are played that it lacks.

    The first match of every series comes first, then the second of each: who stops early has something of all.
    """
    known = read(file) if file else {}
    most = max((task.matches for task in tasks), default=0)
    missing = (
        (task, number)
        for number in range(most)
        for task in tasks
        if number < task.matches and (task.name, number) not in known
    )
    if file:
        file.parent.mkdir(parents=True, exist_ok=True)
    for task, number, one in _played(missing, fact, jobs):
        known[task.name, number] = one
        if file:
            with file.open("a") as kept:
                kept.write(json.dumps([task.name, number, one]) + "\n")
    return {task.name: [known[task.name, number] for number in range(task.matches)] for task in tasks}


def _played(missing: Iterator[tuple[Task, int]], fact: Fact, jobs: int) -> Iterator[tuple[Task, int, Any]]:
    if jobs == 1:
        for task, number in missing:
            yield task, number, fact(task.series, number)
        return
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        running: dict[Future[Any], tuple[Task, int]] = {}
        while True:
            for task, number in islice(missing, AHEAD * jobs - len(running)):
                running[pool.submit(fact, task.series, number)] = (task, number)
            if not running:
                return
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                task, number = running.pop(done)
                yield task, number, done.result()
