"""Where did the budget of a run go? The lines that took it are told to the program's owner after a trial, the same every time, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lobby.bots.profiling import LINES, OF, profile
from lobby.bots.sandbox import Sandbox
from tests.games.toy_programs import PROGRAMS
from tests.lobby.hostile_programs import HOSTILE
from tests.lobby.test_sandbox import HONEST, VIEW, run

pytestmark = pytest.mark.slow

TWO_LOOPS = """
def run(c):
    total = 0
    for n in range(300):
        total += n
    for n in range(10 ** 9):
        total += n * n + n
        total -= n
"""
IN_A_HELPER = """
def cost(n):
    return sum(range(n))


def run(c):
    while True:
        cost(500)
"""
CAUGHT = """
def run(c):
    while True:
        try:
            for n in range(100):
                n * n
        except Exception:
            print("caught", n)
            c.memory["seen"] = n
            return
"""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox(workers=1)
    yield made
    made.close()


def profiled(sandbox: Sandbox, text: str, *, memory: str = "{}", seed: int = 1) -> list[dict[str, int]]:
    prepared = sandbox.prepare(PROGRAMS, text)
    return profile(sandbox, PROGRAMS, prepared, options={}, view=VIEW, memory=memory, seed=seed)


def test_the_line_that_took_most_comes_first(sandbox):
    first, *others = profiled(sandbox, TWO_LOOPS)
    assert first["line"] == 7 and first["share"] > 600
    assert first["share"] + sum(one["share"] for one in others) <= OF
    assert {one["line"] for one in others} <= {3, 5}


def test_work_in_a_helper_counts_for_the_line_of_the_helper(sandbox):
    assert profiled(sandbox, IN_A_HELPER)[0]["line"] == 3


def test_the_same_run_has_the_same_profile(sandbox):
    assert profiled(sandbox, TWO_LOOPS) == profiled(sandbox, TWO_LOOPS)


def test_a_run_within_its_budget_has_only_the_lines_that_it_reached(sandbox):
    assert sum(one["share"] for one in profiled(sandbox, HONEST)) < OF // 2


def test_a_void_run_names_the_line_at_which_its_budget_ran_out(sandbox):
    void = run(sandbox, TWO_LOOPS)
    assert (void.void, void.line) == ("budget", 7)


def test_who_catches_the_error_keeps_nothing_and_its_profile_is_empty_or_its_own(sandbox):
    void = run(sandbox, CAUGHT)
    before = run(sandbox, HONEST)
    lines = profiled(sandbox, CAUGHT)
    assert all(3 <= one["line"] <= 9 for one in lines)
    assert void.memory == "{}" and void.void == "budget"
    assert run(sandbox, HONEST).answer == before.answer, "nothing of the played parts is left"


@pytest.mark.parametrize("name", sorted(HOSTILE)[::6])
def test_profiles_of_hostile_programs_are_lines_of_theirs_and_shares(sandbox, name):
    text, _ = HOSTILE[name]
    found = profiled(sandbox, text)
    assert len(found) <= LINES
    for one in found:
        assert set(one) == {"line", "share"}
        assert 1 <= one["line"] <= len(text.splitlines()) and 0 < one["share"] <= OF
