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
HONEST = {**TYPES}


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
