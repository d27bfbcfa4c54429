"""How does a WebAssembly module run? This text runs in a worker's process, inside its layers, and answers over its pipes.

`confinement` starts it with `python -I -S -E -c`, so it imports nothing of the site; its argument is the folder of `wasmtime`. A request, and an
answer, is a letter, four bytes of length and so many bytes. A worker serves one module: it is compiled here, or loaded as another worker has
compiled it. Each run has an instance of its own, so nothing survives a run but its answer.

A module gets `wasi_snapshot_preview1` and nothing else, and of that only what reads the question, writes the answer and asks for numbers that
follow from the seat's seed. The clock stands still, and there are no files.
"""

from __future__ import annotations

import importlib.util
import json
import os
import random
import struct
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

COMPILE, LOAD, RUN = b"C", b"L", b"R"
COMPILED, REFUSED, ANSWERED = b"K", b"E", b"A"
HEAD = struct.Struct("!cI")
"""A letter and a length."""

MEMORY_BYTES = 32 * 2**20
TABLE_ELEMENTS, MOST_TABLES = 64 * 1024, 4
MOST_IMPORTS = 100
STACK_BYTES = 512 * 1024
OUTPUT_BYTES = 128 * 1024
"""A line may be so long, and all output together."""
CONSOLE_BYTES = 1000
"""Of what is written to standard error, so many first bytes are kept."""
CALL_FUEL = 60_000
"""What a call of the system costs, besides one for each byte; it takes as long as so much work."""
START_FUEL = 100_000_000
"""For the module's start function, when it is checked."""
MOST_PARTS = 1024
"""Parts of one read or write, as on Linux."""

BAD_DESCRIPTOR, FAULT, INVALID, NO_SEEK, NOT_OFFERED = 8, 21, 28, 70, 52
"""Errors of the system, as its calls return them."""
STOPPED_CLOCK = 946_684_800 * 10**9
"""2000-01-01, in nanoseconds."""

wasmtime: Any = None
ffi: Any = None


class Refused(Exception):
    """The module cannot play; the text says why."""


class Ended(Exception):
    """A run that ends here. `void`: why it does not count, or None."""

    def __init__(self, void: str | None = None, fault: str = "") -> None:
        super().__init__(fault)
        self.void, self.fault = void, fault


def engine() -> Any:
    """What compiles and runs modules: the same result on every machine."""
    config = wasmtime.Config()
    config.consume_fuel = True
    config.cranelift_nan_canonicalization = True
    config.parallel_compilation = False
    config.max_wasm_stack = STACK_BYTES
    # A worker has little address space, so every access is checked. Memory grows where it is: to copy it takes longer than most runs.
    config.memory_reservation = MEMORY_BYTES
    config.memory_guard_size = config.memory_reservation_for_growth = 0
    # This would need a call that workers may not make.
    ffi.wasmtime_config_memory_init_cow_set(config.ptr(), False)
    for feature in (
        "threads",
        "relaxed_simd",
        "memory64",
        "multi_memory",
        "gc",
        "function_references",
        "exceptions",
        "stack_switching",
    ):
        setattr(config, f"wasm_{feature}", False)
    return wasmtime.Engine(config)


