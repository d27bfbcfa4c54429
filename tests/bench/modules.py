"""How much thought is a unit of work, in Python and in a WebAssembly module? And what do a run, a start and a worker of a module cost?

    python -m tests.bench.modules [MODULE.wasm] [--json]

Each kind of work is done in the sandbox with the whole budget of `decide` and a tenth of it; the difference is what so many units take, without what
every run takes. With the path of a module (`client/examples/c`) its start and its memory are measured too.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
from pathlib import Path
from time import perf_counter
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from games.core import deciding  # noqa: E402 - Django first
from lobby.bots.module_workers import ModuleWorkers  # noqa: E402
from lobby.bots.modules import FUEL, module_source  # noqa: E402
from lobby.bots.sandbox import Sandbox  # noqa: E402
from tests.lobby.module_texts import DEFAULT, program  # noqa: E402

PASSES = 15
PYTHON = {
    "count": "    n = 0\n    while True:\n        n += 1\n",
    "lists": "    rows = list(range(200))\n    while True:\n        rows = sorted([r * 7 % 201 for r in rows])\n",
    "dicts": "    seen = {}\n    while True:\n        for n in range(99):\n            seen[n] = seen.get(n - 1, 0) + 1\n",
    "calls": "    def far(x, y):\n        return abs(x - y)\n    n = 0\n    while True:\n        n = far(n, 3) + far(4, n)\n",
}
COUNT = "(local i32) (loop (local.set 0 (i32.add (local.get 0) (i32.const 1))) (br 0))"
MODULES = {
    "count": COUNT,
    "memory": "(local i32) (loop (local.set 0 (i32.add (i32.mul (local.get 0) (i32.const 1664525)) (i32.const 1013904223))) "
    "(i32.store (i32.and (local.get 0) (i32.const 0xfffc)) (i32.add (i32.load (i32.and (local.get 0) (i32.const 0xfffc))) (i32.const 1))) (br 0))",
    "calls": "(loop (drop (call $far (i32.const 3) (i32.const 4))) (br 0))",
    "division": "(local i64) (loop (local.set 0 (i64.add (i64.const 7) (i64.div_u (i64.sub (i64.const 9007199254740991) (local.get 0)) "
    "(i64.const 3)))) (br 0))",
    "roots": "(local f64) (loop (local.set 0 (f64.sqrt (f64.sqrt (f64.add (local.get 0) (f64.const 5))))) (br 0))",
    "system": "(loop (drop (call $clock (i32.const 0) (i64.const 0) (i32.const 512))) (br 0))",
    "fill": "(loop (memory.fill (i32.const 0) (i32.const 1) (i32.const 65536)) (br 0))",
}
FAR = "(func $far (param i32 i32) (result i32) (if (result i32) (i32.lt_s (local.get 0) (local.get 1)) (then (i32.sub (local.get 1) (local.get 0))) (else (i32.sub (local.get 0) (local.get 1)))))"


def milliseconds(sandbox: Sandbox, text: str, units: int) -> float:
    """What so many units take, without what each run takes."""
    took = {}
    for part in (units // 10, units):
        rules = deciding.programs(example="", units=part)
        prepared = sandbox.prepare(rules, text)
        asked = {"view": {}, "choices": None, "refused": None}
        runs = [
            sandbox.run(rules, prepared, options={}, view=asked, memory="{}", seed=number) for number in range(PASSES)
        ]
        # A busy machine may stop one by its clock.
        took[part] = min(run.seconds for run in runs if run.void == "budget")
    return (took[units] - took[units // 10]) / (units - units // 10) * units * 1000


def costs(file: str) -> dict[str, Any]:
    """Start, run and memory of a module."""
    source = Path(file).read_bytes() if file else module_source(DEFAULT)
    found: dict[str, Any] = {"bytes": len(source)}
    cold, warm = [], []
    for _ in range(5):
        mine = ModuleWorkers(1)
        began = perf_counter()
        compiled = mine.compile("a", source)
        cold.append(perf_counter() - began)
        mine.close()
        mine = ModuleWorkers(1)
        began = perf_counter()
        with mine.serving("a", compiled) as worker:
            warm.append(perf_counter() - began)
            began = perf_counter()
            for _ in range(200):
                worker.run('{"view":{},"choices":[],"memory":{},"seed":1,"refused":null}', seed=1, fuel=10**7)
            found["run_ms"] = (perf_counter() - began) / 200 * 1000
            found["worker_mb"] = max(_resident(process) for process in _below(worker._process.pid))
        mine.close()
    found |= {
        "start_and_compile_ms": statistics.median(cold) * 1000,
        "start_and_load_ms": statistics.median(warm) * 1000,
    }
    return found | {"compiled_bytes": len(compiled)}


def _below(process: int) -> list[int]:
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *(one for child in children for one in _below(int(child)))]


def _resident(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 2**20


def main() -> None:
    """Print what was measured."""
    parser = argparse.ArgumentParser()
    parser.add_argument("module", nargs="?", default="")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    sandbox, units = Sandbox(1), deciding.UNITS
    python = {kind: milliseconds(sandbox, f"def decide():\n{body}", units) for kind, body in PYTHON.items()}
    modules = {kind: milliseconds(sandbox, program(body, more=FAR), units) for kind, body in MODULES.items()}
    sandbox.close()
    found = {
        "units": units,
        "fuel": units * FUEL,
        "python_ms": python,
        "module_ms": modules,
        "costs": costs(asked.module),
    }
    if asked.json:
        print(json.dumps(found))
        return
    print(f"{units} units, {units * FUEL / 1e6:.0f} million of fuel")
    for name, each in (("Python", python), ("module", modules)):
        for kind, took in each.items():
            print(f"  {name:<8}{kind:<10}{took:8.1f} ms   {units / took:10.0f} units a ms")
    for name, value in found["costs"].items():
        print(f"  {name:<24}{value:10.2f}")


if __name__ == "__main__":
    main()
