"""How is a person's program prepared before it runs? It is parsed, refused if it uses forbidden names, and rewritten to count its work.

The sandbox cannot count instructions, so the text is rewritten. At its beginning every block spends as many units as it has statements and
expressions. Calls whose work is hidden in the interpreter spend units by the length of their arguments. The same text, view and seed
therefore spend the same everywhere. Pure: nothing runs here, and the module knows no database and no game.
"""

from __future__ import annotations

import ast
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.core.contract import Programs
from games.core.errors import NoProgram
from games.core.text import gettext_noop
from lobby.bots.remaking import can_be_remade, is_number, is_text_call, maker_of, statements_made

MODULES = frozenset({"math", "json", "collections", "itertools", "functools", "typing", "dataclasses", "bisect"})
FORBIDDEN = frozenset(
    {
        *("eval", "exec", "compile", "open", "input", "locals", "globals", "vars", "dir", "id", "hash", "breakpoint"),
        "__import__",
    }
)
OURS = "_cb_"
"""Names with this prefix belong to the counter and the prelude."""

MEASURED_CALLS = frozenset(
    {
        *("sorted", "sum", "min", "max", "any", "all", "list", "tuple", "set", "frozenset", "dict", "str"),
        *("enumerate", "zip", "map", "filter", "reversed"),
    }
)
MEASURED_METHODS = frozenset(
    {
        *("sort", "reverse", "index", "count", "copy", "insert", "remove", "extend", "update", "join", "split"),
        *("replace", "find"),
    }
)

NOT_STARTED = gettext_noop("The program could not be started.")

NO_BUDGET = 10**15
"""The budget if the options set none: the time limit ends a run long before."""

COUNTER = """
from collections import deque as _cb_deque
_cb_spent = [0, 0, 0]
_cb_length = len
_cb_text = str
_cb_is = isinstance
_cb_exhausted = RuntimeError
_cb_sized = (list, tuple, str, dict, set, frozenset, range, _cb_deque)
_cb_searched = (list, tuple, str, _cb_deque)
def _cb_spend(units):
    _cb_spent[0] += units
    if _cb_spent[0] > _cb_spent[1]:
        raise _cb_exhausted("The program has used up its budget.")
def _cb_tick(units):
    _cb_spend(units)
    return True
def _cb_long(value):
    if _cb_is(value, _cb_sized):
        _cb_spend(_cb_length(value))
    return value
def _cb_each(values):
    found = [*values]
    for value in found:
        _cb_long(value)
    return found
def _cb_scan(value):
    if _cb_is(value, _cb_searched):
        _cb_spend(_cb_length(value))
    return value
def _cb_shown(text):
    if _cb_is(text, _cb_text) and " at 0x" in text:
        _cb_spent[2] = 1
    return text
def _cb_run(view, memory, seed, limit):
    _cb_spent[1] = {unlimited}
    play = _cb_make()
    _cb_spent[0] = 0
    _cb_spent[1] = limit
    answer = play(view, memory, seed)
    return answer, _cb_spent[0], _cb_spent[1], _cb_spent[2]
""".replace("{unlimited}", str(NO_BUDGET))
"""Runs before the prelude. `_cb_spent` holds the units spent, the budget, and whether a text has shown the address of an object."""

DEEPEST = 64
"""Levels of nesting in nodes. Half of what Python's stack allows, so that every machine refuses the same texts."""

_BODIES = ("body", "orelse", "finalbody")


class ProgramRefused(Exception):
    """A text is not a valid program. `line` and `column` count from 1; 0 means no particular place.

    `template` is an English sentence with `%(name)s` placeholders, and `data` holds their values.
    """

    def __init__(self, template: str, line: int = 0, column: int = 0, **data: Any) -> None:
        self.template = template
        self.line = line
        self.column = column
        self.data = data
        super().__init__(template % data if data else template)


class ProgramNotStarted(ProgramRefused):
    """The sandbox failed or took too long, so a text that may be valid was not started."""


@dataclass(frozen=True)
class Loaded:
    """A program in the form that the sandbox gets."""

    source: str
    lines: dict[int, int]
    """Line of `source` → line of the person's text, for every statement."""
    maker: str
    """A function that makes prelude and program again for every run; "" if a run could notice that (`remaking`)."""
    maker_lines: dict[int, int]
    """As `lines`, for `maker`."""


_PARSING = threading.Lock()
"""Allows one parse at a time: before Python 3.11.5, two parsing threads confuse the parser's depth counter (SystemError)."""


