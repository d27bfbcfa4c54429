"""How does a person's program run? In a worker process without files, network or clock, and without access to this process.

This is the only module that runs foreign code. A program is prepared once: counter, prelude and its own text make a session, whose dump is
kept. Only what a run returns survives it. The same text, view, memory and seed give the same answer everywhere. There are two ways to
guarantee that. The dump is restored for every run, or prelude and program are made again for every run in a session that stays (`session_reuse`).
A run that fails in such a session, or shows the address of an object, is repeated in a restored session, and the second result counts.
A failure costs only its own run. The module knows no match and no database.
"""

from __future__ import annotations

import hashlib
import json
import logging
import threading
import time
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
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
from lobby.bots.argument_errors import argument_error_line
from lobby.bots.charging import NO_BUDGET, Names
from lobby.bots.loader import NOT_STARTED, Loaded, ProgramNotStarted
from lobby.bots.loader import Prepared as Prepared
from lobby.bots.modules import ModuleRun, Modules, PreparedModule
from lobby.bots.refusing import ProgramRefused
from lobby.bots.workers import Session, Workers
from lobby.matches.modules import is_module
from lobby.platform.process import affinity

log = logging.getLogger("fogbound.sandbox")

Reason = Literal["budget", "error", "memory", "time", "result", "stopped", "crash"]
VOID: dict[str, str] = {
    "budget": gettext_noop("over its budget"),
    "error": gettext_noop("an error"),
    "memory": gettext_noop("too much memory"),
    "time": gettext_noop("too long"),
    "result": gettext_noop("an answer or a memory that is not allowed"),
    "stopped": gettext_noop("not run: too much time was used before"),
    "crash": gettext_noop("its worker ended"),
    "refused": gettext_noop("the game refused its orders, and default orders were played"),
    "off": gettext_noop("switched off for the rest of the match: too many of its runs failed or took too long"),
}
"""Texts for why a run or its orders do not count, or why no more runs start."""

CONSOLE_CHARACTERS = 200
PRINTED_BYTES = 64 * 1024
"""Whoever prints more in one run loses it: what is printed is kept outside the sandbox."""
ANSWER_CHARACTERS = 64 * 1024
FAULT_CHARACTERS = 200
DUMP_BYTES = 2**20
"""What a program makes outside its functions is restored before every run."""
DUMPS_KEPT = 128
TRIES = 10
"""How often a run is started again because its worker had died before the run began."""
REUSED_UNITS = 2000
"""If the module level takes more units, restoring a dump is faster, which takes a few milliseconds."""

_GIVEN = ("view", "memory", "seed", "limit")
_ADDRESS = " at 0x"
"""The part before the address of an object in its text."""


@dataclass(frozen=True)
class PreparedPython(Prepared):
    """A program in Python. `dump` is that of a session that has its counter's `run`."""

    file: str
    """The name of the person's text in tracebacks."""
    lines: dict[int, int]
    """The original number of each line."""
    names: Names
    """What its counter's functions are called."""
    is_reused: bool = False
    """`run` makes prelude and program again, so the session may be used for more than one run."""
    times: int = 1
    """How many times the usual time a run may take."""


@dataclass(frozen=True)
class Run:
    """The result of one run."""

    answer: Json
    """The answer for the driver of the game: checked actions, or {"void": reason}."""
    memory: str
    """JSON text for the entity's next run; unchanged after a void run."""
    console: str = ""
    """The first characters that the program printed."""
    fault: str = ""
    """The interpreter's message, if the run is void because of an error."""
    line: int = 0
    """Line of the error in the person's text, or that at which the budget ran out; 0: unknown."""
    units: int = 0
    seconds: float = 0.0
    """How long the worker took."""

    @property
    def void(self) -> Reason | None:
        """Why the run is void; None if it counts."""
        return self.answer["void"] if isinstance(self.answer, dict) else None


@dataclass(frozen=True)
class _Played:
    """A run whose return value is not checked yet."""

    reason: Reason | None
    is_certain: bool = True
    """It would have the same result in a session in which nothing has run before."""
    returned: Any = None
    console: str = ""
    fault: str = ""
    line: int = 0
    units: int = 0
    seconds: float = 0.0


