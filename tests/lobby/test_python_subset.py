"""The page of what hosted programs may say: every example of it means the same in Python and on the site, or is refused as it says."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from games.core import deciding
from lobby.bots.charging import HEAPQ
from lobby.bots.forms import sentence
from lobby.bots.refusing import MODULES, ProgramRefused
from lobby.bots.sandbox import Run, Sandbox

DOCS = Path(__file__).parents[2] / "docs"
ENGLISH = (DOCS / "python.md").read_text(encoding="utf-8")
CHINESE = (DOCS / "python.zh-hans.md").read_text(encoding="utf-8")
_EXAMPLE = re.compile(r"```python\n((?:(?!```).*\n)*)```\n(?:\n> (.*)\n)?")
EXAMPLES: list[tuple[str, str]] = _EXAMPLE.findall(ENGLISH)
MAY = [code for code, refusal in EXAMPLES if not refusal]
MAY_NOT = [(code, *said) for (code, english), (_, chinese) in zip(EXAMPLES, _EXAMPLE.findall(CHINESE), strict=True) if (said := (english, chinese))[0]]  # fmt: skip
RULES = deciding.programs(example="")
NOT_HERE = "# not here"

pytestmark = pytest.mark.usefixtures("unhurried")


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    sandbox = Sandbox(1)
    yield sandbox
    sandbox.close()


def hosted(sandbox: Sandbox, code: str, memory: str = "{}") -> Run:
    prepared = sandbox.prepare(RULES, code)
    view = {"view": {}, "choices": [], "refused": None}
    return sandbox.run(RULES, prepared, options={}, view=view, memory=memory, seed=1)


def at_home(code: str) -> Any:
    names: dict[str, Any] = {"__name__": __name__}
    exec(compile(code, "mine.py", "exec"), names)
    return json.loads(json.dumps(names["decide"]()))


def same(sandbox: Sandbox, code: str) -> Any:
    """What a program returns, which is the same in Python and on the site."""
    code = textwrap.dedent(code)
    run = hosted(sandbox, code)
    assert run.void is None, (code, run)
    assert run.answer == [at_home(code)], code
    return run.answer[0]


def refusal(sandbox: Sandbox, code: str) -> ProgramRefused:
    with pytest.raises(ProgramRefused) as refused:
        sandbox.prepare(RULES, textwrap.dedent(code))
    return refused.value


@pytest.mark.parametrize("code", MAY)
def test_what_may_be_written_means_the_same_as_in_python(sandbox: Sandbox, code: str) -> None:
    if "rng" in code:
        assert hosted(sandbox, code).answer == [7]
    else:
        same(sandbox, code)


@pytest.mark.parametrize(("code", "english", "chinese"), MAY_NOT)
def test_what_may_not_is_refused_at_its_line_in_the_words_of_the_page(
    sandbox: Sandbox, code: str, english: str, chinese: str
) -> None:
    if "def decide" not in code:
        code += "\ndef decide():\n    pass\n"
    found = refusal(sandbox, code)
    assert NOT_HERE in code.splitlines()[found.line - 1]
    assert sentence(found) == english
    with translation.override("zh-hans"):
        assert sentence(found) == chinese


def test_both_languages_have_the_same_examples_and_the_modules_that_there_are() -> None:
    assert [code for code, _ in EXAMPLES] == [code for code, _ in _EXAMPLE.findall(CHINESE)]
    for document in (ENGLISH, CHINESE):
        assert set(re.findall(r"^\| `(\w+)` \|", document, re.MULTILINE)) == MODULES
    assert len(MAY) > 10 and len(MAY_NOT) > 10


@pytest.mark.django_db
def test_the_page_is_linked_from_the_guide(client: Client) -> None:
    assert "Python in hosted programs" in client.get("/programs/python/").content.decode()
    assert "站内程序可用的 Python" in client.get("/programs/python/", HTTP_ACCEPT_LANGUAGE="zh-hans").content.decode()
    assert 'href="/programs/python/"' in client.get("/api/guide/bots/").content.decode()


# --- What is written in other words


@pytest.mark.parametrize(
    "numbers",
    [
        "[5, 1, 4, 1, 3]",
        "[(2, 'b'), (2, 'a'), (1, 'z')]",
        "list(range(40, 0, -1))",
        "[(n * 7919) % 101 for n in range(90)]",
    ],
)
def test_a_heap_lies_in_its_list_as_python_puts_it(sandbox: Sandbox, numbers: str) -> None:
    same(
        sandbox,
        f"""
        from heapq import *
        import heapq
        def decide():
            one, other, found = [], {numbers}, []
            for number in {numbers}:
                heapq.heappush(one, number)
            heapq.heapify(other)
            found.append([list(one), list(other)])
            found.append([heapq.heappushpop(one, other[0]), heapq.heapreplace(other, one[-1]), list(one), list(other)])
            found.append([heapq.nlargest(3, one), heapq.nsmallest(2, one, key=lambda value: str(value))])
            found.append([heapq.nsmallest(0, one), heapq.nlargest(-1, one)])
            found.append(list(heapq.merge(sorted(one), sorted(other))))
            found.append(list(heapq.merge(sorted(one, reverse=True), [], reverse=True)))
            while one:
                found.append([heapq.heappop(one), list(one)])
            return found
        """.replace("        from heapq import *\n", f"        from heapq import {', '.join(HEAPQ)}\n"),
    )


def test_a_heap_of_something_else_is_an_error_at_its_line_and_the_module_cannot_be_changed(sandbox: Sandbox) -> None:
    run = hosted(sandbox, "import heapq\ndef decide():\n    heapq.heappush((), 1)\n")
    assert (run.void, run.line, run.fault) == ("error", 3, "TypeError: heap argument must be a list, not tuple")
    run = hosted(sandbox, "import heapq\ndef decide():\n    heapq.heappop([])\n")
    assert (run.void, run.line) == ("error", 3)
    run = hosted(sandbox, "import heapq\ndef decide():\n    heapq.heappush = 1\n")
    assert (run.void, run.line) == ("error", 3)


def test_a_heap_of_large_things_costs_what_comparing_them_costs(sandbox: Sandbox) -> None:
    def units(item: str) -> int:
        text = f"import heapq\ndef decide():\n    heap, item = [], {item}\n    for _ in range(64): heapq.heappush(heap, item)\n"
        return hosted(sandbox, text).units

    assert units("(1,) * 200") > 10 * units("1")


def test_del_takes_things_out_of_whatever_holds_them(sandbox: Sandbox) -> None:
    same(
        sandbox,
        """
        from collections import Counter, defaultdict, deque
        def decide():
            rows, table, row, count = [[1, 2], [3]], defaultdict(list), deque([1, 2, 3, 4]), Counter("aab")
            table["a"].append(1)
            del rows[0][1], rows[-1], table["a"], row[1], row[-1], count["a"], count["z"]
            (first, second) = 1, 2
            del first, (second,)
            return [rows, table, list(row), count]
        """,
    )


@pytest.mark.parametrize(
    ("wrong", "fault"), [("del {}[1]", "KeyError"), ("del [][0]", "IndexError"), ("del 'ab'[0]", "TypeError")]
)
def test_what_is_not_there_cannot_be_deleted(sandbox: Sandbox, wrong: str, fault: str) -> None:
    run = hosted(sandbox, f"def decide():\n    x = 1\n    {wrong}\n")
    assert (run.void, run.line) == ("error", 3)
    assert run.fault.startswith(fault)


def test_a_class_inherits_methods_values_fields_and_what_is_asked_of_it(sandbox: Sandbox) -> None:
    same(
        sandbox,
        """
        from dataclasses import dataclass, field
        class A:
            kind = "a"
            tags = ["shared"]
            def __init__(self, x=1): self.x = x
            def f(self): return self.x
            def g(self): return self.f() + 1
            def __add__(self, other): return self.x + other.x
        class B(A):
            def __init__(self, x):
                super().__init__(x * 2)
            def f(self):
                return super().f() * 3
        class C(B):
            kind = "c"
            def f(self):
                return super().f() + 1000
        class D(A):
            pass
        @dataclass
        class P:
            x: int
            y: list = field(default_factory=list)
            def z(self): return self.x
        @dataclass
        class Q(P):
            w: int = 4
            x: int = 9
            def z(self): return super().z() + self.w
        def decide():
            found = []
            for one in (A(1), B(1), C(1), D()):
                match one:
                    case B(x=x) | D(x=x): found.append(x)
                    case A(): found.append("A")
                found.append([one.kind, one.f(), one.g(), one + one, isinstance(one, A), isinstance(one, (int, B)), type(one) is A])
            found.append([B.tags is A.tags, A.f(C(2)), C.kind])
            found.append([Q(1).z(), Q().x, Q(1, [2]).y, isinstance(Q(), P), Q(1) == Q(1), repr(Q(1))])
            return found
        """,
    )


@pytest.mark.parametrize(
    "made",
    [
        "ValueError(3)",
        "ValueError('a', 3)",
        "ValueError({'a': [1.5]})",
        "ValueError()",
        "RuntimeError(text)",
        "OSError(None)",
    ],
)
def test_an_error_of_anything_is_caught_and_has_the_text_that_it_has_in_python(sandbox: Sandbox, made: str) -> None:
    code = f"""
        def decide():
            text = "lost"
            try:
                raise {made}
            except (ValueError, RuntimeError, OSError) as error:
                return str(error)
    """
    assert isinstance(same(sandbox, code), str)


def test_a_key_of_several_parts_is_an_error_that_is_caught(sandbox: Sandbox) -> None:
    code = """
        def decide():
            try:
                raise KeyError((1, 2))
            except KeyError as error:
                return "(1, 2)" in str(error)
    """
    assert same(sandbox, code) is True


@pytest.mark.parametrize("made", ["ValueError(*parts)", "ImportError('no', name='x')"])
def test_an_error_whose_text_cannot_be_known_is_refused_at_its_line(sandbox: Sandbox, made: str) -> None:
    found = refusal(sandbox, f"def decide():\n    parts = [1]\n    raise {made}\n")
    assert (found.line, "one text" in sentence(found)) == (3, True)


def test_an_error_in_what_is_inherited_is_at_the_line_where_it_is_written(sandbox: Sandbox) -> None:
    text = "class A:\n    def f(self):\n        return 1 // 0\nclass B(A):\n    def f(self):\n        return super().f()\ndef decide():\n    return B().f()\n"
    assert hosted(sandbox, text).line == 3


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("class A: pass\nif 1:\n    class B(A): pass\n", 3),
        ("class B(A): pass\nclass A: pass\n", 1),
        ("class A: pass\nA = 3\nclass B(A): pass\n", 3),
        ("class A: pass\nclass B(A): pass\nB = 3\n", 2),
        ("class A: pass\nclass B(A, metaclass=type): pass\n", 2),
        ("class A: pass\nclass B(A):\n    def f(self): return super(A, self).f()\n", 3),
        ("class A: pass\nclass B(A):\n    def f(self): return super().f()\n", 3),
        ("class A: pass\nclass B(A):\n    def f(self): return lambda: super().__init__()\n", 3),
        ("from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int\nclass B(A): pass\n", 5),
        ("class A: pass\nclass B(A): pass\nkinds = {1: A}\n", 3),
        ("class A:\n    class B: pass\n", 2),
        ("from enum import Enum\nclass A(Enum):\n    X = print()\n", 3),
        ("from enum import Enum\nx = Enum\n", 2),
        ("import enum\nx = enum.auto()\n", 2),
        ("from heapq import nothing\n", 1),
    ],
)
def test_what_could_mean_something_else_is_refused_at_its_line(sandbox: Sandbox, text: str, line: int) -> None:
    assert refusal(sandbox, f"{text}\ndef decide(): pass\n").line == line


def test_a_chain_of_classes_cannot_make_a_text_a_thousand_times_as_long(sandbox: Sandbox) -> None:
    body = "\n".join(f"    def f{n}(self): return [self, {n}, self, {n}]" for n in range(200))
    chain = "\n".join(f"class A{n}(A{n - 1}): pass" for n in range(1, 30))
    found = refusal(sandbox, f"class A0:\n{body}\n{chain}\ndef decide(): pass\n")
    assert str(found) == "The classes of this program inherit too much."
    chain = "\n".join(f"class A{n}(A{n - 1}): pass" for n in range(1, 99))
    assert "At most 64 classes" in str(refusal(sandbox, f"class A0: pass\n{chain}\ndef decide(): pass\n"))


def test_an_enum_asks_and_answers_as_in_python(sandbox: Sandbox) -> None:
    same(
        sandbox,
        """
        import enum
        from enum import Enum, auto as number
        class Kind(Enum):
            RED = number()
            BLUE = "b"
            GREEN = (1, 2)
            CRIMSON = 1
            LAST = enum.auto() if False else 7
        """.replace("enum.auto() if False else 7", "-7")
        + """
            def shout(self): return self.name + "!"
        def decide():
            found = [[one.name, one.value, one.shout(), str(one), repr(one)] for one in Kind]
            found.append([Kind(1) is Kind.RED, Kind.CRIMSON is Kind.RED, Kind["BLUE"] == Kind.BLUE, Kind.RED in Kind, len(Kind)])
            found.append([{Kind.RED: 5}[Kind.RED], isinstance(Kind.RED, Kind), isinstance(3, Kind), Kind.RED != Kind.BLUE])
            for wrong in (lambda: Kind(99), lambda: Kind["NO"]):
                try:
                    wrong()
                except (ValueError, KeyError) as error:
                    found.append(str(error))
            return found
        """,
    )


def test_nothing_that_a_program_changes_in_its_classes_lasts_to_the_next_run(sandbox: Sandbox) -> None:
    text = """
from enum import Enum
class Kind(Enum):
    RED = 1
class A:
    seen = []
class B(A): pass
def decide():
    B.seen.append(1)
    Kind.RED.value += 1
    return [len(A.seen), Kind.RED.value]
"""
    assert [hosted(sandbox, text).answer for _ in range(3)] == [[[1, 2]]] * 3
