"""Which call of a program does not fit the function that it names? Gives a line to errors for which the interpreter reports none.

When arguments do not fit, the sandbox's traceback shows where the function was made and not where it was called. The call is found in
the text instead: the first one of that name that fits no function of that name, which is wrong whether or not it was the one that failed.
Pure, as `loader` is.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache

_FAULT = re.compile(r"^TypeError: (?:\w+\.)*(\w+)\(\) (?:takes |missing |got |argument )")
"""The interpreter's message for arguments that do not fit; the group is the function's name."""


def argument_error_line(prelude: str, text: str, fault: str) -> int:
    """The line of the call in `text` that such a fault is about; 0 for other faults, or if no call is certainly wrong."""
    found = _FAULT.match(fault)
    return _line(prelude, text, found[1]) if found else 0


@lru_cache(maxsize=64)
def _line(prelude: str, text: str, name: str) -> int:
    tree, before = ast.parse(text), ast.parse(prelude)
    lines = []
    for called in _makers(tree, before) if name == "__init__" else [name]:
        ways = [*_functions(tree, called), *_functions(before, called)]
        lines += [call.lineno for call in _calls(tree, called) if ways and not any(_fits(call, *way) for way in ways)]
    return min(lines, default=0)


def _makers(*trees: ast.Module) -> set[str]:
    """Names of classes: a call of one calls its `__init__`."""
    return {node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


def _functions(tree: ast.AST, name: str) -> Iterator[tuple[ast.arguments, bool]]:
    """The parameters of every function of that name, and whether the first one is the object that has it; a class is its `__init__`."""
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    methods = {id(child) for one in classes for child in one.body}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            yield node.args, id(node) in methods
    for one in classes:
        makes = [child for child in one.body if isinstance(child, ast.FunctionDef) and child.name == "__init__"]
        if one.name == name and makes:
            yield makes[0].args, True


def _calls(tree: ast.AST, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", None)) == name:
            yield node


def _fits(call: ast.Call, wanted: ast.arguments, is_method: bool) -> bool:
    """True if the arguments may fit this function. A call that unpacks arguments always may: their number is unknown."""
    if any(isinstance(given, ast.Starred) for given in call.args) or any(not given.arg for given in call.keywords):
        return True
    places = [*wanted.posonlyargs, *wanted.args]
    if is_method:
        places = places[1:]
    if len(call.args) > len(places) and wanted.vararg is None:
        return False
    by_name = {given.arg for given in call.keywords}
    open_places = [place.arg for place in places[len(call.args) :]]
    known = {*open_places, *(place.arg for place in wanted.kwonlyargs)}
    if not by_name <= known and wanted.kwarg is None:
        return False
    has_default = {place.arg for place in places[len(places) - len(wanted.defaults) :]} if wanted.defaults else set()
    has_default |= {
        place.arg for place, default in zip(wanted.kwonlyargs, wanted.kw_defaults, strict=True) if default is not None
    }
    return known <= by_name | has_default