class Sandbox:
    """The workers of one process. Any number of threads may use it at the same time."""

    def __init__(self, workers: int) -> None:
        self.size = workers
        self._workers = Workers(workers)
        self._modules = Modules(workers)
        self._threads: ThreadPoolExecutor | None = None
        self._lock = threading.Lock()
        self._dumps: OrderedDict[str, PreparedPython | ProgramRefused] = OrderedDict()

    def close(self) -> None:
        """End the workers after their current runs. A later run starts new ones."""
        with self._lock:
            threads, self._threads = self._threads, None
        if threads is not None:
            threads.shutdown(wait=True, cancel_futures=True)
        self._workers.close()
        self._modules.close()

    def prepare(self, programs: Programs, text: str) -> Prepared:
        """The prepared program of that text. Raises NoWorker, and ProgramRefused if the text is not valid or fails at its module level.

        A text that was refused stays refused, but after ProgramNotStarted it is tried again.
        """
        if is_module(text):
            return self._modules.prepare(text)
        key = hashlib.sha256(f"{programs.times}\0{programs.prelude}\0{text}".encode(errors="replace")).hexdigest()
        with self._lock:
            found = self._dumps.get(key)
            if found is not None:
                self._dumps.move_to_end(key)
        if found is None:
            try:
                found = self._load(programs, text)
            except MontyError:
                # This is no verdict on the program: its worker may have been killed from outside, or our own prelude was too slow.
                log.exception("the sandbox failed on a program's first lines")
                raise ProgramNotStarted(NOT_STARTED) from None
            except ProgramNotStarted:
                raise
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
        """Run a program on one view. Raises only NoWorker; failures of the program are in the result."""
        budget = programs.budget(options, view) or NO_BUDGET
        if isinstance(prepared, PreparedModule):
            return _module_run(
                programs,
                view,
                memory,
                self._modules.run(prepared, view, memory=memory, seed=seed, units=budget, times=programs.times),
            )
        assert isinstance(prepared, PreparedPython)
        given = (programs.text(view), memory, seed, budget)
        inputs = {prepared.names(name): value for name, value in zip(_GIVEN, given, strict=True)}
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
            line=_called(programs, prepared, played) if reason in ("error", "budget") else 0,
            units=units,
            seconds=played.seconds,
        )

    def begin(
        self, programs: Programs, prepared: Prepared, *, options: Options, view: Json, memory: str, seed: int
    ) -> Future[Run]:
        """`run` in a thread. As many run at a time as there are workers."""
        with self._lock:
            if self._threads is None:
                self._threads = ThreadPoolExecutor(self.size, thread_name_prefix="runs", initializer=affinity.roam)
            return self._threads.submit(
                self.run, programs, prepared, options=options, view=view, memory=memory, seed=seed
            )

    def line_at(
        self, programs: Programs, prepared: Prepared, *, view: Json, memory: str, seed: int, units: int
    ) -> int | None:
        """The line that is at work in a run when it has spent so many units; 0: none that is the person's, or the program caught the
        error and went on. None: the run ends before that, or something other than its budget ends it, or nobody knows its lines, because it is a
        module. Raises NoWorker."""
        if not isinstance(prepared, PreparedPython):
            return None
        given = (programs.text(view), memory, seed, units)
        inputs = {prepared.names(name): value for name, value in zip(_GIVEN, given, strict=True)}
        played = self._play(prepared, inputs, units)
        if played.reason is None:
            return 0 if _read(programs, view, played.returned, units)[0] == "budget" else None
        return played.line if played.reason == "budget" else None

    def _play(self, prepared: PreparedPython, inputs: dict[str, Any], budget: int) -> _Played:
        """One run in a worker."""
        if not prepared.is_reused:
            return self._play_once(prepared, inputs, budget, is_fresh=True)
        played = self._play_once(prepared, inputs, budget, is_fresh=False)
        if played.is_certain:
            return played
        again = self._play_once(prepared, inputs, budget, is_fresh=True)
        return replace(again, seconds=played.seconds + again.seconds)

    def _play_once(self, prepared: PreparedPython, inputs: dict[str, Any], budget: int, *, is_fresh: bool) -> _Played:
        began = time.perf_counter()
        for _ in range(TRIES):
            may_be_ours = True
            try:
                with self._workers.restored(prepared.dump, is_fresh=is_fresh, times=prepared.times) as session:
                    # The worker of a session that was kept ready may have died while it waited. That says nothing about this run.
                    may_be_ours = session.has_waited
                    played = _feed(session, prepared, inputs, budget)
                    return played if session.runs else replace(played, is_certain=True)
            except MontyCrashedError as error:
                log.warning("a worker of the sandbox died: %s", error)
                if error.timed_out:
                    return _Played("time", seconds=time.perf_counter() - began)
                if not may_be_ours:
                    break
            except MontyError:
                log.exception("a program could not be run")
                break
        return _Played("crash", seconds=time.perf_counter() - began)

    def _load(self, programs: Programs, text: str) -> PreparedPython:
        loaded = loader.load(text, programs)
        once = self._load_once(programs, loaded, text)
        return self._load_reused(programs, loaded, text) or once

    def _load_reused(self, programs: Programs, loaded: Loaded, text: str) -> PreparedPython | None:
        """The program in a form that is made again for every run; None if that is not possible."""
        if not loaded.maker:
            return None
        printed = CollectString(PRINTED_BYTES)
        names = loaded.names
        with self._workers.fresh(programs.times) as session:
            session.feed_run(names.counter())
            try:
                session.feed_run(loaded.maker)
                dump = session.dump()
                session.feed_run(f"{names('begin')}({REUSED_UNITS})\n{names('make')}()\nNone", print_callback=printed)
                units, limit, has_shown = session.feed_run(f"{names('state')}()")
            except (MontySyntaxError, MontyRuntimeError):
                return None
        if units > limit or has_shown or printed.output:
            return None
        return PreparedPython(
            text, dump, "<python-input-1>", loaded.maker_lines, names, is_reused=True, times=programs.times
        )

    def _load_once(self, programs: Programs, loaded: Loaded, text: str) -> PreparedPython:
        """The dump of a session that has run the module level. Raises ProgramRefused, or MontyError if the sandbox itself fails."""
        names = loaded.names
        with self._workers.fresh(programs.times) as session:
            # Counter and prelude are our own texts and need no budget. Only the person's text is counted.
            session.feed_run(names.counter())
            session.feed_run(f"{names('begin')}({NO_BUDGET})\n{names.prelude(programs.prelude)}")
            session.feed_run(f"{names('begin')}({programs.load_units})")
            failure: MontyRuntimeError | MontySyntaxError | None = None
            try:
                session.feed_run(loaded.source, print_callback=CollectString(PRINTED_BYTES))
            except (MontySyntaxError, MontyRuntimeError) as error:
                failure = error
            is_broken = isinstance(failure, MontyRuntimeError) and _reason(failure) != "error"
            units = 0 if is_broken else _units(session, names)
            if units > programs.load_units:
                # A session that cannot report its units may have run out of time, which depends on the machine.
                kind = ProgramNotStarted if units == NO_BUDGET else ProgramRefused
                raise kind(
                    gettext_noop("The code outside functions needs more than %(units)s units."),
                    units=programs.load_units,
                )
            if failure is not None:
                raise _refused(failure, "<python-input-3>", loaded)
            session.feed_run(f"def {names('make')}(): return _cb_play")
            dump = session.dump()
        if len(dump) > DUMP_BYTES:
            raise ProgramRefused(
                gettext_noop("The code outside functions creates more than %(bytes)s bytes."), bytes=DUMP_BYTES
            )
        return PreparedPython(text, dump, "<python-input-3>", loaded.lines, names, times=programs.times)