def load(text: str, programs: Programs) -> Loaded:
    """The rewritten program. Raises ProgramRefused with line and column of the error."""
    with _PARSING:
        return _load(text, programs)


def _load(text: str, programs: Programs) -> Loaded:
    if len(text.encode(errors="replace")) > programs.source_bytes:
        raise ProgramRefused(gettext_noop("A program has at most %(bytes)s bytes."), bytes=programs.source_bytes)
    try:
        tree = ast.parse(text)
        _refuse_depth(tree)
        _refuse(tree, programs)
        is_remade = can_be_remade(tree)
        ending = programs.ending(tree)
        tree = _Counter().visit(tree)
        source = ast.unparse(tree)
        lines = dict(_lines(tree.body, ast.parse(source).body))
        source = f"{source}\n{ending}"
        if not is_remade:
            return Loaded(source, lines, "", {})
        ended = ast.parse(ending).body
        maker = maker_of(programs.prelude, [*tree.body, *ended])
        made = statements_made(maker)[-len(tree.body) - len(ended) - 1 :]
        return Loaded(source, lines, maker, dict(_lines(tree.body, made)))
    except NoProgram as error:
        raise ProgramRefused(error.message, error.line, error.column, **error.data) from None
    except SyntaxError as error:
        raise ProgramRefused(
            gettext_noop("This is not Python: %(detail)s."), error.lineno or 0, error.offset or 0, detail=error.msg
        ) from None
    except (RecursionError, MemoryError):
        raise ProgramRefused(gettext_noop("The program is nested too deeply.")) from None
    except ValueError:
        # A null character, half a surrogate pair, a number with thousands of digits.
        raise ProgramRefused(gettext_noop("The program contains something that is not text.")) from None


# --- What a program may not contain


def _refuse_depth(tree: ast.Module) -> None:
    level: list[ast.AST] = [tree]
    for _ in range(DEEPEST):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    if level:
        raise _at(level[0], gettext_noop("The program is nested too deeply."))


def _refuse(tree: ast.Module, programs: Programs) -> None:
    for node in ast.walk(tree):
        _refuse_node(node, programs.chance)
        for name in _names(node):
            if name.startswith(OURS):
                raise _at(node, gettext_noop("Names that begin with %(name)s are not for programs."), name=OURS)
    for node, name in _module_bindings(tree):
        if name in programs.reserved:
            raise _at(node, gettext_noop("%(name)s has a meaning already: call yours something else."), name=name)


def _refuse_node(node: ast.AST, chance: str) -> None:
    if isinstance(node, ast.AsyncFunctionDef | ast.AsyncFor | ast.AsyncWith | ast.Await):
        raise _at(node, gettext_noop("Programs do not wait: no async here."))
    if isinstance(node, ast.comprehension) and node.is_async:
        raise _at(node.target, gettext_noop("Programs do not wait: no async here."))
    if isinstance(node, ast.Import):
        for alias in node.names:
            _refuse_module(node, alias.name, chance)
    if isinstance(node, ast.ImportFrom):
        _refuse_module(node, "" if node.level else node.module or "", chance)
        if any(alias.name == "*" for alias in node.names):
            raise _at(node, gettext_noop("Say which names you import, not *."))
    if isinstance(node, ast.Name) and node.id in FORBIDDEN:
        raise _at(node, gettext_noop("%(name)s does not exist here."), name=node.id)


def _refuse_module(node: ast.AST, name: str, chance: str) -> None:
    if name == "random":
        raise _at(
            node,
            gettext_noop("The module random is not available: use %(name)s, which gives the same numbers in replays."),
            name=chance,
        )
    if name not in MODULES:
        known = ", ".join(sorted(MODULES))
        raise _at(node, gettext_noop("There is no module %(name)s here, only %(known)s."), name=name[:40], known=known)


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
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                yield node, alias.asname or alias.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node, node.id
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            yield node, node.name
        elif isinstance(node, ast.MatchMapping) and node.rest:
            yield node, node.rest
        # The target of a comprehension is local to it; a name bound by := inside it is not.
        kept = [node.iter, *node.ifs] if isinstance(node, ast.comprehension) else ast.iter_child_nodes(node)
        waiting += kept


def _at(node: ast.AST, template: str, **data: Any) -> ProgramRefused:
    return ProgramRefused(template, getattr(node, "lineno", 0), getattr(node, "col_offset", -1) + 1, **data)


# --- Counting


def weight(nodes: Iterable[ast.AST]) -> int:
    """Number of statements and expressions in `nodes`, without the blocks inside them."""
    total = 0
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        total += isinstance(node, ast.stmt | ast.expr)
        waiting += _same_block(node)
    return total


