"""What is checked is what runs: the text that the sandbox gets says the same as the text that was refused or not."""

from __future__ import annotations

import ast
import re
import textwrap
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from lobby.bots import loader, refusing
from lobby.bots.charging import KINDS
from lobby.bots.refusing import ProgramRefused
from lobby.bots.rewriting import rewritten, without_main
from tests.games.cosmos import steward
from tests.games.toy_programs import PROGRAMS
from tests.lobby import hostile_deciders, hostile_programs, smuggled_programs

ROOT = Path(__file__).parents[2]


def corpus() -> dict[str, str]:
    """All texts of programs in the project, by where they are."""
    found = {"steward": steward.TEXT}
    for game_id in games.GAMES:
        rules = games.get(game_id).programs
        if rules is not None:
            for number, one in enumerate((rules, rules.rules("def decide(): return None\n"))):
                found[f"{game_id} {number}"] = one.example
                found |= {f"{game_id} {number} {template.name}": template.text for template in one.templates}
    for name, (text, _) in {**hostile_programs.HOSTILE, **hostile_deciders.HOSTILE}.items():
        found[f"hostile {name}"] = text
    for name, lines in smuggled_programs.WORKING.items():
        found[f"working {name}"] = smuggled_programs.inside(*lines)
    for page in (ROOT / "docs").glob("*.md"):
        for number, block in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)):
            found[f"{page.name} {number}"] = block
    for path in sorted((ROOT / "tests" / "lobby").glob("test_*program*.py")):
        for number, node in enumerate(ast.walk(ast.parse(path.read_text()))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and "def " in node.value:
                found[f"{path.name} {number}"] = textwrap.dedent(node.value)
    return found


CORPUS = corpus()
LARGE: Any = PROGRAMS.__class__(**{**vars(PROGRAMS), "source_bytes": 10**6, "reserved": frozenset()})


def said(tree: ast.AST) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Names, methods that are called, and texts of a tree, without what stands in docstrings, annotations and format strings.

    Annotations are never evaluated, and most are not sent.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg | ast.AnnAssign):
            node.annotation = None
    names: Counter[str] = Counter()
    calls: Counter[str] = Counter()
    texts: Counter[str] = Counter()
    skipped = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))
        if isinstance(node, ast.JoinedStr):
            skipped |= {id(part) for part in node.values}
        if isinstance(node, ast.Name):
            names[node.id] += 1
        elif isinstance(node, ast.Attribute):
            names[node.attr] += 1
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            calls[node.func.attr] += 1
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            texts[node.value] += 1
    return names, calls, texts


def sent(text: str) -> tuple[loader.Loaded, ast.Module]:
    loaded = loader.load(text, LARGE)
    return loaded, ast.parse(loaded.source)


def check(text: str) -> None:
    """What is sent has no name and no text that the person's text has not, and no fewer."""
    try:
        loaded, tree = sent(text)
    except ProgramRefused:
        return
    # What the interpreter has not is said in other words before: `test_python_subset` asks whether they mean the same.
    meant = rewritten(without_main(ast.parse(text)), loaded.names)
    was, now = said(meant), said(ast.parse(loaded.source))
    assert not any(isinstance(node, ast.JoinedStr) for node in ast.walk(tree))
    ours = {name for name in now[0] if loaded.names.is_ours(name)}
    shown = {name for name in now[0] if name not in was[0]} - ours
    assert not shown, shown
    # A type that is called or tested has a name of ours; an operand may be looked at twice.
    assert {name for name in was[0] if name not in now[0]} <= {*KINDS, "type", "isinstance"}
    for name, number in was[1].items():
        assert now[0][name] >= number, name
    for written, number in was[2].items():
        assert now[2][written] >= number, written
    templates = {
        node.left.value
        for node in ast.walk(tree)
        if isinstance(node, ast.BinOp) and isinstance(node.left, ast.Constant)
    }
    inside = {
        part.value
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.JoinedStr)
        for part in node.values
        if isinstance(part, ast.Constant)
    }
    for written in now[2].keys() - was[2].keys():
        assert written in templates or written in inside or not written, written
    refusing.refuse(ast.parse(loaded.source), LARGE, loaded.names.is_ours)
    assert ast.unparse(tree) == loaded.source.strip() or ast.dump(ast.parse(ast.unparse(tree))) == ast.dump(tree)
    again = ast.parse(loaded.maker) if loaded.maker else tree
    assert ast.dump(ast.parse(ast.unparse(again))) == ast.dump(again)


@pytest.mark.parametrize("name", CORPUS)
def test_every_text_of_the_project_says_the_same_when_it_is_sent(name: str) -> None:
    check(CORPUS[name])


def test_the_corpus_is_not_empty() -> None:
    assert len(CORPUS) > 100
    assert sum(isinstance(_load(text), loader.Loaded) for text in CORPUS.values()) > 90


def _load(text: str) -> object:
    try:
        return loader.load(text, LARGE)
    except ProgramRefused as refusal:
        return refusal


