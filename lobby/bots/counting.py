"""How does a program count its own work? Its tree is rewritten, so that blocks, operators and methods charge the counter (`charging`).

At its beginning every block spends as many units as it has statements and expressions. Operators and methods whose work depends on the
size of what they are given spend units for that size; ordinary numbers are told apart without a call. f-strings become calls, so that the
text that is sent contains none. The same text, view and seed therefore spend the same everywhere. Pure.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from lobby.bots import weighing
from lobby.bots.charging import KINDS, OF_MODULES, ONE, SMALL, Names
from lobby.bots.refusing import names_bound
from lobby.bots.session_reuse import is_number
from lobby.bots.weighing import BODIES, FORMATS, block, is_short, is_text, stars, weight

DEEP = 8
"""Levels of operators above which each has a call in place of the longer form without one."""
_LITERAL = (ast.Constant, ast.UnaryOp)
_SCALAR_TYPES = frozenset({*KINDS, "bool"})


def counted(tree: ast.Module, names: Names) -> ast.Module:
    """The tree with the calls that count its work, which have no line. Changes the tree that it is given."""
    return _Counter(tree, names).visit(tree)


class _Counter(ast.NodeTransformer):
    """Inserts the charges. Every block is weighed before anything in it changes."""

    def __init__(self, tree: ast.Module, names: Names) -> None:
        self._names = names
        self._bound = {name for node in ast.walk(tree) for name in names_bound(node)}
        self._depth = 0
        """Expressions around this one that keep a value under a name of ours."""
        self._is_plain = False
        """No name may be bound by an expression here: in a class, a default value or what a comprehension goes through."""

    # --- Pieces

    def _call(self, name: str, *arguments: ast.expr) -> ast.Call:
        return ast.Call(self._own(name), list(arguments), [])

    def _own(self, name: str, context: ast.expr_context | None = None) -> ast.Name:
        return ast.Name(self._names(name), context or ast.Load())

    def _units(self, name: str, units: int) -> ast.Call:
        return self._call(name, ast.Constant(max(1, units)))

    @contextmanager
    def _inside(self, *, is_plain: bool | None = None) -> Iterator[None]:
        before = self._depth, self._is_plain
        self._depth += 1
        if is_plain is not None:
            self._is_plain = is_plain
        yield
        self._depth, self._is_plain = before

    def _kept(self, letter: str, value: ast.expr) -> ast.NamedExpr:
        return ast.NamedExpr(self._own(f"{letter}{self._depth}", ast.Store()), value)

    def _again(self, letter: str) -> ast.Name:
        return self._own(f"{letter}{self._depth}")

    def _has_type(self, value: ast.expr, among: str) -> ast.Compare:
        return ast.Compare(self._call("raw_type", value), [ast.In()], [self._own(among)])

    def _is_small(self, value: ast.expr, again: ast.expr) -> ast.BoolOp:
        bounds = ast.Compare(
            ast.UnaryOp(ast.USub(), ast.Constant(SMALL)), [ast.Lt(), ast.Lt()], [again, ast.Constant(SMALL)]
        )
        return ast.BoolOp(ast.And(), [self._has_type(value, "figures"), bounds])

    def _result(self, value: ast.expr, function: str, *operands: ast.expr, may_explode: bool = False) -> ast.expr:
        """The value; unless it is a number, and an ordinary one if it `may_explode`, the function charges for it."""
        if self._needs_calls():
            return self._call(function, value, *operands)
        again, kept = self._again("q"), self._kept("q", value)
        test: ast.expr = self._is_small(kept, again) if may_explode else self._has_type(kept, "figures")
        return ast.IfExp(test, again, self._call(function, again, *operands))

    def _operand(self, value: ast.expr, function: str, *more: ast.expr) -> ast.expr:
        """The same for a value that an operator is about to use; one look at its type."""
        if self._is_figure(value):
            return value
        if self._needs_calls():
            return self._call(function, value, *more)
        first, again = self._for_later("q", value)
        test: ast.expr = self._has_type(first, "numbers")
        if function == "weighed":
            is_text = ast.Compare(self._call("raw_type", again), [ast.Is()], [self._own("raw_str")])
            is_short = ast.Compare(ast.Call(self._own("raw_len"), [again], []), [ast.Lt()], [ast.Constant(16)])
            test = ast.BoolOp(ast.Or(), [test, ast.BoolOp(ast.And(), [is_text, is_short])])
        return ast.IfExp(test, again, self._call(function, again, *more))

    def _is_figure(self, node: ast.expr) -> bool:
        """True for what costs nothing to compare: a literal, or what must be a number."""
        match node:
            case ast.Constant():
                return True
            case ast.UnaryOp(operand=operand):
                return isinstance(node.op, ast.Not) or self._is_figure(operand)
            case ast.Call(func=function):
                return self._is_builtin(function, ("len", "ord"))
        return False

    def _needs_calls(self) -> bool:
        """True where no name may be bound, and deep inside an expression: Python reads at most 200 brackets inside each other."""
        return self._is_plain or self._depth > DEEP

    def _is_builtin(self, node: ast.AST, among: Iterable[str] = KINDS) -> bool:
        return isinstance(node, ast.Name) and node.id in among and node.id not in self._bound

    def _raw(self, node: ast.expr) -> ast.expr:
        assert isinstance(node, ast.Name)
        return node if node.id == "bool" else self._own(f"raw_{node.id}")

    # --- Blocks

    def _charged(self, body: Sequence[ast.stmt], more: int = 0, starred: Sequence[str] = ()) -> list[ast.stmt]:
        charges: list[ast.stmt] = [ast.Expr(self._units("spend", weight(body) + more))]
        charges += [ast.Expr(self._call("made", ast.Name(name, ast.Load()))) for name in starred]
        return [*charges, *self._statements(body)]

    def _statements(self, body: Iterable[ast.AST]) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for statement in body:
            made = self.visit(statement)
            found += made if isinstance(made, list) else [made]
        return found

    def generic_visit(self, node: ast.AST) -> ast.AST:
        more = weight([node.test]) if isinstance(node, ast.While) else 0
        starred: list[str] = []
        if isinstance(node, ast.For):
            starred = stars(node.target)
        elif isinstance(node, ast.With):
            starred = stars(*(item.optional_vars for item in node.items if item.optional_vars))
        charged = {field: block(node, field) for field in BODIES}
        for field, value in ast.iter_fields(node):
            if charged.get(field):
                is_body = field == "body"
                setattr(node, field, self._charged(charged[field], more * is_body, starred if is_body else ()))  # type: ignore[arg-type]
            elif isinstance(value, list):
                setattr(node, field, self._items(value))
            elif isinstance(value, ast.AST):
                setattr(node, field, self.visit(value))
        return node

    def _items(self, values: list[object]) -> list[object]:
        found: list[object] = []
        for value in values:
            made = self.visit(value) if isinstance(value, ast.AST) else value
            found += made if isinstance(made, list) else [made]
        return found

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        with self._inside(is_plain=True):
            node.args = self.visit(node.args)
            node.decorator_list = [self.visit(one) for one in node.decorator_list]
            node.returns = None
        before, self._depth, self._is_plain = (self._depth, self._is_plain), 0, False
        node.body = self._charged(node.body)
        self._depth, self._is_plain = before
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        with self._inside(is_plain=True):
            for field in ("bases", "keywords", "decorator_list"):
                setattr(node, field, self._items(getattr(node, field)))
            node.body = self._statements(node.body)
        return node

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        for one in ast.walk(node):
            if isinstance(one, ast.arg):
                self.visit(one)
        with self._inside(is_plain=True):
            node.defaults = [self.visit(one) for one in node.defaults]
            node.kw_defaults = [one and self.visit(one) for one in node.kw_defaults]
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None  # never evaluated
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        # The sandbox never evaluates annotations either, but it may tell a field of a dataclass from a variable of the class by one.
        if not all(
            isinstance(one, ast.Name | ast.Attribute | ast.Subscript | ast.Load) for one in ast.walk(node.annotation)
        ):
            node.annotation = ast.Constant(None)
        node.target = self.visit(node.target)
        node.value = node.value and self.visit(node.value)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if is_text(node):
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        units = weight([node.body])
        node.args = self.visit(node.args)
        with self._inside():
            # The spending call returns None, so `or` returns the value of the body.
            node.body = ast.BoolOp(ast.Or(), [self._units("spend", units), self.visit(node.body)])
        return node

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> ast.AST:
        made = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        following = [[level.iter] for level in node.generators[1:]] + [made]
        charges = [
            weight([level.target, *level.ifs, *inner]) for level, inner in zip(node.generators, following, strict=True)
        ]
        for level, units in zip(node.generators, charges, strict=True):
            starred = stars(level.target)
            with self._inside(is_plain=True):
                level.iter = self.visit(level.iter)
            level.target = self.visit(level.target)
            tests = [self.visit(one) for one in level.ifs]
            held = [self._call("holds", ast.Name(name, ast.Load())) for name in starred]
            level.ifs = [self._units("tick", units), *held, *tests]
        for field in ("key", "value", "elt"):
            if hasattr(node, field):
                setattr(node, field, self.visit(getattr(node, field)))
        return node

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = _comprehension

    # --- Statements

    def visit_ImportFrom(self, node: ast.ImportFrom) -> list[ast.stmt]:
        bound = [alias.asname or alias.name for alias in node.names if alias.name in OF_MODULES]
        more = [
            ast.Assign([ast.Name(name, ast.Store())], self._call("of", ast.Name(name, ast.Load()))) for name in bound
        ]
        return [node, *(ast.copy_location(one, node) for one in more)]

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        if stars(*node.targets):
            node.value = self._call("weighed", node.value)
        elif any(isinstance(one, ast.Subscript) and isinstance(one.slice, ast.Slice) for one in node.targets):
            node.value = self._call("given", node.value)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | list[ast.stmt]:
        if isinstance(node.op, ast.Add | ast.Sub | ast.Div | ast.FloorDiv | ast.Mod | ast.RShift) and is_number(
            node.value
        ):
            return self.generic_visit(node)
        target = node.target
        value = self.visit(node.value)
        if isinstance(target, ast.Name):
            return self._augmented(node, target, value)
        is_slice = isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice)
        if self._is_plain or is_slice:
            node.target, node.value = self.visit(target), self._call("taken", value)
            return node
        place = self._own("a", ast.Store())
        taken = self._own("c", ast.Store())
        found = [ast.Assign([place], self.visit(target.value))]
        if isinstance(target, ast.Subscript):
            found.append(ast.Assign([self._own("b", ast.Store())], self.visit(target.slice)))
            old: ast.expr = ast.Subscript(self._own("a"), self._own("b"), ast.Load())
            new: ast.expr = ast.Subscript(self._own("a"), self._own("b"), ast.Store())
        else:
            old = ast.Attribute(self._own("a"), target.attr, ast.Load())
            new = ast.Attribute(self._own("a"), target.attr, ast.Store())
        inner = ast.copy_location(ast.AugAssign(taken, node.op, node.value), node)
        statements = [
            *found,
            ast.Assign([taken], old),
            *self._augmented(inner, taken, value),
            ast.Assign([new], self._own("c")),
        ]
        return [ast.copy_location(one, node) for one in statements]

    def _augmented(self, node: ast.AugAssign, target: ast.Name, value: ast.expr) -> list[ast.stmt]:
        """`target op= value`, with what it costs."""
        read = ast.Name(target.id, ast.Load())
        made: ast.stmt = node
        if isinstance(node.op, ast.Pow | ast.Mod):
            name = "power" if isinstance(node.op, ast.Pow) else "modulo"
            made = ast.Assign([target], self._call(name, read, value))
        elif isinstance(node.op, ast.Add | ast.Sub | ast.BitAnd | ast.BitOr | ast.BitXor):
            # A list that is made longer is not copied; a text is.
            node.value = self._operand(value, "taken", read)
            return [node]
        else:
            node.value = value
        test = self._is_small(read, ast.Name(target.id, ast.Load()))
        charge = ast.IfExp(test, ast.Constant(None), self._call("made", ast.Name(target.id, ast.Load())))
        return [ast.copy_location(made, node), ast.copy_location(ast.Expr(charge), node)]

    def visit_Match(self, node: ast.Match) -> ast.AST:
        self.generic_visit(node)
        node.subject = self._operand(node.subject, "weighed")
        return node

    def visit_MatchClass(self, node: ast.MatchClass) -> ast.AST:
        self.generic_visit(node)
        if self._is_builtin(node.cls):
            node.cls = self._raw(node.cls)
        return node

    def visit_MatchValue(self, node: ast.MatchValue) -> ast.AST:
        return node

    # --- Expressions

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        with self._inside():
            self.generic_visit(node)
        left, right = node.left, node.right
        has_number = is_number(left) or is_number(right)
        match node.op:
            case ast.Add() if not has_number:
                return self._result(node, "made")
            case ast.Mult() if not any(
                isinstance(one, ast.Constant) and isinstance(one.value, float) for one in (left, right)
            ):
                return self._result(node, "made", may_explode=True)
            case ast.LShift():
                return self._result(node, "made", may_explode=True)
            case ast.Pow():
                if isinstance(right, ast.Constant) and right.value in (0, 1, 2, 3):
                    return self._result(node, "made", may_explode=True)
                return self._call("power", left, right)
            case ast.Sub() if not has_number:
                return self._combined(node)
            case ast.BitAnd() | ast.BitOr() | ast.BitXor():
                return self._combined(node)
            case ast.FloorDiv() | ast.RShift() if not is_number(right):
                node.left = self._operand(left, "made")
            case ast.Mod():
                return self._result(node, "said") if is_number(right) else self._call("modulo", left, right)
        return node

    def _combined(self, node: ast.BinOp) -> ast.expr:
        if self._needs_calls():
            node.left = self._call("made", node.left)
            node.right = self._call("made", node.right)
            return self._call("made", node)
        node.left, left = self._for_later("l", node.left)
        node.right, right = self._for_later("r", node.right)
        return self._result(node, "combined", left, right)

    def _for_later(self, letter: str, value: ast.expr) -> tuple[ast.expr, ast.expr]:
        """The value where it is used first, and what gives it a second time."""
        if isinstance(value, ast.Name):
            return value, ast.Name(value.id, ast.Load())
        if isinstance(value, ast.Constant):
            return value, value
        return self._kept(letter, value), self._again(letter)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        if self._asks_for_types(node):
            assert isinstance(node.left, ast.Call)
            node.left = self._call("raw_type", *[self.visit(one) for one in node.left.args])
            node.comparators = [self._raw(node.comparators[0])]
            return node
        with self._inside():
            self.generic_visit(node)
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            if isinstance(node.comparators[0], ast.Constant):
                return node
            within = node.comparators[0]
            if self._needs_calls():
                node.comparators = [self._call("weighed", within)]
                return node
            node.left, left = self._for_later("l", node.left)
            test = self._has_type(self._kept("q", within), "tables")
            searched = self._call("searched", self._again("q"), left)
            node.comparators = [ast.IfExp(test, self._again("q"), searched)]
            return node
        values, is_ordered = [node.left, *node.comparators], False
        for place, operator in enumerate(node.ops):
            one, other = values[place], values[place + 1]
            if isinstance(operator, ast.In | ast.NotIn):
                values[place + 1] = self._call("weighed", other)
            elif not isinstance(operator, ast.Is | ast.IsNot) and not self._is_figure(other) and not is_ordered:
                values[place] = self._operand(one, "weighed")
            # What was found to be more or less than a number is one.
            is_ordered = isinstance(operator, ast.Lt | ast.LtE | ast.Gt | ast.GtE) and (
                is_ordered or self._is_figure(one)
            )
        node.left, *node.comparators = values
        return node

    def _asks_for_types(self, node: ast.Compare) -> bool:
        """True for `type(x) is int` and the like."""
        return (
            len(node.ops) == 1
            and isinstance(node.ops[0], ast.Is | ast.IsNot | ast.Eq | ast.NotEq)
            and isinstance(node.left, ast.Call)
            and self._is_builtin(node.left.func, ("type",))
            and len(node.left.args) == 1
            and not node.left.keywords
            and not isinstance(node.left.args[0], ast.Starred)
            and self._is_builtin(node.comparators[0], _SCALAR_TYPES)
        )

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.slice, ast.Slice) and not is_short(node):
            if isinstance(node.ctx, ast.Load):
                return self._call("made", node)
            node.value = self._call("made", node.value)
        return node

    def visit_Starred(self, node: ast.Starred) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load) and not is_short(node.value):
            node.value = self._call("given", node.value)
        return node

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        self.generic_visit(node)
        node.values = [
            self._call("mapped", value) if key is None else value
            for key, value in zip(node.keys, node.values, strict=True)
        ]
        return node

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        self.generic_visit(node)
        if node.arg is None:
            node.value = self._call("mapped", node.value)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if self._is_builtin(node.value) and isinstance(node.ctx, ast.Load) and node.attr != "__name__":
            node.value = self._raw(node.value)
            return node
        self.generic_visit(node)
        return self._call("of", node) if node.attr in OF_MODULES and isinstance(node.ctx, ast.Load) else node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if self._is_builtin(node.func, ("isinstance",)) and len(node.args) == 2 and not node.keywords:
            kinds = node.args[1].elts if isinstance(node.args[1], ast.Tuple) else [node.args[1]]
            if all(self._is_builtin(kind, _SCALAR_TYPES) for kind in kinds):
                raw = [self._raw(kind) for kind in kinds]
                tested = ast.Tuple(raw, ast.Load()) if isinstance(node.args[1], ast.Tuple) else raw[0]
                return self._call("raw_isinstance", self.visit(node.args[0]), tested)
        self.generic_visit(node)
        match node.func:
            case ast.Name(id=name) if self._is_builtin(node.func):
                is_one = len(node.args) == 1 and not node.keywords and not isinstance(node.args[0], ast.Starred)
                node.func = self._own(f"{'one' if is_one and name in ONE else 'do'}_{name}")
            case ast.Attribute(attr="pop", value=value) if weighing.is_placed(node):
                node.func.value = self._call("shifted", value)
            case ast.Attribute(attr=attr) if attr in weighing.MEASURED:
                return self._method(node, node.func, attr)
        return node

    def _method(self, node: ast.Call, function: ast.Attribute, attr: str) -> ast.expr:
        compared = attr in weighing.SEARCHED and not all(isinstance(one, _LITERAL) for one in node.args or [function])
        if attr == "sort":
            compared = not any(one.arg == "key" for one in node.keywords)
        name = "template" if attr in FORMATS else "weighed" if compared else "made"
        if attr in FORMATS or not isinstance(function.value, ast.Constant):
            function.value = self._call(name, function.value)
        measure = "given" if attr in weighing.ITERATED else "weighed" if attr in FORMATS else "made"
        for one in node.keywords:
            if one.arg == "key" if attr == "sort" else one.arg and attr in FORMATS:
                one.value = self._call("graded" if attr == "sort" else "weighed", one.value)
        kept = ast.Starred | ast.Constant
        node.args = [one if isinstance(one, kept) else self._call(measure, one) for one in node.args]
        if attr in FORMATS:
            return self._call("said", node)
        return self._call("made", node) if attr in weighing.MAKING else node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        pieces: list[str] = []
        values: list[ast.expr] = []
        for part in node.values:
            if isinstance(part, ast.Constant):
                pieces.append(str(part.value).replace("%", "%%"))
                continue
            assert isinstance(part, ast.FormattedValue)
            pieces.append(f"%{chr(part.conversion)}" if part.conversion > 0 and part.format_spec is None else "%s")
            values.append(self._written(part))
        if not values:
            return ast.Constant("".join(pieces).replace("%%", "%"))
        return self._call("said", ast.BinOp(ast.Constant("".join(pieces)), ast.Mod(), ast.Tuple(values, ast.Load())))

    def _written(self, part: ast.FormattedValue) -> ast.expr:
        """The value of one pair of braces, as a value whose text is to be written."""
        value = self.visit(part.value)
        if not isinstance(part.format_spec, ast.JoinedStr):
            return value
        if part.conversion > 0:
            template = ast.Constant(f"%{chr(part.conversion)}")
            value = self._call("said", ast.BinOp(template, ast.Mod(), ast.Tuple([value], ast.Load())))
        return self._call("do_format", value, self.visit(part.format_spec))
