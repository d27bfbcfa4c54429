"""Where do runs of WebAssembly modules come from? From worker processes of this process, each of which serves one module.

A worker that is broken into could change what it answers, so it never serves a second module; what it has compiled is loaded by workers of
the same module alone. One more worker waits that has none yet: to start one takes longer than a run. What a worker answers is read as
something hostile: at most so many bytes, and not longer than so many seconds. The module knows nothing about games.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import select
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from lobby.bots import module_worker as worker
from lobby.bots import policy
from lobby.bots.workers import NoWorker
from lobby.platform.process import affinity

log = logging.getLogger("fogbound.sandbox")

RUN_SECONDS: Final = 1.0
"""The outer guard of a run; its fuel is spent long before. A worker that does not answer by then is killed. Much of it is for a machine that has
other things to do, so ten times the fuel gets no ten times of it."""
COMPILE_SECONDS: Final = 10.0
START_SECONDS: Final = 10.0
"""Longer than any worker takes to start and to load what was compiled."""
COMPILED_BYTES: Final = 32 * 2**20
ANSWER_BYTES: Final = 2 * worker.OUTPUT_BYTES
RUNS_OF_A_WORKER: Final = 5000
"""Then another one takes its place: what a module has done to it does not last."""


class ModuleRefused(Exception):
    """The module cannot play; the text, in English, says why."""


class WorkerEnded(Exception):
    """The worker has ended, or was ended because it took too long (`is_late`)."""

    def __init__(self, *, is_late: bool) -> None:
        super().__init__("too long" if is_late else "ended")
        self.is_late = is_late


@dataclass(frozen=True)
class Answer:
    """What a run has left."""

    void: str | None
    fault: str
    fuel: int
    console: str
    output: str


class Worker:
    """One process. Raises NoWorker if none can start."""

    def __init__(self) -> None:
        try:
            command = policy.module_runtime()
            policy.ask_for_worker()
            with affinity.roaming():
                self._process = subprocess.Popen(
                    command,
                    env={},
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=None if len(command) == 1 else subprocess.DEVNULL,
                )
        except (OSError, RuntimeError, policy.NotConfined) as error:
            raise NoWorker(str(error)) from error
        assert self._process.stdin is not None and self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self.key = ""
        """Of the module that it serves; "" while it has none."""
        self.runs = 0

    def compile(self, source: bytes) -> bytes:
        """The module in the form that `load` takes. Raises ModuleRefused, WorkerEnded."""
        kind, body = self._ask(worker.COMPILE, source, START_SECONDS + COMPILE_SECONDS, COMPILED_BYTES)
        if kind == worker.REFUSED:
            raise ModuleRefused(body.decode(errors="replace")[: worker.CONSOLE_BYTES])
        return body

    def load(self, compiled: bytes) -> None:
        """Serve a module that was compiled. Raises WorkerEnded."""
        self._ask(worker.LOAD, compiled, START_SECONDS, 0)

    def run(self, question: str, *, seed: int, fuel: int, times: int = 1) -> Answer:
        """One run, which may take so many `times` the usual time. Raises WorkerEnded."""
        self.runs += 1
        head = json.dumps({"fuel": fuel, "seed": seed})
        _kind, body = self._ask(
            worker.RUN, f"{head}\n{question}\n".encode(), RUN_SECONDS * (4 + times) / 5, ANSWER_BYTES
        )
        said, _, output = body.partition(b"\n")
        try:
            told = json.loads(said)
            void = told["void"]
            return Answer(
                void=None if void is None else str(void),
                fault=str(told["fault"]),
                fuel=int(told["fuel"]),
                console=str(told["console"]),
                output=output.decode(errors="replace"),
            )
        except (ValueError, TypeError, KeyError, RecursionError):
            raise WorkerEnded(is_late=False) from None

    def end(self) -> None:
        """Kill it."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()  # type: ignore[union-attr]
        self._process.wait()

    def _ask(self, kind: bytes, body: bytes, seconds: float, most: int) -> tuple[bytes, bytes]:
        until = time.monotonic() + seconds
        try:
            unsent = memoryview(worker.HEAD.pack(kind, len(body)) + body)
            while unsent:
                self._wait(self._in, select.POLLOUT, until)
                with contextlib.suppress(BlockingIOError):
                    unsent = unsent[os.write(self._in, unsent[: 2**16]) :]
            said, length = worker.HEAD.unpack(self._read(worker.HEAD.size, until))
            if length > most and said != worker.REFUSED:
                raise WorkerEnded(is_late=False)
            return said, self._read(min(length, most or ANSWER_BYTES), until)
        except OSError:
            raise WorkerEnded(is_late=False) from None

    def _read(self, length: int, until: float) -> bytes:
        pieces, missing = [], length
        while missing:
            self._wait(self._out, select.POLLIN, until)
            with contextlib.suppress(BlockingIOError):
                piece = os.read(self._out, min(missing, 2**20))
                if not piece:
                    raise WorkerEnded(is_late=False)
                pieces.append(piece)
                missing -= len(piece)
        return b"".join(pieces)

    @staticmethod
    def _wait(file: int, event: int, until: float) -> None:
        poll = select.poll()
        poll.register(file, event)
        if not poll.poll(max(0.0, until - time.monotonic()) * 1000):
            raise WorkerEnded(is_late=True)