def _feed(session: Session, prepared: PreparedPython, inputs: dict[str, Any], budget: int) -> _Played:
    """Run the program in the session. Raises MontyCrashedError."""
    printed = CollectString(PRINTED_BYTES)
    began = time.perf_counter()
    try:
        call = f"{prepared.names('run')}({', '.join(map(prepared.names, _GIVEN))})"
        returned = session.feed.feed_run(call, inputs=inputs, print_callback=printed)
    except MontyRuntimeError as error:
        seconds = time.perf_counter() - began
        reason = _reason(error)
        if reason != "error":
            # How much a run printed before it was stopped depends on the machine.
            return _Played(reason, is_certain=reason == "time", seconds=seconds)
        units = _units(session.feed, prepared.names)
        is_over = units > budget
        return _Played(
            "budget" if is_over else "error",
            is_certain=is_over and _ADDRESS not in printed.output,
            console=printed.output[:CONSOLE_CHARACTERS],
            fault=_fault(error, prepared.names),
            line=_line(error, prepared.file, prepared.lines),
            units=units,
            seconds=seconds,
        )
    session.is_sound = not _has_shown(returned, printed.output)
    return _Played(
        None,
        is_certain=session.is_sound,
        returned=returned,
        console=printed.output[:CONSOLE_CHARACTERS],
        seconds=time.perf_counter() - began,
    )


def _has_shown(returned: Any, printed: str) -> bool:
    """True if the program may have read, printed or returned the address of an object."""
    if not (isinstance(returned, tuple) and len(returned) == 4 and returned[3] == 0):
        return True
    return _ADDRESS in printed or _ADDRESS in str(returned[0])


