"""Programs that are WebAssembly modules: what one may do, what it costs, and that nothing hostile costs more than its own run."""

from __future__ import annotations

import json
import os
import signal
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.core import deciding
from games.core.rng import SeededRng
from lobby.bots.loader import ProgramRefused
from lobby.bots.modules import FUEL, module_source
from lobby.bots.sandbox import Run, Sandbox
from lobby.matches.modules import facts, is_module, module_text
from tests.lobby.module_texts import DEFAULT, HOSTILE, NO_PROGRAMS, answering, program

pytestmark = pytest.mark.slow

RULES = deciding.programs(example="")
VIEW = {"view": {"a": [1, 2], "b": "ö"}, "choices": None, "refused": None}


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox(workers=1)
    yield made
    made.close()


def run(sandbox: Sandbox, text: str, *, memory: str = "{}", seed: int = 1) -> Run:
    return sandbox.run(RULES, sandbox.prepare(RULES, text), options={}, view=VIEW, memory=memory, seed=seed)


SAYS_ITS_QUESTION = program(
    """(local $length i32) (local.set $length (call $take (i32.const 2048) (i32.const 8000)))
    (call $put (i32.const 1) (i32.const 1024) (i32.const 10))
    (call $put (i32.const 1) (i32.const 2048) (i32.sub (local.get $length) (i32.const 1)))
    (call $put (i32.const 1) (i32.const 1034) (i32.const 1))""",
    answer='{"orders":}',
)
COUNTS_IN_A_GLOBAL = program(
    """(global.set $count (i32.add (global.get $count) (i32.const 1))) (i32.store (i32.const 9000) (i32.add (i32.load (i32.const 9000)) (i32.const 1)))
    (if (i32.or (i32.ne (global.get $count) (i32.const 1)) (i32.ne (i32.load (i32.const 9000)) (i32.const 1))) (then unreachable)) (call $answer)""",
    more="(global $count (mut i32) (i32.const 0))",
)


def says_bytes(fill: str) -> str:
    """A module that answers, as a number, the eight bytes that `fill` puts at 512."""
    digits = """(local $at i32) (local $left i64) FILL (local.set $left (i64.load (i32.const 512))) (local.set $at (i32.const 3000))
    (i32.store8 (local.get $at) (i32.const 125))
    (loop (local.set $at (i32.sub (local.get $at) (i32.const 1)))
      (i32.store8 (local.get $at) (i32.add (i32.const 48) (i32.wrap_i64 (i64.rem_u (local.get $left) (i64.const 10)))))
      (local.set $left (i64.div_u (local.get $left) (i64.const 10))) (br_if 0 (i64.ne (local.get $left) (i64.const 0))))
    (call $put (i32.const 1) (i32.const 1024) (i32.const 10))
    (call $put (i32.const 1) (local.get $at) (i32.sub (i32.const 3001) (local.get $at)))"""
    return program(digits.replace("FILL", fill), answer='{"orders":}')


def test_a_module_is_asked_as_a_program_at_home_is(sandbox):
    (asked,) = run(sandbox, SAYS_ITS_QUESTION, memory='{"k":3}', seed=5).answer
    assert asked == {**VIEW, "memory": {"k": 3}, "seed": SeededRng(5).randrange(2**53 - 1)}


def test_memory_is_kept_if_the_answer_has_one(sandbox):
    first = run(sandbox, answering('{"orders":[1],"memory":{"b":1,"a":"ö"}}'))
    assert (first.answer, json.loads(first.memory)) == ([[1]], {"b": 1, "a": "ö"})
    assert run(sandbox, DEFAULT, memory=first.memory).memory == first.memory


def test_nothing_else_survives_a_run(sandbox):
    assert [run(sandbox, COUNTS_IN_A_GLOBAL).void for _ in range(4)] == [None] * 4


def test_chance_follows_from_the_seed_and_the_clock_stands_still(sandbox):
    chance = says_bytes("(drop (call $random (i32.const 512) (i32.const 8)))")
    assert run(sandbox, chance, seed=1).answer == run(sandbox, chance, seed=1).answer
    assert len({str(run(sandbox, chance, seed=seed).answer) for seed in range(8)}) == 8
    clock = says_bytes("(drop (call $clock (i32.const 0) (i64.const 0) (i32.const 512)))")
    assert run(sandbox, clock).answer == [946_684_800 * 10**9]


