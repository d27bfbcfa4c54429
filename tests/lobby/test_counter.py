"""Units are counted where no program can reach them, and for everything that takes work, whatever name it is called by.

Some of these texts are refused by the loader. Here they are run past it, to see that they would gain nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from games.core import deciding
from games.core.contract import Programs
from lobby.bots import charging, loader
from lobby.bots.refusing import ProgramRefused
from lobby.bots.sandbox import Prepared, Run, Sandbox
from tests.games.toy_programs import BUDGET, PROGRAMS
from tests.lobby.hostile_programs import body
from tests.lobby.smuggled_programs import RUNTIME, WORKING, inside
from tests.lobby.test_sandbox import VIEW

pytestmark = pytest.mark.usefixtures("unhurried")

DECIDING = replace(deciding.programs(example="", units=40_000), load_units=10**6)
ASKED = {"view": {"seat": 0}, "choices": [], "refused": None}


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox(workers=1)
    yield made
    made.close()


@pytest.fixture
def unguarded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loader that refuses nothing."""
    monkeypatch.setattr(loader, "refuse", lambda *given: None)
    monkeypatch.setattr(loader, "refuse_depth", lambda tree: None)
    monkeypatch.setattr(loader, "_refuse_difference", lambda meant, sent: None)


def decided(sandbox: Sandbox, text: str, programs: Programs = DECIDING) -> Run:
    prepared = sandbox.prepare(programs, text)
    return sandbox.run(programs, prepared, options={}, view=ASKED, memory="{}", seed=1)


def played(sandbox: Sandbox, prepared: Prepared) -> Run:
    return sandbox.run(PROGRAMS, prepared, options={}, view=VIEW, memory="{}", seed=1)


# --- Work inside builtins


@pytest.mark.parametrize("name", WORKING)
def test_work_inside_builtins_is_charged_by_its_size(sandbox: Sandbox, name: str) -> None:
    run = decided(sandbox, inside(*WORKING[name]))
    assert run.void in (None, "budget"), run
    assert run.units > 10_000, run


def test_an_alias_costs_what_a_direct_call_costs(sandbox: Sandbox) -> None:
    def units(*lines: str) -> int:
        run = decided(sandbox, inside("s, x, n = sorted, range(4000), 0", *lines))
        assert run.void is None, run
        return run.units

    direct = units("for _ in range(9): sorted(x)")
    assert units("for _ in range(9): s(x)") == direct > 9 * 4000
    assert units("for _ in range(9): (lambda f: f)(s)(x)") - direct < 100


def test_small_things_cost_nothing_beside_their_expressions(sandbox: Sandbox) -> None:
    with_numbers = decided(
        sandbox, inside("a, b = 3, 4.5", "c = a + b * a - b // 2 % a", "d = 'x' + str(c)", "e = f'{d}{a}' == d")
    )
    with_names = decided(
        sandbox, inside("a, b = 3, 4.5", "c = a, b, a, b, 2, a, 0, 0, 0", "d = 'x', str, c, 0", "e = d, a, d, 0, 0")
    )
    assert with_numbers.void is None
    assert abs(with_numbers.units - with_names.units) < 10


@pytest.mark.parametrize("name", RUNTIME)
def test_names_that_are_made_when_it_runs_reach_nothing(sandbox: Sandbox, name: str) -> None:
    expression, reason = RUNTIME[name]
    run = decided(sandbox, inside(f"print({expression})"))
    assert (run.void, run.console) == (reason, "")


OPERATORS = ["+", "-", "*", "/", "//", "%", "&", "|", "^", "<<", ">>", "and", "or", "==", "<"]


@pytest.mark.parametrize("operator", OPERATORS)
def test_as_long_an_expression_as_before_is_taken(sandbox: Sandbox, operator: str) -> None:
    for text in (f" {operator} ".join(["x"] * 50), f"(x {operator} " * 45 + "x" + ")" * 45):
        run = decided(sandbox, inside("x = 1", "try:", f"    y = {text}", "except Exception: pass"))
        assert run.void is None and run.units > 50


# --- Past the loader

