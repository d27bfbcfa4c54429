"""Sessions that run after run uses: nothing of one run is felt by the next, and what could be is not made anew."""

from __future__ import annotations

import ast
import os
import signal
from collections.abc import Iterator

import pytest

from lobby.bots.sandbox import Run, Sandbox
from lobby.bots.session_reuse import can_reuse_session
from lobby.bots.workers import RUNS_IN_A_SESSION, Workers
from tests.games.toy_programs import PROGRAMS
from tests.lobby.hostile_programs import HOSTILE, HUGE, body
from tests.lobby.test_sandbox import HONEST, VIEW, run, workers
from tests.sweeps import every


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox(workers=1)
    yield made
    made.close()


LASTING = {
    "a list": ("seen = []\n", body("seen.append(1)", "c.walk(len(seen) - 1)")),
    "a dictionary": ("table = {1: 0}\n", body("table[1] += 1", "c.walk(table[1] - 1)")),
    "a default value": (
        "def more(found=[]):\n    found.append(1)\n    return found\n",
        body("c.walk(len(more()) - 1)"),
    ),
    "a class": ("class Box:\n    count = 0\n", body("Box.count += 1", "c.walk(Box.count - 1)")),
    "an attribute set by name": (
        "class Box:\n    n = 0\n",
        body("n = Box.n", 'setattr(Box, "n", n + 1)', "c.walk(n)"),
    ),
    "the field of a dataclass": (
        "from dataclasses import dataclass, field\n@dataclass\nclass Box:\n    kept: list = field(default_factory=list)\n"
        "box = Box()\n",
        body("box.kept.append(1)", "c.walk(len(box.kept) - 1)"),
    ),
    "a closure": (
        "def counter():\n    n = 0\n    def step():\n        nonlocal n\n        n += 1\n        return n\n    return step\nstep = counter()\n",
        body("c.walk(step() - 1)"),
    ),
    "what was worked out before": (
        "from functools import lru_cache\nasked = []\n@lru_cache\ndef half(n):\n    asked.append(n)\n    return n // 2\n",
        body("half(4)", "c.walk(len(asked) - 1)"),
    ),
    "an iterator": ("import itertools\nturns = itertools.count()\n", body("c.walk(next(turns))")),
    "a queue": ("from collections import deque\nq = deque([1, 2])\n", body("q.pop()", "c.walk(len(q) - 1)")),
    "a set": ("been = set()\n", body("been.add(len(been))", "c.walk(len(been) - 1)")),
    "what the prelude made": ("", body("n = len(Walker.look(c))", "Walker.look = lambda self: [1]", "c.throw(n)")),
    "rubbish": ("", body("x = []", "for n in range(300):", "    y = [x]", "    x.append(y)", "c.walk(0)")),
}


@pytest.mark.parametrize("name", LASTING)
def test_nothing_is_left_of_a_run_that_the_next_one_could_find(sandbox, name):
    head, text = LASTING[name]
    prepared = sandbox.prepare(PROGRAMS, head + text)
    assert prepared.is_reused
    assert [(one.void, one.units, one.answer) for one in (run(sandbox, head + text) for _ in range(4))] == [
        (None, *(lambda one: (one.units, one.answer))(run(Sandbox(1), head + text)))
    ] * 4


SHOWN = {
    "a text": body("c.throw(len(str(Box())))"),
    "a formatted text": body('c.throw(len(f"{Box()}"))'),
    "a part of it": body('c.throw(int(f"{Box()}"[-2]))'),
    "a template": body('c.throw(len("%s" % Box()))'),
    "a method that formats": body('c.throw(len("{}".format(Box())))'),
    "a text of a list": body("c.throw(len(str([Box()])))"),
    "a text of a function": body("c.throw(len(str(run)))"),
    "what an error says": body("try: {}[Box()]", "except KeyError as e: c.throw(len(str(e)))"),
    "the console": body("print(Box())", "c.throw(1)"),
    "the console, handed on": body("list(map(print, [Box()]))", "c.throw(1)"),
    "memory": body('c.memory["box"] = str(Box())'),
}


@pytest.mark.parametrize("name", SHOWN)
def test_the_number_of_an_object_is_the_same_in_every_run(sandbox, name):
    text = "class Box: pass\n" + SHOWN[name]
    assert sandbox.prepare(PROGRAMS, text).is_reused
    runs = [run(sandbox, text) for _ in range(4)]
    assert len({(str(one.answer), one.memory, one.console, one.units) for one in runs}) == 1


