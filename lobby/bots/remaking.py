"""May a program run in a session that other runs have used? If all it can reach is made anew for every run, yes.

Prelude and program become one function: whoever calls it has them as on the first day, classes, lists and default values too. What that
cannot renew is the heap, whose numbers show in the texts of objects ("<Box object at 0x50>"). A program that could read such a text in
a way that `loader` does not watch is not made anew: it keeps to a session of its own for each run. Pure, as `loader` is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

MAKER = "_cb_make"
"""The function that makes a program; it returns the prelude's `_cb_play`."""

TEXTS = frozenset({"str", "repr"})
"""Functions that turn an object into its text; where they are called by name, the loader watches what they return."""
FORMATS = frozenset({"format", "format_map"})
"""Methods that do so; the same holds for them."""
_UNWATCHED = frozenset({"ascii", "format", "type", "getattr"})
_UNWATCHED_ATTRIBUTES = FORMATS | {"args"}
"""An exception's `args` are what the interpreter says, with texts of objects in it."""
_TEST = "isinstance"
"""The call that may be given the types of texts, as long as the program calls nothing else so."""


def can_be_remade(tree: ast.Module) -> bool:
    """Is every text that this program could make of an object one that the loader watches?"""
    watched = set(map(id, _watched(tree)))
    return not any(_is_unwatched(node) and id(node) not in watched for node in ast.walk(tree))


def _is_unwatched(node: ast.AST) -> bool:
    if _TEST in (getattr(node, key, None) for key in ("name", "asname", "arg", "rest")):
        return True
    match node:
        case ast.Name():
            is_bound = node.id == _TEST and not isinstance(node.ctx, ast.Load)
            return node.id in TEXTS | _UNWATCHED or _is_hidden(node.id) or is_bound
        case ast.Attribute():
            return node.attr in _UNWATCHED_ATTRIBUTES or _is_hidden(node.attr)
        case ast.MatchClass():
            return any(name in _UNWATCHED_ATTRIBUTES or _is_hidden(name) for name in node.kwd_attrs)
        case ast.AugAssign():
            return isinstance(node.op, ast.Mod) and not is_number(node.value)
        case ast.arguments():
            # The sandbox binds such a name in the session, wherever the function stands.
            defaults = [default for default in (*node.defaults, *node.kw_defaults) if default is not None]
            return any(isinstance(inner, ast.NamedExpr) for default in defaults for inner in ast.walk(default))
    # It would reach out of the function that makes it.
    return isinstance(node, ast.Global)


def _is_hidden(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _watched(tree: ast.Module) -> Iterator[ast.AST]:
    """Names and attributes that make no text here, or one that the loader looks at."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            if is_text_call(node):
                yield node.func
            elif isinstance(node.func, ast.Name) and node.func.id == _TEST:
                for argument in node.args[1:]:
                    yield from _kinds(argument)
        # The sandbox never evaluates an annotation.
        elif isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            yield from ast.walk(node.annotation)
        elif isinstance(node, ast.FunctionDef) and node.returns is not None:
            yield from ast.walk(node.returns)


def _kinds(node: ast.expr) -> list[ast.expr]:
    """`str` or `(str, int)`: names of types that something is compared with."""
    return node.elts if isinstance(node, ast.Tuple) else [node]


def is_text_call(node: ast.Call) -> bool:
    """Does this call, by its name, turn objects into a text?"""
    if isinstance(node.func, ast.Name):
        return node.func.id in TEXTS
    return isinstance(node.func, ast.Attribute) and node.func.attr in FORMATS


def is_number(node: ast.expr) -> bool:
    """Is this a plain number? `%` with one on its right shows no object."""
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def maker_of(prelude: str, program: Sequence[ast.stmt]) -> str:
    """The text of the function that makes prelude and program."""
    function = ast.parse(f"def {MAKER}():\n    return _cb_play").body[0]
    assert isinstance(function, ast.FunctionDef)
    function.body = [*ast.parse(prelude).body, *program, *function.body]
    return ast.unparse(ast.fix_missing_locations(function))


def statements_made(maker: str) -> list[ast.stmt]:
    """What stands in such a function."""
    function = ast.parse(maker).body[0]
    assert isinstance(function, ast.FunctionDef)
    return function.body