LOOP = ("n = 0", "while n < 60000: n += 1")
PAST = {
    "a negative charge": ("try: _cb_spend(-10**12)", "except Exception: pass"),
    "a negative charge in a specification": (
        r"""try: x = f"{1:\x7b_cb_spend(-10**12)\x7d}" """,
        "except Exception: pass",
    ),
    "a list that was": ("try: _cb_spent[0] = -10**12", "except Exception: pass"),
    "its limit": ("try: _cb_spent[1] = 10**15", "except Exception: pass"),
    "more of it": ("try: _cb_spent.append(1)", "except Exception: pass"),
    "a spender of its own": ("global _cb_spend", "_cb_spend = lambda units: None"),
    "a local spender": ("_cb_spend = lambda units: None",),
    "a spender in eval": ("try: eval('_cb_spend(-10**12)')", "except Exception: pass"),
    "a loop in eval": ("try: eval('[n for n in range(60000)]')", "except Exception: pass"),
    "a loop in exec": ("try: exec('n = 0\\nwhile n < 60000: n += 1')", "except Exception: pass"),
    "names by locals": ("try: print(list(locals()))", "except Exception: pass"),
    "names by globals": ("try: print(list(globals()))", "except Exception: pass"),
    "names by dir": ("try: print(dir())", "except Exception: pass"),
    "names by vars": ("try: print(vars())", "except Exception: pass"),
    "names of the running module": ("import sys", "try: print(sys.modules)", "except Exception: pass"),
    "builtins": ("try: import builtins", "except Exception: pass"),
    "its own len": ("global len", "len = lambda value: 0"),
    "its own isinstance": ("global isinstance", "isinstance = lambda value, kind: False"),
    "its own type": ("global type", "type = lambda value: int"),
    "its own error": ("global RuntimeError", "RuntimeError = ValueError"),
    "its own sorted": ("global sorted", "sorted = print"),
    "an attribute of a builtin": ("try: sorted.x = 1", "except Exception: pass"),
    "an attribute of a type": ("try: list.__name__ = 'x'", "except Exception: pass"),
    "an attribute of the type of a type": ("try: type(list).x = 1", "except Exception: pass"),
    "the text of a function": ("print(sorted, list, type(list), print)",),
    "errors of a function": ("try: sorted()", "except Exception as e: print(str(e))"),
    "a name nearly right": ("try: _cb_spen", "except Exception as e: print(str(e))"),
}


@pytest.mark.parametrize("name", PAST)
@pytest.mark.parametrize("is_caught", [False, True])
def test_a_text_that_the_loader_let_through_gains_nothing(unguarded: None, name: str, is_caught: bool) -> None:
    sandbox = Sandbox(workers=1)
    loop = ("try:", *(f"    {line}" for line in LOOP), "except Exception: pass") if is_caught else LOOP
    try:
        prepared = sandbox.prepare(PROGRAMS, body(*PAST[name], *loop))
        runs = [played(sandbox, prepared) for _ in range(2)]
    except ProgramRefused:
        runs = []  # the sandbox itself does not take it
    finally:
        sandbox.close()
    for run in runs:
        assert run.void == "budget" and run.units > BUDGET, run
        assert prepared.names.token not in run.console + run.fault


@pytest.mark.parametrize("name", PAST)
def test_what_a_text_may_name_it_is_counted_right_or_void(unguarded: None, name: str) -> None:
    """Without the loop: it fails, or it costs about what its expressions cost."""
    sandbox = Sandbox(workers=1)
    try:
        run = played(sandbox, sandbox.prepare(PROGRAMS, body(*PAST[name], "c.walk(1)")))
    except ProgramRefused:
        return
    finally:
        sandbox.close()
    assert run.void or 0 < run.units < 200, run
    assert charging.OURS + "0" not in run.console


def test_even_one_who_knows_the_names_lowers_nothing(monkeypatch: pytest.MonkeyPatch, unguarded: None) -> None:
    monkeypatch.setattr(loader, "new_names", lambda: charging.Names("known"))
    sandbox = Sandbox(workers=1)
    for line in ("_cb_known_spend(-10**12)", "_cb_known_tick(-10**12)"):
        run = played(sandbox, sandbox.prepare(PROGRAMS, body(f"try: {line}", "except Exception: pass", *LOOP)))
        assert run.void == "budget" and run.units > BUDGET
    sandbox.close()


def test_names_are_drawn_for_each_preparation_and_change_nothing() -> None:
    text = body(
        "c.log([sorted([3, 1]), str(c.view)[:9]])",
        "c.walk(c.random.randint(-1, 1))",
        "for n in range(50): c.memory[str(n % 3)] = n",
    )
    found = []
    for _ in range(3):
        sandbox = Sandbox(workers=1)
        prepared = sandbox.prepare(PROGRAMS, text)
        run = played(sandbox, prepared)
        found.append((prepared.names.token, (str(run.answer), run.memory, run.console, run.units)))
        sandbox.close()
    assert len({token for token, _ in found}) == 3 and all(len(token) == 32 for token, _ in found)
    assert len({seen for _, seen in found}) == 1


def test_what_an_owner_is_told_contains_no_name_of_the_counter(sandbox: Sandbox) -> None:
    for lines in (
        ("sorted()",),
        ("max(1, 'a')",),
        ("{}[1] += 'a'",),
        ("x = [] + 1",),
        ("len(3)",),
        ("'%d' % 'a'",),
        ("f'{1:z}'",),
    ):
        run = decided(sandbox, inside(*lines))
        assert run.void == "error" and "_cb_" not in run.fault and run.fault, run
        assert run.line == 2