def test_what_is_no_number_has_the_same_bits_on_every_processor(sandbox):
    nan = says_bytes(
        "(f64.store (i32.const 512) (f64.mul (f64.const 2) (f64.div (f64.const -0) (f64.const 0)))) "
        "(f64.store (i32.const 512) (f64.add (f64.load (i32.const 512)) (f64.const -nan:0x4)))"
    )
    assert run(sandbox, nan).answer == [struct.unpack("<Q", bytes.fromhex("000000000000f87f"))[0]]


def test_vectors_are_known(sandbox):
    text = program("(drop (i32x4.add (v128.const i64x2 1 2) (v128.const i64x2 3 4))) (call $answer)")
    assert run(sandbox, text).void is None


def test_work_is_counted_the_same_every_time(sandbox):
    counting = "(local i32) (loop (local.set 0 (i32.add (local.get 0) (i32.const 1))) (br_if 0 (i32.lt_u (local.get 0) (i32.const {}))))"
    text = program(counting.format(1_000_000) + "(call $answer)")
    runs = [run(sandbox, text) for _ in range(3)]
    assert len({one.units for one in runs}) == 1
    assert 5_000_000 <= runs[0].units * FUEL <= 10_000_000
    half = run(sandbox, program(counting.format(500_000) + "(call $answer)"))
    assert 0.45 < half.units / runs[0].units < 0.55


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_run_costs_itself_alone(sandbox, what):
    text, void = HOSTILE[what]
    done = run(sandbox, text, memory='{"kept":1}')
    assert (done.void or "") == void, done
    assert json.loads(done.memory) == {"kept": 1}
    assert done.seconds < 2
    if void in ("error", "result"):
        assert done.fault
    assert run(sandbox, DEFAULT).answer == [None]


def test_the_owner_reads_what_a_run_said_and_where_it_failed(sandbox):
    text = program(
        "(call $put (i32.const 2) (i32.const 1024) (i32.const 5)) (call $wrong)",
        answer="hello",
        more="(func $wrong unreachable)",
    )
    done = run(sandbox, text)
    assert (done.void, done.console) == ("error", "hello")
    assert "unreachable" in done.fault and "wrong" in done.fault
    assert "3" in run(sandbox, HOSTILE["end with a fault"][0]).fault


@pytest.mark.parametrize("what", NO_PROGRAMS)
def test_what_cannot_play_is_refused_with_its_reason(sandbox, what):
    text, words = NO_PROGRAMS[what]
    with pytest.raises(ProgramRefused) as refused:
        sandbox.prepare(RULES, text)
    assert words in refused.value.template % refused.value.data
    assert run(sandbox, DEFAULT).answer == [None]


def test_a_worker_that_dies_between_runs_is_replaced(sandbox):
    assert run(sandbox, DEFAULT).void is None
    for worker in sandbox._modules._workers._idle:
        os.kill(worker._process.pid, signal.SIGKILL)
        worker._process.wait()
    assert run(sandbox, DEFAULT).answer == [None]


def test_a_worker_serves_one_module_and_few_wait(sandbox):
    texts = [answering(f'{{"orders":{number}}}') for number in range(8)]
    for _ in range(2):
        assert [run(sandbox, text).answer for text in texts] == [[number] for number in range(8)]
    waiting = sandbox._modules._workers._idle
    assert len(waiting) == 3 and len({worker.key for worker in waiting}) == 3


def test_size_and_hash_are_those_of_the_file():
    source = module_source(DEFAULT)
    assert is_module(DEFAULT) and module_text(source) == DEFAULT
    told = facts(DEFAULT)
    assert told is not None and told.size == len(source) and len(told.sha256) == 64
    assert facts("def decide():\n    return None\n") is None


def test_workers_for_modules_have_the_layers_of_all_others(sandbox):
    from lobby.bots import policy

    run(sandbox, DEFAULT)
    if "seccomp" not in policy.here().layers:
        pytest.skip("this machine offers no filter of system calls")
    served = sandbox._modules._workers._idle[-1]
    found = [path for path in Path("/proc").glob("[0-9]*/status") if _is_below(path, served._process.pid)]
    runtime = [
        path
        for path in found
        if b"WebAssembly module run" in (path.parent / "cmdline").read_bytes() and "Name:\tpython" in path.read_text()
    ]
    assert runtime
    for status in runtime:
        assert "Seccomp:\t2" in status.read_text() and "NoNewPrivs:\t1" in status.read_text()


def _is_below(status: Path, ancestor: int) -> bool:
    number = int(status.parent.name)
    while number > 1:
        if number == ancestor:
            return True
        try:
            number = int(Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            return False
    return False