def _same_block(node: ast.AST) -> list[ast.AST]:
    """The children of a node that belong to the same block as the node."""
    if isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
        return [node.generators[0].iter]
    if isinstance(node, ast.Lambda):
        return [node.args]
    if isinstance(node, ast.ClassDef):
        return list(ast.iter_child_nodes(node))
    inner = {id(child) for field in _BODIES for child in _block(node, field)}
    return [child for child in ast.iter_child_nodes(node) if id(child) not in inner]


def _block(node: ast.AST, field: str) -> list[ast.AST]:
    """The statements of an inner block; an `elif` belongs to the chain that it continues."""
    found = getattr(node, field, None)
    if not isinstance(found, list) or (field == "orelse" and _is_chain(node)):
        return []
    return found


def _is_chain(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If)


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _units(name: str, units: int) -> ast.Call:
    return _call(name, ast.Constant(max(1, units)))


class _Counter(ast.NodeTransformer):
    """Inserts the charges. Every block is weighed before anything in it changes."""

    def _charged(self, body: Sequence[ast.stmt], more: int = 0) -> list[ast.stmt]:
        charge = ast.Expr(_units("_cb_spend", weight(body) + more))
        return [charge, *(self.visit(statement) for statement in body)]

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.ClassDef):
            return super().generic_visit(node)
        more = weight([node.test]) if isinstance(node, ast.While) else 0
        charged = {field: _block(node, field) for field in _BODIES}
        for field, value in ast.iter_fields(node):
            if charged.get(field):
                setattr(node, field, self._charged(charged[field], more if field == "body" else 0))  # type: ignore[arg-type]
            elif isinstance(value, list):
                setattr(node, field, [self.visit(item) if isinstance(item, ast.AST) else item for item in value])
            elif isinstance(value, ast.AST):
                setattr(node, field, self.visit(value))
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        units = weight([node.body])
        node.args = self.visit(node.args)
        # The spending call returns None, so `or` returns the value of the body.
        node.body = ast.BoolOp(ast.Or(), [_units("_cb_spend", units), self.visit(node.body)])
        return node

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> ast.AST:
        made = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        following = [[level.iter] for level in node.generators[1:]] + [made]
        charges = [
            weight([level.target, *level.ifs, *inner]) for level, inner in zip(node.generators, following, strict=True)
        ]
        super().generic_visit(node)
        for level, units in zip(node.generators, charges, strict=True):
            level.ifs.insert(0, _units("_cb_tick", units))
        return node

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = _comprehension

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        by_name = isinstance(node.func, ast.Name) and node.func.id in MEASURED_CALLS
        by_method = isinstance(node.func, ast.Attribute) and node.func.attr in MEASURED_METHODS
        if by_name or by_method:
            node.args = [self._measured(argument) for argument in node.args]
        if by_method:
            assert isinstance(node.func, ast.Attribute)
            node.func.value = _call("_cb_long", node.func.value)
        return _call("_cb_shown", node) if is_text_call(node) else node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        self.generic_visit(node)
        return _call("_cb_shown", node)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        node.value = self.visit(node.value)
        if node.format_spec is not None:
            # A nested format specification has no place for a call.
            self.generic_visit(node.format_spec)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        return _call("_cb_shown", node) if isinstance(node.op, ast.Mod) and not is_number(node.right) else node

    @staticmethod
    def _measured(argument: ast.expr) -> ast.expr:
        if isinstance(argument, ast.Starred):
            argument.value = _call("_cb_each", argument.value)
            return argument
        return _call("_cb_long", argument)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        node.comparators = [
            _call("_cb_scan", right) if isinstance(operator, ast.In | ast.NotIn) else right
            for operator, right in zip(node.ops, node.comparators, strict=True)
        ]
        return node


# --- Line numbers


def _lines(written: Sequence[ast.AST], read: Sequence[ast.AST]) -> Iterator[tuple[int, int]]:
    """Pairs of lines of the statements that two trees of the same shape have in common; charges have no line of their own."""
    for old, new in zip(written, read, strict=False):
        if isinstance(old, ast.stmt) and hasattr(old, "lineno"):
            yield new.lineno, old.lineno  # type: ignore[attr-defined]
        for was, now in zip(getattr(old, "decorator_list", ()), getattr(new, "decorator_list", ()), strict=True):
            yield now.lineno, was.lineno
        for field in (*_BODIES, "handlers", "cases"):
            inner = getattr(old, field, None)
            if isinstance(inner, list):
                yield from _lines(inner, getattr(new, field))