class Run:
    """One run of a module: its instance, what it reads and what it has written."""

    def __init__(self, made: Any, module: Any, *, question: bytes, seed: int, fuel: int) -> None:
        self.store = wasmtime.Store(made)
        self.store.set_limits(MEMORY_BYTES, TABLE_ELEMENTS, 1, MOST_TABLES, 1)
        self.store.set_fuel(fuel)
        self.fuel = fuel
        self.question, self.at = question, 0
        self.output, self.console = bytearray(), bytearray()
        self.chance = random.Random(seed)
        self.module = module
        self.memory: Any = None

    def play(self, *, is_started: bool = True) -> Ended:
        """Run it to its end; without `is_started` only make its instance."""
        try:
            instance = wasmtime.Instance(self.store, self.module, [self._offered(one) for one in self.module.imports])
            exports = instance.exports(self.store)
            self.memory = exports["memory"]
            if is_started:
                exports["_start"](self.store)
        except Ended as end:
            return end
        except wasmtime.Trap as trap:
            if trap.trap_code is not None and trap.trap_code.name == "OUT_OF_FUEL":
                return Ended("budget")
            return Ended("error", _message(trap))
        except wasmtime.WasmtimeError as error:
            return Ended("error", _message(error))
        return Ended()

    def close(self) -> int:
        """Give its memory back; returns the fuel that it has used. Its functions hold it, so nothing else would."""
        spent = self.fuel - int(self.store.get_fuel())
        self.store.close()
        return spent

    def _offered(self, wanted: Any) -> Any:
        """The function that a module has asked for: one of these, or one that says that it is not offered."""
        act: Callable[..., int | None] | None = getattr(self, f"do_{wanted.name}", None)

        def call(*given: int) -> int | None:
            self._charge(CALL_FUEL)
            return NOT_OFFERED if act is None else act(*given)

        return wasmtime.Func(self.store, wanted.type, call)

    def _charge(self, fuel: int) -> None:
        left = self.store.get_fuel()
        self.store.set_fuel(max(0, left - fuel))
        if left < fuel:
            raise Ended("budget")

    # --- Memory. Addresses and lengths are those of the module, and may be anything.

    def _read(self, address: int, length: int) -> bytes:
        address, length = address & 0xFFFFFFFF, length & 0xFFFFFFFF
        self._charge(length)
        if self.memory is None or address + length > self.memory.data_len(self.store):
            raise Ended("error", "a call with an address outside of memory")
        return bytes(self.memory.read(self.store, address, address + length))

    def _write(self, address: int, data: bytes) -> None:
        address &= 0xFFFFFFFF
        self._charge(len(data))
        if self.memory is None or address + len(data) > self.memory.data_len(self.store):
            raise Ended("error", "a call with an address outside of memory")
        if data:
            self.memory.write(self.store, data, address)

    def _number(self, address: int, value: int, size: int = 4) -> int:
        self._write(address, value.to_bytes(size, "little"))
        return 0

    def _parts(self, address: int, count: int) -> list[tuple[int, int]]:
        return list(struct.iter_unpack("<II", self._read(address, 8 * count)))

    # --- What is offered

    def do_fd_read(self, file: int, parts: int, count: int, read: int) -> int:
        """Bytes of the question."""
        if file != 0:
            return BAD_DESCRIPTOR
        if not 0 <= count <= MOST_PARTS:
            return INVALID
        began = self.at
        for address, length in self._parts(parts, count):
            piece = self.question[self.at : self.at + length]
            self._write(address, piece)
            self.at += len(piece)
        return self._number(read, self.at - began)

    def do_fd_write(self, file: int, parts: int, count: int, written: int) -> int:
        """The answer, or words for the owner."""
        if file not in (1, 2):
            return BAD_DESCRIPTOR
        if not 0 <= count <= MOST_PARTS:
            return INVALID
        total = 0
        for address, length in self._parts(parts, count):
            if file == 1 and len(self.output) + length > OUTPUT_BYTES:
                raise Ended("result", f"more than {OUTPUT_BYTES} bytes of output")
            data = self._read(address, length)
            total += length
            if file == 1:
                self.output += data
            else:
                self.console += data[: CONSOLE_BYTES - len(self.console)]
        return self._number(written, total)

    def do_fd_fdstat_get(self, file: int, address: int) -> int:
        """That the three files are pipes: of no kind, and with all rights."""
        if not 0 <= file <= 2:
            return BAD_DESCRIPTOR
        self._write(address, struct.pack("<BxHxxxxQQ", 0, 0, 0x42, 0))
        return 0

    def do_fd_close(self, file: int) -> int:
        """Nothing."""
        return 0 if 0 <= file <= 2 else BAD_DESCRIPTOR

    def do_fd_seek(self, file: int, *_given: int) -> int:
        """Pipes have no place to go to."""
        return NO_SEEK if 0 <= file <= 2 else BAD_DESCRIPTOR

    def do_fd_prestat_get(self, *_given: int) -> int:
        """There are no folders."""
        return BAD_DESCRIPTOR

    def do_args_sizes_get(self, count: int, size: int) -> int:
        """No arguments."""
        return self._number(count, 0) or self._number(size, 0)

    def do_args_get(self, *_given: int) -> int:
        """Nothing."""
        return 0

    def do_environ_sizes_get(self, count: int, size: int) -> int:
        """No environment."""
        return self._number(count, 0) or self._number(size, 0)

    def do_environ_get(self, *_given: int) -> int:
        """Nothing."""
        return 0

    def do_clock_time_get(self, _clock: int, _precision: int, address: int) -> int:
        """Always the same time."""
        return self._number(address, STOPPED_CLOCK, 8)

    def do_clock_res_get(self, _clock: int, address: int) -> int:
        """A nanosecond."""
        return self._number(address, 1, 8)

    def do_random_get(self, address: int, length: int) -> int:
        """Bytes that follow from the seed of the seat."""
        length &= 0xFFFFFFFF
        if length > 2**16:
            return INVALID
        self._write(address, self.chance.randbytes(length))
        return 0

    def do_sched_yield(self) -> int:
        """Nothing."""
        return 0

    def do_proc_exit(self, code: int) -> NoReturn:
        """The end."""
        raise Ended("error", f"it ended with the code {code}") if code else Ended()


