"""May a program run in a session that other runs have used? Yes, if everything it can reach is made again for every run.

Prelude and program become one function. Each call makes them again, with new classes, lists and default values. It does not renew the heap,
whose addresses show in the texts of objects ("<Box object at 0x50>"). A program that could read such a text in a way that `loader` does not
watch gets a session of its own for each run instead. Pure, as `loader` is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

TEXTS = frozenset({"str", "repr"})
"""Functions that turn an object into its text. The loader watches what they return where they are called by name."""
FORMATS = frozenset({"format", "format_map"})
"""Methods that turn an object into its text; the same holds for them."""
_UNWATCHED = frozenset({"ascii", "format", "type", "getattr"})
_UNWATCHED_ATTRIBUTES = FORMATS | {"args"}
"""Includes `args`, because the arguments of an exception can contain the interpreter's texts of objects."""
_TEST = "isinstance"
"""The call that may name text types as arguments, as long as the program binds no other function to this name."""


def can_reuse_session(tree: ast.Module) -> bool:
    """True if the loader watches every text that this program can make of an object."""
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
            # The sandbox binds a name that := assigns in a default in the session, wherever the function is defined.
            defaults = [default for default in (*node.defaults, *node.kw_defaults) if default is not None]
            return any(isinstance(inner, ast.NamedExpr) for default in defaults for inner in ast.walk(default))
    # `global` would bind outside the function that makes the program.
    return isinstance(node, ast.Global)


def _is_hidden(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _watched(tree: ast.Module) -> Iterator[ast.AST]:
    """Names and attributes that make no text where they are used, or one that the loader watches."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            if is_text_call(node):
                yield node.func
            elif isinstance(node.func, ast.Name) and node.func.id == _TEST:
                for argument in node.args[1:]:
                    yield from _kinds(argument)
        # The sandbox never evaluates annotations.
        elif isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            yield from ast.walk(node.annotation)
        elif isinstance(node, ast.FunctionDef) and node.returns is not None:
            yield from ast.walk(node.returns)


def _kinds(node: ast.expr) -> list[ast.expr]:
    """The type names in `str` or `(str, int)`."""
    return node.elts if isinstance(node, ast.Tuple) else [node]


def is_text_call(node: ast.Call) -> bool:
    """True if the name of this call says that it turns objects into text."""
    if isinstance(node.func, ast.Name):
        return node.func.id in TEXTS
    return isinstance(node.func, ast.Attribute) and node.func.attr in FORMATS


def is_number(node: ast.expr) -> bool:
    """True for a number literal: `%` with a number on its right makes no text of an object."""
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def maker_of(name: str, prelude: str, program: Sequence[ast.stmt]) -> str:
    """The text of the function that makes prelude and program; it returns the prelude's `_cb_play`."""
    function = ast.parse(f"def {name}():\n    return _cb_play").body[0]
    assert isinstance(function, ast.FunctionDef)
    function.body = [*ast.parse(prelude).body, *program, *function.body]
    return ast.unparse(function)


def statements_made(maker: str) -> list[ast.stmt]:
    """The statements inside such a function."""
    function = ast.parse(maker).body[0]
    assert isinstance(function, ast.FunctionDef)
    return function.body