@pytest.mark.parametrize("name", smuggled_programs.SMUGGLED)
def test_what_would_be_read_as_something_else_is_refused_with_its_line(name: str) -> None:
    with pytest.raises(ProgramRefused) as refusal:
        loader.load(smuggled_programs.SMUGGLED[name], LARGE)
    if name != "a generator":
        assert refusal.value.line >= 1 or "not text" in str(refusal.value)


LETTERS = st.sampled_from(
    [*"ab{}'\"\\\n\t \0%é\u2028\ufeff\ud800𝐞ｅ:!=", "\\x7b", "\\x7d", "\\173", "{{", "}}", "'''", '"""']
)
WORDS = st.lists(LETTERS, max_size=8).map("".join)
NUMBERS = st.one_of(
    st.integers(),
    st.floats(),
    st.just(10**4000),
    st.sampled_from(["1e999", "-1e999", "1e999j", "0x" + "f" * 5000, "1_0", "-0.0"]),
).map(str)


def _quoted(words: str) -> str:
    return repr(words)


ATOMS = st.one_of(
    WORDS.map(_quoted),
    WORDS.map(lambda words: f'f"{words}"'),
    WORDS.map(lambda words: f"f'''{words}'''"),
    WORDS.map(lambda words: f'f"{{1:{words}}}"'),
    WORDS.map(lambda words: f'f"{{a!r:{{b}}{words}}}"'),
    WORDS.map(lambda words: f'"{words}"'),
    WORDS.map(lambda words: f'b"{words}"'),
    WORDS.map(lambda words: f'rf"{words}" "{words}"'),
    NUMBERS,
    st.sampled_from(["a", "b", "ｅｖａｌ", "None", "...", "𝐍one", "_cb_spend", "eval", "a.b", "a[1:2]", "a[b]", "*a"]),
)


def _built(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    two = st.tuples(inner, inner)
    return st.one_of(
        two.map(lambda pair: f"({pair[0]} + {pair[1]})"),
        two.map(lambda pair: f"({pair[0]} - {pair[1]} ** -{pair[0]})"),
        two.map(lambda pair: f"({pair[0]} % ({pair[1]},))"),
        two.map(lambda pair: f"({pair[0]} < {pair[1]} in {pair[0]})"),
        two.map(lambda pair: f"[{pair[0]} for a, *b in {pair[1]} if {pair[0]}]"),
        two.map(lambda pair: f"{{{pair[0]}: {pair[1]}, **{pair[0]}}}"),
        two.map(lambda pair: f"(lambda a=({pair[0]}), *b: {pair[1]})"),
        two.map(lambda pair: f"({pair[0]} if (a := {pair[1]}) else -{pair[0]})"),
        two.map(lambda pair: f"f(*{pair[0]}, x={pair[1]}, **a)"),
        two.map(lambda pair: f"{pair[0]} {pair[1]}"),
        inner.map(lambda one: f"f'{{{one}}}'"),
        inner.map(lambda one: f'f"{{{one}!r:>{{{one}}}}}"'),
        inner.map(lambda one: f"a[{one}]"),
    )


EXPRESSIONS = st.recursive(ATOMS, _built, max_leaves=6)
STATEMENTS = st.one_of(
    EXPRESSIONS,
    EXPRESSIONS.map(lambda one: f"a = {one}"),
    EXPRESSIONS.map(lambda one: f"a[b] += {one}"),
    EXPRESSIONS.map(lambda one: f"a: {one} = {one}"),
    EXPRESSIONS.map(lambda one: f"class A:\n    x = {one}"),
    EXPRESSIONS.map(lambda one: f"def g(a={one}) -> {one}:\n    {one}\n    return {one}"),
    EXPRESSIONS.map(lambda one: f"match {one}:\n    case [a, *b] if {one}: pass"),
    EXPRESSIONS.map(lambda one: f"while {one}:\n    break\nelse:\n    {one}"),
    EXPRESSIONS.map(lambda one: f"with {one} as (a, *b): pass"),
    EXPRESSIONS.map(lambda one: f"@f({one})\ndef g(): '''{one}'''"),
)


@given(STATEMENTS)
def test_whatever_is_written_says_the_same_when_it_is_sent(text: str) -> None:
    check(text)


def test_what_python_writes_differently_is_refused_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever another version of `ast.unparse` gets wrong."""
    unparse = ast.unparse
    monkeypatch.setattr(ast, "unparse", lambda tree: unparse(tree).replace("'kept'", "open"))
    with pytest.raises(ProgramRefused) as refusal:
        loader.load("x = 1\ny = 2\nz = 'kept'\n", PROGRAMS)
    assert refusal.value.line == 3
    monkeypatch.setattr(ast, "unparse", lambda tree: unparse(tree) + "\nopen('x')")
    with pytest.raises(ProgramRefused):
        loader.load("x = 1\n", PROGRAMS)


def test_the_same_refusals_hold_for_what_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rewriting must not make something that would have been refused."""
    monkeypatch.setattr(loader, "counted", lambda tree, names: ast.parse("x = 1\nopen('x')"))
    with pytest.raises(ProgramRefused, match="open"):
        loader.load("x = 1\n", PROGRAMS)
