"""WebAssembly modules for tests, in the text format: honest ones, and what somebody might send to do harm."""

from __future__ import annotations

from wasmtime import wat2wasm

from lobby.matches.modules import module_text

CALLS = """
(import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
(import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
(import "wasi_snapshot_preview1" "random_get" (func $random (param i32 i32) (result i32)))
(import "wasi_snapshot_preview1" "clock_time_get" (func $clock (param i32 i64 i32) (result i32)))
(import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
(import "wasi_snapshot_preview1" "path_open" (func $open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
(import "wasi_snapshot_preview1" "sock_send" (func $send (param i32 i32 i32 i32 i32) (result i32)))
"""
SAY = """
(func $put (param $file i32) (param $at i32) (param $length i32)
  (i32.store (i32.const 16) (local.get $at)) (i32.store (i32.const 20) (local.get $length))
  (drop (call $write (local.get $file) (i32.const 16) (i32.const 1) (i32.const 24))))
(func $take (param $at i32) (param $length i32) (result i32)
  (i32.store (i32.const 16) (local.get $at)) (i32.store (i32.const 20) (local.get $length))
  (drop (call $read (i32.const 0) (i32.const 16) (i32.const 1) (i32.const 24)))
  (i32.load (i32.const 24)))
"""
"""`$put` writes bytes of memory to a file; `$take` reads the question into memory and returns how many bytes came."""


def wat(start: str, *, answer: str = '{"orders":null}', memory: str = "4", more: str = "", head: str = "") -> bytes:
    """A module whose `_start` is that text; `$answer` writes the answer, which lies at 1024."""
    data = (answer + "\n").encode()
    shown = "".join(f"\\{byte:02x}" for byte in data)
    return wat2wasm(f"""(module {head} {CALLS} (memory (export "memory") {memory}) (data (i32.const 1024) "{shown}") {SAY}
      (func $answer (call $put (i32.const 1) (i32.const 1024) (i32.const {len(data)})))
      {more} (func (export "_start") {start}))""")


def answering(answer: str) -> str:
    """The text of a module that always answers this line."""
    return module_text(wat("(call $answer)", answer=answer))


def program(start: str, **parts: str) -> str:
    """The text of the module of `wat`."""
    return module_text(wat(start, **parts))


DEFAULT = answering('{"orders":null}')
"""Plays the default orders."""

HOSTILE: dict[str, tuple[str, str]] = {
    "loop": (program("(loop (br 0))"), "budget"),
    "fill memory again and again": (
        program("(loop (memory.fill (i32.const 0) (i32.const 1) (i32.const 262144)) (br 0))"),
        "budget",
    ),
    "copy memory again and again": (
        program("(loop (memory.copy (i32.const 0) (i32.const 8) (i32.const 262000)) (br 0))"),
        "budget",
    ),
    "fill a table again and again": (
        program(
            "(loop (table.fill 0 (i32.const 0) (ref.null func) (i32.const 60000)) (br 0))",
            more="(table 60000 funcref)",
        ),
        "budget",
    ),
    "grow memory until there is none": (
        program(
            "(loop (br_if 0 (i32.ne (memory.grow (i32.const 16)) (i32.const -1))))"
            "(if (i32.gt_u (memory.size) (i32.const 512)) (then (loop (br 0)))) (call $answer)"
        ),
        "",
    ),
    "grow a table until there is no room": (
        program(
            "(loop (br_if 0 (i32.ne (table.grow 0 (ref.null func) (i32.const 1000)) (i32.const -1))))"
            "(if (i32.gt_u (table.size 0) (i32.const 65536)) (then (loop (br 0)))) (call $answer)",
            more="(table 1 funcref)",
        ),
        "",
    ),
    "call itself for ever": (program("(call $deep)", more="(func $deep (call $deep) (call $deep))"), "error"),
    "write for ever": (program("(loop (call $answer) (br 0))"), "budget"),
    "write much for ever": (
        program("(loop (call $put (i32.const 1) (i32.const 0) (i32.const 65536)) (br 0))"),
        "result",
    ),
    "write for ever to the owner": (
        program("(loop (call $put (i32.const 2) (i32.const 0) (i32.const 65536)) (br 0))"),
        "budget",
    ),
    "write more than there is": (program("(call $put (i32.const 1) (i32.const 0) (i32.const -1))"), "result"),
    "write from outside of memory": (
        program("(call $put (i32.const 1) (i32.const 0x7ffffff0) (i32.const 64))"),
        "error",
    ),
    "read to outside of memory": (program("(drop (call $take (i32.const 0x7ffffff0) (i32.const 64)))"), "error"),
    "read for ever": (program("(loop (drop (call $take (i32.const 2048) (i32.const 8))) (br 0))"), "budget"),
    "read into a million parts": (
        program(
            "(if (i32.ne (call $read (i32.const 0) (i32.const 16) (i32.const 1000000) (i32.const 24)) (i32.const 28))"
            "(then unreachable)) (call $answer)"
        ),
        "",
    ),
    "ask for chance for ever": (
        program("(loop (drop (call $random (i32.const 2048) (i32.const 65536))) (br 0))"),
        "budget",
    ),
    "open a file": (
        program(
            "(if (i32.ne (call $open (i32.const 3) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i64.const 0) (i64.const 0)"
            "(i32.const 0) (i32.const 0)) (i32.const 52)) (then unreachable)) (call $answer)"
        ),
        "",
    ),
    "use the network": (
        program(
            "(if (i32.ne (call $send (i32.const 3) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0)) (i32.const 52))"
            "(then unreachable)) (call $answer)"
        ),
        "",
    ),
    "do what cannot be": (program("unreachable"), "error"),
    "divide by zero": (program("(drop (i32.div_u (i32.const 1) (i32.const 0)))"), "error"),
    "end with a fault": (program("(call $exit (i32.const 3))"), "error"),
    "say nothing": (program(""), "result"),
    "say no JSON": (answering("hello"), "result"),
    "say a list": (answering("[1]"), "result"),
    "say no orders": (answering('{"memory":{}}'), "result"),
    "say a number that is none": (answering('{"orders":NaN}'), "result"),
    "remember a number that is none": (answering('{"orders":null,"memory":{"a":1e999}}'), "result"),
    "remember a list": (answering('{"orders":null,"memory":[]}'), "result"),
    "remember too much": (answering('{"orders":null,"memory":{"a":"' + "x" * 17000 + '"}}'), "result"),
    "answer twice": (program("(call $answer) (call $answer)"), "result"),
    "nest deeply": (answering('{"orders":' + "[" * 30000 + "]" * 30000 + "}"), "result"),
    "say half a letter": (program("(call $put (i32.const 1) (i32.const 1024) (i32.const 1))", answer="\xe9"), "result"),
}
"""What a run does → the text of a module that does it, and why such a run is void; "" if it counts."""