def _message(error: Exception) -> str:
    """The cause of a failure in one line, with the function in which it happened."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    cause = next(
        (lines[at + 1] for at, line in enumerate(lines[:-1]) if line == "Caused by:"), lines[-1] if lines else ""
    )
    cause = cause.split(": ", 1)[1] if cause.startswith(("0: ", "wasm trap: ")) else cause
    frames = getattr(error, "frames", None) or []
    name = frames[0].func_name if frames else None
    return f"{cause} (in {name})" if name else cause


def compiled(made: Any, source: bytes) -> bytes:
    """The module in the form that `LOAD` takes. Raises Refused."""
    try:
        module = wasmtime.Module(made, source)
    except wasmtime.WasmtimeError as error:
        raise Refused(_message(error)) from None
    imports = module.imports
    if len(imports) > MOST_IMPORTS:
        raise Refused(f"it has {len(imports)} imports, and at most {MOST_IMPORTS} are possible")
    for one in imports:
        if one.module != "wasi_snapshot_preview1" or not isinstance(one.type, wasmtime.FuncType):
            raise Refused(
                f"it imports {one.name or 'something'} of {one.module}, and there is only wasi_snapshot_preview1"
            )
        shown = [str(result) for result in one.type.results]
        if shown != ([] if one.name == "proc_exit" else ["i32"]) or not _fits(one):
            raise Refused(f"its import {one.name} is not the call of that name")
    exports = {one.name: one.type for one in module.exports}
    start = exports.get("_start")
    if not isinstance(start, wasmtime.FuncType) or start.params or start.results:
        raise Refused("it has no function _start: build it as a program (a command), not as a library")
    if not isinstance(exports.get("memory"), wasmtime.MemoryType):
        raise Refused("it exports no memory")
    # Whatever else is too much for a run shows here, and not in the first match.
    run = Run(made, module, question=b"", seed=0, fuel=START_FUEL)
    end = run.play(is_started=False)
    run.close()
    if end.void == "budget":
        raise Refused("its start function does not end")
    if end.void:
        raise Refused(end.fault)
    return bytes(module.serialize())


def _fits(wanted: Any) -> bool:
    """Whether a call that is offered takes what the module will give it."""
    takes = {
        "fd_read": "i32 i32 i32 i32", "fd_write": "i32 i32 i32 i32", "fd_fdstat_get": "i32 i32", "fd_close": "i32", "fd_seek": "i32 i64 i32 i32",
        "fd_prestat_get": "i32 i32", "args_sizes_get": "i32 i32", "args_get": "i32 i32", "environ_sizes_get": "i32 i32", "environ_get": "i32 i32",
        "clock_time_get": "i32 i64 i32", "clock_res_get": "i32 i32", "random_get": "i32 i32", "sched_yield": "", "proc_exit": "i32",
    }  # fmt: skip
    return wanted.name not in takes or [str(one) for one in wanted.type.params] == takes[wanted.name].split()


def answered(made: Any, module: Any, request: bytes) -> bytes:
    """One run. `request` is a line of JSON, {"fuel", "seed"}, and the question."""
    head, _, question = request.partition(b"\n")
    given = json.loads(head)
    run = Run(made, module, question=question, seed=given["seed"], fuel=given["fuel"])
    end = run.play()
    said = {"void": end.void, "fault": end.fault, "fuel": run.close(), "console": run.console.decode(errors="replace")}
    return json.dumps(said).encode() + b"\n" + bytes(run.output)


def serve() -> None:
    """Answer requests until the pipe is closed."""
    made, module = engine(), None
    while head := _taken(HEAD.size):
        kind, length = HEAD.unpack(head)
        body = _taken(length)
        try:
            if kind == RUN:
                _send(ANSWERED, answered(made, module, body))
                continue
            known = compiled(made, body) if kind == COMPILE else body
            module = wasmtime.Module.deserialize(made, known)
            _send(COMPILED, known if kind == COMPILE else b"")
        except Refused as refused:
            _send(REFUSED, str(refused).encode(errors="replace"))


def _taken(length: int) -> bytes:
    """So many bytes; fewer only at the end of the pipe."""
    pieces, missing = [], length
    while missing and (piece := os.read(0, min(missing, 2**20))):
        pieces.append(piece)
        missing -= len(piece)
    return b"".join(pieces)


def _send(kind: bytes, body: bytes) -> None:
    data = memoryview(HEAD.pack(kind, len(body)) + body)
    while data:
        data = data[os.write(1, data) :]


def main(folder: str) -> None:
    """Import `wasmtime` from its folder, and serve."""
    global wasmtime, ffi
    spec = importlib.util.spec_from_file_location(
        "wasmtime", f"{folder}/__init__.py", submodule_search_locations=[folder]
    )
    assert spec is not None and spec.loader is not None
    wasmtime = sys.modules["wasmtime"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(wasmtime)
    ffi = wasmtime._ffi
    serve()
