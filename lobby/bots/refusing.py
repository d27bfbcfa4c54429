"""What may a program not contain? Everything that is not known to be harmless: the kinds of nodes are listed, and so are the modules.

The same refusals apply to a person's text and again to the text that the loader sends (`loader`). Pure.
"""

from __future__ import annotations

import ast
import keyword
from collections.abc import Callable, Iterator
from typing import Any

from games.core.contract import Programs
from games.core.text import gettext_noop
from lobby.bots.charging import ABSENT, OF_MODULES, OURS

MODULES = frozenset(
    {"math", "json", "collections", "itertools", "functools", "typing", "dataclasses", "bisect", "heapq", "enum"}
)
FORBIDDEN = frozenset(ABSENT)
WORDS = frozenset({"id", "dir", "hash", "input", "vars", "open"})
"""Those of them that are names of variables as well; a text that binds one may use it."""
NODES = frozenset(
    {
        *(
            "Module",
            "FunctionDef",
            "ClassDef",
            "Return",
            "Delete",
            "Assign",
            "AugAssign",
            "AnnAssign",
            "For",
            "While",
            "If",
        ),
        *(
            "With",
            "Match",
            "Raise",
            "Try",
            "Assert",
            "Import",
            "ImportFrom",
            "Global",
            "Nonlocal",
            "Expr",
            "Pass",
            "Break",
        ),
        *(
            "Continue",
            "BoolOp",
            "NamedExpr",
            "BinOp",
            "UnaryOp",
            "Lambda",
            "IfExp",
            "Dict",
            "Set",
            "ListComp",
            "SetComp",
        ),
        *("DictComp", "GeneratorExp", "Compare", "Call", "FormattedValue", "JoinedStr", "Constant", "Attribute"),
        *(
            "Subscript",
            "Starred",
            "Name",
            "List",
            "Tuple",
            "Slice",
            "Load",
            "Store",
            "Del",
            "And",
            "Or",
            "Add",
            "Sub",
            "Mult",
        ),
        *(
            "Div",
            "FloorDiv",
            "Mod",
            "Pow",
            "LShift",
            "RShift",
            "BitOr",
            "BitXor",
            "BitAnd",
            "MatMult",
            "Invert",
            "Not",
            "UAdd",
        ),
        *(
            "USub",
            "Eq",
            "NotEq",
            "Lt",
            "LtE",
            "Gt",
            "GtE",
            "Is",
            "IsNot",
            "In",
            "NotIn",
            "comprehension",
            "ExceptHandler",
        ),
        *(
            "arguments",
            "arg",
            "keyword",
            "alias",
            "withitem",
            "match_case",
            "MatchValue",
            "MatchSingleton",
            "MatchSequence",
        ),
        *("MatchMapping", "MatchClass", "MatchStar", "MatchAs", "MatchOr"),
    }
)
"""The kinds of nodes that a program may consist of; Python has further ones, and each version more of them."""

_INSTEAD = {
    "Yield": gettext_noop(
        "A function cannot stop half-way here: put the values into a list and return it, or write (… for … in …)."
    ),
    "TryStar": gettext_noop("There are no groups of errors here: write except without the star."),
    "TypeAlias": gettext_noop("There are no names for types here: leave them out, they are never read."),
}
_INSTEAD["YieldFrom"] = _INSTEAD["Yield"]
"""What to write in the place of some kinds of nodes."""
DEEPEST = 64
"""Levels of nesting in nodes. So much less than Python's stack allows that every machine refuses the same texts."""

MOST_REFUSALS = 50
"""Of one text that are told."""


class ProgramRefused(Exception):
    """A text is not a valid program. `line` and `column` count from 1; 0 means no particular place.

    `template` is an English sentence with `%(name)s` placeholders, and `data` holds their values.
    """

    def __init__(self, template: str, line: int = 0, column: int = 0, **data: Any) -> None:
        self.template = template
        self.line = line
        self.column = column
        self.data = data
        self.others: list[ProgramRefused] = []
        """What else of the text is refused for, if the same look at it finds it."""
        super().__init__(template % data if data else template)

    @property
    def all(self) -> list[ProgramRefused]:
        """This and the others by their place in the text."""
        return sorted([self, *self.others], key=lambda one: (one.line, one.column))


def refused_at(node: ast.AST, template: str, **data: Any) -> ProgramRefused:
    """The refusal of a node, with its place."""
    return ProgramRefused(template, getattr(node, "lineno", 0), getattr(node, "col_offset", -1) + 1, **data)


def refuse_depth(tree: ast.Module) -> None:
    """Raises ProgramRefused for a text that is nested too deeply."""
    level: list[ast.AST] = [tree]
    for _ in range(DEEPEST):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    if level:
        raise refused_at(level[0], gettext_noop("The program is nested too deeply."))


