"""What a program computes in the sandbox is what Python computes: rewriting it to count its work changes no meaning."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from lobby.bots.sandbox import Sandbox
from tests.lobby.smuggled_programs import inside
from tests.lobby.test_counter import ASKED, DECIDING

TYPES = {
    "a union": ("u = int | str", "o = [isinstance('a', u), isinstance(1.5, u), str(u)]"),
    "a union of a union": ("u = int | str", "o = [isinstance(1.5, u | float), str(u | float)]"),
    "a union with None": ("o = [isinstance(None, int | None), isinstance('a', None | str)]",),
    "a union with a class": ("class A: pass", "o = [isinstance(A(), int | A), isinstance(1, A | int)]"),
    "a tuple in a tuple": ("o = [isinstance(1.5, (int, (str, float))), isinstance([], (int, (str, (dict,))))]",),
    "no union": ("try: int | 5", "except TypeError as e: o = str(e)"),
    "a sum with a type": ("try: int + 1", "except TypeError as e: o = str(e)"),
    "an order of types": ("try: sorted([int, str])", "except TypeError as e: o = str(e)"),
    "a number of a type": ("try: float(int)", "except TypeError as e: o = str(e)"),
    "a list of a type": ("try: list(int)", "except TypeError as e: o = str(e)"),
}
ITERATORS = {
    "what is in an iterator": ("i = iter([1, 2, 3, 4])", "o = [2 in i, list(i), 2 in i]"),
    "what is in no iterator": ("i = iter(['a', [1], None, 2.5])", "o = [[1] in i, 5 in i, list(i)]"),
    "what is in the numbers": ("from itertools import count", "c = count()", "o = [7 in c, next(c)]"),
    "what is not in an iterator": ("i = iter('abc')", "o = ['a' not in i, 'x' not in i, list(i)]"),
    "pairs of an iterator": ("i = iter(range(7))", "o = [list(zip(i, i)), list(i)]"),
    "triples of an iterator": ("o = list(zip(*[iter('abcdefgh')] * 3))",),
    "strict pairs": ("try: o = list(zip(*[iter('abc')] * 2, strict=True))", "except ValueError as e: o = str(e)"),
    "a map of pairs": ("i = iter([1, 2, 3, 4])", "o = list(map(lambda a, b: a * b, i, i))"),
    "an iterator of its own": (
        "class A:",
        "    def __init__(self): self.n = 0",
        "    def __iter__(self): return self",
        "    def __next__(self):",
        "        self.n += 1",
        "        if self.n > 4: raise StopIteration",
        "        return self.n",
        "a = A()",
        "o = list(zip(a, a))",
    ),
    "one list twice": ("x = [1, 2]", "o = list(zip(x, x))"),
    "skipping without end": (
        "from itertools import count, dropwhile, filterfalse",
        "o = [next(dropwhile(lambda n: n < 5, count())), next(filterfalse(lambda n: n < 3, count()))]",
    ),
}
WORDS = {
    "a variable called id": ("id = view['seat']", "o = id + 1"),
    "a parameter called id": ("def f(id, dir=2): return id + dir", "o = [f(1), f(id=3)]"),
    "a loop over id and hash": ("o = []", "for id, hash in [(1, 2)]: o.append(id + hash)"),
    "a comprehension over id": ("o = [id * 2 for id in range(3)] + [dir for dir in 'ab']",),
    "a lambda of id": ("o = sorted([(2, 'a'), (1, 'b')], key=lambda id: id[0])",),
    "a set called open": ("open = {3}", "open.add(4)", "o = sorted(open)"),
    "a field called id": (
        "from dataclasses import dataclass",
        "@dataclass",
        "class Planet:",
        "    id: int",
        "    units: int = 0",
        "o = [Planet(3).id, Planet(id=4).units]",
    ),
}
HONEST = {**TYPES, **ITERATORS, **WORDS}


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox(workers=1)
    yield made
    made.close()


@pytest.mark.parametrize("name", HONEST)
def test_a_program_means_in_the_sandbox_what_it_means_in_python(sandbox: Sandbox, name: str) -> None:
    text = inside(*HONEST[name], "return o")
    names: dict[str, object] = {}
    exec(text, names)  # a text of this file
    expected = names["decide"]({"seat": 0})  # type: ignore[operator]
    run = sandbox.run(DECIDING, sandbox.prepare(DECIDING, text), options={}, view=ASKED, memory="{}", seed=1)
    assert (run.void, run.fault) == (None, "")
    assert run.answer == [json.loads(json.dumps(expected))]