BOUND = [
    "(left := 1)",
    "[left for left in range(2)]",
    "[(left := n) for n in range(2)]",
    "(lambda: (left := 1))()",
    "(lambda left: left)(1)",
    "def more(n=(left := 1)): pass",
    "def more(*, n=(left := 1)): pass",
    "f = lambda n=(left := 1): n",
    "def more(n=[left for left in range(2)]): pass",
    "sorted([1, 2], key=lambda n: (left := n))",
    "import math as left",
    "from math import pi as left",
    "for left in range(2): pass",
    "try: 1 / 0\nexcept ZeroDivisionError as left: pass",
    "match [1, 2]:\n    case [n, *left]: pass",
    "match 3:\n    case int() as left: pass",
    "n, *left = [1, 2]",
    "left: int = 1",
    "def left(): pass",
    "class left: n = 1",
    "class Box: left = 1",
    "class Gate:\n    def __enter__(self): return 1\n    def __exit__(self, *a): return False\nwith Gate() as left: pass",
]


@pytest.mark.parametrize("statement", BOUND)
def test_no_name_that_a_run_binds_is_known_in_the_next(sandbox, statement):
    text = "def peek(): return left\n" + body(
        "try:", "    peek()", "    c.walk(1)", "except NameError: c.walk(0)", *statement.split("\n")
    )
    assert [run(sandbox, text).answer for _ in range(3)] == [[{"walk": 0}]] * 3


UNWATCHED = {
    "a function that makes texts": body("list(map(str, [c]))"),
    "one as a key": body("sorted([c], key=repr)"),
    "an alias": "mine = str\n" + body("pass"),
    "a method handed on": body('f = "{}".format', "f(c)"),
    "a method by its name": body('getattr("", "format")'),
    "a method in a pattern": body("match c:", "    case Walker(format=f): pass"),
    "what an error was made of": body("try: {}[c]", "except KeyError as e: e.args[0]"),
    "the same in a pattern": body(
        "try: {}[c]", "except KeyError as e:", "    match e:", "        case KeyError(args=a): pass"
    ),
    "a remainder of unknown things": body("t = c.view", "t %= c"),
    "the type of a text": body('type("")(c)'),
    "format": body("format(c)"),
    "a hidden method": body("c.__str__()"),
    "a test that is none": "def isinstance(x, kind): return kind(x)\n" + body("isinstance(c, str)"),
    "such a parameter": "def show(isinstance, c): return isinstance(c, str)\n" + body("pass"),
    "such a name in a pattern": body("match c.walk:", "    case isinstance: isinstance(c, str)"),
    "an argument in a test": body("isinstance(c, (lambda s: str)(str))"),
    "a name bound in a default value": "def more(n=[(left := 1)]): pass\n" + body("pass"),
    "a global name": body("global n", "n = 1"),
}


@pytest.mark.parametrize("name", UNWATCHED)
def test_a_program_with_texts_that_nobody_watches_has_a_session_for_each_run(name):
    assert not can_reuse_session(ast.parse(UNWATCHED[name]))


@pytest.mark.parametrize(
    "text",
    [
        body("isinstance(c, str)", "isinstance(c, (int, str))", "x: list[str] = []", "n = 7 % 3", "n %= 2", "c.log(n)"),
        "class Box:\n    def __init__(self): self.__n = 1\n    def __repr__(self): return 'box'\n"
        + body("c.log(Box())"),
        "def name(x: str) -> str: return str(x)\n" + body("print(name(3))", 'f"{c!r:>{9}}"', '"%d" % 3', "repr(c)"),
        HONEST,
    ],
)
def test_ordinary_programs_are_made_anew(text):
    assert can_reuse_session(ast.parse(text))


@pytest.mark.parametrize(
    ("head", "why"),
    [
        ("table = [n for n in range(3000)]\n", "dear to make"),
        ('print("hello")\n', "it would say so in every run"),
        ("class Box: pass\nname = str(Box())\n", "its text shows a number"),
        (
            "def mark(): return 1\nclass Box:\n    def mark(self): return mark()\n",
            "the sandbox makes no such class in a function",
        ),
        ("min = min\n", "the name is its own in a function"),
    ],
)
def test_what_cannot_be_made_anew_keeps_to_a_session_for_each_run(sandbox, head, why):
    programs = PROGRAMS if "table" not in head else PROGRAMS.__class__(**{**vars(PROGRAMS), "load_units": 100_000})
    text = head + body("c.walk(1)")
    prepared = sandbox.prepare(programs, text)
    assert not prepared.is_reused, why
    assert sandbox.run(programs, prepared, options={}, view=VIEW, memory="{}", seed=1).answer == [{"walk": 1}]


