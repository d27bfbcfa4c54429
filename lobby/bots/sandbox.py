"""How does a person's program run? In a worker process that has nothing: no files, no network, no clock, no way back here.

The only file that runs foreign code. A program is prepared once: counter, prelude and its own text make a session whose dump
is kept. Every run restores that dump in some worker, so that nothing survives a run but what it returns, and the same text, view, memory and
seed give the same answer wherever it runs. Whatever goes wrong costs that run and nothing else. Knows no match and no database.
"""

from __future__ import annotations

import hashlib
import json
import logging
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Literal

from pydantic_monty import (
    CollectString,
    MontyCrashedError,
    MontyError,
    MontyRuntimeError,
    MontySession,
    MontySyntaxError,
)

from games.core.contract import Json, Options, Programs
from games.core.errors import OrderError
from games.core.text import gettext_noop
from lobby.bots import loader
from lobby.bots.loader import ProgramRefused
from lobby.bots.workers import Workers

log = logging.getLogger("fogbound.sandbox")

Reason = Literal["budget", "error", "memory", "time", "result", "stopped", "crash"]

CONSOLE_CHARACTERS = 200
PRINTED_BYTES = 64 * 1024
"""Whoever prints more in one run loses it: what is printed is kept outside the sandbox."""
ANSWER_CHARACTERS = 64 * 1024
FAULT_CHARACTERS = 200
DUMP_BYTES = 2**20
"""What a program makes outside its functions is restored before every run."""
DUMPS_KEPT = 128
NO_BUDGET = 10**15
"""For options that leave the budget open: time ends the run long before."""

_RUN = (
    "_cb_spent[0] = 0\n_cb_spent[1] = _cb_limit\n(_cb_play(_cb_view, _cb_memory, _cb_seed), _cb_spent[0], _cb_spent[1])"
)
_PROGRAM = "<python-input-3>"
"""What tracebacks call the person's text: the fourth that a session is fed (`Sandbox._load`)."""
_LOAD = "_cb_spent[0] = 0\n_cb_spent[1] = {units}\n"


@dataclass(frozen=True)
class Prepared:
    """A program that can run: a session after its module level, and where its lines came from."""

    dump: bytes
    lines: dict[int, int]


@dataclass(frozen=True)
class Run:
    """What came of one run."""

    answer: Json
    """What the driver of the game is told: checked actions, or {"void": reason}."""
    memory: str
    """JSON text to be handed to the entity's next run; after a void run what it was before."""
    console: str = ""
    """The first characters that the program printed."""
    fault: str = ""
    """What was wrong, as the interpreter says it, of a run that is void for an error."""
    line: int = 0
    """Line of the person's text where it was; 0: unknown."""
    units: int = 0
    seconds: float = 0.0
    """How long the worker had it."""

    @property
    def void(self) -> Reason | None:
        """Why nothing of it counts."""
        return self.answer["void"] if isinstance(self.answer, dict) else None


@dataclass(frozen=True)
class _Played:
    """How a run went, before anybody has looked at what it returned."""

    reason: Reason | None
    returned: Any = None
    console: str = ""
    fault: str = ""
    line: int = 0
    units: int = 0
    seconds: float = 0.0


class Sandbox:
    """The workers of one process. Any number of threads may use it at the same time."""

    def __init__(self, workers: int) -> None:
        self._workers = Workers(workers)
        self._lock = threading.Lock()
        self._dumps: OrderedDict[str, Prepared | ProgramRefused] = OrderedDict()

    def close(self) -> None:
        """End the workers; a later run starts new ones."""
        self._workers.close()

    def prepare(self, programs: Programs, text: str) -> Prepared:
        """The program of that text; raises ProgramRefused when it is none, or when its module level fails."""
        key = hashlib.sha256(f"{loader.COUNTER}\0{programs.prelude}\0{text}".encode(errors="replace")).hexdigest()
        with self._lock:
            found = self._dumps.get(key)
            if found is not None:
                self._dumps.move_to_end(key)
        if found is None:
            try:
                found = self._load(programs, text)
            except MontyCrashedError:
                # Not kept: the worker may have died of something else.
                log.exception("a worker of the sandbox died of a program's first lines")
                raise ProgramRefused(gettext_noop("The program could not be started.")) from None
            except ProgramRefused as refusal:
                found = refusal
            with self._lock:
                self._dumps[key] = found
                while len(self._dumps) > DUMPS_KEPT:
                    self._dumps.popitem(last=False)
        if isinstance(found, ProgramRefused):
            raise found
        return found

    def run(
        self, programs: Programs, prepared: Prepared, *, options: Options, view: Json, memory: str, seed: int
    ) -> Run:
        """Run a program on one view. Never raises for what the program does."""
        budget = programs.budget(options, view) or NO_BUDGET
        inputs = {"_cb_view": _text(view), "_cb_memory": memory, "_cb_seed": seed, "_cb_limit": budget}
        played = self._play(prepared, inputs, budget)
        reason, units = played.reason, played.units
        actions: Json = None
        kept = memory
        if reason is None:
            reason, actions, kept, units = _read(programs, view, played.returned, budget)
        return Run(
            answer=actions if reason is None else {"void": reason},
            memory=kept if reason is None else memory,
            console=played.console,
            fault=played.fault if reason == "error" else "",
            line=played.line if reason == "error" else 0,
            units=units,
            seconds=played.seconds,
        )

    def _play(self, prepared: Prepared, inputs: dict[str, Any], budget: int) -> _Played:
        """One run in a worker."""
        while True:
            is_kept, began = False, time.perf_counter()
            try:
                with self._workers.restored(prepared.dump) as session:
                    is_kept = session.is_kept
                    return _feed(session.feed, prepared.lines, inputs, budget)
            except MontyCrashedError as error:
                log.warning("a worker of the sandbox died: %s", error)
                # One that waited ready may have died before the run: that is not the program's fault.
                if not is_kept or error.timed_out:
                    return _Played("time" if error.timed_out else "crash", seconds=time.perf_counter() - began)
            except MontyError:
                log.exception("a program could not be run")
                return _Played("crash")

    def _load(self, programs: Programs, text: str) -> Prepared:
        loaded = loader.load(text, programs)
        with self._workers.fresh() as session:
            # What is ours has no limit of its own and is written to need none.
            session.feed_run(loader.COUNTER)
            session.feed_run(_LOAD.format(units=NO_BUDGET) + programs.prelude)
            session.feed_run(_LOAD.format(units=programs.load_units))
            failure: MontyRuntimeError | MontySyntaxError | None = None
            try:
                session.feed_run(loaded.source, print_callback=CollectString(PRINTED_BYTES))
            except (MontySyntaxError, MontyRuntimeError) as error:
                failure = error
            is_broken = isinstance(failure, MontyRuntimeError) and _reason(failure) != "error"
            if not is_broken and _units(session) > programs.load_units:
                raise ProgramRefused(
                    gettext_noop("What stands outside functions takes more than %(units)s units."),
                    units=programs.load_units,
                )
            if failure is not None:
                raise _refused(failure, loaded.lines)
            dump = session.dump()
        if len(dump) > DUMP_BYTES:
            raise ProgramRefused(
                gettext_noop("What stands outside functions makes more than %(bytes)s bytes."), bytes=DUMP_BYTES
            )
        return Prepared(dump, loaded.lines)


