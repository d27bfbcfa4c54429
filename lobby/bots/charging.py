"""What counts a program's work while it runs? A counter inside a closure, and builtins that charge for the size of what they are given.

Every session of the sandbox runs the counter (`counter`) before the prelude. Its functions have names with 128 random bits, drawn for each
preparation, and only the loader writes those names into a program. The builtins that a program sees are bound to functions of this text, so
that `s = sorted` or `map(sorted, rows)` is charged as a direct call. The prelude is trusted and keeps the sandbox's own builtins. Pure.
"""

from __future__ import annotations

import ast
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from lobby.bots import counter

OURS = "_cb_"
"""Names with this prefix belong to the counter and the prelude."""
NO_BUDGET = 10**15
"""The budget if the options set none: the time limit ends a run long before."""
SMALL = 2**62
"""Whole numbers below this, and floats, cost nothing beside the expression itself."""

KINDS = ("int", "float", "str", "bytes", "list", "tuple", "set", "frozenset", "dict")
"""Types that a program sees as objects that charge when they are called."""
ONE = ("str", "int", "list", "set")
"""Those of them that have a shorter way for one argument."""
CHARGED = (
    *("sorted", "sum", "min", "max", "any", "all", "enumerate", "zip", "map", "filter", "reversed"),
    *("repr", "format", "print", "pow", "round", "divmod", "bin", "hex", "oct", "type", "isinstance"),
    *("getattr", "setattr", "hasattr"),
)
"""Functions that a program sees as functions of ours, of the same names."""
ABSENT = (
    "eval",
    "exec",
    "compile",
    "open",
    "input",
    "locals",
    "globals",
    "vars",
    "dir",
    "id",
    "hash",
    "breakpoint",
    "__import__",
)
"""Builtins that do not exist for programs."""
UNSEEN = ("slice",)
"""Further ones that programs do not get. They may call something of theirs by these names."""
MODULE_FUNCTIONS = {
    "json": ("dumps", "loads"),
    "math": ("factorial", "comb", "perm", "prod", "fsum", "sumprod", "dist", "hypot", "gcd", "lcm", "isqrt"),
    "collections": ("Counter", "deque"),
    "itertools": (
        *("islice", "filterfalse", "dropwhile", "compress", "tee", "product", "permutations", "combinations"),
        *("combinations_with_replacement", "cycle", "groupby", "zip_longest", "accumulate"),
    ),
    "functools": ("reduce",),
    "bisect": ("insort", "insort_left", "insort_right", "bisect", "bisect_left", "bisect_right"),
}
"""Functions of modules whose work depends on what they are given."""
HEAPQ = ("heappush", "heappop", "heapify", "heapreplace", "heappushpop", "nlargest", "nsmallest", "merge")
"""What programs find in `heapq`, which the sandbox does not have (`counter_heaps`)."""
OF_MODULES = frozenset(name for names in MODULE_FUNCTIONS.values() for name in names)

_SEEN = """
from dataclasses import dataclass as @dataclass
@calls = {}

def @kind():
    # Errors name the class of their objects.
    @@dataclass(frozen=True)
    class type:
        __name__: str
        def __call__(self, *values, **how):
            return @calls[self.__name__](*values, **how)
        def __getitem__(self, kinds):
            return self
        def __or__(self, other):
            return @either(self, other)
        def __ror__(self, other):
            return @either(other, self)
        def __repr__(self):
            return "<class '" + self.__name__ + "'>"
    return type

@Kind = @kind()

def @absent(name):
    def missing(*values, **how):
        raise NameError("name '" + name + "' is not defined")
    return missing

(
    @begin, @state, @run, @made, @holds, @combined, @weighed, @given, @taken, @mapped, @searched, @modulo, @power,
    @shifted, @said, @template, @of, @found, @singles, @figures, @numbers, @tables, @there, @either, @graded, @heaps,
) = @counter()
@calls.update(@found)

@@dataclass(frozen=True)
class @Heapq:
@fields
    def __repr__(self):
        return "<module 'heapq'>"

@heapq = @Heapq(**@heaps)
"""


@dataclass(frozen=True)
class Names:
    """The names of one preparation. No text can contain them, because nobody knows them before."""

    token: str

    def __call__(self, name: str) -> str:
        """The name in this preparation of a function of the counter."""
        return f"{OURS}{self.token}_{name}"

    def is_ours(self, name: str) -> bool:
        """True for a name of this preparation."""
        return name.startswith(f"{OURS}{self.token}_")

    def hide(self, said: str) -> str:
        """A text of the interpreter without these names."""
        return said.replace(f"{OURS}{self.token}_", "")

    def counter(self) -> str:
        """The text that a session runs first."""
        return _counter().replace(_BLANK.token, self.token)

    def prelude(self, text: str) -> str:
        """A prelude that calls this counter, and the sandbox's own builtins under names of this preparation."""
        return _trusted(text).replace(_BLANK.token, self.token)


def new_names() -> Names:
    """Names for one preparation, with 128 random bits."""
    return Names(secrets.token_hex(16))


_BLANK = Names("0" * 32)


@cache
def _counter() -> str:
    raw = [f"@raw_{name} = {name}" for name in _RAW]
    bound = [f"@do_{name} = @found[{name!r}]" for name in KINDS]
    bound += [f"@one_{name} = @singles[{name!r}]" for name in ONE]
    bound += [f"@do_{name} = @there[@raw_{name}]" for name in CHARGED]
    bound += [f"{name} = @there[@raw_{name}]" for name in KINDS]
    bound += [f"{name} = @do_{name}" for name in CHARGED]
    bound += [f"{name} = @absent({name!r})" for name in (*ABSENT, *UNSEEN)]
    fields = "\n".join(f"    {name}: object" for name in HEAPQ)
    text = (
        (counter.TEXT + _SEEN.replace("@fields", fields))
        .replace("@unlimited", str(NO_BUDGET))
        .replace("@small", str(SMALL))
    )
    return "\n".join([_named(raw), _trusted(_named([text])), _named(bound)])


def _named(lines: Iterable[str]) -> str:
    # "@@" begins a decorator.
    return "\n".join(lines).replace("@@", "\0").replace("@", _BLANK("")).replace("\0", f"@{_BLANK('')}")


@cache
def _trusted(text: str) -> str:
    return ast.unparse(_Trusted(_BLANK).visit(ast.parse(text)))


_RAW = (*KINDS, *CHARGED, "hash", "len")


class _Trusted(ast.NodeTransformer):
    """Renames what the prelude reads: its builtins, and the function that charges the run."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._bound: list[set[str]] = []

    def _function(self, node: ast.FunctionDef | ast.Lambda) -> ast.AST:
        bound = {one.arg for one in ast.walk(node) if isinstance(one, ast.arg)}
        bound |= {one.name for one in ast.walk(node) if isinstance(one, ast.ClassDef)}
        bound |= {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load)}
        self._bound.append(bound)
        self.generic_visit(node)
        self._bound.pop()
        return node

    visit_FunctionDef = visit_Lambda = _function

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if isinstance(node.ctx, ast.Load):
            if node.id == f"{OURS}spend":
                node.id = self._names("spend")
            elif node.id in _RAW and not any(node.id in bound for bound in self._bound):
                node.id = self._names(f"raw_{node.id}")
        return node