# Each of them in a new session: test_sandbox.py.
@pytest.mark.parametrize("name", every(6, HOSTILE))
def test_what_is_hostile_is_void_for_the_same_reason_in_a_session_that_was_used(sandbox, name):
    text, reason = HOSTILE[name]
    text = text.replace("def run(", "def storm(") + "\ndef run(c):\n    if c.memory: storm(c)\n    else: c.walk(1)\n"
    assert run(sandbox, text).answer == [{"walk": 1}]
    hostile = run(sandbox, text, memory='{"kept":1}')
    assert hostile.void == reason or (name in HUGE and hostile.void == "time"), hostile
    assert hostile.memory == '{"kept":1}'
    assert run(sandbox, text).answer == [{"walk": 1}]


def test_a_run_that_fails_is_played_again_where_nothing_has_run(sandbox):
    """The sandbox answers twenty questions for unknown names in a session; a program gets as many in every run."""
    text = body(
        "found = 0", "for n in range(9):", "    try: nothing", "    except NameError: found += 1", "c.walk(found - 9)"
    )
    assert sandbox.prepare(PROGRAMS, text).is_reused
    assert [run(sandbox, text).answer for _ in range(6)] == [[{"walk": 0}]] * 6


def test_a_program_that_always_fails_is_restored_once_a_run(sandbox, monkeypatch):
    opened = []
    restore = Workers._open
    monkeypatch.setattr(Workers, "_open", lambda self, dump, times: opened.append(dump) or restore(self, dump, times))
    text = body("c.log(str(run))", "1 / 0")
    mine = sandbox.prepare(PROGRAMS, text).dump
    runs = [run(sandbox, text) for _ in range(20)]
    assert len({(one.void, one.console, one.units) for one in runs}) == 1 and runs[0].void == "error"
    assert 20 <= sum(dump is mine for dump in opened) <= 22


def test_a_failure_names_the_line_of_the_persons_text(sandbox):
    text = "# a note\n\nclass Box:\n    def open(self):\n        return 1 / 0\n\n" + body("Box().open()")
    assert sandbox.prepare(PROGRAMS, text).is_reused
    failed = run(sandbox, text)
    assert (failed.void, failed.line, failed.fault) == ("error", 5, "ZeroDivisionError: division by zero")


def test_runs_in_a_session_do_not_fill_it_up(sandbox, monkeypatch):
    """What a run leaves in circles is cleared away: a restored session lasts for hundreds of runs."""
    opened = []
    restore = Workers._open
    monkeypatch.setattr(Workers, "_open", lambda self, dump, times: opened.append(dump) or restore(self, dump, times))
    text = body('x = ["a" * 20000]', "x.append(x)", "c.walk(0)")
    mine = sandbox.prepare(PROGRAMS, text).dump
    assert {str(run(sandbox, text).answer) for _ in range(RUNS_IN_A_SESSION - 1)} == {"[{'walk': 0}]"}
    assert sum(dump is mine for dump in opened) == 1
    run(sandbox, text)
    run(sandbox, text)
    assert sum(dump is mine for dump in opened) == 2


def test_a_session_that_dies_between_two_runs_costs_nobody_anything(sandbox):
    honest = run(sandbox, HONEST)
    other = f"kind = 1\n{HONEST}"
    for _ in range(3):
        assert run(sandbox, other).answer == honest.answer
        for worker in workers():
            os.kill(worker, signal.SIGKILL)
        assert (run(sandbox, HONEST).answer, run(sandbox, other).answer) == (honest.answer, honest.answer)


def test_two_programs_do_not_meet(sandbox):
    """Sessions of different programs, and of the same text, side by side."""
    texts = [
        f"mark = {number}\nseen = []\n" + body("seen.append(mark)", "c.throw(mark)", "c.walk(len(seen) - 1)")
        for number in range(5)
    ]
    results: list[Run] = [run(sandbox, text) for _ in range(3) for text in texts]
    assert [one.answer for one in results] == [[{"throw": number}, {"walk": 0}] for number in range(5)] * 3
