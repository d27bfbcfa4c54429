"""What may a program say that the interpreter cannot? It is said in other words: the tree is rewritten before it is counted.

`del`, classes with one class above them, `NamedTuple`, `Enum`, `heapq` and errors of other things than one text are written with what the
interpreter has. What is written in their place is counted, and goes through the same refusals, as if the person had written it. Where other
words would mean something else, the program is refused, and told what to write instead. Pure, as `loader` is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from games.core.text import gettext_noop
from lobby.bots.charging import HEAPQ, Names
from lobby.bots.enumerating import enumeration
from lobby.bots.inheriting import ERRORS, Family, title
from lobby.bots.refusing import names_bound, refused_at

LIBRARY = """
from collections import Counter as @Counter, deque as @deque

def @deleted(kept, place):
    if isinstance(kept, @deque):
        kept[place]
        place %= len(kept)
        kept.rotate(-place)
        kept.popleft()
        kept.rotate(place)
    elif isinstance(kept, @Counter):
        kept.pop(place, None)
    elif isinstance(kept, (list, dict)):
        kept.pop(place)
    else:
        raise TypeError("what is in this object cannot be deleted")
"""
"""What `del values[place]` calls; `@` stands before names of the preparation."""
_ONLY_BASES = {"typing": ("NamedTuple",), "enum": ("Enum", "auto")}
"""Names that exist in the text alone: a class is written below them, and other words take its place."""


def rewritten(tree: ast.Module, names: Names) -> ast.Module:
    """The tree in words that the interpreter has. Changes the tree that it is given; raises ProgramRefused."""
    writer = _Writer(tree, names)
    tree.body = [statement for one in tree.body for statement in writer.statement(one)]
    writer.refuse_what_is_left(tree)
    tree.body = [*writer.library(), *tree.body]
    return writer.family.used(tree)


def without_main(tree: ast.Module) -> ast.Module:
    """The tree without what stands under `if __name__ == "__main__":`, because here a program is not the one that was started."""
    tree.body = [one for one in tree.body if not _is_main(one)]
    return tree


def _is_main(node: ast.stmt) -> bool:
    match node:
        case ast.If(
            test=ast.Compare(left=ast.Name("__name__"), ops=[ast.Eq()], comparators=[ast.Constant("__main__")]),
            orelse=[],
        ):
            return True
    return False


class _Writer(ast.NodeTransformer):
    def __init__(self, tree: ast.Module, names: Names) -> None:
        self._names = names
        self._bases: dict[str, str] = {}
        """Name in the text → what it was imported as."""
        self._modules: dict[str, str] = {}
        self._needs: set[str] = set()
        self._bound: list[str] = [name for node in ast.walk(tree) for name in names_bound(node)]
        self.family = Family(tree, names, self._bound)

    # --- Statements

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        """What is written in the place of a statement of the module."""
        if isinstance(node, ast.ClassDef):
            return self._class(node, self.family.flat)
        made = self.visit(node)
        return made if isinstance(made, list) else [made]

    def visit_ClassDef(self, node: ast.ClassDef) -> list[ast.stmt]:
        return self._class(node, self.family.alone)

    def _class(self, node: ast.ClassDef, plain: Callable[[ast.ClassDef], ast.ClassDef]) -> list[ast.stmt]:
        kind = self._kind(node)
        self.generic_visit(node)
        if kind == "NamedTuple":
            self._needs.add("namedtuple")
            return [ast.copy_location(self._tuple(node), node)]
        if kind == "Enum":
            self.family.refuse_twice(node)
            made, members = enumeration(node, self._names, self._is_auto)
            self.family.enums[node.name] = members
            return made
        return [plain(node)]

    def _kind(self, node: ast.ClassDef) -> str:
        """`NamedTuple` or `Enum` if the class is one of those, else ""."""
        if len(node.bases) != 1 or node.keywords:
            return ""
        return self._imported(node.bases[0])

    def _imported(self, node: ast.expr) -> str:
        match node:
            case ast.Name(id=name):
                return self._bases.get(name, "")
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                return name if name in _ONLY_BASES.get(self._modules.get(module, ""), ()) else ""
        return ""

    def _is_auto(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and not node.args and self._imported(node.func) == "auto"

    def _tuple(self, node: ast.ClassDef) -> ast.stmt:
        fields: list[str] = []
        defaults: list[ast.expr] = []
        for one in node.body:
            match one:
                case ast.AnnAssign(target=ast.Name(id=name), value=value):
                    fields.append(name)
                    if value is not None:
                        defaults.append(value)
                    elif defaults:
                        raise refused_at(
                            one, gettext_noop("A field without a value stands before those that have one.")
                        )
                case ast.Pass() | ast.Expr(value=ast.Constant(value=str())):
                    pass
                case _:
                    raise refused_at(
                        one,
                        gettext_noop("A NamedTuple has only fields here: write a @dataclass(frozen=True) for methods."),
                    )
        given: list[ast.expr] = [ast.Constant(node.name), ast.List([ast.Constant(name) for name in fields], ast.Load())]
        more = [ast.keyword("defaults", ast.List(defaults, ast.Load()))] if defaults else []
        made = ast.Call(ast.Name(self._names("namedtuple"), ast.Load()), given, more)
        return ast.Assign([ast.Name(node.name, ast.Store())], made)

    def visit_Delete(self, node: ast.Delete) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for target in _each(node.targets):
            found.append(ast.copy_location(self._deletion(target), node))
        return found

    def _deletion(self, target: ast.expr) -> ast.stmt:
        match target:
            case ast.Name(id=name):
                # What is deleted is not read any more.
                return ast.Assign([ast.Name(name, ast.Store())], ast.Constant(None))
            case ast.Subscript(value=value, slice=ast.Slice(step=None) as part):
                place = ast.Subscript(self.visit(value), self.visit(part), ast.Store())
                return ast.Assign([place], ast.List([], ast.Load()))
            case ast.Subscript(slice=ast.Slice()):
                raise refused_at(target, gettext_noop("del takes no steps here: make a list of what stays."))
            case ast.Subscript(value=value, slice=place_in):
                self._needs.add("deleted")
                called = ast.Name(self._names("deleted"), ast.Load())
                return ast.Expr(ast.Call(called, [self.visit(value), self.visit(place_in)], []))
        raise refused_at(target, gettext_noop("del takes no attribute away here: set it to None."))

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name("next"), args=[ast.GeneratorExp() as made, *others]) if (
                "iter" not in self._bound
            ):
                # The interpreter makes a list of it, of which there is no next one.
                first = ast.Call(ast.Name("iter", ast.Load()), [made], [])
                node.args = [ast.copy_location(first, made), *others]
            case ast.Call(func=ast.Name(name)) if name in ERRORS and name not in self._bound:
                node.args = self._text_of_error(node, name)
        return node

    def _text_of_error(self, node: ast.Call, name: str) -> list[ast.expr]:
        """One text, which is what the interpreter's errors take: of anything else, what `str` of the error is in Python."""
        if node.keywords or any(isinstance(one, ast.Starred) for one in node.args):
            raise refused_at(node, gettext_noop("An error takes one text here: write %(name)s(…) with it."), name=name)
        match node.args:
            case [] | [ast.JoinedStr()] | [ast.Constant(value=str())]:
                return node.args
            case [one]:
                said = one
            case several:
                said = ast.Tuple(several, ast.Load())
        if "str" in self._bound:
            raise refused_at(node, gettext_noop("An error takes one text here: write %(name)s(…) with it."), name=name)
        text = ast.Call(ast.Name("str", ast.Load()), [said], [])
        return [ast.fix_missing_locations(ast.copy_location(text, node.args[0]))]

    # --- Modules

    def visit_Import(self, node: ast.Import) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        kept = []
        for alias in node.names:
            name = alias.asname or alias.name
            if alias.name == "heapq":
                found.append(self._given(name, self._own("heapq"), node))
            elif alias.name == "enum":
                self._modules[name] = alias.name
            else:
                if alias.name == "typing":
                    self._modules[name] = alias.name
                kept.append(alias)
        node.names = kept
        return [*([node] if kept else []), *found] or [ast.copy_location(ast.Pass(), node)]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> list[ast.stmt]:
        module = "" if node.level else node.module or ""
        if module == "__future__":
            # Annotations are never evaluated here, and nothing else that can be named there changes anything.
            return [ast.copy_location(ast.Pass(), node)]
        found: list[ast.stmt] = []
        kept = []
        for alias in node.names:
            name = alias.asname or alias.name
            if alias.name in _ONLY_BASES.get(module, ()):
                self._bases[name] = alias.name
            elif module == "heapq" and alias.name in HEAPQ:
                found.append(self._given(name, ast.Attribute(self._own("heapq"), alias.name, ast.Load()), node))
            elif module in ("heapq", "enum"):
                known = ", ".join(HEAPQ if module == "heapq" else _ONLY_BASES[module])
                raise refused_at(
                    node,
                    gettext_noop("There is no %(name)s in %(module)s here, only %(known)s."),
                    name=alias.name[:40],
                    module=module,
                    known=known,
                )
            else:
                kept.append(alias)
        node.names = kept
        return [*([node] if kept else []), *found] or [ast.copy_location(ast.Pass(), node)]

    def _own(self, name: str) -> ast.Name:
        return ast.Name(self._names(name), ast.Load())

    @staticmethod
    def _given(name: str, value: ast.expr, node: ast.stmt) -> ast.stmt:
        return ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], value), node)

    # --- The end

    def library(self) -> Iterator[ast.stmt]:
        """What stands before the program because it needs it. It has no lines."""
        if "namedtuple" in self._needs:
            alias = ast.alias("namedtuple", self._names("namedtuple"))
            yield ast.ImportFrom("collections", [alias], 0, lineno=0, col_offset=0)
        if "deleted" in self._needs:
            yield from without_lines(ast.parse(LIBRARY.replace("@", self._names("")))).body

    def refuse_what_is_left(self, tree: ast.Module) -> None:
        """Raises ProgramRefused where a name is used that was only there to make a class."""
        for node in ast.walk(tree):
            name = self._imported(node) if isinstance(node, ast.Name | ast.Attribute) else ""
            is_module = isinstance(node, ast.Name) and self._modules.get(node.id) == "enum"
            if name or is_module:
                raise refused_at(
                    node,
                    gettext_noop("%(name)s is only for classes that are written below it."),
                    name=name or title(node),
                )


def _each(targets: list[ast.expr]) -> Iterator[ast.expr]:
    for target in targets:
        if isinstance(target, ast.Tuple | ast.List):
            yield from _each(target.elts)
        else:
            yield target


def without_lines(tree: ast.Module) -> ast.Module:
    """The tree of a text of ours, at line 0: no error is shown there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.expr):
            node.lineno = node.end_lineno = 0
    return tree