NO_PROGRAMS: dict[str, tuple[str, str]] = {
    "no module": (module_text(b"hello"), "no WebAssembly module"),
    "no base64": ("data:application/wasm;base64,???", "no WebAssembly module"),
    "a component": (module_text(b"\0asm\x0d\0\1\0"), "no WebAssembly module"),
    "a broken module": (module_text(b"\0asm\1\0\0\0" + b"\x07" * 50), "cannot play here"),
    "too large": (module_text(b"\0asm\1\0\0\0" + bytes(2**20)), "at most 1048576"),
    "no _start": (module_text(wat2wasm('(module (memory (export "memory") 1))')), "_start"),
    "a _start that takes something": (
        module_text(wat2wasm('(module (memory (export "memory") 1) (func (export "_start") (param i32)))')),
        "_start",
    ),
    "no memory": (module_text(wat2wasm('(module (func (export "_start")))')), "memory"),
    "another import": (
        module_text(
            wat2wasm('(module (import "env" "abort" (func)) (memory (export "memory") 1) (func (export "_start")))')
        ),
        "abort of env",
    ),
    "an import that is no function": (
        module_text(
            wat2wasm(
                '(module (import "wasi_snapshot_preview1" "memory" (memory 1)) (export "memory" (memory 0)) (func (export "_start")))'
            )
        ),
        "imports memory",
    ),
    "a call with other parameters": (
        module_text(
            wat2wasm(
                '(module (import "wasi_snapshot_preview1" "fd_write" (func (param i64) (result i32)))'
                '(memory (export "memory") 1) (func (export "_start")))'
            )
        ),
        "fd_write",
    ),
    "many imports": (
        module_text(
            wat2wasm(
                "(module "
                + '(import "wasi_snapshot_preview1" "sched_yield" (func (result i32)))' * 200
                + '(memory (export "memory") 1) (func (export "_start")))'
            )
        ),
        "200 imports",
    ),
    "too much memory": (program("", memory="600"), "memory"),
    "two memories": (program("", more="(memory 1)"), "cannot play here"),
    "a memory of 64 bits": (
        module_text(wat2wasm('(module (memory (export "memory") i64 1) (func (export "_start")))')),
        "cannot play here",
    ),
    "a shared memory": (
        module_text(wat2wasm('(module (memory (export "memory") 1 1 shared) (func (export "_start")))')),
        "cannot play here",
    ),
    "a huge table": (program("", more="(table 10000000 funcref)"), "table"),
    "many tables": (program("", more="(table 1 funcref)" * 20), "table"),
    "a start function that loops": (program("", more="(func $begin (loop (br 0))) (start $begin)"), "does not end"),
    "a start function that fails": (program("", more="(func $begin unreachable) (start $begin)"), "unreachable"),
    "data outside of memory": (program("", more='(data (i32.const 0x7fffff00) "x")'), "cannot play here"),
    "relaxed SIMD": (
        program("(drop (f32x4.relaxed_madd (v128.const i64x2 0 0) (v128.const i64x2 0 0) (v128.const i64x2 0 0)))"),
        "cannot play here",
    ),
}
"""What is not taken → its text, and words of the reason."""
