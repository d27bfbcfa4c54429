"""How is a program in another language asked? Over its standard input and output: a line of JSON for each question, a line for each answer.

The question is an object with the parameters of `decide`: `view`, `choices`, `memory`, `refused`, and in place of `rng` a `seed`, a whole number of
0 to 2**53 - 2, another one each time. The answer is an object: `orders`, and `memory` if it is to change. Every question holds all that is
needed, so one process answers for any number of matches; what it writes to standard error is shown.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import threading
from pathlib import Path
from typing import Any

from fogbound_client.errors import NotADecider
from fogbound_client.rng import Rng

Json = Any

PATIENCE = 60.0
"""Seconds for one answer. On a site the clock of the match may be shorter."""
SEEDS = 2**53 - 1
"""Seeds are below it, so that every language reads them as they are."""
SHOWN = 200
"""How many characters are shown of an answer that is none."""


class Executable:
    """The program in a file that the system can run. Its process starts with the first question, and again after a fault."""

    def __init__(self, file: Path, patience: float = PATIENCE) -> None:
        self._file = file
        self._patience = patience
        self._asking = threading.Lock()
        self._process: subprocess.Popen[str] | None = None

    def decide(self, view: Json, choices: Json, rng: Rng, memory: dict[str, Json], refused: Json) -> Json:
        """Its orders; changes `memory`. Raises NotADecider for a program that ends, takes longer than its patience, or answers something else."""
        asked = {"view": view, "choices": choices, "seed": rng.randrange(SEEDS), "memory": memory, "refused": refused}
        with self._asking:
            try:
                answer = self._answer(json.dumps(asked, sort_keys=True, separators=(",", ":")))
            except NotADecider:
                # What it still has to say belongs to no question.
                self.close()
                raise
        if "memory" in answer:
            memory.clear()
            memory.update(answer["memory"])
        return answer["orders"]

    def close(self) -> None:
        """End its process, and those that it has started."""
        if self._process is not None:
            atexit.unregister(self.close)
            _kill(self._process)
            self._process.communicate()
            self._process = None

    def _answer(self, question: str) -> dict[str, Json]:
        process = self._process or self._start()
        line = _asked(process, question, self._patience)
        if not line:
            why = f"gave no answer within {self._patience:g} seconds" if line is None else "has ended"
            raise NotADecider(f"{self._file.name} {why}")
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict) or "orders" not in answer or not isinstance(answer.get("memory", {}), dict):
            raise NotADecider(f'{self._file.name} answered {line.strip()[:SHOWN]!r}, not {{"orders": …}}')
        return answer

    def _start(self) -> subprocess.Popen[str]:
        try:
            self._process = subprocess.Popen(
                [self._file], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace",
                start_new_session=True, stderr=subprocess.DEVNULL if "FOGBOUND_SILENT" in os.environ else None,
            )  # fmt: skip
        except OSError as error:
            raise NotADecider(f"{self._file.name} cannot be run: {error.strerror}") from None
        atexit.register(self.close)
        return self._process


def _asked(process: subprocess.Popen[str], question: str, patience: float) -> str | None:
    """The line that answers; "" if the process has ended, None if it had to be ended because it took too long."""
    assert process.stdin is not None and process.stdout is not None
    is_late = threading.Event()

    def give_up() -> None:
        is_late.set()
        _kill(process)

    # Ending the process is what ends both waits, for room to write and for a line, on every system.
    limit = threading.Timer(patience, give_up)
    limit.start()
    try:
        process.stdin.write(question + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
    except BrokenPipeError:
        line = ""
    finally:
        limit.cancel()
    return None if is_late.is_set() and not line else line


def _kill(process: subprocess.Popen[str]) -> None:
    """A script that starts the program proper (`java …`) has it in its group of processes."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        # Nobody of it is left; macOS says so in another way than Linux.
        return
    except AttributeError:
        process.kill()