def _feed(session: MontySession, lines: dict[int, int], inputs: dict[str, Any], budget: int) -> _Played:
    """Run what the session holds. Raises MontyCrashedError."""
    printed = CollectString(PRINTED_BYTES)
    began = time.perf_counter()
    try:
        returned = session.feed_run(_RUN, inputs=inputs, print_callback=printed)
    except MontyRuntimeError as error:
        seconds = time.perf_counter() - began
        reason = _reason(error)
        if reason != "error":
            # What a run said before it broke depends on the machine.
            return _Played(reason, seconds=seconds)
        units = _units(session)
        return _Played(
            "budget" if units > budget else "error",
            console=printed.output[:CONSOLE_CHARACTERS],
            fault=_fault(error),
            line=_line(error, lines),
            units=units,
            seconds=seconds,
        )
    return _Played(
        None,
        returned=returned,
        console=printed.output[:CONSOLE_CHARACTERS],
        seconds=time.perf_counter() - began,
    )


def program_seed(seed: str, entity: str, step: int) -> int:
    """What the own chance of one run begins with: 64 bits from the match's seed, the entity and the step that is played."""
    return int.from_bytes(hashlib.sha256(f"{seed}:program:{entity}:{step}".encode()).digest()[:8], "big")


def _text(value: Json) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _reason(error: MontyRuntimeError) -> Reason:
    inner, said = error.exception(), error.display("msg")
    if isinstance(inner, MemoryError) and "memory limit" in said:
        return "memory"
    if isinstance(inner, TimeoutError) and said.startswith("feed time limit exceeded"):
        return "time"
    return "error"


def _units(session: MontySession) -> int:
    """What was spent; a session that cannot say it any more has spent everything."""
    try:
        spent = session.feed_run("_cb_spent[0]")
    except (MontyError, RuntimeError):
        return NO_BUDGET
    return spent if type(spent) is int else NO_BUDGET


def _fault(error: MontyRuntimeError | MontySyntaxError) -> str:
    return error.display("type-msg")[:FAULT_CHARACTERS]


def _line(error: MontyRuntimeError | MontySyntaxError, lines: dict[int, int]) -> int:
    """The innermost line of the traceback that is the person's own; 0 if none is."""
    own = [frame.line for frame in error.traceback() if frame.filename == _PROGRAM]
    return next((lines[line] for line in reversed(own) if line in lines), 0)


def _refused(error: MontyRuntimeError | MontySyntaxError, lines: dict[int, int]) -> ProgramRefused:
    template = (
        gettext_noop("The sandbox does not know this: %(detail)s.")
        if isinstance(error.exception(), SyntaxError | NotImplementedError)
        else gettext_noop("It fails outside its functions: %(detail)s.")
    )
    return ProgramRefused(template, _line(error, lines), detail=_fault(error))


def _read(programs: Programs, view: Json, returned: Any, budget: int) -> tuple[Reason | None, Json, str, int]:
    """Reason, actions, memory and units of what came out: anything at all, until it has been looked at."""
    if not (isinstance(returned, tuple) and len(returned) == 3 and type(returned[1]) is int):
        return "result", None, "", 0
    text, units, limit = returned
    if units > budget or limit != budget:
        # A program that caught the refusal of its budget gains nothing by it.
        return "budget", None, "", units
    if not isinstance(text, str) or len(text) > ANSWER_CHARACTERS:
        return "result", None, "", units
    try:
        answer = json.loads(text, parse_constant=_no_constant)
        memory = answer["memory"]
        if not isinstance(memory, str) or len(memory.encode()) > programs.memory_bytes:
            return "result", None, "", units
        if not isinstance(json.loads(memory, parse_constant=_no_constant), dict):
            return "result", None, "", units
        return None, programs.read(view, answer["actions"]), memory, units
    except (ValueError, TypeError, KeyError, RecursionError, OrderError):
        return "result", None, "", units
    except Exception:
        log.exception("the game failed on what a program answered")
        return "result", None, "", units


def _no_constant(name: str) -> Json:
    raise ValueError(f"{name} is no JSON")
