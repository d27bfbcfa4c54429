"""How is a class with a class above it written without inheritance? With the methods and values of that class in it. Pure.

This means the same as long as every use of the class above is known: a program that hands it on as a value is refused. So is whatever the
interpreter takes and never calls, such as `__lt__`: it would play otherwise than at home.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import TypeVar, cast

from games.core.text import gettext_noop
from lobby.bots.charging import Names
from lobby.bots.refusing import refused_at

UNCALLED = frozenset(
    {
        *(
            "__lt__",
            "__le__",
            "__gt__",
            "__ge__",
            "__len__",
            "__bool__",
            "__delitem__",
            "__getattr__",
            "__getattribute__",
        ),
        *("__setattr__", "__delattr__", "__new__", "__del__", "__init_subclass__", "__class_getitem__"),
    }
)
"""Methods that the interpreter never calls by itself."""
_DATACLASS = frozenset({"order", "slots", "kw_only"})
"""What `dataclass` does not take here."""
ERRORS = frozenset(
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)
)
_KINDS = frozenset({"dict", "list", "tuple", "set", "frozenset", "int", "float", "str", "bytes", "bool"})
MOST_COPIED = 20_000
"""Nodes that the classes of a program may inherit together: a chain of long classes would be many times as long as its text."""
MOST_BELOW = 64
"""Classes of a program that have one above them."""
Node = TypeVar("Node", bound=ast.AST)
_Member = ast.FunctionDef | ast.Assign | ast.AnnAssign


def title(node: ast.AST) -> str:
    """The beginning of what is written there, to name it in a message."""
    return ast.unparse(node)[:40]


class Family:
    """The classes of a program and who is above whom."""

    def __init__(self, tree: ast.Module, names: Names, bound: Sequence[str]) -> None:
        self._names = names
        self._bound = bound
        self._classes: dict[str, ast.ClassDef] = {}
        """The classes of the module so far, as they are sent."""
        self._above: dict[str, str] = {}
        self._copied = 0
        self.enums: dict[str, tuple[str, int]] = {}
        """Enum → the class of its members, and how many there are."""

    # --- One class

    def alone(self, node: ast.ClassDef) -> ast.ClassDef:
        """A class inside a function: as it is. Raises ProgramRefused if there is one above it."""
        self._refuse(node)
        if node.bases:
            raise refused_at(
                node, gettext_noop("A class with a class above it stands outside functions and blocks here.")
            )
        return node

    def flat(self, node: ast.ClassDef) -> ast.ClassDef:
        """A class of the module, with all that it inherits. Raises ProgramRefused."""
        self._refuse(node)
        if node.bases:
            base = self._base(node)
            self.refuse_twice(node)
            node.bases = []
            self._above[node.name] = base.name
            if len(self._above) > MOST_BELOW:
                raise refused_at(
                    node, gettext_noop("At most %(most)s classes have a class above them here."), most=MOST_BELOW
                )
            _inherit(node, base, self)
        self._classes[node.name] = node
        return node

    def refuse_twice(self, node: ast.ClassDef) -> None:
        """Raises ProgramRefused for a class whose name means something else elsewhere in the program."""
        if self._bound.count(node.name) > 1:
            raise refused_at(
                node,
                gettext_noop("%(name)s means two things in this program: call one of them otherwise."),
                name=node.name,
            )

    def _refuse(self, node: ast.ClassDef) -> None:
        if node.keywords:
            raise refused_at(node, gettext_noop("A class has no metaclass here: leave it out."))
        if [base.id for base in node.bases if isinstance(base, ast.Name)] == ["object"] and "object" not in self._bound:
            node.bases = []
        for decorator in node.decorator_list:
            _refuse_decorator(decorator)
        for one in node.body:
            refuse_member(one)

    def _base(self, node: ast.ClassDef) -> ast.ClassDef:
        if len(node.bases) > 1:
            raise refused_at(
                node.bases[1], gettext_noop("A class has one class above it here: keep the other one in an attribute.")
            )
        base = node.bases[0]
        name = base.id if isinstance(base, ast.Name) else ""
        if name in self._classes and self._bound.count(name) == 1:
            return self._classes[name]
        if name in ERRORS:
            raise refused_at(
                base, gettext_noop("There are no errors of your own here: raise one of Python's, such as ValueError.")
            )
        if name in _KINDS:
            raise refused_at(
                base, gettext_noop("A class is no %(name)s here: keep one in an attribute of it."), name=name
            )
        raise refused_at(
            base,
            gettext_noop("%(name)s is no class of this program that is written before this one: leave it out."),
            name=title(base),
        )

    def copy(self, node: Node) -> Node:
        """A copy of a part of the program. Raises ProgramRefused when there are too many."""
        self._copied += sum(1 for _ in ast.walk(node))
        if self._copied > MOST_COPIED:
            raise refused_at(node, gettext_noop("The classes of this program inherit too much."))
        return deepcopy(node)

    def above_name(self, base: ast.ClassDef, method: str) -> str:
        """What a method of a class above is called in the class below, where that has one of the same name."""
        return self._names(f"of_{base.name}_{method}")

    # --- All uses

    def used(self, tree: ast.Module) -> ast.Module:
        """The tree with every question that is asked about a class above others, or about an Enum, written out. Raises ProgramRefused."""
        return cast(ast.Module, _Uses(self, self._below(), self.enums, self._bound).read(tree))

    def _below(self) -> dict[str, list[str]]:
        """Class → itself and all below it, for those that have one below them."""
        found: dict[str, list[str]] = {}
        for name in self._above:
            above = self._above.get(name)
            while above is not None:
                found.setdefault(above, [above]).append(name)
                above = self._above.get(above)
        return found


def _refuse_decorator(node: ast.expr) -> None:
    if isinstance(node, ast.Call) and title(node.func) in ("dataclass", "dataclasses.dataclass"):
        for one in node.keywords:
            is_on = not (isinstance(one.value, ast.Constant) and one.value.value is False)
            if one.arg in _DATACLASS and is_on:
                raise refused_at(
                    node,
                    gettext_noop("dataclass knows no %(name)s here: leave it out, and sort with key=."),
                    name=one.arg,
                )


def refuse_member(node: ast.stmt) -> None:
    """Raises ProgramRefused for what does not stand in a class here."""
    match node:
        case ast.FunctionDef(decorator_list=[first, *_]):
            raise refused_at(
                first,
                gettext_noop(
                    "Methods have no decorators here: call what was a property, and write a function outside the class for the others."
                ),
            )
        case ast.FunctionDef(name=name) if name in UNCALLED:
            raise refused_at(
                node,
                gettext_noop(
                    "%(name)s is never called here: write a method with a name of yours and call it; sort with key=."
                ),
                name=name,
            )
        case ast.FunctionDef() | ast.Pass() | ast.Expr(value=ast.Constant()):
            pass
        case ast.Assign(targets=[ast.Name()]) | ast.AnnAssign(target=ast.Name()):
            pass
        case _:
            raise refused_at(
                node, gettext_noop("A class holds methods and simple values here: move the rest out of it.")
            )


# --- What is inherited


def _inherit(node: ast.ClassDef, base: ast.ClassDef, family: Family) -> None:
    """Write into a class what it inherits. Changes the class."""
    is_data = _is_dataclass(base)
    if is_data != _is_dataclass(node):
        raise refused_at(
            node, gettext_noop("Here a class and the class above it are both dataclasses, or neither of them is.")
        )
    own = {_name(one): one for one in _members(node)}
    given = {_name(one): one for one in _members(base)}
    taken: list[ast.stmt] = []
    for name, member in given.items():
        if isinstance(member, ast.AnnAssign) and is_data:
            # The fields of the class above come first, with the value that they have below.
            field = own.pop(name, None)
            taken.append(field if field is not None else family.copy(member))
        elif name in own:
            continue
        elif isinstance(member, ast.FunctionDef):
            taken.append(family.copy(member))
        elif not isinstance(member, ast.AnnAssign) or member.value is not None:
            value = ast.Attribute(ast.Name(base.name, ast.Load()), name, ast.Load())
            taken.append(ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], value), node))
    above: dict[str, ast.stmt] = {}
    for method in own.values():
        if isinstance(method, ast.FunctionDef):
            _Super(base, given, family, above).read(method)
    node.body = [*taken, *above.values(), *own.values()] or [ast.Pass()]


def _members(node: ast.ClassDef) -> Iterator[_Member]:
    return (one for one in node.body if isinstance(one, _Member))


def _name(node: _Member) -> str:
    if isinstance(node, ast.FunctionDef):
        return node.name
    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
    assert isinstance(target, ast.Name)
    return target.id


def _is_dataclass(node: ast.ClassDef) -> bool:
    called = [one.func if isinstance(one, ast.Call) else one for one in node.decorator_list]
    return any(title(one) in ("dataclass", "dataclasses.dataclass") for one in called)


class _Super(ast.NodeTransformer):
    """Replaces `super().name(…)` in a method by a call of what the class above has, under a name of ours."""

    def __init__(
        self, base: ast.ClassDef, given: dict[str, _Member], family: Family, above: dict[str, ast.stmt]
    ) -> None:
        self._base = base
        self._given = given
        self._family = family
        self._above = above
        self._self = ""

    def read(self, method: ast.FunctionDef) -> None:
        places = [*method.args.posonlyargs, *method.args.args]
        self._self = places[0].arg if places else ""
        method.body = [self.visit(one) for one in method.body]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node.func:
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super"), args=[], keywords=[]), attr=name) if (
                self._self
            ):
                pass
            case _:
                return self.generic_visit(node)
        node = cast(ast.Call, self.generic_visit(node))
        member = self._given.get(name)
        if isinstance(member, ast.FunctionDef):
            called = self._family.above_name(self._base, name)
            if called not in self._above:
                copied = self._family.copy(member)
                copied.name = called
                self._above[called] = copied
            node.func = ast.copy_location(
                ast.Attribute(ast.Name(self._self, ast.Load()), called, ast.Load()), node.func
            )
            return node
        if name == "__init__" and not node.args and not node.keywords and not _is_dataclass(self._base):
            return ast.copy_location(ast.Constant(None), node)
        raise refused_at(
            node,
            gettext_noop("%(base)s has no method %(name)s that is written out: set the attributes here."),
            base=self._base.name,
            name=name,
        )


class _Uses(ast.NodeTransformer):
    """Writes `isinstance` and `case` out for the classes below one, and refuses uses that cannot be."""

    def __init__(
        self, family: Family, below: dict[str, list[str]], enums: dict[str, tuple[str, int]], bound: Sequence[str]
    ) -> None:
        self._family = family
        self._below = below
        self._enums = enums
        self._bound = bound

    def read(self, tree: ast.Module) -> ast.AST:
        return self.visit(tree)

    def _is_builtin(self, node: ast.expr, name: str) -> bool:
        return isinstance(node, ast.Name) and node.id == name and name not in self._bound

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if self._is_builtin(node, "super"):
            raise refused_at(
                node,
                gettext_noop(
                    "super() is only for calls in a method of a class with a class above it: super().name(…)."
                ),
            )
        if node.id in self._below and isinstance(node.ctx, ast.Load):
            raise refused_at(
                node,
                gettext_noop(
                    "%(name)s has classes below it: it is called and asked about, and not handed on as a value."
                ),
                name=node.id,
            )
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if not isinstance(node.value, ast.Name) or node.value.id not in self._below:
            node.value = self.visit(node.value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node.args:
            case [ast.Name(id=name)] if name in self._enums and self._is_builtin(node.func, "len"):
                return ast.copy_location(ast.Constant(self._enums[name][1]), node)
        if self._is_builtin(node.func, "isinstance") and len(node.args) == 2:
            node.args = [self.visit(node.args[0]), self._kinds(node.args[1])]
            return node
        if not isinstance(node.func, ast.Name) or node.func.id not in self._below:
            node.func = self.visit(node.func)
        node.args = [self.visit(one) for one in node.args]
        node.keywords = [self.visit(one) for one in node.keywords]
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        match node:
            case ast.Compare(
                left=ast.Call(func=ast.Name(id="type")), ops=[ast.Is() | ast.IsNot() | ast.Eq() | ast.NotEq()],
                comparators=[ast.Name()],
            ):  # fmt: skip
                node.left = self.visit(node.left)
                return node
        return self.generic_visit(node)

    def _kinds(self, node: ast.expr) -> ast.expr:
        """What `isinstance` is asked about."""
        match node:
            case ast.Tuple(elts=elts):
                node.elts = [self._kinds(one) for one in elts]
            case ast.Name(id=name) if name in self._enums:
                return ast.copy_location(ast.Name(self._enums[name][0], ast.Load()), node)
            case ast.Name(id=name) if name in self._below:
                kinds: list[ast.expr] = [ast.Name(one, ast.Load()) for one in self._below[name]]
                return self._family.copy(ast.copy_location(ast.Tuple(kinds, ast.Load()), node))
            case _:
                return cast(ast.expr, self.visit(node))
        return node

    def visit_MatchClass(self, node: ast.MatchClass) -> ast.AST:
        node.patterns = [self.visit(one) for one in node.patterns]
        node.kwd_patterns = [self.visit(one) for one in node.kwd_patterns]
        if not isinstance(node.cls, ast.Name) or node.cls.id not in {**self._below, **self._enums}:
            return node
        name = node.cls.id
        kinds = self._below.get(name) or [self._enums[name][0]]
        ways: list[ast.pattern] = []
        for kind in kinds:
            way = self._family.copy(node)
            way.cls = ast.Name(kind, ast.Load())
            ways.append(way)
        return ast.copy_location(ast.MatchOr(ways), node) if len(ways) > 1 else ways[0]

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return node  # annotations are never evaluated

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.target = self.visit(node.target)
        node.value = node.value and self.visit(node.value)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns, returns = None, node.returns
        self.generic_visit(node)
        node.returns = returns
        return node