class ModuleWorkers:
    """The workers of one sandbox: as many as are busy, twice as many that have served a module lately, and one without any. Thread-safe."""

    def __init__(self, size: int) -> None:
        self._most = 3 * size
        self._lock = threading.Lock()
        self._idle: list[Worker] = []
        """Those that have a module, the one that has waited longest first."""
        self._spare: Worker | None = None
        self._is_making = False

    def close(self) -> None:
        """End the workers that wait. A later run starts new ones."""
        with self._lock:
            waiting = [*self._idle, *([self._spare] if self._spare else [])]
            self._idle, self._spare = [], None
        for one in waiting:
            one.end()

    def compile(self, key: str, source: bytes) -> bytes:
        """A module in the form that `serving` takes. Raises ModuleRefused, WorkerEnded, NoWorker."""
        made = self._fresh()
        try:
            compiled = made.compile(source)
        except BaseException:
            made.end()
            raise
        made.key = key
        self._keep(made)
        return compiled

    @contextmanager
    def serving(self, key: str, compiled: bytes) -> Iterator[Worker]:
        """A worker that serves this module. Raises WorkerEnded, NoWorker; a worker whose user has failed is ended."""
        found = self._take(key)
        if found is None:
            found = self._fresh()
            try:
                found.load(compiled)
            except BaseException:
                found.end()
                raise
            found.key = key
        try:
            yield found
        except BaseException:
            found.end()
            raise
        self._keep(found)

    def _take(self, key: str) -> Worker | None:
        with self._lock:
            for place in range(len(self._idle) - 1, -1, -1):
                if self._idle[place].key == key:
                    return self._idle.pop(place)
        return None

    def _keep(self, made: Worker) -> None:
        with self._lock:
            if made.runs >= RUNS_OF_A_WORKER:
                dropped = [made]
            else:
                self._idle.append(made)
                dropped, self._idle = self._idle[: -self._most], self._idle[-self._most :]
        for one in dropped:
            one.end()

    def _fresh(self) -> Worker:
        """A worker without a module. The next one starts meanwhile."""
        with self._lock:
            found, self._spare = self._spare, None
            is_ours = not self._is_making
            self._is_making = True
        if is_ours:
            threading.Thread(target=self._make_spare, name="module-workers", daemon=True).start()
        return found or Worker()

    def _make_spare(self) -> None:
        affinity.roam()
        made = None
        try:
            made = Worker()
        except NoWorker as error:
            log.warning("no worker for modules was made ready: %s", error)
        with self._lock:
            self._is_making = False
            made, self._spare = self._spare, made or self._spare
        if made is not None:
            made.end()


def plain(value: Any) -> str:
    """A value as compact JSON with sorted keys: what programs in other languages are asked, here and at home."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