def refuse(tree: ast.Module, programs: Programs, is_inserted: Callable[[str], bool] = lambda name: False) -> None:
    """Raises ProgramRefused for what a program may not contain, with all of it up to a limit. `is_inserted` says which names the loader has
    put there itself."""
    place: ast.AST = tree
    absent = FORBIDDEN - _variables(tree)
    found: list[ProgramRefused] = []
    for node in ast.walk(tree):
        if hasattr(node, "lineno"):
            place = node
        try:
            if isinstance(node, ast.Name) and node.id in absent:
                raise refused_at(node, gettext_noop("%(name)s does not exist here."), name=node.id)
            _refuse_node(node, place, programs.chance)
            _refuse_names(node, place, is_inserted)
        except ProgramRefused as refusal:
            found.append(refusal)
            if len(found) == MOST_REFUSALS:
                break
    found += [
        refused_at(node, gettext_noop("%(name)s has a meaning already: call yours something else."), name=name)
        for node, name in _module_bindings(tree)
        if name in programs.reserved
    ][: MOST_REFUSALS - len(found)]
    if found:
        found[0].others = found[1:]
        raise found[0]


def _refuse_names(node: ast.AST, place: ast.AST, is_inserted: Callable[[str], bool]) -> None:
    for name in _names(node):
        if name.startswith(OURS) and not is_inserted(name):
            raise refused_at(place, gettext_noop("Names that begin with %(name)s are not for programs."), name=OURS)
        if keyword.iskeyword(name):
            # Python reads some letters as others: a name in mathematical letters may be a keyword in plain ones.
            raise refused_at(place, gettext_noop("%(name)s is not a name."), name=name)


def _variables(tree: ast.Module) -> set[str]:
    """The words that are variables here. What binds an error ends its name, which would then be the builtin again."""
    errors = {node.name for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler)}
    bound = {name for node in ast.walk(tree) if isinstance(node, ast.Name | ast.arg) for name in names_bound(node)}
    return {str(name) for name in WORDS & bound - errors}


def _refuse_node(node: ast.AST, place: ast.AST, chance: str) -> None:
    if isinstance(node, ast.AsyncFunctionDef | ast.AsyncFor | ast.AsyncWith | ast.Await):
        raise refused_at(node, gettext_noop("Programs do not wait: no async here."))
    if isinstance(node, ast.comprehension) and node.is_async:
        raise refused_at(node.target, gettext_noop("Programs do not wait: no async here."))
    if type(node).__name__ in _INSTEAD:
        raise refused_at(node, _INSTEAD[type(node).__name__])
    if type(node).__name__ not in NODES or getattr(node, "type_params", None):
        detail = "type parameters" if getattr(node, "type_params", None) else type(node).__name__
        raise refused_at(place, gettext_noop("The sandbox does not know this: %(detail)s."), detail=detail)
    match node:
        case ast.Import():
            for alias in node.names:
                _refuse_module(node, alias.name, chance)
        case ast.ImportFrom():
            _refuse_module(node, "" if node.level else node.module or "", chance)
            if any(alias.name == "*" for alias in node.names):
                raise refused_at(node, gettext_noop("Say which names you import, not *."))
        case ast.MatchClass():
            for name in node.kwd_attrs:
                if name in OF_MODULES or (name.startswith("__") and name.endswith("__")):
                    raise refused_at(node, gettext_noop("%(name)s does not exist here."), name=name)
        case ast.Constant(value=str() as text) if any("\ud800" <= letter <= "\udfff" for letter in text):
            raise refused_at(node, gettext_noop("The program contains something that is not text."))
        case ast.FormattedValue(format_spec=ast.JoinedStr(values=parts)):
            if any(isinstance(part, ast.Constant) and set(str(part.value)) & {"{", "}"} for part in parts):
                raise refused_at(place, gettext_noop("What says how a value is written contains no braces."))
        case ast.Starred(ctx=ast.Store(), value=value) if not isinstance(value, ast.Name):
            raise refused_at(node, gettext_noop("What follows * in a target is a name."))


def _refuse_module(node: ast.AST, name: str, chance: str) -> None:
    if name == "random":
        raise refused_at(
            node,
            gettext_noop("The module random is not available: use %(name)s, which gives the same numbers in replays."),
            name=chance,
        )
    # What it changes is never read here (`rewriting`).
    if name not in MODULES and name != "__future__":
        known = ", ".join(sorted(MODULES))
        raise refused_at(
            node, gettext_noop("There is no module %(name)s here, only %(known)s."), name=name[:40], known=known
        )


def _names(node: ast.AST) -> Iterator[str]:
    """Every name that the node itself contains."""
    for field in ("id", "attr", "arg", "name", "asname", "rest"):
        value = getattr(node, field, None)
        if isinstance(value, str):
            yield value
    if isinstance(node, ast.Global | ast.Nonlocal):
        yield from node.names
    if isinstance(node, ast.MatchClass):
        yield from node.kwd_attrs


def _module_bindings(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    """The names that the program binds at module level or by `global`, where its functions and the prelude look names up."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            for name in node.names:
                yield node, name
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node, node.name
            waiting += [*node.decorator_list]
            continue
        if isinstance(node, ast.Lambda):
            continue
        yield from ((node, name) for name in names_bound(node))
        # The target of a comprehension is local to it; a name bound by := inside it is not.
        kept = [node.iter, *node.ifs] if isinstance(node, ast.comprehension) else ast.iter_child_nodes(node)
        waiting += kept


def names_bound(node: ast.AST) -> list[str]:
    """The names that the node itself binds."""
    match node:
        case ast.Import() | ast.ImportFrom():
            return [alias.asname or alias.name for alias in node.names]
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            return [name]
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
            return [name]
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            return [name]
        case ast.MatchMapping(rest=str(name)):
            return [name]
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            return list(names)
    return []
