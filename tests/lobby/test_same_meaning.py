"""What a program computes in the sandbox is what Python computes: rewriting it to count its work changes no meaning."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from lobby.bots.sandbox import Sandbox
from tests.lobby.smuggled_programs import inside
from tests.lobby.test_counter import ASKED, DECIDING

pytestmark = pytest.mark.usefixtures("unhurried")

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
FUNCTIONS = {
    "rounding": ("o = [round(2.5), round(2.345, 2), round(-7), round(1234, -2), round(number=2.5, ndigits=0)]",),
    "keys": (
        "x = [(2, 'b'), (1, 'c'), (2, 'a')]",
        "o = [sorted(x, key=lambda t: t[0]), min(x, key=lambda t: (-t[0], t[1])), max(x, key=len), sorted('bA', key=str)]",
        "x.sort(key=lambda t: t[1], reverse=True)",
        "o += [x, max([], key=len, default=5), min([1, 2], key=None)]",
    ),
    "bisection": (
        "import bisect as b",
        "from bisect import bisect_left",
        "x = [1, 3, 5, 7]",
        "o = [b.bisect(x, 3), bisect_left(x, 3), b.bisect_right(x, 9, 1, 2), b.bisect(x, -4, key=lambda n: -n)]",
    ),
    "groups": (
        "from itertools import groupby",
        "x = [(1, 'a'), (1, 'b'), (2, 'c')]",
        "o = [[(k, list(g)) for k, g in groupby('aab')], [(k, list(g)) for k, g in groupby(x, key=lambda t: t[0])]]",
    ),
    "arrangements": (
        "from itertools import product, permutations, combinations, combinations_with_replacement",
        "o = [list(product([1, 2], 'ab')), list(product([0, 1], repeat=2)), list(permutations([1, 2, 3], 2)), list(permutations('ab'))]",
        "o += [list(combinations('abc', 2)), list(combinations('abc', r=1)), list(combinations_with_replacement('ab', 2))]",
        "o += [len(list(combinations(range(70), 69))), len(next(iter(permutations(range(70))))) if 0 else 0]",
    ),
    "running sums": (
        "from itertools import accumulate, count, islice",
        "o = [list(accumulate([1, 2, 3])), list(accumulate('abc')), list(accumulate([1, 2, 3], lambda a, b: a * b, initial=2))]",
        "o += [list(islice(accumulate(count()), 4)), list(accumulate([[1], [2]], initial=[])), list(accumulate([], initial=3))]",
    ),
    "rows of different lengths": (
        "from itertools import zip_longest",
        "o = [list(zip_longest([1, 2], 'a', fillvalue=0)), list(zip_longest())]",
    ),
    "precision": (
        "o = ['%.1s' % 'ab', '%5.1f|%.2e' % (2.25, 1e5), '%.2s' % ([1, 2],), '{!s:.2}'.format([1]), '%*d' % (4, 1)]",
    ),
    "what is in values": ("d = {1: 'a', 2: [1]}", "o = ['a' in d.values(), [1] in d.values(), 5 not in d.values()]"),
    "popping": (
        "x, d = [1, 2, 3, 4], {'a': 1}",
        "n = 0",
        "o = [x.pop(), x.pop(0), x.pop(n), x.pop(-1), d.pop('a'), d.pop('a', 0)]",
    ),
}
HONEST = {**TYPES, **ITERATORS, **WORDS, **FUNCTIONS}


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
