"""How does a program in another language play? As a WebAssembly module that reads a line of JSON and writes a line, as it does at home.

A program is a text; a module is one as a data URL (RFC 2397), so it is saved, sent and tried as every program is. Each run has an instance
of its own, which is asked one question and then finds its input at its end; what it wants to know in the next step it hands back as
`memory`. Its work is counted in fuel, which is given for units of work at a fixed rate. The same module, question, and units give the same
answer on every machine.
"""

from __future__ import annotations

import hashlib
import json
import logging
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final

from games.core.contract import Json
from games.core.deciding import MODULE
from games.core.rng import SeededRng
from games.core.text import gettext_noop
from lobby.bots.loader import Prepared, ProgramNotStarted, ProgramRefused
from lobby.bots.module_workers import (
    COMPILE_SECONDS,
    ModuleRefused,
    ModuleWorkers,
    WorkerEnded,
    plain,
)
from lobby.matches.modules import content

log = logging.getLogger("fogbound.sandbox")

MODULE_BYTES: Final = 2**20
"""Greatest size of a module."""
LONGEST_MODULE: Final = len(MODULE) + -(-MODULE_BYTES // 3) * 4
"""Characters of the text of the largest one."""
FUEL: Final = 500
"""For one unit of work (`tests.bench.modules`)."""
SEEDS: Final = 2**53 - 1
"""Seeds are below it (`fogbound_client.executable`)."""
TRIES: Final = 3
"""How often a run is started again because its worker had ended while it waited."""
KEPT_BYTES: Final = 64 * 2**20
"""Of compiled modules, in one process."""
_MAGIC: Final = b"\0asm\1\0\0\0"


def module_source(text: str) -> bytes:
    """The module in that text. Raises ProgramRefused if there is none."""
    source = content(text)
    if len(source) > MODULE_BYTES:
        raise ProgramRefused(
            gettext_noop("The module has %(bytes)s bytes; at most %(most)s are possible."),
            bytes=len(source), most=MODULE_BYTES,
        )  # fmt: skip
    if not source.startswith(_MAGIC):
        raise ProgramRefused(gettext_noop("This is no WebAssembly module of version 1."))
    return source


@dataclass(frozen=True)
class PreparedModule(Prepared):
    """A module that can run. `dump` is what its compiler has made."""

    key: str
    """The hash of its text."""


@dataclass(frozen=True)
class ModuleRun:
    """One run, whose orders no game has read."""

    void: str | None
    """Why it does not count (`sandbox.Reason`)."""
    orders: Json = None
    memory: str | None = None
    """JSON text of an object; None: as it was."""
    console: str = ""
    fault: str = ""
    units: int = 0
    seconds: float = 0.0


class Modules:
    """The modules of one sandbox, and their workers. Thread-safe."""

    def __init__(self, size: int) -> None:
        self._workers = ModuleWorkers(size)
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, PreparedModule | ProgramRefused] = OrderedDict()

    def close(self) -> None:
        """End the workers. A later run starts new ones."""
        self._workers.close()

    def prepare(self, text: str) -> PreparedModule:
        """The compiled module. Raises NoWorker, and ProgramRefused if it is none or cannot play; after ProgramNotStarted it is tried again."""
        key = hashlib.sha256(text.encode(errors="replace")).hexdigest()
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
        if found is None:
            found = self._load(key, text)
            with self._lock:
                self._kept[key] = found
                while sum(map(_size, self._kept.values())) > KEPT_BYTES:
                    self._kept.popitem(last=False)
        if isinstance(found, ProgramRefused):
            raise found
        return found

    def _load(self, key: str, text: str) -> PreparedModule | ProgramRefused:
        try:
            return PreparedModule(text, self._workers.compile(key, module_source(text)), key)
        except ProgramRefused as refusal:
            return refusal
        except ModuleRefused as refusal:
            return ProgramRefused(gettext_noop("The module cannot play here: %(detail)s."), detail=str(refusal))
        except WorkerEnded:
            raise ProgramNotStarted(
                gettext_noop("The module needs more than %(seconds)s seconds, or too much memory, to be compiled."),
                seconds=int(COMPILE_SECONDS),
            ) from None

    def run(
        self, prepared: PreparedModule, asked: dict[str, Json], *, memory: str, seed: int, units: int, times: int = 1
    ) -> ModuleRun:
        """One run. `asked` is the question without `memory` and `seed`; it may take so many `times` the usual time. Raises only NoWorker."""
        chance = SeededRng(seed).randrange(SEEDS)
        question = plain({**asked, "memory": json.loads(memory), "seed": chance})
        began = time.perf_counter()
        for _ in range(TRIES):
            had_waited = True
            try:
                with self._workers.serving(prepared.key, prepared.dump) as worker:
                    had_waited = worker.runs > 0
                    answer = worker.run(question, seed=chance, fuel=units * FUEL, times=times)
            except WorkerEnded as ended:
                log.warning("a worker for modules: %s", ended)
                if ended.is_late or not had_waited:
                    return ModuleRun("time" if ended.is_late else "crash", seconds=time.perf_counter() - began)
                continue
            seconds, spent = time.perf_counter() - began, -(-answer.fuel // FUEL)
            if answer.void is not None:
                return ModuleRun(answer.void, console=answer.console, fault=answer.fault, units=spent, seconds=seconds)
            try:
                orders, kept = _answered(answer.output)
            except ValueError as error:
                return ModuleRun("result", console=answer.console, fault=str(error), units=spent, seconds=seconds)
            return ModuleRun(None, orders, kept, answer.console, units=spent, seconds=seconds)
        return ModuleRun("crash", seconds=time.perf_counter() - began)


def _size(kept: PreparedModule | ProgramRefused) -> int:
    return len(kept.dump) + len(kept.text) if isinstance(kept, PreparedModule) else 1000


def _answered(output: str) -> tuple[Json, str | None]:
    """Orders, and memory if the answer has one. Raises ValueError that says what is wrong with the answer."""
    lines = [line for line in output.splitlines() if line.strip()]
    if not lines:
        raise ValueError("it answered nothing")
    if len(lines) > 1:
        raise ValueError("it answered more than one line")
    try:
        answer: Any = json.loads(lines[0], parse_constant=_no_constant)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict) or "orders" not in answer:
        raise ValueError('it answered something else than {"orders": …}')
    if "memory" not in answer:
        return answer["orders"], None
    if not isinstance(answer["memory"], dict):
        raise ValueError("memory is not an object")
    return answer["orders"], json.dumps(answer["memory"], separators=(",", ":"), allow_nan=False)


def _no_constant(name: str) -> Json:
    raise ValueError(f"{name} is no JSON")
