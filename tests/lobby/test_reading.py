"""A text is read in the same way by every version of Python: `ast` writes f-strings differently, and newer versions take more."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lobby.bots import loader, reading
from lobby.bots.refusing import ProgramRefused
from tests.games.toy_programs import PROGRAMS
from tests.lobby.smuggled_programs import SMUGGLED, WORKING, inside

ROOT = Path(__file__).parents[2]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
NEWER = {
    "the same quotes": 'f"{f"{1}"}"',
    "the same quotes in a text": "f'{x['a']}'",
    "a backslash": r"f'{chr(10) + '\n'}'",
    "a backslash in a text of other quotes": r'''f"{'\n'}"''',
    "a note": "f'''{1 # a note\n}'''",
    "a line end": "f'{1\n}'",
    "three levels": "f'{1:{2:{3}}}'",
    "types": "type X = int",
    "type parameters": "def f[T](x): pass",
    "a text of templates": "t'{1}'",
    "errors without brackets": "try: pass\nexcept ValueError, TypeError: pass",
}
TEXTS = [
    *SMUGGLED.values(),
    *(inside(*lines) for lines in WORKING.values()),
    *NEWER.values(),
    "f'{x!r:>{9}}' f'{y=}' 'z'",
    "f'{1:{2}}'",
    "f'a{{b}}{x:>5}%'",
    r"f'\n{x}\t{y:\x3e5}'",
    "f''",
]
SCRIPT = """
import ast, json, sys, warnings
warnings.simplefilter("ignore")
from lobby.bots import loader
from lobby.bots.charging import Names
loader.new_names = lambda: Names("0" * 32)
class Rules:
    source_bytes, chance, reserved, prelude = 10**6, "rng", (), "x = 1"
    translate, ending = staticmethod(lambda tree: tree), staticmethod(lambda tree: "")
found = []
for text in json.load(sys.stdin):
    try:
        found.append(loader.load(text, Rules).source)
    except loader.ProgramRefused:
        found.append(None)
print(json.dumps(found))
"""


def sent_by(python: str) -> list[str | None]:
    done = subprocess.run(
        [python, "-c", SCRIPT], input=json.dumps(TEXTS), capture_output=True, text=True, check=True, cwd=ROOT
    )
    found: list[str | None] = json.loads(done.stdout)
    return found


def test_every_python_of_this_machine_sends_the_same() -> None:
    here = sent_by(sys.executable)
    assert None in here and any(here)
    for version in VERSIONS:
        other = shutil.which(f"python{version}")
        # Some of them are only stand-ins that know no such version.
        if other and subprocess.run([other, "-c", ""], capture_output=True, check=False).returncode == 0:
            assert sent_by(other) == here, version


@pytest.mark.parametrize("name", NEWER)
def test_what_only_newer_versions_take_is_refused_by_all(name: str) -> None:
    with pytest.raises(ProgramRefused):
        loader.load(NEWER[name], PROGRAMS)


def test_a_tree_as_other_versions_write_it_means_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """3.12 adds empty texts to specifications; 3.13 writes one with a named letter as a bare text."""

    def written(spec: ast.expr) -> ast.Module:
        value = ast.FormattedValue(ast.Constant(1, lineno=1, col_offset=0), -1, spec, lineno=1, col_offset=0)
        return ast.Module(
            [ast.Expr(ast.JoinedStr([ast.Constant(""), value], lineno=1, col_offset=0), lineno=1, col_offset=0)], []
        )

    bare, parts = (
        written(ast.Constant(">9")),
        written(ast.JoinedStr([ast.Constant(">"), ast.Constant("9"), ast.Constant("")])),
    )
    expected = written(ast.JoinedStr([ast.Constant(">9")]))
    expected.body[0].value.values.pop(0)  # type: ignore[attr-defined]
    for tree in (bare, parts):
        monkeypatch.setattr(reading.ast, "parse", lambda text, feature_version, tree=tree: tree)
        assert ast.dump(reading.read("")) == ast.dump(expected)