def _reason(error: MontyRuntimeError) -> Reason:
    inner, said = error.exception(), error.display("msg")
    if isinstance(inner, MemoryError) and "memory limit" in said:
        return "memory"
    if isinstance(inner, TimeoutError) and said.startswith("feed time limit exceeded"):
        return "time"
    return "error"


def _units(session: MontySession, names: Names) -> int:
    """The units that were spent; `NO_BUDGET` if the session can no longer report them."""
    try:
        spent, _, _ = session.feed_run(f"{names('state')}()")
    except (MontyError, RuntimeError):
        return NO_BUDGET
    return spent if type(spent) is int else NO_BUDGET


def _fault(error: MontyRuntimeError | MontySyntaxError, names: Names) -> str:
    return names.hide(error.display("type-msg"))[:FAULT_CHARACTERS]


def _line(error: MontyRuntimeError | MontySyntaxError, file: str, lines: dict[int, int]) -> int:
    """The innermost line of the traceback that is the person's own; 0 if none is. A charge counts as the first line of its block, which
    follows it."""
    if not lines:
        return 0
    first, last = min(lines), max(lines)
    own = [frame.line for frame in error.traceback() if frame.filename == file and first <= frame.line <= last]
    return lines[min(line for line in lines if line >= own[-1])] if own else 0


def _called(programs: Programs, prepared: PreparedPython, played: _Played) -> int:
    """The line of a run's error: the call whose arguments do not fit, if that is the error; else the end of the traceback."""
    return argument_error_line(programs.prelude, prepared.text, played.fault) or played.line


def _refused(error: MontyRuntimeError | MontySyntaxError, file: str, loaded: Loaded) -> ProgramRefused:
    template = (
        gettext_noop("The sandbox does not know this: %(detail)s.")
        if isinstance(error.exception(), SyntaxError | NotImplementedError)
        else gettext_noop("It fails outside its functions: %(detail)s.")
    )
    # How far a program gets before its time runs out depends on the machine.
    is_slow = isinstance(error, MontyRuntimeError) and _reason(error) == "time"
    kind = ProgramNotStarted if is_slow else ProgramRefused
    return kind(template, _line(error, file, loaded.lines), detail=_fault(error, loaded.names))


def _read(programs: Programs, view: Json, returned: Any, budget: int) -> tuple[Reason | None, Json, str, int]:
    """Reason, actions, memory and units from what a run returned. `returned` can be any value and is checked here."""
    if not (isinstance(returned, tuple) and len(returned) == 4 and type(returned[1]) is int):
        return "result", None, "", 0
    text, units, limit, _ = returned
    if units > budget or limit != budget:
        # A program that catches the error of its budget gains nothing.
        return "budget", None, "", units
    if not isinstance(text, str) or len(text) > ANSWER_CHARACTERS:
        return "result", None, "", units
    try:
        answer = json.loads(text, parse_constant=_no_constant)
        memory = answer["memory"]
        if not isinstance(memory, str) or not isinstance(json.loads(memory, parse_constant=_no_constant), dict):
            return "result", None, "", units
        reason, actions = _checked(programs, view, answer["actions"], memory)
        return reason, actions, memory, units
    except (ValueError, TypeError, KeyError, RecursionError):
        return "result", None, "", units


def _checked(programs: Programs, view: Json, actions: Json, memory: str) -> tuple[Reason | None, Json]:
    """Reason and actions, as the game reads them."""
    if len(memory.encode()) > programs.memory_bytes:
        return "result", None
    try:
        return None, programs.read(view, actions)
    except (ValueError, TypeError, KeyError, RecursionError, OrderError):
        return "result", None
    except Exception:
        log.exception("the game failed on what a program answered")
        return "result", None


def _module_run(programs: Programs, view: Json, memory: str, played: ModuleRun) -> Run:
    """The run of a module, whose one answer is the orders of a seat."""
    reason, actions, fault = played.void, None, played.fault
    kept = memory if played.memory is None else played.memory
    if reason is None:
        reason, actions = _checked(programs, view, [played.orders], kept)
        if len(kept.encode()) > programs.memory_bytes:
            fault = f"more than {programs.memory_bytes} bytes of memory"
    return Run(
        answer=actions if reason is None else {"void": reason},
        memory=kept if reason is None else memory,
        console=played.console[:CONSOLE_CHARACTERS],
        fault=fault[:FAULT_CHARACTERS],
        units=played.units,
        seconds=played.seconds,
    )


def _no_constant(name: str) -> Json:
    raise ValueError(f"{name} is no JSON")
