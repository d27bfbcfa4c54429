"""How is an `Enum` written without one? As an object of a class of its own that holds the members; they are objects of another class. Pure."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from games.core.text import gettext_noop
from lobby.bots.charging import Names
from lobby.bots.inheriting import refuse_member
from lobby.bots.refusing import refused_at

MOST_MEMBERS = 256
_TEXT = """
class @member:
    def __init__(self, name, value):
        self.name = name
        self.value = value
    def __repr__(self):
        return "<KIND.%s: %r>" % (self.name, self.value)
    def __str__(self):
        return "KIND." + self.name

class @kind:
    def __init__(self):
        pass
    def __iter__(self):
        return iter(self.@all)
    def __contains__(self, one):
        return one in self.@all
    def __call__(self, value):
        for one in self.@all:
            if one.value == value:
                return one
        raise ValueError("%r is not a valid KIND" % (value,))
    def __getitem__(self, name):
        for one in self.@all:
            if one.name == name:
                return one
        raise KeyError(name)
    def __repr__(self):
        return "<enum 'KIND'>"

KIND = @kind()
"""


def enumeration(
    node: ast.ClassDef, names: Names, is_auto: Callable[[ast.expr], bool]
) -> tuple[list[ast.stmt], tuple[str, int]]:
    """The statements in the place of an `Enum`; the name of the class of its members, and how many it has. Raises ProgramRefused.

    As in Python, a second name for a value is the member that has it already, and `auto()` counts on from the highest value.
    """
    if node.decorator_list:
        raise refused_at(node.decorator_list[0], gettext_noop("An Enum has no decorators here: leave them out."))
    values: dict[str, ast.expr] = {}
    methods: list[ast.FunctionDef] = []
    highest = 0
    for one in node.body:
        match one:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                values[name] = ast.Constant(highest + 1) if is_auto(value) else value
                constant = _constant(values[name])
                highest = max(highest, constant) if type(constant) is int else highest
            case ast.FunctionDef():
                refuse_member(one)
                methods.append(one)
            case ast.Pass() | ast.Expr(value=ast.Constant(value=str())):
                pass
            case _:
                raise refused_at(one, gettext_noop("An Enum holds members and methods: move this out of it."))
    if len(values) > MOST_MEMBERS:
        raise refused_at(node, gettext_noop("An Enum has at most %(most)s members here."), most=MOST_MEMBERS)
    text = _TEXT.replace("@all", names("all")).replace("KIND", node.name)
    text = text.replace("@member", names(f"member_{node.name}")).replace("@kind", names(f"kind_{node.name}"))
    made = ast.parse(text).body
    member, kind, _given = made
    assert isinstance(member, ast.ClassDef) and isinstance(kind, ast.ClassDef)
    own = {method.name for method in methods}
    begin = kind.body[0]
    assert isinstance(begin, ast.FunctionDef)
    begin.body, count = _members(member.name, values, names)
    for part in made:
        for inner in ast.walk(part):
            # An error inside it is shown at the class.
            if isinstance(inner, ast.stmt | ast.expr):
                ast.copy_location(inner, node)
    member.body = [one for one in member.body if not (isinstance(one, ast.FunctionDef) and one.name in own)]
    member.body += methods
    return made, (member.name, count)


def _constant(value: ast.expr) -> Any:
    try:
        return ast.literal_eval(value)
    except (ValueError, TypeError):
        raise refused_at(
            value, gettext_noop("The values of an Enum are written out here: numbers, texts, tuples or auto().")
        ) from None


def _members(member: str, values: dict[str, ast.expr], names: Names) -> tuple[list[ast.stmt], int]:
    """The statements that make the members, and how many there are."""
    made: list[ast.stmt] = []
    first: list[tuple[Any, str]] = []
    for name, value in values.items():
        constant = _constant(value)
        known = next((earlier for kept, earlier in first if kept == constant), "")
        if known:
            made.append(ast.Assign([_own(name, ast.Store())], _own(known)))
            continue
        first.append((constant, name))
        called = ast.Call(ast.Name(member, ast.Load()), [ast.Constant(name), value], [])
        made.append(ast.Assign([_own(name, ast.Store())], called))
    every: list[ast.expr] = [_own(name) for _value, name in first]
    made.append(ast.Assign([_own(names("all"), ast.Store())], ast.List(every, ast.Load())))
    return made, len(first)


def _own(name: str, context: ast.expr_context | None = None) -> ast.Attribute:
    return ast.Attribute(ast.Name("self", ast.Load()), name, context or ast.Load())
